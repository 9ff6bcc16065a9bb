package wgsl

import "fmt"

// The store of a kernel with MirrorHalf: one function takes points n and h - 1 - n and writes
// their numbers as vectors.

// storeHalfMirror stores the outputs of the last stage as pairs of points n and h-1-n.
func (e *emitter) storeHalfMirror(s int, st step, held []fragment) {
	e.line("// points n and %d - n together, which one thread has", e.k.N()-1)
	if e.k.Tail {
		e.line("if (first + q < batch.end) {")
		defer e.line("}")
	}
	e.storeRows()
	for b := 0; b < len(held); b += st.pairSize() {
		if held[b].active != "" {
			e.line("if (%s) {", held[b].active)
		}
		for m := range st.pairSize() {
			e.readBaseRoots(e.k.storeEnd(), held[b+m].point, butterflySuffix(s, b+m))
		}
		for _, p := range st.pointPairs(b) {
			n := plus(held[p.b].point, p.slot*st.P)
			n = e.pointAndRoots(e.k.storeEnd(), n, butterflySuffix(s, p.b), st.R, p.slot)
			v, partner := held[p.b].values[p.slot], held[p.partner].values[p.partnerSlot]
			v, partner = e.storedValue(v, ""), e.storedValue(partner, "")
			e.line("out_half_mirror(%s, %s, %s, %s);", e.k.Store.Real.baseArgs("out"), n, v, partner)
		}
		if held[b].active != "" {
			e.line("}")
		}
	}
}

// outHalfMirror writes the function that stores points n and h-1-n of the complex transform, p and
// c.
func (e *emitter) outHalfMirror(r Real) {
	h := r.Inner()
	e.line("// points n and %d - n of the complex transform, n up to half its points", h-1)
	roots := e.k.baseRootParams(e.k.storeEnd())
	e.line("fn out_half_mirror(%s, n: u32%s, p: vec2<f32>, c: vec2<f32>) {", r.baseParams(), roots)
	switch {
	case r.Form == DCT4Rotation:
		e.line("let x = cmul(p, w);")
		e.line("let y = cmul(c, v);")
		e.writeRun("a", "n", "x.x", negatedIf("y.y", !r.Sine))
		e.writeRun("a", fmt.Sprintf("%du - n", h-1), "y.x", negatedIf("x.y", !r.Sine))
	case r.TwoForOne:
		e.writeRun("a", "n", "p.x", negatedIf("c.x", r.Sine))
		e.line("if (b != a) {")
		e.writeRun("b", "n", "p.y", negatedIf("c.y", r.Sine))
		e.line("}")
	default:
		e.writeRun("a", "n", "p.x", negatedIf("c.y", r.Sine), "p.y", negatedIf("c.x", r.Sine))
	}
	e.line("}")
	e.line("")
}
