package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// PlanOf is a complex transform of host slices prepared for repeated use. It is safe for concurrent
// use.
type PlanOf[C Complex] struct {
	problem  Problem
	prepared *prepared[C, C]
}

// Plan prepares complex transforms of slices in host memory. It compiles the forward transform.
// Warm, or the first use, compiles the inverse. p.Kind is C2C. A batch may be larger than the GPU's
// memory: it travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for too many points, a
// MemoryError, ErrClosed, or ctx's error. The caller closes the plan.
func (t *Transforms[C, R]) Plan(ctx context.Context, p Problem) (*PlanOf[C], error) {
	if p.Kind != C2C {
		return nil, fmt.Errorf("wgfft: Plan: the kind is %v, want c2c: use PlanReal or PlanTrig", p.Kind)
	}
	if p.Kinds != nil {
		return nil, unused("Plan", "Problem.Kinds", "use PlanTrig for sine and cosine transforms")
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[C, C](ctx, t.on(), "Plan", p)
	if err != nil {
		return nil, faced(err)
	}
	return &PlanOf[C]{p, made}, nil
}

// WorkMemory estimates the bytes of host memory that a plan of p takes for tables, and a call of it for work space.
// Config.MemoryLimit bounds them. The caller's slices, staging memory and packed copies of arrays with gaps are not
// counted. p is a problem of Plan, PlanReal or PlanTrig, or has kind C2R. WorkMemory plans nothing. It returns the
// errors of the problem's fields, ErrClosed, or ctx's error.
func (t *Transforms[C, R]) WorkMemory(ctx context.Context, p Problem) (int64, error) {
	if err := p.checkSlices("WorkMemory"); err != nil {
		return 0, faced(err)
	}
	eng := t.on()
	if err := eng.settle(ctx); err != nil {
		return 0, faced(err)
	}
	of := planProblem(p)
	return eng.host.Work(engine.Transform(of, eng.number), of.Count()), nil
}

// Problem returns the problem of the plan.
func (p *PlanOf[C]) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *PlanOf[C]) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *PlanOf[C]) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the
// product of Shape points, or the elements that their layouts span. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *PlanOf[C]) Forward(ctx context.Context, dst, src []C) error {
	return p.prepared.runForward(ctx, dst, src, p.problem.Twiddle.call())
}

// Inverse computes the inverse transform of src to dst, which may be src, with the factor of the
// problem's norm. Both hold Batch times the product of Shape points, or the elements that their
// layouts span. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error
// dst holds no result.
func (p *PlanOf[C]) Inverse(ctx context.Context, dst, src []C) error {
	return p.prepared.runInverse(ctx, dst, src, p.problem.Twiddle.call())
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *PlanOf[C]) Close() error { return p.prepared.close() }

// RealPlanOf is a transform between real arrays and their half spectra, prepared for repeated use
// on host slices. It is safe for concurrent use.
type RealPlanOf[C Complex, R Real] struct {
	problem  Problem
	prepared *prepared[C, R]
}

// PlanReal prepares transforms between real arrays and half spectra in host memory. It compiles the
// forward transform. Warm, or the first use, compiles the inverse. p.Kind is R2C, or C2C with the
// meaning of R2C. Shape is the shape of the real arrays. Spectra have n/2+1 bins along the axis
// named last, and the lengths of Shape along the others. A batch may be larger than the GPU's
// memory: it travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for too many points, a
// MemoryError, ErrClosed, or ctx's error. The caller closes the plan.
func (t *Transforms[C, R]) PlanReal(ctx context.Context, p Problem) (*RealPlanOf[C, R], error) {
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
	made, err := newPrepared[C, R](ctx, t.on(), "PlanReal", p)
	if err != nil {
		return nil, faced(err)
	}
	return &RealPlanOf[C, R]{p, made}, nil
}

// Problem returns the problem of the plan.
func (p *RealPlanOf[C, R]) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *RealPlanOf[C, R]) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *RealPlanOf[C, R]) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the half spectra of the real arrays in src to dst. src holds Batch arrays of
// Shape and dst Batch spectra, or the elements that their layouts span. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *RealPlanOf[C, R]) Forward(ctx context.Context, dst []C, src []R) error {
	return p.prepared.runForward(ctx, dst, src, plan.Call{})
}

// Inverse computes the real arrays of the half spectra in src to dst, with the factor of the
// problem's norm. src does not change. dst holds Batch arrays of Shape and src Batch spectra, or
// the elements that their layouts span. Imaginary parts of bins that are real by symmetry are taken
// as zero. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst
// holds no result.
func (p *RealPlanOf[C, R]) Inverse(ctx context.Context, dst []R, src []C) error {
	return p.prepared.runInverse(ctx, dst, src, plan.Call{})
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *RealPlanOf[C, R]) Close() error { return p.prepared.close() }

// TrigPlanOf is a sine or cosine transform of host slices prepared for repeated use. It is safe for
// concurrent use.
type TrigPlanOf[R Real] struct {
	problem  Problem
	prepared *prepared[R, R]
}

