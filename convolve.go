package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// A Mode selects the elements of the result along each axis, for n elements and a kernel of k
// elements. The names are as in scipy.signal.fftconvolve and correlate.
type Mode uint8

// The modes. The zero value is ModeFull.
const (
	ModeFull     Mode = iota // all n+k-1 elements
	ModeSame                 // the n elements in the middle, from (k-1)/2 on
	ModeValid                // the max(n,k) - min(n,k) + 1 elements that need no zeros beyond the end of an array
	ModeCircular             // n elements of a periodic array; k must be at most n
)

// modeNames are the names of the modes.
var modeNames = [...]string{"full", "same", "valid", "circular"}

// String returns the mode's name: full, same, valid or circular.
func (m Mode) String() string { return enumName(modeNames[:], uint8(m), "mode") }

// A Convolution describes convolutions or correlations of arrays with one kernel. With x the array
// and h the kernel of k elements, along each axis
//
//	convolution  y[m] = sum over i of h[i] x[m-i]
//	correlation  y[m] = sum over i of conj(h[i]) x[m-(k-1)+i]
//
// where x is 0 beyond its ends, and Mode selects the range of m. With ModeCircular x is periodic,
// and a correlation is y[m] = sum over i of conj(h[i]) x[m+i]. A field that a call does not use
// must be the zero value.
type Convolution struct {
	// Shape is the number of elements along each axis of a row-major array. If Shape is nil,
	// one-call convolutions take the whole source as one array of one axis.
	Shape []int
	// Kernel is the number of elements of the kernel along the last of these axes, one for each
	// axis of the kernel. If Kernel is nil, one-call convolutions of arrays of one axis take the
	// whole kernel.
	Kernel []int
	// Mode selects the elements of the result.
	Mode Mode
	// Correlate selects the correlation with the kernel instead of the convolution.
	Correlate bool
	// Real makes PlanResidentConvolution take buffers of real samples. The imaginary parts of the kernel
	// must be zero then.
	Real bool
	// Quick takes the kernels that compile fastest: see Problem.Quick.
	Quick bool
	// Batch is the number of arrays of a plan, one after the other; 0 means 1.
	Batch int
	// In and Out are the layouts of the arrays and of the results of a plan. Arrays may overlap, as
	// the blocks of a long signal do.
	In, Out Layout
}

// Check returns an error for a convolution that no engine can compute. The error is a LengthError
// for shapes without a convolution, a LimitError for more points than kernels can count, or an
// error that names the field.
func (c Convolution) Check() error { return faced(planConvolution(c).Check()) }

// Result returns the shape of the results, or nil for an invalid convolution.
func (c Convolution) Result() []int {
	of := planConvolution(c)
	if of.Check() != nil {
		return nil
	}
	return of.Result()
}

// String describes the convolution in a few words: 512x512 by 63x63 same.
func (c Convolution) String() string { return planConvolution(c).String() }

// Convolve convolves or correlates all arrays of src with kernel, to dst, and returns dst. src
// holds complex arrays of shape c.Shape, row-major and one after the other. Without a Shape src is
// one array of one axis. kernel has the shape c.Kernel, which may be nil for arrays of one axis.
// Batch, Real and the layouts of c are for plans.
//
// dst holds one array of shape c.Result() for each array of src. A nil dst is allocated. dst may be
// src if the shapes agree. dst is empty if src is empty and c has a Shape. Convolve returns a
// LengthError for shapes without a convolution, ErrSliceLength, ErrOverlap, a LimitError, a
// MemoryError, ErrClosed, or ctx's error. After an error dst holds no result. The spectra of the
// last 16 kernels stay ready for the next calls; PlanConvolution keeps one for longer.
func (t *Transforms[C, R]) Convolve(
	ctx context.Context, dst, src, kernel []C, c Convolution,
) ([]C, error) {
	dst, err := oneConvolution(ctx, t.on(), dst, src, kernel, c)
	return dst, faced(err)
}

