package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/engine"
)

// A Plan is a complex transform of host slices prepared for repeated use. It is safe for concurrent
// use.
type Plan struct {
	problem  Problem
	prepared *prepared[complex64, complex64]
}

// Plan prepares complex transforms of slices in host memory: it compiles the forward transform, and
// the first use or Warm the inverse. p.Kind is C2C. A batch may be larger than the GPU's memory: it
// travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for more points than
// kernels can count or the GPU has bindings for, a MemoryError, ErrClosed, or ctx's error. The
// caller closes the plan.
func (eng *Engine) Plan(ctx context.Context, p Problem) (*Plan, error) {
	if p.Kind != C2C {
		return nil, fmt.Errorf("wgfft: Plan: the kind is %v, want c2c: use PlanReal or PlanTrig", p.Kind)
	}
	if p.Kinds != nil {
		return nil, unused("Plan", "Problem.Kinds", "use PlanTrig for sine and cosine transforms")
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[complex64, complex64](ctx, eng, "Plan", p)
	if err != nil {
		return nil, faced(err)
	}
	return &Plan{p, made}, nil
}

// Problem returns what the plan transforms.
func (p *Plan) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *Plan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *Plan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the
// product of Shape points, or as many as their layouts reach over. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *Plan) Forward(ctx context.Context, dst, src []complex64) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Inverse computes the inverse transform of src to dst, which may be src, with the factor of the
// problem's norm. Both hold Batch times the product of Shape points, or as many as their layouts
// reach over. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst
// holds no result.
func (p *Plan) Inverse(ctx context.Context, dst, src []complex64) error {
	return p.prepared.runInverse(ctx, dst, src)
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *Plan) Close() error { return p.prepared.close() }

// A RealPlan is a transform between real arrays and their half spectra, prepared for repeated use
// on host slices. It is safe for concurrent use.
type RealPlan struct {
	problem  Problem
	prepared *prepared[complex64, float32]
}

// PlanReal prepares transforms between real arrays and half spectra in host memory: it compiles the
// forward transform, and the first use or Warm the inverse. p.Kind is R2C or C2C, which is taken
// for R2C. Shape describes the real arrays; spectra have n/2+1 bins along the axis transformed last
// and the other lengths as they are. A batch may be larger than the GPU's memory: it travels in
// parts.
//
// It returns a LengthError for a length without a transform, a LimitError for more points than
// kernels can count or the GPU has bindings for, a MemoryError, ErrClosed, or ctx's error. The
// caller closes the plan.
func (eng *Engine) PlanReal(ctx context.Context, p Problem) (*RealPlan, error) {
	if p.Kinds != nil {
		return nil, unused("PlanReal", "Problem.Kinds", "use PlanTrig for sine and cosine transforms")
	}
	if p.Kind == C2C {
		p.Kind = R2C
	}
	if p.Kind != R2C {
		return nil, fmt.Errorf("wgfft: PlanReal: the kind is %v, want r2c, whose plan does both directions: "+
			"use Plan or PlanTrig for other kinds", p.Kind)
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[complex64, float32](ctx, eng, "PlanReal", p)
	if err != nil {
		return nil, faced(err)
	}
	return &RealPlan{p, made}, nil
}

// Problem returns what the plan transforms.
func (p *RealPlan) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *RealPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *RealPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the half spectra of the real arrays in src to dst. src holds Batch arrays of
// Shape and dst as many spectra, or as much as their layouts reach over. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *RealPlan) Forward(ctx context.Context, dst []complex64, src []float32) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Inverse computes the real arrays of the half spectra in src to dst, with the factor of the
// problem's norm, and leaves src as it is. dst holds Batch arrays of Shape and src as many spectra,
// or as much as their layouts reach over. The imaginary parts of bins that have none are taken as
// zero. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst holds
// no result.
func (p *RealPlan) Inverse(ctx context.Context, dst []float32, src []complex64) error {
	return p.prepared.runInverse(ctx, dst, src)
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *RealPlan) Close() error { return p.prepared.close() }

// A TrigPlan is a sine or cosine transform of host slices prepared for repeated use. It is safe for
// concurrent use.
type TrigPlan struct {
	problem  Problem
	prepared *prepared[float32, float32]
}

// PlanTrig prepares sine and cosine transforms of slices in host memory: it compiles the forward
// transform, and the first use or Warm the inverse. p has a Kind for all axes, DCT1 to DST4, or
// Kinds for each of its Axes. A batch may be larger than the GPU's memory: it travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for more points than
// kernels can count or the GPU has bindings for, a MemoryError, ErrClosed, or ctx's error. The
// caller closes the plan.
func (eng *Engine) PlanTrig(ctx context.Context, p Problem) (*TrigPlan, error) {
	p = withKind(p)
	if !p.Kind.isTrig() {
		return nil, fmt.Errorf("wgfft: PlanTrig: the kind is %v, want DCT1 to DCT4 or DST1 to DST4: "+
			"use Plan or PlanReal for other kinds", p.Kind)
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[float32, float32](ctx, eng, "PlanTrig", p)
	if err != nil {
		return nil, faced(err)
	}
	return &TrigPlan{p, made}, nil
}

// Problem returns what the plan transforms.
func (p *TrigPlan) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *TrigPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *TrigPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the
// product of Shape samples, or as many as their layouts reach over. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *TrigPlan) Forward(ctx context.Context, dst, src []float32) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Inverse computes the inverse transform of src to dst, which may be src, with the factor of the
// problem's norm. Both hold Batch times the product of Shape samples, or as many as their layouts
// reach over. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst
// holds no result.
func (p *TrigPlan) Inverse(ctx context.Context, dst, src []float32) error {
	return p.prepared.runInverse(ctx, dst, src)
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *TrigPlan) Close() error { return p.prepared.close() }

// A ConvolutionPlan is a convolution of complex host slices with one kernel, prepared for repeated
// use. It is safe for concurrent use.
type ConvolutionPlan struct {
	convolution Convolution
	prepared    *prepared[complex64, complex64]
}

// PlanConvolution prepares convolutions of complex slices in host memory with a kernel of the shape
// c.Kernel. The caller may change the kernel afterwards. A batch may be larger than the GPU's
// memory: it travels in parts. c.Real is not for slices.
//
// It returns a LengthError for shapes without a convolution, ErrSliceLength for a kernel that has
// not as many elements as its shape, a LimitError for more points than kernels can count or the GPU
// has bindings for, a MemoryError, ErrClosed, or ctx's error. The caller closes the plan, which
// holds the spectrum of the kernel.
func (eng *Engine) PlanConvolution(
	ctx context.Context, c Convolution, kernel []complex64,
) (*ConvolutionPlan, error) {
	c = clonedConvolution(c) // the caller may change its slices
	made, err := newPreparedConvolution[complex64](ctx, eng, "PlanConvolution", c, kernel)
	if err != nil {
		return nil, faced(err)
	}
	return &ConvolutionPlan{c, made}, nil
}

// Convolution returns what the plan does.
func (p *ConvolutionPlan) Convolution() Convolution { return clonedConvolution(p.convolution) }

// String returns the plan's tree in one line.
func (p *ConvolutionPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *ConvolutionPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or as many points as
// their layouts reach over. dst may be src if these shapes agree. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *ConvolutionPlan) Run(ctx context.Context, dst, src []complex64) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Close gives back what the plan holds. Calls under way complete. It is idempotent.
func (p *ConvolutionPlan) Close() error { return p.prepared.close() }

// A RealConvolutionPlan is a convolution of real host slices with one kernel, prepared for repeated
// use. It is safe for concurrent use.
type RealConvolutionPlan struct {
	convolution Convolution
	prepared    *prepared[float32, float32]
}

// PlanRealConvolution prepares convolutions of real slices in host memory with a real kernel of the
// shape c.Kernel. The caller may change the kernel afterwards. A batch may be larger than the GPU's
// memory: it travels in parts. c.Real is not for slices.
//
// It returns a LengthError for shapes without a convolution, ErrSliceLength for a kernel that has
// not as many elements as its shape, a LimitError for more points than kernels can count or the GPU
// has bindings for, a MemoryError, ErrClosed, or ctx's error. The caller closes the plan, which
// holds the spectrum of the kernel.
func (eng *Engine) PlanRealConvolution(
	ctx context.Context, c Convolution, kernel []float32,
) (*RealConvolutionPlan, error) {
	points, err := engine.Complex(ctx, kernel)
	if err != nil {
		return nil, err
	}
	c = clonedConvolution(c) // the caller may change its slices
	made, err := newPreparedConvolution[float32](ctx, eng, "PlanRealConvolution", c, points)
	if err != nil {
		return nil, faced(err)
	}
	return &RealConvolutionPlan{c, made}, nil
}

// Convolution returns what the plan does.
func (p *RealConvolutionPlan) Convolution() Convolution { return clonedConvolution(p.convolution) }

// String returns the plan's tree in one line.
func (p *RealConvolutionPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *RealConvolutionPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or as many samples as
// their layouts reach over. dst may be src if these shapes agree. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *RealConvolutionPlan) Run(ctx context.Context, dst, src []float32) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Close gives back what the plan holds. Calls under way complete. It is idempotent.
func (p *RealConvolutionPlan) Close() error { return p.prepared.close() }
