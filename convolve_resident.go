package wgfft

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"wgfft/pipeline"
	"wgfft/plan"
)

// A ResidentConvolution is a convolution with one kernel of data that stays on the GPU. It is safe for concurrent use.
type ResidentConvolutionPlan struct {
	c      *Engine
	v      Convolution
	tree   plan.ConvolutionPlan
	kernel []complex64

	closed   atomic.Bool
	programs [2]lazy // by in place
}

// PlanResidentConvolution prepares convolutions of GPU buffers with a kernel, which the caller may change afterwards: out of place at once,
// in place at the first use. If v says Real the buffers hold float32, and of the kernel only the real parts count. It returns ErrNoAdapter on the CPU engine, a LengthError, ErrSliceLength for a kernel that has not as
// many elements as its shape says, and a LimitError for more points than kernels can count or the GPU has bindings for.
func (c *Engine) PlanResidentConvolution(v Convolution, kernel []complex64) (*ResidentConvolutionPlan, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("resident convolution")
	}
	v.InPlace = false
	v = v.Clone() // the caller may change his
	f, err := filterOf(context.Background(), v, kernel)
	if err != nil {
		return nil, err
	}
	r := &ResidentConvolutionPlan{c: c, v: v, kernel: slices.Clone(f.kernel)}
	if r.tree, err = c.gpu.convolution(v); err != nil {
		return nil, err
	}
	if _, err := r.program(false); err != nil {
		return nil, err
	}
	return r, nil
}

// Convolution is what the plan does.
func (r *ResidentConvolutionPlan) Convolution() Convolution { return r.v }

// String is the plan's tree.
func (r *ResidentConvolutionPlan) String() string { return r.tree.String() }

// SourceBytes is the size of the source; of planar data, of each part.
func (r *ResidentConvolutionPlan) SourceBytes() int64 { return r.tree.Source().Bytes }

// ResultBytes is the size of the destination; of planar data, of each part.
func (r *ResidentConvolutionPlan) ResultBytes() int64 { return r.tree.Target().Bytes }

// ScratchBytes is the memory on the GPU that the convolution needs besides, out of place. Plans of a context share it. Up to 1 GiB of it
// may be for speed alone: a pass that writes elsewhere than it reads is faster.
func (r *ResidentConvolutionPlan) ScratchBytes() int64 { return r.tree.ScratchBytes() }

// NewSource allocates memory for the plan's source. For data larger than one allocation of the GPU it is the way to get a buffer: one
// of several allocations, cut where the plan's passes are. It returns ErrOutOfMemory, or a LimitError.
func (r *ResidentConvolutionPlan) NewSource() (*Buffer, error) {
	return r.c.bufferOf(&r.closed, r.tree.Source())
}

// NewResult allocates memory for the plan's destination. In all else it is like NewSource.
func (r *ResidentConvolutionPlan) NewResult() (*Buffer, error) {
	return r.c.bufferOf(&r.closed, r.tree.Target())
}

// program returns the program for a place.
func (r *ResidentConvolutionPlan) program(inPlace bool) (*pipeline.Program, error) {
	at := &r.programs[index(inPlace)]
	at.mu.Lock()
	defer at.mu.Unlock()
	if r.closed.Load() {
		return nil, closedError("plan")
	}
	if at.program != nil {
		return at.program, nil
	}
	v := r.v
	v.InPlace = inPlace
	tree, err := r.c.gpu.convolution(v)
	if err != nil {
		return nil, err
	}
	s, err := tree.Schedule(r.kernel)
	if err != nil {
		return nil, err
	}
	at.program, err = r.c.gpu.compile(r.v, s)
	return at.program, err
}

// Run convolves src to dst and waits for it. dst may be src where the result has the shape and the layout of its source; otherwise they
// are in different buffers. It returns ErrClosed, a LimitError for a misaligned offset, or ctx's error, after
// which dst holds no result: the GPU may still write to it, ahead of what is submitted later.
func (r *ResidentConvolutionPlan) Run(ctx context.Context, dst, src Region) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	return r.c.gpu.detached(ctx, func(ctx context.Context) error {
		p, err := r.checked(dst, src)
		if err != nil {
			return err
		}
		return p.Run(ctx, dst, src)
	})
}

// Encode records the convolution into enc, to run when its owner submits it.
func (r *ResidentConvolutionPlan) Encode(enc *Encoder, dst, src Region) error {
	if enc == nil {
		return fmt.Errorf("wgfft: encode: nil encoder; get one from Device().NewEncoder or AdoptEncoder")
	}
	p, err := r.checked(dst, src)
	if err != nil {
		return err
	}
	return p.Encode(enc, dst, src)
}

// checked checks the regions of a call and returns its program.
func (r *ResidentConvolutionPlan) checked(dst, src Region) (*pipeline.Program, error) {
	if err := r.c.gpu.holdsParts("src", src, r.v.In, r.SourceBytes()); err != nil {
		return nil, err
	}
	if err := r.c.gpu.takesParts(dst, r.v.Out, r.ResultBytes()); err != nil {
		return nil, err
	}
	if err := apart(dst, src); err != nil {
		return nil, err
	}
	return r.program(dst == src)
}

// Close gives back what the plan prepared; work already submitted completes. It is idempotent.
func (r *ResidentConvolutionPlan) Close() error {
	r.closed.Store(true)
	for i := range r.programs {
		at := &r.programs[i]
		at.mu.Lock()
		if at.program != nil {
			at.program.Close()
		}
		at.mu.Unlock()
	}
	return nil
}
