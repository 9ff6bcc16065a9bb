package plan

import (
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// An Axis is a batch of transforms along one axis of the arrays of a problem, or along several axes
// that one kernel transforms together.
type Axis struct {
	// Kind is the transform, Scheme the complex transform that computes it; Scheme is zero for C2C.
	Kind   Kind
	Scheme realdct.Scheme

	// N is the number of points of the complex transforms.
	N int

	// InnerExtent is the number of interleaved transforms: the product of the faster axes. Point k of
	// transform q lies at (q div InnerExtent) N InnerExtent + k InnerExtent + q mod InnerExtent.
	InnerExtent int

	// Outer is the product of the slower axes of one array. It counts real rows in a two-for-one transform.
	Outer int

	// Inverse is true if the complex transforms are inverse transforms.
	Inverse bool

	// Convolution is the number of points of Bluestein's convolution; 0 without one.
	Convolution int

	// MirrorRows is the grid of the rows of an array if each row is computed with its mirror row; else zero.
	MirrorRows wgsl.RowGrid

	// Factors are the factors of Convolution if it takes several passes. Its spectrum is then in
	// digit-reversed order by these factors.
	Factors []int
}

// Transforms returns the number of complex transforms of count arrays.
func (l Axis) Transforms(count int) int {
	rows := l.Outer * count
	if l.isTwoForOne() {
		rows = (rows + 1) / 2
	}
	return rows * l.InnerExtent
}

// isTwoForOne reports whether two consecutive rows share one complex transform. Interleaved rows in
// pairs do not count here: InnerExtent is halved for them.
func (l Axis) isTwoForOne() bool { return l.Scheme.IsTwoForOne() && l.Scheme.Load.Inner == 0 }

// width returns the largest number of complex points of one array during the passes of the axis.
func (l Axis) width() int { return l.Transforms(1) * l.longest() }

// longest returns the largest number of points of one transform between passes.
func (l Axis) longest() int { return max(l.N, l.Convolution) }

// IsSplit reports whether the axis ends with a Hermitian split, which needs points k and -k of a
// complex transform.
func (l Axis) IsSplit() bool { return l.Scheme.Store.IsSplit() }

// Columns returns a kernel for the whole axis as a column kernel.
func (l Axis) Columns(k wgsl.Kernel) wgsl.Kernel {
	k.Load, k.Store = wgsl.End{}, wgsl.End{}
	k.Threads.Order = [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}
	return l.Place(k)
}

// Place returns a kernel for the whole axis with the view of the axis, without ops.
func (l Axis) Place(k wgsl.Kernel) wgsl.Kernel {
	k.Threads.Interleave = 0
	if l.InnerExtent > 1 {
		k.Threads.Interleave = l.InnerExtent
	}
	k.Load.View, k.Load.Ops = wgsl.Columns(l.InnerExtent, l.N), wgsl.Ops{}
	k.Store.View, k.Store.Ops = k.Load.View, wgsl.Ops{}
	return k
}

// maxZeroImagRow is the largest even number of real points that are transformed as complex points
// with zero imaginary parts, not as N/2 complex points. The kernel is bound by memory at these
// lengths, so the arithmetic is free, and without the Hermitian split the rounding error is
// smaller.
const maxZeroImagRow = 64

// OrderedAxes returns the axes of a problem in the order of computation: the last axis first.
//
// The halved axis of R2C and C2R comes first in the forward transform and last in the inverse. If
// its rows are transformed with their mirror rows, it comes at the other end. Axes of one complex
// point are left out. If no axis remains, OrderedAxes returns one Axis that copies the array.
func (p Problem) OrderedAxes(l wgsl.Limits) []Axis {
	p, l = p.AsSingle(l)
	var axes []Axis
	halved := p.halvedAxis()
	shape, grid := p.spectrumShape(), p.rowGrid(l)
	if grid != (wgsl.RowGrid{}) {
		shape = slices.Clone(p.Shape)
		shape[halved] /= 2
	}
	around := func(axis int) (inner, outer int) {
		return Product(shape[axis+1:]), Product(shape[:axis])
	}
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		n := p.Shape[axis]
		switch {
		case !p.IsTransformed(axis) || axis == halved:
		case p.Kind.IsTrig():
			axes = append(axes, p.realAxis(axis))
		case n > 1:
			inner, outer := around(axis)
			axes = append(axes, Axis{N: n, InnerExtent: inner, Outer: outer, Inverse: p.IsBackward()})
		}
	}
	switch {
	case halved >= 0:
		real := p.realAxis(halved)
		real.MirrorRows = grid
		if p.IsBackward() != real.HasMirrorRows() {
			return append(axes, real)
		}
		return slices.Insert(axes, 0, real)
	case axes == nil && p.Kind.IsTrig(): // copies real numbers
		one := realdct.Rows{Form: realdct.Natural, N: 1, Packing: realdct.ZeroImag}
		axes = []Axis{{
			Kind: p.Kind, Scheme: realdct.Scheme{Points: 1, Load: one, Store: one, Factor: 1},
			N: 1, InnerExtent: 1, Outer: p.Points(),
		}}
	case axes == nil:
		axes = []Axis{{N: 1, InnerExtent: 1, Outer: p.Points(), Inverse: p.IsBackward()}}
	}
	return axes
}

