package pipeline

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"wgfft/device"
	"wgfft/plan"
)

// An Engine runs schedules on one device. It is safe for concurrent use.
type Engine struct {
	dev *device.Device

	kernels *store[*device.Pipeline]
	tables  *store[*device.Buffer]

	compiling sync.Mutex // the device compiles one kernel at a time

	mu      sync.Mutex
	closed  bool
	streams sync.WaitGroup // under way: they touch mapped memory, so Close waits for them
	pools   map[int64]*pool
	scratch map[scratchKey]*device.Buffer
}

// scratchKey names scratch memory: the i-th of a schedule, of a size, and where it is first cut. Programs share it,
// because a queue runs one after the other.
type scratchKey struct {
	index int
	bytes int64
	cut   int64
}

// New returns an engine on dev, which the caller closes after the engine.
func New(dev *device.Device) *Engine {
	return &Engine{
		dev:     dev,
		kernels: newStore[*device.Pipeline](maxIdleKernels), tables: newStore[*device.Buffer](maxIdleTables),
		pools: map[int64]*pool{}, scratch: map[scratchKey]*device.Buffer{},
	}
}

// Device is the device the engine runs on.
func (e *Engine) Device() *device.Device { return e.dev }

// closePatience is how long Close waits for the GPU.
const closePatience = 10 * time.Second

// Close waits for the streams under way, then gives back everything the engine made. Programs of the engine can't be
// used any more. Close is idempotent. Where that takes longer than ten seconds, because the GPU or its driver hangs, it
// abandons the device and returns an error that wraps device.ErrDeviceLost.
func (e *Engine) Close() error { return e.close(closePatience) }

func (e *Engine) close(patience time.Duration) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.shut()
	}()
	select {
	case <-done:
		return nil
	case <-time.After(patience):
	}
	e.dev.Abandon() // which ends what waits for the GPU
	select {
	case <-done:
	case <-time.After(patience / 10): // a call is still inside the driver
	}
	return fmt.Errorf("pipeline: close: the GPU did not finish its work within %v: %w", patience, device.ErrDeviceLost)
}

// shut is Close without a limit of time.
func (e *Engine) shut() {
	e.mu.Lock()
	first := !e.closed
	e.closed = true
	if first {
		for _, p := range e.pools {
			close(p.done) // whoever waits for a slot gives up
		}
	}
	e.mu.Unlock()
	e.kernels.shut() // before the wait: nothing more is compiled
	e.tables.shut()
	e.streams.Wait()
	if !first {
		return
	}
	e.mu.Lock() // who comes now finds nothing
	pools, scratch := e.pools, e.scratch
	e.pools, e.scratch = nil, nil
	e.mu.Unlock()
	e.kernels.close()
	e.tables.close()
	for _, p := range pools {
		p.retire()
	}
	for _, b := range scratch {
		b.Close()
	}
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

// scratchBuffer returns scratch memory. Sizes go in powers of two where one allocation holds them, so that all programs together hold a
// few times what the largest needs.
func (e *Engine) scratchBuffer(index int, m plan.Memory) (*device.Buffer, error) {
	key := scratchKey{index: index, bytes: m.Bytes}
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
