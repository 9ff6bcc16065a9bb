package cpu

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// turnTime is how long a goroutine computes while others wait for a turn.
const turnTime = 5 * time.Millisecond

// turns limits the number of goroutines that compute long calls to the number of processors. A goroutine that has no
// turn waits for a turn and for its context, so it returns as soon as the context ends. Without turns, it would wait
// until the scheduler of the runtime gives it a processor: up to 10 ms for each other goroutine.
//
// Callers get turns in the order of their calls. Helper goroutines get a turn only if nobody waits for one.
type turns struct {
	waiting atomic.Int32 // the length of queue

	mu    sync.Mutex
	free  int             // turns that nobody has; 0 while callers wait
	queue []chan struct{} // one for each waiting caller; closed when the caller gets a turn
}

// try takes a turn if there is a free one, and reports whether it did.
func (t *turns) try() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.free == 0 {
		return false
	}
	t.free--
	return true
}

// take waits for a turn. If ctx ends first, it returns ctx's error.
func (t *turns) take(ctx context.Context) error {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	t.queue = append(t.queue, mine)
	t.waiting.Add(1)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	i := slices.Index(t.queue, mine)
	if i >= 0 {
		t.queue = slices.Delete(t.queue, i, i+1)
		t.waiting.Add(-1)
	}
	t.mu.Unlock()
	if i < 0 { // the turn came at the same time
		t.give()
	}
	return ctx.Err()
}

// give passes a turn to the caller that has waited longest.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.queue) == 0 {
		t.free++
		return
	}
	close(t.queue[0])
	t.queue = slices.Delete(t.queue, 0, 1)
	t.waiting.Add(-1)
}

// A turn is the context of a goroutine that computes. Only this goroutine looks at it.
type turn struct {
	context.Context // of the call, or of the goroutine that called the helper
	team            *team
	began           time.Time
	isTaken         bool
	isHelper        bool
}

// begin waits for a turn, and returns the context for the work of a call of the given number of points. The caller
// then defers end, and makes no other call that begins. A short call has no turn, and lets other goroutines run
// first.
func (t *team) begin(ctx context.Context, points int) (context.Context, error) {
	if points >= shared {
		t.calls.Add(1)
		mine := &turn{Context: ctx, team: t}
		err := mine.wait()
		if err != nil {
			t.end(mine)
		}
		return mine, err
	}
	if ctx.Done() == nil {
		t.yield(points, 0)
	} else {
		t.calls.Add(1)
		t.yield(points, t.processors)
	}
	return ctx, nil
}

// end ends a call or the work of a helper goroutine. ctx is the result of begin or help.
func (t *team) end(ctx context.Context) {
	if mine, ok := ctx.(*turn); ok {
		mine.release()
	} else if ctx.Done() == nil {
		return
	}
	t.calls.Add(-1)
}

// help returns the context of a helper goroutine, which has taken a turn for the work of ctx. The helper calls end.
func (t *team) help(ctx context.Context) *turn {
	t.calls.Add(1)
	return &turn{Context: ctx, team: t, began: time.Now(), isTaken: true, isHelper: true}
}

// yield lets other goroutines run, if more than the given number of calls are in progress. It does so once in about
// shared points, at random, because a count of the points would be shared by all processors. A call takes at least the
// time of 256 points.
func (t *team) yield(points, calls int) {
	if int(t.calls.Load()) > calls && int(rand.Uint32N(shared)) < max(points, 256) {
		runtime.Gosched()
	}
}

// wait waits for the turn. If the context ends first, or has ended, it takes none and returns the error of the context.
func (t *turn) wait() error {
	if err := t.team.turns.take(t.Context); err != nil {
		return err
	}
	t.began, t.isTaken = time.Now(), true
	err := endOf(t.Context)
	if err != nil {
		t.release()
	}
	return err
}

// release gives the turn back, if the goroutine has it.
func (t *turn) release() {
	if t.isTaken {
		t.isTaken = false
		t.team.turns.give()
	}
}

// isOver reports whether another goroutine should have the turn.
func (t *turn) isOver() bool {
	return !t.isTaken || t.team.turns.waiting.Load() > 0 && time.Since(t.began) >= turnTime
}

// look returns the error of the context. If the turn is over, it waits for another one. A helper goroutine does not
// wait, because its caller waits for it, with a turn of its own.
func (t *turn) look() error {
	if err := endOf(t.Context); err != nil {
		return err
	}
	if t.isHelper || !t.isOver() {
		t.team.yield(piecePoints, t.team.processors)
		return nil
	}
	t.release()
	return t.wait()
}

// pause gives the turn of ctx back while its goroutine waits for another one. The result takes a turn again, and
// returns the error of the context if it ends first. A helper goroutine goes on without a turn, to the end of its
// block.
func pause(ctx context.Context) (resume func() error) {
	t, ok := ctx.(*turn)
	if !ok {
		return func() error { return ContextErr(ctx) }
	}
	t.release()
	if t.isHelper {
		return t.look
	}
	return t.wait
}
