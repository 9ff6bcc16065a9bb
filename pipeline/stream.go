package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"wgfft/device"
)

// A Stream is host data that travels through the GPU and back: Count items of ItemBytes bytes each, transformed
// independently of each other. Dst and Src are equally long and either the same memory or apart.
type Stream struct {
	Dst, Src  []byte
	ItemBytes int64
	Count     int
	Items     int      // that travel at once, as Parts says
	Full      *Program // in place, for Items items
	Last      *Program // in place, for those left over at the end; may be nil where there are none
}

// A part is a run of items in flight.
type part struct {
	slot       *slot
	begin, end int64 // bytes
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

// Stream sends host data through the GPU. When ctx ends it returns as soon as nothing refers to the slices any more;
// Dst then holds no result.
func (e *Engine) Stream(ctx context.Context, s Stream) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.streams.Done()
	pool, err := e.pool(int64(s.Items) * s.ItemBytes)
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
				cancel(err)
			}
			pool.give(p.slot)
		}
	}()
	for first := 0; first < s.Count && ctx.Err() == nil; first += s.Items {
		p, err := e.send(ctx, pool, s, first, min(s.Items, s.Count-first))
		if err != nil {
			cancel(err)
			break
		}
		flying <- p
	}
	close(flying)
	<-done
	if ctx.Err() == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != ctx.Err() {
		return cause
	}
	return fmt.Errorf("pipeline: stream: %w", ctx.Err())
}

// send fills a slot and submits its part.
func (e *Engine) send(ctx context.Context, pool *pool, s Stream, first, count int) (p part, err error) {
	program := s.Full
	if count < s.Items {
		program = s.Last
	}
	slot, err := pool.take(ctx, uses{up: true, work: true, down: true})
	if err != nil {
		return p, err
	}
	defer func() {
		if err != nil {
			pool.give(slot)
		}
	}()
	p = part{slot: slot, begin: int64(first) * s.ItemBytes, end: int64(first+count) * s.ItemBytes}
	to := slot.up.Bytes()
	if to == nil {
		return p, device.ErrClosed
	}
	spread(to, s.Src[p.begin:p.end])
	if err := slot.up.Unmap(); err != nil {
		return p, err
	}
	enc, err := e.dev.NewEncoder()
	if err != nil {
		return p, err
	}
	defer enc.Discard()
	n := p.end - p.begin
	if err := enc.Copy(slot.work, 0, slot.up, 0, n); err != nil {
		return p, err
	}
	if err := program.Encode(enc, Region{Buffer: slot.work}, Region{Buffer: slot.work}); err != nil {
		return p, err
	}
	if err := enc.Copy(slot.down, 0, slot.work, 0, n); err != nil {
		return p, err
	}
	if _, err := enc.Submit(); err != nil {
		return p, err
	}
	if err := slot.down.MapAsync(); err != nil {
		return p, err
	}
	return p, slot.up.MapAsync()
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
	spread(s.Dst[p.begin:p.end], from[:p.end-p.begin])
	return p.slot.down.Unmap()
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

// Upload copies host data to a buffer through staging memory, and returns when src may be used again.
func (e *Engine) Upload(ctx context.Context, dst Region, src []byte) error {
	return e.move(ctx, int64(len(src)), uses{up: true}, func(slot *slot, at, n int64) error {
		to := slot.up.Bytes()
		if to == nil {
			return device.ErrClosed
		}
		spread(to, src[at:at+n])
		if err := slot.up.Unmap(); err != nil {
			return err
		}
		if err := e.copy(dst.Buffer, dst.Offset+at, slot.up, 0, n); err != nil {
			return err
		}
		return slot.up.MapAsync()
	})
}

// Download copies a buffer to host data through staging memory.
func (e *Engine) Download(ctx context.Context, dst []byte, src Region) error {
	return e.move(ctx, int64(len(dst)), uses{down: true}, func(slot *slot, at, n int64) error {
		if err := e.copy(slot.down, 0, src.Buffer, src.Offset+at, n); err != nil {
			return err
		}
		return e.receive(ctx, Stream{Dst: dst}, part{slot: slot, begin: at, end: at + n})
	})
}

// move cuts n bytes into parts that fit a slot.
func (e *Engine) move(ctx context.Context, n int64, need uses, do func(slot *slot, at, n int64) error) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.streams.Done()
	pool, err := e.pool(min(n, largeSlot))
	if err != nil {
		return err
	}
	for at := int64(0); at < n; at += pool.bytes {
		slot, err := pool.take(ctx, need)
		if err != nil {
			return err
		}
		err = do(slot, at, min(pool.bytes, n-at))
		pool.give(slot)
		if err != nil {
			return err
		}
	}
	return nil
}

// copy submits one copy.
func (e *Engine) copy(dst *device.Buffer, dstOff int64, src *device.Buffer, srcOff, n int64) error {
	enc, err := e.dev.NewEncoder()
	if err != nil {
		return err
	}
	defer enc.Discard()
	if err := enc.Copy(dst, dstOff, src, srcOff, n); err != nil {
		return err
	}
	_, err = enc.Submit()
	return err
}
