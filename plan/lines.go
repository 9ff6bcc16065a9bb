package plan

import (
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A Line is the transforms along one axis of an array, or along several that one kernel does.
type Line struct {
	Kind        Kind
	Way         realdct.Way // of a real transform
	N           int         // points of its complex transforms
	Side        int         // transforms side by side, element by element: the points of the axes behind
	Outer       int         // and one after the other: those of the axes before; real rows, where two go together
	Inverse     bool        // the complex transforms are inverse ones
	Convolution int         // points of the transforms of Bluestein's convolution; 0 where there is none
	Grid        wgsl.Grid   // of its rows in an array, if they go with those opposite
	Rows        []int       // its factors, if it takes several passes: its spectrum lies in the order reversed by them
}

// transforms is how many complex transforms so many arrays take.
func (l Line) transforms(count int) int {
	rows := l.Outer * count
	if l.paired() {
		rows = (rows + 1) / 2
	}
	return rows * l.Side
}

// paired says whether two rows that follow one another make one complex transform.
func (l Line) paired() bool { return l.Way.Rows() && l.Way.Load.Side == 0 }

// width is how many points the complex transforms of one array have at most.
func (l Line) width() int { return l.transforms(1) * l.held() }

// held is how many points each of its complex transforms has at most, between passes.
func (l Line) held() int { return max(l.N, l.Convolution) }

// splits says whether the end of the line takes points of the complex transforms together, and so whole transforms.
func (l Line) splits() bool { return l.Way.Store.Splits() }

// columns places a kernel that does the whole line as columns.
func (l Line) columns(k wgsl.FFT) wgsl.FFT {
	k.Load = wgsl.Load{Order: wgsl.TransformsFirst}
	k.Store = wgsl.Store{Order: wgsl.TransformsFirst}
	return l.placed(k)
}

// placed is a kernel that does the whole line, where the line lies.
func (l Line) placed(k wgsl.FFT) wgsl.FFT {
	m := wgsl.Contiguous(l.N)
	k.Lanes = 0
	if l.Side > 1 {
		m = wgsl.Map{Stride: l.Side, Dist: l.N * l.Side, Inner: l.Side}
		k.Lanes = l.Side
	}
	k.Load.Map, k.Store.Map, k.Load.Turn, k.Store.Turn = m, m, wgsl.Turn{}, wgsl.Turn{}
	return k
}

// shortRow is the longest row of an even number of real points that does not go in pairs: its arithmetic costs nothing beside the memory, and
// without the product between the halves its error is a sixth less (measured on lavapipe, 16 points: 0.40 eps in place of 0.49).
const shortRow = 64

// lines are those of a problem, the last axis first, but for the axis with the half spectrum, which is real and so at the beginning or at
// the end: at the other of the two where on a device of the limits its rows go with those opposite. Axes of one complex point cost nothing; where nothing is left the array is copied.
func (p Problem) lines(l wgsl.Limits) []Line {
	var lines []Line
	half := p.halved()
	shape, grid := p.spectrum(), p.grid(l)
	if grid != (wgsl.Grid{}) {
		shape = slices.Clone(p.Shape)
		shape[half] /= 2
	}
	around := func(axis int) (side, outer int) {
		return product(shape[axis+1:]), product(shape[:axis])
	}
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		n := p.Shape[axis]
		switch {
		case !p.Transformed(axis) || axis == half:
		case p.Kind.Trig():
			lines = append(lines, p.realLine(axis))
		case n > 1:
			side, outer := around(axis)
			lines = append(lines, Line{N: n, Side: side, Outer: outer, Inverse: p.backward()})
		}
	}
	switch {
	case half >= 0:
		real := p.realLine(half)
		real.Grid = grid
		if p.backward() != real.opposed() {
			return append(lines, real)
		}
		return slices.Insert(lines, 0, real)
	case lines == nil && p.Kind.Trig(): // numbers are copied one by one
		one := wgsl.Real{Form: wgsl.Reals, N: 1, Alone: true}
		lines = []Line{{Kind: p.Kind, Way: realdct.Way{Points: 1, Load: one, Store: one, Factor: 1}, N: 1, Side: 1, Outer: p.Points()}}
	case lines == nil:
		lines = []Line{{N: 1, Side: 1, Outer: p.Points(), Inverse: p.backward()}}
	}
	return lines
}

// realLine is the line of a real transform.
func (p Problem) realLine(axis int) Line {
	n, side := p.Shape[axis], product(p.Shape[axis+1:])
	kind := p.Does(axis)
	ways := realdct.Ways(kind.real(), n, side, p.Norm == Ortho)
	w := ways[0]
	switch {
	case p.Together && (n%2 == 1 || n <= shortRow):
		w = ways[len(ways)-1]
	case n <= shortRow && len(ways) > 1 && !w.Load.Alone:
		w = ways[1]
	}
	l := Line{Kind: kind, Way: w, N: w.Points, Side: side, Outer: product(p.Shape[:axis]), Inverse: w.Inverse}
	if w.Rows() && side > 1 {
		l.Side = (side + 1) / 2
	}
	return l
}

// spectrum is the shape of the half spectrum, or of the points where there is none.
func (p Problem) spectrum() []int {
	half := p.halved()
	if half < 0 {
		return p.Shape
	}
	shape := slices.Clone(p.Shape)
	shape[half] = realdct.Bins(shape[half])
	return shape
}

// taken says which of the lines a kernel of several axes does: as many of the first as it has, and what lies beside them.
func taken(k wgsl.FFT, lines []Line) (Line, int) {
	n, axes := 1, 0
	for _, chain := range []wgsl.Chain{k.Chain, k.Over[0], k.Over[1]} {
		if chain == (wgsl.Chain{}) { // of the last axis, where that only lies side by side
			continue
		}
		if axes == len(lines) || lines[axes].N != chain.N() {
			return Line{}, 0
		}
		n *= chain.N()
		axes++
	}
	last := lines[max(0, axes-1)]
	if axes == 0 || slices.ContainsFunc(lines[:axes], func(l Line) bool { return l.Kind != C2C }) {
		return Line{}, 0
	}
	if max(1, k.Side) != lines[0].Side || last.Side*last.N != n*lines[0].Side {
		return Line{}, 0 // others side by side, or axes between that are not transformed
	}
	return Line{N: k.N(), Side: 1, Outer: last.Outer, Inverse: last.Inverse}, axes
}
