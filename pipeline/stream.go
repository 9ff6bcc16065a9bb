package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"sync"

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
	f, err := e.newFlow(s)
	if err != nil {
		return err
	}
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
