package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// Gains is the type of the numbers by which a filter multiplies bins.
type Gains uint8

// The types of gains. The zero value is RealGains.
const (
	RealGains    Gains = iota // float32
	ComplexGains              // complex64, for complex bins
)

// gainNames are the names of the types.
var gainNames = [...]string{"real", "complex"}

// String returns the type's name: real or complex.
func (g Gains) String() string { return enumName(gainNames[:], uint8(g), "gains") }

// A ResidentFilterPlan filters data that stays in buffers. It does a transform, a product of its
// bins with the caller's gains, and the inverse transform. It is safe for concurrent use.
type ResidentFilterPlan struct {
	problem  Problem
	resident *engine.ResidentFilter
}

// PlanResidentFilter prepares and compiles filters of buffers. A filter does the forward transform
// of a problem of any kind, a product of its bins with gains, and the inverse transform. Gains of 1
// return the source. p.In is the layout of source and result, which may have numbers of 8 or 16
// bits. Bins and gains are row-major, in the order of the transform's result. p.Out must be the
// zero value, and p.InPlace must not be set.
//
// It returns ErrNoAdapter if the engine computes in a worker process. Other errors are a LengthError for a length
// without a transform, a LimitError for too many points or bins, a MemoryError, ErrClosed, or ctx's error. The caller
// closes the plan.
func (t *Transforms[C, R]) PlanResidentFilter(ctx context.Context, p Problem, g Gains) (*ResidentFilterPlan, error) {
	const call = "PlanResidentFilter"
	if t.eng.buffers == nil {
		return nil, t.eng.noGPU(call)
	}
	p = withKind(p)
	for _, err := range []error{p.checkFields(call), p.Twiddle.refuse(call, "use Plan")} {
		if err != nil {
			return nil, err
		}
	}
	of := planProblem(cloned(p)) // the caller may change its slices
	usual := of
	usual.In = plan.Layout{}
	_, out, err := usual.IsContiguous()
	switch {
	case p.InPlace:
		return nil, unused(call, "Problem.InPlace", "pass the same region as dst and src")
	case err == nil && !out:
		return nil, unused(call, "Problem.Out", "use Problem.In for source and result: bins have no layout")
	case g > ComplexGains:
		return nil, fmt.Errorf("wgfft: %s: %v: use RealGains or ComplexGains", call, g)
	}
	if err := t.checkSamples(call, p.In.Samples, p.Scratch); err != nil {
		return nil, err
	}
	made, err := t.eng.buffers.NewResidentFilter(ctx, of, g == ComplexGains, t.on().number)
	if err != nil {
		return nil, faced(err)
	}
	return &ResidentFilterPlan{cloned(p), made}, nil
}

// Problem returns the transform of the filter.
func (f *ResidentFilterPlan) Problem() Problem { return cloned(f.problem) }

// String returns the tree of the forward transform in one line.
func (f *ResidentFilterPlan) String() string { return f.resident.String() }

// Bins returns the number of bins of an array. An array of gains has the same number of elements.
func (f *ResidentFilterPlan) Bins() int { return f.resident.Bins() }

// Bytes returns the size of the source and of the result in bytes. For planar data it is the size
// of each part.
func (f *ResidentFilterPlan) Bytes() int64 { return f.resident.Source().Bytes }

// ScratchBytes returns the bytes of scratch memory of the filter: its bins, and the scratch memory
// of its transforms. The plans of an engine share this memory, rounded up to a power of two if
// there is room. The engine keeps it until the engine is closed.
func (f *ResidentFilterPlan) ScratchBytes() int64 { return f.resident.ScratchBytes() }

// GainBytes returns the size of the gains in bytes. The gains are one number for each bin of an
// array, and one number that is added to the first bin of each array after the product. All arrays
// have the same gains.
//
// With NormBackward, adding n c to the first bin adds c to each of n points, also with a half
// spectrum. With kind DCT2 and n points along an axis, adding 2 n c adds c.
func (f *ResidentFilterPlan) GainBytes() int64 { return f.resident.Gains().Bytes }

// NewBuffer allocates memory for the source or the result. It returns ErrOutOfMemory, a LimitError,
// or ErrClosed. The caller closes the buffer. It waits while the driver has another call: see
// [ResidentFilterPlan.NewBufferContext].
func (f *ResidentFilterPlan) NewBuffer() (*Buffer, error) {
	return f.NewBufferContext(context.Background())
}

// NewBufferContext is NewBuffer with a context. It also returns ctx's error.
func (f *ResidentFilterPlan) NewBufferContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, f.resident, f.resident.Source())
}

// NewGains allocates memory for the gains. It returns ErrOutOfMemory, a LimitError, or ErrClosed.
// The caller closes the buffer.
//
// It waits while the driver has another call, such as a compilation: see [ResidentFilterPlan.NewGainsContext].
func (f *ResidentFilterPlan) NewGains() (*Buffer, error) {
	return f.NewGainsContext(context.Background())
}

// NewGainsContext is NewGains with a context. It also returns ctx's error.
func (f *ResidentFilterPlan) NewGainsContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, f.resident, f.resident.Gains())
}

// Warm returns ErrClosed if the plan is closed, or ctx's error: PlanResidentFilter has compiled all
// kernels.
func (f *ResidentFilterPlan) Warm(ctx context.Context) error { return faced(f.resident.Warm(ctx)) }

// Run filters src to dst, which may be src, and waits for it. src and dst hold Bytes, and gains
// hold GainBytes. The memory between the elements of dst does not change.
//
// It returns ErrSliceLength for a region that is too small, ErrOverlap, a LimitError for a
// misaligned offset, ErrClosed, ErrDeviceLost, or ctx's error. After ctx's error dst holds no
// result. The device may still write to dst, before it does work that is submitted later.
func (f *ResidentFilterPlan) Run(ctx context.Context, dst, src, gains Region) error {
	return faced(f.resident.Run(ctx, planRegion(dst), planRegion(src), planRegion(gains)))
}

// Encode records the filter of src to dst into enc, to run when its owner submits it. The regions
// are as in Run. It returns ErrSliceLength for a region that is too small, ErrOverlap, a LimitError
// for a misaligned offset, or ErrClosed.
func (f *ResidentFilterPlan) Encode(enc *Encoder, dst, src, gains Region) error {
	return faced(f.resident.Encode(enc, planRegion(dst), planRegion(src), planRegion(gains)))
}

// Close frees what the plan holds. Work already submitted completes. It is idempotent.
func (f *ResidentFilterPlan) Close() error { return f.resident.Close() }
