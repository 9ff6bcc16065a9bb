package gpu

import (
	"context"
	"slices"
	"sync"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/nd/internal/expr"
)

// SetRecording implements machine. A GPU always records.
func (g *Machine) SetRecording(bool) {}

// InOrder implements machine. The queue of the GPU keeps the order.
func (g *Machine) InOrder(_ context.Context, f func(bool) error) error { return f(true) }

// Expose implements machine. The queue of the GPU keeps the order.
func (g *Machine) Expose() {}

// IsExposed implements machine.
func (g *Machine) IsExposed() bool { return false }

// Machine computes steps on a GPU. It records a step into one encoder.
type Machine struct {
	eng    *wgfft.Engine
	dev    *device.Device
	double double // double precision; the first step that needs it sets it
	compiled
	recorded
	scratch

	mu      sync.Mutex
	pending []*device.Submission // the submitted steps that may be under way, the oldest first
}

// compiled has what steps use again.
type compiled struct {
	kernels  map[string]*device.Pipeline // pipelines by appendKernelKey
	plans    map[expr.PlanKey]*wgfft.ResidentPlan
	bindings map[bindKey]*device.Bindings
	fusions  map[string]attach.Program // programs by appendFusionKey
}

// recorded is the work of a step.
type recorded struct {
	enc     *device.Encoder    // nil if nothing was recorded
	extra   []*device.Bindings // bindings that compiled does not keep
	fetches []*device.Buffer   // download buffers
	params  paramBuffer
}

// scratch has slices for one operation. Their memory is used again.
type scratch struct {
	key     []byte
	numbers []complex128
	bind    []device.Binding
	arrays  []*expr.Memory
}

// New returns the machine of an engine on a device.
func New(eng *wgfft.Engine, dev *device.Device) *Machine {
	return &Machine{
		eng: eng, dev: dev,
		compiled: compiled{
			kernels: map[string]*device.Pipeline{}, plans: map[expr.PlanKey]*wgfft.ResidentPlan{},
			bindings: map[bindKey]*device.Bindings{}, fusions: map[string]attach.Program{},
		},
	}
}

// Concrete implements machine. Numbers without a precision have single precision.
func (g *Machine) Concrete(d expr.DType) expr.DType {
	switch d {
	case expr.WeakReal:
		return expr.Float32
	case expr.WeakComplex:
		return expr.Complex64
	}
	return d
}

// HasText implements machine.
func (g *Machine) HasText() bool { return true }

// Merge implements machine. The driver's compiler merges instructions.
func (g *Machine) Merge(*expr.Kernel) {}

// CheckSize implements machine.
func (g *Machine) CheckSize(d expr.DType, n int) error {
	l := g.dev.Limits()
	need, most := expr.WordBytes(int64(n)*int64(d.Size())), min(l.BindingBytes, l.AllocationBytes)
	if need <= most {
		return nil
	}
	return &wgfft.LimitError{What: "nd: bytes of an array", Need: need, Have: most, Hint: "use smaller arrays"}
}

// Allocate implements machine.
func (g *Machine) Allocate(d expr.DType, n int) (*device.Buffer, expr.Block, error) {
	b, err := g.dev.NewBuffer("nd", expr.WordBytes(int64(n)*int64(d.Size())), device.Storage)
	return b, expr.Block{}, err
}

// Free implements machine.
func (g *Machine) Free(m *expr.Memory) {
	g.unbind()
	if !m.IsAdopted && m.Buffer != nil {
		_ = m.Buffer.Close()
	}
}

// encoder returns the encoder of the step.
func (g *Machine) encoder() (*device.Encoder, error) {
	if g.enc == nil {
		var err error
		if g.enc, err = g.dev.NewEncoder(); err != nil {
			return nil, err
		}
	}
	return g.enc, nil
}

