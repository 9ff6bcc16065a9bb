package main

import (
	"context"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// A hostPlan is a planned transform of host slices of any kind.
type hostPlan struct {
	call  func() func(ctx context.Context) error // makes slices of random data, and calls that transform them
	close func() error
}

// planned plans a transform of host slices by the door for its kind.
func planned(ctx context.Context, c *wgfft.Engine, problem plan.Problem) (hostPlan, error) {
	in, out := problem.Arrays()[0].Elements*problem.Count(), problem.Arrays()[1].Elements*problem.Count()
	switch {
	case problem.Kind.IsTrig():
		p, err := c.PlanTrig(ctx, facade(problem))
		if err != nil {
			return hostPlan{}, err
		}
		return hostPlan{calls(p.Forward, out, func() []float32 { return ref.UniformReal(1, in) }), p.Close}, nil
	case problem.Kind.IsRealFFT():
		back := problem.Kind == plan.C2R
		problem.Kind = plan.R2C
		p, err := c.PlanReal(ctx, facade(problem))
		switch {
		case err != nil:
			return hostPlan{}, err
		case back:
			return hostPlan{calls(p.Inverse, out, func() []complex64 { return ref.Uniform(1, in) }), p.Close}, nil
		}
		return hostPlan{calls(p.Forward, out, func() []float32 { return ref.UniformReal(1, in) }), p.Close}, nil
	}
	p, err := c.Plan(ctx, facade(problem))
	if err != nil {
		return hostPlan{}, err
	}
	return hostPlan{calls(p.Forward, out, func() []complex64 { return ref.Uniform(1, in) }), p.Close}, nil
}

// calls are those of a transform of data to so many elements.
func calls[D, S any](transform func(ctx context.Context, dst []D, src []S) error, out int, data func() []S) func() func(context.Context) error {
	return func() func(context.Context) error {
		src, dst := data(), make([]D, out)
		return func(ctx context.Context) error { return transform(ctx, dst, src) }
	}
}
