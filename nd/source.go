package nd

import (
	"fmt"
	"math"
)

// A form is the formula of a source. x_t is the value of term t, which depends on the index along
// one axis.
type form uint8

// The forms.
const (
	formReal       form = iota // x_0
	formImaginary              // i x_0
	formSumSquares             // the sum of the squares of all x_t
	formUniform                // a random number that depends on the place: see Uniform
	formNormal                 // a random number that depends on the place: see Normal
)

// A source is a formula of the index.
type source struct {
	form   form
	terms  []term
	place  load // for forms without terms: the place of an element in row-major order
	random random
}

// A term is a number that depends on the index k along an axis. It is step k. For the frequencies
// of n points it is step (k - n) in the second half.
type term struct {
	axis    int
	n       int // the number of points, if the indices from (n+1)/2 on are negative frequencies; otherwise 0
	nyquist int // the index at which the value is 0; -1 for none
	step    float64
}

// at returns the value for an index.
func (t *term) at(k int) float64 {
	if k == t.nyquist {
		return 0
	}
	if t.n > 0 && k > (t.n-1)/2 {
		k -= t.n
	}
	return t.step * float64(k)
}

// newSource returns a source. For a wrong shape or type, it returns a node with an error, which
// operations on the source return.
func newSource(op string, d DType, shape []int, s *source) Array {
	n := &node{op: op, kind: kindSource, dtype: d, source: s}
	if d != Float32 && d != Float64 {
		n.err = fmt.Errorf("%s: %w: %v, want float32 or float64", op, ErrType, d)
	}
	e, err := extentOf(shape)
	if err != nil && n.err == nil {
		n.err = fmt.Errorf("%s: %w", op, err)
	}
	n.extent = e
	for i, t := range s.terms {
		if n.err == nil && e.shape[t.axis] == 1 {
			s.terms[i] = term{axis: t.axis, nyquist: -1} // 0 for every index of a longer axis
		}
	}
	return Array{n: n}
}

// line returns a source that depends on the index along one axis.
func line(op string, d DType, rank, n int, t term) Array {
	if t.axis < 0 {
		t.axis += rank
	}
	if rank < 1 || rank > MaxRank || t.axis < 0 || t.axis >= rank {
		err := fmt.Errorf("%s: %w: no axis %d for rank %d; want rank 1 to %d", op, ErrShape, t.axis, rank, MaxRank)
		return Array{n: &node{op: op, kind: kindSource, dtype: d, err: err}}
	}
	shape := make([]int, rank)
	for i := range shape {
		shape[i] = 1
	}
	shape[t.axis] = n
	return newSource(op, d, shape, &source{terms: []term{t}})
}

// Iota returns the index along an axis. It has rank axes: n elements along the given axis and one
// along the others. Iota, FFTFreq, RFFTFreq and the methods of Grid return sources. A source has no
// memory and belongs to no queue and no step. Make sources outside of loops.
func Iota(d DType, rank, axis, n int) Array {
	return line("Iota", d, rank, n, term{axis: axis, nyquist: -1, step: 1})
}

// FFTFreq returns the frequencies of a transform of n points with spacing dx, in cycles per unit of dx,
// along an axis. It has rank axes. [Grid.K] has angular wavenumbers.
func FFTFreq(d DType, rank, axis, n int, dx float64) Array {
	return line("FFTFreq", d, rank, n, term{axis: axis, n: n, nyquist: -1, step: 1 / (dx * float64(n))})
}

// RFFTFreq returns the n/2+1 frequencies of a transform of n real numbers with spacing dx. See
// [FFTFreq].
func RFFTFreq(d DType, rank, axis, n int, dx float64) Array {
	bins := n/2 + 1
	if n < 1 {
		bins = n // an error
	}
	return line("RFFTFreq", d, rank, bins, term{axis: axis, nyquist: -1, step: 1 / (dx * float64(n))})
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
	return Array{n: &node{op: op, kind: kindSource, dtype: g.Type, err: err}}
}

// X returns the coordinate along an axis: k Size/Shape for k = 0 ... Shape-1.
func (g Grid) X(axis int) Array {
	axis, ok := g.axis(axis)
	if !ok {
		return g.refuse("Grid.X", axis)
	}
	step := g.Size[axis] / float64(g.Shape[axis])
	return line("Grid.X", g.Type, len(g.Shape), g.Shape[axis], term{axis: axis, nyquist: -1, step: step})
}

// wave returns the term of the wavenumber along an axis, and the number of bins.
func (g Grid) wave(axis int) (term, int) {
	t := term{axis: axis, n: g.Shape[axis], nyquist: -1, step: 2 * math.Pi / g.Size[axis]}
	if g.Half && axis == len(g.Shape)-1 {
		t.n = 0
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
	return line("Grid.K", g.Type, len(g.Shape), bins, t)
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
		t.nyquist = g.Shape[axis] / 2
	}
	d := line("Grid.D", g.Type, len(g.Shape), bins, t)
	if d.n.source != nil {
		d.n.source.form, d.n.dtype = formImaginary, g.Type.complex()
	}
	return d
}

// K2 returns the sum of the squares of the wavenumbers along all axes.
func (g Grid) K2() Array {
	if _, ok := g.axis(0); !ok {
		return g.refuse("Grid.K2", 0)
	}
	s := &source{form: formSumSquares}
	shape := make([]int, len(g.Shape))
	for axis := range shape {
		t, bins := g.wave(axis)
		s.terms, shape[axis] = append(s.terms, t), bins
	}
	return newSource("Grid.K2", g.Type, shape, s)
}
