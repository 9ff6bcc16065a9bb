package wgsl

import (
	"math"

	"wgfft/internal/doubledouble"
)

// A Constant is a number that a kernel has as a literal or as an entry of a table. Its name defines the exact number:
// a root of unity, a part of one, a ratio, a square root, or a product of two of them. Formats of floating-point
// numbers round Z. A [Ring] computes the number from its name. The zero Constant is 0.
type Constant struct {
	Z       complex128 // the number in float64
	factors [2]factor  // the name: a product; without a factor, Z is the number
}

// A factor is an exact number.
type factor struct {
	kind factorKind
	n, e int64
}

// A factorKind is a kind of exact number.
type factorKind uint8

const (
	noFactor   factorKind = iota
	rootFactor            // w_n^e
	reFactor              // Re w_n^e
	imFactor              // Im w_n^e
	ratio                 // e/n
	sqrtFactor            // sqrt(e/n)
)

// Root returns w_n^e = exp(-2 pi i e / n), for any e. Symmetric values of Z are equal.
func Root(n, e int) Constant {
	e %= n
	if e < 0 {
		e += n
	}
	return Constant{doubledouble.Root64(n, e), [2]factor{{rootFactor, int64(n), int64(e)}}}
}

// SqrtHalf returns sqrt(1/2), the real part of w_8^7.
func SqrtHalf() Constant { return Root(8, 7).Re() }

// Float returns a real number. It has a name if it is a multiple of 1/1024 below 2^30.
func Float(x float64) Constant {
	const unit = 1024
	c := Constant{Z: complex(x, 0)}
	if n := x * unit; n == math.Trunc(n) && math.Abs(n) < 1<<40 {
		c.factors[0] = factor{ratio, unit, int64(n)}
	}
	return c
}

// Norm returns the factor of a norm: the number 1/n or sqrt(1/n), n below 2^40, to which by is the nearest float64.
// It returns Float(by) if there is none.
func Norm(by float64) Constant {
	const most = 1 << 40 // above every number of points
	c := Float(by)
	if c.factors[0].kind != noFactor {
		return c
	}
	if n := math.Round(1 / by); n >= 1 && n < most && by == 1/n {
		c.factors[0] = factor{ratio, int64(n), 1}
	} else if n := math.Round(1 / (by * by)); n >= 1 && n < most && (by == math.Sqrt(1/n) || by == 1/math.Sqrt(n)) {
		c.factors[0] = factor{sqrtFactor, int64(n), 1}
	}
	return c
}

// Float64 returns the real part in float64.
func (c Constant) Float64() float64 { return real(c.Z) }

// part returns a part of a root: re or im as a real number.
func (c Constant) part(x float64, kind factorKind) Constant {
	part := Constant{Z: complex(x, 0)}
	if f := c.factors[0]; f.kind == rootFactor {
		part.factors[0] = factor{kind, f.n, f.e}
	}
	return part
}

// Re returns the real part. Only the part of a root has a name.
func (c Constant) Re() Constant { return c.part(real(c.Z), reFactor) }

// Im returns the imaginary part as a real number. Only the part of a root has a name.
func (c Constant) Im() Constant { return c.part(imag(c.Z), imFactor) }

// Neg returns -c for a real c.
func (c Constant) Neg() Constant {
	c.Z = complex(-real(c.Z), 0)
	switch f := &c.factors[0]; f.kind {
	case reFactor, imFactor: // half a turn more
		f.n, f.e = 2*f.n, (2*f.e+f.n)%(2*f.n)
	case ratio:
		f.e = -f.e
	default:
		f.kind = noFactor
	}
	return c
}

// times returns the product of real numbers. It has a name if both have a name of one factor.
func (c Constant) times(d Constant) Constant {
	if c == Float(1) {
		return d
	}
	p := Constant{Z: complex(real(c.Z)*real(d.Z), 0)}
	a, b := c.factors, d.factors
	if a[0].kind != noFactor && b[0].kind != noFactor && a[1].kind == noFactor && b[1].kind == noFactor {
		p.factors = [2]factor{a[0], b[0]}
	}
	return p
}

// isLike reports whether two constants are powers of one root, so that a ring has both or none.
func (c Constant) isLike(d Constant) bool {
	a, b := c.factors[0], d.factors[0]
	return a.kind == rootFactor && b.kind == rootFactor && a.n == b.n
}

// rest returns the exact number minus Z, rounded. It is 0 for a product.
func (c Constant) rest() complex128 {
	f, x := c.factors[0], real(c.Z)
	if c.factors[1].kind != noFactor {
		return 0
	}
	n := float64(f.n)
	switch f.kind {
	case rootFactor, reFactor, imFactor:
		exact, near := doubledouble.Root(int(f.n), int(f.e)), doubledouble.FromComplex(c.Z)
		switch f.kind {
		case reFactor:
			exact.Im = near.Im
		case imFactor:
			exact = doubledouble.Complex{Re: exact.Im, Im: near.Im}
		}
		return exact.Sub(near).Complex128()
	case ratio:
		return complex(math.FMA(-x, n, float64(f.e))/n, 0)
	case sqrtFactor:
		square := x * x
		excess := math.FMA(-square, n, 1) - math.FMA(x, x, -square)*n // 1 - x^2 n
		return complex(excess/(2*x*n), 0)
	}
	return 0
}
