package wgsl

import "fmt"

// The load of a kernel with MirrorInRow: each Hermitian merge makes points k and -k of two bins,
// and both stay in the registers of the thread. With E and O as in the Hermitian split, Z[k] = E +
// i O and Z[-k] = conj(E - i O).

// loadMirrorInRow loads the inputs of the first stage as point pairs. Each bin is read once.
func (e *emitter) loadMirrorInRow(st step, need []fragment) {
	e.loadRows()
	single := st.pairSize() == 1
	for b := 0; b < len(need); b += st.pairSize() {
		self := ""
		if b == 0 && !single {
			self = "self_conjugate" + letter(0)
			e.line("let %s = %s; // these butterflies are self-conjugate", self, isSelfConjugate(0))
		}
		for m := range st.pairSize() {
			e.readBaseRoots(e.k.loadEnd(), need[b+m].point, butterflySuffix(0, b+m))
		}
		from := e.loadPointPairs(st, st.pointPairs(b), func(b, i int) string {
			n := plus(need[b].point, i*st.Butterflies())
			return e.pointAndRoots(e.k.loadEnd(), n, butterflySuffix(0, b), st.R, i)
		})
		if butterfly, i, there := st.nyquist(b); there && b == 0 {
			from.selfConjugate[slot{butterfly, i}] = e.loadNyquist(self)
		}
		if single {
			from.usual = from.selfConjugate
		}
		if b == 0 && !single && st.zeroPartner() == 0 { // butterfly 0 once more
			for i, v := range need[b].values {
				if at := (slot{b + 1, i}); from.selfConjugate[at] != from.usual[at] {
					from.selfConjugate[at] = v
				}
			}
		}
		for m := range st.pairSize() {
			from.bind(e, b+m, need[b+m], self)
		}
	}
}

// canBeZero reports whether a slot of the b-th butterfly of a thread can be point 0.
func (k *Kernel) canBeZero(st step, b, slot int) bool {
	return slot == 0 && (b == 0 || b == 1 && !k.MirrorColumns && st.zeroPartner() == 0)
}

// A slot is one input or output of the b-th butterfly of a thread.
type slot struct{ b, i int }

// pointSources are the expressions of the points of a mirror pair by slot: for usual butterflies,
// and for self-conjugate ones.
type pointSources struct{ usual, selfConjugate map[slot]string }

// loadPointPairs loads point pairs; number returns the arguments of the load function for a slot,
// with hoisted roots.
func (e *emitter) loadPointPairs(st step, pairs []pointPair, number func(b, i int) string) pointSources {
	from := pointSources{map[slot]string{}, map[slot]string{}}
	for _, p := range pairs {
		v, function := fmt.Sprintf("pair%d_%d", p.b, p.slot), "in_pair"
		if e.k.hasInnerBins(e.k.Load.Real) && e.k.canBeZero(st, p.b, p.slot) {
			function = "in_ends"
		}
		e.line("let %s = %s(%s, %s);", v, function, e.k.Load.Real.baseArgs("in"), number(p.b, p.slot))
		point, partner := e.pairMember(v, "p"), e.pairMember(v, "c")
		from.selfConjugate[slot{p.b, p.selfSlot}], from.usual[slot{p.partner, p.partnerSlot}] = partner, partner
		from.selfConjugate[slot{p.b, p.slot}], from.usual[slot{p.b, p.slot}] = point, point
	}
	return from
}

// loadNyquist loads the Nyquist point of the self-conjugate butterflies.
func (e *emitter) loadNyquist(self string) string {
	r := e.k.Load.Real
	number := e.nyquistAndRoots(e.k.loadEnd(), fmt.Sprintf("%du", r.Inner()/2))
	nyquist := e.pairMember(fmt.Sprintf("in_pair(%s, %s)", r.baseArgs("in"), number), "p")
	if self == "" {
		return nyquist
	}
	e.line("var nyquist: vec2<f32>;")
	e.line("if (%s) {", self)
	e.line("nyquist = %s;", nyquist)
	e.line("}")
	return "nyquist"
}

// bind declares the inputs of the thread's b-th butterfly.
func (from pointSources) bind(e *emitter, b int, c fragment, self string) {
	for i, v := range c.values {
		x, own := from.usual[slot{b, i}], from.selfConjugate[slot{b, i}]
		if self != "" && x != own {
			x = fmt.Sprintf("select(%s, %s, %s)", x, own, self)
		}
		e.line("let %s = %s;", v, x)
	}
}

// loadRows declares where the rows of this transform begin in the source.
func (e *emitter) loadRows() {
	l := e.k.Load
	_, column := l.Map.startOf("seq")
	if column != "" {
		e.line("let column = %s;", column)
		column = "column"
	}
	e.mappedRowBases("in", l.Real, l.Map, "seq", column, "src_begin")
}

// pairMember returns one point of a loaded pair, swapped if the load conjugates.
func (e *emitter) pairMember(pair, of string) string {
	if e.k.Load.SwapReIm {
		return pair + "." + of + ".yx"
	}
	return pair + "." + of
}

// inPair writes the function that makes points k and -k of the complex transform, and its result
// type.
func (e *emitter) inPair(r Real) {
	if e.k.hasMirrorRows() {
		e.inMirrorRows(r)
		return
	}
	e.line("struct Pair { p: vec2<f32>, c: vec2<f32> }")
	e.line("")
	const what = "// points k and -k of the complex transform, k up to half its points"
	begin := func(name, params string) {
		e.line("fn %s(%s%s) -> Pair {", name, params, e.k.baseRootParams(e.k.loadEnd()))
	}
	finish := func() {
		e.line("}")
		e.line("")
	}
	if r.ZeroImag || r.TwoForOne {
		e.line("%s", what)
		begin("in_pair", r.baseParams()+", k: u32")
		e.line("let p = bin(a, k);")
		if r.ZeroImag {
			e.line("return Pair(p, vec2<f32>(p.x, -p.y));")
		} else {
			e.line("let c = bin(b, k);")
			e.line("return Pair(vec2<f32>(p.x - c.y, p.y + c.x), vec2<f32>(p.x + c.y, c.x - p.y));")
		}
		finish()
		return
	}
	e.line("// points k and -k of the complex transform, of the bins k and %d - k", r.N/2)
	if r.isDCT2Pair() {
		begin("pair_of", "p: vec2<f32>, v: vec2<f32>")
		e.dct2PairMerge()
	} else {
		e.line("fn pair_of(p: vec2<f32>, c: vec2<f32>, w: vec2<f32>) -> Pair {")
		e.line("let s = vec2<f32>(p.x + c.x, p.y - c.y);")
		e.line("let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));")
		e.line("return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));")
	}
	finish()
	type function struct{ name, bin, where string }
	all := []function{{"in_pair", "bin", ""}}
	if e.k.hasInnerBins(r) {
		all = []function{{"in_ends", "bin", ""}, {"in_pair", "inner_bin", ", k > 0"}}
	}
	for _, f := range all {
		e.line("%s%s", what, f.where)
		begin(f.name, "a: u32, k: u32")
		roots := e.k.baseRootArgs(e.k.loadEnd())
		if roots == "" {
			roots = ", real_root(k)"
		}
		e.line("return pair_of(%s(a, k), %s(a, %du - k)%s);", f.bin, f.bin, r.N/2, roots)
		finish()
	}
}
