package device

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"wgfft/internal/detach"
	"wgfft/wgsl"
)

// A Pipeline is a kernel compiled for a device.
type Pipeline struct {
	d      *Device
	name   string
	access []wgsl.Access

	// guarded by d.mu
	native driverObject
	layout driverObject
}

// NewPipeline compiles m. It returns a *LimitError if the device is too small for m; errors contain
// m.Name. Compilation takes from milliseconds to seconds, and other calls wait for it: see NewPipelineContext. Up to
// [Device.Compilers] calls of NewPipeline compile at the same time.
func (d *Device) NewPipeline(m wgsl.Module) (*Pipeline, error) {
	if err := d.n.checkKernels(); err != nil {
		return nil, within("kernel "+m.Name, err)
	}
	if err := d.fits(m); err != nil {
		return nil, err
	}
	c := &compilation{module: m}
	g, err := d.joinCompilations(c)
	if err != nil {
		return nil, err
	}
	c.pipeline, c.layout = d.n.newPipeline(m)
	g.leave()
	<-g.done
	return c.result, c.err
}

// NewPipelineContext is NewPipeline with a context. If ctx ends first, it returns ctx's error, also while the driver
// compiles.
func (d *Device) NewPipelineContext(ctx context.Context, m wgsl.Module) (*Pipeline, error) {
	create := func(context.Context) (*Pipeline, error) { return d.NewPipeline(m) }
	return detach.Value(ctx, d.calls, create, func(p *Pipeline) { p.Close() })
}

// fits has the checks that wgpu does not have, or that would abort the process.
func (d *Device) fits(m wgsl.Module) error {
	what := "kernel " + m.Name
	if !utf8.ValidString(m.Name) || !utf8.ValidString(m.Text) || !utf8.ValidString(m.Entry) {
		return invalid("kernel %s: name, text and entry point must be UTF-8", strings.ToValidUTF8(m.Name, "?"))
	}
	if m.Text == "" || m.Entry == "" {
		return invalid("%s: text or entry point is empty", what)
	}
	l := d.info.Limits
	invocations := 1
	for i, n := range m.Workgroup {
		if n < 1 {
			return invalid("%s: workgroup size %v: every dimension is at least 1", what, m.Workgroup)
		}
		if have := min(d.extra.size[i], l.Invocations); n > have {
			return limit(fmt.Sprintf("%s: invocations in dimension %d", what, i), int64(n), int64(have),
				"plan for the limits of this device")
		}
		invocations *= n
	}
	if invocations > l.Invocations {
		return limit(what+": invocations per workgroup", int64(invocations), int64(l.Invocations),
			"plan for the limits of this device")
	}
	if m.WorkgroupBytes > l.WorkgroupBytes {
		return limit(what+": bytes of workgroup memory", int64(m.WorkgroupBytes), int64(l.WorkgroupBytes),
			"plan for the limits of this device")
	}
	storage := 0
	for _, b := range m.Bindings {
		switch b.Access {
		case wgsl.Read, wgsl.ReadWrite:
			storage++
		case wgsl.Uniform:
		default:
			return invalid("%s: binding %s has the unknown access %d", what, b.Name, b.Access)
		}
	}
	if storage > l.StorageBindings {
		return limit(what+": storage bindings", int64(storage), int64(l.StorageBindings),
			"plan for the limits of this device")
	}
	return nil
}

// Name returns the module's name.
func (p *Pipeline) Name() string { return p.name }

// Close releases the pipeline. Submitted work still completes. Close may be called any number of
// times and returns nil.
func (p *Pipeline) Close() error {
	p.d.mu.WhenFree(func() {
		p.drop()
		delete(p.d.live, p)
	})
	return nil
}

// drop implements resource.
func (p *Pipeline) drop() {
	if p.native != nil && !p.d.lost.Load() {
		p.d.n.releasePipeline(p.native, p.layout)
	}
	p.native, p.layout = nil, nil
}

// usable returns an error if the pipeline is closed. The caller holds d.mu.
func (p *Pipeline) usable() error {
	if p.native == nil {
		return closed("kernel " + p.name)
	}
	return nil
}
