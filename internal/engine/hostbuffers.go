package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"wgfft/device"
	"wgfft/internal/half"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// HostBuffers does resident jobs on the CPU engine, in buffers of a host device. Encoders record them as functions.
type HostBuffers struct {
	cpu    *CPU
	dev    *device.Device
	own    bool // Close closes the device
	memory memory.Limit
}

// NewHostBuffers returns an engine on a host device, which it owns or not. Close closes the CPU engine, too.
func NewHostBuffers(cpu *CPU, dev *device.Device, own bool, limit memory.Limit) *HostBuffers {
	return &HostBuffers{cpu: cpu, dev: dev, own: own, memory: limit}
}

// Device implements BufferEngine.
func (h *HostBuffers) Device() *device.Device { return h.dev }

// Close waits for the submitted work and closes the CPU engine. It is idempotent.
func (h *HostBuffers) Close() error {
	var err error
	if h.own {
		err = h.dev.Close()
	}
	return errors.Join(err, h.cpu.Close())
}

// Detached implements BufferEngine. Calls of a host device return soon after ctx ends.
func (h *HostBuffers) Detached(ctx context.Context, f func(ctx context.Context) error) error {
	return contextError(ctx, f(ctx))
}

// NewBuffer implements BufferEngine. It returns a memory.Error above the memory limit.
func (h *HostBuffers) NewBuffer(ctx context.Context, m plan.Memory) (*device.Buffer, error) {
	if err := contextError(ctx, ctx.Err()); err != nil {
		return nil, err
	}
	if err := memory.Check(h.memory, bufferName{}, m.Bytes); err != nil {
		return nil, err
	}
	return h.dev.NewBuffer("wgfft", m.Bytes, device.Storage)
}

// bufferName names a buffer in errors.
type bufferName struct{}

func (bufferName) String() string { return "a buffer" }

// format returns the number format of the elements of jobs of n: nil for Single.
func (h *HostBuffers) format(ctx context.Context, n Number) (wgsl.Number, error) {
	f, err := h.cpu.Format(ctx, n)
	if err != nil || f.Number == Single {
		return nil, err
	}
	return wgsl.F64{}, nil
}

// NewResident implements BufferEngine.
func (h *HostBuffers) NewResident(ctx context.Context, p plan.Problem, n Number) (*Resident, error) {
	var err error
	if p.Number, err = h.format(ctx, n); err != nil {
		return nil, err
	}
	r := &Resident{on: h, name: p, inPlace: p.InPlace}
	for _, p := range []plan.Problem{p, Reversed(p)} {
		d, err := h.transformDirection(p, n)
		if err != nil {
			return nil, err
		}
		r.directions = append(r.directions, d)
	}
	return r, ContextErr(ctx)
}

// transformDirection plans one direction of a transform.
func (h *HostBuffers) transformDirection(p plan.Problem, n Number) (*direction, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	j := Transform(p, n)
	made, err := h.program(p, j, p.Count(), p, p)
	if err != nil {
		return nil, err
	}
	d := made.direction(p.In, p.Out)
	d.place(p)
	return d, nil
}

// NewResidentConvolution implements BufferEngine.
func (h *HostBuffers) NewResidentConvolution(ctx context.Context, c plan.Convolution, j Job) (*Resident, error) {
	var err error
	if c.Number, err = h.format(ctx, j.Number()); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	in, _ := j.Ends()
	count := c.Source().Points() / in.Elements * c.Count()
	made, err := h.program(c, j, count, c.Source(), c.Target())
	if err != nil {
		return nil, err
	}
	if made.release, err = h.cpu.Prepare(ctx, j, count); err != nil {
		return nil, err
	}
	d := made.direction(c.In, c.Out)
	d.placeConvolution(c)
	return &Resident{on: h, name: c, directions: []*direction{d}}, nil
}

// A hostProgram is a job in buffers of a host device.
type hostProgram struct {
	on             *HostBuffers
	job            Job
	count          int
	source, target hostEnd
	release        func() // of the job; may be nil
	once           sync.Once
}

