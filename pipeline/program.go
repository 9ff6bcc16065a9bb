package pipeline

import (
	"context"
	"slices"
	"sync"
	"unsafe"

	"wgfft/device"
	"wgfft/plan"
)

// A Region is a part of a buffer.
type Region struct {
	Buffer *device.Buffer
	Offset int64 // bytes, a multiple of the device's StorageAlign
}

// A Program is a schedule ready to run on the device of its engine. It is safe for concurrent use: what it writes between its passes
// belongs to all programs, and the GPU's queue runs one after the other.
type Program struct {
	engine   *Engine
	schedule plan.Schedule
	steps    []*device.Pipeline
	tables   []*device.Buffer // the engine's
	uniforms []*device.Buffer
	scratch  []*device.Buffer // the engine's

	mu     sync.Mutex
	closed bool
	bound  []*bound // most recently used first
}

// bound are the bindings of all passes for one pair of regions.
type bound struct {
	dst, src Region
	passes   []*device.Bindings
}

// mostBound is how many pairs of regions a program remembers: the slots it may meet, and some of the caller's own.
const mostBound = smallSlots + 8

// Compile makes a schedule ready: kernels compiled, tables made, scratch allocated. The device compiles one kernel at a time; tables are
// computed meanwhile.
func (e *Engine) Compile(s plan.Schedule) (*Program, error) {
	p := &Program{engine: e, schedule: s, steps: make([]*device.Pipeline, len(s.Passes))}
	errs := make([]error, len(s.Passes))
	var wait sync.WaitGroup
	for i, pass := range s.Passes {
		wait.Go(func() { p.steps[i], errs[i] = e.pipeline(pass.Kernel) })
	}
	err := p.allocate()
	wait.Wait()
	for i := range errs {
		if err == nil {
			err = errs[i]
		}
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// allocate makes the buffers a program owns and finds its tables.
func (p *Program) allocate() error {
	e := p.engine
	for _, r := range p.schedule.Tables {
		b, err := e.table(r)
		if err != nil {
			return err
		}
		p.tables = append(p.tables, b)
	}
	for _, words := range p.schedule.Uniforms {
		b, err := e.filled("uniform", device.Uniform, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words)))
		if err != nil {
			return err
		}
		p.uniforms = append(p.uniforms, b)
	}
	for i, bytes := range p.schedule.Scratch {
		b, err := e.scratchBuffer(i, bytes)
		if err != nil {
			return err
		}
		p.scratch = append(p.scratch, b)
	}
	return nil
}

// Schedule is what the program plays.
func (p *Program) Schedule() plan.Schedule { return p.schedule }

// Close gives back what the program owns; work already submitted completes. It is idempotent.
func (p *Program) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, b := range p.bound {
		b.close()
	}
	p.bound = nil
	for _, b := range p.uniforms {
		b.Close()
	}
	return nil
}

func (b *bound) close() {
	for _, g := range b.passes {
		g.Close()
	}
}

// bind returns the bindings of all passes for a pair of regions, made once while they are in use. With p.mu held.
func (p *Program) bind(dst, src Region) (*bound, error) {
	if p.closed {
		return nil, device.ErrClosed
	}
	for i, b := range p.bound {
		if b.dst == dst && b.src == src {
			copy(p.bound[1:i+1], p.bound[:i])
			p.bound[0] = b
			return b, nil
		}
	}
	b := &bound{dst: dst, src: src}
	for i, pass := range p.schedule.Passes {
		args := make([]device.Binding, len(pass.Args))
		for j, a := range pass.Args {
			switch a.Role {
			case plan.Input:
				args[j] = device.Binding{Buffer: src.Buffer, Offset: src.Offset, Size: p.schedule.Bytes}
			case plan.Output:
				args[j] = device.Binding{Buffer: dst.Buffer, Offset: dst.Offset, Size: p.schedule.Bytes}
			case plan.Scratch:
				args[j] = device.Binding{Buffer: p.scratch[a.Index], Size: p.schedule.Scratch[a.Index]}
			case plan.Table:
				args[j] = device.Whole(p.tables[a.Index])
			case plan.Uniform:
				args[j] = device.Whole(p.uniforms[a.Index])
			}
		}
		g, err := p.engine.dev.NewBindings(p.steps[i], args...)
		if err != nil {
			b.close()
			return nil, err
		}
		b.passes = append(b.passes, g)
	}
	if len(p.bound) == mostBound {
		p.bound[mostBound-1].close()
		p.bound = p.bound[:mostBound-1]
	}
	p.bound = slices.Insert(p.bound, 0, b)
	return b, nil
}

// Encode records the passes: from src to dst, or in dst alone for a schedule in place.
func (p *Program) Encode(enc *device.Encoder, dst, src Region) error {
	p.mu.Lock() // until the encoder holds the bindings, so that no other region takes their place
	defer p.mu.Unlock()
	b, err := p.bind(dst, src)
	if err != nil {
		return err
	}
	for i, pass := range p.schedule.Passes {
		if err := enc.Dispatch(p.steps[i], b.passes[i], pass.Groups[0], pass.Groups[1], 1); err != nil {
			return err
		}
	}
	return nil
}

// Run plays the program on buffers and waits until it is done.
func (p *Program) Run(ctx context.Context, dst, src Region) error {
	s, err := p.Submit(dst, src)
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// Submit plays the program on buffers and does not wait.
func (p *Program) Submit(dst, src Region) (*device.Submission, error) {
	enc, err := p.engine.dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	if err := p.Encode(enc, dst, src); err != nil {
		enc.Discard()
		return nil, err
	}
	return enc.Submit()
}
