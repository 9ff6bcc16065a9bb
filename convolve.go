package wgfft

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"wgfft/plan"
)

// A Convolution says what is convolved or correlated: Batch arrays of the given Shape, row-major, one after the other, each with the same
// kernel, whose axes are the last of the array's. The zero values of its other fields are a full convolution.
type Convolution = plan.Convolution

// A Mode says which part of a convolution is wanted.
type Mode = plan.Mode

// The modes, as scipy.signal.fftconvolve and correlate name them. The zero value is Full.
const (
	Full     = plan.ModeFull     // all of it: n+k-1 elements along an axis, of n elements and a kernel of k
	Same     = plan.ModeSame     // n elements, centred with respect to Full
	Valid    = plan.ModeValid    // the elements that need no zero beyond the end of an array
	Circular = plan.ModeCircular // n elements of a periodic array; the kernel is no longer than it
)

// Convolve convolves the arrays of src, as many as there are, each with a kernel, or correlates them, and returns dst. What v leaves out
// follows from the slices: without a Shape all of src is one array, without a Kernel that slice has one axis. Batch and InPlace are not
// looked at, and layouts are for plans.
//
// dst holds an array of v.Result() for each of src. A nil dst is allocated; dst may be src where the result has the shape of its source.
// It returns a LengthError, ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. What the last few kernels need stays ready for
// the next call; for more use PlanConvolution.
func (c *Context) Convolve(ctx context.Context, dst, src, kernel []complex64, v Convolution) ([]complex64, error) {
	if v.Shape == nil {
		v.Shape = []int{len(src)}
	}
	if v.Kernel == nil {
		v.Kernel = []int{len(kernel)}
	}
	v.Batch, v.InPlace = 0, false
	f, err := filterOf(v, kernel)
	if err != nil {
		return nil, err
	}
	if gaps, err := hasGaps(v); err != nil {
		return nil, err
	} else if gaps {
		return nil, fmt.Errorf("wgfft: %v: layouts are for plans; use PlanConvolution", v)
	}
	n, kept := v.Source().Points(), v.Target().Points()
	if len(src)%n != 0 || len(src) == 0 {
		return nil, lengthError("src", len(src), fmt.Sprintf("a positive multiple of the points of an array %d", n))
	}
	count := len(src) / n
	v.Batch = count
	if err := v.Check(plan.AnyLimits()); err != nil {
		return nil, err
	}
	if dst == nil {
		dst = make([]complex64, count*kept)
	} else if err := f.match(dst, src, count*kept, len(src)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("wgfft: %w", err)
	}
	return dst, c.engine.convolve(ctx, dst, src, f)
}

// A filter is a kernel for arrays of one shape that lie without gaps.
type filter struct {
	v      Convolution // of one array, without the axes before those of the kernel: they only make more arrays
	kernel []complex64
	key    string // names all of it
}

// filterOf checks a convolution and its kernel.
func filterOf(v Convolution, kernel []complex64) (filter, error) {
	if err := v.Check(plan.AnyLimits()); err != nil {
		return filter{}, err
	}
	elements := 1
	for _, k := range v.Kernel {
		elements *= k
	}
	if len(kernel) != elements {
		return filter{}, fmt.Errorf("%w: the kernel has %d elements, want %d for %s", ErrSliceLength, len(kernel), elements, plan.Dims(v.Kernel))
	}
	f := filter{v: Convolution{Shape: v.Shape[len(v.Shape)-len(v.Kernel):], Kernel: v.Kernel, Mode: v.Mode, Correlate: v.Correlate}.Clone(), kernel: kernel}
	f.key = fmt.Sprintf("%v %v %v %v %x", f.v.Shape, f.v.Kernel, f.v.Mode, f.v.Correlate, sha256.Sum256(words(kernel)))
	return f, nil
}

// points are those of an array and of its result.
func (f filter) points() (n, kept int) { return f.v.Source().Points(), f.v.Target().Points() }

// keeps says whether results have the shape of their source, so that they can replace it.
func (f filter) keeps() bool { return slices.Equal(f.v.Shape, f.v.Result()) }

