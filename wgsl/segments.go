package wgsl

import "fmt"

// Segments spread an array over several bindings, because one binding cannot hold it: element e is
// element e mod Size of binding e div Size. A table of factors has the segments of its array, unless
// the kernel is interleaved.
type Segments struct {
	Count int // bindings; 0 means 1, the whole array
	Size  int // elements of every binding but the last
}

// count returns Count with its default.
func (p Segments) count() int { return max(1, p.Count) }

// isValid reports whether there is one segment without a size, or several with a size.
func (p Segments) isValid() bool { return p == Segments{} || p.Count > 1 && p.Size > 0 }

// tableSegments returns the segments of a table of factors or spectra that belongs to an array: the
// array's own. Interleaved arrays are longer than their tables, and real rows have other elements,
// so their tables are not segmented.
func (k *Kernel) tableSegments(array Segments, r Real) Segments {
	if k.interleave() > 1 || r.Form != Complex {
		return Segments{}
	}
	return array
}

// An access describes how a kernel reads or writes the elements of an array: entry by entry, or by
// functions that find segment and index.
type access struct {
	binding    Binding
	planes     [2]Binding // real and imaginary parts, if planar
	segments   Segments
	view       StridedView
	samples    Samples
	planar     bool
	floatPairs bool   // elements are complex, but the binding is an array of f32
	typ        string // WGSL type of an element
}

// source returns the access to the array that the kernel reads.
func (e *emitter) source() access {
	l := e.k.Load
	a := access{Source, [2]Binding{SourceReal, SourceImag}, l.Segments, l.View, l.Samples, l.Planar,
		e.k.hasFloatBinding() && !l.Real.IsReal(), l.Real.element()}
	if e.k.InPlace {
		a.binding, a.planes = SourceAndTarget, [2]Binding{DataReal, DataImag}
	}
	return a
}

// target returns the access to the array that the kernel writes.
func (e *emitter) target() access {
	s := e.k.Store
	a := access{Target, [2]Binding{TargetReal, TargetImag}, s.Segments, s.View, s.Samples, s.Planar,
		e.k.hasFloatBinding() && !s.Real.IsReal(), s.Real.element()}
	if e.k.InPlace {
		a.binding, a.planes = SourceAndTarget, [2]Binding{DataReal, DataImag}
	}
	return a
}

// table returns the access to a table of complex numbers.
func table(b Binding, p Segments) access { return access{binding: b, segments: p, typ: complexType} }

// isPlain reports whether element e is entry e of one binding.
func (a access) isPlain() bool {
	return a.segments.count() == 1 && a.view == (StridedView{}) && a.samples == Float32 && !a.planar && !a.floatPairs
}

// element returns the WGSL of an element.
func (a access) element(at string) string {
	if a.isPlain() {
		return fmt.Sprintf("%s[%s]", a.binding.Name, at)
	}
	return fmt.Sprintf("get_%s(%s)", a.binding.Name, at)
}

// put writes the store of a value to an element of the target.
func (e *emitter) put(at, value string) {
	target := e.target()
	if target.isPlain() {
		e.line("%s[%s] = %s;", target.binding.Name, at, value)
		return
	}
	e.line("put_%s(%s, %s);", target.binding.Name, at, value)
}

// accessors writes the functions that read and write elements of arrays that are not plain.
func (e *emitter) accessors() {
	k := e.k
	e.getter(e.source())
	if k.Load.TableFactor {
		e.getter(table(LoadFactors, k.tableSegments(k.Load.Segments, k.Load.Real)))
	}
	if k.Store.TableFactor {
		e.getter(table(StoreFactors, k.tableSegments(k.Store.Segments, k.Store.Real)))
	}
	if k.ConvolutionSpectra > 1 {
		e.getter(table(SpectrumTable, k.spectraSegments()))
	}
	target := e.target()
	if target.isPlain() {
		return
	}
	if target.samples != Float32 {
		e.sampleFunction(target.samples)
	}
	head := fmt.Sprintf("fn put_%s(%%s: u32, v: %s) {", target.binding.Name, target.typ)
	index := e.beginAccessor(target, head, "return;")
	switch {
	case target.samples != Float32:
		e.writeSample(target.samples, target.binding.Name, index)
	case target.planar:
		e.line("%s[%s] = v.x;", target.planes[0].Name, index)
		e.line("%s[%s] = v.y;", target.planes[1].Name, index)
	default:
		e.eachSegment(target, index, func(array, at string) {
			if target.floatPairs {
				re, im := floatPair(array, at)
				e.line("%s = v.x;", re)
				e.line("%s = v.y;", im)
				return
			}
			e.line("%s[%s] = v;", array, at)
		})
	}
	e.line("}")
	e.line("")
	if k.hasSamplePairs() {
		e.samplePairFunction(target)
	}
}

// beginAccessor writes the head of an accessor of element e, the statement for an element that does
// not exist, and the index. It returns the name of the index.
func (e *emitter) beginAccessor(a access, head, missing string) string {
	e.line("// element e of %s%s", a.binding.Name, map[bool]string{true: ", a pair of f32"}[a.floatPairs])
	e.line(head, "e")
	if a.view == (StridedView{}) {
		return "e"
	}
	e.viewIndex(a.view, missing)
	return "i"
}

// getter writes the function that reads an element.
func (e *emitter) getter(a access) {
	if a.isPlain() {
		return
	}
	head := fmt.Sprintf("fn get_%s(%%s: u32) -> %s {", a.binding.Name, a.typ)
	index := e.beginAccessor(a, head, "return "+a.typ+"();")
	switch {
	case a.samples != Float32:
		e.readSample(a.samples, a.binding.Name, index)
	case a.planar:
		e.line("return vec2<f32>(%s[%s], %s[%s]);", a.planes[0].Name, index, a.planes[1].Name, index)
	case a.segments.count() == 1:
		e.line("return %s;", a.read(a.binding.Name, index))
	default:
		e.line("var v: %s;", a.typ)
		e.eachSegment(a, index, func(array, at string) { e.line("v = %s;", a.read(array, at)) })
		e.line("return v;")
	}
	e.line("}")
	e.line("")
}

// read returns the WGSL of an element of one binding.
func (a access) read(array, at string) string {
	if a.floatPairs {
		re, im := floatPair(array, at)
		return fmt.Sprintf("vec2<f32>(%s, %s)", re, im)
	}
	return fmt.Sprintf("%s[%s]", array, at)
}

// eachSegment writes an access to an index for each segment that may hold it.
func (e *emitter) eachSegment(a access, index string, access func(array, at string)) {
	p := a.segments
	if p.count() == 1 {
		access(a.binding.Name, index)
		return
	}
	for i, segment := range a.binding.segments(p) {
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
		access(segment.Variable(), at)
	}
	e.line("}")
}
