package nd

import (
	"context"
	"slices"
	"sync"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
)

// gpu computes steps on a GPU. It records a step into one encoder.
type gpu struct {
	eng      *wgfft.Engine
	dev      *device.Device
	double   double                      // double precision; the first step that needs it sets it
	kernels  map[string]*device.Pipeline // pipelines by kernel.appendKey
	plans    map[planKey]*wgfft.ResidentPlan
	bindings map[bindKey]*device.Bindings
	fusions  map[string]attach.Program // programs by fusion.appendKey

	enc     *device.Encoder    // the encoder of the step; nil if nothing was recorded
	extra   []*device.Bindings // bindings of the step that g.bindings does not keep
	fetches []*device.Buffer   // download buffers of the step
	params  paramBuffer

	mu      sync.Mutex
	pending []*device.Submission // the submitted steps that may be under way, the oldest first

	key     []byte // reused by record and fuse, like numbers, bind and arrays
	numbers []complex128
	bind    []device.Binding
	arrays  []*memory
}

// newGPU returns the machine of an engine on a device.
func newGPU(eng *wgfft.Engine, dev *device.Device) *gpu {
	return &gpu{
		eng: eng, dev: dev, kernels: map[string]*device.Pipeline{}, plans: map[planKey]*wgfft.ResidentPlan{},
		bindings: map[bindKey]*device.Bindings{}, fusions: map[string]attach.Program{},
	}
}

// concrete implements machine. Numbers without a precision have single precision.
func (g *gpu) concrete(d DType) DType {
	switch d {
	case weakReal:
		return Float32
	case weakComplex:
		return Complex64
	}
	return d
}

// hasText implements machine.
func (g *gpu) hasText() bool { return true }

// merge implements machine. The driver's compiler merges instructions.
func (g *gpu) merge(*kernel) {}

// checkSize implements machine.
func (g *gpu) checkSize(d DType, n int) error {
	l := g.dev.Limits()
	need, most := wordBytes(int64(n)*int64(d.Size())), min(l.BindingBytes, l.AllocationBytes)
	if need <= most {
		return nil
	}
	return &wgfft.LimitError{What: "nd: bytes of an array", Need: need, Have: most, Hint: "use smaller arrays"}
}

// allocate implements machine.
func (g *gpu) allocate(d DType, n int) (*device.Buffer, block, error) {
	b, err := g.dev.NewBuffer("nd", wordBytes(int64(n)*int64(d.Size())), device.Storage)
	return b, block{}, err
}

// free implements machine.
func (g *gpu) free(m *memory) {
	g.unbind()
	if !m.isAdopted && m.buf != nil {
		_ = m.buf.Close()
	}
}

// encoder returns the encoder of the step.
func (g *gpu) encoder() (*device.Encoder, error) {
	if g.enc == nil {
		var err error
		if g.enc, err = g.dev.NewEncoder(); err != nil {
			return nil, err
		}
	}
	return g.enc, nil
}

// dispatch records a kernel with the given number of workgroups.
func (g *gpu) dispatch(p *device.Pipeline, groups int, bind []device.Binding) error {
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	b, err := g.bound(p, bind)
	if err != nil {
		return err
	}
	x := min(groups, groupsPerRow)
	return enc.Dispatch(p, b, x, (groups+x-1)/x, 1)
}

// prepare implements machine.
func (g *gpu) prepare(ctx context.Context, t *transform, d DType) error {
	_, err := g.plan(ctx, t, d)
	return err
}

// plan returns the plan of a transform with results of type d.
func (g *gpu) plan(ctx context.Context, t *transform, d DType) (*wgfft.ResidentPlan, error) {
	key := t.key(d)
	p, ok := g.plans[key]
	if !ok {
		var err error
		if key.isDouble {
			p, err = g.eng.Double().PlanResident(ctx, t.problem())
		} else {
			p, err = g.eng.PlanResident(ctx, t.problem())
		}
		if err != nil {
			return nil, err
		}
		g.plans[key] = p
	}
	return p, nil
}

