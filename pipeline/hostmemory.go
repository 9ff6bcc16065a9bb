package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"wgfft/device"
)

// HostMemory is memory of the host that the GPU reads or writes itself. A Stream recognizes a source or a result in
// it by its address, and does not copy these data through staging buffers. One stream at a time uses it.
//
// The memory is a mapped buffer. WebGPU unmaps it while the GPU uses it, but drivers that keep it accessible at its
// address are common; NewHostMemory returns an error for others.
type HostMemory struct {
	e      *Engine
	usage  device.Usage
	buffer *device.Buffer
	bytes  []byte
	isFree chan struct{} // holds a value while no stream uses the memory
	closed atomic.Bool
}

// NewHostMemory allocates zeros. The usage Upload is for sources, Download for results, and Shared for both, also
// for kernels that read and write the memory directly: see Device.HasShared. It returns an error that wraps
// errors.ErrUnsupported if the driver does not keep the memory accessible and at its address.
func (e *Engine) NewHostMemory(ctx context.Context, bytes int64, u device.Usage) (*HostMemory, error) {
	b, err := e.dev.NewBufferContext(ctx, "host memory", bytes, u)
	if err != nil {
		return nil, err
	}
	keeps, err := b.KeepsMemory(ctx)
	if err == nil && !keeps {
		err = fmt.Errorf("pipeline: host memory: the driver does not keep it mapped: %w", errors.ErrUnsupported)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	h := &HostMemory{e: e, usage: u, buffer: b, bytes: b.Bytes(), isFree: make(chan struct{}, 1)}
	h.isFree <- struct{}{}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		b.Close()
		return nil, device.ErrClosed
	}
	e.setHosts(append(e.allHosts(), h))
	return h, nil
}

// allHosts returns a copy of the list of host memory.
func (e *Engine) allHosts() []*HostMemory {
	if all := e.hosts.Load(); all != nil {
		return slices.Clone(*all)
	}
	return nil
}

// setHosts replaces the list of host memory. The caller holds e.mu.
func (e *Engine) setHosts(all []*HostMemory) { e.hosts.Store(&all) }

// keepHosts gives all host memory to the host, so that it outlives the device. No stream runs.
func (e *Engine) keepHosts() {
	for _, h := range e.allHosts() {
		h.buffer.Map(context.Background()) // fails if the device is lost, which then keeps the memory
	}
}

// Bytes returns the memory, or nil after Close. It stays at its address.
func (h *HostMemory) Bytes() []byte {
	if h.closed.Load() {
		return nil
	}
	return h.bytes
}

// Wait waits until no stream and no work of the GPU uses the memory. A stream that ended with its context's error may
// have left such work.
func (h *HostMemory) Wait(ctx context.Context) error {
	if err := h.take(ctx); err != nil {
		return err
	}
	defer h.release()
	return h.own(ctx)
}

// Close waits for the stream that uses the memory, and frees it. It is idempotent.
func (h *HostMemory) Close() error {
	<-h.isFree
	defer h.release()
	if h.closed.Swap(true) {
		return nil
	}
	h.e.mu.Lock()
	h.e.setHosts(slices.DeleteFunc(h.e.allHosts(), func(other *HostMemory) bool { return other == h }))
	h.e.mu.Unlock()
	return h.buffer.Close()
}

// take waits for the stream that uses the memory.
func (h *HostMemory) take(ctx context.Context) error {
	select {
	case <-h.isFree:
	default:
		select {
		case <-h.isFree:
		case <-ctx.Done():
			return fmt.Errorf("pipeline: host memory: %w", ctx.Err())
		}
	}
	if h.closed.Load() {
		h.release()
		return device.ErrClosed
	}
	return nil
}

// release ends the use of the memory.
func (h *HostMemory) release() { h.isFree <- struct{}{} }

// own waits until the work of the GPU that was submitted for the memory is done.
func (h *HostMemory) own(ctx context.Context) error {
	if err := h.buffer.Map(ctx); err != nil {
		return err
	}
	if unsafe.SliceData(h.buffer.Bytes()) != unsafe.SliceData(h.bytes) {
		return fmt.Errorf("pipeline: host memory: the driver has moved it: %w", errors.ErrUnsupported)
	}
	return nil
}

// A hostRange is bytes in host memory.
type hostRange struct {
	*HostMemory
	offset int64
}

// hostRange returns the place of b in host memory, or the zero value.
func (e *Engine) hostRange(b []byte) hostRange {
	all := e.hosts.Load()
	if all == nil || len(b) == 0 {
		return hostRange{}
	}
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	for _, h := range *all {
		if begin := h.begin(); begin <= first && first+uintptr(len(b)) <= begin+uintptr(len(h.bytes)) {
			return hostRange{h, int64(first - begin)}
		}
	}
	return hostRange{}
}

// begin returns the address of the memory.
func (h *HostMemory) begin() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(h.bytes))) }

// canLend reports whether the GPU can use the memory itself, for sources (Upload) or for results (Download).
func (h *HostMemory) canLend(end device.Usage) bool {
	return h != nil && (h.usage == end || h.usage == device.Shared)
}

// heldHosts is host memory that a call has taken. The GPU does not use it any more, and other calls wait for it.
type heldHosts []*HostMemory

// HoldHosts waits for the calls and the work of the GPU that use the host memory of slices. Later calls that use this
// memory wait until release. Other memory needs no wait.
func (e *Engine) HoldHosts(ctx context.Context, slices ...[]byte) (release func(), err error) {
	var ranges [4]hostRange
	at := ranges[:0]
	for _, s := range slices {
		at = append(at, e.hostRange(s))
	}
	held, err := holdHosts(ctx, at)
	return held.release, err
}

// holdHosts is HoldHosts for places in host memory. The zero value needs no wait.
func holdHosts(ctx context.Context, at []hostRange) (heldHosts, error) {
	var all heldHosts
	for _, r := range at {
		if r.HostMemory != nil && !slices.Contains(all, r.HostMemory) {
			all = append(all, r.HostMemory)
		}
	}
	// All calls take memory in the same order, so that none waits for another one in a circle.
	slices.SortFunc(all, func(a, b *HostMemory) int { return cmp.Compare(a.begin(), b.begin()) })
	for i, h := range all {
		err := h.take(ctx)
		if err == nil {
			i++
			err = h.own(ctx)
		}
		if err != nil {
			all[:i].release()
			return nil, err
		}
	}
	return all, nil
}

// release gives the memory back, after the work of the GPU that was submitted for it.
func (held heldHosts) release() {
	for _, h := range held {
		h.buffer.BeginMap() // the next call that waits for the memory returns the error
		h.release()
	}
}

// lendHosts finds the host memory of a call, holds it until giveBack, and gives the GPU what it can use itself. It
// returns zero values for memory that the host copies. A conversion needs the host.
func (e *Engine) lendHosts(
	ctx context.Context, dst, src []byte, c Conversion,
) (to, from hostRange, giveBack func(), err error) {
	to, from = e.hostRange(dst), e.hostRange(src)
	held, err := holdHosts(ctx, []hostRange{to, from})
	if err != nil {
		return hostRange{}, hostRange{}, nil, err
	}
	if c != nil || !to.canLend(device.Download) {
		to = hostRange{}
	}
	if c != nil || !from.canLend(device.Upload) {
		from = hostRange{}
	}
	for _, h := range []*HostMemory{to.HostMemory, from.HostMemory} {
		if h == nil {
			continue
		}
		if err := h.buffer.Unmap(); err != nil {
			held.release()
			return hostRange{}, hostRange{}, nil, err
		}
	}
	return to, from, held.release, nil
}
