package device

import (
	"context"
	"unsafe"
)

// phase is the current owner of a buffer's memory.
type phase uint8

const (
	unmapped phase = iota // the GPU owns it
	pending               // the GPU owns it until it has finished
	mapped                // the host owns it
)

// BeginMap requests the buffer's memory and returns at once; Map waits for it. The host gets the
// memory when the work submitted so far is done. A ring of staging buffers can therefore work ahead
// of the GPU. BeginMap does nothing if the buffer is mapped or a mapping is pending. Only Upload,
// Download and Shared buffers can be mapped.
//
// While the driver has another call, the request waits for it. Map then returns the error of a request that failed.
func (b *Buffer) BeginMap() error {
	if err := b.mappable(); err != nil {
		return err
	}
	if !b.d.mu.TryLock() {
		b.d.mu.WhenFree(func() { b.beginMap() }) // Map makes a failed request again
		return nil
	}
	defer b.d.mu.Unlock()
	return b.beginMap()
}

// mappable returns an error if the buffer can't be mapped.
func (b *Buffer) mappable() error {
	if b.adopted || b.use&(useMapRead|useMapWrite) == 0 {
		return invalid("buffer %s: only Upload, Download and Shared buffers made here can be mapped", b.label)
	}
	if err := b.d.usable(); err != nil {
		return err
	}
	if b.closed.Load() {
		return closed("buffer " + b.label)
	}
	return nil
}

// beginMap is BeginMap for a caller that holds d.mu.
func (b *Buffer) beginMap() error {
	if err := b.mappable(); err != nil {
		return err
	}
	if err := b.late; err != nil {
		b.late = nil
		return err
	}
	if b.phase != unmapped {
		return nil
	}
	if b.d.done.Load() >= b.mapAfter {
		if err := b.startMap(); err != nil {
			return err
		}
	}
	b.phase = pending
	return nil
}

// startMap requests the mapping from wgpu. The caller holds d.mu.
func (b *Buffer) startMap() error {
	m := b.d.n.startMap(b.native, b.use&useMapWrite != 0, b.size)
	if m == nil {
		return ErrOutOfMemory
	}
	if err := b.d.check("map of buffer " + b.label); err != nil {
		m.drop()
		return err
	}
	b.m = m
	return nil
}

// Map waits until the host has the buffer's memory, which Bytes returns. If ctx ends first, Map
// returns an error that wraps ctx.Err(), and can be called again. Commands can't use the buffer
// until Unmap.
func (b *Buffer) Map(ctx context.Context) error {
	return b.d.await(ctx, "map of buffer", &mapWaiter{b: b})
}

// A mapWaiter begins a mapping and waits for it.
type mapWaiter struct {
	b     *Buffer
	begun bool
}

// ready implements waiter.
func (w *mapWaiter) ready() (bool, error) {
	if !w.begun {
		if err := w.b.beginMap(); err != nil {
			return false, err
		}
		w.begun = true
	}
	return w.b.ready()
}

// ready reports whether the pending mapping is done. The caller holds d.mu.
func (b *Buffer) ready() (bool, error) {
	switch {
	case b.closed.Load():
		return false, closed("buffer " + b.label)
	case b.phase == mapped:
		return true, nil
	case b.phase == unmapped:
		return false, invalid("map of buffer %s: it was unmapped meanwhile: let one goroutine map and unmap it",
			b.label)
	case b.d.lost.Load():
		return false, ErrDeviceLost
	case b.m == nil: // waiting for the submission of a cancelled mapping
		if b.d.done.Load() < b.mapAfter {
			return false, nil
		}
		if err := b.startMap(); err != nil {
			b.phase = unmapped
			return false, err
		}
	}
	switch s := b.m.status(); s {
	case mapPending:
		return false, nil
	case mapDone:
		b.m.drop()
		b.m = nil
		b.setMapped()
		return true, nil
	case mapLost:
		b.d.lost.Store(true)
		return false, ErrDeviceLost
	default:
		b.m.drop()
		b.m, b.phase = nil, unmapped
		return false, invalid("map of buffer %s: wgpu refused with status %d", b.label, s)
	}
}

// setMapped gives the memory to the host. The caller holds d.mu.
func (b *Buffer) setMapped() {
	b.setData(b.d.n.mappedRange(b.native, b.size))
	b.phase = mapped
	b.d.mapped++
}

// Bytes returns the Size bytes of a mapped buffer, or nil if it isn't mapped. The slice is valid
// until Unmap or Close; later accesses crash the process. Writing to a Download buffer has no
// effect.
func (b *Buffer) Bytes() []byte {
	b.reading.Lock()
	defer b.reading.Unlock()
	return b.data
}

// KeepsMemory reports whether the driver leaves the memory of the buffer accessible and at its address while the GPU
// owns it. It maps the buffer, unmaps it, looks, and maps it again. It finds that out on Linux only.
func (b *Buffer) KeepsMemory(ctx context.Context) (bool, error) {
	if err := b.Map(ctx); err != nil {
		return false, err
	}
	before := b.Bytes()
	if err := b.Unmap(); err != nil {
		return false, err
	}
	keeps := len(before) > 0 && isAccessible(before)
	if err := b.Map(ctx); err != nil {
		return false, err
	}
	return keeps && unsafe.SliceData(b.Bytes()) == unsafe.SliceData(before), nil
}

// setData sets the result of Bytes.
func (b *Buffer) setData(data []byte) {
	b.reading.Lock()
	defer b.reading.Unlock()
	b.data = data
}

// Unmap gives the memory to the GPU, or cancels a pending mapping. It does nothing if there is
// none. It returns at once. While the driver has another call, the GPU gets the memory after that call, and the next
// BeginMap or Map returns an error of the driver.
func (b *Buffer) Unmap() error {
	if b.closed.Load() && b.Bytes() == nil {
		return closed("buffer " + b.label)
	}
	if !b.d.mu.TryLock() {
		b.setData(nil)
		b.d.mu.WhenFree(func() { b.late = b.endMap() })
		return nil
	}
	defer b.d.mu.Unlock()
	return b.endMap()
}

// endMap is Unmap for a caller that holds d.mu.
func (b *Buffer) endMap() error {
	if b.phase == unmapped {
		return nil
	}
	b.unmap()
	if b.closed.Load() { // the device was closed while the host held the memory
		b.drop()
		b.d.teardown()
		return nil
	}
	return b.d.check("unmap of buffer " + b.label)
}

// unmap ends a mapping. The caller holds d.mu.
//
// wgpu-core, 0.17 and 27, does not forget a cancelled mapping. It keeps the buffer in the list of the
// submission that the mapping waited for. When that submission is done, it completes any mapping
// that the buffer has then. A later mapping would complete before its own copy, and the host would
// read stale data. The next mapping is therefore requested after all submissions made so far are
// done.
func (b *Buffer) unmap() {
	if b.phase == unmapped {
		return
	}
	if b.phase == mapped {
		b.d.mapped--
	}
	if b.phase == pending && b.m != nil {
		b.mapAfter = b.d.submitted.Load()
	}
	if (b.phase == mapped || b.m != nil) && !b.d.lost.Load() && !b.d.gone {
		b.d.n.unmap(b.native) // calls the callback of a pending mapping
	}
	if b.m != nil {
		b.m.drop()
	}
	b.m, b.phase = nil, unmapped
	b.setData(nil)
}
