package cpu

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	algofft "github.com/cwbudde/algo-fft"
)

// forward makes forward transforms, unscaled, of rows of Len points; dst may be src.
// It is safe for concurrent use. algo-fft's plans are such, and so is what longer rows
// go by here.
type forward[C algofft.Complex] interface {
	Forward(ctx context.Context, dst, src []C) error
	Len() int
}

// whole is a forward transform of a row so long that all goroutines of an engine work
// on it, and that comes out as an inverse one, and scaled, in its last store.
type whole[C algofft.Complex] interface {
	forward[C]
	transform(ctx context.Context, dst, src []C, inverse bool, scale float64) error
	bytes() int64
}

// algo is a plan of algo-fft. A call does not look at its context, so lengths stay below
// mostMixed, or twice that for Rader's convolution.
type algo[C algofft.Complex] struct{ *algofft.Plan[C] }

func (a algo[C]) Forward(_ context.Context, dst, src []C) error { return a.Plan.Forward(dst, src) }

// algo-fft's plans are used up to these numbers of points: a call to one takes a few milliseconds
// at most, and longer ones would be slower than what is here, most of them. One thread of a server
// (Zen 4), ns a point in float32:
//
//	                              algo-fft   here
//	2^16                                 4      6
//	2^17                                14      6
//	2^20                                26      9
//	2^22                                50     11
//	3 2^18                              11     11
//	3 2^19                              16     11
//	2^9 5^5                             10     20
//	2^8 1009                           144     34
//	prime: 33013                        46     24
//	       65537                        60     37
//	       1000003                     208     65
//	       40961 = 5 2^13 + 1           13     35   (Rader's there)
const (
	mostPower     = 1 << 16
	mostMixed     = 1 << 17
	mostMixed32   = 1 << 19 // for multiples of 32, which it is faster at
	mostConvolved = 1 << 15

	// leastFactor is the shortest column of four steps in place of a convolution of all points.
	leastFactor = 16
)

// newForward makes the transform of n points, and tells whether it goes by a
// convolution.
func newForward[C algofft.Complex](ctx context.Context, e *Engine, n int) (f forward[C], convolved bool, err error) {
	defer guard(&err, n)
	switch {
	case isShort(n) && sizeOf[C]() == 16:
		f, _ = any(newShort(n)).(forward[C])
		return f, false, nil
	case byFourSteps(n):
		f, err = newFourStep[C](ctx, e, n)
		return f, false, err
	case byCircle(n):
		f, err = newCircle[C](ctx, e, n)
		return f, true, err
	}
	p, err := algofft.NewPlan[C](n)
	if err != nil {
		return nil, false, fmt.Errorf("cpu: plan of %d points: %w: choose another length", n, err)
	}
	return algo[C]{p}, convolution(p.Algorithm()), nil
}

// byFourSteps tells whether n points go by the four-step method.
func byFourSteps(n int) bool {
	switch {
	case powerOfTwo(n):
		return n > mostPower
	case convolves(n):
		n1, n2 := split(n)
		return n > mostConvolved && n1 >= leastFactor && (n2 <= mostConvolved || !convolves(n2) || byFourSteps(n2))
	case n%32 == 0:
		return n > mostMixed32
	}
	return n > mostMixed
}

// byCircle tells whether n points go by the circular convolution that is made here.
func byCircle(n int) bool {
	return n > mostConvolved && convolves(n) && !byFourSteps(n) && !byRader(n)
}

// convolves tells whether algo-fft v0.8.0 takes n points by a convolution: those with a
// prime factor above 11, and those with a 7 or an 11 and hardly a 2 where Bluestein's
// convolution needs few zeros.
func convolves(n int) bool {
	rest := without(n, 2, 3, 5)
	switch {
	case rest == 1:
		return false
	case without(rest, 7, 11) > 1:
		return true
	}
	return n%8 > 0 && 2<<bits.Len(uint(2*n-2)) < 5*n
}

// byRader tells whether n points are a prime that algo-fft takes by a convolution of a
// good length, and no more than that pays.
func byRader(n int) bool {
	return n <= 2*mostMixed && n%8 == 1 && without(n-1, 2, 3, 5) == 1 && !powerOfTwo(n-1) && big.NewInt(int64(n)).ProbablyPrime(0)
}

// without returns n without these prime factors.
func without(n int, primes ...int) int {
	for _, p := range primes {
		for n > 1 && n%p == 0 {
			n /= p
		}
	}
	return n
}

// part is the transform of n points as a part of a longer one, in the precision that
// the accuracy contract needs.
func part[C algofft.Complex](ctx context.Context, e *Engine, n int) (forward[C], error) {
	if _, single := any(C(0)).(complex64); single {
		p, err := e.plans.get(ctx, n)
		f, _ := any(p).(forward[C])
		return f, err
	}
	f, _, err := newForward[C](ctx, e, n)
	return f, err
}
