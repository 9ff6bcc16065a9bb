package tune

import (
	"context"
	"time"

	"wgfft/internal/choose"
)

// convolutionPasses looks for better kernels for the passes of a long convolution until a deadline,
// and measures the whole each time. It starts with the rows, because the model is least accurate
// for them. It then takes the columns in both directions.
func (c *search) convolutionPasses(ctx context.Context, part int, until time.Time) error {
	passes, places := c.convolution(part)
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
		passes, _ := c.convolution(part)
		passes[pass] = k
		if err := c.tryPasses(ctx, part, passes); err != nil {
			return err
		}
	}
	return nil
}

// convolution returns the passes of the convolution of a part of the best choice, and their places.
func (c *search) convolution(part int) ([]kernel, []choose.PassPosition) {
	return choose.ConvolutionPasses(c.p, c.limits, c.best.axes[part])
}
