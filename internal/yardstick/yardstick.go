// Package yardstick computes the result that a plan.Problem defines, by package ref, and its
// tolerance: in float64 for single precision, and in double-double for double. It is test support, and serves the verify and bench commands and the tuner.
package yardstick

import (
	"iter"
	"math"
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

// Tolerance returns the largest relative L2 error that arrays of a problem may have in single
// precision.
func Tolerance(p plan.Problem) float64 { return ToleranceIn(ref.Single, p) }

// ToleranceIn is Tolerance for a precision.
func ToleranceIn(precision ref.Precision, p plan.Problem) float64 {
	kinds := Kinds(p)
	var lengths []int
	for i, axis := range p.TransformedAxes() {
		n := p.Shape[axis]
		if kinds != nil {
			n = ref.TrigLength(kinds[i], n)
		}
		lengths = append(lengths, n)
	}
	return precision.Tolerance(lengths...)
}

// Together returns how many arrays of a problem are judged together.
func Together(p plan.Problem) int { return ref.Together(p.Points()) }

// Groups is ref.Groups for the arrays of a problem.
func Groups(p plan.Problem) iter.Seq2[int, int] { return ref.Groups(p.Count(), p.Points()) }

// ScaleDD returns p.Scale in double-double.
func ScaleDD(p plan.Problem) ref.DD {
	scale := p.Scale()
	if p.Norm == plan.Ortho {
		return ref.InverseSqrt(math.Round(1 / (scale * scale)))
	}
	return ref.DD{Hi: 1}.Quo(math.Round(1 / scale))
}

// Expected is the expected result of several arrays together. T is the type of the numbers under
// test.
type Expected[T ref.Real] struct {
	distance func(got []T) float64
}

// Error returns the relative L2 error of arrays. It is +Inf if a value is no number.
func (e Expected[T]) Error(got []T) float64 { return e.distance(got) }

// Expect returns the expected result of arrays. src holds their real numbers in memory order, two
// for a complex point.
func Expect[T ref.Real](p plan.Problem, src []T) Expected[T] {
	if double, ok := any(src).([]float64); ok {
		return any(expectDouble(p, double)).(Expected[T])
	}
	return any(expectSingle(p, any(src).([]float32))).(Expected[T])
}

func expectSingle(p plan.Problem, src []float32) Expected[float32] {
	axes, scale := p.TransformedAxes(), p.Scale()
	switch {
	case p.Kind.IsTrig():
		return reals[float32](ref.TrigAxes(src, p.Shape, axes, Kinds(p), p.Norm == plan.Ortho, scale))
	case p.Kind == plan.C2C:
		return complexes[complex64, float32](ref.Axes(points[complex64](src), p.Shape, axes, p.Inverse, scale))
	case fromSpectrum(p):
		return reals[float32](ref.RealInverseAxes(points[complex64](src), p.Shape, axes, scale))
	}
	return complexes[complex64, float32](ref.RealAxes(src, p.Shape, axes, scale))
}

func expectDouble(p plan.Problem, src []float64) Expected[float64] {
	axes, scale := p.TransformedAxes(), ScaleDD(p)
	switch {
	case p.Kind.IsTrig():
		return reals[float64](ref.TrigAxesDD(src, p.Shape, axes, Kinds(p), p.Norm == plan.Ortho, scale))
	case p.Kind == plan.C2C:
		return complexes[complex128, float64](ref.AxesDD(points[complex128](src), p.Shape, axes, p.Inverse, scale))
	case fromSpectrum(p):
		return reals[float64](ref.RealInverseAxesDD(points[complex128](src), p.Shape, axes, scale))
	}
	return complexes[complex128, float64](ref.RealAxesDD(src, p.Shape, axes, scale))
}

// fromSpectrum reports whether a real transform has half spectra as its input.
func fromSpectrum(p plan.Problem) bool {
	ends := p.Arrays()
	return ends[0].ElementBytes > ends[1].ElementBytes
}

// reals returns real results.
func reals[T ref.Real, W float64 | ref.DD](want []W) Expected[T] {
	return Expected[T]{func(got []T) float64 { return ref.RelL2Real(got, want) }}
}

// complexes returns complex results. C is the type of the points under test, and T of their parts.
func complexes[C ref.Complex, T ref.Real, W complex128 | ref.ComplexDD](want []W) Expected[T] {
	return Expected[T]{func(got []T) float64 { return ref.RelL2(points[C](got), want) }}
}

// points returns the complex points that the numbers hold.
func points[C ref.Complex, T ref.Real](numbers []T) []C {
	z := make([]C, len(numbers)/2)
	copy(unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z)), numbers)
	return z
}
