package dft

import (
	"math"
	"math/bits"
)

// Root returns w_n^e for 0 <= e < n. It folds the angle into an eighth of a turn in integers. The
// sine and cosine see no large argument, and the multiples of a quarter turn are exact.
func Root(n, e int) complex128 {
	octant, rest := 8*e/n, 8*e%n // e = (octant + rest/n) n/8
	if octant%2 == 1 {
		rest = n - rest // measured back from the end of the octant
	}
	s, c := math.Sincos(math.Pi / 4 * float64(rest) / float64(n))
	switch octant {
	case 0:
		return complex(c, -s)
	case 1:
		return complex(s, -c)
	case 2:
		return complex(-s, -c)
	case 3:
		return complex(-c, -s)
	case 4:
		return complex(-c, s)
	case 5:
		return complex(-s, c)
	case 6:
		return complex(s, c)
	default:
		return complex(c, s)
	}
}

// ProductRoot returns w_n^(jk) for j, k >= 0. It reduces the exponent in integers of 128 bits.
func ProductRoot(n, j, k int) complex128 {
	hi, lo := bits.Mul64(uint64(j), uint64(k))
	return Root(n, int(bits.Rem64(hi%uint64(n), lo, uint64(n))))
}

// Roots are all roots of an order, as products of two: one for the low bits of the exponent, one
// for the high bits.
type Roots struct {
	bits      int
	low, high []complex128
}

// NewRoots returns the roots of order n.
func NewRoots(n int) Roots {
	t := Roots{}
	for 1<<(2*t.bits) < n {
		t.bits++
	}
	for e := range 1 << t.bits {
		t.low = append(t.low, Root(n, e%n))
	}
	for e := 0; e < n; e += 1 << t.bits {
		t.high = append(t.high, Root(n, e))
	}
	return t
}

// At returns w_n^e for 0 <= e < n.
func (t Roots) At(e int) complex128 { return t.low[e&(1<<t.bits-1)] * t.high[e>>t.bits] }
