package wgfft

import (
	"context"
	"fmt"

	"wgfft/plan"
)

// Kind is a family of transforms.
type Kind = plan.Kind

// The kinds of transform. Those of real numbers have the definitions of scipy.fft: see package realdct.
const (
	C2C  = plan.C2C  // complex points to complex points
	R2C  = plan.R2C  // real numbers to the bins 0 ... n/2 of their spectrum
	C2R  = plan.C2R  // and back
	DCT1 = plan.DCT1 // cosine transforms
	DCT2 = plan.DCT2
	DCT3 = plan.DCT3
	DCT4 = plan.DCT4
	DST1 = plan.DST1 // sine transforms
	DST2 = plan.DST2
	DST3 = plan.DST3
	DST4 = plan.DST4
)

// A Problem says what a plan transforms: Batch arrays of the given Shape, row-major, one after the other, along all their Axes or
// some. Inverse is not looked at, for a plan does both directions, and InPlace only by PlanResident where real numbers and their spectra share a buffer.
//
//	Kind    Kind   // C2C, or R2C, C2R, DCT1 ... DST4
//	Shape   []int  // points per axis, 16 axes at most; of real transforms the real numbers
//	Axes    []int  // those transformed, from 0 or from -1 backwards; nil: all
//	Kinds   []Kind // of sine and cosine transforms the kind of each of Axes, where they differ
//	Batch   int    // arrays; 0 means 1
//	Norm    Norm   // Backward, Ortho or Forward
//	In, Out Layout // of what is read and written; the zero value is without gaps
//
// and [plan.Problem] has Together, Inverse and InPlace besides.
type Problem = plan.Problem

// A Layout says where the elements of a problem's arrays lie, if not row-major without gaps: see [plan.Layout].
//
//	Strides []int // elements from one to the next along each axis, may be negative; nil: without gaps
//	Dist    int   // elements from one array of a batch to the next; 0: without gaps
//	Offset  int   // elements before the first
//	Have    []int // elements there are along each axis; those of the shape beyond read as zero and are not written
//	Planar  bool  // real and imaginary parts are arrays of float32 of their own, of GPU buffers
//	Samples Samples // real numbers of GPU buffers are whole numbers of 8 or 16 bits: Uint8, Int16 ...
type Layout = plan.Layout

// A Plan is a complex transform of host slices prepared for repeated use. It is safe for concurrent use.
type Plan struct{ planned *planned }

// Plan prepares a complex transform of host slices: the forward transform is compiled at once, the inverse at its first use. A batch may be
// larger than the GPU's memory: it travels in parts. It returns a LengthError for a length that has no transform, and a
// LimitError for more points than kernels can count or the GPU has bindings for.
func (c *Engine) Plan(p Problem) (*Plan, error) {
	if p.Kind != C2C {
		return nil, fmt.Errorf("wgfft: %v: Plan is for complex transforms; use PlanReal or PlanTrig", p)
	}
	made, err := c.planned(p)
	if err != nil {
		return nil, err
	}
	return &Plan{made}, nil
}

// checkProblem checks what does not depend on the engine.
func checkProblem(p Problem) error {
	if p.Norm > NormForward {
		return fmt.Errorf("wgfft: %v: use Backward, Ortho or Forward", p.Norm)
	}
	return p.Check()
}

// Problem is what the plan transforms.
func (p *Plan) Problem() Problem { return p.planned.p }

// String is the plan's tree.
func (p *Plan) String() string { return p.planned.String() }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the product of Shape
// points, or what their layouts reach over. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error, after which dst holds no result.
func (p *Plan) Forward(ctx context.Context, dst, src []complex64) error {
	return run(ctx, p.planned, dst, src, false)
}

// Inverse computes the inverse transform. In all else it is like Forward.
func (p *Plan) Inverse(ctx context.Context, dst, src []complex64) error {
	return run(ctx, p.planned, dst, src, true)
}

// Close ends the use of the plan. What it prepared stays with the context for others. It is idempotent.
func (p *Plan) Close() error { return p.planned.close() }
