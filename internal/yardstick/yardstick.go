// Package yardstick says in float64 what a plan.Problem asks for: which reference of package ref it is, and what its tolerance is. It is test
// support, and what the verify and bench commands and the tuner compare with.
package yardstick

import (
	"iter"
	"unsafe"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// Kinds are the kinds along Along's axes of a sine or cosine transform, as they are done; nil of others.
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

// Tolerance is the largest relative L2 error that arrays of a problem may have.
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

// Together is how many arrays of a problem are judged together.
func Together(p plan.Problem) int { return ref.Together(p.Points()) }

// Groups is ref.Groups of the arrays of a problem.
func Groups(p plan.Problem) iter.Seq2[int, int] { return ref.Groups(p.Count(), p.Points()) }

// Expected is what a problem makes of whole arrays together.
type Expected struct {
	points  []complex128
	numbers []float64 // where the results are real
}

// Expect is what a problem makes of arrays, given as the real numbers they lie as in memory, two a complex point.
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

// Error is the relative L2 error of arrays; +Inf where one is no number.
func (e Expected) Error(got []float32) float64 {
	if e.numbers != nil {
		return ref.RelL2Real(got, e.numbers)
	}
	return ref.RelL2(points(got), e.points)
}

// points are the complex points that lie as so many numbers.
func points(numbers []float32) []complex64 {
	z := make([]complex64, len(numbers)/2)
	copy(unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z)), numbers)
	return z
}
