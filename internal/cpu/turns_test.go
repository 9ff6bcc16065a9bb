package cpu

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/parallel"
	"wgfft/internal/transforms"
)

// requireFree checks that no call is in progress.
func requireFree[C Complex, R Float](t *testing.T, e *Engine[C, R], turns int) {
	t.Helper()
	require.Zero(t, e.calls.Load())
	require.Zero(t, e.turns.waiting.Load())
	require.Equal(t, turns, e.turns.free)
	require.Empty(t, e.turns.queue)
}

// awaitQueue waits until n callers wait for a turn.
func awaitQueue(t *turns, n int32) {
	for t.waiting.Load() != n {
		runtime.Gosched()
	}
}

// TestCallsWaitForTheirTurn makes calls while the test has all turns. A call whose context ends returns at once and
// leaves its result alone. The others run in their order, each as soon as there is a turn. Short calls need none.
func TestCallsWaitForTheirTurn(t *testing.T) {
	e := newSingle()
	defer e.Close()
	e.turns.free = 0
	const n = shared
	x := slices.Repeat([]complex64{1}, n)
	y := slices.Repeat([]complex64{7}, n)
	call := func(ctx context.Context, dst []complex64) <-chan error {
		done := make(chan error, 1)
		go func() { done <- e.Transform(ctx, dst, x, n, false, 1) }()
		return done
	}
	live, cancelLive := context.WithCancel(context.Background())
	defer cancelLive()
	ended, cancel := context.WithCancel(context.Background())
	first := call(live, make([]complex64, n))
	awaitQueue(&e.turns, 1)
	left := call(ended, y)
	awaitQueue(&e.turns, 2)
	second := call(live, make([]complex64, n))
	awaitQueue(&e.turns, 3)
	cancel()
	require.ErrorIs(t, <-left, context.Canceled)
	require.Equal(t, slices.Repeat([]complex64{7}, n), y, "a call without a turn wrote its result")
	require.Empty(t, first)
	require.Empty(t, second)
	require.NoError(t, e.Transform(live, y[:64], x[:64], 64, false, 1))
	e.turns.give() // the first call passes it on to the second one
	require.NoError(t, <-first)
	require.NoError(t, <-second)
	requireFree(t, e, 1)
	require.NoError(t, e.Transform(context.Background(), y, x, n, false, 1))
}

// TestTurnsThatComeTooLate ends the context of a caller at the time of its turn. The caller passes the turn on.
func TestTurnsThatComeTooLate(t *testing.T) {
	var turns turns
	for range 100 {
		ctx, cancel := context.WithCancel(context.Background())
		got := make(chan error)
		go func() { got <- turns.take(ctx) }()
		awaitQueue(&turns, 1)
		turns.mu.Lock()
		cancel()
		runtime.Gosched() // the caller then usually finds the end of its context first
		close(turns.queue[0])
		turns.queue = nil
		turns.waiting.Store(0)
		turns.mu.Unlock()
		if <-got == nil {
			turns.give()
		}
		require.True(t, turns.try(), "the turn is lost")
	}
}

// TestLookPassesTheTurnOn checks that a look gives the turn to a waiting caller when its time is over, and that the
// goroutine that looks then waits for the turn or for its context.
func TestLookPassesTheTurnOn(t *testing.T) {
	team := newTeam(1)
	ctx, cancel := context.WithCancel(context.Background())
	work, err := team.begin(ctx, shared)
	require.NoError(t, err)
	mine := work.(*turn)
	mine.began = time.Now().Add(time.Hour) // its time is not over
	got := make(chan error)
	go func() { got <- team.turns.take(context.Background()) }()
	awaitQueue(&team.turns, 1)
	require.NoError(t, ContextErr(work))
	require.Empty(t, got)

	mine.began = time.Now().Add(-turnTime)
	helper := team.help(work)
	helper.began = mine.began
	require.NoError(t, helper.look(), "a helper goroutine does not wait")
	require.True(t, helper.isOver())
	looked := make(chan error)
	go func() { looked <- ContextErr(work) }()
	require.NoError(t, <-got)
	awaitQueue(&team.turns, 1)
	cancel()
	require.ErrorIs(t, <-looked, context.Canceled)
	require.ErrorIs(t, ContextErr(work), context.Canceled)
	team.end(helper)
	team.end(mine) // it has no turn
	require.Zero(t, team.calls.Load())
	require.Zero(t, team.turns.waiting.Load())
	require.Equal(t, 1, team.turns.free)
	require.Empty(t, team.turns.queue)
}

