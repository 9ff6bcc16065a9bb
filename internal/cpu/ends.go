package cpu

import (
	"context"

	"wgfft/internal/transforms"
)

// Ends are what a transform of complex points does on load and on store, apart from its sums.
type Ends struct {
	Inverse bool
	Scale   float64            // the factor of the results
	Ops     *transforms.RowOps // of the rows along each axis; nil for none
}

// dividedBy returns e with the scale divided by a level.
func (e Ends) dividedBy(level float64) Ends {
	e.Scale /= level
	return e
}

// opPoints is the number of points of the rows that are transformed and multiplied together. They stay in the L1 cache.
const opPoints = 1 << 11

// withOps transforms rows that begin every given number of points, with their ops on load and on store. first is the
// number of the first row.
func (w *work[C, R]) withOps(ctx context.Context, dst, src []C, every, first int) error {
	count, watch := max(1, opPoints/every), pace{ctx: ctx}
	for at := 0; at < len(src); at += count * every {
		end := min(at+count*every, len(src))
		if err := w.group(ctx, dst[at:end], src[at:end], every, first+at/every); err != nil {
			return err
		}
		if err := watch.step(end - at); err != nil {
			return err
		}
	}
	return nil
}

// group is withOps for few rows.
func (w *work[C, R]) group(ctx context.Context, dst, src []C, every, first int) error {
	if len(w.Ops.Load) > 0 {
		if &dst[0] != &src[0] {
			err := Pieces(ctx, len(src), func(first, end int) { copy(dst[first:end], src[first:end]) })
			if err != nil {
				return err
			}
			src = dst
		}
		if err := w.apply(ctx, w.Ops.Load, dst, every, first); err != nil {
			return err
		}
	}
	if err := w.plan.rows(ctx, dst, src, every, w.Inverse, w.Scale); err != nil {
		return err
	}
	return w.apply(ctx, w.Ops.Store, dst, every, first)
}

// apply applies ops to rows that begin every given number of points. first is the number of the first row.
func (w *work[C, R]) apply(ctx context.Context, ops []transforms.RowOp, points []C, every, first int) error {
	n, watch := w.plan.n, pace{ctx: ctx}
	for at := 0; at < len(points); at += every {
		row, place := points[at:at+n], transforms.RowPlace{Row: first + at/every, Points: n}
		for _, op := range ops {
			if n <= blockPoints {
				applyOp(op, row, place)
				continue
			}
			err := w.plan.team.blocks(ctx, n, func(first, end int) {
				applyOp(op, row[first:end], transforms.RowPlace{Row: place.Row, First: first, Points: n})
			})
			if err != nil {
				return err
			}
		}
		if err := watch.step(n); err != nil {
			return err
		}
	}
	return nil
}

// applyOp applies an op to points of a row.
func applyOp[C Complex](op transforms.RowOp, points []C, at transforms.RowPlace) {
	switch points := any(points).(type) {
	case []complex64:
		op.SingleRow(points, at)
	case []complex128:
		op.DoubleRow(points, at)
	}
}
