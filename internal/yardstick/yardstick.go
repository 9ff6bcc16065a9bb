// Package yardstick computes in float64 the result that a plan.Problem defines, by package ref, and
// its tolerance. It is test support, and serves the verify and bench commands and the tuner.
package yardstick

import (
	"iter"
	"unsafe"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// Kinds returns the kinds of a sine or cosine transform along the axes of Along, in the direction
// of the problem; nil for other transforms.
func Kinds(p plan.Problem) []ref.Trig {
	if !p.Kind.IsTrig() {
		return nil
	}
	var kinds []ref.Trig
	for _, axis := range p.TransformedAxes() {
		kinds = append(kinds, ref.Trig(p.KindOf(axis)-plan.DCT1))
	}
	return kinds
}

// Tolerance returns the largest relative L2 error that arrays of a problem may have.
func Tolerance(p plan.Problem) float64 {
	kinds := Kinds(p)
	var lengths []int
	for i, axis := range p.TransformedAxes() {
		n := p.Shape[axis]
		if kinds != nil {
			n = ref.TrigLength(kinds[i], n)
		}
		lengths = append(lengths, n)
	}
	return ref.ToleranceAxes(lengths...)
}

// Together returns how many arrays of a problem are judged together.
func Together(p plan.Problem) int { return ref.Together(p.Points()) }

// Groups is ref.Groups for the arrays of a problem.
func Groups(p plan.Problem) iter.Seq2[int, int] { return ref.Groups(p.Count(), p.Points()) }

// Expected is the expected result of several arrays together.
type Expected struct {
	points  []complex128
	numbers []float64 // set if the results are real
}

// Expect returns the expected result of arrays. src holds their real numbers in memory order, two
// for a complex point.
func Expect(p plan.Problem, src []float32) Expected {
	axes, scale := p.TransformedAxes(), p.Scale()
	switch ends := p.Arrays(); {
	case p.Kind.IsTrig():
		return Expected{numbers: ref.TrigAxes(src, p.Shape, axes, Kinds(p), p.Norm == plan.Ortho, scale)}
	case p.Kind == plan.C2C:
		return Expected{points: ref.Axes(points(src), p.Shape, axes, p.Inverse, scale)}
	case ends[0].ElementBytes == plan.ElementBytes:
		return Expected{numbers: ref.RealInverseAxes(points(src), p.Shape, axes, scale)}
	}
	return Expected{points: ref.RealAxes(src, p.Shape, axes, scale)}
}

// Error returns the relative L2 error of arrays. It is +Inf if a value is no number.
func (e Expected) Error(got []float32) float64 {
	if e.numbers != nil {
		return ref.RelL2Real(got, e.numbers)
	}
	return ref.RelL2(points(got), e.points)
}

// points returns the complex points that the numbers hold.
func points(numbers []float32) []complex64 {
	z := make([]complex64, len(numbers)/2)
	copy(unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z)), numbers)
	return z
}
