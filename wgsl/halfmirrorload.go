package wgsl

import "fmt"

// The load of a kernel with MirrorHalf: one function reads the vectors of points n and h - 1 - n
// and returns both points.

// loadHalfMirror loads the inputs of the first stage as pairs of points n and h-1-n.
func (e *emitter) loadHalfMirror(st step, need []fragment) {
	e.loadRows()
	for b := 0; b < len(need); b += st.pairSize() {
		for m := range st.pairSize() {
			e.readBaseRoots(e.k.loadEnd(), need[b+m].point, butterflySuffix(0, b+m))
		}
		for _, p := range st.pointPairs(b) {
			v := fmt.Sprintf("mirror%d_%d", p.b, p.slot)
			n := plus(need[p.b].point, p.slot*st.Butterflies())
			n = e.pointAndRoots(e.k.loadEnd(), n, butterflySuffix(0, p.b), st.R, p.slot)
			e.line("let %s = in_half_mirror(%s, %s);", v, e.k.Load.Real.baseArgs("in"), n)
			e.line("let %s = %s;", need[p.b].values[p.slot], e.pairMember(v, "p"))
			if p.partner != p.b || p.partnerSlot != p.slot {
				e.line("let %s = %s;", need[p.partner].values[p.partnerSlot], e.pairMember(v, "c"))
			}
		}
	}
}

// inHalfMirror writes the function that makes points n and h-1-n of the complex transform, and its
// result type.
func (e *emitter) inHalfMirror(r Real) {
	h := r.Inner()
	e.line("// points n and %d - n of the complex transform, n up to half its points", h-1)
	e.line("struct Pair { p: vec2<f32>, c: vec2<f32> }")
	e.line("")
	e.line("fn in_half_mirror(%s, n: u32%s) -> Pair {", r.baseParams(), e.k.baseRootParams(e.k.loadEnd()))
	e.readRun("x", "a", "n")
	switch {
	case r.Form == DCT4Rotation:
		e.readRun("y", "a", fmt.Sprintf("%du - n", h-1))
		p, c := "x.x, y.y", "y.x, x.y"
		if r.Sine {
			p, c = "y.y, x.x", "x.y, y.x"
		}
		e.line("return Pair(cmul(vec2<f32>(%s), w), cmul(vec2<f32>(%s), v));", p, c)
	case r.TwoForOne:
		e.readRun("y", "b", "n")
		c := join([]string{negatedIf("x.y", r.Sine), negatedIf("y.y", r.Sine)})
		e.line("return Pair(vec2<f32>(x.x, y.x), vec2<f32>(%s));", c)
	default:
		c := join([]string{negatedIf("x.w", r.Sine), negatedIf("x.y", r.Sine)})
		e.line("return Pair(vec2<f32>(x.x, x.z), vec2<f32>(%s));", c)
	}
	e.line("}")
	e.line("")
}
