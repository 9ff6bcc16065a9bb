package wgsl

import (
	"fmt"
	"math"
	"slices"
)

// A scaledValue stands for a register value times a constant factor. Scaled values merge the
// constant twiddles inside DFTs of composite radix into sums (Linzer and Feig 1993):
//
//	w = c (1 + i t)     t = tan, |t| <= 1, or w = s (t + i) if |sin| > |cos|               (9)
//
// The product with 1 + i t is a sum x + t (i x), one fused multiply-add for each part. The factor c
// moves into the constants of the sums that follow. A twiddle then takes two instructions in place
// of four, and fewer roundings.
type scaledValue struct {
	Value
	factor float64
}

// scaledArithmetic computes DFTs of scaled values. It numbers the names of its lets.
type scaledArithmetic struct {
	m     Machine
	names map[string]int
}

// newScaledArithmetic returns the arithmetic of one function.
func newScaledArithmetic(m Machine) scaledArithmetic { return scaledArithmetic{m, map[string]int{}} }

// twiddledDFT returns the function of the DFT of x[j] w_n^(e j), j = 0 ... r-1. The radix r is a
// power of a prime. Other radices have coprime factors and no twiddles.
func twiddledDFT(r, n, e int) *Func {
	factor := fmt.Sprintf(" w_%d^(%dj)", n, e)
	if e == 1 {
		factor = fmt.Sprintf(" w_%d^j", n)
	}
	return newDFT(fmt.Sprintf("dft%d_%d_%d", r, n, e), r, factor, derivation(r), func(m Machine, x []Value) []Value {
		a, in, y := newScaledArithmetic(m), make([]scaledValue, r), make([]Value, r)
		for j := range in {
			in[j] = scaledValue{x[j], 1}
		}
		for k, v := range a.dft(a.twiddledAll(in, n, e)) {
			y[k] = v.Value // results have the factor 1 of x[0]
		}
		return y
	})
}

// let names a value by a letter and a number.
func (a scaledArithmetic) let(letter string, v Value) Value {
	a.names[letter]++
	return a.m.Let(numbered(letter, a.names[letter]), v)
}

// plusTimes returns v + c w.
func (a scaledArithmetic) plusTimes(v Value, c float64, w Value) Value {
	if a.m.Round(c) == -1 {
		return a.m.Sub(v, w)
	}
	return a.m.Add(v, multiple(a.m, Float(c), w))
}

// sumAndDifference returns v + w and v - w with the factor of v.
func (a scaledArithmetic) sumAndDifference(v, w scaledValue) (sum, difference scaledValue) {
	c := w.factor / v.factor
	return scaledValue{a.let("s", a.plusTimes(v.Value, c, w.Value)), v.factor},
		scaledValue{a.let("d", a.plusTimes(v.Value, -c, w.Value)), v.factor}
}

// twiddled returns x w_n^e by formula (9). The factor of the result is near times a constant that the number
// format holds. A sum with a value of factor near multiplies by that constant, so it is exact. The ratio t
// compensates for the rounding of the factor.
func (a scaledArithmetic) twiddled(x scaledValue, n, e int, near float64) scaledValue {
	root, v := Root(n, e).Z, x.Value
	c, s := real(root)*x.factor, imag(root)*x.factor
	rounded := func(factor float64) float64 { return near * a.m.Round(factor/near) }
	factor := rounded(c)
	switch {
	case s == 0:
		return scaledValue{v, c}
	case c == 0:
		v, factor = timesMinusI(a.m, v), -s
	case math.Abs(c) < math.Abs(s):
		factor = rounded(-s)
		v = a.plusTimes(timesMinusI(a.m, v), c/factor, v)
	case s/factor < 0:
		v = a.plusTimes(v, -s/factor, timesMinusI(a.m, v))
	default:
		v = a.plusTimes(v, s/factor, timesI(a.m, v))
	}
	return scaledValue{a.let("t", v), factor}
}

// twiddledAll returns x[j] w_n^(e j). The factor of a point fits the factor of its head (see addend).
func (a scaledArithmetic) twiddledAll(x []scaledValue, n, e int) []scaledValue {
	all := slices.Clone(x)
	for _, h := range addends(len(x)) {
		all[h.point] = a.twiddled(x[h.point], n, e*h.point, all[h.head].factor)
	}
	return all
}

// An addend is a point of a DFT. The first sum with the point adds it to another point, its head, or to a sum
// with the same head. The sum has the factor of the head.
type addend struct{ head, point int }

