package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"wgfft/device"
	"wgfft/internal/detach"
)

// A Stream is host data that travels through the GPU and back: Count items of ItemBytes bytes each, transformed
// independently of each other. Dst and Src are the same memory or apart.
type Stream struct {
	Dst, Src    []byte
	ItemBytes   int64
	ResultBytes int64 // of what becomes of an item, by programs out of place; 0: it replaces the item
	Count       int
	Items       int      // that travel at once, as Parts says of the larger of the sizes
	Full        *Program // in place or not, for Items items
	Last        *Program // the same for those left over at the end; may be nil where there are none
}

// result is the size of what becomes of an item.
func (s Stream) result() int64 {
	if s.ResultBytes > 0 {
		return s.ResultBytes
	}
	return s.ItemBytes
}

// longest is the larger of the sizes.
func (s Stream) longest() int64 { return max(s.ItemBytes, s.result()) }

// A part is a run of items in flight.
type part struct {
	slot       *slot
	begin, end int64 // bytes of the result
}

// Parts returns how many items should travel at once and how many are left over at the end: parts of about 16 MB, smaller
// ones for less data so that filling, computing and emptying still overlap, in multiples of 32 items where there are as many.
func Parts(itemBytes int64, count int) (items, last int) {
	total := itemBytes * int64(count)
	bytes := min(max(total/4, 1<<20), largeSlot)
	items = int(max(1, bytes/itemBytes))
	if items > 32 {
		items &^= 31
	}
	items = min(items, count)
	return items, count % items
}

// Stream sends host data through the GPU. When ctx ends Dst holds no result.
func (e *Engine) Stream(ctx context.Context, s Stream) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.streams.Done()
	if s.longest() > largeSlot {
		return e.streamLong(ctx, s)
	}
	pool, err := e.pool(int64(s.Items) * s.longest())
	if err != nil {
		return err
	}
	if s.Count <= s.Items {
		p, err := e.send(ctx, pool, s, 0, s.Count)
		if err != nil {
			return err
		}
		defer pool.give(p.slot)
		return e.receive(ctx, s, p)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	flying := make(chan part, slots(pool.bytes))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for p := range flying {
			if err := e.receive(ctx, s, p); err != nil {
				cancel(&failure{err})
			}
			pool.give(p.slot)
		}
	}()
	for first := 0; first < s.Count && ctx.Err() == nil; first += s.Items {
		p, err := e.send(ctx, pool, s, first, min(s.Items, s.Count-first))
		if err != nil {
			cancel(&failure{err})
			break
		}
		flying <- p
	}
	close(flying)
	<-done
	if ctx.Err() == nil {
		return nil
	}
	var failed *failure
	if errors.As(context.Cause(ctx), &failed) {
		return failed.error
	}
	return fmt.Errorf("pipeline: stream: %w", ctx.Err()) // the caller's
}

// A failure is what ended a stream from within.
type failure struct{ error }

// send fills a slot and submits its part.
func (e *Engine) send(ctx context.Context, pool *pool, s Stream, first, count int) (p part, err error) {
	program := s.Full
	if count < s.Items {
		program = s.Last
	}
	slot, err := pool.take(ctx, uses{up: true, work: true, out: s.ResultBytes > 0, down: true})
	if err != nil {
		return p, err
	}
	defer func() {
		if err != nil {
			pool.give(slot)
		}
	}()
	p = part{slot: slot, begin: int64(first) * s.result(), end: int64(first+count) * s.result()}
	src := s.Src[int64(first)*s.ItemBytes:][:int64(count)*s.ItemBytes]
	to := slot.up.Bytes()
	if to == nil {
		return p, device.ErrClosed
	}
	if err := hostCopy(ctx, to, src); err != nil {
		return p, err
	}
	if err := slot.up.Unmap(); err != nil {
		return p, err
	}
	enc, err := e.dev.NewEncoder()
	if err != nil {
		return p, err
	}
	defer enc.Discard()
	if err := enc.Copy(slot.work, 0, slot.up, 0, int64(len(src))); err != nil {
		return p, err
	}
	if err := program.Encode(enc, slot.result(s), Region{Buffer: slot.work}); err != nil {
		return p, err
	}
	if err := enc.Copy(slot.down, 0, slot.result(s).Buffer, 0, p.end-p.begin); err != nil {
		return p, err
	}
	if _, err := enc.SubmitContext(ctx); err != nil {
		return p, err
	}
	if err := slot.down.BeginMap(); err != nil {
		return p, err
	}
	return p, slot.up.BeginMap()
}

// result is where the programs of a stream write.
func (s *slot) result(of Stream) Region {
	if of.ResultBytes > 0 {
		return Region{Buffer: s.out}
	}
	return Region{Buffer: s.work}
}

// receive waits for a part and empties its slot.
func (e *Engine) receive(ctx context.Context, s Stream, p part) error {
	if err := p.slot.down.Map(ctx); err != nil {
		return err
	}
	from := p.slot.down.Bytes()
	if from == nil {
		return device.ErrClosed
	}
	if err := hostCopy(ctx, s.Dst[p.begin:p.end], from[:p.end-p.begin]); err != nil {
		return err
	}
	return p.slot.down.Unmap()
}

// hostCopy copies between the caller's memory and a staging buffer. A caller that has left its call has its memory for
// itself: the copy is not made then.
func hostCopy(ctx context.Context, dst, src []byte) error {
	if !detach.Memory(ctx, func() { spread(dst, src) }) {
		return fmt.Errorf("pipeline: copy: %w", ctx.Err())
	}
	return nil
}

// copiers is how many goroutines copy at once. One moves 6.5 GB/s to the mapped memory of an H200, eight 25 GB/s.
const copiers = 8

// alone is how many bytes one goroutine copies itself: below, starting others costs more.
const alone = 256 << 10

// spread copies src to dst with several goroutines.
func spread(dst, src []byte) {
	n := min(copiers, runtime.GOMAXPROCS(0), 1+len(src)/alone)
	if n == 1 {
		copy(dst, src)
		return
	}
	size := (len(src)/n + 63) &^ 63
	var wait sync.WaitGroup
	for begin := 0; begin < len(src); begin += size {
		end := min(begin+size, len(src))
		wait.Go(func() { copy(dst[begin:end], src[begin:end]) })
	}
	wait.Wait()
}
