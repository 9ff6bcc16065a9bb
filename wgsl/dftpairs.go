package wgsl

import (
	"fmt"
	"math"
)

// Conjugate pairs: the DFT of N points by three DFTs, two of them with conjugate twiddles. Let U be
// the DFT of x[d j], Z the DFT of x[D j + 1] and Z' the DFT of x[D j - 1], with indices modulo N.
//
//	P_k = w_N^k Z_k + w_N^-k Z'_k                                                         (10)
//	R_k = -i (w_N^k Z_k - w_N^-k Z'_k)
//
// With w_N^k = c - i s, S = Z_k + Z'_k and E = -i (Z_k - Z'_k), this is a rotation:
//
//	P_k = c S + s E     R_k = c E - s S                                                   (11)
//
// Split radix has d = 2, D = 4 (Kamar and Elcherif 1989; Johnson and Frigo 2007). For k < N/4,
//
//	y[k]       = U_k + P_k             y[k + N/2]  = U_k - P_k                            (12)
//	y[k + N/4] = U_(k+N/4) + R_k       y[k + 3N/4] = U_(k+N/4) - R_k
//
// It takes 4 N log2 N - 6 N + 8 real additions and multiplications. Twisted radix 3 has d = D = 3.
// For k < N/3,
//
//	y[k]       = U_k + P_k                                                                (13)
//	y[k + N/3] = U_k - P_k/2 + sqrt(3)/2 R_k     y[k + 2N/3] = U_k - P_k/2 - sqrt(3)/2 R_k
//
// Mateer (2008) decimates in frequency. He reduces a polynomial modulo z^m - 1, z^m - w_3 and z^m -
// w_3^2, m = N/3. He then twists the second and the third result by powers of w_N and of w_N^-1 to
// the form of the first. Formula (13) is the transpose, with the same operations.

// A conjugatePairDFT computes one function by conjugate pairs.
type conjugatePairDFT struct {
	scaledArithmetic
	algorithm DFT // of the parts
	x         []Value
	fma       bool
}

// splitRadix returns the DFT (12) of r points. Its parts are DFTs of algorithm d.
func splitRadix(d DFT, r int, fma bool) *Func {
	remark := fmt.Sprintf(", as %d, %d and %d (conjugate-pair split radix)", r/2, r/4, r/4)
	return newDFT(numbered("split", r), r, "", remark, func(m Machine, x []Value) []Value {
		a, y := conjugatePairDFT{newScaledArithmetic(m), d, x, fma}, make([]Value, r)
		u, z, conj := a.part("u", 2, 0), a.part("z", 4, 1), a.part("c", 4, r-1)
		for k := range z {
			p, q := a.pair(z[k], conj[k], k, Float(1))
			y[k], y[k+r/2] = a.plusMinus(u[k], p)
			y[k+r/4], y[k+3*r/4] = a.plusMinus(u[k+r/4], q)
		}
		return y
	})
}

// twistedRadix3 returns the DFT (13) of r points. Its parts are DFTs of algorithm d.
func twistedRadix3(d DFT, r int, fma bool) *Func {
	remark := fmt.Sprintf(", as three of %d (twisted radix 3)", r/3)
	return newDFT(numbered("twisted", r), r, "", remark, func(m Machine, x []Value) []Value {
		a, y := conjugatePairDFT{newScaledArithmetic(m), d, x, fma}, make([]Value, r)
		u, z, conj := a.part("u", 3, 0), a.part("z", 3, 1), a.part("c", 3, r-1)
		for k := range z {
			p, q := a.pair(z[k], conj[k], k, Root(3, 2).Im()) // sqrt(3)/2
			middle := a.let("m", a.plusTimes(u[k], -p.factor/2, p.Value))
			y[k] = a.plusTimes(u[k], p.factor, p.Value)
			y[k+r/3], y[k+2*r/3] = a.plusMinus(middle, q)
		}
		return y
	})
}

// part returns the DFT of x[stride j + first].
func (a conjugatePairDFT) part(name string, stride, first int) []Value {
	in := make([]Value, len(a.x)/stride)
	for j := range in {
		in[j] = a.x[(stride*j+first)%len(a.x)]
	}
	if len(in) == 1 {
		return in
	}
	return a.m.Call(a.algorithm.Function(len(in), a.fma), name, nil, in)
}

// pair returns P_k and height R_k by formula (11). With fma the larger one of c and s is the
// factor, and the sum has their ratio. The factor is a constant of the number format; the ratio
// compensates for the rounding.
func (a conjugatePairDFT) pair(z, conj Value, k int, height Constant) (p, q scaledValue) {
	m, root, h := a.m, Root(len(a.x), k), height.Float64()
	cos, sin := root.Re(), root.Im().Neg()
	c, s := cos.Float64(), sin.Float64()
	sum := a.let("s", m.Add(z, conj))
	turned := a.let("e", m.Join(m.Sub(m.Im(z), m.Im(conj)), m.Sub(m.Re(conj), m.Re(z))))
	scaled := func(pValue, qValue Value, factor, qFactor float64) (p, q scaledValue) {
		return scaledValue{a.let("p", pValue), factor}, scaledValue{a.let("q", qValue), qFactor}
	}
	switch {
	case k == 0 && a.fma:
		return scaledValue{sum, 1}, scaledValue{turned, h}
	case k == 0:
		if h != 1 {
			turned = a.let("q", m.Scale(height, turned))
		}
		return scaledValue{sum, 1}, scaledValue{turned, 1}
	case a.fma && math.Abs(c) >= math.Abs(s):
		c = m.Round(c)
		return scaled(a.plusTimes(sum, s/c, turned), a.plusTimes(turned, -s/c, sum), c, h*c)
	case a.fma:
		s = m.Round(s)
		return scaled(a.plusTimes(turned, c/s, sum), a.plusTimes(sum, -c/s, turned), s, -h*s)
	case 8*k == len(a.x): // c = s
		return scaled(m.Scale(cos, m.Add(sum, turned)), m.Scale(height.times(cos), m.Sub(turned, sum)), 1, 1)
	}
	return scaled(
		m.Add(m.Scale(cos, sum), m.Scale(sin, turned)),
		m.Add(m.Scale(height.times(cos), turned), m.Scale(height.times(sin.Neg()), sum)), 1, 1)
}

// plusMinus returns v + w and v - w.
func (a conjugatePairDFT) plusMinus(v Value, w scaledValue) (plus, minus Value) {
	return a.plusTimes(v, w.factor, w.Value), a.plusTimes(v, -w.factor, w.Value)
}
