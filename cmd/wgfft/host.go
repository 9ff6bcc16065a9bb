package main

import (
	"context"
	"fmt"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// A hostPlan is a planned transform of slices in host memory, of any kind.
type hostPlan struct {
	call  func() func(ctx context.Context) error // makes random data and returns its transform
	close func() error
	plan  fmt.Stringer
}

// planHost plans a transform of slices in host memory with the method for its kind.
func planHost[C wgfft.Complex, R wgfft.Real](ctx context.Context, t *wgfft.Transforms[C, R],
	problem plan.Problem) (hostPlan, error) {
	in, out := problem.Arrays()[0].Elements*problem.Count(), problem.Arrays()[1].Elements*problem.Count()
	points, samples := func() []C { return ref.Random[C](1, in) }, func() []R { return ref.Random[R](1, in) }
	switch {
	case problem.Kind.IsTrig():
		p, err := t.PlanTrig(ctx, facade(problem))
		if err != nil {
			return hostPlan{}, err
		}
		return hostPlan{hostCalls(p.Forward, out, samples), p.Close, p}, nil
	case problem.Kind.IsRealFFT():
		back := problem.Kind == plan.C2R
		problem.Kind = plan.R2C
		p, err := t.PlanReal(ctx, facade(problem))
		switch {
		case err != nil:
			return hostPlan{}, err
		case back:
			return hostPlan{hostCalls(p.Inverse, out, points), p.Close, p}, nil
		}
		return hostPlan{hostCalls(p.Forward, out, samples), p.Close, p}, nil
	}
	p, err := t.Plan(ctx, facade(problem))
	if err != nil {
		return hostPlan{}, err
	}
	return hostPlan{hostCalls(p.Forward, out, points), p.Close, p}, nil
}

// hostCalls returns the call of a [hostPlan] for a transform with a result of out elements.
func hostCalls[D, S any](transform func(ctx context.Context, dst []D, src []S) error, out int,
	data func() []S) func() func(context.Context) error {
	return func() func(context.Context) error {
		src, dst := data(), make([]D, out)
		return func(ctx context.Context) error { return transform(ctx, dst, src) }
	}
}
