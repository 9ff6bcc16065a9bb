package wgfft

import (
	"context"
	"errors"
	"fmt"

	"wgfft/internal/attach"
	"wgfft/internal/engine"
	"wgfft/wgsl"
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

// A Number is the number format of computations. It determines accuracy and range.
type Number uint8

// The formats.
const (
	// Single is float32, with relative errors of about 1e-7.
	Single Number = iota
	// Double is the engine's faster format of double precision, Float64 or DoubleSingle: see
	// [Transforms.Format].
	Double
	// Float64 is float64, with relative errors of about 1e-16. It needs the CPU engine, or a GPU with f64 in a
	// build with the tag wgpu27.
	Float64
	// DoubleSingle is the sum of two float32, with relative errors of about 1e-14. It needs a GPU with a
	// driver that computes the rounding errors of sums and products exactly. Each array has the range of
	// float32, relative to its largest number. NaN and infinities become NaN.
	DoubleSingle
)

// numberNames are the names of the formats.
var numberNames = [...]string{"single", "double", "float64", "double-single"}

// String returns the format's name: single, double, float64 or double-single.
func (n Number) String() string { return enumName(numberNames[:], uint8(n), "number") }

// Double returns the transforms of complex128 and float64. They compute in the engine's faster format of
// double precision. [Transforms.Format] returns that format, and [Transforms.As] selects another one.
func (eng *Engine) Double() *Transforms[complex128, float64] {
	return &Transforms[complex128, float64]{eng, Double}
}

// Engine returns the engine that computes the transforms.
func (t *Transforms[C, R]) Engine() *Engine { return t.eng }

// As returns the transforms of the same types that compute in the format n. It returns an error if C does not
// have the precision of the format, or if the engine does not have the format.
func (t *Transforms[C, R]) As(n Number) (*Transforms[C, R], error) {
	if n > DoubleSingle || (n == Single) != (t.number == Single) {
		return nil, fmt.Errorf("wgfft: As: %v is no format of %T: use Engine for single precision, and "+
			"Engine.Double for the others", n, *new(C))
	}
	if n != Double {
		if _, err := t.eng.host.Format(context.Background(), engine.Number(n)); err != nil {
			return nil, faced(err)
		}
	}
	return &Transforms[C, R]{t.eng, n}, nil
}

// A Format is the number format of transforms, and the reason for its choice.
type Format struct {
	Number Number // Float64 or DoubleSingle for Double
	// Reason is the reason for the choice of Double, such as "it is the faster one: float64 0.31 ms,
	// double-single 0.89 ms". It is empty for the other numbers.
	Reason string
}

// String returns the format and its reason in words.
func (f Format) String() string {
	if f.Reason == "" {
		return f.Number.String()
	}
	return f.Number.String() + ", because " + f.Reason
}

// Format returns the number format of the transforms. For Double it is Float64 on the CPU engine, and
// DoubleSingle on a GPU without f64. On a GPU with both it is the faster one. The first call in double
// precision measures a transform of 2^20 points in each format, which takes about a second. The wisdom of
// the engine keeps the times, so that an engine with the same wisdom does not measure: see [Config]. The
// format of an engine stays the same until it is closed.
//
// The first call for DoubleSingle, or for Double on a GPU, also tests the driver's rounding. An engine that
// chooses between GPU and CPU returns the format of its GPU. Format returns ErrClosed, ctx's error, or an
// error if the engine does not have the format.
func (t *Transforms[C, R]) Format(ctx context.Context) (Format, error) {
	f, err := t.eng.host.Format(ctx, t.on().number)
	return faceFormat(f), faced(err)
}

// faceFormat returns a format as callers see it.
func faceFormat(f engine.Format) Format { return Format{Number(f.Number), f.Reason} }

// Number returns the Number of [Transforms.Format]. It waits for the measurement of a first call.
func (t *Transforms[C, R]) Number() (Number, error) {
	f, err := t.Format(context.Background())
	return f.Number, err
}

// engineIn is an engine and the number format of a call.
type engineIn struct {
	*Engine
	number engine.Number
}

// on returns the engine and the format of the calls.
func (t *Transforms[C, R]) on() engineIn { return engineIn{t.eng, engine.Number(t.number)} }

// settle determines the format of a call with its context, so that later calls without a context need no
// measurement. A worker process determines the format itself.
func (e engineIn) settle(ctx context.Context) error {
	if e.number == engine.Single || e.worker != nil {
		return nil
	}
	_, err := e.host.Format(ctx, e.number)
	return err
}

// newEngine returns an engine with its transforms of single precision.
func newEngine(of Engine) *Engine {
	eng := &of
	eng.holder = attach.NewHolder(internals{eng})
	if of.gpu != nil {
		attach.Of(eng).SetDouble(doubleKernels{of.gpu})
	}
	eng.Transforms = &Transforms[complex64, float32]{eng: eng}
	return eng
}

// doubleKernels is the format of kernels in double precision, for package nd.
type doubleKernels struct{ gpu *engine.GPU }

// KernelFormat implements [attach.Double]. It returns errors.ErrUnsupported if the device has no format.
func (d doubleKernels) KernelFormat(ctx context.Context) (wgsl.Number, attach.Conversion, error) {
	f, err := d.gpu.Format(ctx, engine.Double)
	if engine.IsInexact(err) {
		err = fmt.Errorf("%w: %w", errors.ErrUnsupported, err)
	}
	return f.Kernel(), f.Conversion(), faced(err)
}

// Close implements [attach.Double].
func (doubleKernels) Close() error { return nil }

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
