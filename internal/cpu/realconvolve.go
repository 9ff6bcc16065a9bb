package cpu

import (
	"context"
	"slices"
)

// byHalves convolves padded arrays of real points through their half spectra, and multiplies them
// by scale.
func (e *Engine[C, R]) byHalves(ctx context.Context, scratch []R, f *Filter[C], scale float64) error {
	h := f.halves()
	box, err := take[C](ctx, &e.spectra, len(scratch)/f.points[h.last]*h.shape[h.last])
	if err != nil {
		return err
	}
	defer e.spectra.Put(box)
	spectra := *box
	h.few = len(h.rest) > 0 && len(spectra) == product(h.shape)
	if err := e.realThere(ctx, spectra, scratch, f, h); err != nil {
		return err
	}
	if err := e.multiply(ctx, spectra, f); err != nil {
		return err
	}
	return e.realBack(ctx, scratch, spectra, f, h, scale)
}

// filterHalves describes how a filter applies to half spectra: it is halved along its last axis,
// and whole along the others.
type filterHalves struct {
	last  int
	rest  []int
	shape []int

	// few is set for a single array with several axes. It is zero after its own rows along the
	// first axis. These zero rows are skipped until the first axis is transformed, after all other
	// axes. The inverse skips the rows that are not part of the result.
	few bool
}

func (f *Filter[C]) halves() filterHalves {
	last := len(f.axes) - 1
	h := filterHalves{last: f.axes[last], rest: f.axes[:last], shape: slices.Clone(f.points)}
	h.shape[h.last] = h.shape[h.last]/2 + 1
	return h
}

// realThere makes half spectra from arrays.
func (e *Engine[C, R]) realThere(ctx context.Context, spectra []C, scratch []R, f *Filter[C],
	h filterHalves) error {
	if !h.few {
		return e.realTransform(ctx, spectra, scratch, f.points, f.axes, 1)
	}
	x, z, points := firstRows(h, scratch, spectra, f, f.shape[0])
	if err := e.realTransform(ctx, z, x, points, f.axes[1:], 1); err != nil {
		return err
	}
	if err := clearAll(ctx, spectra[len(z):]); err != nil {
		return err
	}
	n, side := arrayAxes{shape: h.shape}.line(0)
	return e.axis(ctx, spectra, spectra, n, side, Ends{Scale: 1})
}

// realBack makes arrays from half spectra, and overwrites the half spectra.
func (e *Engine[C, R]) realBack(
	ctx context.Context, scratch []R, spectra []C, f *Filter[C], h filterHalves, scale float64,
) error {
	x, z, points, shape, rest := scratch, spectra, f.points, h.shape, h.rest
	if h.few {
		n, side := arrayAxes{shape: h.shape}.line(0)
		if err := e.axis(ctx, spectra, spectra, n, side, Ends{Inverse: true, Scale: 1}); err != nil {
			return err
		}
		x, z, points = firstRows(h, scratch, spectra, f, f.result[0])
		shape, rest = append(points[:1:1], h.shape[1:]...), h.rest[1:]
	}
	if len(rest) > 0 {
		if err := e.axes(ctx, z, z, arrayAxes{shape, rest}, 1, Ends{Inverse: true, Scale: 1}); err != nil {
			return err
		}
	}
	return e.inverseTransform(ctx, x, z, points, []int{h.last}, scale)
}

// firstRows returns the first rows of a single array and of its half spectrum, and their shape.
func firstRows[C Complex, R Float](h filterHalves, scratch []R, spectra []C, f *Filter[C],
	rows int) ([]R, []C, []int) {
	return scratch[:len(scratch)/f.points[0]*rows], spectra[:len(spectra)/h.shape[0]*rows], append([]int{rows},
		f.points[1:]...)
}
