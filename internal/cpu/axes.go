package cpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// TransformAxes writes to dst the transforms of the row-major arrays of the given shape in src, one
// after the other, along the given axes. Each is the unscaled sum times the scale of ends. Everything
// else is as in Transform.
func (e *Engine[C, R]) TransformAxes(ctx context.Context, dst, src []C, shape, axes []int, ends Ends) error {
	if len(axes) == 1 && axes[0] == len(shape)-1 {
		return e.transformRows(ctx, dst, src, shape[axes[0]], ends)
	}
	points := 1
	for _, n := range shape {
		if n < 1 {
			return fmt.Errorf("cpu: length is %d, want at least 1", n)
		}
		points *= n
	}
	switch {
	case len(dst) != len(src):
		return fmt.Errorf("cpu: dst has %d points, want %d as src has", len(dst), len(src))
	case len(src)%points != 0:
		return fmt.Errorf("cpu: slice has %d points, want a multiple of the %d of one array", len(src), points)
	case overlap(dst, src):
		return errors.New("cpu: dst and src overlap: pass the same slice or separate memory")
	}
	ctx, err := e.begin(ctx, len(src))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	a := arrayAxes{shape, axes}
	if ends.Scale >= 1 || len(axes) < 2 {
		return e.axes(ctx, dst, src, a, 1, ends)
	}
	return e.levelledArrays(ctx, parts[C, R](src), 2*points, func(first, end int, level float64) error {
		first, end = first/2, end/2
		return e.axes(ctx, dst[first:end], src[first:end], a, level, ends.dividedBy(level))
	})
}

// arrayAxes are axes of row-major arrays of a shape.
type arrayAxes struct{ shape, axes []int }

// line returns the points of the lines along an axis, and how many lines lie side by side.
func (a arrayAxes) line(axis int) (n, side int) { return a.shape[axis], product(a.shape[axis+1:]) }

// factors are the factors of the transforms of arrays along several axes. A transform along a single axis has their
// product.
type factors struct{ first, last float64 } // along the axis that is taken first, and last

// levelledArrays calls do for the arrays of a transform along several axes, such that no sum
// overflows between the axes. The transform divides its sums at the end. do transforms the arrays
// of size values between first and end. It multiplies by level on the first axis and divides by it
// on the last.
//
// levelledArrays makes one call with level 1, or one call for each array if some value is large.
func (e *Engine[C, R]) levelledArrays(
	ctx context.Context, x []R, size int, do func(first, end int, level float64) error,
) error {
	level, err := levelOf(ctx, &e.team, x)
	if err != nil {
		return err
	}
	if level >= 1 {
		return do(0, len(x), 1)
	}
	for at := 0; at < len(x); at += size {
		if level, err = levelOf(ctx, &e.team, x[at:at+size]); err != nil {
			return err
		}
		if level < 1 { // the smallest power of two that the sum of all values allows, to keep the bits of small values
			level = math.Ldexp(1, -bits.Len(uint(size)))
		}
		if err := do(at, at+size, min(level, 1)); err != nil {
			return err
		}
	}
	return nil
}

// axes transforms along all axes, the last one first. It multiplies by first along the axis it takes first, and by
// the scale of ends along the axis it takes last.
func (e *Engine[C, R]) axes(ctx context.Context, dst, src []C, a arrayAxes, first float64, ends Ends) error {
	if len(a.axes) == 0 {
		return e.transform(ctx, dst, src, 1, Ends{Inverse: ends.Inverse, Scale: first * ends.Scale})
	}
	scale := ends.Scale
	ends.Scale = first
	for i := len(a.axes) - 1; i >= 0; i-- {
		if i == 0 {
			ends.Scale *= scale
		}
		n, side := a.line(a.axes[i])
		if err := e.axis(ctx, dst, src, n, side, ends); err != nil {
			return err
		}
		src, ends.Scale = dst, 1
	}
	return nil
}

// axis transforms along an axis of n points, where side lines lie side by side.
func (e *Engine[C, R]) axis(ctx context.Context, dst, src []C, n, side int, ends Ends) error {
	if side == 1 {
		return e.transform(ctx, dst, src, n, ends)
	}
	p, err := e.plans.get(ctx, n)
	if err != nil {
		return err
	}
	w := work[C, R]{plan: p, dst: dst, src: src, Ends: ends, side: side, pool: &e.spectra}
	return w.transform(ctx, e)
}

// columns transforms the columns between first and end: in place if they are short, and by way of
// contiguous rows otherwise.
func (w *work[C, R]) columns(ctx context.Context, first, end int) error {
	n := w.plan.n
	if w.plan.short != nil && n <= maxDirect && w.Ops == nil {
		w.shortColumns(first, end)
		return nil
	}
	scratch, err := take[C](ctx, w.pool, (n+rowPadding)*(end-first))
	if err != nil {
		return err
	}
	defer w.pool.Put(scratch)
	if err := gather(ctx, *scratch, w.src, columns{first, end, n, w.side}); err != nil {
		return err
	}
	if w.Ops != nil {
		err = w.withOps(ctx, *scratch, *scratch, n+rowPadding, first)
	} else {
		err = w.plan.rows(ctx, *scratch, *scratch, n+rowPadding, w.Inverse, w.Scale)
	}
	if err != nil {
		return err
	}
	return scatter(ctx, w.dst, *scratch, columns{first, end, n, w.side})
}

// shortColumns transforms the columns between first and end in place.
func (w *work[C, R]) shortColumns(first, end int) {
	for first < end {
		next := min(end, (first/w.side+1)*w.side) // the end of the columns of this array
		at := first/w.side*w.side*w.plan.n + first%w.side
		transformShort(w.plan.short, w.dst[at:], w.src[at:], shortRows{next - first, 1, w.side}, w.Inverse, w.Scale)
		first = next
	}
}
