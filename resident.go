package wgfft

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/device"
	"wgfft/pipeline"
	"wgfft/plan"
)

// A Buffer is memory on the GPU, with methods Size and Close: from [Engine.NewBuffer], or an application's own through [device.Device.AdoptBuffer].
type Buffer = device.Buffer

// A Region is a part of a buffer, Region{Buffer: b}: as many elements as the plan needs from Offset on, which is in bytes and a multiple of
// the device's Limits().StorageAlign. Of planar data Buffer holds the real parts, and Imag the imaginary ones from ImagOffset on.
type Region = pipeline.Region

// An Encoder records commands: one of ours, or an application's own through [device.Device.AdoptEncoder].
type Encoder = device.Encoder

// A ResidentPlan is a transform of data that stays on the GPU, of any kind. Buffers hold complex points, or float32 where they hold real
// numbers. It is safe for concurrent use.
type ResidentPlan struct {
	c     *Engine
	p     Problem
	trees [2]*tree // forward and inverse
	known *choices // when the plan was made

	closed   atomic.Bool
	programs [2][2]lazy // by inverse and in place
}

// lazy is a program compiled at its first use.
type lazy struct {
	mu      sync.Mutex
	program *pipeline.Program
}

// PlanResident prepares a transform of GPU buffers: the forward transform out of place at once, the others at their first
// use. Of a problem of kind R2C, In is the layout of the numbers and Out that of the bins, in both directions; with InPlace, and only then, bins take the
// place of their numbers, which changes where those lie. It returns ErrNoAdapter on the
// CPU engine, a LengthError, and a LimitError for more points than kernels can count or the GPU has bindings for. What a binding does not
// hold goes in parts: see NewBuffer.
func (c *Engine) PlanResident(p Problem) (*ResidentPlan, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("resident plan")
	}
	p = byKinds(p)
	p.Inverse, p.InPlace = false, p.InPlace && p.Kind.IsRealFFT()
	r := &ResidentPlan{c: c, p: p.Clone(), known: c.gpu.choices.Load()} // the caller may change his
	for _, inverse := range []bool{false, true} {
		var err error
		if r.trees[index(inverse)], err = c.gpu.treeBy(r.known, turned(r.p, inverse)); err != nil {
			return nil, err
		}
	}
	if _, err := r.program(false, p.InPlace); err != nil {
		return nil, err
	}
	return r, nil
}

// Problem is what the plan transforms.
func (r *ResidentPlan) Problem() Problem { return r.p }

// String is the plan's tree.
func (r *ResidentPlan) String() string { return r.trees[0].String() }

// Bytes is the size of the source and of the destination, the larger of them where they differ; of planar data, of each part.
func (r *ResidentPlan) Bytes() int64 { return r.trees[0].Bytes() }

// ScratchBytes is the memory on the GPU that the transform needs besides, out of place. Plans of a context share it, rounded up to a power of two where there is
// room, and the context keeps it until it is closed. Up to 1 GiB of it
// may be for speed alone: a pass that writes elsewhere than it reads is faster.
func (r *ResidentPlan) ScratchBytes() int64 { return r.trees[0].Schedule().ScratchBytes() }

// NewBuffer allocates memory for the plan's source or destination, of the larger size where they differ. For data larger than one allocation
// of the GPU it is the way to get a buffer: one of several allocations, cut where the plan's passes are. Where real numbers and their spectra
// need that, NewSource and NewResult are cut for one of them each. It returns ErrOutOfMemory, or a LimitError.
func (r *ResidentPlan) NewBuffer() (*Buffer, error) {
	data := r.trees[0].Source()
	if target := r.trees[0].Target(); target.Bytes > data.Bytes {
		data = target
	}
	return r.newBuffer(data)
}

// NewSource allocates memory for the source of the forward transform, which is the destination of the inverse.
func (r *ResidentPlan) NewSource() (*Buffer, error) { return r.newBuffer(r.trees[0].Source()) }

// NewResult allocates memory for the destination of the forward transform.
func (r *ResidentPlan) NewResult() (*Buffer, error) { return r.newBuffer(r.trees[0].Target()) }

func (r *ResidentPlan) newBuffer(data plan.Memory) (*Buffer, error) {
	return r.c.bufferOf(&r.closed, data)
}