// addends returns all points but the first of an r-point DFT, r a power of a prime. A head comes
// before its addends.
func addends(r int) (all []addend) {
	a, b := factors(r)
	switch {
	case r == 4:
		return []addend{{0, 1}, {0, 2}, {1, 3}}
	case a == 1:
		for j := 1; j <= r/2; j++ {
			all = append(all, addend{0, j})
		}
		for j := 1; j <= (r-1)/2; j++ {
			all = append(all, addend{j, r - j})
		}
		return all
	}
	all = addends(b)
	for j2 := range b {
		for _, h := range addends(a) {
			all = append(all, addend{b*h.head + j2, b*h.point + j2})
		}
	}
	return all
}

// dft returns the DFT of scaled values. The number of values is a power of a prime. The results have the factor
// of x[0].
func (a scaledArithmetic) dft(x []scaledValue) []scaledValue {
	switch p, q := factors(len(x)); {
	case len(x) == 2:
		s, d := a.sumAndDifference(x[0], x[1])
		return []scaledValue{s, d}
	case len(x) == 4:
		return a.dft4(x)
	case p == 1:
		return a.matrixProduct(x)
	default:
		return a.cooleyTukey(p, q, x)
	}
}

// dft4 is [dft4] of scaled values.
func (a scaledArithmetic) dft4(x []scaledValue) []scaledValue {
	s, d := a.sumAndDifference(x[0], x[2])
	t, u := a.sumAndDifference(x[1], x[3])
	u = a.twiddled(u, 4, 1, u.factor) // -i (x1 - x3)
	y0, y2 := a.sumAndDifference(s, t)
	y1, y3 := a.sumAndDifference(d, u)
	return []scaledValue{y0, y1, y2, y3}
}

// matrixProduct is [matrixProduct] of an odd prime number of scaled values.
func (a scaledArithmetic) matrixProduct(x []scaledValue) []scaledValue {
	r, h, factor := len(x), (len(x)-1)/2, x[0].factor
	s, d := make([]scaledValue, h), make([]scaledValue, h)
	for j := range h {
		s[j], d[j] = a.sumAndDifference(x[j+1], x[r-j-1])
	}
	terms := func(v []scaledValue, constant func(j int) float64) []Value {
		all := make([]Value, h)
		for j, x := range v {
			all[j] = multiple(a.m, Float(constant(j+1)/factor*x.factor), x.Value)
		}
		return all
	}
	even := func(k int) scaledValue {
		cos := func(j int) float64 { return real(Root(r, j*k).Z) }
		return scaledValue{a.let("e", twoSums(a.m, terms(s, cos), x[0].Value)), factor}
	}
	y := make([]scaledValue, r)
	y[0] = even(0)
	for k := 1; k <= h; k++ {
		e := even(k)
		sin := func(j int) float64 { return -imag(Root(r, j*k).Z) }
		o := scaledValue{a.let("o", twoSums(a.m, terms(d, sin))), factor}
		y[k], y[r-k] = a.sumAndDifference(e, a.twiddled(o, 4, 1, factor))
	}
	return y
}

// cooleyTukey is [cooleyTukey] of scaled values, p q in number.
func (a scaledArithmetic) cooleyTukey(p, q int, x []scaledValue) []scaledValue {
	u := make([][]scaledValue, p)
	for j2 := range q {
		in := make([]scaledValue, p)
		for j1 := range p {
			in[j1] = x[q*j1+j2]
		}
		for k1, v := range a.dft(in) {
			u[k1] = append(u[k1], v)
		}
	}
	y := make([]scaledValue, p*q)
	for k1, in := range u {
		for k2, v := range a.dft(a.twiddledAll(in, p*q, k1)) {
			y[k1+p*k2] = v
		}
	}
	return y
}

// HasConstantTwiddles reports whether a butterfly of the kernel has constant twiddles, which FMA
// merges into sums.
func (k Kernel) HasConstantTwiddles() bool {
	d, ok := k.Stages.dft().(Algorithm)
	return !(ok && d.entry().isPlain) && slices.ContainsFunc(k.StageRadices(), hasConstantTwiddles)
}

// hasConstantTwiddles reports whether a butterfly has factors that are not coprime.
func hasConstantTwiddles(r int) bool {
	a, b := factors(r)
	switch {
	case isRader(r):
		return hasConstantTwiddles(r - 1)
	case a == 1:
		return false
	}
	return gcd(a, b) > 1 || hasConstantTwiddles(a) || hasConstantTwiddles(b)
}
