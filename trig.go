package wgfft

import (
	"context"
	"fmt"
)

// WithKinds chooses a kind for each of the axes of a sine or cosine transform of several: WithKinds(DCT2, DST1).
func WithKinds(kinds ...Kind) Option {
	return func(o *options) { o.kinds = append([]Kind{}, kinds...) }
}

// DCT computes the cosine transform of type 1, 2, 3 or 4 of the numbers of src, or of each of its rows, to dst and returns dst. Types and
// norms are those of scipy.fft: type 2 is 2 sum of x[j] cos(pi (2j+1) k / 2n); Ortho makes it orthogonal. A nil dst is allocated; dst may be
// src. Type 1 takes two numbers or more. In all else it is like FFT.
func (c *Engine) DCT(ctx context.Context, dst, src []float32, typ int, opts ...Option) ([]float32, error) {
	return c.trigRows(ctx, dst, src, DCT1, typ, false, opts)
}

// IDCT computes the inverse of DCT.
func (c *Engine) IDCT(ctx context.Context, dst, src []float32, typ int, opts ...Option) ([]float32, error) {
	return c.trigRows(ctx, dst, src, DCT1, typ, true, opts)
}

// DST computes the sine transform of type 1, 2, 3 or 4. In all else it is like DCT. Ortho makes it orthogonal, which types 2 and 3 of SciPy 1.10 are not.
func (c *Engine) DST(ctx context.Context, dst, src []float32, typ int, opts ...Option) ([]float32, error) {
	return c.trigRows(ctx, dst, src, DST1, typ, false, opts)
}

// IDST computes the inverse of DST.
func (c *Engine) IDST(ctx context.Context, dst, src []float32, typ int, opts ...Option) ([]float32, error) {
	return c.trigRows(ctx, dst, src, DST1, typ, true, opts)
}

// DCTN computes the cosine transform of one type of arrays of the given shape, row-major: of as many as src holds, one after the other,
// along all axes or those WithAxes names. With WithKinds each axis has a kind of its own and the type is not looked at. dst and errors are
// as with FFT.
func (c *Engine) DCTN(ctx context.Context, dst, src []float32, shape []int, typ int, opts ...Option) ([]float32, error) {
	return c.trigArrays(ctx, dst, src, shape, DCT1, typ, false, opts)
}

// IDCTN computes the inverse of DCTN.
func (c *Engine) IDCTN(ctx context.Context, dst, src []float32, shape []int, typ int, opts ...Option) ([]float32, error) {
	return c.trigArrays(ctx, dst, src, shape, DCT1, typ, true, opts)
}

// DSTN computes the sine transform of one type of arrays of the given shape. In all else it is like DCTN.
func (c *Engine) DSTN(ctx context.Context, dst, src []float32, shape []int, typ int, opts ...Option) ([]float32, error) {
	return c.trigArrays(ctx, dst, src, shape, DST1, typ, false, opts)
}

// IDSTN computes the inverse of DSTN.
func (c *Engine) IDSTN(ctx context.Context, dst, src []float32, shape []int, typ int, opts ...Option) ([]float32, error) {
	return c.trigArrays(ctx, dst, src, shape, DST1, typ, true, opts)
}

// typed is the kind of a type of the family that begins with first.
func typed(first Kind, typ int) (Kind, error) {
	if typ < 1 || typ > 4 {
		return 0, fmt.Errorf("wgfft: type %d: sine and cosine transforms have the types 1, 2, 3 and 4", typ)
	}
	return first + Kind(typ-1), nil
}

func (c *Engine) trigRows(ctx context.Context, dst, src []float32, first Kind, typ int, inverse bool, opts []Option) ([]float32, error) {
	o := gathered(len(src), opts)
	kind, err := typed(first, typ)
	if err == nil {
		err = o.onlyRows(map[Kind]string{DCT1: "DCT", DST1: "DST"}[first], len(src))
	}
	if err != nil {
		return nil, err
	}
	p := Problem{Kind: kind, Shape: []int{o.n}, Inverse: inverse, Norm: o.norm, PackPairs: o.together}
	return once(ctx, c, dst, src, p, o.lengths)
}

func (c *Engine) trigArrays(ctx context.Context, dst, src []float32, shape []int, first Kind, typ int, inverse bool, opts []Option) ([]float32, error) {
	o := gathered(0, opts)
	kind, err := typed(first, typ)
	if o.kinds != nil {
		kind, err = DCT2, nil
	}
	if err == nil {
		err = o.onlyArrays()
	}
	if err != nil {
		return nil, err
	}
	p := Problem{Kind: kind, Kinds: o.kinds, Shape: shape, Axes: o.axes, Inverse: inverse, Norm: o.norm, PackPairs: o.together}
	return once(ctx, c, dst, src, p, o.lengths)
}
