package tune

import (
	"context"
	"slices"

	"wgfft/plan"
)

// mostIdle is how many choices are drawn one after the other, none of them better than the best, before the search ends.
const mostIdle = 64

// refining is the part of the time that the alternatives leave which the search by the model has; what that leaves, too, is for choices drawn by chance.
const refining = 2.0 / 3

// nearby measures choices that are like the best, or like one that is not far behind, but for a few things drawn by chance: what the model can't tell apart. It goes on from each that is better.
func (c *contest) nearby(ctx context.Context) error {
	for idle := 0; idle < mostIdle && c.best.kernels != nil && !c.out(ctx); idle++ {
		kernels, ok := c.drawn()
		if !ok {
			continue
		}
		before := c.best.ms
		if _, err := c.try(ctx, kernels); c.only(ctx, err) != nil {
			return err
		}
		if c.best.ms < before {
			idle = -1
		}
	}
	return nil
}

// drawn is a choice near the best ones, or one that has some kernels of the best and the others of another, where both have the same passes.
func (c *contest) drawn() ([]kernel, bool) {
	from := c.best.kernels
	if n := len(c.behind); n > 0 && c.draw(4) == 0 {
		other := c.behind[c.draw(n)].kernels
		if mixed := crossed(from, other, c.draw); mixed != nil {
			return mixed, true
		}
		from = other
	}
	return plan.Neighbor(c.p, c.limits, from, c.draw)
}

// crossed takes each kernel of one choice or of another, if that makes a third and both have as many points in every pass.
func crossed(a, b []kernel, draw plan.Draw) []kernel {
	if !slices.EqualFunc(a, b, func(a, b kernel) bool { return a.N() == b.N() }) {
		return nil
	}
	mixed := slices.Clone(a)
	for i := range mixed {
		if draw(2) == 0 {
			mixed[i] = b[i]
		}
	}
	if slices.Equal(mixed, a) || slices.Equal(mixed, b) {
		return nil
	}
	return mixed
}
