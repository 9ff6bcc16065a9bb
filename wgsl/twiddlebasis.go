package wgsl

import (
	"fmt"
	"math/bits"
)

// A stage of radix R reads R-1 twiddles for R points, from tables that are as long as the transform: what comes into the caches for them is as much again as the points, and
// more where a transform fills a workgroup. With few twiddles a butterfly reads those of slots 1, 2, 4 ..., and makes that of slot i of the one of the
// highest power of two in i and the one of the rest (Few = 1); or it reads those of the slots below n and of the multiples of n, and turns point i by that of i mod n and by
// that of the multiple below (Few = n), which takes fewer registers. Products have rounding errors of their own: where they were measured those of results
// rose by 2 to 13 % in one pass, most with Few = 1, and by up to 26 % where several passes or axes have few.
//
// On an NVIDIA H200 16384 points took 0.317 ms with few (0.331 before), 10000 0.327 (0.358), a convolution of 1024 points 0.61 (0.67); twiddles that were constants instead, to see what
// reading them costs, 0.288 and 0.279.

// mostFew is the largest n.
const maxBasis = 8

// reads says whether the twiddle of slot i is read, and else of which two slots it is the product.
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

// multiplied is how many of the twiddles of a butterfly of radix r are products.
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

// turned is the point of slot i turned by its twiddle, where few are read: it writes the twiddle, unless the point is turned twice. w is what the names of the butterfly's
// twiddles begin with, value the one of slot i if it is not a product.
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
