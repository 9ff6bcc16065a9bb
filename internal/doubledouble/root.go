package doubledouble

import "math"

// Root returns w_n^e for 0 <= e < n < 2^60.
func Root[I int | int64](n, e I) Complex {
	octant, rest := fold(int64(n), int64(e))
	sin, cos := sincos(quarterPi().Mul(Real{Hi: rest}).Quo(float64(n)))
	re, im := unfold(octant, sin, cos, Real.Neg)
	return Complex{re, im}
}

// Root64 returns w_n^e for 0 <= e < n < 2^53, with the rounding errors of float64 and of [math.Sincos].
func Root64[I int | int64](n, e I) complex128 {
	octant, rest := fold(int64(n), int64(e))
	sin, cos := math.Sincos(math.Pi / 4 * rest / float64(n))
	return complex(unfold(octant, sin, cos, func(v float64) float64 { return -v }))
}

// fold returns the octant of the angle e/n of a turn, and the angle rest/n of an eighth of a turn
// within it. In an odd octant it measures rest back from the end.
func fold(n, e int64) (octant int, rest float64) {
	part, r := 8*e/n, 8*e%n // e = (part + r/n) n/8
	if part%2 == 1 {
		r = n - r
	}
	return int(part), float64(r)
}

// unfold returns exp(-i a) from the sine and the cosine of the angle that fold returns for a.
func unfold[T any](octant int, sin, cos T, neg func(T) T) (re, im T) {
	switch octant {
	case 0:
		return cos, neg(sin)
	case 1:
		return sin, neg(cos)
	case 2:
		return neg(sin), neg(cos)
	case 3:
		return neg(cos), neg(sin)
	case 4:
		return neg(cos), sin
	case 5:
		return neg(sin), cos
	case 6:
		return sin, cos
	default:
		return cos, sin
	}
}

// quarterPi returns pi/4. The hexadecimal number is its float64.
func quarterPi() Real { return Real{math.Pi / 4, math.Pi/4 - 0x1.921fb54442d18p-1} }

// sincos returns the sine and the cosine of an angle of at most pi/4, by their Taylor series:
//
//	cos x = 1 - x^2/(1*2) (1 - x^2/(3*4) (1 - ...
//	sin x = x (1 - x^2/(2*3) (1 - x^2/(4*5) (1 - ...
func sincos(x Real) (sin, cos Real) {
	one := Real{Hi: 1}
	square := x.Mul(x)
	sin, cos = one, one
	for i := 28.0; i > 0; i -= 2 { // the first term left out is below 2^-107
		sin = one.Sub(square.Quo(i * (i + 1)).Mul(sin))
		cos = one.Sub(square.Quo((i - 1) * i).Mul(cos))
	}
	return x.Mul(sin), cos
}

// Roots holds the powers of w_n as products of two: one for the low bits of the exponent, one for
// the high bits.
type Roots struct {
	bits      int
	low, high []Complex
}

// NewRoots returns the powers of w_n.
func NewRoots(n int) Roots {
	r := Roots{}
	for 1<<(2*r.bits) < n {
		r.bits++
	}
	for e := range 1 << r.bits {
		r.low = append(r.low, Root(n, e%n))
	}
	for e := 0; e < n; e += 1 << r.bits {
		r.high = append(r.high, Root(n, e))
	}
	return r
}

// At returns w_n^e for 0 <= e < n.
func (r Roots) At(e int) Complex { return r.low[e&(1<<r.bits-1)].Mul(r.high[e>>r.bits]) }