// TestPlansAreMadeWithoutATurn checks that a call gives its turn to others while it waits for a plan.
func TestPlansAreMadeWithoutATurn(t *testing.T) {
	var c cache[int, *plan[complex64, float32]]
	plans := make(chan *plan[complex64, float32])
	c.open(func(ctx context.Context, _ int) (*plan[complex64, float32], error) {
		select {
		case p := <-plans:
			return p, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	team := newTeam(1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	work, err := team.begin(ctx, shared)
	require.NoError(t, err)
	mine := work.(*turn)
	done := make(chan error)
	go func() {
		_, err := c.get(work, 5)
		done <- err
	}()
	require.NoError(t, team.turns.take(ctx), "the turn of the call")
	plans <- new(plan[complex64, float32])
	awaitQueue(&team.turns, 1)
	team.turns.give()
	require.NoError(t, <-done)
	require.True(t, mine.isTaken)

	go func() { // leaves a plan that is never made
		_, err := c.get(work, 6)
		done <- err
	}()
	require.NoError(t, team.turns.take(context.Background()), "the turn of the call")
	team.turns.give()
	cancel()
	require.ErrorIs(t, <-done, context.Canceled, "the turn is free, but there is no plan")
	require.False(t, mine.isTaken)
}

// TestHelpersPauseForGood checks that a helper goroutine that waited for a plan goes on without a turn, and ends after
// its block.
func TestHelpersPauseForGood(t *testing.T) {
	team := newTeam(1)
	require.True(t, team.turns.try())
	helper := team.help(context.Background())
	resume := pause(helper)
	require.NoError(t, team.turns.take(context.Background()), "the turn of the helper")
	require.NoError(t, resume())
	require.True(t, helper.isOver())
	team.end(helper)
	require.Zero(t, team.turns.free)
}

// TestHelpersPassTheirTurnsOn checks that a helper goroutine ends after the block at whose end its turn is over.
func TestHelpersPassTheirTurnsOn(t *testing.T) {
	team := newTeam(2)
	ctx, err := team.begin(context.Background(), shared)
	require.NoError(t, err)
	got := make(chan struct{})
	blocks := 0 // of the helper
	require.NoError(t, team.share(ctx, 10, 1, func(ctx context.Context, _ int) error {
		mine := ctx.(*turn)
		if !mine.isHelper {
			<-got
			return nil
		}
		if blocks++; blocks > 1 {
			return nil
		}
		mine.began = mine.began.Add(-turnTime)
		go func() {
			defer close(got)
			_ = team.turns.take(context.Background())
		}()
		awaitQueue(&team.turns, 1)
		return nil
	}))
	require.Equal(t, 1, blocks)
	team.turns.give()
	team.end(ctx)
	require.Equal(t, 2, team.turns.free)
	require.Zero(t, team.calls.Load())
}

// TestShortCallsYield counts how often another goroutine runs during a short call, on one processor. In a few cases
// the scheduler prefers the goroutine that yields, or another one of the process.
func TestShortCallsYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	team := newTeam(1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	const calls = 1000
	yields := func(ctx context.Context) int {
		n := 0
		for range calls {
			ran := make(chan struct{})
			go close(ran)
			work, err := team.begin(ctx, shared-1)
			require.NoError(t, err)
			select {
			case <-ran:
				n++
			default:
			}
			team.end(work)
			<-ran
		}
		return n
	}
	require.Less(t, yields(context.Background()), calls/2, "no other call")
	require.Less(t, yields(ctx), calls/2, "as many calls as processors")
	other, err := team.begin(ctx, 1)
	require.NoError(t, err)
	require.Greater(t, yields(context.Background()), calls/2, "another call has a deadline")
	require.Greater(t, yields(ctx), calls/2, "more calls than processors")
	team.end(other)
	require.Zero(t, team.calls.Load())
}

// TestOneThreadHasNoHelpers checks that no helper goroutine takes the only turn while a call without a turn, as short
// calls are, computes.
func TestOneThreadHasNoHelpers(t *testing.T) {
	for threads, free := range map[int]int{1: 1, 2: 1, 3: 1} {
		team := newTeam(threads)
		wait := make(chan struct{}) // helpers wait for the end of the caller's first block
		var once sync.Once
		require.NoError(t, team.share(context.Background(), 10, 1, func(ctx context.Context, at int) error {
			if _, isHelper := ctx.(*turn); isHelper {
				<-wait
				return nil
			}
			once.Do(func() {
				defer close(wait)
				team.turns.mu.Lock()
				defer team.turns.mu.Unlock()
				require.Equal(t, free, team.turns.free, "%d threads: turns for the callers", threads)
			})
			return nil
		}))
		require.Equal(t, threads, team.turns.free)
	}
}

// TestThreadsKeepBits checks that transforms of each kind have the same bits on one goroutine and on several.
func TestThreadsKeepBits(t *testing.T) {
	const rows, n = 12, 5 * 1024
	shape := []int{rows, n}
	x, z := make([]float32, rows*n), make([]complex64, rows*n)
	for i := range x {
		x[i] = float32(i*i%1009)/1009 - 0.5
		z[i] = complex(x[i], float32(i%977)/977)
	}
	var want []any
	for _, threads := range []parallel.Threads{1, 3} {
		e := New[complex64, float32](threads)
		points, long, half := make([]complex64, len(z)), make([]complex64, 60037), make([]complex64, rows*(n/2+1))
		numbers, cosines := make([]float32, len(x)), make([]float32, len(x))
		ctx, axes := t.Context(), []int{0, 1}
		require.NoError(t, e.TransformAxes(ctx, points, z, shape, axes, Ends{Scale: 1}))
		require.NoError(t, e.Transform(ctx, long, z[:len(long)], len(long), true, 1))
		require.NoError(t, e.RealForward(ctx, half, x, shape, axes, 1))
		require.NoError(t, e.RealInverse(ctx, numbers, half, shape, axes, 1))
		kinds := []transforms.Kind{transforms.DCT2, transforms.DST3}
		require.NoError(t, e.Trig(ctx, cosines, x, shape, axes, Trig{Kinds: kinds, Scale: 1}))
		got := []any{points, long, half, numbers, cosines}
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
	}
}

// TestManyColumns compares columns that are taken together in wide blocks with rows, bit by bit.
func TestManyColumns(t *testing.T) {
	const n, side = 300, 32*wideLine + 9
	require.Less(t, together(n, neighbourhood{side, side - 10, 8}), wideLine)
	require.Equal(t, wideLine, together(n, neighbourhood{side, side, 8}))
	e := newSingle()
	defer e.Close()
	x, rows := make([]complex64, n*side), make([]complex64, n*side)
	for i := range x {
		x[i] = complex(float32(i*i%1009)/1009, float32(i%977)/977)
		rows[i%side*n+i/side] = x[i]
	}
	require.NoError(t, e.TransformAxes(t.Context(), x, x, []int{n, side}, []int{0}, Ends{Scale: 1}))
	require.NoError(t, e.Transform(t.Context(), rows, rows, n, false, 1))
	for i, v := range x {
		if rows[i%side*n+i/side] != v {
			require.Equal(t, rows[i%side*n+i/side], v, "element %d", i)
		}
	}
}
