package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/engine"
)

// A ResidentConvolutionPlan is a convolution with one kernel of data that stays in buffers,
// prepared for repeated use. It is safe for concurrent use.
type ResidentConvolutionPlan struct {
	convolution Convolution
	resident    *engine.Resident
}

// PlanResidentConvolution prepares convolutions of buffers with a kernel of the shape c.Kernel. The
// caller may change the kernel afterwards. PlanResidentConvolution compiles the convolution out of
// place. Warm, or the first use, compiles the convolution in place. Buffers hold complex points, or
// real samples if c.Real is set; the imaginary parts of the kernel must be zero then. In
// double-single the numbers of the kernel must be in the range of float32.
//
// It returns ErrNoAdapter if the engine computes in a worker process. Other errors are a LengthError for shapes
// without a convolution, ErrSliceLength for a kernel that does not fit its shape, a LimitError for too many points, a
// MemoryError, ErrClosed, or ctx's error. The caller closes the plan.
func (t *Transforms[C, R]) PlanResidentConvolution(
	ctx context.Context, c Convolution, kernel []C,
) (*ResidentConvolutionPlan, error) {
	if t.eng.buffers == nil {
		return nil, t.eng.noGPU("PlanResidentConvolution")
	}
	release, err := t.eng.hold(ctx, engine.DataOf(kernel))
	if err != nil {
		return nil, faced(err)
	}
	release() // the kernel does not change any more
	if c.Real {
		for i, v := range kernel {
			if imag(complex128(v)) != 0 {
				return nil, fmt.Errorf("wgfft: PlanResidentConvolution: element %d of the kernel is %v, "+
					"want no imaginary part with Convolution.Real", i, v)
			}
		}
	}
	if err := t.checkSamples("PlanResidentConvolution", c.In.Samples, c.Out.Samples); err != nil {
		return nil, err
	}
	c = clonedConvolution(c) // the caller may change its slices
	v := planConvolution(c)
	j, err := convolutionJob(ctx, t.on(), v, kernel) // checks them, and copies the kernel
	if err != nil {
		return nil, faced(err)
	}
	made, err := t.eng.buffers.NewResidentConvolution(ctx, v, j)
	if err != nil {
		return nil, faced(err)
	}
	return &ResidentConvolutionPlan{c, made}, nil
}

// Convolution returns the convolution of the plan.
func (r *ResidentConvolutionPlan) Convolution() Convolution { return clonedConvolution(r.convolution) }

// String returns the plan's tree in one line.
func (r *ResidentConvolutionPlan) String() string { return r.resident.String() }

// SourceBytes returns the size of the source in bytes. For planar data it is the size of each part.
func (r *ResidentConvolutionPlan) SourceBytes() int64 { return r.resident.Source().Bytes }

// ResultBytes returns the size of the destination in bytes. For planar data it is the size of each
// part.
func (r *ResidentConvolutionPlan) ResultBytes() int64 { return r.resident.Target().Bytes }

// ScratchBytes returns the bytes of scratch memory of the convolution out of place. The plans of an
// engine share this memory. Up to 1 GiB may be for speed only, because a pass out of place is
// faster.
func (r *ResidentConvolutionPlan) ScratchBytes() int64 { return r.resident.ScratchBytes() }

// NewSource allocates memory for the plan's source. Data larger than one allocation of the GPU
// needs such a buffer: it consists of several allocations that the plan's passes can address. It
// returns ErrOutOfMemory, a LimitError, or ErrClosed. The caller closes the buffer.
//
// It waits while the driver has another call, such as a compilation: see [ResidentConvolutionPlan.NewSourceContext].
func (r *ResidentConvolutionPlan) NewSource() (*Buffer, error) {
	return r.NewSourceContext(context.Background())
}

// NewSourceContext is NewSource with a context. It also returns ctx's error.
func (r *ResidentConvolutionPlan) NewSourceContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, r.resident, r.resident.Source())
}

// NewResult allocates memory for the plan's destination. Data larger than one allocation of the GPU
// needs such a buffer: it consists of several allocations that the plan's passes can address. It
// returns ErrOutOfMemory, a LimitError, or ErrClosed. The caller closes the buffer.
//
// It waits while the driver has another call, such as a compilation: see [ResidentConvolutionPlan.NewResultContext].
func (r *ResidentConvolutionPlan) NewResult() (*Buffer, error) {
	return r.NewResultContext(context.Background())
}

// NewResultContext is NewResult with a context. It also returns ctx's error.
func (r *ResidentConvolutionPlan) NewResultContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, r.resident, r.resident.Target())
}

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (r *ResidentConvolutionPlan) Warm(ctx context.Context) error { return faced(r.resident.Warm(ctx)) }

// Run convolves src to dst and waits for the result. dst may be src if source and result have the
// same shape and layout. Otherwise dst and src are in different buffers. The regions hold
// SourceBytes and ResultBytes.
//
// It returns ErrSliceLength for a region that is too small, ErrOverlap, a LimitError for a
// misaligned offset, ErrClosed, ErrDeviceLost, or ctx's error. After ctx's error dst holds no
// result. The device may still write to dst, before it does work that is submitted later.
func (r *ResidentConvolutionPlan) Run(ctx context.Context, dst, src Region) error {
	return faced(r.resident.Run(ctx, planRegion(dst), planRegion(src), false))
}

// Encode records the convolution of src to dst into enc, to run when its owner submits it. The
// regions are as in Run. It returns ErrSliceLength for a region that is too small, ErrOverlap, a
// LimitError for a misaligned offset, or ErrClosed.
func (r *ResidentConvolutionPlan) Encode(enc *Encoder, dst, src Region) error {
	return faced(r.resident.Encode(enc, planRegion(dst), planRegion(src), false))
}

// Close frees what the plan holds. Work already submitted completes. It is idempotent.
func (r *ResidentConvolutionPlan) Close() error { return r.resident.Close() }
