package engine

import (
	"context"

	"wgfft/pipeline"
	"wgfft/plan"
)

// NewComputed compiles a transform with computed elements: p.In.Element or p.Out.Element is a
// [wgsl.Computed]. The caller closes the program.
func (g *GPU) NewComputed(ctx context.Context, p plan.Problem, n Number) (*pipeline.Program, error) {
	return detachedValue(ctx, g, func(ctx context.Context) (*pipeline.Program, error) {
		var err error
		if p.Number, err = g.format(n); err != nil {
			return nil, err
		}
		t, err := g.tree(p)
		if err != nil {
			return nil, err
		}
		return g.compile(p, t.Schedule())
	}, func(made *pipeline.Program) { _ = made.Close() })
}
