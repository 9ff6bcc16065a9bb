package cpu

import (
	"context"
	"errors"
	"fmt"
)

// TransformAxes writes to dst the transforms of the row-major arrays of the given
// shape in src, one after the other, along the given axes: the unscaled sums
// times scale. In all else it is like Transform.
func (e *Engine) TransformAxes(ctx context.Context, dst, src []complex64, shape, axes []int, inverse bool, scale float64) error {
	if len(axes) == 1 && axes[0] == len(shape)-1 {
		return e.Transform(ctx, dst, src, shape[axes[0]], inverse, scale)
	}
	points := 1
	for _, n := range shape {
		if n < 1 {
			return fmt.Errorf("cpu: length %d: a transform needs at least one point", n)
		}
		points *= n
	}
	switch {
	case len(dst) != len(src):
		return fmt.Errorf("cpu: dst has %d points, src %d: they need the same length", len(dst), len(src))
	case len(src)%points != 0:
		return fmt.Errorf("cpu: %d points: arrays of %d need a multiple of that", len(src), points)
	case overlap(dst, src):
		return errors.New("cpu: dst and src overlap: pass the same slice or separate memory")
	}
	// The factor goes with the last of the transforms.
	left := len(axes)
	from := src
	for i := range axes {
		axis := axes[len(axes)-1-i] // the last first
		left--
		factor := 1.0
		if left == 0 {
			factor = scale
		}
		if err := e.axis(ctx, dst, from, shape, axis, inverse, factor); err != nil {
			return err
		}
		from = dst
	}
	if len(axes) == 0 {
		return e.Transform(ctx, dst, src, 1, inverse, scale)
	}
	return nil
}

// axis transforms along one axis.
func (e *Engine) axis(ctx context.Context, dst, src []complex64, shape []int, axis int, inverse bool, scale float64) error {
	n, side := shape[axis], 1
	for _, d := range shape[axis+1:] {
		side *= d
	}
	if side == 1 {
		return e.Transform(ctx, dst, src, n, inverse, scale)
	}
	p, err := e.plans.get(n)
	if err != nil {
		return err
	}
	w := work{plan: p, dst: dst, src: src, inverse: inverse, scale: scale, side: side, rooms: &e.spectra}
	return e.share(ctx, len(src), w.block(), w.run)
}

// columns transforms the block of columns that begins at column number first,
// by way of rows of their own.
func (w work) columns(first, end int) error {
	n := w.plan.n
	room := take[complex64](w.rooms, (n+apart)*(end-first))
	defer w.rooms.Put(room)
	gather(*room, w.src, first, end, n, w.side)
	if err := w.plan.rows(*room, *room, n+apart, w.inverse, w.scale); err != nil {
		return err
	}
	scatter(w.dst, *room, first, end, n, w.side)
	return nil
}
