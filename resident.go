package wgfft

import (
	"context"
	"fmt"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/plan"
)

// A Buffer is memory of the engine's device, from [Engine.NewBuffer], or an application's own from
// [device.Device.AdoptBuffer]. On the CPU engine it is memory of the process.
type Buffer = device.Buffer

// An Encoder records commands: one from [device.Device.NewEncoder], or an application's own from
// [device.Device.AdoptEncoder].
type Encoder = device.Encoder

// A Region is the part of a buffer that starts at Offset. A call uses the bytes that it needs.
// Region{Buffer: b} begins at the beginning. Buffer holds the real parts of planar data, and Imag
// the imaginary parts.
type Region struct {
	Buffer *Buffer
	Offset int64 // bytes, a multiple of the device's Limits().StorageAlign

	Imag       *Buffer // of planar data
	ImagOffset int64   // bytes, a multiple of the device's Limits().StorageAlign
}

// A ResidentPlan is a transform of data that stays in buffers, prepared for repeated use. Buffers
// hold complex64 for complex points and float32 for real samples, or the type of Layout.Samples. In
// double precision a point takes 16 bytes and a sample 8, in the format of [Transforms.Number]. It
// is safe for concurrent use.
type ResidentPlan struct {
	problem  Problem
	resident *engine.Resident
}

// PlanResident prepares transforms of buffers, of any kind. On a GPU it compiles the forward transform
// out of place. Warm, or the first use, compiles the inverse and the transforms in place. With kind
// R2C, p.In is the layout of the real arrays and p.Out the layout of their spectra, in both
// directions. If p.InPlace is set, all calls store spectra in the place of their real arrays;
// otherwise no call does. Data that one binding does not hold is computed in parts: see NewBuffer.
//
// The CPU engine computes in the same layouts. It ignores p.Scratch, because it has no passes over buffers.
//
// It returns ErrNoAdapter if the engine computes in a worker process. Other errors are a LengthError for a
// length without a transform, a LimitError for too many points or bins, a MemoryError, ErrClosed, or ctx's
// error. The caller closes the plan.
func (t *Transforms[C, R]) PlanResident(ctx context.Context, p Problem) (*ResidentPlan, error) {
	if t.eng.buffers == nil {
		return nil, t.eng.noGPU("PlanResident")
	}
	if p.InPlace && p.Kind != R2C && p.Kind != C2R {
		return nil, unused("PlanResident with kind "+p.Kind.String(), "Problem.InPlace",
			"pass the same region as dst and src")
	}
	p = withKind(p)
	for _, err := range []error{p.checkFields("PlanResident"), p.Twiddle.refuse("PlanResident", "use Plan")} {
		if err != nil {
			return nil, err
		}
	}
	if err := t.checkSamples("PlanResident", p.In.Samples, p.Out.Samples, p.Scratch); err != nil {
		return nil, err
	}
	p = cloned(p) // the caller may change its slices
	made, err := t.eng.buffers.NewResident(ctx, planProblem(p), t.on().number)
	if err != nil {
		return nil, faced(err)
	}
	return &ResidentPlan{p, made}, nil
}

// checkSamples returns an error for numbers of 8 or 16 bits in double precision.
func (t *Transforms[C, R]) checkSamples(call string, types ...Samples) error {
	for _, s := range types {
		if s != Float32 && t.number != Single {
			return fmt.Errorf("wgfft: %s: samples of type %v are for single precision only: use Engine.%[1]s, or "+
				"upload float64", call, s)
		}
	}
	return nil
}

// Problem returns the problem of the plan.
func (r *ResidentPlan) Problem() Problem { return cloned(r.problem) }

// String returns the plan's tree in one line.
func (r *ResidentPlan) String() string { return r.resident.String() }

// Bytes returns the size of source and destination in bytes, or the larger size if they differ. For
// planar data it is the size of each part.
func (r *ResidentPlan) Bytes() int64 { return r.larger().Bytes }

// larger returns the larger of source and destination.
func (r *ResidentPlan) larger() plan.Memory {
	if target := r.resident.Target(); target.Bytes > r.resident.Source().Bytes {
		return target
	}
	return r.resident.Source()
}

