package pipeline

import (
	"context"
	"sync"

	"wgfft/device"
)

// A slot is the memory one part of a stream needs: an upload buffer, mapped whenever the slot is free or about to be, a
// buffer of the GPU, and a download buffer.
type slot struct {
	up, work, down *device.Buffer
}

// newSlot allocates the buffers of a slot.
func newSlot(dev *device.Device, bytes int64) (*slot, error) {
	s := &slot{}
	var err error
	for _, b := range []struct {
		to    **device.Buffer
		label string
		use   device.Usage
	}{{&s.up, "upload", device.Upload}, {&s.work, "work", device.Storage}, {&s.down, "download", device.Download}} {
		if *b.to, err = dev.NewBuffer(b.label, bytes, b.use); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

func (s *slot) close() {
	for _, b := range []*device.Buffer{s.up, s.work, s.down} {
		if b != nil {
			b.Close()
		}
	}
}

// A pool holds the slots of one size, made when first needed.
type pool struct {
	dev   *device.Device
	bytes int64
	free  chan *slot // nil: not made yet
	done  chan struct{}

	mu   sync.Mutex
	made []*slot
}

// Sizes of slots. Parts of 16 MB reach the bus's full speed on an H200 (4 MB: three quarters); small transforms
// should not hold large memory.
const (
	smallSlot = 64 << 10
	largeSlot = 16 << 20
)

// slots is how many of a size there are: four large ones keep host and GPU busy, small ones serve many callers, and of those for long
// transforms there are two.
func slots(bytes int64) int {
	switch {
	case bytes <= smallSlot:
		return 16
	case bytes > largeSlot:
		return 2
	}
	return 4
}

// slotBytes is the size of slot that n bytes travel in.
func slotBytes(n int64) int64 {
	if n > largeSlot { // one long transform: no larger than it must be
		return (n + largeSlot - 1) / largeSlot * largeSlot
	}
	size := int64(smallSlot)
	for size < n {
		size *= 4
	}
	return size
}

// pool returns the pool for parts of n bytes.
func (e *Engine) pool(n int64) (*pool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, device.ErrClosed
	}
	size := slotBytes(n)
	p := e.pools[size]
	if p == nil {
		p = &pool{dev: e.dev, bytes: size, free: make(chan *slot, slots(size)), done: make(chan struct{})}
		for range slots(size) {
			p.free <- nil
		}
		e.pools[size] = p
	}
	return p, nil
}

// take waits for a free slot, its upload buffer mapped.
func (p *pool) take(ctx context.Context) (*slot, error) {
	var s *slot
	select {
	case s = <-p.free:
	default:
		select {
		case s = <-p.free:
		case <-p.done:
			return nil, device.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s, err := p.ready(ctx, s)
	if err != nil {
		p.free <- s
		return nil, err
	}
	return s, nil
}

// ready makes the slot if need be, and brings its buffers to where they start from.
func (p *pool) ready(ctx context.Context, s *slot) (*slot, error) {
	if s == nil {
		made, err := newSlot(p.dev, p.bytes)
		if err != nil {
			return nil, err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.made = append(p.made, made)
		return made, nil
	}
	if err := s.down.Unmap(); err != nil { // a call that was cancelled may have left it mapped
		return s, err
	}
	return s, s.up.Map(ctx)
}

// give returns a slot.
func (p *pool) give(s *slot) { p.free <- s }

// close gives all slots back. No stream is under way any more.
func (p *pool) close() {
	for _, s := range p.made {
		s.close()
	}
}
