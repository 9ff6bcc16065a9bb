package cpu

import (
	"context"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/dft"
)

const (
	// maxExactPower is the longest power of two that is transformed in one piece in float64. Longer
	// ones take the four-step method.
	maxExactPower = 1 << 15

	// maxPasses is the largest number of points of radixStep and short. Longer rows take the four-step
	// method if their factors allow it.
	maxPasses = 1 << 15
)

// method is an algorithm of a transform in double precision.
type method uint8

const (
	library     method = iota // algo-fft, see newPower
	passes                    // short
	steps                     // radixStep
	fourSteps                 // fourStep
	convolution               // circle
)

// exactMethod returns the algorithm of n points that meets the accuracy contract in double precision.
func exactMethod(n int) method {
	switch {
	case n < 4:
		return passes
	case isPowerOfTwo(n) && n <= maxExactPower:
		return library
	case stepRadix(n) > 0 && n <= maxPasses:
		return steps
	case isSmooth(n) && n <= maxPasses:
		return passes
	}
	if n1, n2 := split(n); n > maxPasses && n1 >= leastFactor && (isSmooth(n) || n2 <= maxConvolved || isFourStep(n2)) {
		return fourSteps
	}
	if isSmooth(n) {
		return passes
	}
	return convolution
}

// newExact makes the transform of n points in double precision, and reports whether it uses a
// convolution.
func newExact[C rows.Complex](ctx context.Context, m maker[C], n int) (f forward[C], convolved bool, err error) {
	switch exactMethod(n) {
	case library:
		power, err := newPower(n)
		f, _ = any(power).(forward[C])
		return f, false, err
	case steps:
		step, err := newRadixStep(ctx, n)
		f, _ = any(step).(forward[C])
		return f, false, err
	case fourSteps:
		f, err = newFourStep(ctx, m, n)
		return f, false, err
	case convolution:
		f, err = newCircle(ctx, m, n)
		return f, true, err
	}
	f, _ = any(newShort(n, dft.Root)).(forward[C])
	return f, false, nil
}

// makeExact makes the transform of a plan in double precision.
func (p *plan[C, R]) makeExact(ctx context.Context, e *Engine[C, R]) (err error) {
	if exactMethod(p.n) == passes {
		p.short = newShort(p.n, dft.Root)
		return nil
	}
	p.plain, p.convolved, err = newForward(ctx, e.maker(), p.n)
	return err
}
