package wgsl

import (
	"math"
	"sync"
)

// A precise is the sum of two float64, which has twice the precision of one (Dekker 1971).
type precise struct{ hi, lo float64 }

// fastSum returns hi + lo for |lo| <= |hi|.
func fastSum(hi, lo float64) precise {
	s := hi + lo
	return precise{s, lo - (s - hi)}
}

func (a precise) add(b precise) precise {
	s := a.hi + b.hi
	v := s - a.hi
	return fastSum(s, (a.hi-(s-v))+(b.hi-v)+a.lo+b.lo)
}

func (a precise) mul(b precise) precise {
	p := a.hi * b.hi
	return fastSum(p, math.FMA(a.hi, b.hi, -p)+a.hi*b.lo+a.lo*b.hi)
}

func (a precise) quo(n float64) precise {
	q := a.hi / n
	return fastSum(q, (math.FMA(-q, n, a.hi)+a.lo)/n)
}

// sincosOctant returns sine and cosine of r/n of an eighth of a turn, by their power series.
func sincosOctant(r, n float64) (sin, cos precise) {
	quarterPi := precise{math.Pi / 4, 3.061616997868383e-17}
	x := quarterPi.mul(precise{hi: r}).quo(n)
	square, one := x.mul(x), precise{hi: 1}
	sin, cos = one, one
	for i := 28.0; i > 0; i -= 2 { // the first term left out is below 2^-107
		next := square.quo(-i * (i + 1)).mul(sin)
		sin = one.add(next)
		cos = one.add(square.quo(-i * (i - 1)).mul(cos))
	}
	return x.mul(sin), cos
}

// rootRests are the differences between the exact real parts of roots of order n, for n up to 64, and those of Root.
var rootRests = sync.OnceValue(func() map[float64]float64 {
	const most = 64
	rests := map[float64]float64{}
	for n := 3; n <= most; n++ {
		for e := range n {
			octant, r := 8*e/n, 8*e%n
			if octant%2 == 1 {
				r = n - r
			}
			sin, cos := sincosOctant(float64(r), float64(n))
			for _, part := range []float64{real(Root(n, e)), imag(Root(n, e))} {
				for _, exact := range []precise{sin, cos, {-sin.hi, -sin.lo}, {-cos.hi, -cos.lo}} {
					if rest := exact.hi - part + exact.lo; math.Abs(rest) < 1e-15 {
						rests[part] = rest
					}
				}
			}
		}
	}
	return rests
})
