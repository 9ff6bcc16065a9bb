package cpu

import (
	"context"
	"slices"
	"sync"

	"wgfft"
	"wgfft/internal/detach"
	"wgfft/nd/internal/expr"
)

// A recording is the work of a step that is not computed at once. An encoder of the program
// computes it later, or the recording is dropped.
type recording struct {
	isOn    bool
	calls   []func(context.Context) error
	buffers []*wgfft.Buffer // the buffers that the calls use
}

// add records a call and the memory that it uses.
func (r *recording) add(call func(context.Context) error, used ...*expr.Memory) {
	r.calls = append(r.calls, call)
	for _, m := range used {
		if !slices.Contains(r.buffers, m.Buffer) {
			r.buffers = append(r.buffers, m.Buffer)
		}
	}
}

// SetRecording implements machine.
func (c *Machine) SetRecording(isOn bool) { c.rec = recording{isOn: isOn} }

// Compute implements machine.
func (c *Machine) Compute(ctx context.Context, k *expr.Kernel) error {
	if !c.rec.isOn {
		return c.computeNow(ctx, k)
	}
	c.rec.add(func(ctx context.Context) error { return c.computeNow(ctx, k) }, k.Used()...)
	return nil
}

// Reduce implements machine.
func (c *Machine) Reduce(ctx context.Context, k *expr.Kernel, f *expr.Fold, _ expr.Temp) error {
	if !c.rec.isOn {
		return c.reduceNow(ctx, k, f)
	}
	own := *f // a later step reuses the node that has f
	c.rec.add(func(ctx context.Context) error { return c.reduceNow(ctx, k, &own) }, k.Used()...)
	return nil
}

// Transform implements machine.
func (c *Machine) Transform(ctx context.Context, t *expr.Transform, dst, src *expr.Memory) error {
	p, err := c.plan(ctx, t, dst.Type)
	if err != nil {
		return err
	}
	if !c.rec.isOn {
		return p.Run(ctx, dst.Host.Bytes(), src.Host.Bytes())
	}
	c.rec.add(func(ctx context.Context) error { return p.Run(ctx, dst.Host.Bytes(), src.Host.Bytes()) }, dst, src)
	return nil
}

// Encode implements machine.
func (c *Machine) Encode(ctx context.Context, enc *wgfft.Encoder) (err error) {
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

// InOrder implements machine. Once the program knows buffers of arrays, its own work on them may be
// under way.
func (c *Machine) InOrder(ctx context.Context, f func(isOrdered bool) error) error {
	if !c.exposed.Load() {
		if err := f(false); err != ErrExposed {
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

// Expose implements machine. It submits a function that waits for the step that is being computed.
func (c *Machine) Expose() {
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

// IsExposed implements machine.
func (c *Machine) IsExposed() bool { return c.exposed.Load() }
