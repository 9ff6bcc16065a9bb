package wgsl

import "math"

// Of a row of the form Cosine a couple takes bins k and h-k, h = N/2. With w of order 4N the bins go with w^k and w^(h-k), and what tells even
// numbers from odd ones with w^(4k). But w^(h-k) is w^-k turned by an eighth, a sum and a factor, and w^k can go to both terms of a bin at once:
// then a couple reads w^k and w^(5k), and multiplies by two roots in place of three.

// quarters says whether the bins are those.
func (r Real) quarters() bool { return r.Form == Cosine && !r.Rows && !r.Alone }

// eighth is the factor of a turn by an eighth.
const eighth = math.Sqrt2 / 2

// turnedPair ends the function of points k and -k that such bins make.
func (e *emitter) turnedPair(r Real) {
	e.line("let p = turned_bin(a, k);")
	e.line("let v = turned_bin(a, %du - k);", r.N/2)
	e.line("let c = %s * vec2<f32>(v.x - v.y, -v.x - v.y); // the conjugate, an eighth on", float(eighth))
	e.line("let even = wave(k);")
	e.line("let odd = wave(5u * k);")
	e.line("let s = turn(p + c, vec2<f32>(even.x, -even.y));")
	e.line("let d = turn(p - c, vec2<f32>(odd.x, -odd.y));")
	e.line("return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));")
	e.line("}")
	e.line("")
}

// turnedBins ends the function that makes such bins of points k and -k.
func (e *emitter) turnedBins(r Real) {
	e.line("let s = turn(even, wave(k));")
	e.line("let d = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(5u * k));")
	e.line("put_turned(a, k, s + d);")
	e.line("let u = s - d;")
	e.line("put_turned(a, %du - k, %s * vec2<f32>(u.x - u.y, -u.x - u.y)); // the conjugate, an eighth on", r.N/2, float(eighth))
	e.line("}")
	e.line("")
}
