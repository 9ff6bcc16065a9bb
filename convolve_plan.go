package wgfft

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/plan"
)

// plannedConvolution is a convolution of host slices with one kernel, prepared for repeated use.
type plannedConvolution struct {
	c       *Engine
	v       Convolution
	f       filter
	in, out int  // elements that the source reaches over, and the destination
	gaps    bool // either has a layout of its own
	release func()
	closed  atomic.Bool
	rooms   sync.Pool // *room, for arrays with gaps and their results
}

func (c *Engine) plannedConvolution(v Convolution, kernel []complex64) (*plannedConvolution, error) {
	v.InPlace = false
	if v.In.Planar || v.Out.Planar {
		return nil, fmt.Errorf("wgfft: %v: planar layouts are for GPU buffers; use PlanResidentConvolution, or slices of complex64", v)
	}
	if v.In.Samples != Float32 || v.Out.Samples != Float32 {
		return nil, fmt.Errorf("wgfft: %v: samples of type %v and %v are for GPU buffers; use PlanResidentConvolution, or slices of float32", v, v.In.Samples, v.Out.Samples)
	}
	f, err := filterOf(context.Background(), v, kernel)
	if err != nil {
		return nil, err
	}
	p := &plannedConvolution{c: c, v: v.Clone(), f: f}
	if p.gaps, err = hasGaps(v); err != nil {
		return nil, err
	}
	var packed []plan.Array
	if p.gaps {
		packed = []plan.Array{v.Source().Arrays()[0], v.Target().Arrays()[1]}
	}
	if err := affordable(c, v, c.engine.workConvolution(f, p.count()), v.Count(), packed...); err != nil {
		return nil, err
	}
	if p.in, _, err = v.Source().Extents(); err != nil {
		return nil, err
	}
	if _, p.out, err = v.Target().Extents(); err != nil {
		return nil, err
	}
	p.release, err = c.engine.hold(f, p.count())
	return p, err
}

// count is how many arrays there are of the axes that the kernel has.
func (p *plannedConvolution) count() int {
	n, _ := p.f.points()
	return p.v.Source().Points() / n * p.v.Count()
}

// String is the plan's tree.
func (p *plannedConvolution) String() string { return p.c.engine.describeConvolution(p.f, p.count()) }

func (p *plannedConvolution) close() error {
	if !p.closed.Swap(true) {
		p.release()
	}
	return nil
}

// runConvolution convolves.
func runConvolution[T element](ctx context.Context, p *plannedConvolution, dst, src []T) error {
	if p.closed.Load() {
		return closedError("plan")
	}
	if err := match(dst, src, p.out, p.in); err != nil {
		return err
	}
	if err := p.f.match(same(dst, src)); err != nil {
		return err
	}
	if err := over(ctx); err != nil {
		return err
	}
	if !p.gaps {
		return p.c.engine.convolve(ctx, dataOf(dst), dataOf(src), p.f)
	}
	r, _ := p.rooms.Get().(*room[T, T])
	if r == nil {
		var err error
		if r, err = newRoom[T, T](ctx, p.v.Target().Points()*p.v.Count(), p.v.Source().Points()*p.v.Count()); err != nil {
			return err
		}
	}
	defer p.rooms.Put(r)
	if err := gather(ctx, p.v.Source(), r.in, src); err != nil {
		return err
	}
	if err := p.c.engine.convolve(ctx, dataOf(r.out), dataOf(r.in), p.f); err != nil {
		return err
	}
	return scatter(ctx, p.v.Target(), dst, r.out)
}

// A ConvolutionPlan is a convolution of host slices with one kernel, prepared for repeated use. It is safe for concurrent use.
type ConvolutionPlan struct{ planned *plannedConvolution }

// PlanConvolution prepares convolutions of host slices with a kernel, which the caller may change afterwards. A batch may be larger than
// the GPU's memory: it travels in parts. The caller closes the plan, which holds the spectrum of the kernel. It returns a LengthError,
// ErrSliceLength for a kernel that has not as many elements as its shape says, and a LimitError for more points than kernels can count
// or the GPU has bindings for.
func (c *Engine) PlanConvolution(v Convolution, kernel []complex64) (*ConvolutionPlan, error) {
	v.Real = false
	p, err := c.plannedConvolution(v, kernel)
	if err != nil {
		return nil, err
	}
	return &ConvolutionPlan{p}, nil
}

// Convolution is what the plan does.
func (p *ConvolutionPlan) Convolution() Convolution { return p.planned.v }

// String is the plan's tree.
func (p *ConvolutionPlan) String() string { return p.planned.String() }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or what their layouts reach over; dst may be src where these
// are the same. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error, after which dst holds no result.
func (p *ConvolutionPlan) Run(ctx context.Context, dst, src []complex64) error {
	return runConvolution(ctx, p.planned, dst, src)
}

// Close gives back what the plan holds; calls under way complete. It is idempotent.
func (p *ConvolutionPlan) Close() error { return p.planned.close() }

// A RealConvolutionPlan is a convolution of real numbers prepared for repeated use. It is safe for concurrent use.
type RealConvolutionPlan struct{ planned *plannedConvolution }

// PlanRealConvolution prepares convolutions of real numbers. In all else it is like PlanConvolution.
func (c *Engine) PlanRealConvolution(v Convolution, kernel []float32) (*RealConvolutionPlan, error) {
	v.Real = true
	points, err := kernelPoints(context.Background(), kernel)
	if err != nil {
		return nil, err
	}
	p, err := c.plannedConvolution(v, points)
	if err != nil {
		return nil, err
	}
	return &RealConvolutionPlan{p}, nil
}

// Convolution is what the plan does.
func (p *RealConvolutionPlan) Convolution() Convolution { return p.planned.v }

// String is the plan's tree.
func (p *RealConvolutionPlan) String() string { return p.planned.String() }

// Run convolves src to dst, as that of a ConvolutionPlan does.
func (p *RealConvolutionPlan) Run(ctx context.Context, dst, src []float32) error {
	return runConvolution(ctx, p.planned, dst, src)
}

// Close gives back what the plan holds; calls under way complete. It is idempotent.
func (p *RealConvolutionPlan) Close() error { return p.planned.close() }
