package pipeline

import (
	"context"
	"sync"

	"wgfft/device"
)

// A slot is the memory one part of a stream needs: an upload buffer, mapped whenever the slot is free or about to be, a
// buffer of the GPU, another for results that don't replace their source, and a download buffer. Each is made when first needed.
type slot struct {
	up, work, out, down *device.Buffer
}

// uses says which buffers of a slot are needed, and where work and out may be cut.
type uses struct {
	up, work, out, down bool
	cuts, outCuts       []int64
}

// ready makes what is missing, and brings the staging buffers to where they start from.
func (s *slot) ready(ctx context.Context, dev *device.Device, bytes int64, need uses) error {
	for _, b := range []struct {
		need  bool
		to    **device.Buffer
		label string
		use   device.Usage
		cuts  []int64
	}{{need.up, &s.up, "upload", device.Upload, nil}, {need.work, &s.work, "work", device.Storage, need.cuts},
		{need.out, &s.out, "result", device.Storage, need.outCuts}, {need.down, &s.down, "download", device.Download, nil}} {
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
		if err := s.down.Unmap(); err != nil { // a call that was cancelled may have left it mapped
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

// A pool holds the slots of one size. The slot used last is the first to be used again, so that one caller keeps to one slot.
type pool struct {
	dev    *device.Device
	bytes  int64
	tokens chan struct{} // as many as there may be slots in use
	done   chan struct{} // closed when nothing is to be taken any more

	mu      sync.Mutex
	free    []*slot
	retired bool
}

// Sizes of slots. Parts of 16 MB reach the bus's full speed on an H200 (4 MB: three quarters); small transforms
// should not hold large memory.
const (
	smallSlot  = 64 << 10
	largeSlot  = 16 << 20
	smallSlots = 16
)

// slots is how many of a size there are: four large ones keep host and GPU busy, small ones serve many callers, and of those for long
// transforms there are two.
func slots(bytes int64) int {
	switch {
	case bytes <= smallSlot:
		return smallSlots
	case bytes > largeSlot:
		return 2
	}
	return 4
}

// slotBytes is the size of slot that n bytes travel in.
func slotBytes(n int64) int64 {
	if n > largeSlot { // one long transform: no larger than it must be, for it may be as large as an allocation can
		return n
	}
	size := int64(smallSlot)
	for size < n {
		size *= 4
	}
	return size
}

// pool returns the pool for parts of n bytes. Of those for long transforms only the one asked for last is kept.
func (e *Engine) pool(n int64) (*pool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, device.ErrClosed
	}
	size := slotBytes(n)
	p := e.pools[size]
	if p == nil {
		p = &pool{dev: e.dev, bytes: size, tokens: make(chan struct{}, slots(size)), done: make(chan struct{})}
		for range slots(size) {
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

// take waits for a free slot with what is needed, its upload buffer mapped.
func (p *pool) take(ctx context.Context, need uses) (*slot, error) {
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
	return p.taken(ctx, need)
}

// try takes a slot if one is free: nil if none is.
func (p *pool) try(ctx context.Context, need uses) (*slot, error) {
	select {
	case <-p.tokens:
		return p.taken(ctx, need)
	default:
		return nil, nil
	}
}

// taken returns a slot to the holder of a token.
func (p *pool) taken(ctx context.Context, need uses) (*slot, error) {
	s := &slot{}
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		s, p.free = p.free[n-1], p.free[:n-1]
	}
	p.mu.Unlock()
	if err := s.ready(ctx, p.dev, p.bytes, need); err != nil {
		p.give(s)
		return nil, err
	}
	return s, nil
}

// give returns a slot.
func (p *pool) give(s *slot) {
	p.mu.Lock()
	if p.retired {
		s.close()
	} else {
		p.free = append(p.free, s)
	}
	p.mu.Unlock()
	p.tokens <- struct{}{}
}

// retire gives the free slots back at once, and those in use when they are returned.
func (p *pool) retire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.retired = true
	for _, s := range p.free {
		s.close()
	}
	p.free = nil
}
