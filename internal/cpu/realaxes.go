package cpu

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// RealForward writes to dst the half spectra of the real row-major arrays of the
// given shape in src, one after the other: the transforms along the given axes, of
// which bins 0 to n/2 are kept on the last listed one, of n points; the unscaled
// sums times scale. Arrays of dst have that many bins on that axis, and are of the
// same shape otherwise. Bins that are real by symmetry along a single axis have an
// imaginary part of exactly zero.
//
// dst and src share no memory. It looks at ctx as Transform does; where it returns
// an error, the contents of dst are undefined.
func (e *Engine) RealForward(
	ctx context.Context, dst []complex64, src []float32, shape, axes []int, scale float64,
) error {
	h, p, err := e.halves(ctx, src, dst, shape, axes)
	if err != nil {
		return err
	}
	if len(h.rest) == 0 {
		return e.realForward(ctx, dst, src, p, h, scale, 1)
	}
	if scale >= 1 {
		return e.realForward(ctx, dst, src, p, h, 1, scale)
	}
	return e.levelledArrays(ctx, src, h.points, func(first, end int, level float64) error {
		spectra := dst[first/h.points*h.halfPoints : end/h.points*h.halfPoints]
		return e.realForward(ctx, spectra, src[first:end], p, h, level, scale/level)
	})
}

// realForward transforms along the halved axis, with the factor first, and then along the
// rest, with the factor last.
func (e *Engine) realForward(
	ctx context.Context, dst []complex64, src []float32, p *realPlan, h halfSpectra, first, last float64,
) error {
	l := lines[complex64, float32, realRows]{realRows{p, first}, dst, src, h.bins, h.n, h.side, &e.spectra, &e.floats}
	if err := l.transform(ctx, e); err != nil || len(h.rest) == 0 {
		return err
	}
	return e.axes(ctx, dst, dst, h.shape, h.rest, false, 1, last)
}

// RealInverse is the unscaled inverse of RealForward times scale: shape and axes are
// those of the real arrays, in dst. src is not written to. Along the last listed
// axis, which comes after the others, the imaginary parts of bin 0 and, for an even
// length n, of bin n/2 are ignored.
func (e *Engine) RealInverse(
	ctx context.Context, dst []float32, src []complex64, shape, axes []int, scale float64,
) error {
	h, p, err := e.halves(ctx, dst, src, shape, axes)
	if err != nil {
		return err
	}
	if len(h.rest) == 0 {
		return e.realLines(ctx, dst, src, p, h, scale)
	}
	if scale >= 1 {
		return e.realInverse(ctx, dst, src, p, h, 1, scale)
	}
	return e.levelledArrays(ctx, parts(src), 2*h.halfPoints, func(first, end int, level float64) error {
		first, end = first/2, end/2
		numbers := dst[first/h.halfPoints*h.points : end/h.halfPoints*h.points]
		return e.realInverse(ctx, numbers, src[first:end], p, h, level, scale/level)
	})
}

// realInverse transforms along the rest of the axes, with the factor first, a few arrays at a
// time in a room of their own, and then along the halved axis, with the factor last.
func (e *Engine) realInverse(
	ctx context.Context, dst []float32, src []complex64, p *realPlan, h halfSpectra, first, last float64,
) error {
	count := max(1, min(len(src)/h.halfPoints, heldPoints/h.halfPoints))
	room, err := take[complex64](ctx, &e.spectra, count*h.halfPoints)
	if err != nil {
		return err
	}
	defer e.spectra.Put(room)
	for len(src) > 0 {
		count = min(count, len(src)/h.halfPoints)
		held := (*room)[:count*h.halfPoints]
		if err := e.axes(ctx, held, src[:len(held)], h.shape, h.rest, true, first, 1); err != nil {
			return err
		}
		if err := e.realLines(ctx, dst[:count*h.points], held, p, h, last); err != nil {
			return err
		}
		src, dst = src[len(held):], dst[count*h.points:]
	}
	return ContextErr(ctx)
}

// realLines transforms half spectra along the halved axis.
func (e *Engine) realLines(
	ctx context.Context, dst []float32, src []complex64, p *realPlan, h halfSpectra, scale float64,
) error {
	r := complexRows{p, scale}
	l := lines[float32, complex64, complexRows]{r, dst, src, h.n, h.bins, h.side, &e.floats, &e.spectra}
	return l.transform(ctx, e)
}

// heldPoints is about how many points of several arrays RealInverse holds at a time.
const heldPoints = 1 << 20

// realRows and complexRows are the two directions of a plan.
type (
	realRows struct {
		*realPlan
		scale float64
	}
	complexRows struct {
		*realPlan
		scale float64
	}
)

func (r realRows) row(ctx context.Context, dst []complex64, src []float32) error {
	return r.forward(ctx, dst, src, r.scale)
}

func (r complexRows) row(ctx context.Context, dst []float32, src []complex64) error {
	return r.inverse(ctx, dst, src, r.scale)
}

// halfSpectra are real arrays and their half spectra.
type halfSpectra struct {
	n, bins, side int // the last listed axis

	// The other axes of more than one point; and where there are any, the shape of
	// the half spectra, from the first axis of all on, and what it holds.
	rest, shape        []int
	points, halfPoints int
}

// halves checks the numbers and the half spectra of a call, and returns how they lie
// and the plan of the axis that is halved.
func (e *Engine) halves(
	ctx context.Context, numbers []float32, spectra []complex64, shape, axes []int,
) (halfSpectra, *realPlan, error) {
	h, err := halves(len(numbers), len(spectra), shape, axes)
	if err != nil {
		return h, nil, err
	}
	if common(spectra, numbers) {
		return h, nil, errors.New("cpu: dst and src overlap: pass separate memory")
	}
	p, err := e.reals.get(ctx, h.n)
	return h, p, err
}

// halves checks the real and the complex slice of a call.
func halves(floats, complexes int, shape, axes []int) (h halfSpectra, err error) {
	if len(axes) == 0 {
		return h, errors.New("cpu: no axes: the half spectrum is on the last of at least one")
	}
	points, err := checkAxes(shape, axes)
	if err != nil {
		return h, err
	}
	last := axes[len(axes)-1]
	h.n, h.side = shape[last], product(shape[last+1:])
	h.bins = h.n/2 + 1
	if floats%points != 0 {
		return h, fmt.Errorf("cpu: %d real points: arrays of %d need a multiple of that", floats, points)
	}
	if want := floats / h.n * h.bins; complexes != want {
		return h, fmt.Errorf("cpu: %d complex points for %d real ones: %d make the half spectra", complexes, floats, want)
	}
	first := slices.Min(axes)
	for _, axis := range axes[:len(axes)-1] {
		if shape[axis] > 1 {
			h.rest = append(h.rest, axis-first)
		}
	}
	if len(h.rest) > 0 {
		h.shape = slices.Clone(shape[first:])
		h.points = product(h.shape)
		h.shape[last-first] = h.bins
		h.halfPoints = product(h.shape)
	}
	return h, nil
}
