package pipeline

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"wgfft/device"
)

// A purpose is what the slots of a pool are for.
type purpose uint8

// The purposes of slots.
const (
	forUpload   purpose = iota // a staging buffer that the host fills; mapped while the slot is in use
	forDownload                // a staging buffer that the host reads
	forWork                    // memory of the GPU for one part of a stream
)

// String returns the label of the buffers.
func (p purpose) String() string { return [...]string{"upload", "download", "work"}[p] }

// A poolKey identifies a pool.
type poolKey struct {
	purpose
	bytes int64 // of each slot
	cuts  string
}

// cutsKey returns a key of the places where memory of n bytes may be divided into allocations. Memory of one
// allocation has none, so that all problems share it.
func (e *Engine) cutsKey(n int64, cuts ...[]int64) string {
	if n <= e.dev.Limits().AllocationBytes {
		return ""
	}
	return fmt.Sprint(cuts)
}

// A slot is a staging buffer, or the memory of the GPU for one part of a stream. Each buffer is made when it is
// first needed.
type slot struct {
	buffer *device.Buffer
	out    *device.Buffer // for work: the results of programs out of place
}

// slotNeeds describes the memory that a stream needs in a slot for work.
type slotNeeds struct {
	out           bool
	cuts, outCuts []int64
}

// prepare makes the missing buffers of the slot. It maps an upload buffer and unmaps a download buffer.
func (s *slot) prepare(ctx context.Context, dev *device.Device, key poolKey, need slotNeeds) (err error) {
	switch key.purpose {
	case forUpload:
		if s.buffer == nil {
			if s.buffer, err = dev.NewBuffer("upload", key.bytes, device.Upload); err != nil {
				return err
			}
		}
		return s.buffer.Map(ctx)
	case forDownload:
		if s.buffer != nil {
			return s.buffer.Unmap() // a cancelled call may have left it mapped
		}
		s.buffer, err = dev.NewBuffer("download", key.bytes, device.Download)
		return err
	}
	if s.buffer == nil {
		if s.buffer, err = dev.NewBufferInParts("work", key.bytes, need.cuts); err != nil {
			return err
		}
	}
	if need.out && s.out == nil {
		s.out, err = dev.NewBufferInParts("result", key.bytes, need.outCuts)
	}
	return err
}

func (s *slot) close() {
	for _, b := range []*device.Buffer{s.buffer, s.out} {
		if b != nil {
			b.Close()
		}
	}
}

// A pool holds the slots of one purpose and size.
type pool struct {
	dev    *device.Device
	key    poolKey
	tokens chan struct{} // one token for each slot that may still be taken
	done   chan struct{} // closed when no slot may be taken any more

	mu      sync.Mutex
	free    []*slot // the slot to take next is the last
	retired bool
}

// Slot sizes in bytes. Large parts use the full bandwidth of the bus; small transforms should not
// hold large memory.
const (
	smallSlot  = 64 << 10
	largeSlot  = 16 << 20
	smallSlots = 16
	largeSlots = 4
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
	return largeSlots
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

// stagingBytes returns the bytes of all staging buffers of an engine whose largest ones have most bytes.
func stagingBytes(most int64) int64 {
	all := int64(0)
	for size := int64(smallSlot); size <= most; size *= 4 {
		all += 2 * int64(slotCount(size)) * size // for uploads and downloads
	}
	return all
}

// LimitStaging limits all staging buffers of the engine together to a number of bytes, at least 2 MiB. It does not
// change the results of streams. The caller calls it before the first stream or transfer.
func (e *Engine) LimitStaging(bytes int64) {
	e.stagingBytes = largeSlot
	for e.stagingBytes > smallSlot && stagingBytes(e.stagingBytes) > bytes {
		e.stagingBytes /= 4
	}
}

// pool returns the pool for parts of n bytes with some needs. Of the pools above largeSlot, only the pool of the
// last request is kept.
func (e *Engine) pool(of purpose, n int64, need slotNeeds) (*pool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, device.ErrClosed
	}
	key := poolKey{of, slotBytes(n), e.cutsKey(slotBytes(n), need.cuts, need.outCuts)}
	p := e.pools[key]
	if p == nil {
		count := slotCount(key.bytes)
		p = &pool{dev: e.dev, key: key, tokens: make(chan struct{}, count), done: make(chan struct{})}
		for range count {
			p.tokens <- struct{}{}
		}
		e.pools[key] = p
	}
	if key.bytes > largeSlot {
		for other, old := range e.pools {
			if other.bytes > largeSlot && other != key {
				old.retire()
				delete(e.pools, other)
			}
		}
	}
	return p, nil
}

// acquire waits for a free slot and returns it with the needed buffers. An upload buffer is mapped.
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
	if err := s.prepare(ctx, p.dev, p.key, need); err != nil {
		p.releaseBusy(s)
		return nil, err
	}
	return s, nil
}

// release returns a slot to the pool. It is the next one to be taken, so that a single caller keeps to one slot.
func (p *pool) release(s *slot) { p.put(s, false) }

// releaseBusy returns a slot that the GPU still uses to the pool. It is the last one to be taken.
func (p *pool) releaseBusy(s *slot) { p.put(s, true) }

func (p *pool) put(s *slot, isBusy bool) {
	p.mu.Lock()
	switch {
	case p.retired:
		s.close()
	case isBusy:
		p.free = slices.Insert(p.free, 0, s)
	default:
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
