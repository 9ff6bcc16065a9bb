package device

import (
	"sync"

	"wgfft/wgsl"
)

// Compilers returns the number of kernels that the device compiles at the same time.
func (d *Device) Compilers() int { return compilers }

// A compilation is a call of NewPipeline.
type compilation struct {
	module           wgsl.Module
	pipeline, layout driverObject
	result           *Pipeline
	err              error
}

// A compileGroup is the compilations that run at the same time. The first compilation takes
// Device.mu for all of them, and the last one releases it. A group is closed to others when its
// first compilation is done, so that other calls get their turn.
type compileGroup struct {
	d    *Device
	done chan struct{} // closed when all have results

	mu      sync.Mutex
	members []*compilation
	running int
	closed  bool
}

// joinCompilations adds c to the running group, or to a new one that waits for the device.
func (d *Device) joinCompilations(c *compilation) (*compileGroup, error) {
	d.joining.Lock()
	defer d.joining.Unlock()
	if g := d.compiling; g != nil && g.add(c) {
		return g, nil
	}
	if err := d.enter(); err != nil {
		return nil, err
	}
	d.compiling = &compileGroup{d: d, done: make(chan struct{})}
	d.compiling.add(c)
	return d.compiling, nil
}

// add reports whether the group is open to c.
func (g *compileGroup) add(c *compilation) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || len(g.members) == compilers {
		return false
	}
	g.members = append(g.members, c)
	g.running++
	return true
}

// leave ends a compilation. The last one collects the results.
func (g *compileGroup) leave() {
	g.mu.Lock()
	g.closed = true
	g.running--
	isLast := g.running == 0
	g.mu.Unlock()
	if isLast {
		g.finish()
	}
}

// finish makes the results of all compilations and releases Device.mu. The backend does not report
// which kernel an error belongs to. After an error, finish compiles all kernels again, one at a time.
func (g *compileGroup) finish() {
	d := g.d
	defer close(g.done)
	defer d.mu.Unlock()
	isDoubtful := len(g.members) > 1 && d.n.failed()
	if isDoubtful {
		d.n.takeError()
	}
	for _, c := range g.members {
		if isDoubtful {
			if c.pipeline != nil {
				d.n.releasePipeline(c.pipeline, c.layout)
			}
			c.pipeline, c.layout = d.n.newPipeline(c.module)
		}
		if c.err = d.failure("kernel " + c.module.Name); c.err != nil {
			continue
		}
		p := &Pipeline{d: d, name: c.module.Name, native: c.pipeline, layout: c.layout}
		for _, b := range c.module.Bindings {
			p.access = append(p.access, b.Access)
		}
		d.live[p] = struct{}{}
		c.result = p
	}
}
