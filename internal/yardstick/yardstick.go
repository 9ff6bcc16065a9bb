// Package yardstick computes the expected result of a plan.Problem with package ref, and the tolerance
// for it. The result is in float64 for single precision, and in double-double for double precision. It
// serves tests, the verify and bench commands, and the tuner.
package yardstick

import (
	"iter"
	"math"
	"unsafe"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/transforms"
	"wgfft/plan"
)

// Kinds returns the kinds of a sine or cosine transform along the axes of Along, in the direction
// of the problem; nil for other transforms.
func Kinds(p plan.Problem) []transforms.Kind {
	if !p.Kind.IsTrig() {
		return nil
	}
	var kinds []transforms.Kind
	for _, axis := range p.TransformedAxes() {
		kinds = append(kinds, p.KindOf(axis))
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
			n = kinds[i].Period(n)
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
func ScaleDD(p plan.Problem) doubledouble.Real {
	scale := p.Scale()
	if p.Norm == plan.Ortho {
		return doubledouble.InverseSqrt(math.Round(1 / (scale * scale)))
	}
	return doubledouble.Real{Hi: 1}.Quo(math.Round(1 / scale))
}

// Results returns the expected results of arrays. They have the precision of float64 if src is in single
// precision, and of double-double otherwise. E is the element type of the problem's source.
func Results[E ref.Element](p plan.Problem, src []E) []doubledouble.Complex {
	switch want := results(p, src).(type) {
	case []float64:
		return ref.WidenDD(want)
	case []complex128:
		return ref.WidenDD(want)
	case []doubledouble.Real:
		out := make([]doubledouble.Complex, len(want))
		for i, v := range want {
			out[i].Re = v
		}
		return out
	case []doubledouble.Complex:
		return want
	}
	return nil
}

// results returns the expected results of arrays: []float64 or []complex128 if src is in single precision,
// []doubledouble.Real or []doubledouble.Complex otherwise.
func results[E ref.Element](p plan.Problem, src []E) any {
	axes, isOrtho := p.TransformedAxes(), p.Norm == plan.Ortho
	switch src := any(src).(type) {
	case []float32:
		if p.Kind.IsTrig() {
			return ref.TrigAxes(src, p.Shape, axes, Kinds(p), isOrtho, p.Scale())
		}
		return ref.RealAxes(src, p.Shape, axes, p.Scale())
	case []float64:
		if p.Kind.IsTrig() {
			return ref.TrigAxesDD(src, p.Shape, axes, Kinds(p), isOrtho, ScaleDD(p))
		}
		return ref.RealAxesDD(src, p.Shape, axes, ScaleDD(p))
	case []complex64:
		if p.Kind == plan.C2C {
			return ref.Axes(src, p.Shape, axes, p.Inverse, p.Scale())
		}
		return ref.RealInverseAxes(src, p.Shape, axes, p.Scale())
	case []complex128:
		if p.Kind == plan.C2C {
			return ref.AxesDD(src, p.Shape, axes, p.Inverse, ScaleDD(p))
		}
		return ref.RealInverseAxesDD(src, p.Shape, axes, ScaleDD(p))
	}
	return nil
}

// Expected is the expected result of several arrays. T is the type of the numbers under test.
type Expected[T ref.Real] struct {
	want any // what results returns
}

// Expect returns the expected result of arrays. src holds their real numbers in memory order, two
// for a complex point.
func Expect[T ref.Real](p plan.Problem, src []T) Expected[T] {
	ends := p.Arrays()
	isReal := p.Kind.IsTrig() || ends[0].ElementBytes < ends[1].ElementBytes
	_, isSingle := any(src).([]float32)
	switch {
	case isReal:
		return Expected[T]{results(p, src)}
	case isSingle:
		return Expected[T]{results(p, points[complex64](src))}
	}
	return Expected[T]{results(p, points[complex128](src))}
}

// Error returns the relative L2 error of arrays. It is +Inf if a value is no number.
func (e Expected[T]) Error(got []T) float64 {
	switch want := e.want.(type) {
	case []float64:
		return ref.RelL2Real(got, want)
	case []doubledouble.Real:
		return ref.RelL2Real(got, want)
	case []complex128:
		return ref.RelL2(points[complex64](got), want)
	case []doubledouble.Complex:
		return ref.RelL2(points[complex128](got), want)
	}
	return math.Inf(1)
}

// points returns the complex points that the numbers hold.
func points[C ref.Complex, T ref.Real](numbers []T) []C {
	z := make([]C, len(numbers)/2)
	copy(unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z)), numbers)
	return z
}
