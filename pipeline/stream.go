package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"wgfft/device"
	"wgfft/internal/detach"
	"wgfft/plan"
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

	Call plan.Call // parameters of the programs; its First counts items

	Conversion Conversion // nil if the device has the host's numbers
	Exponent   int        // with a Conversion: results are multiplied by 2^Exponent

	// Direct returns programs that compute the same as Full and Last on Shared host memory, or none. The stream calls
	// release when it does not need them any more. isInPlace tells them to replace the source. Direct may be nil.
	Direct func(isInPlace bool) (runs []DirectRun, release func(), err error)
}

// A DirectRun is a program that transforms items without work memory: it reads the source once and writes the result
// once.
type DirectRun struct {
	*Program
	First, Count int // items
}

// resultSize returns the bytes of a transformed item.
func (s Stream) resultSize() int64 {
	if s.ResultBytes > 0 {
		return s.ResultBytes
	}
	return s.ItemBytes
}

// call returns the parameters of a program for the items from first on.
func (s Stream) call(first int) plan.Call {
	c := s.Call
	c.First += first
	return c
}

// maxItemBytes returns the larger of the two item sizes.
func (s Stream) maxItemBytes() int64 { return max(s.ItemBytes, s.resultSize()) }

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
	dst, src, giveBack, err := e.lendHosts(ctx, s.Dst, s.Src, s.Conversion)
	if err != nil {
		return err
	}
	defer giveBack()
	isDone, err := e.streamDirect(ctx, &s, dst, src)
	if err == nil && !isDone {
		err = e.streamParts(ctx, s, dst, src)
	}
	for _, h := range []hostRange{dst, src} {
		if err == nil && h.HostMemory != nil {
			err = h.own(ctx)
		}
	}
	return err
}

// streamParts transforms parts in the memory of the GPU.
func (e *Engine) streamParts(ctx context.Context, s Stream, dst, src hostRange) error {
	f, err := e.newFlow(s)
	if err != nil {
		return err
	}
	f.from, f.to = src, dst
	work, err := f.work.acquire(ctx, f.needs)
	if err != nil {
		return err
	}
	f.memory, f.slots = [2]*slot{work}, 1
	defer f.releaseMemory()
	if f.parts() == 1 && f.isWhole {
		return f.runWhole(ctx)
	}
	return f.run(ctx)
}

// streamDirect runs the direct programs of a stream, if it has some and its ends are memory that these can bind.
func (e *Engine) streamDirect(ctx context.Context, s *Stream, dst, src hostRange) (isDone bool, err error) {
	isInPlace := dst == src
	if s.Direct == nil || src.HostMemory == nil || dst.HostMemory == nil ||
		src.usage != device.Shared || dst.usage != device.Shared || !isInPlace && src.HostMemory == dst.HostMemory {
		return false, nil
	}
	runs, release, err := s.Direct(isInPlace)
	if err != nil {
		return false, err
	}
	defer release()
	align := int64(e.dev.Limits().StorageAlign)
	for _, r := range runs {
		if (dst.offset+int64(r.First)*s.resultSize())%align != 0 || (src.offset+int64(r.First)*s.ItemBytes)%align != 0 {
			return false, nil
		}
	}
	var inFlight window
	for _, r := range runs {
		submitted, err := r.SubmitCall(ctx, s.call(r.First),
			Region{Buffer: dst.buffer, Offset: dst.offset + int64(r.First)*s.resultSize()},
			Region{Buffer: src.buffer, Offset: src.offset + int64(r.First)*s.ItemBytes})
		if err == nil {
			err = inFlight.add(ctx, submitted)
		}
		if err != nil {
			return false, err
		}
	}
	return len(runs) > 0, nil
}

// A window bounds the submissions in flight, so that a context that ends leaves little work to the GPU.
type window [4]*device.Submission

// add waits for the submission before the last ones, and adds another.
func (w *window) add(ctx context.Context, s *device.Submission) error {
	oldest := w[0]
	copy(w[:], w[1:])
	w[len(w)-1] = s
	if oldest == nil {
		return nil
	}
	return oldest.Wait(ctx)
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
const copyWorkers = 16

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