// ConvolveReal convolves or correlates all real arrays of src with a real kernel, to dst, and
// returns dst. src holds real arrays of shape c.Shape, row-major and one after the other. Without a
// Shape src is one array of one axis. kernel has the shape c.Kernel, which may be nil for arrays of
// one axis. Batch, Real and the layouts of c are for plans.
//
// dst holds one array of shape c.Result() for each array of src. A nil dst is allocated. dst may be
// src if the shapes agree. dst is empty if src is empty and c has a Shape. ConvolveReal returns a
// LengthError for shapes without a convolution, ErrSliceLength, ErrOverlap, a LimitError, a
// MemoryError, ErrClosed, or ctx's error. After an error dst holds no result. The spectra of the
// last 16 kernels stay ready for the next calls; PlanRealConvolution keeps one for longer.
//
// Along several axes ConvolveReal takes half of the time and half of the memory of Convolve.
func (t *Transforms[C, R]) ConvolveReal(ctx context.Context, dst, src, kernel []R, c Convolution) ([]R, error) {
	dst, err := oneConvolution(ctx, t.on(), dst, src, kernel, c)
	return dst, faced(err)
}

// withShapes returns the convolution of a one-call convolution with the shapes of the arrays and of the kernel.
// Without a Shape or Kernel these are arrays of one axis, of points and kernel elements.
func (c Convolution) withShapes(call string, points, kernel int) (Convolution, error) {
	switch {
	case c.Batch != 0:
		return c, unused(call, "Convolution.Batch", "pass as many arrays in src")
	case c.Real:
		return c, unused(call, "Convolution.Real", "use ConvolveReal for real slices")
	}
	if c.Shape == nil {
		c.Shape = []int{points}
	}
	if c.Kernel == nil {
		if len(c.Shape) > 1 {
			return c, fmt.Errorf("wgfft: %s: Convolution.Kernel is nil, want its shape for arrays of %d "+
				"axes: []int{%d} is a kernel along the last axis", call, len(c.Shape), kernel)
		}
		c.Kernel = []int{kernel}
	}
	return c, nil
}

// convolveName returns the name of the method that convolves elements of type T.
func convolveName[T engine.Element]() string {
	if isReal[T]() {
		return "ConvolveReal"
	}
	return "Convolve"
}

// oneConvolution does a one-call convolution.
func oneConvolution[T engine.Element](
	ctx context.Context, eng engineIn, dst, src, kernel []T, c Convolution,
) ([]T, error) {
	call := convolveName[T]()
	c, err := c.withShapes(call, len(src), len(kernel))
	if err != nil {
		return nil, err
	}
	v := planConvolution(c)
	v.Real = isReal[T]()
	j, err := convolutionJob(ctx, eng, v, kernel)
	if err != nil {
		return nil, err
	}
	if gaps, err := hasGaps(v); err != nil {
		return nil, err
	} else if gaps {
		return nil, unused(call, "Convolution.In or Convolution.Out", "use PlanConvolution for arrays with a layout")
	}
	n, kept := v.Source().Points(), v.Target().Points()
	if len(src)%n != 0 {
		return nil, engine.LengthError("src", len(src), multiple(n, "arrays", "elements"))
	}
	count := len(src) / n
	v.Batch = count
	if err := v.Check(); err != nil {
		return nil, err
	}
	var made []plan.Array
	if dst == nil {
		_, result := j.Ends()
		made = append(made, plan.Array{Elements: kept, ElementBytes: result.ElementBytes})
	} else if err := engine.Match(dst, src, count*kept, len(src)); err != nil {
		return nil, err
	}
	if err := j.MatchPlace(count > 0 && engine.Same(dst, src)); err != nil {
		return nil, err
	}
	if err := eng.settle(ctx); err != nil {
		return nil, err
	}
	in, _ := j.Ends()
	if err := engine.CheckMemory(eng.memory, v, eng.host.Work(j, len(src)/in.Elements), count, made...); err != nil {
		return nil, err
	}
	if err := engine.ContextErr(ctx); err != nil {
		return nil, err
	}
	if dst == nil {
		if dst, err = engine.Zeros[T](ctx, count*kept); err != nil {
			return nil, err
		}
	}
	if count == 0 {
		return dst, eng.host.Check(j, count)
	}
	return dst, eng.host.Run(ctx, engine.DataOf(dst), engine.DataOf(src), j)
}

// hasGaps reports whether arrays or results of a convolution have a layout other than row-major
// without gaps.
func hasGaps(v plan.Convolution) (bool, error) {
	in, _, err := v.Source().IsContiguous()
	if err != nil {
		return false, err
	}
	_, out, err := v.Target().IsContiguous()
	return !in || !out, err
}
