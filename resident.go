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
		return nil, engine.WorkerError("PlanResident")
	}
	if p.InPlace && p.Kind != R2C && p.Kind != C2R {
		return nil, unused("PlanResident with kind "+p.Kind.String(), "Problem.InPlace",
			"pass the same region as dst and src")
	}
	p = withKind(p)
	if err := p.checkFields("PlanResident"); err != nil {
		return nil, err
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
		return nil, engine.WorkerError("PlanResidentConvolution")
	}
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
	j, err := engine.Convolve(ctx, v, kernel, t.on().number) // checks them, and copies the kernel
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
		return nil, engine.WorkerError(call)
	}
	p = withKind(p)
	if err := p.checkFields(call); err != nil {
		return nil, err
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
		return nil, engine.WorkerError("NewBuffer")
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
		return engine.WorkerError("upload")
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
		return engine.WorkerError("download")
	}
	return faced(t.eng.buffers.Download(ctx, dst, planRegion(src), t.on().number))
}
