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

	// Of planar data Buffer holds the real parts, and Imag the imaginary ones from ImagOffset on.
	Imag       *device.Buffer
	ImagOffset int64
}

// part is the memory of the real parts, which is all of data that are not planar, or of the imaginary ones.
func (r Region) part(imag bool, size int64) device.Binding {
	if imag {
		return device.Binding{Buffer: r.Imag, Offset: r.ImagOffset, Size: size}
	}
	return device.Binding{Buffer: r.Buffer, Offset: r.Offset, Size: size}
}

// A Program is a schedule ready to run on the device of its engine. It is safe for concurrent use: what it writes between its passes
// belongs to all programs, and the GPU's queue runs one after the other.
type Program struct {
	engine   *Engine
	schedule plan.Schedule
	steps    []*kernel // the engine's
	tables   []*table  // the engine's
	uniforms []*device.Buffer
	scratch  []*device.Buffer // the engine's

	// A program of several submissions has scratch of its own for them: those of others may come between.
	submitting sync.Mutex
	own        []*device.Buffer

	mu     sync.Mutex
	closed bool
	bound  []*bound // most recently used first
}

// bound are the bindings of all passes for one pair of regions, with the engine's scratch or the program's own.
type bound struct {
	dst, src Region
	own      bool
	passes   []*device.Bindings
}

// mostBound is how many pairs of regions a program remembers: the slots it may meet, and some of the caller's own.
const mostBound = smallSlots + 8

// Compile makes a schedule ready: kernels compiled, tables made, scratch allocated. The device compiles one kernel at a time; tables are
// computed meanwhile.
func (e *Engine) Compile(s plan.Schedule) (*Program, error) {
	p := &Program{engine: e, schedule: s, steps: make([]*kernel, len(s.Passes))}
	errs := make([]error, len(s.Passes))
	var wait sync.WaitGroup
	for i, pass := range s.Passes {
		wait.Go(func() { p.steps[i], errs[i] = e.kernel(pass.Kernel) })
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
	for i, r := range p.schedule.Tables {
		t, err := e.table(r, p.cuts(i))
		if err != nil {
			return err
		}
		p.tables = append(p.tables, t)
	}
	for _, words := range p.schedule.Uniforms {
		b, err := e.filled("uniform", nil, device.Uniform, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words)))
		if err != nil {
			return err
		}
		p.uniforms = append(p.uniforms, b)
	}
	for i, m := range p.schedule.Scratch {
		b, err := e.scratchBuffer(i, m)
		if err != nil {
			return err
		}
		p.scratch = append(p.scratch, b)
	}
	return nil
}

