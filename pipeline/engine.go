package pipeline

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"wgfft/device"
	"wgfft/plan"
)

// An Engine runs schedules on one device. It is safe for concurrent use.
type Engine struct {
	dev *device.Device

	kernels *store[*device.Pipeline]
	tables  *store[*device.Buffer]

	compiling chan struct{} // a semaphore: one value for each kernel that is being compiled

	stagingBytes int64 // the largest size of a staging buffer

	hosts atomic.Pointer[[]*HostMemory] // changed with mu held

	mu      sync.Mutex
	closed  bool
	streams sync.WaitGroup // running streams touch mapped memory, so Close waits for them
	pools   map[poolKey]*pool
	scratch map[scratchKey]*device.Buffer
}

// scratchKey identifies a scratch buffer by its index in the schedule, its size and its cuts.
// Programs share scratch buffers, because the GPU's queue runs one program after the other.
type scratchKey struct {
	index int
	bytes int64
	cuts  string // see cutsKey
}

// New returns an engine on dev. The caller closes dev after the engine.
func New(dev *device.Device) *Engine {
	return &Engine{
		dev:     dev,
		kernels: newStore[*device.Pipeline](maxIdleKernels), tables: newStore[*device.Buffer](maxIdleTables),
		compiling: make(chan struct{}, dev.Compilers()),
		pools:     map[poolKey]*pool{}, scratch: map[scratchKey]*device.Buffer{}, stagingBytes: largeSlot,
	}
}

// Device returns the device that the engine runs on.
func (e *Engine) Device() *device.Device { return e.dev }

// closeTimeout is the longest time that Close waits for the GPU.
const closeTimeout = 10 * time.Second

// Close waits for running streams, then releases everything that the engine made. Programs of the
// engine return device.ErrClosed afterwards. Close is idempotent.
//
// If the GPU or its driver hangs for ten seconds, Close abandons the device and returns an error
// that wraps device.ErrDeviceLost.
func (e *Engine) Close() error { return e.close(closeTimeout) }

func (e *Engine) close(timeout time.Duration) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.closeWithoutTimeout()
	}()
	select {
	case <-done:
		return nil
	case <-time.After(timeout):
	}
	e.dev.Abandon() // ends every wait for the GPU
	select {
	case <-done:
	case <-time.After(timeout / 10): // a call is still inside the driver
	}
	return fmt.Errorf("pipeline: close: the GPU did not finish its work within %v: %w", timeout, device.ErrDeviceLost)
}

// closeWithoutTimeout is Close without a time limit.
func (e *Engine) closeWithoutTimeout() {
	e.mu.Lock()
	first := !e.closed
	e.closed = true
	if first {
		for _, p := range e.pools {
			close(p.done) // ends every wait for a slot
		}
	}
	e.mu.Unlock()
	e.kernels.stop() // before the wait, so that no further kernel is compiled
	e.tables.stop()
	e.streams.Wait()
	if !first {
		return
	}
	e.keepHosts()
	e.mu.Lock() // later calls find no pools and no scratch
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

// beginStream registers a running stream.
func (e *Engine) beginStream() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return device.ErrClosed
	}
	e.streams.Add(1)
	return nil
}

// scratchBuffer returns a scratch buffer of at least m.Bytes bytes. Sizes that fit into one
// allocation are rounded up to powers of two, so that programs share buffers. If memory runs out,
// the size is exact.
func (e *Engine) scratchBuffer(index int, m plan.Memory) (*device.Buffer, error) {
	key := scratchKey{index, m.Bytes, e.cutsKey(m.Bytes, m.Cuts)}
	if limit := e.dev.Limits().AllocationBytes; m.Bytes <= limit {
		key.bytes = 1 << 20
		for key.bytes < m.Bytes {
			key.bytes *= 2
		}
		key.bytes = max(m.Bytes, min(key.bytes, limit))
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

// newFilledBuffer makes a buffer that holds data. A storage buffer consists of several allocations,
// which begin at the cuts.
func (e *Engine) newFilledBuffer(
	label string, cuts []int64, u device.Usage, data []byte,
) (b *device.Buffer, err error) {
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
