package tune

import (
	"context"
	"slices"

	"wgfft/plan"
)

// maxIdle is the number of successive random choices, none of them better than the best, after
// which the search ends.
const maxIdle = 64

// refining is the share of the time after the alternatives that the search by the model has. Random
// choices have the rest, and the time that the search leaves.
const refining = 2.0 / 3

// nearby measures random choices that differ in a few options from the best, or from one that is
// not much slower. The model can't tell these apart. The search continues from each one that is
// faster.
func (c *search) nearby(ctx context.Context) error {
	for idle := 0; idle < maxIdle && c.best.axes != nil && !c.isOver(ctx); idle++ {
		axes, ok := c.drawn()
		if !ok {
			continue
		}
		before := c.best.ms
		if _, err := c.try(ctx, axes); c.only(ctx, err) != nil {
			return err
		}
		if c.best.ms < before {
			idle = -1
		}
	}
	return nil
}

// drawn returns a choice near the best choices, or a choice that combines kernels of the best and
// of another choice with the same passes.
func (c *search) drawn() ([]plan.AxisChoice, bool) {
	from := c.best.axes
	if n := len(c.runnersUp); n > 0 && c.draw(4) == 0 {
		other := c.runnersUp[c.draw(n)].axes
		if mixed := crossed(from, other, c.draw); mixed != nil {
			return mixed, true
		}
		from = other
	}
	return Neighbor(c.p, c.limits, from, c.draw)
}

// crossed takes each kernel at random from one of two choices. It returns nil if the result
// equals one of them, or if the passes have different lengths.
func crossed(a, b []plan.AxisChoice, draw Draw) []plan.AxisChoice {
	alike := func(a, b kernel) bool { return a.N() == b.N() }
	if !slices.EqualFunc(a, b, func(a, b plan.AxisChoice) bool {
		return slices.EqualFunc(a.Passes(), b.Passes(), alike)
	}) {
		return nil
	}
	mixed, kernels := plan.CopyChoice(a)
	for i, other := range plan.Join(b) {
		if draw(2) == 0 {
			*kernels[i] = other
		}
	}
	if plan.IsSameChoice(mixed, a) || plan.IsSameChoice(mixed, b) {
		return nil
	}
	return mixed
}
