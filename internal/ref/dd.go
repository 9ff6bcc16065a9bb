package ref

import "math"

// DD is a number in double-double arithmetic: the sum Hi + Lo, with |Lo| at most half of the spacing
// of float64 at Hi. It has about 106 bits. An operation has a relative error of a few 2^-106, about
// 1e-31.
//
// The algorithms are those of Dekker, A floating-point technique for extending the available
// precision, 1971, with a fused multiply-add. Infinities become NaN.
type DD struct{ Hi, Lo float64 }

// Add returns a + b.
func (a DD) Add(b DD) DD {
	hi, e := twoSum(a.Hi, b.Hi)
	lo, f := twoSum(a.Lo, b.Lo)
	hi, e = fastTwoSum(hi, e+lo)
	return normal(hi, e+f)
}

// Sub returns a - b.
func (a DD) Sub(b DD) DD { return a.Add(b.Neg()) }

// Neg returns -a.
func (a DD) Neg() DD { return DD{-a.Hi, -a.Lo} }

// Mul returns a b.
func (a DD) Mul(b DD) DD {
	p := float64(a.Hi * b.Hi) // the conversion prevents a fused multiply-add with a later sum
	e := math.FMA(a.Hi, b.Hi, -p)
	return normal(p, e+(a.Hi*b.Lo+a.Lo*b.Hi))
}

// Quo returns a / b.
func (a DD) Quo(b float64) DD {
	q := a.Hi / b
	r := math.FMA(-q, b, a.Hi) // exact
	return normal(q, (r+a.Lo)/b)
}

// InverseSqrt returns 1 / sqrt(v), by one step of Newton's method.
func InverseSqrt(v float64) DD {
	s := DD{Hi: 1 / math.Sqrt(v)}
	e := DD{Hi: 1}.Sub(s.Mul(s).Mul(DD{Hi: v}))
	return s.Add(DD{Hi: s.Hi * e.Hi / 2})
}

// ComplexDD is a complex number in double-double arithmetic.
type ComplexDD struct{ Re, Im DD }

// ToDD returns z in double-double.
func ToDD(z complex128) ComplexDD { return ComplexDD{DD{Hi: real(z)}, DD{Hi: imag(z)}} }

// Narrow returns z rounded to float64.
func (z ComplexDD) Narrow() complex128 { return complex(z.Re.Hi, z.Im.Hi) }

// Add returns z + w.
func (z ComplexDD) Add(w ComplexDD) ComplexDD { return ComplexDD{z.Re.Add(w.Re), z.Im.Add(w.Im)} }

// Sub returns z - w.
func (z ComplexDD) Sub(w ComplexDD) ComplexDD { return ComplexDD{z.Re.Sub(w.Re), z.Im.Sub(w.Im)} }

// Mul returns z w.
func (z ComplexDD) Mul(w ComplexDD) ComplexDD {
	return ComplexDD{z.Re.Mul(w.Re).Sub(z.Im.Mul(w.Im)), z.Re.Mul(w.Im).Add(z.Im.Mul(w.Re))}
}

// Scale returns z s.
func (z ComplexDD) Scale(s DD) ComplexDD { return ComplexDD{z.Re.Mul(s), z.Im.Mul(s)} }

// Conj returns the complex conjugate of z.
func (z ComplexDD) Conj() ComplexDD { return ComplexDD{z.Re, z.Im.Neg()} }

// twoSum returns a + b rounded, and the rounding error (Knuth).
func twoSum(a, b float64) (sum, err float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

// fastTwoSum is twoSum for |a| >= |b| (Dekker).
func fastTwoSum(a, b float64) (sum, err float64) {
	sum = a + b
	return sum, b - (sum - a)
}

// normal returns hi + lo for |hi| >= |lo|.
func normal(hi, lo float64) DD {
	sum, err := fastTwoSum(hi, lo)
	return DD{sum, err}
}

// quarterPi is pi/4, and sqrt2 the square root of 2. The hexadecimal numbers are their float64.
var (
	quarterPi = DD{math.Pi / 4, math.Pi/4 - 0x1.921fb54442d18p-1}
	sqrt2     = DD{math.Sqrt2, math.Sqrt2 - 0x1.6a09e667f3bcdp+0}
)

// sincos returns the sine and the cosine of an angle of at most pi/4, by their Taylor series:
//
//	cos x = 1 - x^2/(1*2) (1 - x^2/(3*4) (1 - ...
//	sin x = x (1 - x^2/(2*3) (1 - x^2/(4*5) (1 - ...
func sincos(x DD) (sin, cos DD) {
	one := DD{Hi: 1}
	square := x.Mul(x)
	sin, cos = one, one
	for i := 28.0; i > 0; i -= 2 { // the first term left out is below 2^-107
		sin = one.Sub(square.Quo(i * (i + 1)).Mul(sin))
		cos = one.Sub(square.Quo((i - 1) * i).Mul(cos))
	}
	return x.Mul(sin), cos
}

// RootDD returns w_n^e for 0 <= e < n. It folds the angle into an eighth of a turn in integers, as
// dft.Root does.
func RootDD(n, e int) ComplexDD {
	octant, rest := 8*e/n, 8*e%n // e = (octant + rest/n) n/8
	if octant%2 == 1 {
		rest = n - rest // measured back from the end of the octant
	}
	s, c := sincos(quarterPi.Mul(DD{Hi: float64(rest)}).Quo(float64(n)))
	switch octant {
	case 0:
		return ComplexDD{c, s.Neg()}
	case 1:
		return ComplexDD{s, c.Neg()}
	case 2:
		return ComplexDD{s.Neg(), c.Neg()}
	case 3:
		return ComplexDD{c.Neg(), s.Neg()}
	case 4:
		return ComplexDD{c.Neg(), s}
	case 5:
		return ComplexDD{s.Neg(), c}
	case 6:
		return ComplexDD{s, c}
	default:
		return ComplexDD{c, s}
	}
}

// RootsDD holds the powers of w_n as products of two: one for the low bits of the exponent, one for
// the high bits.
type RootsDD struct {
	bits      int
	low, high []ComplexDD
}

// NewRootsDD returns the powers of w_n.
func NewRootsDD(n int) RootsDD {
	r := RootsDD{}
	for 1<<(2*r.bits) < n {
		r.bits++
	}
	for e := range 1 << r.bits {
		r.low = append(r.low, RootDD(n, e%n))
	}
	for e := 0; e < n; e += 1 << r.bits {
		r.high = append(r.high, RootDD(n, e))
	}
	return r
}

// At returns w_n^e for 0 <= e < n.
func (r RootsDD) At(e int) ComplexDD { return r.low[e&(1<<r.bits-1)].Mul(r.high[e>>r.bits]) }
