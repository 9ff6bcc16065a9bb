package doubledouble

import "math"

// A Sum is a sum of products of complex numbers. It keeps the rounding errors of products and sums in a
// second float64 (Ogita, Rump and Oishi 2005, Dot2). The zero value is 0.
type Sum struct{ re, im, reLow, imLow float64 }

// Add adds v w.
func (s *Sum) Add(v complex128, w Complex) {
	s.re, s.reLow = addProduct(s.re, s.reLow, real(v), w.Re)
	s.re, s.reLow = addProduct(s.re, s.reLow, -imag(v), w.Im)
	s.im, s.imLow = addProduct(s.im, s.imLow, real(v), w.Im)
	s.im, s.imLow = addProduct(s.im, s.imLow, imag(v), w.Re)
}

// AddProduct adds v w.
func (s *Sum) AddProduct(v, w Complex) {
	z, d := v.Mul(w), 0.0
	s.re, d = twoSum(s.re, z.Re.Hi)
	s.reLow += d + z.Re.Lo
	s.im, d = twoSum(s.im, z.Im.Hi)
	s.imLow += d + z.Im.Lo
}

// addProduct returns sum + low + a b, with the rounding errors in low.
func addProduct(sum, low, a float64, b Real) (float64, float64) {
	p := float64(a * b.Hi) // the conversion prevents a fused multiply-add with the sum
	e := math.FMA(a, b.Hi, -p)
	sum, d := twoSum(sum, p)
	return sum, low + (d + (e + a*b.Lo))
}

// Value returns the sum.
func (s Sum) Value() Complex {
	var z Complex
	z.Re.Hi, z.Re.Lo = twoSum(s.re, s.reLow)
	z.Im.Hi, z.Im.Lo = twoSum(s.im, s.imLow)
	return z
}