// PlanTrig prepares sine and cosine transforms of slices in host memory. It compiles the forward
// transform. Warm, or the first use, compiles the inverse. p has a Kind for all axes, DCT1 to DST4,
// or Kinds for each of its Axes. A batch may be larger than the GPU's memory: it travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for too many points, a
// MemoryError, ErrClosed, or ctx's error. The caller closes the plan.
func (t *Transforms[C, R]) PlanTrig(ctx context.Context, p Problem) (*TrigPlanOf[R], error) {
	p = withKind(p)
	if !p.Kind.isTrig() {
		return nil, fmt.Errorf("wgfft: PlanTrig: the kind is %v, want DCT1 to DCT4 or DST1 to DST4: "+
			"use Plan or PlanReal for other kinds", p.Kind)
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[R, R](ctx, t.on(), "PlanTrig", p)
	if err != nil {
		return nil, faced(err)
	}
	return &TrigPlanOf[R]{p, made}, nil
}

// Problem returns the problem of the plan.
func (p *TrigPlanOf[R]) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *TrigPlanOf[R]) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *TrigPlanOf[R]) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the
// product of Shape samples, or the elements that their layouts span. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *TrigPlanOf[R]) Forward(ctx context.Context, dst, src []R) error {
	return p.prepared.runForward(ctx, dst, src, plan.Call{})
}

// Inverse computes the inverse transform of src to dst, which may be src, with the factor of the
// problem's norm. Both hold Batch times the product of Shape samples, or the elements that their
// layouts span. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error
// dst holds no result.
func (p *TrigPlanOf[R]) Inverse(ctx context.Context, dst, src []R) error {
	return p.prepared.runInverse(ctx, dst, src, plan.Call{})
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *TrigPlanOf[R]) Close() error { return p.prepared.close() }

// ConvolutionPlanOf is a convolution of complex host slices with one kernel, prepared for repeated
// use. It is safe for concurrent use.
type ConvolutionPlanOf[C Complex] struct {
	convolution Convolution
	prepared    *prepared[C, C]
}

// PlanConvolution prepares convolutions of complex slices in host memory with a kernel of the shape
// c.Kernel. The caller may change the kernel afterwards. A batch may be larger than the GPU's
// memory: it travels in parts. c.Real is not for slices.
//
// It returns a LengthError for shapes without a convolution, ErrSliceLength for a kernel that does
// not fit its shape, a LimitError for too many points, a MemoryError, ErrClosed, or ctx's error.
// The caller closes the plan, which holds the spectrum of the kernel.
func (t *Transforms[C, R]) PlanConvolution(
	ctx context.Context, c Convolution, kernel []C,
) (*ConvolutionPlanOf[C], error) {
	c = clonedConvolution(c) // the caller may change its slices
	made, err := newPreparedConvolution[C](ctx, t.on(), "PlanConvolution", c, kernel)
	if err != nil {
		return nil, faced(err)
	}
	return &ConvolutionPlanOf[C]{c, made}, nil
}

// Convolution returns the convolution of the plan.
func (p *ConvolutionPlanOf[C]) Convolution() Convolution { return clonedConvolution(p.convolution) }

// String returns the plan's tree in one line.
func (p *ConvolutionPlanOf[C]) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *ConvolutionPlanOf[C]) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or the elements that
// their layouts span. dst may be src if these shapes agree. It returns ErrSliceLength, ErrOverlap,
// ErrClosed, or ctx's error. After an error dst holds no result.
func (p *ConvolutionPlanOf[C]) Run(ctx context.Context, dst, src []C) error {
	return p.prepared.runForward(ctx, dst, src, plan.Call{})
}

// Close frees what the plan holds. Calls under way complete. It is idempotent.
func (p *ConvolutionPlanOf[C]) Close() error { return p.prepared.close() }

// RealConvolutionPlanOf is a convolution of real host slices with one kernel, prepared for repeated
// use. It is safe for concurrent use.
type RealConvolutionPlanOf[R Real] struct {
	convolution Convolution
	prepared    *prepared[R, R]
}

// PlanRealConvolution prepares convolutions of real slices in host memory with a real kernel of the
// shape c.Kernel. The caller may change the kernel afterwards. A batch may be larger than the GPU's
// memory: it travels in parts. c.Real is not for slices.
//
// It returns a LengthError for shapes without a convolution, ErrSliceLength for a kernel that does
// not fit its shape, a LimitError for too many points, a MemoryError, ErrClosed, or ctx's error.
// The caller closes the plan, which holds the spectrum of the kernel.
func (t *Transforms[C, R]) PlanRealConvolution(
	ctx context.Context, c Convolution, kernel []R,
) (*RealConvolutionPlanOf[R], error) {
	c = clonedConvolution(c) // the caller may change its slices
	made, err := newPreparedConvolution[R](ctx, t.on(), "PlanRealConvolution", c, kernel)
	if err != nil {
		return nil, faced(err)
	}
	return &RealConvolutionPlanOf[R]{c, made}, nil
}

// Convolution returns the convolution of the plan.
func (p *RealConvolutionPlanOf[R]) Convolution() Convolution { return clonedConvolution(p.convolution) }

// String returns the plan's tree in one line.
func (p *RealConvolutionPlanOf[R]) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *RealConvolutionPlanOf[R]) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or the elements that
// their layouts span. dst may be src if these shapes agree. It returns ErrSliceLength, ErrOverlap,
// ErrClosed, or ctx's error. After an error dst holds no result.
func (p *RealConvolutionPlanOf[R]) Run(ctx context.Context, dst, src []R) error {
	return p.prepared.runForward(ctx, dst, src, plan.Call{})
}

// Close frees what the plan holds. Calls under way complete. It is idempotent.
func (p *RealConvolutionPlanOf[R]) Close() error { return p.prepared.close() }
