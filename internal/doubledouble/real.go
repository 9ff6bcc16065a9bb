package doubledouble

import "math"

// Real is the number Hi + Lo.
type Real struct{ Hi, Lo float64 }

// Sqrt2 returns the square root of 2. The hexadecimal number is its float64.
func Sqrt2() Real { return Real{math.Sqrt2, math.Sqrt2 - 0x1.6a09e667f3bcdp+0} }

// Add returns a + b.
func (a Real) Add(b Real) Real {
	hi, e := twoSum(a.Hi, b.Hi)
	lo, f := twoSum(a.Lo, b.Lo)
	hi, e = fastTwoSum(hi, e+lo)
	return normal(hi, e+f)
}

// Sub returns a - b.
func (a Real) Sub(b Real) Real { return a.Add(b.Neg()) }

// Neg returns -a.
func (a Real) Neg() Real { return Real{-a.Hi, -a.Lo} }

// Mul returns a b.
func (a Real) Mul(b Real) Real {
	p := float64(a.Hi * b.Hi) // the conversion prevents a fused multiply-add with a later sum
	e := math.FMA(a.Hi, b.Hi, -p)
	return normal(p, e+(a.Hi*b.Lo+a.Lo*b.Hi))
}

// Quo returns a / b.
func (a Real) Quo(b float64) Real {
	q := a.Hi / b
	r := math.FMA(-q, b, a.Hi) // exact
	return normal(q, (r+a.Lo)/b)
}

// InverseSqrt returns 1 / sqrt(v), by one step of Newton's method.
func InverseSqrt(v float64) Real {
	s := Real{Hi: 1 / math.Sqrt(v)}
	e := Real{Hi: 1}.Sub(s.Mul(s).Mul(Real{Hi: v}))
	return s.Add(Real{Hi: s.Hi * e.Hi / 2})
}

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
func normal(hi, lo float64) Real {
	sum, err := fastTwoSum(hi, lo)
	return Real{sum, err}
}
