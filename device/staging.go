//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import "context"

// phase says who may touch a buffer's memory.
type phase uint8

const (
	unmapped phase = iota // the GPU
	pending               // the GPU, until it has finished
	mapped                // the host
)

// BeginMap asks for the buffer's memory, once the work submitted so far that uses it is done, and returns
// at once; Map waits for it. So a ring of staging buffers can run ahead of the GPU. It does nothing if the
// buffer is mapped or about to be. Only Upload and Download buffers can be mapped.
func (b *Buffer) BeginMap() error {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	return b.beginMap()
}

// beginMap is BeginMap with d.mu held.
func (b *Buffer) beginMap() error {
	if b.adopted || b.use&(useMapRead|useMapWrite) == 0 {
		return invalid("buffer %s: only Upload and Download buffers made here can be mapped", b.label)
	}
	if err := b.d.usable(); err != nil {
		return err
	}
	if b.closed {
		return closed("buffer " + b.label)
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

// startMap asks wgpu for the mapping. With d.mu held.
func (b *Buffer) startMap() error {
	m := b.d.n.calls.startMap(b.ref, b.use&useMapWrite != 0, b.size)
	if !m.valid() {
		return ErrOutOfMemory
	}
	if err := b.d.check("map of buffer " + b.label); err != nil {
		m.drop()
		return err
	}
	b.m = m
	return nil
}

// Map waits until the host has the buffer's memory, which Bytes returns. When ctx ends first it returns an
// error that wraps ctx.Err(), and can be called again. Commands cannot use the buffer until Unmap.
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

// ready reports whether the mapping under way is done. With d.mu held.
func (b *Buffer) ready() (bool, error) {
	switch {
	case b.closed:
		return false, closed("buffer " + b.label)
	case b.phase == mapped:
		return true, nil
	case b.phase == unmapped:
		return false, invalid("map of buffer %s: it was unmapped meanwhile: let one goroutine map and unmap it", b.label)
	case b.d.lost.Load():
		return false, ErrDeviceLost
	case !b.m.valid(): // it waits for the submission of a cancelled mapping
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
		b.m = mapping{}
		b.setMapped()
		return true, nil
	case mapLost:
		b.d.lost.Store(true)
		return false, ErrDeviceLost
	default:
		b.m.drop()
		b.m, b.phase = mapping{}, unmapped
		return false, invalid("map of buffer %s: wgpu refused with status %d", b.label, s)
	}
}

// setMapped hands the memory to the host. With d.mu held.
func (b *Buffer) setMapped() {
	b.data = mappedRange(b.ref, b.size)
	b.phase = mapped
	b.d.mapped++
}

// Bytes returns the memory of a mapped buffer, Size bytes, and nil if it isn't mapped. The slice is valid
// until Unmap or Close; using it later crashes the process. Writing to a Download buffer has no effect.
func (b *Buffer) Bytes() []byte {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	return b.data
}

// Unmap hands the memory to the GPU, or cancels a mapping under way. It does nothing if there is none.
func (b *Buffer) Unmap() error {
	b.d.mu.Lock()
	defer b.d.mu.Unlock()
	if b.phase == unmapped {
		if b.closed {
			return closed("buffer " + b.label)
		}
		return nil
	}
	b.unmap()
	if b.closed { // the device was closed while the host held the memory
		b.drop()
		b.d.teardown()
		return nil
	}
	return b.d.check("unmap of buffer " + b.label)
}

// unmap ends a mapping. With d.mu held.
//
// wgpu-core 0.17 does not forget a mapping that is cancelled. It keeps the buffer in the list of the submission
// that the mapping waited for, and when that submission is done it completes whatever mapping the buffer has
// then. A later mapping would be completed before its own copy has run, and the host would read what an earlier
// copy left. So the next mapping is asked for only after every submission made so far is done.
func (b *Buffer) unmap() {
	if b.phase == unmapped {
		return
	}
	if b.phase == mapped {
		b.d.mapped--
	}
	if b.phase == pending && b.m.valid() {
		b.mapAfter = b.d.submitted.Load()
	}
	if (b.phase == mapped || b.m.valid()) && !b.d.lost.Load() && !b.d.gone {
		b.d.n.calls.unmap(b.ref) // calls the callback of a pending mapping
	}
	if b.m.valid() {
		b.m.drop()
	}
	b.m, b.phase, b.data = mapping{}, unmapped, nil
}
