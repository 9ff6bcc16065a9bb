package wgsl

import "math"

// The bins k and h-k of a row of a DCT-II (h = N/2) that one thread makes of points k and -k. With
// w of order 4N, the bins are multiplied by w^k and w^(h-k), and the Hermitian split by w^(4k). As
//
//	w^(h-k) = w_8 conj(w^k)   and   w^k w^(4k) = w^(5k),
//
// the thread reads w^k and w^(5k), and multiplies by two roots instead of three. A DCT-III does the
// same in reverse. See bench/LOG.md, E127.

// isDCT2Pair reports whether a mirror pair of the form takes two bins of one row.
func (r Real) isDCT2Pair() bool { return r.Form == DCT2Bins && !r.TwoForOne && !r.ZeroImag }

// dct2PairRoots are the base roots of such a pair.
var dct2PairRoots = []baseRoot{{"w", 1, 0}, {"w5", 5, 0}}

// conjugateEighth returns the WGSL of w_8 conj(v).
func conjugateEighth(v string) string {
	return float(math.Sqrt2/2) + " * vec2<f32>(" + v + ".x - " + v + ".y, -" + v + ".x - " + v + ".y)"
}

// dct2PairMerge ends the function that makes points k and -k of the bins p and v.
func (e *emitter) dct2PairMerge() {
	e.line("let c = %s; // w_8 conj(v)", conjugateEighth("v"))
	e.line("let s = cmul(p + c, vec2<f32>(w.x, -w.y));")
	e.line("let d = cmul(p - c, vec2<f32>(w5.x, -w5.y));")
	e.line("return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));")
}

// dct2PairSplit writes the functions that store the bins of points k and -k: out_ends for pairs that
// may have bin 0, and out_pair for the others.
func (e *emitter) dct2PairSplit(r Real) {
	params, args := e.k.baseRootParams(e.k.storeEnd()), e.k.baseRootArgs(e.k.storeEnd())
	e.line("struct Bins { x: vec2<f32>, y: vec2<f32> }")
	e.line("")
	e.line("// twice the bins k and %d - k of points k and -k of the complex transform", r.N/2)
	e.line("fn bins_of(p: vec2<f32>, c: vec2<f32>%s) -> Bins {", params)
	e.line("let s = cmul(vec2<f32>(p.x + c.x, p.y - c.y), w);")
	e.line("let d = cmul(vec2<f32>(p.y + c.y, c.x - p.x), w5);")
	e.line("let u = s - d;")
	e.line("return Bins(s + d, %s); // w_8 conj(u)", conjugateEighth("u"))
	e.line("}")
	e.line("")
	for _, f := range []struct{ name, put, where string }{
		{"out_ends", "put_rotated", ""}, {"out_pair", "put_inner", ", k > 0"},
	} {
		e.line("// points k and -k of the complex transform%s", f.where)
		e.line("fn %s(a: u32, k: u32%s, p: vec2<f32>, c: vec2<f32>) {", f.name, params)
		e.line("let bins = bins_of(p, c%s);", args)
		e.line("%s(a, k, bins.x);", f.put)
		e.line("%s(a, %du - k, bins.y);", f.put, r.N/2)
		e.line("}")
		e.line("")
	}
}

// outFunction returns the name of the function that stores a pair of points. The first of them is a
// slot of the thread's b-th butterfly.
func (e *emitter) outFunction(st step, b, slot int) string {
	if e.k.MirrorInRow && e.k.Store.Real.isDCT2Pair() && e.k.canBeZero(st, b, slot) {
		return "out_ends"
	}
	return "out_pair"
}
