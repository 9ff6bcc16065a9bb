package plan

import (
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A Line is the transforms along one axis of an array, or along several that one kernel does.
type Axis struct {
	Kind        Kind
	Scheme      realdct.Scheme // of a real transform
	N           int            // points of its complex transforms
	InnerExtent int            // transforms side by side, element by element: the points of the axes behind
	Outer       int            // and one after the other: those of the axes before; real rows, where two go together
	Inverse     bool           // the complex transforms are inverse ones
	Convolution int            // points of the transforms of Bluestein's convolution; 0 where there is none
	MirrorRows  wgsl.RowGrid   // of its rows in an array, if they go with those opposite
	Factors     []int          // its factors, if it takes several passes: its spectrum lies in the order reversed by them
}

// transforms is how many complex transforms so many arrays take.
func (l Axis) transforms(count int) int {
	rows := l.Outer * count
	if l.isTwoForOne() {
		rows = (rows + 1) / 2
	}
	return rows * l.InnerExtent
}

// paired says whether two rows that follow one another make one complex transform.
func (l Axis) isTwoForOne() bool { return l.Scheme.IsTwoForOne() && l.Scheme.Load.InnerExtent == 0 }

// width is how many points the complex transforms of one array have at most.
func (l Axis) width() int { return l.transforms(1) * l.longest() }

// held is how many points each of its complex transforms has at most, between passes.
func (l Axis) longest() int { return max(l.N, l.Convolution) }

// splits says whether the end of the line takes points of the complex transforms together, and so whole transforms.
func (l Axis) isSplit() bool { return l.Scheme.Store.IsSplit() }

// columns places a kernel that does the whole line as columns.
func (l Axis) columns(k wgsl.Kernel) wgsl.Kernel {
	k.Load = wgsl.Load{Order: wgsl.BatchFastest}
	k.Store = wgsl.Store{Order: wgsl.BatchFastest}
	return l.place(k)
}

// placed is a kernel that does the whole line, where the line lies.
func (l Axis) place(k wgsl.Kernel) wgsl.Kernel {
	m := wgsl.Contiguous(l.N)
	k.Interleave = 0
	if l.InnerExtent > 1 {
		m = wgsl.Map{Stride: l.InnerExtent, Dist: l.N * l.InnerExtent, Inner: l.InnerExtent}
		k.Interleave = l.InnerExtent
	}
	k.Load.Map, k.Store.Map, k.Load.PassTwiddle, k.Store.PassTwiddle = m, m, wgsl.PassTwiddle{}, wgsl.PassTwiddle{}
	return k
}

// shortRow is the longest row of an even number of real points that does not go in pairs: its arithmetic costs nothing beside the memory, and
// without the product between the halves its error is a sixth less (measured on lavapipe, 16 points: 0.40 eps in place of 0.49).
const maxZeroImagRow = 64

// lines are those of a problem, the last axis first, but for the axis with the half spectrum, which is real and so at the beginning or at
// the end: at the other of the two where on a device of the limits its rows go with those opposite. Axes of one complex point cost nothing; where nothing is left the array is copied.
func (p Problem) axes(l wgsl.Limits) []Axis {
	var lines []Axis
	half := p.halvedAxis()
	shape, grid := p.spectrumShape(), p.rowGrid(l)
	if grid != (wgsl.RowGrid{}) {
		shape = slices.Clone(p.Shape)
		shape[half] /= 2
	}
	around := func(axis int) (side, outer int) {
		return product(shape[axis+1:]), product(shape[:axis])
	}
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		n := p.Shape[axis]
		switch {
		case !p.IsTransformed(axis) || axis == half:
		case p.Kind.IsTrig():
			lines = append(lines, p.realAxis(axis))
		case n > 1:
			side, outer := around(axis)
			lines = append(lines, Axis{N: n, InnerExtent: side, Outer: outer, Inverse: p.isBackward()})
		}
	}
	switch {
	case half >= 0:
		real := p.realAxis(half)
		real.MirrorRows = grid
		if p.isBackward() != real.hasMirrorRows() {
			return append(lines, real)
		}
		return slices.Insert(lines, 0, real)
	case lines == nil && p.Kind.IsTrig(): // numbers are copied one by one
		one := wgsl.Real{Form: wgsl.RealPoints, N: 1, ZeroImag: true}
		lines = []Axis{{Kind: p.Kind, Scheme: realdct.Scheme{Points: 1, Load: one, Store: one, Factor: 1}, N: 1, InnerExtent: 1, Outer: p.Points()}}
	case lines == nil:
		lines = []Axis{{N: 1, InnerExtent: 1, Outer: p.Points(), Inverse: p.isBackward()}}
	}
	return lines
}

// realLine is the line of a real transform.
func (p Problem) realAxis(axis int) Axis {
	n, side := p.Shape[axis], product(p.Shape[axis+1:])
	kind := p.KindOf(axis)
	ways := realdct.Schemes(kind.real(), n, side, p.Norm == Ortho)
	w := ways[0]
	switch {
	case p.PackPairs && (n%2 == 1 || n <= maxZeroImagRow):
		w = ways[len(ways)-1]
	case n <= maxZeroImagRow && len(ways) > 1 && !w.Load.ZeroImag:
		w = ways[1]
	}
	l := Axis{Kind: kind, Scheme: w, N: w.Points, InnerExtent: side, Outer: product(p.Shape[:axis]), Inverse: w.Inverse}
	if w.IsTwoForOne() && side > 1 {
		l.InnerExtent = (side + 1) / 2
	}
	return l
}

// spectrum is the shape of the half spectrum, or of the points where there is none.
func (p Problem) spectrumShape() []int {
	half := p.halvedAxis()
	if half < 0 {
		return p.Shape
	}
	shape := slices.Clone(p.Shape)
	shape[half] = realdct.Bins(shape[half])
	return shape
}

// taken says which of the lines a kernel of several axes does: as many of the first as it has, and what lies beside them.
func jointAxis(k wgsl.Kernel, lines []Axis) (Axis, int) {
	n, axes := 1, 0
	for _, chain := range []wgsl.Radices{k.Radices, k.OuterRadices[0], k.OuterRadices[1]} {
		if chain == (wgsl.Radices{}) { // of the last axis, where that only lies side by side
			continue
		}
		if axes == len(lines) || lines[axes].N != chain.N() {
			return Axis{}, 0
		}
		n *= chain.N()
		axes++
	}
	last := lines[max(0, axes-1)]
	if axes == 0 || slices.ContainsFunc(lines[:axes], func(l Axis) bool { return l.Kind != C2C }) {
		return Axis{}, 0
	}
	if max(1, k.InnerExtent) != lines[0].InnerExtent || last.InnerExtent*last.N != n*lines[0].InnerExtent {
		return Axis{}, 0 // others side by side, or axes between that are not transformed
	}
	return Axis{N: k.N(), InnerExtent: 1, Outer: last.Outer, Inverse: last.Inverse}, axes
}
