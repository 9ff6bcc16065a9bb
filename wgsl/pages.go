package wgsl

import "fmt"

// tablePages are those of a table of factors or spectra that goes with an array: its own, but where arrays lie side by side, which are
// longer than their tables.
func (k FFT) tablePages(array Pages) Pages {
	if k.lanes() > 1 {
		return Pages{}
	}
	return array
}

// element is the WGSL of an element of an array.
func (e *emitter) element(b Binding, p Pages, at string) string {
	if p.count() == 1 {
		return fmt.Sprintf("%s[%s]", b.Name, at)
	}
	return fmt.Sprintf("get_%s(%s)", b.Name, at)
}

// put writes the store of a value to an element of the target.
func (e *emitter) put(at, value string) {
	target := e.target()
	if e.k.Store.Pages.count() == 1 {
		e.line("%s[%s] = %s;", target.Name, at, value)
		return
	}
	e.line("put_%s(%s, %s);", target.Name, at, value)
}

// source is the binding that the kernel reads.
func (e *emitter) source() Binding {
	if e.k.InPlace {
		return SourceAndTarget
	}
	return Source
}

// target is the binding that the kernel writes.
func (e *emitter) target() Binding {
	if e.k.InPlace {
		return SourceAndTarget
	}
	return Target
}

// pages writes the functions that find the elements of arrays in pages.
func (e *emitter) pages() {
	k := e.k
	if p := k.Load.Pages; p.Count > 0 {
		e.get(e.source(), p)
		if k.Load.Factor && k.lanes() == 1 {
			e.get(LoadFactors, p)
		}
	}
	if p := k.Store.Pages; p.Count > 0 {
		if k.Store.Factor && k.lanes() == 1 {
			e.get(StoreFactors, p)
		}
		if k.Convolve > 1 && k.lanes() == 1 {
			e.get(SpectrumTable, p)
		}
		target := e.target()
		e.line("// element i of %s, which lies in pages", target.Name)
		e.line("fn put_%s(i: u32, v: vec2<f32>) {", target.Name)
		e.eachPage(target, p, func(at string) { e.line("%s = v;", at) })
		e.line("}")
		e.line("")
	}
}

// get writes the function that reads an element.
func (e *emitter) get(b Binding, p Pages) {
	e.line("// element i of %s, which lies in pages", b.Name)
	e.line("fn get_%s(i: u32) -> vec2<f32> {", b.Name)
	e.line("var v: vec2<f32>;")
	e.eachPage(b, p, func(at string) { e.line("v = %s;", at) })
	e.line("return v;")
	e.line("}")
	e.line("")
}

// eachPage writes an access to element i for each page it may lie in.
func (e *emitter) eachPage(b Binding, p Pages, access func(at string)) {
	for i, page := range b.pages(p) {
		at := "i"
		if i > 0 {
			at = fmt.Sprintf("i - %du", i*p.Size)
		}
		switch {
		case i == 0:
			e.line("if (i < %du) {", p.Size)
		case i < p.Count-1:
			e.line("} else if (i < %du) {", (i+1)*p.Size)
		default:
			e.line("} else {")
		}
		access(fmt.Sprintf("%s[%s]", page.Variable(), at))
	}
	e.line("}")
}
