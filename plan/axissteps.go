package plan

import (
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// An n-dimensional convolution takes its axes one after the other. All axes but one are transformed
// forward. The remaining one, the turnaround axis, is transformed forward, multiplied by the
// spectrum of the kernel, and transformed back in one step. Then the other axes are transformed
// back in the opposite order.
//
// Each step reads the stored elements along its axis, takes the others as zero, and writes the wanted
// elements. Arrays grow in the forward steps and shrink in the inverse steps. No pass touches known zeros
// or unwanted elements.

// An axisStep is one step of a convolution: the transforms along one axis.
type axisStep struct {
	Axis              // N is the number of points of the transforms
	axis         int  // of the arrays, counted from 0
	Outer        int  // product of the current lengths of the slower axes of one array
	have, keep   int  // elements along the axis before and after the step
	IsTurnaround bool // forward, product, and back

	source, target realdct.Rows // how the first pass reads and the last writes real numbers or half spectra
}

// AxisSteps returns the steps of a convolution. padded are the points of the transforms along each
// axis, 1 for axes that are not transformed; turn is the turnaround axis.
//
// half is the axis along which real arrays have half spectra, or -1. It is the last transformed
// axis and differs from turn: the first step makes the half spectra, the last one returns from
// them. Without such an axis, real numbers are read and written as complex points with zero
// imaginary parts.
func (c Convolution) AxisSteps(padded []int, turn, half int) []axisStep {
	supports, now := c.supports(), append([]int{}, c.Shape...)
	var all []axisStep
	add := func(axis, keep int) *axisStep {
		l := axisStep{
			Axis: Axis{N: padded[axis], InnerExtent: Product(now[axis+1:])},
			axis: axis, Outer: Product(now[:axis]), have: now[axis], keep: keep,
		}
		l.IsTurnaround = axis == turn
		now[axis] = keep
		all = append(all, l)
		return &all[len(all)-1]
	}
	var forward []int
	for axis := len(padded) - 1; axis >= 0; axis-- {
		if padded[axis] > 1 && axis != turn {
			forward = append(forward, axis)
			if axis == half {
				l := add(axis, realdct.Bins(padded[axis]))
				l.setHalfSpectrum(R2C, l.have)
			} else {
				add(axis, padded[axis])
			}
		}
	}
	add(turn, supports[turn].out)
	for i := len(forward) - 1; i >= 0; i-- {
		l := add(forward[i], supports[forward[i]].out)
		if forward[i] == half {
			l.setHalfSpectrum(C2R, l.keep)
		}
	}
	if c.Real && half < 0 {
		first, last := &all[0], &all[len(all)-1]
		first.source, last.target = first.realParts(first.have), last.realParts(last.keep)
	}
	return all
}

// realParts returns rows of real numbers that are the points of the step, with zero imaginary parts.
// The first exist numbers of a row exist; the others are zero.
func (l axisStep) realParts(exist int) realdct.Rows {
	r := realdct.Rows{Form: realdct.Natural, N: l.N, Packing: realdct.ZeroImag, Bound: exist}
	if l.InnerExtent > 1 {
		r.Inner = l.InnerExtent
	}
	return r
}

// minHalfSpectrum is the smallest number of points for which half spectra are used.
const minHalfSpectrum = 8

// HalvedAxis returns the axis along which half spectra are possible: the last transformed axis of a
// real convolution, if it is not the turnaround axis. It returns -1 if there is none.
func (c Convolution) HalvedAxis(padded []int, turn int) int {
	for axis := len(padded) - 1; axis > turn && c.Real; axis-- {
		if padded[axis] > 1 {
			if padded[axis] < minHalfSpectrum {
				return -1
			}
			return axis
		}
	}
	return -1
}

// halvedShape returns the shape of the spectra, with n/2+1 bins along axis half if that is not -1.
func halvedShape(padded []int, half int) []int {
	shape := slices.Clone(padded)
	if half >= 0 {
		shape[half] = realdct.Bins(shape[half])
	}
	return shape
}

// setHalfSpectrum makes the step a transform between have real numbers and half a spectrum; kind is
// R2C or C2R.
func (l *axisStep) setHalfSpectrum(kind Kind, have int) {
	schemes := realdct.Schemes(kind, l.N, l.InnerExtent, false)
	scheme := schemes[0] // N/2 complex points if the length is even
	l.Kind, l.Scheme, l.N = kind, scheme, scheme.Points
	l.source, l.target = scheme.Load, scheme.Store
	if kind == R2C {
		l.source.Bound = have
	} else {
		l.target.Bound = have
	}
}

// elementsBefore returns the number of elements of an array before the step.
func (l axisStep) elementsBefore() int { return l.Outer * l.have * l.InnerExtent }

// elementsAfter returns the number of elements of an array after the step.
func (l axisStep) elementsAfter() int { return l.Outer * l.keep * l.InnerExtent }

// width returns the number of points of an array during the step.
func (l axisStep) width() int { return l.Outer * l.N * l.InnerExtent }

// place returns a kernel of the step with its bounds: the first kernel reads the stored elements,
// the last one writes the wanted elements.
func (l axisStep) Place(k wgsl.Kernel, first, last bool) wgsl.Kernel {
	k.Load.View.Bound, k.Store.View.Bound = 0, 0
	switch {
	case first && l.source != realdct.Rows{}:
		k = l.source.Load(k)
	case first && l.have < l.N:
		setBound(&k.Load.View, l.have, l.InnerExtent)
	}
	switch {
	case last && l.target != realdct.Rows{}:
		k = l.target.Store(k)
	case last && l.keep < l.N:
		setBound(&k.Store.View, l.keep, l.InnerExtent)
	}
	return k
}

// work returns the work of a pass of the step for one array.
func (l axisStep) work(k wgsl.Kernel, first, last bool, pointBytes int64) work {
	moved := int64(2 * l.width())
	if first {
		moved += int64(l.elementsBefore() - l.width())
	}
	if last {
		moved += int64(l.elementsAfter() - l.width())
	}
	moved *= pointBytes
	if first && l.source.IsReal() {
		moved -= int64(l.elementsBefore()) * pointBytes / 2
	}
	if last && l.target.IsReal() {
		moved -= int64(l.elementsAfter()) * pointBytes / 2
	}
	return work{rows: 1, perRow: l.width() / k.N(), moved: moved}
}
