package cpu

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	// blockPoints is the approximate number of points that a goroutine transforms before it takes
	// the next block. Asking costs little compared with a block, and a block stays in the L2 cache.
	blockPoints = 1 << 14

	// shared is the number of points from which a batch is spread over goroutines. Fewer points
	// take less time than starting and joining goroutines.
	shared = 2 * blockPoints
)

// work is one call of Transform.
type work[C Complex, R Float] struct {
	plan     *plan[C, R]
	dst, src []C
	Ends
	side int        // columns side by side; 0 for rows
	pool *sync.Pool // *[]C, for columns
}

// block returns the points of one block: whole rows, at least one.
func (w *work[C, R]) block() int {
	return together(w.plan.n, neighbourhood{w.side, len(w.src) / w.plan.n, int(sizeOf[C]())}) * w.plan.n
}

// transform transforms all rows or columns, on several goroutines if that is faster.
func (w *work[C, R]) transform(ctx context.Context, e *Engine[C, R]) error {
	block := w.block()
	if len(w.src) >= shared && len(w.src) > block {
		together := *w // on the heap, for the goroutines; w stays on the stack
		return e.share(ctx, len(w.src), block, together.run)
	}
	for at := 0; at < len(w.src); at += block {
		if err := ContextErr(ctx); err != nil {
			return err
		}
		if err := w.part(ctx, at, min(at+block, len(w.src))); err != nil {
			return err
		}
	}
	return ContextErr(ctx)
}

// run transforms the block of rows that starts at point at, or a block of columns.
func (w *work[C, R]) run(ctx context.Context, at int) error {
	return w.part(ctx, at, min(at+w.block(), len(w.src)))
}

// part transforms rows or columns between two points.
func (w *work[C, R]) part(ctx context.Context, at, end int) error {
	switch {
	case w.side > 0:
		return w.columns(ctx, at/w.plan.n, end/w.plan.n)
	case w.Ops != nil:
		return w.withOps(ctx, w.dst[at:end], w.src[at:end], w.plan.n, at/w.plan.n)
	}
	return w.plan.rows(ctx, w.dst[at:end], w.src[at:end], w.plan.n, w.Inverse, w.Scale)
}

// team is the goroutines of an engine.
type team struct {
	turns      turns
	processors int
	calls      atomic.Int32 // calls in progress, except short calls whose contexts can't end, and helper goroutines
}

func newTeam(processors int) team {
	return team{turns: turns{free: processors}, processors: processors}
}

// share runs a call of size points or lines in blocks of the given size. The calling goroutine and
// helper goroutines do the blocks, as far as there are turns for them. run does the block that starts with point or
// line at. share checks ctx before each block and after the last. It returns when no goroutine works any more.
func (t *team) share(ctx context.Context, size, block int, run func(ctx context.Context, at int) error) error {
	var (
		next    atomic.Int64 // the first free block
		first   atomic.Pointer[error]
		helpers atomic.Int64
		group   sync.WaitGroup
	)
	drain := func(ctx context.Context, goesOn func() bool) {
		defer func() { // a helper's panic would end the program
			if r := recover(); r != nil {
				failed := fmt.Errorf("cpu: algo-fft failed: %v: please report this length", r)
				first.CompareAndSwap(nil, &failed)
			}
		}()
		for first.Load() == nil && goesOn() {
			at := int(next.Add(int64(block))) - block
			if at >= size {
				return
			}
			err := ContextErr(ctx)
			if err == nil {
				err = run(ctx, at)
			}
			if err != nil {
				failed := err // its own variable, because err must not escape in every round
				first.CompareAndSwap(nil, &failed)
				return
			}
		}
	}
	callHelpers := func() bool {
		goroutines := min((size-int(next.Load())+block-1)/block, t.processors) // short calls have no turn
		for ; int(helpers.Load()) < goroutines-1 && t.turns.try(); helpers.Add(1) {
			group.Add(1)
			mine := t.help(ctx)
			go func() {
				defer group.Done()
				defer t.end(mine)
				defer helpers.Add(-1)
				drain(mine, func() bool { return !mine.isOver() })
			}()
		}
		return true
	}
	drain(ctx, callHelpers)
	group.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return ContextErr(ctx)
}

// blocks calls do for ranges that cover 0 to size, by share.
func (t *team) blocks(ctx context.Context, size int, do func(first, end int)) error {
	return t.share(ctx, size, blockPoints, func(_ context.Context, at int) error {
		do(at, min(at+blockPoints, size))
		return nil
	})
}
