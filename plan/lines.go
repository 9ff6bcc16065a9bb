package plan

import "wgfft/wgsl"

// A Line is the transforms along one axis of an array, or along several that one kernel does.
type Line struct {
	N           int   // points
	Side        int   // transforms side by side, element by element: the points of the axes behind
	Convolution int   // points of the transforms of Bluestein's convolution; 0 where there is none
	Rows        []int // its factors, if it takes several passes: its spectrum lies in the order reversed by them
}

// width is how many elements an array of so many points has while the line is being transformed.
func (l Line) width(points int) int { return points / l.N * max(l.N, l.Convolution) }

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

// lines are those of a problem, the last axis first. Axes of one point cost nothing; where nothing is left the array is copied.
func (p Problem) lines() []Line {
	var lines []Line
	side := 1
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		if n := p.Shape[axis]; n > 1 && p.Transformed(axis) {
			lines = append(lines, Line{N: n, Side: side})
		}
		side *= p.Shape[axis]
	}
	if lines == nil {
		lines = []Line{{N: 1, Side: 1}}
	}
	return lines
}

// taken says which of the lines a kernel of several axes does: as many of the first as it has, and what lies beside them.
func taken(k wgsl.FFT, lines []Line) (Line, int) {
	n, axes := k.Chain.N(), 1
	for _, over := range k.Over {
		if over != (wgsl.Chain{}) {
			axes++
		}
		n *= over.N()
	}
	if k.Chain == (wgsl.Chain{}) { // nothing but what lies side by side
		axes--
	}
	if axes > len(lines) {
		return Line{}, 0
	}
	points := 1
	for _, l := range lines[:axes] {
		points *= l.N
	}
	last := lines[axes-1]
	if points != n || max(1, k.Side) != lines[0].Side || last.Side*last.N != n*lines[0].Side {
		return Line{}, 0 // other lengths, or axes between that are not transformed
	}
	return Line{N: k.N(), Side: 1}, axes
}
