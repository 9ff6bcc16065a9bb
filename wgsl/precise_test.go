package wgsl_test

import (
	"math"
	"math/big"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
)

// A precise number is the sum of two float64, with an error of about 2^-104: the reference for formats of double
// precision (Dekker 1971).
type precise struct{ hi, lo float64 }

func (a precise) add(b precise) precise {
	s := a.hi + b.hi
	v := s - a.hi
	return normal(s, (a.hi-(s-v))+(b.hi-v)+(a.lo+b.lo))
}

func (a precise) mul(b precise) precise {
	p := a.hi * b.hi
	return normal(p, math.FMA(a.hi, b.hi, -p)+math.FMA(a.hi, b.lo, a.lo*b.hi))
}

func (a precise) neg() precise { return precise{-a.hi, -a.lo} }

// normal returns hi + lo for |hi| >= |lo|.
func normal(hi, lo float64) precise {
	s := hi + lo
	return precise{s, lo - (s - hi)}
}

// over returns a / n for a small integer n.
func (a precise) over(n float64) precise {
	q := a.hi / n
	return normal(q, (math.FMA(-q, n, a.hi)+a.lo)/n)
}

// A preciseComplex is a complex number of two precise ones.
type preciseComplex struct{ re, im precise }

func (a preciseComplex) add(b preciseComplex) preciseComplex {
	return preciseComplex{a.re.add(b.re), a.im.add(b.im)}
}

func (a preciseComplex) mul(b preciseComplex) preciseComplex {
	return preciseComplex{
		a.re.mul(b.re).add(a.im.mul(b.im).neg()),
		a.re.mul(b.im).add(a.im.mul(b.re)),
	}
}

// rounded returns the nearest complex128.
func (a preciseComplex) rounded() complex128 { return complex(a.re.hi, a.im.hi) }

// toPrecise returns a complex128.
func toPrecise(z complex128) preciseComplex {
	return preciseComplex{precise{hi: real(z)}, precise{hi: imag(z)}}
}

// twoPi is 2 pi.
var twoPi = precise{2 * math.Pi, 2.4492935982947064e-16}

// preciseRoots returns w_n^e = exp(-2 pi i e / n) for e below n, by Taylor series within an eighth of a turn.
func preciseRoots(n int) []preciseComplex {
	all := make([]preciseComplex, n)
	for e := range all {
		octant, r := 8*e/n, 8*e%n
		if octant%2 == 1 {
			r = n - r
		}
		angle := twoPi.mul(precise{hi: float64(r)}).over(float64(8 * n))
		term, cos, sin := precise{hi: 1}, precise{}, precise{}
		for i := range 32 { // angle^i / i!
			switch i % 4 {
			case 0:
				cos = cos.add(term)
			case 1:
				sin = sin.add(term)
			case 2:
				cos = cos.add(term.neg())
			case 3:
				sin = sin.add(term.neg())
			}
			term = term.mul(angle).over(float64(i + 1))
		}
		if octant == 1 || octant == 2 || octant == 5 || octant == 6 {
			cos, sin = sin, cos
		}
		if octant >= 2 && octant < 6 {
			cos = cos.neg()
		}
		if octant < 4 {
			sin = sin.neg()
		}
		all[e] = preciseComplex{cos, sin}
	}
	return all
}

// forward returns the DFT of x by its definition, rounded once.
func forward(x []complex128) []complex128 {
	roots, all := preciseRoots(len(x)), make([]complex128, len(x))
	for k := range all {
		var sum preciseComplex
		for j, z := range x {
			sum = sum.add(toPrecise(z).mul(roots[j*k%len(x)]))
		}
		all[k] = sum.rounded()
	}
	return all
}

// inverse returns the inverse DFT of x without a factor, rounded once.
func inverse(x []complex128) []complex128 {
	conjugate := make([]complex128, len(x))
	for i, z := range x {
		conjugate[i] = cmplx.Conj(z)
	}
	x = forward(conjugate)
	for i, z := range x {
		x[i] = cmplx.Conj(z)
	}
	return x
}

// Roots have the error of two float64.
func TestPreciseRoots(t *testing.T) {
	const n = 60
	unit := func(a precise) *big.Float {
		return new(big.Float).SetPrec(200).Add(big.NewFloat(a.hi).SetPrec(200), big.NewFloat(a.lo))
	}
	roots := preciseRoots(n)
	for e, w := range roots {
		size := new(big.Float).Mul(unit(w.re), unit(w.re))
		size.Add(size, new(big.Float).Mul(unit(w.im), unit(w.im)))
		off, _ := size.Sub(size, big.NewFloat(1)).Float64()
		require.Less(t, math.Abs(off), 0x1p-100, "size of root %d", e)

		product := roots[1].mul(roots[e]).add(roots[(e+1)%n].mul(toPrecise(-1)))
		require.Less(t, math.Hypot(product.re.hi, product.im.hi), 0x1p-100, "root %d", e)
		require.InDelta(t, math.Cos(2*math.Pi*float64(e)/n), w.re.hi, 1e-15)
		require.InDelta(t, -math.Sin(2*math.Pi*float64(e)/n), w.im.hi, 1e-15)
	}
}