// match checks the slices of a call.
func (f filter) match(dst, src []complex64, out, in int) error {
	if err := match(dst, src, out, in); err != nil {
		return err
	}
	if unsafe.SliceData(dst) == unsafe.SliceData(src) && !f.keeps() {
		return fmt.Errorf("%w: dst is src, which has another shape; pass another slice", ErrOverlap)
	}
	return nil
}

// hasGaps says whether arrays or results of a convolution have a layout of their own.
func hasGaps(v Convolution) (bool, error) {
	in, _, err := v.Source().Usual()
	if err != nil {
		return false, err
	}
	_, out, err := v.Target().Usual()
	return !in || !out, err
}

// A ConvolutionPlan is a convolution of host slices with one kernel, prepared for repeated use. It is safe for concurrent use.
type ConvolutionPlan struct {
	c       *Context
	v       Convolution
	f       filter
	in, out int  // points that the source reaches over, and the destination
	gaps    bool // either has a layout of its own
	release func()
	closed  atomic.Bool
	rooms   sync.Pool // *[2][]complex64, for arrays with gaps and their results
}

// PlanConvolution prepares convolutions of host slices with a kernel, which the caller may change afterwards. A batch may be larger than
// the GPU's memory: it travels in parts. The caller closes the plan, which holds the spectrum of the kernel. It returns a LengthError,
// ErrSliceLength for a kernel that has not as many elements as its shape says, and a LimitError for more points than kernels can count
// or the GPU has bindings for.
func (c *Context) PlanConvolution(v Convolution, kernel []complex64) (*ConvolutionPlan, error) {
	v.InPlace = false
	if v.In.Planar || v.Out.Planar {
		return nil, fmt.Errorf("wgfft: %v: planar layouts are for GPU buffers; use PlanResidentConvolution, or slices of complex64", v)
	}
	f, err := filterOf(v, kernel)
	if err != nil {
		return nil, err
	}
	f.kernel = slices.Clone(kernel)
	p := &ConvolutionPlan{c: c, v: v.Clone(), f: f}
	if p.gaps, err = hasGaps(v); err != nil {
		return nil, err
	}
	if p.in, _, err = v.Source().Extents(); err != nil {
		return nil, err
	}
	if _, p.out, err = v.Target().Extents(); err != nil {
		return nil, err
	}
	n, _ := f.points()
	p.release, err = c.engine.hold(f, v.Source().Points()/n*v.Count())
	return p, err
}

// Convolution is what the plan does.
func (p *ConvolutionPlan) Convolution() Convolution { return p.v }

// String is the plan's tree.
func (p *ConvolutionPlan) String() string {
	n, _ := p.f.points()
	return p.c.engine.describeConvolution(p.f, p.v.Source().Points()/n*p.v.Count())
}

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or what their layouts reach over; dst may be src where these
// are the same. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error, after which dst holds no result.
func (p *ConvolutionPlan) Run(ctx context.Context, dst, src []complex64) error {
	if p.closed.Load() {
		return closedError("plan")
	}
	if err := p.f.match(dst, src, p.out, p.in); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	if !p.gaps {
		return p.c.engine.convolve(ctx, dst, src, p.f)
	}
	rooms, _ := p.rooms.Get().(*[2][]complex64)
	if rooms == nil {
		rooms = &[2][]complex64{make([]complex64, p.v.Source().Points()*p.v.Count()), make([]complex64, p.v.Target().Points()*p.v.Count())}
	}
	defer p.rooms.Put(rooms)
	if err := plan.Gather(p.v.Source(), rooms[0], src); err != nil {
		return err
	}
	if err := p.c.engine.convolve(ctx, rooms[1], rooms[0], p.f); err != nil {
		return err
	}
	return plan.Scatter(p.v.Target(), dst, rooms[1])
}

// Close gives back what the plan holds; calls under way complete. It is idempotent.
func (p *ConvolutionPlan) Close() error {
	if !p.closed.Swap(true) {
		p.release()
	}
	return nil
}
