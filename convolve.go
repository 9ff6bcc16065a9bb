package wgfft

import (
	"context"
	"fmt"
	"slices"

	"wgfft/internal/cpu"
	"wgfft/plan"
)

// A Convolution says what is convolved or correlated: Batch arrays of the given Shape, row-major, one after the other, each with the same
// kernel, whose axes are the last of the array's. The zero values of its other fields are a full convolution.
//
//	Shape     []int  // elements per axis
//	Kernel    []int  // elements of the kernel along the last of these axes
//	Mode      Mode   // Full, Same, Valid or Circular
//	Correlate bool   // correlate instead: the kernel is conjugated and runs backwards
//	Batch     int    // arrays; 0 means 1
//	In, Out   Layout // of the arrays and of the results, in plans; rows may overlap, as blocks of a long signal do
type Convolution = plan.Convolution

// A Mode says which part of a convolution is wanted.
type Mode = plan.Mode

// The modes, as scipy.signal.fftconvolve and correlate name them. The zero value is Full.
const (
	ModeFull     = plan.ModeFull     // all of it: n+k-1 elements along an axis, of n elements and a kernel of k
	ModeSame     = plan.ModeSame     // n elements, centred with respect to Full
	ModeValid    = plan.ModeValid    // the elements that need no zero beyond the end of an array
	ModeCircular = plan.ModeCircular // n elements of a periodic array; the kernel is no longer than it
)

// Convolve convolves the arrays of src, as many as there are, each with a kernel, or correlates them, and returns dst. What v leaves out
// follows from the slices: without a Shape all of src is one array; the Kernel of arrays of one axis is all of that slice. Batch and InPlace are not
// looked at, and layouts are for plans.
//
// dst holds an array of v.Result() for each of src, none if src is empty and v has a Shape. A nil dst is allocated;
// dst may be src where the result has the shape of its source. It returns a LengthError, ErrSliceLength,
// ErrOverlap, a MemoryError, ErrClosed, or ctx's error. What the last few kernels need stays ready for the next
// call; for more use PlanConvolution.
func (c *Engine) Convolve(ctx context.Context, dst, src, kernel []complex64, v Convolution) ([]complex64, error) {
	v.Real = false
	return convolveOnce(ctx, c, dst, src, kernel, v)
}

// ConvolveReal convolves arrays of real numbers, or correlates them: along several axes with half the spectrum and so half the work, along one with
// half the memory traffic at the ends. In all else it is like Convolve.
func (c *Engine) ConvolveReal(ctx context.Context, dst, src, kernel []float32, v Convolution) ([]float32, error) {
	v.Real = true
	points, err := kernelPoints(ctx, kernel)
	if err != nil {
		return nil, err
	}
	return convolveOnce(ctx, c, dst, src, points, v)
}

// kernelPoints returns the real kernel x as complex points.
func kernelPoints(ctx context.Context, x []float32) ([]complex64, error) {
	z, err := zeros[complex64](ctx, len(x))
	if err != nil {
		return nil, err
	}
	return z, prefixed(cpu.Pieces(ctx, len(x), func(first, end int) {
		for i, v := range x[first:end] {
			z[first+i] = complex(v, 0)
		}
	}))
}

func convolveOnce[T element](ctx context.Context, c *Engine, dst, src []T, kernel []complex64, v Convolution) ([]T, error) {
	if v.Shape == nil {
		v.Shape = []int{len(src)}
	}
	if v.Kernel == nil {
		if len(v.Shape) > 1 {
			return nil, fmt.Errorf("wgfft: convolution: arrays of the shape %v, and a kernel of %d elements of no shape: say Kernel, []int{%d} along the last axis", v.Shape, len(kernel), len(kernel))
		}
		v.Kernel = []int{len(kernel)}
	}
	v.Batch, v.InPlace = 0, false
	f, err := filterOf(ctx, v, kernel)
	if err != nil {
		return nil, err
	}
	if gaps, err := hasGaps(v); err != nil {
		return nil, err
	} else if gaps {
		return nil, fmt.Errorf("wgfft: %v: layouts are for plans; use PlanConvolution", v)
	}
	n, kept := v.Source().Points(), v.Target().Points()
	if len(src)%n != 0 {
		return nil, lengthError("src", len(src), fmt.Sprintf("a multiple of the points of an array %d", n))
	}
	count := len(src) / n
	v.Batch = count
	if err := v.Check(); err != nil {
		return nil, err
	}
	var made []plan.Array
	if dst == nil {
		made = append(made, v.Target().Arrays()[1])
	} else if err := match(dst, src, count*kept, len(src)); err != nil {
		return nil, err
	}
	if err := f.match(count > 0 && same(dst, src)); err != nil {
		return nil, err
	}
	rows, _ := f.points()
	if err := affordable(c, v, c.engine.workConvolution(f, len(src)/rows), count, made...); err != nil {
		return nil, err
	}
	if err := over(ctx); err != nil {
		return nil, err
	}
	if dst == nil {
		if dst, err = zeros[T](ctx, count*kept); err != nil {
			return nil, err
		}
	}
	if count == 0 {
		return dst, c.engine.check(arraysOf(Problem{Shape: []int{1}}, false)) // whether it is closed
	}
	return dst, c.engine.convolve(ctx, dataOf(dst), dataOf(src), f)
}

// A filter is a kernel for arrays of one shape that lie without gaps.
type filter struct {
	v      Convolution // of one array, without the axes before those of the kernel: they only make more arrays
	kernel []complex64
	key    string // names all of it
}

// filterOf checks a convolution and its kernel.
func filterOf(ctx context.Context, v Convolution, kernel []complex64) (filter, error) {
	if err := v.Check(); err != nil {
		return filter{}, err
	}
	elements := 1
	for _, k := range v.Kernel {
		elements *= k
	}
	if len(kernel) != elements {
		return filter{}, fmt.Errorf("%w: the kernel has %d elements, want %d for %s", ErrSliceLength, len(kernel), elements, plan.Dims(v.Kernel))
	}
	of := Convolution{Shape: v.Shape[len(v.Shape)-len(v.Kernel):], Kernel: v.Kernel, Mode: v.Mode, Correlate: v.Correlate, Real: v.Real}
	f := filter{v: of.Clone(), kernel: slices.Clone(kernel)} // a call that was left may still read its kernel
	sum, err := digest(ctx, kernel)
	f.key = fmt.Sprintf("%v %v %v %v %v %x", f.v.Shape, f.v.Kernel, f.v.Mode, f.v.Correlate, f.v.Real, sum)
	return f, err
}

// points are those of an array and of its result.
func (f filter) points() (n, kept int) { return f.v.Source().Points(), f.v.Target().Points() }

// keeps says whether results have the shape of their source, so that they can replace it.
func (f filter) keeps() bool { return slices.Equal(f.v.Shape, f.v.Result()) }

// match refuses a destination that is the source where the result has another shape.
func (f filter) match(same bool) error {
	if same && !f.keeps() {
		return fmt.Errorf("%w: dst is src, which has another shape; pass another slice, or nil", ErrOverlap)
	}
	return nil
}

// hasGaps says whether arrays or results of a convolution have a layout of their own.
func hasGaps(v Convolution) (bool, error) {
	in, _, err := v.Source().IsContiguous()
	if err != nil {
		return false, err
	}
	_, out, err := v.Target().IsContiguous()
	return !in || !out, err
}
