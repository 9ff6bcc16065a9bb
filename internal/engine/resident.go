package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/device"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A BufferEngine does jobs in buffers of its device: a GPU, or HostBuffers. It is safe for concurrent use.
type BufferEngine interface {
	// Device returns the device.
	Device() *device.Device
	// NewBuffer allocates memory.
	NewBuffer(ctx context.Context, m plan.Memory) (*device.Buffer, error)
	// NewResident plans a transform, and compiles its forward direction, in place if the problem is in place, and
	// out of place otherwise.
	NewResident(ctx context.Context, p plan.Problem, n Number) (*Resident, error)
	// NewResidentConvolution plans a convolution with a kernel, and compiles it out of place. j is the job of
	// the convolution and the kernel, from Convolve.
	NewResidentConvolution(ctx context.Context, c plan.Convolution, j Job) (*Resident, error)
	// NewResidentFilter plans and compiles a filter with real or complex gains. The bins of the problem have no layout.
	NewResidentFilter(ctx context.Context, p plan.Problem, isComplex bool, n Number) (*ResidentFilter, error)
	// Upload copies elements to a region of a buffer, in the engine's format of n.
	Upload(ctx context.Context, dst pipeline.Region, src Data, n Number) error
	// Download copies elements from a region of a buffer, which are in the engine's format of n.
	Download(ctx context.Context, dst Data, src pipeline.Region, n Number) error
	// CountNonFinite returns the number of infinities and NaN among real numbers in a region. halves is their format,
	// or nil for f32.
	CountNonFinite(ctx context.Context, src pipeline.Region, count int, halves *wgsl.Halves) (int, error)
	// Detached calls f, which submits nothing after ctx has ended, and returns when ctx ends.
	Detached(ctx context.Context, f func(ctx context.Context) error) error
}

// A program is one direction of a Resident, compiled.
type program interface {
	// Encode records the work of src to dst.
	Encode(enc *device.Encoder, dst, src pipeline.Region) error
	// Run does the work and waits for it.
	Run(ctx context.Context, dst, src pipeline.Region) error
	// targetBytes returns the size of dst.
	targetBytes() int64
	Close() error
}

// gpuProgram is a program of a GPU.
type gpuProgram struct{ *pipeline.Program }

func (p gpuProgram) targetBytes() int64 { return p.Schedule().Target.Bytes }

// A Resident is a transform or a convolution of buffers. Each of its directions is compiled for two
// buffers and, if results can replace their sources, for one buffer. It is safe for concurrent use.
type Resident struct {
	on         BufferEngine
	name       fmt.Stringer
	directions []*direction // forward and inverse, or a convolution alone
	inPlace    bool         // every call is in place
	closed     atomic.Bool
}

// A direction is one direction of a Resident.
type direction struct {
	tree    fmt.Stringer
	in, out plan.Layout
	source  plan.Memory
	target  plan.Memory
	scratch func() int64 // bytes of memory in addition, out of place
	isApart bool         // dst is never src: half spectra beside their real arrays
	shared  func() error // why dst can't be src; nil if it can
	// compile returns the program for two buffers or for one.
	compile  func(inPlace bool) (program, error)
	programs [2]lazyProgram // by in place
}

// lazyProgram is a program compiled at its first use.
type lazyProgram struct {
	mu      sync.Mutex
	program program
}

// index returns 1 for true and 0 for false.
func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Reversed returns the inverse transform of a problem, as a Resident and a plan of host slices do
// it. If the source and the result have different sizes, each keeps its layout.
func Reversed(p plan.Problem) plan.Problem {
	p.Inverse = true
	if p.Kind.IsRealFFT() {
		p.In, p.Out = p.Out, p.In
	}
	return p
}

// NewResident implements BufferEngine.
func (g *GPU) NewResident(ctx context.Context, p plan.Problem, n Number) (*Resident, error) {
	return g.newResident(ctx, p.InPlace, func() (*Resident, error) {
		var err error
		if p.Number, err = g.format(n); err != nil {
			return nil, err
		}
		if err := g.pack(&p.In.Element, &p.Out.Element, &p.Scratch); err != nil {
			return nil, err
		}
		known := g.kernels.Load()
		r := &Resident{on: g, name: p, inPlace: p.InPlace}
		for _, p := range []plan.Problem{p, Reversed(p)} {
			d, err := g.transformDirection(known, p)
			if err != nil {
				return nil, err
			}
			r.directions = append(r.directions, d)
		}
		return r, nil
	})
}

// transformDirection plans one direction of a transform.
func (g *GPU) transformDirection(known *kernels, p plan.Problem) (*direction, error) {
	t, err := g.treeBy(known, p)
	if err != nil {
		return nil, err
	}
	d := &direction{
		tree: t, in: p.In, out: p.Out, source: t.Source(), target: t.Target(),
		scratch: func() int64 { return t.Schedule().ScratchBytes() },
		compile: func(inPlace bool) (program, error) {
			if !inPlace || p.InPlace {
				return g.residentProgram(p, t.Schedule())
			}
			shared := p
			shared.InPlace = true
			t, err := g.treeBy(known, shared)
			if err != nil {
				return nil, err
			}
			return g.residentProgram(p, t.Schedule())
		},
	}
	d.place(p)
	return d, nil
}

