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
	n    int
	norm Norm
}

// WithRows says that the slice holds rows of n points each, to be transformed on their own. Without it the whole slice
// is one transform.
func WithRows(n int) Option { return func(o *options) { o.n = n } }

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

// once does a transform without a plan of the caller's.
func (c *Context) once(ctx context.Context, dst, src []complex64, inverse bool, opts []Option) ([]complex64, error) {
	o := options{n: len(src)}
	for _, f := range opts {
		f(&o)
	}
	if o.n < 1 {
		return nil, &LengthError{N: o.n, Reason: "a transform needs at least one point"}
	}
	if len(src)%o.n != 0 || len(src) == 0 {
		return nil, lengthError("src", len(src), fmt.Sprintf("a positive multiple of the row length %d", o.n))
	}
	if o.norm > Forward {
		return nil, fmt.Errorf("wgfft: %v: use Backward, Ortho or Forward", o.norm)
	}
	if dst == nil {
		if err := c.engine.check(o.n); err != nil {
			return nil, err
		}
		dst = make([]complex64, len(src))
	} else if err := match(dst, src, len(src)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("wgfft: %w", err)
	}
	if err := c.engine.transform(ctx, dst, src, rows{o.n, inverse, o.norm}); err != nil {
		return nil, err
	}
	return dst, nil
}

// match checks the slices of a transform of so many points.
func match(dst, src []complex64, points int) error {
	if len(src) != points {
		return lengthError("src", len(src), fmt.Sprint(points))
	}
	if len(dst) != points {
		return lengthError("dst", len(dst), fmt.Sprint(points))
	}
	d, s := uintptr(unsafe.Pointer(unsafe.SliceData(dst))), uintptr(unsafe.Pointer(unsafe.SliceData(src)))
	size := uintptr(points) * plan.ElementBytes
	if d != s && d < s+size && s < d+size {
		return fmt.Errorf("%w: dst and src share part of their memory; use the same slice for both, or two that are apart", ErrOverlap)
	}
	return nil
}
