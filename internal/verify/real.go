package verify

import (
	"context"
	"math"
	"math/rand/v2"

	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// A Real is a pair of transforms of arrays of real numbers: to half spectra and back.
type Real struct {
	Forward func(ctx context.Context, dst []complex64, src []float32) error
	Inverse func(ctx context.Context, dst []float32, src []complex64) error
}

// A Trig computes sine or cosine transforms of arrays from src to dst, which may be src.
type Trig func(ctx context.Context, dst, src []float32, inverse bool) error

// RunReal checks f as the transforms of p, of kind R2C or C2R, on random data from seed. Both kinds
// check both directions. It returns an error only if f does.
func RunReal(ctx context.Context, f Real, p plan.Problem, seed uint64) (Report, error) {
	q := p
	q.Kind = plan.R2C
	axes := q.TransformedAxes()
	r := newRealRun[complex64](ctx, q, seed)
	r.forward, r.inverse = f.Forward, f.Inverse
	r.random2 = func() []complex64 { return ref.Uniform(r.random.Uint64(), r.count*r.m) }
	r.exact = func(x []float32) []complex128 { return ref.RealAxes(x, q.Shape, axes, r.scale(false)) }
	r.exactInverse = func(y []complex64) []complex128 {
		return wide(ref.RealInverseAxes(y, q.Shape, axes, r.scale(true)))
	}
	checks := r.checks()
	if len(axes) == 1 { // with several axes, only the transform along the others defines which imaginary parts count
		checks = append(checks, func() error { return ends(r) })
	}
	return r.run(p, checks)
}

// RunTrig checks f as the sine or cosine transform of p, forward and inverse, on random data from
// seed. It returns an error only if f does.
func RunTrig(ctx context.Context, f Trig, p plan.Problem, seed uint64) (Report, error) {
	r := newRealRun[float32](ctx, p, seed)
	r.forward = func(ctx context.Context, dst, src []float32) error { return f(ctx, dst, src, false) }
	r.inverse = func(ctx context.Context, dst, src []float32) error { return f(ctx, dst, src, true) }
	r.random2 = func() []float32 { return ref.UniformReal(r.random.Uint64(), r.count*r.m) }
	exact := func(x []float32, inverse bool) []complex128 {
		way := p
		way.Inverse = inverse
		return wide(ref.TrigAxes(x, p.Shape, p.TransformedAxes(), yardstick.Kinds(way), p.Norm == plan.Ortho,
			r.scale(inverse)))
	}
	r.exact = func(x []float32) []complex128 { return exact(x, false) }
	r.exactInverse = func(x []float32) []complex128 { return exact(x, true) }
	return r.run(p, append(r.checks(), func() error { return inPlace(r) }))
}

// realRun is one call of RunReal or RunTrig, whose results are of type D.
type realRun[D ref.Element] struct {
	ctx       context.Context
	p         plan.Problem
	n, m      int // real numbers of an array, and elements of its transform
	count     int // arrays
	tolerance float64
	random    *rand.Rand
	report    Report

	forward      func(ctx context.Context, dst []D, src []float32) error
	inverse      func(ctx context.Context, dst []float32, src []D) error
	exact        func(x []float32) []complex128 // in float64
	exactInverse func(y []D) []complex128
	random2      func() []D // results that no source has

	x       []float32    // random arrays
	y       []D          // f(x)
	want    []complex128 // F(x)
	touched int          // calls that wrote outside of the result
}

func newRealRun[D ref.Element](ctx context.Context, p plan.Problem, seed uint64) *realRun[D] {
	p.Inverse = false
	r := &realRun[D]{ctx: ctx, p: p, n: p.Points(), m: p.Arrays()[1].Elements, random: rand.New(rand.NewPCG(seed, 0))}
	r.count = max(min(p.Count(), max(1, MostPoints/r.n)), ref.Together(r.n))
	r.tolerance = yardstick.Tolerance(p)
	r.x = r.uniform()
	return r
}

// run does the checks of a problem.
func (r *realRun[D]) run(p plan.Problem, checks []func() error) (Report, error) {
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
func (r *realRun[D]) uniform() []float32 { return ref.UniformReal(r.random.Uint64(), r.count*r.n) }

// scale returns the factor of a direction.
func (r *realRun[D]) scale(inverse bool) float64 {
	p := r.p
	p.Inverse = inverse
	return p.Scale()
}

// add records the result of a check.
func (r *realRun[D]) add(name string, err, tol float64) {
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
func (r *realRun[D]) transform(x []float32) ([]D, error) {
	return apply(r.ctx, r.forward, x, r.count*r.m, &r.touched)
}

// back returns the inverse of all arrays.
func (r *realRun[D]) back(y []D) ([]float32, error) {
	return apply(r.ctx, r.inverse, y, r.count*r.n, &r.touched)
}

// wide returns real numbers as complex ones.
func wide[T float32 | float64](x []T) []complex128 {
	out := make([]complex128, len(x))
	for i, v := range x {
		out[i] = complex(float64(v), 0)
	}
	return out
}

// widen returns elements of either type in float64.
func widen[T ref.Element](s []T) []complex128 {
	if p, ok := any(s).([]complex64); ok {
		return ref.Widen(p)
	}
	return wide(any(s).([]float32))
}

// worst returns the largest relative error of the groups that are judged together. An array has the
// given number of elements.
func (r *realRun[D]) worst(got, want []complex128, elements int) float64 {
	worst := 0.0
	for first, end := range ref.Groups(len(want)/elements, r.n) {
		from, to := first*elements, end*elements
		if d := distance(got[from:to], want[from:to]); d != 0 {
			worst = greater(worst, d/norm(want[from:to]))
		}
	}
	return worst
}

// groups calls f with the bounds of the results that are judged together.
func (r *realRun[D]) groups(f func(from, to int)) {
	for from, to := range ref.Groups(r.count, r.n) {
		f(from*r.m, to*r.m)
	}
}

// quiet returns a quiet NaN.
func quiet() float32 { return float32(math.NaN()) }