// program returns the program of count arrays of a job. The input of source and the output of target have the layouts.
func (h *HostBuffers) program(
	name fmt.Stringer, j Job, count int, source, target plan.Problem,
) (*hostProgram, error) {
	if err := h.cpu.Check(j, count); err != nil {
		return nil, err
	}
	in, out := j.Ends()
	p := &hostProgram{on: h, job: j, count: count}
	var err error
	if p.source, _, err = hostEnds(source, in, count); err != nil {
		return nil, err
	}
	if _, p.target, err = hostEnds(target, out, count); err != nil {
		return nil, err
	}
	return p, CheckMemory(h.memory, name, memory.Sum(h.cpu.Work(j, count), p.packedBytes()), count)
}

// packedBytes returns the bytes of memory for arrays without gaps that a call needs.
func (p *hostProgram) packedBytes() (bytes int64) {
	for _, e := range []hostEnd{p.source, p.target} {
		if !e.isPlain {
			bytes += e.packedBytes()
		}
	}
	return bytes
}

// direction returns a direction of a Resident that runs the program, for two buffers and for one.
func (p *hostProgram) direction(in, out plan.Layout) *direction {
	d := &direction{
		tree: hostTree{p}, in: in, out: out,
		source: plan.Memory{Bytes: p.source.bytes}, target: plan.Memory{Bytes: p.target.bytes},
		scratch: p.packedBytes,
	}
	d.compile = func(inPlace bool) (program, error) {
		if inPlace {
			return p, d.shared()
		}
		return p, nil
	}
	return d
}

// hostTree prints the plan of a program.
type hostTree struct{ p *hostProgram }

func (t hostTree) String() string { return t.p.on.cpu.Describe(t.p.job, t.p.count) }

func (p *hostProgram) targetBytes() int64 { return p.target.bytes }

// Close frees what the program holds. It is idempotent.
func (p *hostProgram) Close() error {
	if p.release != nil {
		p.once.Do(p.release)
	}
	return nil
}

// memories returns the memory of the regions of a run.
func (p *hostProgram) memories(dst, src pipeline.Region) (to, from hostRegion, err error) {
	if to, err = p.target.memory(p.on, "dst", dst); err == nil {
		from, err = p.source.memory(p.on, "src", src)
	}
	return to, from, err
}

// Encode records the job into enc.
func (p *hostProgram) Encode(enc *device.Encoder, dst, src pipeline.Region) error {
	if err := p.on.cpu.Check(p.job, p.count); err != nil {
		return err
	}
	to, from, err := p.memories(dst, src)
	if err != nil {
		return err
	}
	return enc.Call(func() error {
		return p.compute(context.Background(), to, from)
	}, buffersOf(dst, src)...)
}

// Run does the job after the work submitted before, and waits for it.
func (p *hostProgram) Run(ctx context.Context, dst, src pipeline.Region) error {
	to, from, err := p.memories(dst, src)
	if err != nil {
		return err
	}
	return p.on.run(ctx, func() error { return p.compute(ctx, to, from) }, dst, src)
}

// run submits a function that uses regions, and waits for it.
func (h *HostBuffers) run(ctx context.Context, f func() error, regions ...pipeline.Region) error {
	enc, err := h.dev.NewEncoder()
	if err != nil {
		return err
	}
	defer enc.Discard()
	var failed error
	if err := enc.Call(func() error {
		failed = f()
		return nil
	}, buffersOf(regions...)...); err != nil {
		return err
	}
	s, err := enc.SubmitContext(ctx)
	if err != nil {
		return err
	}
	if err := s.Wait(ctx); err != nil {
		return err
	}
	return failed
}

// buffersOf lists the buffers of regions.
func buffersOf(regions ...pipeline.Region) []*device.Buffer {
	var all []*device.Buffer
	for _, r := range regions {
		for _, b := range []*device.Buffer{r.Buffer, r.Imag} {
			if b != nil {
				all = append(all, b)
			}
		}
	}
	return all
}