// cuts are where the parts of a table begin that its passes are given.
func (p *Program) cuts(table int) []int64 {
	var all []int64
	for _, pass := range p.schedule.Passes {
		for _, a := range pass.Args {
			if a.Role == plan.Table && a.Index == table && a.Offset > 0 && !slices.Contains(all, a.Offset) {
				all = append(all, a.Offset)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Schedule is what the program plays.
func (p *Program) Schedule() plan.Schedule { return p.schedule }

// Close gives back what the program owns; work already submitted completes. It is idempotent.
func (p *Program) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	for _, b := range p.bound {
		b.close()
	}
	p.bound = nil
	for _, b := range append(p.uniforms, p.own...) {
		b.Close()
	}
	for _, t := range p.tables {
		p.engine.tables.release(t)
	}
	for _, k := range p.steps {
		if k != nil {
			p.engine.kernels.release(k)
		}
	}
	return nil
}

func (b *bound) close() {
	for _, g := range b.passes {
		g.Close()
	}
}

// bind returns the bindings of all passes for a pair of regions, made once while they are in use. With p.mu held.
func (p *Program) bind(dst, src Region, own bool) (*bound, error) {
	if p.closed {
		return nil, device.ErrClosed
	}
	for i, b := range p.bound {
		if b.dst == dst && b.src == src && b.own == own {
			copy(p.bound[1:i+1], p.bound[:i])
			p.bound[0] = b
			return b, nil
		}
	}
	b := &bound{dst: dst, src: src, own: own}
	for i, pass := range p.schedule.Passes {
		args := make([]device.Binding, len(pass.Args))
		for j, a := range pass.Args {
			args[j] = p.memory(a, b)
		}
		g, err := p.engine.dev.NewBindings(p.steps[i].value, args...)
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

// memory is what an argument names.
func (p *Program) memory(a plan.Arg, to *bound) device.Binding {
	var b device.Binding
	switch a.Role {
	case plan.Input:
		b = to.src.part(a.Imag, p.schedule.Source.Bytes)
	case plan.Output:
		b = to.dst.part(a.Imag, p.schedule.Target.Bytes)
	case plan.Scratch:
		b = device.Binding{Buffer: p.scratch[a.Index], Size: p.schedule.Scratch[a.Index].Bytes}
		if to.own {
			b.Buffer = p.own[a.Index]
		}
	case plan.Table:
		b = device.Whole(p.tables[a.Index].value)
	case plan.Uniform:
		b = device.Whole(p.uniforms[a.Index])
	}
	b.Offset += a.Offset
	if b.Size -= a.Offset; a.Bytes > 0 {
		b.Size = a.Bytes
	}
	return b
}

// Encode records the passes: from src to dst, or in dst alone for a schedule in place.
func (p *Program) Encode(enc *device.Encoder, dst, src Region) error {
	p.mu.Lock() // until the encoder holds the bindings, so that no other region takes their place
	defer p.mu.Unlock()
	return p.encode(enc, dst, src, false, p.schedule.Passes, 0)
}

// encode records passes, of which the first is number first. With p.mu held.
func (p *Program) encode(enc *device.Encoder, dst, src Region, own bool, passes []plan.Pass, first int) error {
	b, err := p.bind(dst, src, own)
	if err != nil {
		return err
	}
	for i, pass := range passes {
		if err := enc.Dispatch(p.steps[first+i].value, b.passes[first+i], pass.Groups[0], pass.Groups[1], 1); err != nil {
			return err
		}
	}
	return nil
}

// Run plays the program on buffers and waits until it is done.
func (p *Program) Run(ctx context.Context, dst, src Region) error {
	s, err := p.Submit(ctx, dst, src)
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// Submit plays the program on buffers and does not wait. What might take long goes in several submissions, of which it
// returns the last. None is made once ctx has ended.
func (p *Program) Submit(ctx context.Context, dst, src Region) (*device.Submission, error) {
	passes := p.schedule.Passes
	if submission(passes) == len(passes) {
		return p.submit(ctx, dst, src, false, passes, 0)
	}
	p.submitting.Lock()
	defer p.submitting.Unlock()
	if err := p.scratchOfItsOwn(); err != nil {
		return nil, err
	}
	var last *device.Submission
	for first := 0; first < len(passes); {
		n := submission(passes[first:])
		s, err := p.submit(ctx, dst, src, true, passes[first:first+n], first)
		if err != nil {
			return nil, err
		}
		last, first = s, first+n
	}
	return last, nil
}

// submission is how many of the passes, one at least, go in one submission.
func submission(passes []plan.Pass) int {
	seconds := 0.0
	for i, pass := range passes {
		if seconds += pass.Seconds; seconds > plan.LongestSubmission && i > 0 {
			return i
		}
	}
	return len(passes)
}

// submit submits passes.
func (p *Program) submit(ctx context.Context, dst, src Region, own bool, passes []plan.Pass, first int) (*device.Submission, error) {
	enc, err := p.engine.dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	err = p.encode(enc, dst, src, own, passes, first)
	p.mu.Unlock()
	if err != nil {
		enc.Discard()
		return nil, err
	}
	return enc.SubmitContext(ctx)
}

// scratchOfItsOwn makes the scratch for several submissions.
func (p *Program) scratchOfItsOwn() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return device.ErrClosed
	}
	for i := len(p.own); i < len(p.schedule.Scratch); i++ {
		m := p.schedule.Scratch[i]
		b, err := p.engine.dev.NewBufferInParts("scratch of a long program", m.Bytes, m.Cuts)
		if err != nil {
			return err
		}
		p.own = append(p.own, b)
	}
	return nil
}
