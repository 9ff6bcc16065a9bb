package cpu

import (
	"context"
	"fmt"
	"math/bits"

	"wgfft/internal/cpu/rows"
)

// forward makes forward transforms, unscaled, of rows of Len points; dst may be src. It is safe for
// concurrent use. Plans of algo-fft and the algorithms for longer rows implement it.
type forward[C rows.Complex] interface {
	Forward(ctx context.Context, dst, src []C) error
	Len() int
}

// whole is a forward transform of a long row. All goroutines of an engine work on one row, and the
// last store can scale it or turn it into an inverse transform.
type whole[C rows.Complex] interface {
	forward[C]
	transform(ctx context.Context, dst, src []C, inverse bool, scale float64) error
	bytes() int64
}

// inverter is a transform with an inverse that divides by the number of points.
type inverter[C rows.Complex] interface{ Inverse(dst, src []C) error }

// algo is a plan of algo-fft. A call does not look at its context, so lengths stay below maxMixed,
// or twice that for Rader's convolution.
type algo[C rows.Complex] struct{ *rows.Plan[C] }

func (a algo[C]) Forward(_ context.Context, dst, src []C) error { return a.Plan.Forward(dst, src) }

// Plans of algo-fft are used up to these numbers of points. A call to one takes a few milliseconds
// at most, and for most longer rows the algorithms here are faster.
const (
	maxPower     = 1 << 16
	maxMixed     = 1 << 17
	maxMixed32   = 1 << 19 // for multiples of 32, at which algo-fft is faster
	maxConvolved = 1 << 15

	// leastFactor is the shortest column for which the four-step method is preferred to a
	// convolution of all points.
	leastFactor = 16
)

// maker makes the transforms of one precision for an engine.
type maker[C rows.Complex] struct {
	*team
	// part returns the transform of n points as a part of a longer transform.
	part func(ctx context.Context, n int) (forward[C], error)
	// isExact is set for an engine in double precision, where complex128 must meet the accuracy contract.
	// It is false for complex128 in an engine in single precision, because the results are rounded to
	// complex64.
	isExact bool
}

// maker makes transforms in the precision of the engine. Their parts are plans from its cache.
func (e *Engine[C, R]) maker() maker[C] {
	return maker[C]{&e.team, func(ctx context.Context, n int) (forward[C], error) { return e.plans.get(ctx, n) },
		isDouble[C]()}
}

// wideMaker makes transforms in float64 for an engine in single precision.
func (e *Engine[C, R]) wideMaker() maker[complex128] {
	m := maker[complex128]{team: &e.team}
	m.part = func(ctx context.Context, n int) (forward[complex128], error) {
		f, _, err := newForward(ctx, m, n)
		return f, err
	}
	return m
}

// isDouble reports whether C is complex128.
func isDouble[C rows.Complex]() bool { return sizeOf[C]() == 16 }

// newForward makes the transform of n points, and reports whether it uses a convolution.
func newForward[C rows.Complex](ctx context.Context, m maker[C], n int) (f forward[C], convolved bool, err error) {
	defer guard(&err, n)
	if m.isExact {
		return newExact(ctx, m, n)
	}
	switch {
	case isShort(n) && isDouble[C]():
		f, _ = any(newShort(n, plainRoot)).(forward[C])
		return f, false, nil
	case isFourStep(n):
		f, err = newFourStep(ctx, m, n)
		return f, false, err
	case isCircle(n):
		f, err = newCircle(ctx, m, n)
		return f, true, err
	}
	return newAlgo[C](n)
}

// newAlgo makes algo-fft's transform of n points, and reports whether it uses a convolution.
func newAlgo[C rows.Complex](n int) (f forward[C], convolved bool, err error) {
	p, err := rows.NewPlan[C](n)
	if err != nil {
		return nil, false, fmt.Errorf("cpu: plan of %d points: %w: choose another length", n, err)
	}
	return algo[C]{p}, isConvolution(p.Algorithm()), nil
}

// isFourStep reports whether n points are transformed by the four-step method.
func isFourStep(n int) bool {
	switch {
	case isPowerOfTwo(n):
		return n > maxPower
	case isConvolved(n):
		n1, n2 := split(n)
		return n > maxConvolved && n1 >= leastFactor && (n2 <= maxConvolved || !isConvolved(n2) || isFourStep(n2))
	case n%32 == 0:
		return n > maxMixed32
	}
	return n > maxMixed
}

// isCircle reports whether n points are transformed by the circular convolution of this package.
func isCircle(n int) bool {
	return n > maxConvolved && isConvolved(n) && !isFourStep(n) && !isRader(n)
}

// isConvolved reports whether algo-fft v0.8.0 transforms n points by a convolution. It does for
// lengths with a prime factor above 11. It also does for lengths with a factor 7 or 11 and few
// factors 2, if Bluestein's convolution needs few zeros.
func isConvolved(n int) bool {
	rest := without(n, 2, 3, 5)
	switch {
	case rest == 1:
		return false
	case without(rest, 7, 11) > 1:
		return true
	}
	return n%8 > 0 && 2<<bits.Len(uint(2*n-2)) < 5*n
}

// isRader reports whether n is a prime that algo-fft transforms by a convolution of a fast length,
// and is short enough for that.
func isRader(n int) bool {
	return n <= 2*maxMixed && n%8 == 1 && without(n-1, 2, 3, 5) == 1 && !isPowerOfTwo(n-1) &&
		isPrime(n)
}

// isPrime reports whether n > 1 is a prime number.
func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return true
}

// without returns n without the given prime factors.
func without(n int, primes ...int) int {
	for _, p := range primes {
		for n > 1 && n%p == 0 {
			n /= p
		}
	}
	return n
}
