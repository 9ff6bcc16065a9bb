package wgfft

import (
	"context"
	"fmt"

	"wgfft/plan"
)

// A Norm says which direction carries the factor 1/N.
type Norm = plan.Norm

// The norms, as scipy.fft names them. The zero value is Backward.
const (
	NormBackward = plan.Backward // forward 1, inverse 1/N
	NormOrtho    = plan.Ortho    // both 1/sqrt(N)
	NormForward  = plan.ForwardN // forward 1/N, inverse 1
)

// An Option changes what a one-call transform does.
type Option func(*options)

type options struct {
	n        int
	axes     []int
	lengths  []int
	norm     Norm
	kinds    []Kind
	together bool
}

// gathered are options put together, of slices of so many elements a row unless they say otherwise.
func gathered(n int, opts []Option) options {
	o := options{n: n}
	for _, f := range opts {
		f(&o)
	}
	return o
}

// WithRows says that the slice holds rows of n points each, to be transformed on their own. Without it the whole slice
// is one transform.
func WithRows(n int) Option { return func(o *options) { o.n = n } }

// WithAxes says which axes FFTN and the other transforms of arrays go along, counted from 0, or from the last as -1 backwards; the others only hold more transforms.
func WithAxes(axes ...int) Option {
	return func(o *options) { o.axes = append([]int{}, axes...) }
}

// WithLengths says how many points a transform has along each of its axes, in the order of WithAxes, for FFT and IFFT its only one: shorter
// axes are padded with zeros at their end, longer ones cropped, as scipy.fft does with n and s. dst then has that shape.
func WithLengths(lengths ...int) Option {
	return func(o *options) { o.lengths = append([]int{}, lengths...) }
}

// WithNorm chooses the norm.
func WithNorm(n Norm) Option { return func(o *options) { o.norm = n } }

// fits says whether a slice of so many elements holds a row.
func (o options) fits(elements int) error {
	if elements > 0 && o.n > elements {
		return lengthError("src", elements, fmt.Sprintf("a multiple of the row length %d", o.n))
	}
	return nil
}

// FFT computes the forward transform of src, or of each of its rows, to dst and returns dst. A nil dst is allocated; dst
// may be src. An empty src with WithRows holds no rows, and the result is empty. FFT returns a LengthError for a
// length that has no transform, ErrSliceLength where rows don't fit the slice or dst is not as long as src,
// ErrOverlap, a MemoryError, ErrClosed, or ctx's error.
func (c *Engine) FFT(ctx context.Context, dst, src []complex64, opts ...Option) ([]complex64, error) {
	return c.rows(ctx, dst, src, false, opts)
}

// IFFT computes the inverse transform, with the factor 1/N unless a norm says otherwise. In all else it is like FFT.
func (c *Engine) IFFT(ctx context.Context, dst, src []complex64, opts ...Option) ([]complex64, error) {
	return c.rows(ctx, dst, src, true, opts)
}

// FFTN computes the forward transform of arrays of the given shape, row-major, to dst and returns dst: of as many as src holds, one after
// the other, along all axes or those WithAxes names. An empty src holds none, and the result is empty. dst and
// errors are as with FFT.
func (c *Engine) FFTN(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 0, false, opts)
}

// IFFTN computes the inverse transform of arrays of the given shape. In all else it is like FFTN.
func (c *Engine) IFFTN(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 0, true, opts)
}

// FFT2 computes the forward transform of arrays of the given shape along their last two axes. In all else it is like FFTN.
func (c *Engine) FFT2(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 2, false, opts)
}

// IFFT2 computes the inverse transform along the last two axes. In all else it is like FFTN.
func (c *Engine) IFFT2(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 2, true, opts)
}

// onceN does a transform of arrays without a plan of the caller's, along the last so many axes unless the options say otherwise; 0 is all.
func (c *Engine) onceN(ctx context.Context, dst, src []complex64, shape []int, last int, inverse bool, opts []Option) ([]complex64, error) {
	o := gathered(0, opts)
	if err := o.withoutKinds(); err != nil {
		return nil, err
	}
	if len(shape) < last {
		return nil, fmt.Errorf("wgfft: shape %v: FFT2 and IFFT2 need two axes; use FFT for one", shape)
	}
	if o.axes == nil && last > 0 {
		o.axes = []int{-2, -1}
	}
	return once(ctx, c, dst, src, Problem{Shape: shape, Axes: o.axes, Inverse: inverse, Norm: o.norm}, o.lengths)
}

// rows does a transform of rows without a plan of the caller's.
func (c *Engine) rows(ctx context.Context, dst, src []complex64, inverse bool, opts []Option) ([]complex64, error) {
	o := gathered(len(src), opts)
	if err := o.onlyRows("FFT", len(src)); err != nil {
		return nil, err
	}
	return once(ctx, c, dst, src, Problem{Shape: []int{o.n}, Inverse: inverse, Norm: o.norm}, o.lengths)
}
