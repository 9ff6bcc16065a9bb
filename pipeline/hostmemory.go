package pipeline

import (
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

// lend gives the memory to the GPU. An earlier stream may have left work that uses it.
func (h *HostMemory) lend(ctx context.Context) error {
	if err := h.own(ctx); err != nil {
		return err
	}
	return h.buffer.Unmap()
}

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

// hostRange returns the place of b in host memory with one of the given usages, or the zero value.
func (e *Engine) hostRange(b []byte, usages ...device.Usage) hostRange {
	all := e.hosts.Load()
	if all == nil || len(b) == 0 {
		return hostRange{}
	}
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	for _, h := range *all {
		begin := uintptr(unsafe.Pointer(unsafe.SliceData(h.bytes)))
		if begin <= first && first+uintptr(len(b)) <= begin+uintptr(len(h.bytes)) && slices.Contains(usages, h.usage) {
			return hostRange{h, int64(first - begin)}
		}
	}
	return hostRange{}
}

// lendHosts finds the host memory of a stream and gives it to the GPU until giveBack. It returns zero values for
// ordinary memory, and if a conversion needs the CPU.
func (e *Engine) lendHosts(ctx context.Context, s *Stream) (dst, src hostRange, giveBack func(), err error) {
	if s.Conversion == nil {
		dst = e.hostRange(s.Dst, device.Download, device.Shared)
		src = e.hostRange(s.Src, device.Upload, device.Shared)
	}
	var all []*HostMemory
	for _, h := range []*HostMemory{dst.HostMemory, src.HostMemory} {
		if h != nil && !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	// All streams take memory in the same order, so that none waits for another one in a circle.
	slices.SortFunc(all, func(a, b *HostMemory) int {
		return int(int64(uintptr(unsafe.Pointer(unsafe.SliceData(a.bytes)))) -
			int64(uintptr(unsafe.Pointer(unsafe.SliceData(b.bytes)))))
	})
	taken := 0
	giveBack = func() {
		for _, h := range all[:taken] {
			h.buffer.BeginMap() // the next call that waits for the memory returns the error
			h.release()
		}
	}
	for _, h := range all {
		if err = h.take(ctx); err == nil {
			taken++
			err = h.lend(ctx)
		}
		if err != nil {
			giveBack()
			return hostRange{}, hostRange{}, nil, err
		}
	}
	return dst, src, giveBack, nil
}
