package pipeline

import (
	"context"
	"sync"

	"wgfft/device"
)

// A slot is the memory that one part of a stream needs. It has an upload buffer, a buffer for the
// GPU to work on, a result buffer for programs out of place, and a download buffer. Each buffer is
// made when it is first needed. The upload buffer of a free slot is mapped, or its mapping is
// pending.
type slot struct {
	up, work, out, down *device.Buffer
}

// slotNeeds selects the buffers of a slot that a call needs, and the cuts of the work and result
// buffers.
type slotNeeds struct {
	up, work, out, down bool
	cuts, outCuts       []int64
}

// prepare makes the missing buffers of the slot, unmaps the download buffer and maps the upload
// buffer.
func (s *slot) prepare(ctx context.Context, dev *device.Device, bytes int64, need slotNeeds) error {
	for _, b := range []struct {
		need  bool
		to    **device.Buffer
		label string
		use   device.Usage
		cuts  []int64
	}{
		{need.up, &s.up, "upload", device.Upload, nil},
		{need.work, &s.work, "work", device.Storage, need.cuts},
		{need.out, &s.out, "result", device.Storage, need.outCuts},
		{need.down, &s.down, "download", device.Download, nil},
	} {
		if !b.need || *b.to != nil {
			continue
		}
		made, err := (*device.Buffer)(nil), error(nil)
		if b.use == device.Storage {
			made, err = dev.NewBufferInParts(b.label, bytes, b.cuts)
		} else {
			made, err = dev.NewBuffer(b.label, bytes, b.use)
		}
		if err != nil {
			return err
		}
		*b.to = made
	}
	if need.down {
		if err := s.down.Unmap(); err != nil { // a cancelled call may have left it mapped
			return err
		}
	}
	if need.up {
		return s.up.Map(ctx)
	}
	return nil
}

func (s *slot) close() {
	for _, b := range []*device.Buffer{s.up, s.work, s.out, s.down} {
		if b != nil {
			b.Close()
		}
	}
}

// A pool holds the slots of one size. The most recently used slot is reused first, so that a single
// caller keeps to one slot.
type pool struct {
	dev    *device.Device
	bytes  int64
	tokens chan struct{} // one token for each slot that may still be taken
	done   chan struct{} // closed when no slot may be taken any more

	mu      sync.Mutex
	free    []*slot
	retired bool
}

// Slot sizes in bytes. Large parts use the full bandwidth of the bus; small transforms should not
// hold large memory.
const (
	smallSlot  = 64 << 10
	largeSlot  = 16 << 20
	smallSlots = 16
)

// slotCount returns the number of slots of a size. Four large slots keep host and GPU busy, many
// small ones serve many callers, and transforms that exceed largeSlot have two.
func slotCount(bytes int64) int {
	switch {
	case bytes <= smallSlot:
		return smallSlots
	case bytes > largeSlot:
		return 2
	}
	return 4
}

// slotBytes returns the slot size for parts of n bytes.
func slotBytes(n int64) int64 {
	// One long transform gets a slot of its exact size, which may be the largest possible
	// allocation.
	if n > largeSlot {
		return n
	}
	size := int64(smallSlot)
	for size < n {
		size *= 4
	}
	return size
}

// pool returns the pool for parts of n bytes. Of the pools above largeSlot, only the pool of the
// last request is kept.
func (e *Engine) pool(n int64) (*pool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, device.ErrClosed
	}
	size := slotBytes(n)
	p := e.pools[size]
	if p == nil {
		p = &pool{dev: e.dev, bytes: size, tokens: make(chan struct{}, slotCount(size)), done: make(chan struct{})}
		for range slotCount(size) {
			p.tokens <- struct{}{}
		}
		e.pools[size] = p
	}
	if size > largeSlot {
		for other, old := range e.pools {
			if other > largeSlot && other != size {
				old.retire()
				delete(e.pools, other)
			}
		}
	}
	return p, nil
}

// acquire waits for a free slot and returns it with the needed buffers, its upload buffer mapped.
func (p *pool) acquire(ctx context.Context, need slotNeeds) (*slot, error) {
	select {
	case <-p.tokens:
	default:
		select {
		case <-p.tokens:
		case <-p.done:
			return nil, device.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return p.slotForToken(ctx, need)
}

// tryAcquire returns a free slot, or nil if there is none.
func (p *pool) tryAcquire(ctx context.Context, need slotNeeds) (*slot, error) {
	select {
	case <-p.tokens:
		return p.slotForToken(ctx, need)
	default:
		return nil, nil
	}
}

// slotForToken returns a slot to a caller that holds a token.
func (p *pool) slotForToken(ctx context.Context, need slotNeeds) (*slot, error) {
	s := &slot{}
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		s, p.free = p.free[n-1], p.free[:n-1]
	}
	p.mu.Unlock()
	if err := s.prepare(ctx, p.dev, p.bytes, need); err != nil {
		p.release(s)
		return nil, err
	}
	return s, nil
}

// release returns a slot to the pool.
func (p *pool) release(s *slot) {
	p.mu.Lock()
	if p.retired {
		s.close()
	} else {
		p.free = append(p.free, s)
	}
	p.mu.Unlock()
	p.tokens <- struct{}{}
}

// retire closes the free slots at once, and the others when they are released.
func (p *pool) retire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.retired = true
	for _, s := range p.free {
		s.close()
	}
	p.free = nil
}
