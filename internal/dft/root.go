package dft

import (
	"math/bits"

	"wgfft/internal/doubledouble"
)

// Root returns w_n^e for 0 <= e < n.
func Root(n, e int) complex128 { return doubledouble.Root64(n, e) }

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
