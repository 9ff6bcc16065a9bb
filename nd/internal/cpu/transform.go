package cpu

import (
	"context"

	"wgfft"
	"wgfft/internal/attach"
	"wgfft/internal/parallel"
	"wgfft/nd/internal/expr"
)

// A hostPlanner plans transforms in host memory. The inner part of an engine implements it.
type hostPlanner interface {
	HostTransform(ctx context.Context, p wgfft.Problem, n wgfft.Number, inverse bool) (attach.Transform, error)
	Threads() parallel.Threads
}

// inner returns the inner part of the engine.
func (c *Machine) inner() hostPlanner { return attach.Of(c.eng).Inner().(hostPlanner) }

// Prepare implements machine.
func (c *Machine) Prepare(ctx context.Context, t *expr.Transform, d expr.DType) error {
	_, err := c.plan(ctx, t, d)
	return err
}

// plan returns the plan of a transform with a result of type d.
func (c *Machine) plan(ctx context.Context, t *expr.Transform, d expr.DType) (attach.Transform, error) {
	key := expr.PlanKey{Transform: *t, IsDouble: d.IsDouble()}
	p, ok := c.plans[key]
	if !ok {
		number := wgfft.Single
		if key.IsDouble {
			number = wgfft.Double
		}
		var err error
		if p, err = c.inner().HostTransform(ctx, t.Folded(), number, t.Inverse); err != nil {
			return nil, err
		}
		c.plans[key] = p
	}
	return p, nil
}
