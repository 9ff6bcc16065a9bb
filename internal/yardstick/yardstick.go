// Package yardstick says in float64 what a plan.Problem asks for: which reference of package ref it is, and what its tolerance is. It is test
// support, and what the verify and bench commands and the tuner compare with.
package yardstick

import (
	"unsafe"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// Kinds are the kinds along Along's axes of a sine or cosine transform, as they are done; nil of others.
func Kinds(p plan.Problem) []ref.Trig {
	if !p.Kind.Trig() {
		return nil
	}
	var kinds []ref.Trig
	for _, axis := range p.Along() {
		kinds = append(kinds, ref.Trig(p.Does(axis)-plan.DCT1))
	}
	return kinds
}

// Tolerance is the largest relative L2 error that arrays of a problem may have.
func Tolerance(p plan.Problem) float64 {
	kinds := Kinds(p)
	var lengths []int
	for i, axis := range p.Along() {
		n := p.Shape[axis]
		if kinds != nil {
			n = ref.TrigLength(kinds[i], n)
		}
		lengths = append(lengths, n)
	}
	return ref.ToleranceAxes(lengths...)
}

// Error is the relative L2 error of whole arrays together, given as the real numbers they lie as in memory, two a complex point; +Inf where one
// is no number.
func Error(p plan.Problem, got, src []float32) float64 {
	axes, scale := p.Along(), p.Scale()
	switch ends := p.Ends(); {
	case p.Kind.Trig():
		return ref.RelL2Real(got, ref.TrigAxes(src, p.Shape, axes, Kinds(p), p.Norm == plan.Ortho, scale))
	case p.Kind == plan.C2C:
		return ref.RelL2(points(got), ref.Axes(points(src), p.Shape, axes, p.Inverse, scale))
	case ends[0].ElementBytes == plan.ElementBytes:
		return ref.RelL2Real(got, ref.RealInverseAxes(points(src), p.Shape, axes, scale))
	}
	return ref.RelL2(points(got), ref.RealAxes(src, p.Shape, axes, scale))
}

// points are the complex points that lie as so many numbers.
func points(numbers []float32) []complex64 {
	z := make([]complex64, len(numbers)/2)
	copy(unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z)), numbers)
	return z
}