// dispatch records a kernel with the given number of workgroups.
func (g *Machine) dispatch(p *device.Pipeline, groups int, bind []device.Binding) error {
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

// Prepare implements machine.
func (g *Machine) Prepare(ctx context.Context, t *expr.Transform, d expr.DType) error {
	_, err := g.plan(ctx, t, d)
	return err
}

// plan returns the plan of a transform with results of type d.
func (g *Machine) plan(ctx context.Context, t *expr.Transform, d expr.DType) (*wgfft.ResidentPlan, error) {
	key := t.Key(d)
	p, ok := g.plans[key]
	if !ok {
		var err error
		if key.IsDouble {
			p, err = g.eng.Double().PlanResident(ctx, t.Problem())
		} else {
			p, err = g.eng.PlanResident(ctx, t.Problem())
		}
		if err != nil {
			return nil, err
		}
		g.plans[key] = p
	}
	return p, nil
}

// Transform implements machine.
func (g *Machine) Transform(ctx context.Context, t *expr.Transform, dst, src *expr.Memory) error {
	p, err := g.plan(ctx, t, dst.Type)
	if err != nil {
		return err
	}
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	encode := p.EncodeForward
	if t.Inverse {
		encode = p.EncodeInverse
	}
	return encode(enc, wgfft.Region{Buffer: dst.Buffer}, wgfft.Region{Buffer: src.Buffer})
}

// Upload implements machine. The GPU gets the bytes before it runs any command of the step.
func (g *Machine) Upload(dst *expr.Memory, src *expr.Block) error {
	data := src.Bytes()
	if c := g.pairs(dst.Type); c != nil {
		if err := c.Check(data); err != nil {
			return err
		}
		c.ToDevice(data, data, 0)
	}
	if more := expr.WordBytes(int64(len(data))) - int64(len(data)); more > 0 {
		data = append(slices.Clip(data), make([]byte, more)...)
	}
	return dst.Buffer.WriteAt(data, 0)
}

// Fetch implements machine.
func (g *Machine) Fetch(src *expr.Memory, c *expr.HostCopy, _ bool) error {
	b, err := g.dev.NewBuffer("nd fetch", src.Buffer.Size(), device.Download)
	if err != nil {
		return err
	}
	g.fetches = append(g.fetches, b)
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	c.Buffer, c.Pairs = b, g.pairs(src.Type)
	return enc.Copy(b, 0, src.Buffer, 0, b.Size())
}

// Submit implements machine.
func (g *Machine) Submit(ctx context.Context) error {
	if g.enc == nil {
		return nil
	}
	if err := g.params.write(); err != nil {
		g.Abort()
		return err
	}
	s, err := g.enc.SubmitContext(ctx)
	if err != nil {
		g.Abort()
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

// Abort implements machine.
func (g *Machine) Abort() {
	if g.enc != nil {
		g.enc.Discard()
	}
	for _, b := range g.fetches {
		_ = b.Close()
	}
	g.finish()
}

// finish drops the encoder, the bindings, the copies and the parameters of the step.
func (g *Machine) finish() {
	for _, b := range g.extra {
		_ = b.Close()
	}
	g.enc, g.extra, g.fetches = nil, g.extra[:0], g.fetches[:0]
	g.params.reset()
}

// Ahead implements machine.
func (g *Machine) Ahead(ctx context.Context, n int) error { return g.waitUntil(ctx, n) }

// Wait implements machine.
func (g *Machine) Wait(ctx context.Context) error { return g.waitUntil(ctx, 0) }

// waitUntil waits until at most n of the steps submitted so far are under way.
func (g *Machine) waitUntil(ctx context.Context, n int) error {
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

// Trim implements machine. Submitted work completes.
func (g *Machine) Trim() {
	if len(g.kernels) > expr.MaxKept || len(g.plans) > expr.MaxKept || len(g.fusions) > expr.MaxKept {
		g.Forget()
	}
}

// Kept returns the number of kernels, and of transforms with kernels in their load or store, that are kept.
func (g *Machine) Kept() (kernels, fusions int) { return len(g.kernels), len(g.fusions) }

// Forget closes all bindings, plans and kernels.
func (g *Machine) Forget() {
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

// Close implements machine.
func (g *Machine) Close() {
	g.Abort()
	g.Forget()
	g.params.close()
}

// NotFinite implements machine. The GPU counts float32 numbers that are not finite. NotFinite
// downloads and checks other elements. Integers are finite.
func (g *Machine) NotFinite(ctx context.Context, m *expr.Memory) (bool, error) {
	_, isHalf := expr.HalfFormats[m.Type]
	switch {
	case m.Type.IsSingle():
		n, err := g.eng.CountNonFinite(ctx, wgfft.Region{Buffer: m.Buffer}, m.Count*m.Type.Size()/4, wgfft.Float32)
		return n > 0, err
	case !m.Type.IsDouble() && !isHalf:
		return false, nil // integers
	}
	b, err := g.dev.NewBuffer("nd check", m.Buffer.Size(), device.Download)
	if err != nil {
		return false, err
	}
	defer b.Close()
	enc, err := g.dev.NewEncoder()
	if err != nil {
		return false, err
	}
	defer enc.Discard()
	if err := enc.Copy(b, 0, m.Buffer, 0, b.Size()); err != nil {
		return false, err
	}
	if _, err := enc.SubmitContext(ctx); err != nil {
		return false, err
	}
	if err := b.Map(ctx); err != nil {
		return false, err
	}
	s, host := expr.HostCopy{Buffer: b, Pairs: g.pairs(m.Type)}, expr.NewBlock(m.Type, m.Count)
	s.CopyTo(&host)
	return host.IsNotFinite(m.Type), nil
}
