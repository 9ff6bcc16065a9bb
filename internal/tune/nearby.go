package tune

import (
	"context"
	"slices"
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
	for idle := 0; idle < maxIdle && c.best.kernels != nil && !c.isOver(ctx); idle++ {
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

// drawn returns a choice near the best choices, or a choice that combines kernels of the best and
// of another choice with the same passes.
func (c *search) drawn() ([]kernel, bool) {
	from := c.best.kernels
	if n := len(c.runnersUp); n > 0 && c.draw(4) == 0 {
		other := c.runnersUp[c.draw(n)].kernels
		if mixed := crossed(from, other, c.draw); mixed != nil {
			return mixed, true
		}
		from = other
	}
	return Neighbor(c.p, c.limits, from, c.draw)
}

// crossed takes each kernel at random from one of two choices. It returns false if the result
// equals one of them, or if the passes have different lengths.
func crossed(a, b []kernel, draw Draw) []kernel {
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
