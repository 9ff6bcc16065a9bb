package wgfft

import (
	"context"
	"fmt"
	"unsafe"

	"wgfft/plan"
)

// A Norm says which direction carries the factor 1/N.
type Norm = plan.Norm

// The norms, as scipy.fft names them. The zero value is Backward.
const (
	Backward = plan.Backward // forward 1, inverse 1/N
	Ortho    = plan.Ortho    // both 1/sqrt(N)
	Forward  = plan.ForwardN // forward 1/N, inverse 1
)

// An Option changes what a one-call transform does.
type Option func(*options)

type options struct {
	n       int
	axes    []int
	lengths []int
	norm    Norm
}

// WithRows says that the slice holds rows of n points each, to be transformed on their own. Without it the whole slice
// is one transform.
func WithRows(n int) Option { return func(o *options) { o.n = n } }

// WithAxes says which axes FFTN and IFFTN transform, counted from 0, or from the last as -1 backwards; the others only hold more transforms.
func WithAxes(axes ...int) Option {
	return func(o *options) { o.axes = append([]int{}, axes...) }
}

// WithLengths says how many points a transform has along each of its axes, for FFT and IFFT its only one: shorter axes are padded with
// zeros at their end, longer ones cropped, as scipy.fft does with n and s. dst then has that shape.
func WithLengths(lengths ...int) Option {
	return func(o *options) { o.lengths = append([]int{}, lengths...) }
}

// WithNorm chooses the norm.
func WithNorm(n Norm) Option { return func(o *options) { o.norm = n } }

// FFT computes the forward transform of src, or of each of its rows, to dst and returns dst. A nil dst is allocated; dst
// may be src. It returns a LengthError for a length that has no transform, ErrSliceLength where rows don't fit the
// slice or dst is not as long as src, ErrOverlap, ErrClosed, or ctx's error.
func (c *Context) FFT(ctx context.Context, dst, src []complex64, opts ...Option) ([]complex64, error) {
	return c.once(ctx, dst, src, false, opts)
}

// IFFT computes the inverse transform, with the factor 1/N unless a norm says otherwise. In all else it is like FFT.
func (c *Context) IFFT(ctx context.Context, dst, src []complex64, opts ...Option) ([]complex64, error) {
	return c.once(ctx, dst, src, true, opts)
}

// FFTN computes the forward transform of arrays of the given shape, row-major, to dst and returns dst: of as many as src holds, one after
// the other, along all axes or those WithAxes names. dst and errors are as with FFT.
func (c *Context) FFTN(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 0, false, opts)
}

// IFFTN computes the inverse transform of arrays of the given shape. In all else it is like FFTN.
func (c *Context) IFFTN(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 0, true, opts)
}

// FFT2 computes the forward transform of arrays of the given shape along their last two axes. In all else it is like FFTN.
func (c *Context) FFT2(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 2, false, opts)
}

// IFFT2 computes the inverse transform along the last two axes. In all else it is like FFTN.
func (c *Context) IFFT2(ctx context.Context, dst, src []complex64, shape []int, opts ...Option) ([]complex64, error) {
	return c.onceN(ctx, dst, src, shape, 2, true, opts)
}

// onceN does a transform of arrays without a plan of the caller's, along the last so many axes unless the options say otherwise; 0 is all.
func (c *Context) onceN(ctx context.Context, dst, src []complex64, shape []int, last int, inverse bool, opts []Option) ([]complex64, error) {
	o := options{}
	for _, f := range opts {
		f(&o)
	}
	if len(shape) < last {
		return nil, fmt.Errorf("wgfft: shape %v: FFT2 and IFFT2 need two axes; use FFT for one", shape)
	}
	if o.axes == nil && last > 0 {
		o.axes = []int{-2, -1}
	}
	p := Problem{Shape: shape, Axes: o.axes, Norm: o.norm}
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	return c.do(ctx, dst, src, arraysOf(p, inverse), o.lengths)
}

// once does a transform of rows without a plan of the caller's.
func (c *Context) once(ctx context.Context, dst, src []complex64, inverse bool, opts []Option) ([]complex64, error) {
	o := options{n: len(src)}
	for _, f := range opts {
		f(&o)
	}
	if o.axes != nil {
		return nil, fmt.Errorf("wgfft: axes %v: FFT and IFFT transform rows; use FFTN for arrays of several axes", o.axes)
	}
	if o.n > len(src) {
		return nil, lengthError("src", len(src), fmt.Sprintf("a positive multiple of the row length %d", o.n))
	}
	if err := checkProblem(Problem{Shape: []int{o.n}, Norm: o.norm}); err != nil {
		return nil, err
	}
	return c.do(ctx, dst, src, rowsOf(o.n, inverse, o.norm), o.lengths)
}

// do transforms as many arrays as src holds, cropped or padded to lengths if there are any.
func (c *Context) do(ctx context.Context, dst, src []complex64, a arrays, lengths []int) ([]complex64, error) {
	n := a.points()
	if len(src)%n != 0 || len(src) == 0 {
		what := "points of an array"
		if a.rows() {
			what = "row length"
		}
		return nil, lengthError("src", len(src), fmt.Sprintf("a positive multiple of the %s %d", what, n))
	}
	count := len(src) / n
	to, points := a, len(src)
	var fitted Problem
	if lengths != nil {
		var err error
		if fitted, err = a.fitted(lengths, count); err != nil {
			return nil, err
		}
		to = arraysOf(fitted, a.inverse)
		points = to.points() * count
	}
	if dst == nil {
		if err := c.engine.check(to); err != nil {
			return nil, err
		}
		dst = make([]complex64, points)
	} else if err := match(dst, src, points, len(src)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("wgfft: %w", err)
	}
	from := src
	if to.shape != a.shape {
		if unsafe.SliceData(dst) == unsafe.SliceData(src) {
			return nil, fmt.Errorf("%w: dst is src, which has another shape; pass another slice, or nil", ErrOverlap)
		}
		if err := fitted.Gather(dst, src); err != nil {
			return nil, err
		}
		from = dst
	}
	if err := c.engine.transform(ctx, dst, from, to); err != nil {
		return nil, err
	}
	return dst, nil
}

// match checks the slices of a transform that holds so many points in dst and in src.
func match(dst, src []complex64, out, in int) error {
	if len(src) != in {
		return lengthError("src", len(src), fmt.Sprint(in))
	}
	if len(dst) != out {
		return lengthError("dst", len(dst), fmt.Sprint(out))
	}
	d, s := uintptr(unsafe.Pointer(unsafe.SliceData(dst))), uintptr(unsafe.Pointer(unsafe.SliceData(src)))
	if d != s && d < s+uintptr(in)*plan.ElementBytes && s < d+uintptr(out)*plan.ElementBytes {
		return fmt.Errorf("%w: dst and src share part of their memory; use the same slice for both, or two that are apart", ErrOverlap)
	}
	return nil
}