// place sets where the result of a transform may lie.
func (d *direction) place(p plan.Problem) {
	d.isApart = p.Kind.IsRealFFT() && !p.InPlace
	d.shared = func() error {
		if d.isApart {
			return fmt.Errorf("wgfft: %v: dst is src, but real rows in place need room for their bins: "+
				"set Problem.InPlace, or use two buffers", p)
		}
		shared := p
		shared.InPlace = true
		return shared.Check()
	}
}

// residentProgram compiles a schedule.
func (g *GPU) residentProgram(what fmt.Stringer, s plan.Schedule) (program, error) {
	p, err := g.compile(what, s)
	if err != nil {
		return nil, err
	}
	return gpuProgram{p}, nil
}

// NewResidentConvolution implements BufferEngine.
func (g *GPU) NewResidentConvolution(ctx context.Context, c plan.Convolution, j Job) (*Resident, error) {
	return g.newResident(ctx, false, func() (*Resident, error) {
		var err error
		if c.Number, err = g.format(j.Number()); err != nil {
			return nil, err
		}
		if err := g.pack(&c.In.Element, &c.Out.Element); err != nil {
			return nil, err
		}
		if isScaled(c.Number) {
			if err := checkDoubleSingles("kernel: element", j.Kernel()); err != nil {
				return nil, err
			}
		}
		p, err := g.convolution(c)
		if err != nil {
			return nil, err
		}
		d := &direction{
			tree: p, in: c.In, out: c.Out, source: p.Source(), target: p.Target(), scratch: p.ScratchBytes,
			compile: func(inPlace bool) (program, error) {
				shared := c
				shared.InPlace = inPlace
				p, err := g.convolution(shared)
				if err != nil {
					return nil, err
				}
				s, err := p.Schedule(j.Kernel())
				if err != nil {
					return nil, err
				}
				return g.residentProgram(c, s)
			},
		}
		d.placeConvolution(c)
		return &Resident{on: g, name: c, directions: []*direction{d}}, nil
	})
}

// placeConvolution sets where the result of a convolution may lie.
func (d *direction) placeConvolution(c plan.Convolution) {
	d.shared = func() error {
		shared := c
		shared.InPlace = true
		return shared.Check()
	}
}

// newResident makes a Resident in a call that ctx can end, and compiles its first direction.
func (g *GPU) newResident(ctx context.Context, inPlace bool, create func() (*Resident, error)) (*Resident, error) {
	return detachedValue(ctx, g, func(ctx context.Context) (*Resident, error) {
		r, err := create()
		if err == nil {
			_, err = r.program(r.directions[0], inPlace)
		}
		if err != nil {
			return nil, err
		}
		return r, nil
	}, func(r *Resident) { r.Close() })
}

// program returns the program of a direction, compiled at its first use.
func (r *Resident) program(d *direction, inPlace bool) (program, error) {
	at := &d.programs[index(inPlace)]
	at.mu.Lock()
	defer at.mu.Unlock()
	if r.closed.Load() {
		return nil, ClosedError("plan")
	}
	if at.program != nil {
		return at.program, nil
	}
	var err error
	at.program, err = d.compile(inPlace)
	return at.program, err
}

