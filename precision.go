package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// Complex are the types of complex points.
type Complex interface{ complex64 | complex128 }

// Real are the types of real samples.
type Real interface{ float32 | float64 }

// Transforms are the calls of an engine in one precision: with complex points of type C and real samples of
// type R. An [Engine] embeds its Transforms[complex64, float32]. [Engine.Double] returns its
// Transforms[complex128, float64].
type Transforms[C Complex, R Real] struct {
	eng    *Engine
	number Number
}

// A Number is the format in which transforms compute. It decides accuracy and range.
type Number uint8

// The formats.
const (
	// Single is float32, with relative errors of about 1e-7.
	Single Number = iota
	// Double is the engine's fastest format of double precision: Float64 if the engine has it, and
	// DoubleSingle otherwise.
	Double
	// Float64 is float64, with relative errors of about 1e-16. The CPU engine has it. GPUs with f64 have it in
	// builds with the tag wgpu27.
	Float64
	// DoubleSingle is the sum of two float32, with relative errors of about 1e-14. A GPU has it if its driver
	// computes the rounding errors of sums and products exactly. Each array has the range of float32, relative
	// to its largest number. NaN and infinities become NaN.
	DoubleSingle
)

// numberNames are the names of the formats.
var numberNames = [...]string{"single", "double", "float64", "double-single"}

// String returns the format's name: single, double, float64 or double-single.
func (n Number) String() string { return enumName(numberNames[:], uint8(n), "number") }

// Double returns the transforms of complex128 and float64. They compute in the engine's fastest format of
// double precision. [Transforms.As] selects another one.
func (eng *Engine) Double() *Transforms[complex128, float64] {
	return &Transforms[complex128, float64]{eng, Double}
}

// As returns the transforms of the same types that compute in the format n. It returns an error if C does not
// have the precision of the format, or if the engine does not have the format.
func (t *Transforms[C, R]) As(n Number) (*Transforms[C, R], error) {
	if n > DoubleSingle || (n == Single) != (t.number == Single) {
		return nil, fmt.Errorf("wgfft: As: %v is no format of %T: use Engine for single precision, and "+
			"Engine.Double for the others", n, *new(C))
	}
	if err := t.eng.hasFormat(engine.Number(n)); err != nil {
		return nil, faced(err)
	}
	return &Transforms[C, R]{t.eng, n}, nil
}

// hasFormat returns an error if the engine does not have a format. A worker process checks the format only
// when it prepares a job, so hasFormat prepares one.
func (eng *Engine) hasFormat(n engine.Number) error {
	if err := engine.Has(eng.host, n); err != nil || eng.worker == nil {
		return err
	}
	point := engine.Transform(plan.Problem{Shape: []int{1}}, n)
	release, err := eng.host.Prepare(context.Background(), point, 1)
	if err == nil {
		release()
	}
	return err
}

// Number returns the format in which the transforms compute. It returns Float64 or DoubleSingle for Double.
// An engine that chooses between GPU and CPU returns the format of its GPU.
func (t *Transforms[C, R]) Number() (Number, error) {
	switch a := t.eng.Adapter(); {
	case t.number != Double:
		return t.number, nil
	case t.eng.gpu != nil:
		n, err := t.eng.gpu.Resolve(engine.Double)
		return Number(n), faced(err)
	case a.CPU || a.F64:
		return Float64, nil
	}
	return DoubleSingle, faced(t.eng.hasFormat(engine.DoubleSingle)) // of a worker process
}

// engineIn is an engine and the format in which a call computes.
type engineIn struct {
	*Engine
	number engine.Number
}

// on returns the engine and the format of the calls.
func (t *Transforms[C, R]) on() engineIn { return engineIn{t.eng, engine.Number(t.number)} }

// newEngine returns an engine with its transforms of single precision.
func newEngine(of Engine) *Engine {
	eng := &of
	eng.Transforms = &Transforms[complex64, float32]{eng: eng}
	return eng
}

// isReal reports whether elements are real numbers.
func isReal[T engine.Element]() bool {
	switch any(*new(T)).(type) {
	case float32, float64:
		return true
	}
	return false
}

// Plan is a plan of complex slices in single precision.
type Plan = PlanOf[complex64]

// RealPlan is a plan of real slices and half spectra in single precision.
type RealPlan = RealPlanOf[complex64, float32]

// TrigPlan is a plan of sine or cosine transforms in single precision.
type TrigPlan = TrigPlanOf[float32]

// ConvolutionPlan is a plan of convolutions of complex slices in single precision.
type ConvolutionPlan = ConvolutionPlanOf[complex64]

// RealConvolutionPlan is a plan of convolutions of real slices in single precision.
type RealConvolutionPlan = RealConvolutionPlanOf[float32]
