package nd

import (
	"context"
	"slices"
	"sync"

	"wgfft"
	"wgfft/internal/detach"
)

// A recording is the work of a step that is not computed at once. An encoder of the program
// computes it later, or the recording is dropped.
type recording struct {
	isOn    bool
	calls   []func(context.Context) error
	buffers []*wgfft.Buffer // the buffers that the calls use
}

// add records a call and the memory that it uses.
func (r *recording) add(call func(context.Context) error, used ...*memory) {
	r.calls = append(r.calls, call)
	for _, m := range used {
		if !slices.Contains(r.buffers, m.buf) {
			r.buffers = append(r.buffers, m.buf)
		}
	}
}

// used returns the memory that a kernel reads and writes.
func (k *kernel) used() []*memory { return slices.AppendSeq([]*memory{k.dst.mem}, k.reads) }

// setRecording implements machine.
func (c *cpu) setRecording(isOn bool) { c.rec = recording{isOn: isOn} }

// setRecording implements machine. A GPU always records.
func (g *gpu) setRecording(bool) {}

// compute implements machine.
func (c *cpu) compute(ctx context.Context, k *kernel) error {
	if !c.rec.isOn {
		return c.computeNow(ctx, k)
	}
	c.rec.add(func(ctx context.Context) error { return c.computeNow(ctx, k) }, k.used()...)
	return nil
}

// reduce implements machine.
func (c *cpu) reduce(ctx context.Context, k *kernel, f *fold, _ func(DType, int) (*memory, error)) error {
	if !c.rec.isOn {
		return c.reduceNow(ctx, k, f)
	}
	own := *f // a later step reuses the node that has f
	c.rec.add(func(ctx context.Context) error { return c.reduceNow(ctx, k, &own) }, k.used()...)
	return nil
}

// transform implements machine.
func (c *cpu) transform(ctx context.Context, t *transform, dst, src *memory) error {
	p, err := c.plan(ctx, t, dst.dtype)
	if err != nil {
		return err
	}
	if !c.rec.isOn {
		return p.Run(ctx, dst.host.bytes(), src.host.bytes())
	}
	c.rec.add(func(ctx context.Context) error { return p.Run(ctx, dst.host.bytes(), src.host.bytes()) }, dst, src)
	return nil
}

// encode implements machine.
func (c *cpu) encode(ctx context.Context, enc *wgfft.Encoder) (err error) {
	calls := c.rec.calls
	if len(calls) == 0 {
		return nil
	}
	run := func() error {
		for _, call := range calls {
			if err := call(context.Background()); err != nil {
				return err
			}
		}
		return nil
	}
	if !detach.Memory(ctx, func() { err = enc.Call(run, c.rec.buffers...) }) {
		err = ctx.Err()
	}
	if err == nil {
		c.exposed.Store(true)
	}
	return err
}

// inOrder implements machine. Once the program knows buffers of arrays, its own work on them may be
// under way.
func (c *cpu) inOrder(ctx context.Context, f func(isOrdered bool) error) error {
	if !c.exposed.Load() {
		if err := f(false); err != errExposed {
			return err
		}
	}
	enc, err := c.dev.NewEncoder()
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var hasLeft, hasRun bool
	if err := enc.Call(func() error {
		mu.Lock()
		defer mu.Unlock()
		if !hasLeft {
			hasRun, err = true, f(true)
		}
		return nil
	}); err != nil {
		return err
	}
	s, failed := enc.SubmitContext(ctx)
	if failed != nil {
		return failed
	}
	failed = s.Wait(ctx)
	mu.Lock() // f ends soon after ctx
	defer mu.Unlock()
	hasLeft = true
	if hasRun {
		return err
	}
	return failed
}

// inOrder implements machine. The queue of the GPU keeps the order.
func (g *gpu) inOrder(_ context.Context, f func(bool) error) error { return f(true) }

// expose implements machine. It submits a function that waits for the step that is being computed.
func (c *cpu) expose() {
	if c.exposed.Swap(true) {
		return
	}
	if enc, err := c.dev.NewEncoder(); err == nil {
		_ = enc.Call(func() error {
			c.step.Lock()
			defer c.step.Unlock()
			return nil
		})
		_, _ = enc.Submit()
	}
}

// isExposed implements machine.
func (c *cpu) isExposed() bool { return c.exposed.Load() }

// expose implements machine. The queue of the GPU keeps the order.
func (g *gpu) expose() {}

// isExposed implements machine.
func (g *gpu) isExposed() bool { return false }
