package device

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"wgfft/internal/detach"
	"wgfft/wgsl"
)

// Bindings are the buffers of a dispatch. They can be used any number of times, with every pipeline
// that has bindings with the same accesses in the same order.
type Bindings struct {
	d       *Device
	access  []wgsl.Access
	buffers []*Buffer

	pins   atomic.Int32 // recorded dispatches of encoders that are not done
	closed atomic.Bool

	// guarded by d.mu
	native driverObject
}

// NewBindings binds buffers for p, in the order of its module's Bindings. It returns a *LimitError
// if a binding is misaligned or too large. It waits while the driver has another call: see NewBindingsContext.
func (d *Device) NewBindings(p *Pipeline, b ...Binding) (*Bindings, error) {
	return d.NewBindingsContext(context.Background(), p, b...)
}

// NewBindingsContext is NewBindings with a context. If ctx ends first, it returns ctx's error, also while the driver
// has this call or another one.
func (d *Device) NewBindingsContext(ctx context.Context, p *Pipeline, b ...Binding) (*Bindings, error) {
	if p == nil || p.d != d {
		return nil, invalid("bindings: the kernel is nil or belongs to another device")
	}
	if len(b) != len(p.access) {
		return nil, invalid("bindings of kernel %s: got %d, want %d: bind one buffer for each binding",
			p.name, len(b), len(p.access))
	}
	g := &Bindings{d: d, access: p.access, buffers: make([]*Buffer, len(b))}
	b = slices.Clone(b)
	for i := range b {
		if e := &b[i]; e.Buffer != nil && e.Buffer.parts != nil {
			part, off, err := e.Buffer.at(e.Offset, e.Size)
			if err != nil {
				return nil, within(fmt.Sprintf("kernel %s: binding %d", p.name, i), err)
			}
			e.Buffer, e.Offset = part, off
		}
		if err := d.checkBinding(p, i, b); err != nil {
			return nil, err
		}
		g.buffers[i] = b[i].Buffer
	}
	create := func(context.Context) (*Bindings, error) { return g, g.bind(p, b) }
	return detach.Value(ctx, d.calls, create, func(g *Bindings) { g.Close() })
}

// bind makes the native object.
func (g *Bindings) bind(p *Pipeline, b []Binding) error {
	d := g.d
	if err := d.enter(); err != nil {
		return err
	}
	defer d.mu.Unlock()
	if err := p.usable(); err != nil {
		return err
	}
	for _, e := range b {
		if e.Buffer.closed.Load() {
			return closed("buffer " + e.Buffer.label)
		}
	}
	native := d.n.newBindGroup(p.name, p.layout, b)
	if err := d.failure("bindings of kernel " + p.name); err != nil {
		return err
	}
	g.native = native
	d.live[g] = struct{}{}
	return nil
}

// checkBinding checks b[i]. Without these checks wgpu aborts the process or gives a less precise
// error.
func (d *Device) checkBinding(p *Pipeline, i int, b []Binding) error {
	e, what := b[i], fmt.Sprintf("kernel %s: binding %d", p.name, i)
	if e.Buffer == nil || e.Buffer.d != d {
		return invalid("%s: the buffer is nil or belongs to another device", what)
	}
	if err := e.Buffer.inside(e.Offset, e.Size); err != nil {
		return within(what, err)
	}
	use, name := useStorage, "bound as storage"
	align, most := int64(d.info.Limits.StorageAlign), d.info.Limits.BindingBytes
	if p.access[i] == wgsl.Uniform {
		use, name = useUniform, "bound as a uniform"
		align, most = int64(d.extra.uniformAlign), d.extra.uniformBytes
	}
	if err := e.Buffer.needs(use, name); err != nil {
		return within(what, err)
	}
	if e.Offset%align != 0 {
		return limit(what+": alignment of the offset, bytes", e.Offset, align, "take an offset that is a multiple")
	}
	if e.Size > most {
		return limit(what+": bytes", e.Size, most, "bind a part of the buffer")
	}
	for j := range i {
		// wgpu tracks the accesses of a whole buffer.
		if b[j].Buffer.Same(e.Buffer) && p.access[j] != p.access[i] {
			return invalid("%s: buffer %s is bound for reading and for writing in one dispatch: use two buffers",
				what, e.Buffer.label)
		}
	}
	return nil
}

// Close releases the bindings, but not their buffers. Work already submitted or recorded completes.
// Close may be called any number of times and returns nil.
func (g *Bindings) Close() error {
	g.closed.Store(true)
	g.d.mu.WhenFree(g.releaseIfUnused)
	return nil
}

// releaseIfUnused releases closed bindings once no encoder needs them. The caller holds d.mu.
func (g *Bindings) releaseIfUnused() {
	if g.closed.Load() && g.pins.Load() == 0 {
		g.drop()
		delete(g.d.live, g)
	}
}

// drop implements resource.
func (g *Bindings) drop() {
	if g.native != nil && !g.d.lost.Load() {
		g.d.n.releaseBindGroup(g.native)
	}
	g.native = nil
}

// usable returns an error if the bindings or one of their buffers can't be used. The caller holds
// d.mu.
func (g *Bindings) usable() error {
	if g.native == nil {
		return closed("bindings")
	}
	for _, b := range g.buffers {
		if err := b.usable(); err != nil {
			return err
		}
	}
	return nil
}

// match reports whether the bindings fit p.
func (g *Bindings) match(p *Pipeline) bool { return slices.Equal(g.access, p.access) }
