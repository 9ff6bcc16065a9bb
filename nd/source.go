package nd

import (
	"fmt"
	"math"

	"wgfft/nd/internal/expr"
)

// newSource returns a source. For a wrong shape or type, it returns a node with an error, which
// operations on the source return.
func newSource(op string, d expr.DType, shape []int, s *expr.Source) Array {
	n := &node{title: title{op: op}, kind: kindSource, dtype: d, source: s}
	if d != expr.Float32 && d != expr.Float64 {
		n.err = fmt.Errorf("%s: %w: %v, want float32 or float64", op, ErrType, d)
	}
	e, err := extentOf(shape)
	if err != nil && n.err == nil {
		n.err = fmt.Errorf("%s: %w", op, err)
	}
	n.Extent = e
	for i, t := range s.Terms {
		if n.err == nil && e.Shape[t.Axis] == 1 {
			s.Terms[i] = expr.Term{Axis: t.Axis, Nyquist: -1} // 0 for every index of a longer axis
		}
	}
	return Array{n: n}
}

// line returns a source that depends on the index along one axis.
func line(op string, d expr.DType, rank, n int, t expr.Term) Array {
	if t.Axis < 0 {
		t.Axis += rank
	}
	if rank < 1 || rank > MaxRank || t.Axis < 0 || t.Axis >= rank {
		err := fmt.Errorf("%s: %w: no axis %d for rank %d; want rank 1 to %d", op, ErrShape, t.Axis, rank, MaxRank)
		return Array{n: &node{title: title{op: op}, kind: kindSource, dtype: d, err: err}}
	}
	shape := make([]int, rank)
	for i := range shape {
		shape[i] = 1
	}
	shape[t.Axis] = n
	return newSource(op, d, shape, &expr.Source{Terms: []expr.Term{t}})
}

// Iota returns the index along an axis. It has rank axes: n elements along the given axis and one
// along the others. Iota, FFTFreq, RFFTFreq and the methods of Grid return sources. A source has no
// memory and belongs to no queue and no step. Make sources outside of loops.
func Iota(d DType, rank, axis, n int) Array {
	return line("Iota", d.inner(), rank, n, expr.Term{Axis: axis, Nyquist: -1, Step: 1})
}

// FFTFreq returns the frequencies of a transform of n points with spacing dx, in cycles per unit of dx,
// along an axis. It has rank axes. [Grid.K] has angular wavenumbers.
func FFTFreq(d DType, rank, axis, n int, dx float64) Array {
	return line("FFTFreq", d.inner(), rank, n, expr.Term{Axis: axis, N: n, Nyquist: -1, Step: 1 / (dx * float64(n))})
}

// RFFTFreq returns the n/2+1 frequencies of a transform of n real numbers with spacing dx. See
// [FFTFreq].
func RFFTFreq(d DType, rank, axis, n int, dx float64) Array {
	bins := n/2 + 1
	if n < 1 {
		bins = n // an error
	}
	return line("RFFTFreq", d.inner(), rank, bins, expr.Term{Axis: axis, Nyquist: -1, Step: 1 / (dx * float64(n))})
}

// A Grid is a periodic box of points, for simulations. Shape has the points and Size the length of
// the box along each axis. The methods return sources. Their shapes combine with arrays of points
// or bins.
type Grid struct {
	Type  DType     // Float32 or Float64
	Shape []int     // points along each axis
	Size  []float64 // length of the box along each axis
	Half  bool      // spectra are half spectra of real numbers, with n/2+1 bins along the last axis
}

// axis returns an axis counted from 0. It reports whether the grid has it.
func (g Grid) axis(axis int) (int, bool) {
	if axis < 0 {
		axis += len(g.Shape)
	}
	return axis, axis >= 0 && axis < len(g.Shape) && len(g.Size) == len(g.Shape)
}

// refuse returns a source with an error.
func (g Grid) refuse(op string, axis int) Array {
	err := fmt.Errorf("%s: %w: no axis %d in a grid with %d numbers in Shape and %d in Size", op, ErrShape, axis,
		len(g.Shape), len(g.Size))
	return Array{n: &node{title: title{op: op}, kind: kindSource, dtype: g.Type.inner(), err: err}}
}

// X returns the coordinate along an axis: k Size/Shape for k = 0 ... Shape-1.
func (g Grid) X(axis int) Array {
	axis, ok := g.axis(axis)
	if !ok {
		return g.refuse("Grid.X", axis)
	}
	step := g.Size[axis] / float64(g.Shape[axis])
	return line("Grid.X", g.Type.inner(), len(g.Shape), g.Shape[axis], expr.Term{Axis: axis, Nyquist: -1, Step: step})
}

// wave returns the term of the wavenumber along an axis, and the number of bins.
func (g Grid) wave(axis int) (expr.Term, int) {
	t := expr.Term{Axis: axis, N: g.Shape[axis], Nyquist: -1, Step: 2 * math.Pi / g.Size[axis]}
	if g.Half && axis == len(g.Shape)-1 {
		t.N = 0
		return t, g.Shape[axis]/2 + 1
	}
	return t, g.Shape[axis]
}

// K returns the wavenumber along an axis of a spectrum: 2 pi k / Size for frequency k.
func (g Grid) K(axis int) Array {
	axis, ok := g.axis(axis)
	if !ok {
		return g.refuse("Grid.K", axis)
	}
	t, bins := g.wave(axis)
	return line("Grid.K", g.Type.inner(), len(g.Shape), bins, t)
}

// D returns the factor that differentiates a spectrum along an axis: i K. For even n, the factor of
// bin n/2 is 0, because the derivative of that wave is 0 at all points of the grid.
func (g Grid) D(axis int) Array {
	axis, ok := g.axis(axis)
	if !ok {
		return g.refuse("Grid.D", axis)
	}
	t, bins := g.wave(axis)
	if g.Shape[axis]%2 == 0 {
		t.Nyquist = g.Shape[axis] / 2
	}
	d := line("Grid.D", g.Type.inner(), len(g.Shape), bins, t)
	if d.n.source != nil {
		d.n.source.Form, d.n.dtype = expr.FormImaginary, g.Type.inner().Complex()
	}
	return d
}

// K2 returns the sum of the squares of the wavenumbers along all axes.
func (g Grid) K2() Array {
	if _, ok := g.axis(0); !ok {
		return g.refuse("Grid.K2", 0)
	}
	s := &expr.Source{Form: expr.FormSumSquares}
	shape := make([]int, len(g.Shape))
	for axis := range shape {
		t, bins := g.wave(axis)
		s.Terms, shape[axis] = append(s.Terms, t), bins
	}
	return newSource("Grid.K2", g.Type.inner(), shape, s)
}
