package verify

import (
	"context"
	"math/rand/v2"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// A Real is a pair of transforms of arrays of real numbers: to half spectra and back.
type Real[S ref.Real, D ref.Complex] struct {
	Forward func(ctx context.Context, dst []D, src []S) error
	Inverse func(ctx context.Context, dst []S, src []D) error
}

// A Trig computes sine or cosine transforms of arrays from src to dst, which may be src.
type Trig[S ref.Real] func(ctx context.Context, dst, src []S, inverse bool) error

// RunReal checks f as the transforms of p, of kind R2C or C2R, on random data from seed. Both kinds
// check both directions. The precision is as in [Run]. RunReal returns an error only if f does.
func RunReal[S ref.Real, D ref.Complex](ctx context.Context, precision ref.Precision, f Real[S, D], p plan.Problem,
	seed uint64) (Report, error) {
	q := p
	q.Kind = plan.R2C
	r := newRealRun[S, D](ctx, precision, q, seed)
	r.forward, r.inverse = f.Forward, f.Inverse
	checks := r.checks()
	if len(q.TransformedAxes()) == 1 {
		// with several axes, only the transform along the others defines which imaginary parts count
		checks = append(checks, func() error { return ends(r) })
	}
	return r.run(p, checks)
}

// RunTrig checks f as the sine or cosine transform of p, forward and inverse, on random data from
// seed. The precision is as in [Run]. RunTrig returns an error only if f does.
func RunTrig[S ref.Real](ctx context.Context, precision ref.Precision, f Trig[S], p plan.Problem, seed uint64,
) (Report, error) {
	r := newRealRun[S, S](ctx, precision, p, seed)
	r.forward = func(ctx context.Context, dst, src []S) error { return f(ctx, dst, src, false) }
	r.inverse = func(ctx context.Context, dst, src []S) error { return f(ctx, dst, src, true) }
	return r.run(p, append(r.checks(), func() error { return inPlace(r) }))
}

// realRun is one call of RunReal or RunTrig, from numbers of type S to results of type D.
type realRun[S ref.Real, D ref.Element] struct {
	trial
	n, m  int // real numbers of an array, and elements of its transform
	count int // arrays

	forward func(ctx context.Context, dst []D, src []S) error
	inverse func(ctx context.Context, dst []S, src []D) error

	x    []S                    // random arrays
	y    []D                    // f(x)
	want []doubledouble.Complex // F(x)
}

func newRealRun[S ref.Real, D ref.Element](ctx context.Context, precision ref.Precision, p plan.Problem, seed uint64,
) *realRun[S, D] {
	p.Inverse = false
	r := &realRun[S, D]{
		trial: trial{ctx: ctx, precision: precision, p: p, random: rand.New(rand.NewPCG(seed, 0))},
		n:     p.Points(), m: p.Arrays()[1].Elements,
	}
	r.count = max(min(p.Count(), max(1, mostPoints/r.n)), ref.Together(r.n))
	r.tolerance = yardstick.ToleranceIn(precision, p)
	r.x = r.uniform()
	return r
}

// run does the checks of a problem.
func (r *realRun[S, D]) run(p plan.Problem, checks []func() error) (Report, error) {
	r.report.Problem = p
	for _, check := range checks {
		if err := check(); err != nil {
			return r.report, err
		}
	}
	r.add("guards", float64(r.touched), 0)
	return r.report, nil
}

// uniform returns arrays of random numbers.
func (r *realRun[S, D]) uniform() []S { return ref.Random[S](r.random.Uint64(), r.count*r.n) }

// way returns the problem of a direction.
func (r *realRun[S, D]) way(inverse bool) plan.Problem {
	p := r.p
	p.Inverse = inverse
	return p
}

// exact returns F(x).
func (r *realRun[S, D]) exact(x []S) []doubledouble.Complex {
	return yardstick.Results(r.way(false), x)
}

// exactInverse returns G(y).
func (r *realRun[S, D]) exactInverse(y []D) []doubledouble.Complex {
	return yardstick.Results(r.way(true), y)
}

// add records the result of a check.
func (r *realRun[S, D]) add(name string, err, tol float64) {
	r.report.Checks = append(r.report.Checks, Check{name, err, tol})
}

// apply transforms src into poisoned and guarded memory of the given number of elements.
func apply[T, S ref.Element](ctx context.Context, f func(ctx context.Context, dst []T, src []S) error, src []S,
	elements int, touched *int) ([]T, error) {
	from, to := ref.NewGuarded[S](len(src)), ref.NewGuarded[T](elements)
	copy(ref.Words(from.Data), ref.Words(src)) // a NaN keeps its payload
	if err := f(ctx, to.Data, from.Data); err != nil {
		return nil, err
	}
	if from.Check() != nil || to.Check() != nil || differing(src, from.Data, len(src)) > 0 {
		*touched++
	}
	return to.Data, nil
}

// transform returns f(x) of all arrays.
func (r *realRun[S, D]) transform(x []S) ([]D, error) {
	return apply(r.ctx, r.forward, x, r.count*r.m, &r.touched)
}

// back returns the inverse of all arrays.
func (r *realRun[S, D]) back(y []D) ([]S, error) {
	return apply(r.ctx, r.inverse, y, r.count*r.n, &r.touched)
}

// worst returns the largest relative error of the groups of ref.Groups. An array has the given number of
// elements.
func (r *realRun[S, D]) worst(got, want []doubledouble.Complex, elements int) float64 {
	worst := 0.0
	for first, end := range ref.Groups(len(want)/elements, r.n) {
		from, to := first*elements, end*elements
		if d := distance(got[from:to], want[from:to]); d != 0 {
			worst = greater(worst, d/norm(want[from:to]))
		}
	}
	return worst
}

// groups calls f with the first and the end index of the results of each group of ref.Groups.
func (r *realRun[S, D]) groups(f func(from, to int)) {
	for from, to := range ref.Groups(r.count, r.n) {
		f(from*r.m, to*r.m)
	}
}