// transform implements machine.
func (g *gpu) transform(ctx context.Context, t *transform, dst, src *memory) error {
	p, err := g.plan(ctx, t, dst.dtype)
	if err != nil {
		return err
	}
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	encode := p.EncodeForward
	if t.inverse {
		encode = p.EncodeInverse
	}
	return encode(enc, wgfft.Region{Buffer: dst.buf}, wgfft.Region{Buffer: src.buf})
}

// upload implements machine. The GPU gets the bytes before it runs any command of the step.
func (g *gpu) upload(dst *memory, src *block) error {
	data := src.bytes()
	if c := g.pairs(dst.dtype); c != nil {
		if err := c.Check(data); err != nil {
			return err
		}
		c.ToDevice(data, data, 0)
	}
	if more := wordBytes(int64(len(data))) - int64(len(data)); more > 0 {
		data = append(slices.Clip(data), make([]byte, more)...)
	}
	return dst.buf.WriteAt(data, 0)
}

// fetch implements machine.
func (g *gpu) fetch(src *memory, c *hostCopy, _ bool) error {
	b, err := g.dev.NewBuffer("nd fetch", src.buf.Size(), device.Download)
	if err != nil {
		return err
	}
	g.fetches = append(g.fetches, b)
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	c.buf, c.pairs = b, g.pairs(src.dtype)
	return enc.Copy(b, 0, src.buf, 0, b.Size())
}

// submit implements machine.
func (g *gpu) submit(ctx context.Context) error {
	if g.enc == nil {
		return nil
	}
	if err := g.params.write(); err != nil {
		g.abort()
		return err
	}
	s, err := g.enc.SubmitContext(ctx)
	if err != nil {
		g.abort()
		return err
	}
	g.mu.Lock()
	g.pending = append(g.pending, s)
	g.mu.Unlock()
	for _, b := range g.fetches {
		if err := b.BeginMap(); err != nil {
			g.finish()
			return err
		}
	}
	g.finish()
	return nil
}

// abort implements machine.
func (g *gpu) abort() {
	if g.enc != nil {
		g.enc.Discard()
	}
	for _, b := range g.fetches {
		_ = b.Close()
	}
	g.finish()
}

// finish drops the encoder, the bindings, the copies and the parameters of the step.
func (g *gpu) finish() {
	for _, b := range g.extra {
		_ = b.Close()
	}
	g.enc, g.extra, g.fetches = nil, g.extra[:0], g.fetches[:0]
	g.params.reset()
}

// ahead implements machine.
func (g *gpu) ahead(ctx context.Context, n int) error { return g.waitUntil(ctx, n) }

// wait implements machine.
func (g *gpu) wait(ctx context.Context) error { return g.waitUntil(ctx, 0) }

// waitUntil waits until at most n of the steps submitted so far are under way.
func (g *gpu) waitUntil(ctx context.Context, n int) error {
	g.mu.Lock()
	steps := slices.Clone(g.pending)
	g.mu.Unlock()
	for len(steps) > n {
		if err := steps[0].Wait(ctx); err != nil {
			return err
		}
		g.mu.Lock()
		g.pending = slices.DeleteFunc(g.pending, func(s *device.Submission) bool { return s == steps[0] })
		g.mu.Unlock()
		steps = steps[1:]
	}
	return ctx.Err()
}

// trim implements machine. Submitted work completes.
func (g *gpu) trim() {
	if len(g.kernels) > maxKept || len(g.plans) > maxKept || len(g.fusions) > maxKept {
		g.forget()
	}
}

// kept returns the number of kernels, and of transforms with kernels in their load or store, that are kept.
func (g *gpu) kept() (kernels, fusions int) { return len(g.kernels), len(g.fusions) }

// forget closes all bindings, plans and kernels.
func (g *gpu) forget() {
	g.unbind()
	for _, p := range g.plans {
		_ = p.Close()
	}
	for _, p := range g.kernels {
		_ = p.Close()
	}
	for _, p := range g.fusions {
		if p != nil {
			_ = p.Close()
		}
	}
	clear(g.plans)
	clear(g.kernels)
	clear(g.fusions)
}

// close implements machine.
func (g *gpu) close() {
	g.abort()
	g.forget()
	g.params.close()
}
