package cpu

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// RealForward writes to dst the half spectra of the real row-major arrays of the given shape in
// src, one after the other. It transforms along the given axes, and keeps bins 0 to n/2 on the last
// listed one, of n points. The result is the unscaled sum times scale. Arrays of dst have n/2+1
// bins on that axis, and the given shape otherwise. Bins that are real by symmetry along a single
// axis have an imaginary part of exactly zero.
//
// dst and src share no memory. RealForward looks at ctx as Transform does. If it returns an error,
// the contents of dst are undefined.
func (e *Engine[C, R]) RealForward(
	ctx context.Context, dst []C, src []R, shape, axes []int, scale float64,
) error {
	ctx, err := e.begin(ctx, len(src))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	return e.realTransform(ctx, dst, src, shape, axes, scale)
}

// realTransform is RealForward within a call.
func (e *Engine[C, R]) realTransform(
	ctx context.Context, dst []C, src []R, shape, axes []int, scale float64,
) error {
	h, p, err := e.halves(ctx, src, dst, shape, axes)
	if err != nil {
		return err
	}
	if len(h.rest) == 0 {
		return e.realForward(ctx, dst, src, p, h, factors{scale, 1})
	}
	if scale >= 1 {
		return e.realForward(ctx, dst, src, p, h, factors{1, scale})
	}
	return e.levelledArrays(ctx, src, h.points, func(first, end int, level float64) error {
		spectra := dst[first/h.points*h.halfPoints : end/h.points*h.halfPoints]
		return e.realForward(ctx, spectra, src[first:end], p, h, factors{level, scale / level})
	})
}

// realForward transforms along the halved axis first, and then along the rest.
func (e *Engine[C, R]) realForward(
	ctx context.Context, dst []C, src []R, p *realPlan[C, R], h halfSpectra, by factors,
) error {
	l := lines[C, R, realRows[C, R]]{realRows[C, R]{p, by.first}, dst, src, h.bins, h.n, h.side, &e.spectra, &e.floats}
	if err := l.transform(ctx, &e.team); err != nil || len(h.rest) == 0 {
		return err
	}
	return e.axes(ctx, dst, dst, arrayAxes{h.shape, h.rest}, 1, Ends{Scale: by.last})
}

// RealInverse is the unscaled inverse of RealForward times scale. shape and axes describe the
// real arrays, in dst. src is not written to. The last listed axis comes after the others. Along
// it, the imaginary parts of bin 0 and, for an even length n, of bin n/2 are ignored.
func (e *Engine[C, R]) RealInverse(
	ctx context.Context, dst []R, src []C, shape, axes []int, scale float64,
) error {
	ctx, err := e.begin(ctx, len(dst))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	return e.inverseTransform(ctx, dst, src, shape, axes, scale)
}

// inverseTransform is RealInverse within a call.
func (e *Engine[C, R]) inverseTransform(
	ctx context.Context, dst []R, src []C, shape, axes []int, scale float64,
) error {
	h, p, err := e.halves(ctx, dst, src, shape, axes)
	if err != nil {
		return err
	}
	if len(h.rest) == 0 {
		return e.realLines(ctx, dst, src, p, h, scale)
	}
	if scale >= 1 {
		return e.realInverse(ctx, dst, src, p, h, factors{1, scale})
	}
	return e.levelledArrays(ctx, parts[C, R](src), 2*h.halfPoints, func(first, end int, level float64) error {
		first, end = first/2, end/2
		numbers := dst[first/h.halfPoints*h.points : end/h.halfPoints*h.points]
		return e.realInverse(ctx, numbers, src[first:end], p, h, factors{level, scale / level})
	})
}

// realInverse transforms along the rest of the axes first, a few arrays at a time in scratch memory.
// Then it transforms along the halved axis.
func (e *Engine[C, R]) realInverse(
	ctx context.Context, dst []R, src []C, p *realPlan[C, R], h halfSpectra, by factors,
) error {
	count := max(1, min(len(src)/h.halfPoints, heldPoints/h.halfPoints))
	scratch, err := take[C](ctx, &e.spectra, count*h.halfPoints)
	if err != nil {
		return err
	}
	defer e.spectra.Put(scratch)
	rest := arrayAxes{h.shape, h.rest}
	for len(src) > 0 {
		count = min(count, len(src)/h.halfPoints)
		held := (*scratch)[:count*h.halfPoints]
		if err := e.axes(ctx, held, src[:len(held)], rest, by.first, Ends{Inverse: true, Scale: 1}); err != nil {
			return err
		}
		if err := e.realLines(ctx, dst[:count*h.points], held, p, h, by.last); err != nil {
			return err
		}
		src, dst = src[len(held):], dst[count*h.points:]
	}
	return ContextErr(ctx)
}

// realLines transforms half spectra along the halved axis.
func (e *Engine[C, R]) realLines(
	ctx context.Context, dst []R, src []C, p *realPlan[C, R], h halfSpectra, scale float64,
) error {
	r := complexRows[C, R]{p, scale}
	l := lines[R, C, complexRows[C, R]]{r, dst, src, h.n, h.bins, h.side, &e.floats, &e.spectra}
	return l.transform(ctx, &e.team)
}

// heldPoints is about how many points of several arrays RealInverse holds at a time.
const heldPoints = 1 << 20

// realRows and complexRows are the two directions of a plan.
type (
	realRows[C Complex, R Float] struct {
		*realPlan[C, R]
		scale float64
	}
	complexRows[C Complex, R Float] struct {
		*realPlan[C, R]
		scale float64
	}
)

func (r realRows[C, R]) row(ctx context.Context, dst []C, src []R) error {
	return r.forward(ctx, dst, src, r.scale)
}

func (r complexRows[C, R]) row(ctx context.Context, dst []R, src []C) error {
	return r.inverse(ctx, dst, src, r.scale)
}

// halfSpectra describes real arrays and their half spectra.
type halfSpectra struct {
	n, bins, side int // the last listed axis

	// The other axes of more than one point; if there are any, the shape of the half spectra from
	// the first axis on, and its number of elements.
	rest, shape        []int
	points, halfPoints int
}

// halves checks the arguments and slices of a call. It returns the layout of the arrays and the
// plan of the halved axis.
func (e *Engine[C, R]) halves(
	ctx context.Context, numbers []R, spectra []C, shape, axes []int,
) (halfSpectra, *realPlan[C, R], error) {
	h, err := halves(len(numbers), len(spectra), shape, axes)
	if err != nil {
		return h, nil, err
	}
	if sharesMemory(spectra, numbers) {
		return h, nil, errors.New("cpu: dst and src overlap: pass separate memory")
	}
	p, err := e.reals.get(ctx, h.n)
	return h, p, err
}

// halves checks the real and the complex slice of a call.
func halves(floats, complexes int, shape, axes []int) (h halfSpectra, err error) {
	if len(axes) == 0 {
		return h, errors.New("cpu: no axes, want at least one: the half spectrum is on the last")
	}
	points, err := checkAxes(shape, axes)
	if err != nil {
		return h, err
	}
	last := axes[len(axes)-1]
	h.n, h.side = shape[last], product(shape[last+1:])
	h.bins = h.n/2 + 1
	if floats%points != 0 {
		return h, fmt.Errorf("cpu: slice has %d real points, want a multiple of the %d of one array", floats, points)
	}
	if want := floats / h.n * h.bins; complexes != want {
		return h, fmt.Errorf("cpu: %d complex points for %d real points, want %d: the half spectra", complexes,
			floats, want)
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
