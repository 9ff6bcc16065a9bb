package pipeline

import (
	"errors"
	"fmt"
	"sync"

	"wgfft/device"
	"wgfft/plan"
	"wgfft/wgsl"
)

// An Engine runs schedules on one device. It is safe for concurrent use.
type Engine struct {
	dev *device.Device

	mu      sync.Mutex
	closed  bool
	streams sync.WaitGroup // under way: they touch mapped memory, so Close waits for them
	kernels map[string]*kernel
	tables  map[string]*table
	idle    []*table // that no program uses, longest first
	pools   map[int64]*pool
	scratch map[shared]*device.Buffer
}

// shared names scratch memory: the i-th of a schedule, of a size, and where it is first cut. Programs share it, because a queue runs
// one after the other.
type shared struct {
	index int
	bytes int64
	cut   int64
}

// A kernel is compiled once; whoever comes second waits for the first.
type kernel struct {
	once     sync.Once
	pipeline *device.Pipeline
	err      error
}

// New returns an engine on dev, which the caller closes after the engine.
func New(dev *device.Device) *Engine {
	return &Engine{dev: dev, kernels: map[string]*kernel{}, tables: map[string]*table{}, pools: map[int64]*pool{},
		scratch: map[shared]*device.Buffer{}}
}

// Device is the device the engine runs on.
func (e *Engine) Device() *device.Device { return e.dev }

// Close waits for the streams under way, then gives back everything the engine made. Programs of the engine can't be
// used any more. Close is idempotent.
func (e *Engine) Close() error {
	e.mu.Lock()
	first := !e.closed
	e.closed = true
	if first {
		for _, p := range e.pools {
			close(p.done) // whoever waits for a slot gives up
		}
	}
	e.mu.Unlock()
	e.streams.Wait()
	if !first {
		return nil
	}
	e.mu.Lock() // who comes now finds nothing
	kernels, tables, pools, scratch := e.kernels, e.tables, e.pools, e.scratch
	e.kernels, e.tables, e.idle, e.pools, e.scratch = nil, nil, nil, nil, nil
	e.mu.Unlock()
	for _, k := range kernels {
		k.once.Do(func() { k.err = device.ErrClosed })
		if k.pipeline != nil {
			k.pipeline.Close()
		}
	}
	for _, t := range tables {
		t.once.Do(func() { t.err = device.ErrClosed })
		if t.buffer != nil {
			t.buffer.Close()
		}
	}
	for _, p := range pools {
		p.retire()
	}
	for _, b := range scratch {
		b.Close()
	}
	return nil
}

// begin registers a stream.
func (e *Engine) begin() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return device.ErrClosed
	}
	e.streams.Add(1)
	return nil
}

// pipeline returns the compiled kernel.
func (e *Engine) pipeline(k wgsl.Kernel) (*device.Pipeline, error) {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil, device.ErrClosed
	}
	name := k.Name()
	c := e.kernels[name]
	if c == nil {
		c = &kernel{}
		e.kernels[name] = c
	}
	e.mu.Unlock()
	c.once.Do(func() { c.pipeline, c.err = e.dev.NewPipeline(k.Module()) })
	if c.err != nil { // not kept: memory may be there next time
		e.mu.Lock()
		if e.kernels[name] == c {
			delete(e.kernels, name)
		}
		e.mu.Unlock()
	}
	return c.pipeline, c.err
}

// scratchBuffer returns scratch memory. Sizes go in powers of two where one allocation holds them, so that all programs together hold a
// few times what the largest needs.
func (e *Engine) scratchBuffer(index int, m plan.Memory) (*device.Buffer, error) {
	key := shared{index: index, bytes: m.Bytes}
	if most := e.dev.Limits().AllocationBytes; m.Bytes <= most {
		key.bytes = 1 << 20
		for key.bytes < m.Bytes {
			key.bytes *= 2
		}
		key.bytes = max(m.Bytes, min(key.bytes, most))
	} else if len(m.Cuts) > 0 {
		key.cut = m.Cuts[0]
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, device.ErrClosed
	}
	if b := e.scratch[key]; b != nil {
		return b, nil
	}
	label := fmt.Sprintf("scratch %d", index)
	if index == binScratch {
		label = "bins of filters"
	}
	b, err := e.dev.NewBufferInParts(label, key.bytes, m.Cuts)
	if key.bytes > m.Bytes && errors.Is(err, device.ErrOutOfMemory) {
		if key.bytes = m.Bytes; e.scratch[key] != nil {
			return e.scratch[key], nil
		}
		b, err = e.dev.NewBufferInParts(label, key.bytes, m.Cuts)
	}
	if err == nil {
		e.scratch[key] = b
	}
	return b, err
}

// filled makes a buffer of the given contents, which may be made of several allocations.
func (e *Engine) filled(label string, cuts []int64, u device.Usage, data []byte) (b *device.Buffer, err error) {
	if u == device.Storage {
		b, err = e.dev.NewBufferInParts(label, int64(len(data)), cuts)
	} else {
		b, err = e.dev.NewBuffer(label, int64(len(data)), u)
	}
	if err != nil {
		return nil, fmt.Errorf("pipeline: %s: %w", label, err)
	}
	if err := b.WriteAt(data, 0); err != nil {
		b.Close()
		return nil, fmt.Errorf("pipeline: %s: %w", label, err)
	}
	return b, nil
}
