package expr

import (
	"math"
	"math/cmplx"
)

// Functions of complex numbers for the CPU engine. Their special results follow C99, Annex G. The functions of
// math/cmplx differ where e^x overflows, and lose digits of the logarithms of numbers near 1.

// top returns the larger magnitude of both parts. An infinity is larger than NaN.
func top(z complex128) float64 {
	if cmplx.IsInf(z) {
		return math.Inf(1)
	}
	return max(math.Abs(real(z)), math.Abs(imag(z)))
}

// isPlain reports whether x is not zero, infinite or NaN.
func isPlain(x float64) bool { return x != 0 && math.Abs(x) <= math.MaxFloat64 }

// scaled returns z 2^n.
func scaled(z complex128, n int) complex128 {
	return complex(math.Ldexp(real(z), n), math.Ldexp(imag(z), n))
}

// Abs2 returns the square of the absolute value.
func Abs2(z complex128) float64 { return float64(real(z)*real(z)) + float64(imag(z)*imag(z)) }

// Quotient returns a / b by the formula of C99, G.5.1. Operands of a common size need no scaling.
func Quotient(a, b complex128) complex128 {
	const least, most = 1e-140, 1e140
	u, v := top(a), top(b)
	switch {
	case v >= least && v <= most && (u == 0 || u >= least && u <= most):
		return over(a, b)
	case isPlain(v) && !math.IsInf(u, 0):
		m, n := 0, math.Ilogb(v)
		if isPlain(u) {
			m = math.Ilogb(u)
		}
		return scaled(over(scaled(a, -m), scaled(b, -n)), m-n)
	case v == 0:
		inf := math.Copysign(math.Inf(1), real(b))
		return complex(inf*real(a), inf*imag(a))
	case math.IsInf(v, 0) && !cmplx.IsInf(a) && !cmplx.IsNaN(a):
		z := across(a, direction(b))
		return complex(0*real(z), 0*imag(z))
	case math.IsInf(u, 0) && !math.IsNaN(real(b)) && !math.IsNaN(imag(b)) && !cmplx.IsInf(b):
		z := across(direction(a), b)
		return complex(math.Inf(1)*real(z), math.Inf(1)*imag(z))
	}
	return complex(math.NaN(), math.NaN())
}

// across returns a times the conjugate of b.
func across(a, b complex128) complex128 {
	return complex(float64(real(a)*real(b))+float64(imag(a)*imag(b)), float64(imag(a)*real(b))-float64(real(a)*imag(b)))
}

// over returns a / b without scaling.
func over(a, b complex128) complex128 {
	z, size := across(a, b), Abs2(b)
	return complex(real(z)/size, imag(z)/size)
}

// ComplexExp returns e^z.
func ComplexExp(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case y == 0:
		return complex(math.Exp(x), y)
	case math.IsInf(y, 0) || math.IsNaN(y):
		switch {
		case math.IsInf(x, -1):
			return complex(0, math.Copysign(0, y))
		case math.IsInf(x, 1):
			return complex(x, math.NaN())
		}
		return complex(math.NaN(), math.NaN())
	}
	s, c := math.Sincos(y)
	if x > 700 { // e^x may overflow, and its product with a cosine may not
		e := math.Exp(0.5 * x)
		return complex(e*(e*c), e*(e*s))
	}
	e := math.Exp(x)
	return complex(e*c, e*s)
}

// ComplexLog returns the principal value of the logarithm. With the larger part p and the smaller part q,
// |z| = p sqrt(1 + (q/p)^2).
func ComplexLog(z complex128) complex128 {
	p := top(z)
	if !isPlain(p) {
		return complex(math.Log(p), cmplx.Phase(z))
	}
	t := min(math.Abs(real(z)), math.Abs(imag(z))) / p
	return complex(math.Log(p)+0.5*math.Log1p(t*t), cmplx.Phase(z))
}

// ComplexSqrt returns the principal value of the square root.
func ComplexSqrt(z complex128) complex128 {
	if cmplx.IsNaN(z) && !math.IsInf(real(z), 0) {
		return complex(math.NaN(), math.NaN())
	}
	return cmplx.Sqrt(z)
}

// direction replaces infinite parts by 1 and other parts by 0, with their signs.
func direction(z complex128) complex128 {
	one := func(x float64) float64 {
		if math.IsInf(x, 0) {
			return math.Copysign(1, x)
		}
		return math.Copysign(0, x)
	}
	return complex(one(real(z)), one(imag(z)))
}

// turn returns r + in with x = n pi/2 + r. n is from -2 to 2, which leaves out multiples of 4.
func turn(x float64) complex128 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return complex(math.NaN(), 0)
	}
	a := math.Atan2(math.Sincos(x))
	n := math.RoundToEven(a / (math.Pi / 2))
	return complex(a-n*(math.Pi/2), n)
}
