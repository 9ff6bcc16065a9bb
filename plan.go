package wgfft

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/plan"
)

// Kind is a family of transforms.
type Kind = plan.Kind

// C2C transforms complex points to complex points.
const C2C = plan.C2C

// A Problem says what a plan transforms: Batch arrays of the given Shape, row-major, one after the other, along all their Axes or
// some. Inverse and InPlace are not looked at: a plan does both directions, in place or not.
type Problem = plan.Problem

// A Layout says where the elements of a problem's arrays lie, if not row-major without gaps.
type Layout = plan.Layout

// A Plan is a transform of host slices prepared for repeated use. It is safe for concurrent use.
type Plan struct {
	c      *Context
	p      Problem
	closed atomic.Bool
	a      arrays    // forward
	in     int       // points that the source reaches over
	out    int       // and the destination
	gaps   bool      // either has a layout of its own
	rooms  sync.Pool // *[]complex64, for arrays with gaps
}

// Plan prepares a transform of host slices: the forward transform is compiled at once, the inverse at its first use. A batch may be
// larger than the GPU's memory: it travels in parts. It returns a LengthError for a length that has no transform, and a
// LimitError for more points than kernels can count or the GPU has bindings for.
func (c *Context) Plan(p Problem) (*Plan, error) {
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	if p.In.Planar || p.Out.Planar {
		return nil, fmt.Errorf("wgfft: %v: planar layouts are for GPU buffers; use PlanResident, or slices of complex64", p)
	}
	a := arraysOf(p, false)
	if err := c.engine.check(a); err != nil {
		return nil, err
	}
	if err := c.engine.prepare(a, p.Count()); err != nil {
		return nil, err
	}
	p = p.Clone() // the caller may change his
	made := &Plan{c: c, p: p, a: a}
	usualIn, usualOut, err := p.Usual()
	if err != nil {
		return nil, err
	}
	made.gaps = !usualIn || !usualOut
	made.in, made.out, err = p.Extents()
	return made, err
}

// checkProblem checks what does not depend on the engine.
func checkProblem(p Problem) error {
	if p.Norm > Forward {
		return fmt.Errorf("wgfft: %v: use Backward, Ortho or Forward", p.Norm)
	}
	return p.Check(plan.AnyLimits())
}

// Problem is what the plan transforms.
func (p *Plan) Problem() Problem { return p.p }

// String is the plan's tree.
func (p *Plan) String() string { return p.c.engine.describe(arraysOf(p.p, false), p.p.Count()) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the product of Shape
// points, or what their layouts reach over. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error, after which dst holds no result.
func (p *Plan) Forward(ctx context.Context, dst, src []complex64) error {
	return p.run(ctx, dst, src, false)
}

// Inverse computes the inverse transform. In all else it is like Forward.
func (p *Plan) Inverse(ctx context.Context, dst, src []complex64) error {
	return p.run(ctx, dst, src, true)
}

func (p *Plan) run(ctx context.Context, dst, src []complex64, inverse bool) error {
	if p.closed.Load() {
		return closedError("plan")
	}
	if err := match(dst, src, p.out, p.in); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	a := p.a
	a.inverse = inverse
	if !p.gaps {
		return p.c.engine.transform(ctx, dst, src, a)
	}
	// Arrays with gaps are packed first: the GPU gets them without.
	room, _ := p.rooms.Get().(*[]complex64)
	if room == nil {
		room = new([]complex64)
		*room = make([]complex64, p.p.Points()*p.p.Count())
	}
	defer p.rooms.Put(room)
	if err := p.p.Gather(*room, src); err != nil {
		return err
	}
	if err := p.c.engine.transform(ctx, *room, *room, a); err != nil {
		return err
	}
	return p.p.Scatter(dst, *room)
}

// Close ends the use of the plan. What it prepared stays with the context for others. It is idempotent.
func (p *Plan) Close() error {
	p.closed.Store(true)
	return nil
}
