package wgsl

import "fmt"

// tablePages are those of a table of factors or spectra that goes with an array: its own, but where arrays lie side by side, which are
// longer than their tables, and where they hold real rows, whose elements are others than the points that the table has.
func (k *Kernel) tablePages(array Segments, r Real) Segments {
	if k.interleave() > 1 || r.Form != Complex {
		return Segments{}
	}
	return array
}

// An access is how elements of an array are reached: plainly, or by functions that find their place and their page.
type access struct {
	binding Binding
	parts   [2]Binding // real and imaginary, if planar is set
	pages   Segments
	places  StridedView
	samples Samples
	planar  bool
	two     bool   // elements are complex, and those of the binding numbers
	typ     string // of an element in WGSL
}

// source is the access to what the kernel reads.
func (e *emitter) source() access {
	l := e.k.Load
	a := access{Source, [2]Binding{SourceReal, SourceImag}, l.Segments, l.View, l.Samples, l.Planar, e.k.byNumbers() && !l.Real.IsReal(), l.Real.element()}
	if e.k.InPlace {
		a.binding, a.parts = SourceAndTarget, [2]Binding{DataReal, DataImag}
	}
	return a
}

// target is the access to what the kernel writes.
func (e *emitter) target() access {
	s := e.k.Store
	a := access{Target, [2]Binding{TargetReal, TargetImag}, s.Segments, s.View, s.Samples, s.Planar, e.k.byNumbers() && !s.Real.IsReal(), s.Real.element()}
	if e.k.InPlace {
		a.binding, a.parts = SourceAndTarget, [2]Binding{DataReal, DataImag}
	}
	return a
}

// table is the access to a table that lies in pages, or does not.
func table(b Binding, p Segments) access { return access{binding: b, pages: p, typ: pointType} }

// plain says whether an element's number is its index.
func (a access) plain() bool {
	return a.pages.count() == 1 && a.places == (StridedView{}) && a.samples == Float32 && !a.planar && !a.two
}

// element is the WGSL of an element.
func (a access) element(at string) string {
	if a.plain() {
		return fmt.Sprintf("%s[%s]", a.binding.Name, at)
	}
	return fmt.Sprintf("get_%s(%s)", a.binding.Name, at)
}

// put writes the store of a value to an element of the target.
func (e *emitter) put(at, value string) {
	target := e.target()
	if target.plain() {
		e.line("%s[%s] = %s;", target.binding.Name, at, value)
		return
	}
	e.line("put_%s(%s, %s);", target.binding.Name, at, value)
}

// accesses writes the functions that find elements.
func (e *emitter) accesses() {
	k := e.k
	e.get(e.source())
	if k.Load.TableFactor {
		e.get(table(LoadFactors, k.tablePages(k.Load.Segments, k.Load.Real)))
	}
	if k.Store.TableFactor {
		e.get(table(StoreFactors, k.tablePages(k.Store.Segments, k.Store.Real)))
	}
	if k.ConvolutionSpectra > 1 {
		e.get(table(SpectrumTable, k.spectraPages()))
	}
	target := e.target()
	if target.plain() {
		return
	}
	if target.samples != Float32 {
		e.sampleFunction(target.samples)
	}
	index := e.begin(target, fmt.Sprintf("fn put_%s(%%s: u32, v: %s) {", target.binding.Name, target.typ), "return;")
	switch {
	case target.samples != Float32:
		e.writeSample(target.samples, target.binding.Name, index)
	case target.planar:
		e.line("%s[%s] = v.x;", target.parts[0].Name, index)
		e.line("%s[%s] = v.y;", target.parts[1].Name, index)
	default:
		e.eachPage(target, index, func(array, at string) {
			if target.two {
				re, im := twoNumbers(array, at)
				e.line("%s = v.x;", re)
				e.line("%s = v.y;", im)
				return
			}
			e.line("%s[%s] = v;", array, at)
		})
	}
	e.line("}")
	e.line("")
	if k.storesPairs() {
		e.putPair(target)
	}
}

// begin writes the head of a function of an element's number, what it does where the element does not exist, and its place; it
// returns the name of the index.
func (e *emitter) begin(a access, head, missing string) string {
	e.line("// element e of %s, where it lies%s", a.binding.Name, map[bool]string{true: ": two numbers"}[a.two])
	e.line(head, "e")
	if a.places == (StridedView{}) {
		return "e"
	}
	e.place(a.places, missing)
	return "i"
}

// get writes the function that reads an element.
func (e *emitter) get(a access) {
	if a.plain() {
		return
	}
	index := e.begin(a, fmt.Sprintf("fn get_%s(%%s: u32) -> %s {", a.binding.Name, a.typ), "return "+a.typ+"();")
	switch {
	case a.samples != Float32:
		e.readSample(a.samples, a.binding.Name, index)
	case a.planar:
		e.line("return vec2<f32>(%s[%s], %s[%s]);", a.parts[0].Name, index, a.parts[1].Name, index)
	case a.pages.count() == 1:
		e.line("return %s;", a.read(a.binding.Name, index))
	default:
		e.line("var v: %s;", a.typ)
		e.eachPage(a, index, func(array, at string) { e.line("v = %s;", a.read(array, at)) })
		e.line("return v;")
	}
	e.line("}")
	e.line("")
}

// read is the WGSL of an element of an array.
func (a access) read(array, at string) string {
	if a.two {
		re, im := twoNumbers(array, at)
		return fmt.Sprintf("vec2<f32>(%s, %s)", re, im)
	}
	return fmt.Sprintf("%s[%s]", array, at)
}

// eachPage writes an access to an index for each page it may lie in.
func (e *emitter) eachPage(a access, index string, access func(array, at string)) {
	p := a.pages
	if p.count() == 1 {
		access(a.binding.Name, index)
		return
	}
	for i, page := range a.binding.pages(p) {
		at := index
		if i > 0 {
			at = fmt.Sprintf("%s - %du", index, i*p.Size)
		}
		switch {
		case i == 0:
			e.line("if (%s < %du) {", index, p.Size)
		case i < p.Count-1:
			e.line("} else if (%s < %du) {", index, (i+1)*p.Size)
		default:
			e.line("} else {")
		}
		access(page.Variable(), at)
	}
	e.line("}")
}
