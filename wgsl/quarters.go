package wgsl

import "math"

// Of a row of the form Cosine a couple takes bins k and h-k, h = N/2. With w of order 4N the bins go with w^k and w^(h-k), and what tells even
// numbers from odd ones with w^(4k). But w^(h-k) is w^-k turned by an eighth, a sum and a factor, and w^k can go to both terms of a bin at once:
// then a couple reads w^k and w^(5k), and multiplies by two roots in place of three.

// quarters says whether the bins are those.
func (r Real) quarters() bool { return r.Form == Cosine && !r.Rows && !r.Alone }

// eighth is the factor of a turn by an eighth.
const eighth = math.Sqrt2 / 2

// turnedPair ends the function of points k and -k that such bins make, p and v.
func (e *emitter) turnedPair() {
	e.line("let c = %s * vec2<f32>(v.x - v.y, -v.x - v.y); // the conjugate, an eighth on", float(eighth))
	e.line("let s = turn(p + c, vec2<f32>(w.x, -w.y));")
	e.line("let d = turn(p - c, vec2<f32>(w5.x, -w5.y));")
	e.line("return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));")
}

// turnedBins writes the functions that make such bins of points k and -k: of those that may be the first, and of others.
func (e *emitter) turnedBins(r Real) {
	params := e.k.givenParams(e.k.stored())
	e.line("struct Bins { x: vec2<f32>, y: vec2<f32> }")
	e.line("")
	e.line("// twice the bins k and %d - k of points k and -k of the complex transform", r.N/2)
	e.line("fn bins_of(p: vec2<f32>, c: vec2<f32>%s) -> Bins {", params)
	e.line("let s = turn(vec2<f32>(p.x + c.x, p.y - c.y), w);")
	e.line("let d = turn(vec2<f32>(p.y + c.y, c.x - p.x), w5);")
	e.line("let u = s - d;")
	e.line("return Bins(s + d, %s * vec2<f32>(u.x - u.y, -u.x - u.y)); // the conjugate, an eighth on", float(eighth))
	e.line("}")
	e.line("")
	for _, f := range []struct{ name, put, where string }{{"out_ends", "put_turned", ""}, {"out_pair", "put_inner", ", k > 0"}} {
		e.line("// points k and -k of the complex transform%s", f.where)
		e.line("fn %s(a: u32, k: u32%s, p: vec2<f32>, c: vec2<f32>) {", f.name, params)
		e.line("let bins = bins_of(p, c%s);", e.k.givenNames(e.k.stored()))
		e.line("%s(a, k, bins.x);", f.put)
		e.line("%s(a, %du - k, bins.y);", f.put, r.N/2)
		e.line("}")
		e.line("")
	}
}

// outFunction is the function that stores a pair of points, the first of which is a slot of the b-th butterfly of a thread.
func (e *emitter) outFunction(st step, b, slot int) string {
	if e.k.Coupled && e.k.Store.Real.quarters() && e.k.zero(st, b, slot) {
		return "out_ends"
	}
	return "out_pair"
}
