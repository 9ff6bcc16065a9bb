package wgfft

import (
	"context"
	"fmt"

	"wgfft/realdct"
)

// WithTogether lets two real rows of odd or very short length share a complex transform, which halves the arithmetic of lengths that are
// bound by it. A quiet row then has the rounding errors of its loud neighbour, and a NaN of one is in both.
func WithPackedPairs() Option { return func(o *options) { o.together = true } }

// RFFT computes the bins 0 ... n/2 of the spectrum of the n real numbers of src, or of each of its rows, to dst and returns dst. The other
// bins are conjugates of these. A nil dst is allocated. With WithLengths rows are padded or cropped first. In all else it is like FFT.
func (c *Engine) RFFT(ctx context.Context, dst []complex64, src []float32, opts ...Option) ([]complex64, error) {
	o := gathered(len(src), opts)
	if err := o.onlyRows("RFFT", len(src)); err != nil {
		return nil, err
	}
	return once(ctx, c, dst, src, Problem{Kind: R2C, Shape: []int{o.n}, Norm: o.norm, PackPairs: o.together}, o.lengths)
}

// IRFFT computes the n real numbers whose spectrum's bins 0 ... n/2 are in src, or in each of its rows, which WithRows says the length of;
// with the factor 1/n unless a norm says otherwise. Rows of fewer bins are padded with zeros, of more cropped. The imaginary parts of bin 0 and,
// for even n, of bin n/2 are not looked at, and src is left as it is. In all else it is like FFT.
func (c *Engine) IRFFT(ctx context.Context, dst []float32, src []complex64, n int, opts ...Option) ([]float32, error) {
	o := gathered(len(src), opts)
	if err := o.onlyRows("IRFFT", len(src)); err != nil {
		return nil, err
	}
	if o.lengths != nil {
		return nil, fmt.Errorf("wgfft: lengths %v: IRFFT is told the length of its result", o.lengths)
	}
	p := Problem{Kind: R2C, Shape: []int{n}, Inverse: true, Norm: o.norm, PackPairs: o.together}
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	if o.n < 1 {
		return nil, &LengthError{N: o.n, Reason: "a spectrum has at least one bin"}
	}
	if bins := realdct.Bins(n); o.n != bins {
		p.In = Layout{Have: []int{min(o.n, bins)}, Strides: []int{1}, Dist: o.n}
		return onceFitted(ctx, c, dst, src, p, o.n)
	}
	return once(ctx, c, dst, src, p, nil)
}

// RFFTN computes the half spectra of real arrays of the given shape, row-major: of as many as src holds, one after the other, along all
// axes or those WithAxes names, of which the last has n/2+1 bins. dst and errors are as with FFT.
func (c *Engine) RFFTN(ctx context.Context, dst []complex64, src []float32, shape []int, opts ...Option) ([]complex64, error) {
	o := gathered(0, opts)
	if err := o.withoutKinds(); err != nil {
		return nil, err
	}
	return once(ctx, c, dst, src, Problem{Kind: R2C, Shape: shape, Axes: o.axes, Norm: o.norm, PackPairs: o.together}, o.lengths)
}

// IRFFTN computes the real arrays of the given shape whose half spectra are in src. In all else it is like RFFTN.
func (c *Engine) IRFFTN(ctx context.Context, dst []float32, src []complex64, shape []int, opts ...Option) ([]float32, error) {
	o := gathered(0, opts)
	if err := o.withoutKinds(); err != nil {
		return nil, err
	}
	if o.lengths != nil {
		return nil, fmt.Errorf("wgfft: lengths %v: IRFFTN is told the shape of its result", o.lengths)
	}
	return once(ctx, c, dst, src, Problem{Kind: R2C, Shape: shape, Axes: o.axes, Inverse: true, Norm: o.norm, PackPairs: o.together}, nil)
}

// RFFT2 computes the half spectra of real arrays along their last two axes. In all else it is like RFFTN.
func (c *Engine) RFFT2(ctx context.Context, dst []complex64, src []float32, shape []int, opts ...Option) ([]complex64, error) {
	opts, err := lastTwo(shape, "RFFT2", opts)
	if err != nil {
		return nil, err
	}
	return c.RFFTN(ctx, dst, src, shape, opts...)
}

// IRFFT2 computes the real arrays of the given shape from their half spectra along the last two axes. In all else it is like IRFFTN.
func (c *Engine) IRFFT2(ctx context.Context, dst []float32, src []complex64, shape []int, opts ...Option) ([]float32, error) {
	opts, err := lastTwo(shape, "IRFFT2", opts)
	if err != nil {
		return nil, err
	}
	return c.IRFFTN(ctx, dst, src, shape, opts...)
}

// lastTwo are options with the last two axes, unless they name others.
func lastTwo(shape []int, name string, opts []Option) ([]Option, error) {
	if len(shape) < 2 {
		return nil, fmt.Errorf("wgfft: shape %v: %s needs two axes", shape, name)
	}
	return append([]Option{WithAxes(-2, -1)}, opts...), nil
}

// onlyRows refuses axes for a transform of rows of a slice of so many elements, and rows that are longer.
func (o options) onlyRows(name string, elements int) error {
	if o.axes != nil || o.kinds != nil {
		return fmt.Errorf("wgfft: axes %v, kinds %v: %s transforms rows; use %sN for arrays of several axes", o.axes, o.kinds, name, name)
	}
	return o.fits(elements)
}

// withoutKinds refuses what is for rows, and kinds.
func (o options) withoutKinds() error {
	if o.kinds != nil {
		return fmt.Errorf("wgfft: kinds %v: WithKinds is for sine and cosine transforms: use DCTN", o.kinds)
	}
	return o.onlyArrays()
}

// onlyArrays refuses what is for rows.
func (o options) onlyArrays() error {
	if o.n != 0 {
		return fmt.Errorf("wgfft: rows of %d: WithRows is for transforms of rows; arrays have the shape that the call is told", o.n)
	}
	return nil
}