// compute does the job in the memory of buffers.
func (p *hostProgram) compute(ctx context.Context, to, from hostRegion) error {
	isShared := &to.parts[0][0] == &from.parts[0][0]
	in := from.parts[0]
	if isShared && !p.job.Replaces() || !p.source.isPlain {
		var err error
		if in, err = p.source.gather(ctx, from); err != nil {
			return err
		}
	}
	out := to.parts[0]
	if !p.target.isPlain {
		var err error
		if out, err = zeroBytes(ctx, p.target.packedBytes()); err != nil {
			return err
		}
	}
	in, out = in[:p.source.packedBytes()], out[:p.target.packedBytes()]
	if err := p.on.cpu.Run(ctx, DataIn(out), DataIn(in), p.job); err != nil {
		return err
	}
	if p.target.isPlain {
		return nil
	}
	return p.target.scatter(ctx, to, out)
}

// Upload implements BufferEngine. The bytes after the data in its last word become 0.
func (h *HostBuffers) Upload(ctx context.Context, dst pipeline.Region, src Data, n Number) error {
	if err := checkRegion(h, "dst", dst, int64(len(src.bytes))); err != nil {
		return err
	}
	if _, err := h.format(ctx, n); err != nil {
		return err
	}
	if err := ContextErr(ctx); err != nil {
		return err
	}
	whole := len(src.bytes) &^ 3
	if err := dst.Buffer.WriteAt(src.bytes[:whole], dst.Offset); err != nil || whole == len(src.bytes) {
		return err
	}
	var last [4]byte
	copy(last[:], src.bytes[whole:])
	return dst.Buffer.WriteAt(last[:], dst.Offset+int64(whole))
}

// Download implements BufferEngine. After ctx's error it does not touch dst.
func (h *HostBuffers) Download(ctx context.Context, dst Data, src pipeline.Region, n Number) error {
	if err := checkRegion(h, "src", src, int64(len(dst.bytes))); err != nil {
		return err
	}
	if _, err := h.format(ctx, n); err != nil {
		return err
	}
	from := src.Buffer.Memory()
	if from == nil {
		return noMemoryError("src", src)
	}
	var copying sync.Mutex
	hasLeft := false
	err := h.run(ctx, func() error {
		copying.Lock()
		defer copying.Unlock()
		if !hasLeft {
			copy(dst.bytes, from[src.Offset:])
		}
		return nil
	}, pipeline.Region{Buffer: src.Buffer})
	copying.Lock()
	defer copying.Unlock()
	hasLeft = true
	return contextError(ctx, err)
}

// CountNonFinite implements BufferEngine.
func (h *HostBuffers) CountNonFinite(
	ctx context.Context, src pipeline.Region, count int, halves *wgsl.Halves,
) (int, error) {
	if err := prefixed(ctx.Err()); err != nil {
		return 0, err
	}
	k := wgsl.NonFinite{Count: count, Halves: halves}
	if count < 1 || int64(count) >= 1<<32 {
		return 0, fmt.Errorf("wgfft: CountNonFinite: %d numbers: want from 1 to 2^32-1", count)
	}
	e := hostEnd{bytes: k.Bytes(), isReal: true}
	at, err := e.memory(h, "src", src)
	if err != nil {
		return 0, err
	}
	isFinite := func(i int) bool {
		x := NumbersIn[float32](at.parts[0])[i]
		return !math.IsInf(float64(x), 0) && x == x
	}
	if halves != nil {
		format := halfFormat(*halves)
		isFinite = func(i int) bool { return format.IsFinite(NumbersIn[uint16](at.parts[0])[i]) }
	}
	n := 0
	err = h.run(ctx, func() error {
		found := 0
		for i := range count {
			if !isFinite(i) {
				found++
			}
			if i%maxUninterrupted == 0 && ctx.Err() != nil {
				return ContextErr(ctx)
			}
		}
		n = found
		return nil
	}, src)
	if err != nil {
		return 0, contextError(ctx, err)
	}
	return n, nil
}

// halfFormat returns the number format of halves.
func halfFormat(h wgsl.Halves) half.Format {
	if h.Bfloat {
		return half.Bfloat16
	}
	return half.Binary16
}
