package cpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// TransformAxes writes to dst the transforms of the row-major arrays of the given shape in src, one
// after the other, along the given axes. Each is the unscaled sum times scale. Everything else is
// as in Transform.
func (e *Engine[C, R]) TransformAxes(
	ctx context.Context, dst, src []C, shape, axes []int, inverse bool, scale float64,
) error {
	if len(axes) == 1 && axes[0] == len(shape)-1 {
		return e.Transform(ctx, dst, src, shape[axes[0]], inverse, scale)
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
	if scale >= 1 || len(axes) < 2 {
		return e.axes(ctx, dst, src, shape, axes, inverse, 1, scale)
	}
	return e.levelledArrays(ctx, parts[C, R](src), 2*points, func(first, end int, level float64) error {
		first, end = first/2, end/2
		return e.axes(ctx, dst[first:end], src[first:end], shape, axes, inverse, level, scale/level)
	})
}

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

// axes transforms along the given axes, the last first, and multiplies by first on the first
// axis it takes and by last on the last.
func (e *Engine[C, R]) axes(
	ctx context.Context, dst, src []C, shape, axes []int, inverse bool, first, last float64,
) error {
	if len(axes) == 0 {
		return e.transform(ctx, dst, src, 1, inverse, first*last)
	}
	factor := first
	for i := len(axes) - 1; i >= 0; i-- {
		if i == 0 {
			factor *= last
		}
		if err := e.axis(ctx, dst, src, shape, axes[i], inverse, factor); err != nil {
			return err
		}
		src, factor = dst, 1
	}
	return nil
}

// axis transforms along one axis.
func (e *Engine[C, R]) axis(
	ctx context.Context, dst, src []C, shape []int, axis int, inverse bool, scale float64,
) error {
	n, side := shape[axis], 1
	for _, d := range shape[axis+1:] {
		side *= d
	}
	if side == 1 {
		return e.transform(ctx, dst, src, n, inverse, scale)
	}
	p, err := e.plans.get(ctx, n)
	if err != nil {
		return err
	}
	w := work[C, R]{plan: p, dst: dst, src: src, inverse: inverse, scale: scale, side: side, pool: &e.spectra}
	return w.transform(ctx, e)
}

// columns transforms the columns between first and end: in place if they are short, and by way of
// contiguous rows otherwise.
func (w work[C, R]) columns(ctx context.Context, first, end int) error {
	n := w.plan.n
	if w.plan.short != nil && n <= maxDirect {
		w.shortColumns(first, end)
		return nil
	}
	scratch, err := take[C](ctx, w.pool, (n+rowPadding)*(end-first))
	if err != nil {
		return err
	}
	defer w.pool.Put(scratch)
	if err := gather(ctx, *scratch, w.src, first, end, n, w.side); err != nil {
		return err
	}
	if err := w.plan.rows(ctx, *scratch, *scratch, n+rowPadding, w.inverse, w.scale); err != nil {
		return err
	}
	return scatter(ctx, w.dst, *scratch, first, end, n, w.side)
}

// shortColumns transforms the columns between first and end in place.
func (w work[C, R]) shortColumns(first, end int) {
	for first < end {
		next := min(end, (first/w.side+1)*w.side) // the end of the columns of this array
		at := first/w.side*w.side*w.plan.n + first%w.side
		transformShort(w.plan.short, w.dst[at:], w.src[at:], next-first, 1, w.side, w.inverse, w.scale)
		first = next
	}
}
