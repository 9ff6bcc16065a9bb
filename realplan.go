package wgfft

import (
	"context"
	"fmt"
)

// A RealPlan is a transform between real numbers and the half of their spectrum, prepared for repeated use. It is safe for concurrent use.
type RealPlan struct{ planned *planned }

// PlanReal prepares a transform of host slices of kind R2C, which the zero Kind is taken for. Shape is that of the real arrays; their
// spectra have n/2+1 bins along the last of the axes transformed and the others as they are. In is the layout of the numbers, Out that of
// the bins, in both directions. In all else it is like Plan.
func (c *Engine) PlanReal(p Problem) (*RealPlan, error) {
	if p.Kind == C2C {
		p.Kind = R2C
	}
	if p.Kind != R2C {
		return nil, fmt.Errorf("wgfft: %v: PlanReal is for transforms of kind r2c, which go both ways; use Plan or PlanTrig for others", p)
	}
	made, err := c.planned(p)
	if err != nil {
		return nil, err
	}
	return &RealPlan{made}, nil
}

// Problem is what the plan transforms.
func (p *RealPlan) Problem() Problem { return p.planned.p }

// String is the plan's tree.
func (p *RealPlan) String() string { return p.planned.String() }

// Forward computes the half spectra of the numbers in src. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error, after which
// dst holds no result.
func (p *RealPlan) Forward(ctx context.Context, dst []complex64, src []float32) error {
	return run(ctx, p.planned, dst, src, false)
}

// Inverse computes the numbers of the half spectra in src, which it leaves as they are. The imaginary parts of bins that have none are
// not looked at. In all else it is like Forward.
func (p *RealPlan) Inverse(ctx context.Context, dst []float32, src []complex64) error {
	return run(ctx, p.planned, dst, src, true)
}

// Close ends the use of the plan. What it prepared stays with the context for others. It is idempotent.
func (p *RealPlan) Close() error { return p.planned.close() }

// A TrigPlan is a sine or cosine transform prepared for repeated use. It is safe for concurrent use.
type TrigPlan struct{ planned *planned }

// byKinds is a problem whose Kinds say what it is, with a Kind that goes with them.
func byKinds(p Problem) Problem {
	if p.Kinds != nil && p.Kind == C2C {
		p.Kind = DCT2
	}
	return p
}

// PlanTrig prepares a sine or cosine transform of host slices: Kind along all axes, or Kinds along each of Axes. In all else it is like Plan.
func (c *Engine) PlanTrig(p Problem) (*TrigPlan, error) {
	p = byKinds(p)
	if !p.Kind.IsTrig() {
		return nil, fmt.Errorf("wgfft: %v: PlanTrig is for sine and cosine transforms; use Plan or PlanReal for others", p)
	}
	made, err := c.planned(p)
	if err != nil {
		return nil, err
	}
	return &TrigPlan{made}, nil
}

// Problem is what the plan transforms.
func (p *TrigPlan) Problem() Problem { return p.planned.p }

// String is the plan's tree.
func (p *TrigPlan) String() string { return p.planned.String() }

// Forward computes the transform of src to dst, which may be src. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error, after
// which dst holds no result.
func (p *TrigPlan) Forward(ctx context.Context, dst, src []float32) error {
	return run(ctx, p.planned, dst, src, false)
}

// Inverse computes the inverse transform. In all else it is like Forward.
func (p *TrigPlan) Inverse(ctx context.Context, dst, src []float32) error {
	return run(ctx, p.planned, dst, src, true)
}

// Close ends the use of the plan. What it prepared stays with the context for others. It is idempotent.
func (p *TrigPlan) Close() error { return p.planned.close() }