// ScratchBytes returns the bytes of scratch memory of the forward transform out of place. The plans
// of an engine share this memory, rounded up to a power of two if there is room. The engine keeps
// it until the engine is closed. Up to 1 GiB may be for speed only, because a pass out of place is
// faster.
func (r *ResidentPlan) ScratchBytes() int64 { return r.resident.ScratchBytes() }

// NewBuffer allocates memory for the plan's source or destination, of the larger size if they
// differ. Data larger than one allocation of the GPU needs such a buffer: it consists of several
// allocations that the plan's passes can address. For real arrays and spectra of such a size use
// NewSource and NewResult. It returns ErrOutOfMemory, a LimitError, or ErrClosed. The caller closes
// the buffer.
//
// It waits while the driver has another call, such as a compilation: see [ResidentPlan.NewBufferContext].
func (r *ResidentPlan) NewBuffer() (*Buffer, error) { return r.NewBufferContext(context.Background()) }

// NewBufferContext is NewBuffer with a context. It also returns ctx's error.
func (r *ResidentPlan) NewBufferContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, r.resident, r.larger())
}

// NewSource allocates memory for the source of the forward transform and destination of the
// inverse. It returns ErrOutOfMemory, a LimitError, or ErrClosed. The caller closes the buffer.
//
// It waits while the driver has another call, such as a compilation: see [ResidentPlan.NewSourceContext].
func (r *ResidentPlan) NewSource() (*Buffer, error) { return r.NewSourceContext(context.Background()) }

// NewSourceContext is NewSource with a context. It also returns ctx's error.
func (r *ResidentPlan) NewSourceContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, r.resident, r.resident.Source())
}

// NewResult allocates memory for the destination of the forward transform and source of the
// inverse. It returns ErrOutOfMemory, a LimitError, or ErrClosed. The caller closes the buffer.
//
// It waits while the driver has another call, such as a compilation: see [ResidentPlan.NewResultContext].
func (r *ResidentPlan) NewResult() (*Buffer, error) { return r.NewResultContext(context.Background()) }

// NewResultContext is NewResult with a context. It also returns ctx's error.
func (r *ResidentPlan) NewResultContext(ctx context.Context) (*Buffer, error) {
	return newBuffer(ctx, r.resident, r.resident.Target())
}

// newBuffer allocates memory for a plan.
func newBuffer(ctx context.Context, of interface {
	NewBuffer(context.Context, plan.Memory) (*device.Buffer, error)
}, m plan.Memory) (*Buffer, error) {
	b, err := of.NewBuffer(ctx, m)
	return b, faced(err)
}

// Warm compiles all kernels that calls of the plan need, in both directions, so that no first call
// waits for them. It returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (r *ResidentPlan) Warm(ctx context.Context) error { return faced(r.resident.Warm(ctx)) }

// Forward computes the forward transform of src to dst and waits for it. dst is src, or in another
// buffer. With kinds R2C and C2R dst must be src if Problem.InPlace is set, and in another buffer
// otherwise. The regions hold Batch arrays, or the bytes that their layouts span.
//
// It returns ErrSliceLength for a region that is too small, ErrOverlap, a LimitError for a
// misaligned offset, ErrClosed, ErrDeviceLost, or ctx's error. After ctx's error dst holds no
// result. The device may still write to dst, before it does work that is submitted later.
func (r *ResidentPlan) Forward(ctx context.Context, dst, src Region) error {
	return faced(r.resident.Run(ctx, planRegion(dst), planRegion(src), false))
}

// Inverse computes the inverse transform of src to dst, with the factor of the problem's norm, and
// waits for it. dst is src, or in another buffer. With kinds R2C and C2R dst must be src if
// Problem.InPlace is set, and in another buffer otherwise. The regions hold Batch arrays, or the
// bytes that their layouts span.
//
// It returns ErrSliceLength for a region that is too small, ErrOverlap, a LimitError for a
// misaligned offset, ErrClosed, ErrDeviceLost, or ctx's error. After ctx's error dst holds no
// result. The device may still write to dst, before it does work that is submitted later.
func (r *ResidentPlan) Inverse(ctx context.Context, dst, src Region) error {
	return faced(r.resident.Run(ctx, planRegion(dst), planRegion(src), true))
}