// realAxis returns the axis of a real transform, with the scheme that computes it.
func (p Problem) realAxis(axis int) Axis {
	n, inner := p.Shape[axis], Product(p.Shape[axis+1:])
	kind := p.KindOf(axis)
	schemes := realdct.Schemes(kind, n, inner, p.Ops().IsOrthogonal)
	scheme := schemes[0]
	switch {
	case p.PackPairs && (n%2 == 1 || n <= maxZeroImagRow):
		scheme = schemes[len(schemes)-1]
	case n <= maxZeroImagRow && len(schemes) > 1 && !scheme.IsZeroImag():
		scheme = schemes[1]
	}
	l := Axis{
		Kind: kind, Scheme: scheme, N: scheme.Points,
		InnerExtent: inner, Outer: Product(p.Shape[:axis]), Inverse: scheme.Inverse,
	}
	if scheme.IsTwoForOne() && inner > 1 {
		l.InnerExtent = (inner + 1) / 2
	}
	return l
}

// spectrumShape returns the shape of the spectrum: n/2+1 bins along the halved axis if there is
// one.
func (p Problem) spectrumShape() []int {
	halved := p.halvedAxis()
	if halved < 0 {
		return p.Shape
	}
	shape := slices.Clone(p.Shape)
	shape[halved] = realdct.Bins(shape[halved])
	return shape
}

// JointAxis joins the axes that a kernel of several axes transforms to one axis of all their
// points. It also returns the number of joined axes, which are the first of axes. The count is 0 if
// the kernel does not fit.
func JointAxis(k wgsl.Kernel, axes []Axis) (Axis, int) {
	n, count := 1, 0
	for _, radices := range []wgsl.Radices{k.Stages.Radices, k.Stages.Outer[0], k.Stages.Outer[1]} {
		if radices == (wgsl.Radices{}) { // the kernel does not transform this axis
			continue
		}
		if count == len(axes) || axes[count].N != radices.N() {
			return Axis{}, 0
		}
		n *= radices.N()
		count++
	}
	last := axes[max(0, count-1)]
	if count == 0 || slices.ContainsFunc(axes[:count], func(l Axis) bool { return l.Kind != C2C }) {
		return Axis{}, 0
	}
	if max(1, k.Stages.InnerExtent) != axes[0].InnerExtent || last.InnerExtent*last.N != n*axes[0].InnerExtent {
		return Axis{}, 0 // another interleave, or an axis in between is not transformed
	}
	return Axis{N: k.N(), InnerExtent: 1, Outer: last.Outer, Inverse: last.Inverse}, count
}
