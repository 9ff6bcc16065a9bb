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

// A Stream describes host data to transform on the GPU: Count items of ItemBytes bytes each,
// transformed independently. Dst and Src are the same memory, or they don't overlap.
type Stream struct {
	Dst, Src    []byte
	ItemBytes   int64
	ResultBytes int64 // bytes of a transformed item, for programs out of place; 0 for programs in place
	Count       int
	Items       int      // items that travel together; see Parts, for the larger of both sizes
	Full        *Program // transforms Items items
	Last        *Program // transforms the items left over at the end; nil if there are none

	Conversion Conversion // nil if the device has the host's numbers
	Exponent   int        // with a Conversion: results are multiplied by 2^Exponent
}

// resultSize returns the bytes of a transformed item.
func (s Stream) resultSize() int64 {
	if s.ResultBytes > 0 {
		return s.ResultBytes
	}
	return s.ItemBytes
}

// maxItemBytes returns the larger of the two item sizes.
func (s Stream) maxItemBytes() int64 { return max(s.ItemBytes, s.resultSize()) }

// A part is a run of items in flight.
type part struct {
	slot       *slot
	begin, end int64 // bytes of the result
	exponents  []int // of its items, with a Conversion
}

// Parts returns the number of items that should travel together, and the number of items in an
// incomplete last part. A part has about 16 MB. Less data travels in smaller parts, so that upload,
// computation and download still overlap. Parts of more than 32 items have a multiple of 32.
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

// Stream transforms host data on the GPU. If ctx ends first, the contents of Dst are undefined.
func (e *Engine) Stream(ctx context.Context, s Stream) error {
	if err := e.beginStream(); err != nil {
		return err
	}
	defer e.streams.Done()
	if s.maxItemBytes() > largeSlot {
		return e.streamLong(ctx, s)
	}
	pool, err := e.pool(int64(s.Items) * s.maxItemBytes())
	if err != nil {
		return err
	}
	if s.Count <= s.Items {
		p, err := e.send(ctx, pool, s, 0, s.Count)
		if err != nil {
			return err
		}
		defer pool.release(p.slot)
		return e.receive(ctx, s, p)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inFlight := make(chan part, slotCount(pool.bytes))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for p := range inFlight {
			if err := e.receive(ctx, s, p); err != nil {
				cancel(&streamError{err})
			}
			pool.release(p.slot)
		}
	}()
	for first := 0; first < s.Count && ctx.Err() == nil; first += s.Items {
		p, err := e.send(ctx, pool, s, first, min(s.Items, s.Count-first))
		if err != nil {
			cancel(&streamError{err})
			break
		}
		inFlight <- p
	}
	close(inFlight)
	<-done
	if ctx.Err() == nil {
		return nil
	}
	var failed *streamError
	if errors.As(context.Cause(ctx), &failed) {
		return failed.error
	}
	return fmt.Errorf("pipeline: stream: %w", ctx.Err()) // ctx ended, not a part
}

// A streamError is the error that ended a stream from within.
type streamError struct{ error }

// send fills a slot with count items from item first on and submits their program.
func (e *Engine) send(ctx context.Context, pool *pool, s Stream, first, count int) (p part, err error) {
	program := s.Full
	if count < s.Items {
		program = s.Last
	}
	slot, err := pool.acquire(ctx, slotNeeds{up: true, work: true, out: s.ResultBytes > 0, down: true})
	if err != nil {
		return p, err
	}
	defer func() {
		if err != nil {
			pool.release(slot)
		}
	}()
	p = part{slot: slot, begin: int64(first) * s.resultSize(), end: int64(first+count) * s.resultSize()}
	src := s.Src[int64(first)*s.ItemBytes:][:int64(count)*s.ItemBytes]
	to := slot.up.Bytes()
	if to == nil {
		return p, device.ErrClosed
	}
	if err := hostMemory(ctx, func() { p.exponents = s.toDevice(to, src, s.ItemBytes) }); err != nil {
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
	if err := program.Encode(enc, slot.resultRegion(s), Region{Buffer: slot.work}); err != nil {
		return p, err
	}
	if err := enc.Copy(slot.down, 0, slot.resultRegion(s).Buffer, 0, p.end-p.begin); err != nil {
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

// resultRegion returns the region that the programs of a stream write.
func (s *slot) resultRegion(of Stream) Region {
	if of.ResultBytes > 0 {
		return Region{Buffer: s.out}
	}
	return Region{Buffer: s.work}
}

// receive waits for a part and copies its result to the host.
func (e *Engine) receive(ctx context.Context, s Stream, p part) error {
	if err := p.slot.down.Map(ctx); err != nil {
		return err
	}
	from := p.slot.down.Bytes()
	if from == nil {
		return device.ErrClosed
	}
	if err := hostMemory(ctx, func() {
		s.toHost(s.Dst[p.begin:p.end], from[:p.end-p.begin], s.resultSize(), p.exponents)
	}); err != nil {
		return err
	}
	return p.slot.down.Unmap()
}

// hostMemory calls a function that reads or writes the caller's memory. It returns an error instead if
// the caller has abandoned the call, because the caller then owns its memory again.
func hostMemory(ctx context.Context, use func()) error {
	if !detach.Memory(ctx, use) {
		return fmt.Errorf("pipeline: copy: %w", ctx.Err())
	}
	return nil
}

// copyWorkers is the largest number of goroutines that share a copy. One goroutine can't use the
// full bandwidth of mapped memory.
const copyWorkers = 8

// bytesPerWorker is the number of bytes from which another goroutine pays.
const bytesPerWorker = 256 << 10

// parallelCopy copies src to dst with several goroutines.
func parallelCopy(dst, src []byte) {
	n := min(copyWorkers, runtime.GOMAXPROCS(0), 1+len(src)/bytesPerWorker)
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
