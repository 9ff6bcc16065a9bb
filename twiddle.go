package wgfft

import (
	"context"
	"fmt"

	"wgfft/plan"
)

// A Twiddle multiplies results between the two steps of the four-step method (Bailey 1990), which computes a transform
// of more points than memory holds in slabs. With w = exp(-2 pi i / Points) it multiplies result point k of
// transform i by
//
//	w^((Row+k) (Column+i))
//
// and by the conjugate in an inverse transform. Transforms are counted in the row-major order of the axes that are not
// transformed, and over all arrays of a batch: column i of an array of rows, or row i. The exponent is exact for all
// numbers.
//
// A transform of N = r c points X[k1 + k2 r], k1 < r and k2 < c, of points x[j1 c + j2] takes two steps:
//
//  1. Transform all columns of the array [r][c] with Points: N. A slab of w columns from column j2 on is a problem of
//     Shape: []int{r, w}, Axes: []int{0} and Column: j2.
//  2. Transform all rows without a twiddle. X[k1 + k2 r] is then in row k1 and column k2.
type Twiddle struct {
	// Points is the number of points N of the whole transform, up to 2^52. 0 means no twiddle.
	Points int64
	// Row is the number of the row of the first result point, Column the number of the first transform. Calls of a
	// plan may have others: see PlanOf.ForwardAt.
	Row, Column int64
}

// WithTwiddle multiplies the results of FFT, FFTN and their inverses by a twiddle. They have one axis then.
func WithTwiddle(t Twiddle) Option { return func(o *options) { o.twiddle = t } }

// check returns an error for numbers out of range. call names the caller.
func (t Twiddle) check(call string) error {
	switch {
	case t.Points < 0 || t.Points > plan.MaxTwiddleOrder:
		return fmt.Errorf("wgfft: %s: Twiddle.Points is %d, want 1 to 2^52, or 0 for no twiddle", call, t.Points)
	case t.Row < 0 || t.Column < 0:
		return fmt.Errorf("wgfft: %s: the twiddle begins at row %d and column %d, want 0 or more: "+
			"add Points to a negative number", call, t.Row, t.Column)
	case t.Points == 0 && t != Twiddle{}:
		return fmt.Errorf("wgfft: %s: Twiddle has Row %d and Column %d without Points: set Twiddle.Points",
			call, t.Row, t.Column)
	}
	return nil
}

// refuse returns an error if there is a twiddle. hint is the way out.
func (t Twiddle) refuse(call, hint string) error {
	if t != (Twiddle{}) {
		return unused(call, "Problem.Twiddle", hint)
	}
	return nil
}

// call returns the parameters of a call.
func (t Twiddle) call() plan.Call { return plan.Call{Row: t.Row, Column: t.Column} }

// ForwardAt is Forward with another place of the twiddle: row and column take the place of Twiddle.Row and
// Twiddle.Column. Calls at all places share the plan's kernels. It returns an error for a plan without a twiddle, and
// for negative numbers.
func (p *PlanOf[C]) ForwardAt(ctx context.Context, dst, src []C, row, column int64) error {
	call, err := p.callAt("ForwardAt", row, column)
	if err != nil {
		return err
	}
	return p.prepared.runForward(ctx, dst, src, call)
}

// InverseAt is Inverse with another place of the twiddle: see ForwardAt.
func (p *PlanOf[C]) InverseAt(ctx context.Context, dst, src []C, row, column int64) error {
	call, err := p.callAt("InverseAt", row, column)
	if err != nil {
		return err
	}
	return p.prepared.runInverse(ctx, dst, src, call)
}

// callAt returns the parameters of a call at a place.
func (p *PlanOf[C]) callAt(name string, row, column int64) (plan.Call, error) {
	t := p.problem.Twiddle
	if t.Points == 0 {
		return plan.Call{}, fmt.Errorf("wgfft: %s: the plan has no twiddle: set Problem.Twiddle", name)
	}
	t.Row, t.Column = row, column
	return t.call(), t.check(name)
}
