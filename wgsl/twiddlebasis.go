package wgsl

import (
	"fmt"
	"math/bits"
)

// A stage of radix R needs R-1 twiddles w^i for R points. A kernel with a twiddle basis reads some
// of them and multiplies for the others, because tables compete with the data for the caches:
//
//	TwiddleBasis = 1: read w, w^2, w^4, ...; w^i = w^(2^b) w^(i - 2^b), 2^b the highest power of two in i
//	TwiddleBasis = n: read w^i for i < n and for i a multiple of n; w^i = w^(i mod n) w^(i - i mod n)
//
// With n > 1 a point is multiplied twice, which needs fewer registers. Each product adds a rounding error.

// maxBasis is the largest TwiddleBasis.
const maxBasis = 8

// inBasis reports whether the twiddle of slot i is read. If it is not, it is the product of the
// twiddles of slots a and b.
func (k *Kernel) inBasis(i int) (read bool, a, b int) {
	n := int(k.TwiddleBasis)
	switch {
	case n == 0:
		return true, 0, 0
	case n == 1:
		a = 1 << (bits.Len(uint(i)) - 1)
	default:
		a = i / n * n
	}
	return a == i || a == 0, a, i - a
}

// productTwiddles is the number of twiddles of a butterfly of radix r that are products.
func (k *Kernel) productTwiddles(r int) int {
	if k.TwiddleBasis == 0 {
		return 0
	}
	count := 0
	for i := 1; i < r; i++ {
		if read, _, _ := k.inBasis(i); !read {
			count++
		}
	}
	return count
}

// twiddled returns the WGSL of v multiplied by the twiddle of slot i. It writes the twiddle as
// variable w_i if other twiddles depend on it. The parameter value is the WGSL of the twiddle if it
// is in the basis.
func (e *emitter) twiddled(v, w string, i int, value string) string {
	read, a, b := e.k.inBasis(i)
	switch {
	case read && e.k.TwiddleBasis == 0 && !e.k.ShareTwiddles:
		return fmt.Sprintf("cmul(%s, %s)", v, value)
	case read:
		e.line("let %s_%d = %s;", w, i, value)
	case e.k.TwiddleBasis == 1:
		e.line("let %s_%d = cmul(%s_%d, %s_%d);", w, i, w, a, w, b)
	default:
		return fmt.Sprintf("cmul(cmul(%s, %s_%d), %s_%d)", v, w, b, w, a)
	}
	return fmt.Sprintf("cmul(%s, %s_%d)", v, w, i)
}
