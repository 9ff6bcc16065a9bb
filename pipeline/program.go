package pipeline

import (
	"context"
	"errors"
	"slices"
	"sync"
	"unsafe"

	"wgfft/device"
	"wgfft/plan"
)

// A Region is a part of a buffer. For planar data, Buffer holds the real parts and Imag the
// imaginary parts.
type Region struct {
	Buffer *device.Buffer
	Offset int64 // bytes, a multiple of the device's StorageAlign

	// The imaginary parts of planar data begin at byte ImagOffset of Imag.
	Imag       *device.Buffer
	ImagOffset int64
}

// binding returns the memory of the imaginary parts if imag is set, and otherwise the memory of the
// real parts or of interleaved data.
func (r Region) binding(imag bool, size int64) device.Binding {
	if imag {
		return device.Binding{Buffer: r.Imag, Offset: r.ImagOffset, Size: size}
	}
	return device.Binding{Buffer: r.Buffer, Offset: r.Offset, Size: size}
}

// A Program is a compiled schedule. It is safe for concurrent use. Programs share their scratch
// memory, because the GPU's queue runs one program after the other.
type Program struct {
	engine   *Engine
	schedule plan.Schedule
	steps    []*kernel // owned by the engine
	tables   []*table  // owned by the engine
	uniforms []*device.Buffer
	scratch  []*device.Buffer // owned by the engine

	// A program of several submissions has scratch memory of its own, because other programs may
	// run between them.
	submitting sync.Mutex
	ownScratch []*device.Buffer

	mu          sync.Mutex
	closed      bool
	bindingSets []*bindingSet // most recently used first
	callTables  []*callTables // that no run uses
}

// An arguments names the memory that a run of a program binds.
type arguments struct {
	dst, src   Region
	operands   []device.Binding
	calls      *callTables
	ownScratch bool // the scratch of the program in the place of the engine's
}

// equal reports whether two runs bind the same memory.
func (a *arguments) equal(b *arguments) bool {
	return a.dst == b.dst && a.src == b.src && a.calls == b.calls && a.ownScratch == b.ownScratch &&
		slices.Equal(a.operands, b.operands)
}

// A bindingSet holds the bindings of all passes for the same arguments.
type bindingSet struct {
	arguments
	passes []*device.Bindings
}

// maxBindingSets is the largest number of binding sets that a program keeps: one for each slot, and
// some for buffers of the caller.
const maxBindingSets = smallSlots + 8

// Compile compiles the kernels of a schedule, computes its tables and allocates its scratch memory.
// The device compiles up to Device.Compilers kernels at a time, while the tables are computed.
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