// Warm compiles all programs that calls may use.
func (r *Resident) Warm(ctx context.Context) error {
	return r.on.Detached(ctx, func(ctx context.Context) error {
		for _, d := range r.directions {
			for _, inPlace := range []bool{false, true} {
				if r.inPlace && !inPlace || inPlace && d.shared() != nil {
					continue
				}
				if err := ContextErr(ctx); err != nil {
					return err
				}
				_, err := r.program(d, inPlace)
				var limit *wgsl.LimitError
				if inPlace && !r.inPlace && errors.As(err, &limit) {
					continue // calls in place return the error
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// direction returns the forward or the inverse direction.
func (r *Resident) direction(inverse bool) *direction { return r.directions[index(inverse)] }

// String returns the plan's tree.
func (r *Resident) String() string { return r.directions[0].tree.String() }

// Source returns the memory of the source of the forward direction.
func (r *Resident) Source() plan.Memory { return r.directions[0].source }

// Target returns the memory of the result of the forward direction.
func (r *Resident) Target() plan.Memory { return r.directions[0].target }

// ScratchBytes returns the bytes of memory that the forward direction needs in addition, out of place.
func (r *Resident) ScratchBytes() int64 { return r.directions[0].scratch() }

// NewBuffer allocates memory for the plan.
func (r *Resident) NewBuffer(ctx context.Context, m plan.Memory) (*device.Buffer, error) {
	return newBuffer(ctx, r.on, &r.closed, m)
}

// newBuffer allocates memory for a plan that is not closed.
func newBuffer(
	ctx context.Context, on BufferEngine, closed *atomic.Bool, m plan.Memory,
) (*device.Buffer, error) {
	if closed.Load() {
		return nil, ClosedError("plan")
	}
	return on.NewBuffer(ctx, m)
}

// NewBuffer implements BufferEngine.
func (g *GPU) NewBuffer(ctx context.Context, m plan.Memory) (*device.Buffer, error) {
	return detachedValue(ctx, g, func(ctx context.Context) (*device.Buffer, error) {
		return g.Device().NewBufferInParts("wgfft", m.Bytes, m.Cuts)
	}, func(b *device.Buffer) { _ = b.Close() })
}

// Run does one direction and waits for it.
func (r *Resident) Run(ctx context.Context, dst, src pipeline.Region, inverse bool) error {
	if err := prefixed(ctx.Err()); err != nil {
		return err
	}
	return r.on.Detached(ctx, func(ctx context.Context) error {
		p, err := r.checked(dst, src, inverse)
		if err != nil {
			return err
		}
		return p.Run(ctx, dst, src)
	})
}

// errNilEncoder is the error of recording into no encoder.
var errNilEncoder = errors.New("wgfft: encode: nil encoder: get one from Device().NewEncoder or AdoptEncoder")

// Encode records one direction into enc.
func (r *Resident) Encode(enc *device.Encoder, dst, src pipeline.Region, inverse bool) error {
	if enc == nil {
		return errNilEncoder
	}
	p, err := r.checked(dst, src, inverse)
	if err != nil {
		return err
	}
	return p.Encode(enc, dst, src)
}

// checked checks the regions of a call and returns its program.
func (r *Resident) checked(dst, src pipeline.Region, inverse bool) (program, error) {
	d := r.direction(inverse)
	isShared := dst == src
	if isShared && dst.Buffer != nil && d.isApart {
		return nil, d.shared()
	}
	if err := checkParts(r.on, "src", src, d.in, d.source.Bytes); err != nil {
		return nil, err
	}
	if err := checkTarget(r.on, dst, d.out, d.target.Bytes); err != nil {
		return nil, err
	}
	if err := checkApart(dst, src); err != nil {
		return nil, err
	}
	if r.inPlace && !isShared {
		return nil, fmt.Errorf("wgfft: %v: dst is not src, and the plan's problem says InPlace: "+
			"pass the same region twice, or plan without InPlace", r.name)
	}
	p, err := r.program(d, isShared)
	if err == nil && isShared {
		err = checkTarget(r.on, dst, d.out, p.targetBytes())
	}
	return p, err
}

// checkApart refuses two different regions of one buffer.
func checkApart(dst, src pipeline.Region) error {
	if dst.Buffer.Same(src.Buffer) && dst != src {
		return overlapError("dst and src are different parts of one buffer, which WebGPU does not allow: " +
			"use the same region for both, or two buffers")
	}
	return nil
}

// checkTarget checks that a destination holds bytes, in each part if the layout is planar, and that
// its parts are apart.
func checkTarget(on BufferEngine, dst pipeline.Region, l plan.Layout, bytes int64) error {
	if err := checkParts(on, "dst", dst, l, bytes); err != nil {
		return err
	}
	first, second := min(dst.Offset, dst.ImagOffset), max(dst.Offset, dst.ImagOffset)
	if l.Planar && dst.Buffer.Same(dst.Imag) && second < first+bytes {
		return overlapError(fmt.Sprintf("dst has its real and imaginary parts, of %d bytes each, in the same place of "+
			"a buffer: use offsets further apart, or two buffers", bytes))
	}
	return nil
}

// checkParts checks that a region holds bytes, in each part if the layout is planar.
func checkParts(on BufferEngine, name string, at pipeline.Region, l plan.Layout, bytes int64) error {
	if !l.Planar {
		return checkRegion(on, name, at, bytes)
	}
	if err := checkRegion(on, name+", real parts", at, bytes); err != nil {
		return err
	}
	return checkRegion(on, name+", imaginary parts", pipeline.Region{Buffer: at.Imag, Offset: at.ImagOffset}, bytes)
}

// checkRegion checks that a region is of the device of an engine and holds bytes.
func checkRegion(on BufferEngine, name string, at pipeline.Region, bytes int64) error {
	if at.Buffer == nil {
		return fmt.Errorf("wgfft: %s: no buffer: set Region.Buffer, and Region.Imag of planar data", name)
	}
	if !at.Buffer.On(on.Device()) {
		return fmt.Errorf("wgfft: %s: the buffer belongs to another device: make it by the engine that uses it, "+
			"or share a device by Config.Use", name)
	}
	if have := at.Buffer.Size() - at.Offset; at.Offset < 0 || have < bytes {
		text := fmt.Sprintf("wgfft: %s holds %d bytes from offset %d on, want %d", name, max(0, have), at.Offset, bytes)
		return &textError{text, ErrSliceLength}
	}
	return nil
}

// Close frees what the plan holds. Work already submitted completes. It is idempotent.
func (r *Resident) Close() error {
	r.closed.Store(true)
	for _, d := range r.directions {
		for i := range d.programs {
			at := &d.programs[i]
			at.mu.Lock()
			if at.program != nil {
				at.program.Close()
			}
			at.mu.Unlock()
		}
	}
	return nil
}
