package nd

import (
	"errors"
	"fmt"
	"slices"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// Convolve convolves a with kernel along the given axes, or along all if there are none. m selects
// the elements of the result. Along the other axes the shapes combine as in Mul, so Convolve can
// apply one kernel to many arrays. See [wgfft.Convolution] for the formula and [wgfft.Mode] for the
// modes.
//
// Convolve multiplies spectra, so the errors are relative to the largest elements. Each step
// computes the spectrum of the kernel again. For a constant kernel, keep its spectrum and multiply
// by it instead.
func (q *Queue) Convolve(a, kernel Array, m wgfft.Mode, axes ...int) Array {
	return q.convolve("Convolve", a, kernel, convolution{mode: m}, axes)
}

// Correlate correlates a with kernel. See [Queue.Convolve] and [wgfft.Convolution].
func (q *Queue) Correlate(a, kernel Array, m wgfft.Mode, axes ...int) Array {
	return q.convolve("Correlate", a, kernel, convolution{mode: m, correlates: true}, axes)
}

// A convolution is a convolution or a correlation along some axes.
type convolution struct {
	mode       wgfft.Mode
	correlates bool
	calc       expr.DType
	axes       []int // counted from 0
	lines      []convolvedLine
}

// A convolvedLine is a convolution along one axis.
type convolvedLine struct {
	points       int // of the transform along the axis
	first, count int // the first element of the result, and the number of elements
}

// convolve records a convolution.
func (q *Queue) convolve(op string, a, kernel Array, c convolution, axes []int) Array {
	n, r := q.begin(op, kindElement, a, kernel)
	if n == nil {
		return r
	}
	if err := c.describe(q, n, axes); err != nil {
		return q.fail(op, err, a, kernel)
	}
	isCircular := c.mode == wgfft.ModeCircular
	if c.correlates && !isCircular {
		for _, axis := range c.axes {
			kernel = kernel.Flip(axis)
		}
	}
	x, h := c.padded(q, a), c.padded(q, kernel)
	if c.correlates && !isCircular {
		h = q.Conj(h)
	}
	t := Transform{Axes: c.axes}
	if !c.calc.IsComplex() {
		t.Kind = wgfft.R2C
	}
	x, h = q.Transform(x, t), q.Transform(h, t)
	if c.correlates && isCircular {
		h = q.Conj(h)
	}
	if t.Kind == wgfft.R2C {
		t.Kind, t.N = wgfft.C2R, c.lines[len(c.lines)-1].points
	} else {
		t.Inverse = true
	}
	y := q.Transform(q.Mul(x, h), t)
	for i, line := range c.lines {
		if line.count < line.points {
			y = y.Slice(c.axes[i], line.first, line.first+line.count, 1)
		}
	}
	return y
}

// describe checks the operands of n, an array and a kernel. It sets the type, the axes and the
// lines of c.
func (c *convolution) describe(q *Queue, n *node, axes []int) (err error) {
	a, kernel := n.args[0].n, n.args[1].n
	if a.Rank == 0 || a.Rank != kernel.Rank {
		return fmt.Errorf("%w: ranks %d and %d, want the same rank, 1 or more; Expand adds axes", ErrShape,
			a.Rank, kernel.Rank)
	}
	if c.calc, err = combined(n.args); err != nil {
		return err
	}
	if len(axes) == 0 {
		for i := range a.Rank {
			axes = append(axes, i)
		}
	}
	of := wgfft.Convolution{Mode: c.mode, Correlate: c.correlates}
	others, kernelOthers := a.Extent, kernel.Extent
	for _, x := range axes {
		k, err := a.axis(x)
		if err != nil {
			return err
		}
		if slices.Contains(c.axes, k) {
			return fmt.Errorf("%w: axis %d twice in %v", ErrShape, x, slices.Clone(axes))
		}
		c.axes = append(c.axes, k)
		of.Shape, of.Kernel = append(of.Shape, a.Shape[k]), append(of.Kernel, kernel.Shape[k])
		others.Shape[k], kernelOthers.Shape[k] = 1, 1
	}
	if _, err := broadcast(others, kernelOthers); err != nil {
		return err
	}
	var length *wgfft.LengthError
	if err := of.Check(); errors.As(err, &length) {
		return fmt.Errorf("%w: %w", ErrShape, err)
	} else if err != nil {
		return err
	}
	for i, kept := range of.Result() {
		c.lines = append(c.lines, c.line(q, of.Shape[i], of.Kernel[i], kept))
	}
	return nil
}

// line returns the convolution of n elements with a kernel of k elements along an axis, with kept
// results. The transform may have fewer than n+k-1 points. The elements that wrap around then are
// not among the results.
func (c *convolution) line(q *Queue, n, k, kept int) convolvedLine {
	l := convolvedLine{count: kept}
	switch c.mode {
	case wgfft.ModeCircular:
		l.points = n
		return l
	case wgfft.ModeSame:
		l.first = (k - 1) / 2
	case wgfft.ModeValid:
		l.first = min(n, k) - 1
	}
	l.points = q.on.eng.NextFastLen(max(n, k, n+k-1-l.first))
	return l
}

// padded returns an operand with zeros after its elements, up to the points of the transforms. It
// casts a storage type to Float64 if the convolution has double precision.
func (c *convolution) padded(q *Queue, a Array) Array {
	var before, after [MaxRank]int
	isPadded := false
	for i, axis := range c.axes {
		after[axis] = c.lines[i].points - a.Dim(axis)
		isPadded = isPadded || after[axis] > 0
	}
	if isPadded {
		a = q.Pad(a, before[:a.Rank()], after[:a.Rank()])
	}
	if a.dtype().IsStorage() && c.calc.IsDouble() {
		a = q.cast(expr.Float64, a)
	}
	return a
}