// allocate makes the buffers that the program owns and gets its tables and scratch from the engine.
func (p *Program) allocate() error {
	e := p.engine
	for i, r := range p.schedule.Tables {
		t, err := e.table(r, p.tableCuts(i))
		if err != nil {
			return err
		}
		p.tables = append(p.tables, t)
	}
	for _, words := range p.schedule.Uniforms {
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
		b, err := e.newFilledBuffer("uniform", nil, device.Uniform, bytes)
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

// tableCuts returns the offsets other than 0 at which passes bind the table, in ascending order.
func (p *Program) tableCuts(table int) []int64 {
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

// Schedule returns the schedule that the program runs.
func (p *Program) Schedule() plan.Schedule { return p.schedule }

// Close releases the resources of the program. Work already submitted completes. Close is
// idempotent.
func (p *Program) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	for _, b := range p.bindingSets {
		b.close()
	}
	p.bindingSets = nil
	for _, t := range p.callTables {
		t.close()
	}
	p.callTables = nil
	for _, b := range append(p.uniforms, p.ownScratch...) {
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

func (b *bindingSet) close() {
	for _, g := range b.passes {
		g.Close()
	}
}

// bind returns the bindings of all passes for arguments. It keeps the most recently used sets. The caller
// holds p.mu.
func (p *Program) bind(to *arguments) (*bindingSet, error) {
	if p.closed {
		return nil, device.ErrClosed
	}
	for i, b := range p.bindingSets {
		if b.equal(to) {
			copy(p.bindingSets[1:i+1], p.bindingSets[:i])
			p.bindingSets[0] = b
			return b, nil
		}
	}
	b := &bindingSet{arguments: *to}
	b.operands = slices.Clone(to.operands)
	for i, pass := range p.schedule.Passes {
		args := make([]device.Binding, len(pass.Args))
		for j, a := range pass.Args {
			args[j] = p.argBinding(a, to)
		}
		g, err := p.engine.dev.NewBindings(p.steps[i].value, args...)
		if err != nil {
			b.close()
			return nil, err
		}
		b.passes = append(b.passes, g)
	}
	if len(p.bindingSets) == maxBindingSets {
		p.bindingSets[maxBindingSets-1].close()
		p.bindingSets = p.bindingSets[:maxBindingSets-1]
	}
	p.bindingSets = slices.Insert(p.bindingSets, 0, b)
	return b, nil
}

// argBinding returns the memory that argument a of a pass names.
func (p *Program) argBinding(a plan.Arg, to *arguments) device.Binding {
	var b device.Binding
	switch a.Role {
	case plan.Input:
		b = to.src.binding(a.Imag, p.schedule.Source.Bytes)
	case plan.Output:
		b = to.dst.binding(a.Imag, p.schedule.Target.Bytes)
	case plan.Scratch:
		b = device.Binding{Buffer: p.scratch[a.Index], Size: p.schedule.Scratch[a.Index].Bytes}
		if to.ownScratch {
			b.Buffer = p.ownScratch[a.Index]
		}
	case plan.Table:
		b = device.Whole(p.tables[a.Index].value)
	case plan.Uniform:
		b = device.Whole(p.uniforms[a.Index])
	case plan.CallData:
		b = device.Whole(to.calls.buffers[a.Index])
	case plan.Operand:
		return to.operands[a.Index]
	}
	b.Offset += a.Offset
	if b.Size -= a.Offset; a.Bytes > 0 {
		b.Size = a.Bytes
	}
	return b
}

// Encode records the passes into enc. A schedule in place reads and writes dst. Other schedules
// read src and write dst.
func (p *Program) Encode(enc *device.Encoder, dst, src Region) error {
	return p.EncodeOperands(enc, dst, src, nil)
}

// EncodeOperands is Encode for a schedule with computed elements ([wgsl.Computed]). The operand with
// Number i is operands[i]. dst or src is the zero value if its elements are computed.
func (p *Program) EncodeOperands(enc *device.Encoder, dst, src Region, operands []device.Binding) error {
	if len(p.schedule.CallTables) > 0 {
		return errors.New("pipeline: the program needs the parameters of a call: use SubmitCall")
	}
	return p.encodeArguments(enc, &arguments{dst: dst, src: src, operands: operands})
}

// encodeArguments records all passes.
func (p *Program) encodeArguments(enc *device.Encoder, to *arguments) error {
	p.mu.Lock() // until the encoder holds the bindings, so that no other call evicts them
	defer p.mu.Unlock()
	return p.encode(enc, to, p.schedule.Passes, 0)
}

// encode records passes. The first of them has index first in the schedule. The caller holds p.mu.
func (p *Program) encode(enc *device.Encoder, to *arguments, passes []plan.Pass, first int) error {
	b, err := p.bind(to)
	if err != nil {
		return err
	}
	for i, pass := range passes {
		if err := enc.Dispatch(p.steps[first+i].value, b.passes[first+i], pass.Groups[0], pass.Groups[1],
			1); err != nil {
			return err
		}
	}
	return nil
}

// Run runs the program on buffers and waits for the result.
func (p *Program) Run(ctx context.Context, dst, src Region) error {
	s, err := p.Submit(ctx, dst, src)
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// Submit runs the program on buffers and does not wait. A long program takes several submissions;
// Submit returns the last one. It submits nothing after ctx has ended.
func (p *Program) Submit(ctx context.Context, dst, src Region) (*device.Submission, error) {
	return p.SubmitCall(ctx, plan.Call{}, dst, src)
}

// SubmitCall is Submit with the parameters of a call, for a schedule with CallTables.
func (p *Program) SubmitCall(ctx context.Context, c plan.Call, dst, src Region) (*device.Submission, error) {
	tables, err := p.takeCallTables(ctx, c)
	if err != nil {
		return nil, err
	}
	defer tables.giveBack()
	passes, to := p.schedule.Passes, &arguments{dst: dst, src: src, calls: tables}
	if passesPerSubmission(passes) == len(passes) {
		return p.submit(ctx, to, passes, 0)
	}
	to.ownScratch = true
	p.submitting.Lock()
	defer p.submitting.Unlock()
	if err := p.allocateOwnScratch(); err != nil {
		return nil, err
	}
	var last *device.Submission
	for first := 0; first < len(passes); {
		n := passesPerSubmission(passes[first:])
		s, err := p.submit(ctx, to, passes[first:first+n], first)
		if err != nil {
			return nil, err
		}
		last, first = s, first+n
	}
	return last, nil
}

// passesPerSubmission returns the number of leading passes that share one submission. It is at
// least one, unless there are no passes.
func passesPerSubmission(passes []plan.Pass) int {
	seconds := 0.0
	for i, pass := range passes {
		if seconds += pass.Seconds; seconds > plan.LongestSubmission && i > 0 {
			return i
		}
	}
	return len(passes)
}

// submit submits passes. Their first has index first in the schedule.
func (p *Program) submit(
	ctx context.Context, to *arguments, passes []plan.Pass, first int,
) (*device.Submission, error) {
	enc, err := p.engine.dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	err = p.encode(enc, to, passes, first)
	p.mu.Unlock()
	if err != nil {
		enc.Discard()
		return nil, err
	}
	return enc.SubmitContext(ctx)
}

// allocateOwnScratch makes the scratch memory for several submissions.
func (p *Program) allocateOwnScratch() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return device.ErrClosed
	}
	for i := len(p.ownScratch); i < len(p.schedule.Scratch); i++ {
		m := p.schedule.Scratch[i]
		b, err := p.engine.dev.NewBufferInParts("scratch of a long program", m.Bytes, m.Cuts)
		if err != nil {
			return err
		}
		p.ownScratch = append(p.ownScratch, b)
	}
	return nil
}