// bufferOf allocates memory for a plan that is not closed.
func (c *Engine) bufferOf(closed *atomic.Bool, m plan.Memory) (*Buffer, error) {
	if closed.Load() {
		return nil, closedError("plan")
	}
	return c.gpu.pipes.Device().NewBufferInParts("wgfft", m.Bytes, m.Cuts)
}

// program returns the program for a direction and place.
func (r *ResidentPlan) program(inverse, inPlace bool) (*pipeline.Program, error) {
	at := &r.programs[index(inverse)][index(inPlace)]
	at.mu.Lock()
	defer at.mu.Unlock()
	if r.closed.Load() {
		return nil, closedError("plan")
	}
	if at.program != nil {
		return at.program, nil
	}
	tree := r.trees[index(inverse)]
	if inPlace && !tree.Problem.InPlace {
		p := turned(r.p, inverse)
		p.InPlace = true
		var err error
		if tree, err = r.c.gpu.treeBy(r.known, p); err != nil {
			return nil, err
		}
	}
	var err error
	at.program, err = r.c.gpu.compile(tree.Problem, tree.Schedule())
	return at.program, err
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Forward computes the forward transform of src to dst and waits for it. dst may be src; otherwise they are in different
// buffers. Of kind R2C dst is src where the problem says InPlace, and nowhere else, for rows of n numbers lie in 2(n/2+1) places then: see [plan.Problem]. It
// returns ErrClosed, a LimitError for a misaligned offset, or ctx's error, after which dst holds no result: the GPU
// may still write to it, ahead of what is submitted later.
func (r *ResidentPlan) Forward(ctx context.Context, dst, src Region) error {
	return r.run(ctx, dst, src, false)
}

// Inverse computes the inverse transform. In all else it is like Forward.
func (r *ResidentPlan) Inverse(ctx context.Context, dst, src Region) error {
	return r.run(ctx, dst, src, true)
}

func (r *ResidentPlan) run(ctx context.Context, dst, src Region, inverse bool) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	return r.c.gpu.detached(ctx, func(ctx context.Context) error {
		p, err := r.checked(dst, src, inverse)
		if err != nil {
			return err
		}
		return p.Run(ctx, dst, src)
	})
}

// EncodeForward records the forward transform into enc, to run when its owner submits it.
func (r *ResidentPlan) EncodeForward(enc *Encoder, dst, src Region) error {
	return r.encode(enc, dst, src, false)
}

// EncodeInverse records the inverse transform into enc.
func (r *ResidentPlan) EncodeInverse(enc *Encoder, dst, src Region) error {
	return r.encode(enc, dst, src, true)
}

func (r *ResidentPlan) encode(enc *Encoder, dst, src Region, inverse bool) error {
	if enc == nil {
		return fmt.Errorf("wgfft: encode: nil encoder; get one from Device().NewEncoder or AdoptEncoder")
	}
	p, err := r.checked(dst, src, inverse)
	if err != nil {
		return err
	}
	return p.Encode(enc, dst, src)
}

// checked checks the regions of a call and returns its program.
func (r *ResidentPlan) checked(dst, src Region, inverse bool) (*pipeline.Program, error) {
	tree := r.trees[index(inverse)]
	if r.p.Kind.IsRealFFT() && !r.p.InPlace && dst == src && dst.Buffer != nil {
		return nil, fmt.Errorf("wgfft: %v: dst is src, and rows of numbers need room for their bins then: set Problem.InPlace, or use two buffers", tree.Problem)
	}
	if err := r.c.gpu.holdsParts("src", src, tree.Problem.In, tree.Source().Bytes); err != nil {
		return nil, err
	}
	if err := r.c.gpu.takesParts(dst, tree.Problem.Out, tree.Target().Bytes); err != nil {
		return nil, err
	}
	if err := apart(dst, src); err != nil {
		return nil, err
	}
	if r.p.InPlace && dst != src {
		return nil, fmt.Errorf("wgfft: %v: the plan's problem says InPlace: let dst be src, or plan without", tree.Problem)
	}
	p, err := r.program(inverse, dst == src)
	if err == nil && dst == src {
		err = r.c.gpu.takesParts(dst, tree.Problem.Out, p.Schedule().Target.Bytes)
	}
	return p, err
}

// apart refuses regions of one buffer that are not the same.
func apart(dst, src Region) error {
	if dst.Buffer.Same(src.Buffer) && dst != src {
		return fmt.Errorf("%w: dst and src are different parts of one buffer, which WebGPU does not allow; use the same region for both, or two buffers", ErrOverlap)
	}
	return nil
}

