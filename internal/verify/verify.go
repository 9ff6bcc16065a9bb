package verify

import (
	"context"
	"math"
	"math/rand/v2"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// A Transform computes transforms of arrays from src to dst, which may be src.
type Transform[C ref.Complex] func(ctx context.Context, dst, src []C, inverse bool) error

// MostPoints is the number of points that are checked at a time. A larger batch is transformed once
// as a whole, with its arrays repeated. The other checks take the number of its arrays that fit.
const MostPoints = 1 << 20

// mostPoints is MostPoints. Tests of large batches lower it.
var mostPoints = MostPoints

// Run checks f as the transform of p, forward and inverse, on random data from seed. The precision is the
// precision of the arithmetic of f: ref.Single for complex64, and ref.Double or ref.DoubleSingle for complex128.
// Run returns an error only if f returns one.
func Run[C ref.Complex](ctx context.Context, precision ref.Precision, f Transform[C], p plan.Problem, seed uint64,
) (Report, error) {
	r := &run[C]{
		trial: trial{
			ctx: ctx, precision: precision, p: p, random: rand.New(rand.NewPCG(seed, 0)), report: Report{Problem: p},
		},
		f: f, n: p.Points(),
	}
	r.count = max(min(p.Count(), max(1, mostPoints/r.n)), ref.Together(r.n))
	r.together = 1
	var lengths []int
	for axis, n := range p.Shape {
		if p.IsTransformed(axis) {
			r.axes, lengths = append(r.axes, axis), append(lengths, n)
			r.together *= n
		}
	}
	r.tolerance = precision.Tolerance(lengths...)
	r.x = r.uniform()
	for _, check := range []func() error{
		r.againstReference, r.impulse, r.linearity, r.timeShift, r.frequencyShift, r.roundTrip, r.inPlace, r.nan,
		r.batch,
	} {
		if err := check(); err != nil {
			return r.report, err
		}
	}
	r.add("guards", float64(r.touched), 0)
	return r.report, nil
}

// run is one call of Run.
type run[C ref.Complex] struct {
	trial
	f        Transform[C]
	n, count int   // points of an array, and arrays
	axes     []int // the transformed ones
	together int   // points along the transformed axes

	x    []C                    // random arrays
	y    []C                    // f(x)
	want []doubledouble.Complex // F(x)
}

// A trial is the verification of a problem in a precision, with its findings.
type trial struct {
	ctx       context.Context
	precision ref.Precision
	p         plan.Problem
	tolerance float64
	random    *rand.Rand
	report    Report
	touched   int // calls that wrote outside of the result or changed the source
}

// add records the result of a check.
func (r *run[C]) add(name string, err, tol float64) {
	r.report.Checks = append(r.report.Checks, Check{name, err, tol})
}

// uniform returns arrays of random points.
func (r *run[C]) uniform() []C { return ref.Random[C](r.random.Uint64(), r.count*r.n) }

// apply transforms src into poisoned and guarded memory.
func (r *run[C]) apply(src []C, inverse bool) ([]C, error) {
	from, to := ref.NewGuarded[C](len(src)), ref.NewGuarded[C](len(src))
	copy(from.Data, src)
	if err := r.f(r.ctx, to.Data, from.Data, inverse); err != nil {
		return nil, err
	}
	if from.Check() != nil || to.Check() != nil || differing(src, from.Data, len(src)) > 0 {
		r.touched++
	}
	return to.Data, nil
}

// scale returns the factor of a direction.
func (r *run[C]) scale(inverse bool) float64 { return r.p.Norm.Scale(r.together, inverse) }

// gain returns the factor by which the forward transform changes the norm of an array.
func (r *run[C]) gain() float64 { return r.scale(false) * math.Sqrt(float64(r.together)) }

// way returns the problem of a direction.
func (r *run[C]) way(inverse bool) plan.Problem {
	p := r.p
	p.Inverse = inverse
	return p
}

// exact returns F(x), and G(x) for the inverse.
func (r *run[C]) exact(inverse bool) []doubledouble.Complex {
	return yardstick.Results(r.way(inverse), r.x)
}
