package wgsl

import "fmt"

// storeFacing stores what points n and h-1-n make, which each thread has in butterflies that face each other, as runs of numbers.
func (e *emitter) storeFacing(s int, st step, held []fragment) {
	e.line("// points n and %d - n together, which one thread has", e.k.N()-1)
	if e.k.Tail {
		e.line("if (first + q < batch.end) {")
		defer e.line("}")
	}
	e.storeRows()
	for b := 0; b < len(held); b += st.members() {
		if held[b].active != "" {
			e.line("if (%s) {", held[b].active)
		}
		for m := range st.members() {
			e.readBaseRoots(e.k.storeEnd(), held[b+m].point, butterflySuffix(s, b+m))
		}
		for _, p := range st.pairsOf(b) {
			n := e.pointAndRoots(e.k.storeEnd(), plus(held[p.b].point, p.slot*st.P), butterflySuffix(s, p.b), st.R, p.slot)
			v, mate := held[p.b].values[p.slot], held[p.other].values[p.mate]
			e.line("out_facing(%s, %s, %s, %s);", e.k.Store.Real.baseArgs("out"), n, e.storedValue(v, ""), e.storedValue(mate, ""))
		}
		if held[b].active != "" {
			e.line("}")
		}
	}
}

// outFacing writes the function that stores points n and h-1-n, p and c, of the complex transform.
func (e *emitter) outFacing(r Real) {
	h := r.Inner()
	e.line("// points n and %d - n of the complex transform, n up to half its points", h-1)
	e.line("fn out_facing(%s, n: u32%s, p: vec2<f32>, c: vec2<f32>) {", r.baseParams(), e.k.baseRootParams(e.k.storeEnd()))
	switch {
	case r.Form == DCT4Rotation:
		e.line("let x = cmul(p, w);")
		e.line("let y = cmul(c, v);")
		e.writeRun("a", "n", "x.x", signed("y.y", !r.Sine))
		e.writeRun("a", fmt.Sprintf("%du - n", h-1), "y.x", signed("x.y", !r.Sine))
	case r.TwoForOne:
		e.writeRun("a", "n", "p.x", signed("c.x", r.Sine))
		e.line("if (b != a) {")
		e.writeRun("b", "n", "p.y", signed("c.y", r.Sine))
		e.line("}")
	default:
		e.writeRun("a", "n", "p.x", signed("c.y", r.Sine), "p.y", signed("c.x", r.Sine))
	}
	e.line("}")
	e.line("")
}