// takesParts checks that a destination holds so many bytes, in each part if the layout is planar, and the parts apart.
func (g *gpuEngine) takesParts(dst Region, l Layout, bytes int64) error {
	if err := g.holdsParts("dst", dst, l, bytes); err != nil {
		return err
	}
	if l.Planar && dst.Buffer.Same(dst.Imag) && max(dst.Offset, dst.ImagOffset) < min(dst.Offset, dst.ImagOffset)+bytes {
		return fmt.Errorf("%w: dst has its real and imaginary parts, of %d bytes each, in one place of a buffer; use offsets further apart, or two buffers", ErrOverlap, bytes)
	}
	return nil
}

// holdsParts checks that a region holds so many bytes, in each part if the layout is planar.
func (g *gpuEngine) holdsParts(name string, at Region, l Layout, bytes int64) error {
	if !l.Planar {
		return g.holds(name, at, bytes)
	}
	if err := g.holds(name+", real parts", at, bytes); err != nil {
		return err
	}
	return g.holds(name+", imaginary parts", Region{Buffer: at.Imag, Offset: at.ImagOffset}, bytes)
}

// holds checks that a region is of this GPU and holds so many bytes.
func (g *gpuEngine) holds(name string, at Region, bytes int64) error {
	if at.Buffer == nil {
		return fmt.Errorf("wgfft: %s: no buffer", name)
	}
	if !at.Buffer.On(g.pipes.Device()) {
		return fmt.Errorf("wgfft: %s: the buffer belongs to another device: make it by the context that uses it, or share a device by Config.Use", name)
	}
	if have := at.Buffer.Size() - at.Offset; at.Offset < 0 || have < bytes {
		return fmt.Errorf("%w: %s holds %d bytes from offset %d on, %d are needed", ErrSliceLength, name, max(0, have), at.Offset, bytes)
	}
	return nil
}

// Close gives back what the plan prepared; work already submitted completes. It is idempotent.
func (r *ResidentPlan) Close() error {
	r.closed.Store(true)
	for i := range r.programs {
		for j := range r.programs[i] {
			at := &r.programs[i][j]
			at.mu.Lock()
			if at.program != nil {
				at.program.Close()
			}
			at.mu.Unlock()
		}
	}
	return nil
}

// NewBuffer allocates memory for so many complex points on the GPU. It returns ErrNoAdapter on the CPU engine, a
// LimitError, or ErrOutOfMemory. The caller closes the buffer.
func (c *Engine) NewBuffer(points int) (*Buffer, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("buffer")
	}
	const most = int64(1) << 59
	if points < 1 || int64(points) > most {
		return nil, &LengthError{N: points, Reason: "a buffer holds from 1 to 2^59 points"}
	}
	return c.gpu.pipes.Device().NewBuffer("wgfft", int64(points)*plan.ElementBytes, device.Storage)
}

// Upload copies points to a region of a buffer, and waits until src may be used again.
func (c *Engine) Upload(ctx context.Context, dst Region, src []complex64) error {
	return c.upload(ctx, dst, bytesOf(src))
}

// UploadReal is Upload of real numbers.
func (c *Engine) UploadReal(ctx context.Context, dst Region, src []float32) error {
	return c.upload(ctx, dst, bytesOf(src))
}

func (c *Engine) upload(ctx context.Context, dst Region, src []byte) error {
	if c.gpu == nil {
		return c.needsGPU("upload")
	}
	if err := c.gpu.holds("dst", dst, int64(len(src))); err != nil {
		return err
	}
	return c.gpu.detached(ctx, func(ctx context.Context) error { return c.gpu.pipes.Upload(ctx, dst, src) })
}

// Download copies points from a region of a buffer, once the work submitted before is done.
func (c *Engine) Download(ctx context.Context, dst []complex64, src Region) error {
	return c.download(ctx, bytesOf(dst), src)
}

// DownloadReal is Download of real numbers.
func (c *Engine) DownloadReal(ctx context.Context, dst []float32, src Region) error {
	return c.download(ctx, bytesOf(dst), src)
}

func (c *Engine) download(ctx context.Context, dst []byte, src Region) error {
	if c.gpu == nil {
		return c.needsGPU("download")
	}
	if err := c.gpu.holds("src", src, int64(len(dst))); err != nil {
		return err
	}
	return c.gpu.detached(ctx, func(ctx context.Context) error { return c.gpu.pipes.Download(ctx, dst, src) })
}
