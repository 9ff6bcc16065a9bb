package tune

import (
	"context"
	"time"

	"wgfft/internal/choose"
	"wgfft/plan"
)

// convolutionPasses looks for better kernels for the passes of a long convolution until a deadline,
// and measures the whole each time. It starts with the rows, because the model is least accurate
// for them. It then takes the columns in both directions.
func (c *search) convolutionPasses(ctx context.Context, part int, until time.Time) error {
	_, passes, places := c.convolution(part)
	middle := len(passes) / 2
	for n := range passes {
		i := n // the middle first, then the others in order
		switch {
		case n == 0:
			i = middle
		case n <= middle:
			i = n - 1
		}
		share := time.Now().Add(time.Until(until) / time.Duration(len(passes)-n))
		if err := c.convolutionPass(ctx, part, i, places[i].Kernels(c.limits), share); err != nil {
			return err
		}
	}
	return nil
}

// convolutionPass measures the best convolution so far with each of the kernels ks in one of its
// passes.
func (c *search) convolutionPass(ctx context.Context, part, pass int, ks []kernel, until time.Time) error {
	for _, k := range ks[:min(len(ks), mostKernels)] {
		if c.isOver(ctx) || time.Now().After(until) {
			break
		}
		line, passes, _ := c.convolution(part)
		passes[pass] = k
		if _, err := c.try(ctx, c.replaced(part, choose.Composed(c.p, c.limits, line, passes)...)); c.only(ctx,
			err) != nil {
			return err
		}
	}
	return nil
}

// convolution returns the line of a part of the best choice, the passes of its convolution and
// their places.
func (c *search) convolution(part int) (int, []kernel, []choose.PassPosition) {
	parts, err := plan.ChoiceParts(c.p, c.limits, c.best.kernels)
	if err != nil || part >= len(parts) {
		return 0, nil, nil
	}
	passes, places := choose.ConvolutionPasses(c.p, c.limits, parts[part].Axis, parts[part].Kernels)
	return parts[part].Axis, passes, places
}