// EncodeForward records the forward transform of src to dst into enc, to run when its owner submits
// it. The regions are as in Forward. It returns ErrSliceLength for a region that is too small,
// ErrOverlap, a LimitError for a misaligned offset, or ErrClosed.
func (r *ResidentPlan) EncodeForward(enc *Encoder, dst, src Region) error {
	return faced(r.resident.Encode(enc, planRegion(dst), planRegion(src), false))
}

// EncodeInverse records the inverse transform of src to dst into enc, to run when its owner submits
// it. The regions are as in Inverse. It returns ErrSliceLength for a region that is too small,
// ErrOverlap, a LimitError for a misaligned offset, or ErrClosed.
func (r *ResidentPlan) EncodeInverse(enc *Encoder, dst, src Region) error {
	return faced(r.resident.Encode(enc, planRegion(dst), planRegion(src), true))
}

// Close frees what the plan holds. Work already submitted completes. It is idempotent.
func (r *ResidentPlan) Close() error { return r.resident.Close() }

// NewBuffer allocates memory of the engine's device for complex points: 8 bytes each, or 16 in double precision. It
// returns ErrNoAdapter if the engine computes in a worker process, a LengthError, a LimitError, ErrOutOfMemory, or on
// the CPU engine a MemoryError. The caller closes the buffer. NewBuffer waits while the driver has another call, such
// as a compilation: see [Transforms.NewBufferContext].
func (t *Transforms[C, R]) NewBuffer(points int) (*Buffer, error) {
	return t.NewBufferContext(context.Background(), points)
}

// NewBufferContext is NewBuffer with a context. It also returns ctx's error.
func (t *Transforms[C, R]) NewBufferContext(ctx context.Context, points int) (*Buffer, error) {
	if t.eng.buffers == nil {
		return nil, t.eng.noGPU("NewBuffer")
	}
	const most = int64(1) << 59
	if points < 1 || int64(points) > most {
		return nil, &LengthError{N: points, Reason: "a buffer holds from 1 to 2^59 points"}
	}
	b, err := t.eng.buffers.NewBuffer(ctx, plan.Memory{Bytes: int64(points) * t.on().number.PointBytes()})
	return b, faced(err)
}

// Upload copies complex points to a region of a buffer, 8 bytes each, or 16 in double precision. It
// waits until src may be used again. It returns ErrSliceLength for a region that is too small,
// ErrClosed, or ctx's error. In double-single it also returns an error for a number beyond the
// range of float32.
func (t *Transforms[C, R]) Upload(ctx context.Context, dst Region, src []C) error {
	return t.upload(ctx, dst, engine.DataOf(src))
}

// UploadReal copies real samples to a region of a buffer, 4 bytes each, or 8 in double precision. It
// waits until src may be used again. It returns ErrSliceLength for a region that is too small,
// ErrClosed, or ctx's error. In double-single it also returns an error for a number beyond the range
// of float32.
func (t *Transforms[C, R]) UploadReal(ctx context.Context, dst Region, src []R) error {
	return t.upload(ctx, dst, engine.DataOf(src))
}

// upload copies bytes to a region of a buffer.
func (t *Transforms[C, R]) upload(ctx context.Context, dst Region, src engine.Data) error {
	if t.eng.buffers == nil {
		return t.eng.noGPU("upload")
	}
	return faced(t.eng.buffers.Upload(ctx, planRegion(dst), src, t.on().number))
}

// Download copies complex points from a region of a buffer, 8 bytes each, or 16 in double precision,
// after the work submitted earlier. It returns ErrSliceLength for a region
// that is too small, ErrClosed, or ctx's error.
func (t *Transforms[C, R]) Download(ctx context.Context, dst []C, src Region) error {
	return t.download(ctx, engine.DataOf(dst), src)
}

// DownloadReal copies real samples from a region of a buffer, 4 bytes each, or 8 in double
// precision, after the work submitted earlier. It returns ErrSliceLength for
// a region that is too small, ErrClosed, or ctx's error.
func (t *Transforms[C, R]) DownloadReal(ctx context.Context, dst []R, src Region) error {
	return t.download(ctx, engine.DataOf(dst), src)
}

// download copies bytes from a region of a buffer.
func (t *Transforms[C, R]) download(ctx context.Context, dst engine.Data, src Region) error {
	if t.eng.buffers == nil {
		return t.eng.noGPU("download")
	}
	return faced(t.eng.buffers.Download(ctx, dst, planRegion(src), t.on().number))
}
