package cpu

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// call is one long call of an engine.
type call[C Complex, R Float] struct {
	name string
	run  func(ctx context.Context, e *Engine[C, R]) error
}

// longCalls are calls of every kind; each has about the given number of points.
func longCalls[C Complex, R Float](points int) []call[C, R] {
	z, w := make([]C, points+2), make([]C, points+2)
	x, y := make([]R, 2*points), make([]R, 2*points)
	for i := range z {
		z[i], w[i] = C(complex(float64(i%7), 1)), 1
	}
	prime := map[int]int{1 << 19: 524287, 1 << 22: 4194301}[points]
	threes := map[int]int{1 << 19: 2 * 177147, 1 << 22: 1594323}[points]
	side := map[int]int{1 << 19: 1 << 9, 1 << 22: 1 << 11}[points]
	calls := []call[C, R]{}
	add := func(name string, run func(ctx context.Context, e *Engine[C, R]) error) {
		calls = append(calls, call[C, R]{name, run})
	}
	for _, n := range []int{points, prime, threes, points / 257 * 257} {
		add(fmt.Sprintf("fft %d", n), func(ctx context.Context, e *Engine[C, R]) error {
			return e.Transform(ctx, w[:n], z[:n], n, false, 1)
		})
		add(fmt.Sprintf("ifft %d", n), func(ctx context.Context, e *Engine[C, R]) error {
			return e.Transform(ctx, w[:n], z[:n], n, true, 1/float64(n))
		})
		add(fmt.Sprintf("rfft %d", n), func(ctx context.Context, e *Engine[C, R]) error {
			return e.RealForward(ctx, z[:n/2+1], x[:n], []int{n}, []int{0}, 0.5)
		})
		add(fmt.Sprintf("irfft %d", n), func(ctx context.Context, e *Engine[C, R]) error {
			return e.RealInverse(ctx, x[:n], z[:n/2+1], []int{n}, []int{0}, 1/float64(n))
		})
	}
	for _, n := range []int{points, prime} {
		for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
			add(fmt.Sprintf("%v %d", kind, n), func(ctx context.Context, e *Engine[C, R]) error {
				return e.Trig(ctx, y[:n], x[:n], []int{n}, []int{0},
					Trig{Kinds: []transforms.Kind{kind}, IsOrthogonal: true, Scale: 0.5})
			})
		}
	}
	add("rows of 1009", func(ctx context.Context, e *Engine[C, R]) error {
		n := points / 1009 * 1009
		return e.Transform(ctx, w[:n], z[:n], 1009, false, 1)
	})
	for _, shape := range [][]int{{side, points / side}, {2, points / 2}, {points / 2, 2}, {points / 20000, 20000}} {
		n := product(shape)
		add(fmt.Sprintf("fft %v", shape), func(ctx context.Context, e *Engine[C, R]) error {
			return e.TransformAxes(ctx, w[:n], z[:n], shape, []int{0, 1}, Ends{Inverse: true, Scale: 0.5})
		})
		add(fmt.Sprintf("rfft %v", shape), func(ctx context.Context, e *Engine[C, R]) error {
			return e.RealForward(ctx, w[:n/shape[0]*(shape[0]/2+1)], x[:n], shape, []int{1, 0}, 0.5)
		})
		add(fmt.Sprintf("irfft %v", shape), func(ctx context.Context, e *Engine[C, R]) error {
			return e.RealInverse(ctx, x[:n], w[:n/shape[0]*(shape[0]/2+1)], shape, []int{1, 0}, 0.5)
		})
		add(fmt.Sprintf("dct %v", shape), func(ctx context.Context, e *Engine[C, R]) error {
			return e.Trig(ctx, y[:n], x[:n], shape, []int{0, 1},
				Trig{Kinds: []transforms.Kind{transforms.DCT2, transforms.DST4}, Scale: 0.5})
		})
	}
	for _, real := range []bool{false, true} {
		spectrum := make([]C, points)
		whole, _ := NewFilter([]int{points / 2}, []int{points}, []int{points / 2}, spectrum, 1, real)
		blocks, _ := NewBlocks(points, points, Blocks{4096, 4000, 50}, spectrum[:4096], 1, real)
		half, full := []int{side / 2, points / side}, []int{side, points / side}
		two, _ := NewFilter(half, full, half, spectrum, 1, real)
		for name, f := range map[string]*Filter[C]{"whole": whole, "blocks": blocks, "two axes": two} {
			n := product(f.shape)
			add(fmt.Sprintf("convolve %s, real %v", name, real), func(ctx context.Context, e *Engine[C, R]) error {
				if real {
					return e.ConvolveReal(ctx, x[:n], x[:n], f)
				}
				return e.Convolve(ctx, z[:n], z[:n], f)
			})
		}
	}
	return calls
}

// watched is a context that counts how often it is looked at, and ends with look number last.
type watched struct {
	context.Context
	mu          sync.Mutex
	looks, last int
}

func (w *watched) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looks++
	if w.last > 0 && w.looks >= w.last {
		return context.Canceled
	}
	return nil
}

// TestEveryCallLooksAtItsContext counts the looks of calls of every kind. A call that is
// cancelled at any of them returns after few more: one of each goroutine, and on the way out.
func TestEveryCallLooksAtItsContext(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	t.Run("single", looksAtItsContext[complex64, float32])
	t.Run("double", looksAtItsContext[complex128, float64])
}

func looksAtItsContext[C Complex, R Float](t *testing.T) {
	const points, mostMore = 1 << 19, 16
	for i, c := range longCalls[C, R](points) {
		if !testcase.ShardOf(t, i, 16) {
			continue
		}
		e := New[C, R](0)
		require.NoError(t, c.run(context.Background(), e), c.name) // makes the plans
		all := &watched{Context: context.Background()}
		require.NoError(t, c.run(all, e), c.name)
		require.GreaterOrEqual(t, all.looks, points/blockPoints, c.name)
		for _, last := range []int{1, 2, all.looks / 3, all.looks - 1, all.looks} {
			w := &watched{Context: context.Background(), last: last}
			require.ErrorIs(t, c.run(w, e), context.Canceled, "%s: at look %d of %d", c.name, last, all.looks)
			require.LessOrEqual(t, w.looks, last+mostMore, c.name)
		}
		require.NoError(t, e.Close())
	}
}

// TestEveryPlanLooksAtItsContext ends the contexts of calls while they make their plans, at several
// looks. The calls return after few more looks.
func TestEveryPlanLooksAtItsContext(t *testing.T) {
	if testing.Short() {
		t.Skip("left out of short runs")
	}
	const points, mostMore = 1 << 19, 16
	for i, c := range longCalls[complex64, float32](points) {
		if !testcase.ShardOf(t, i, 4) {
			continue
		}
		for _, last := range []int{2, 5} {
			e := newSingle()
			w := &watched{Context: context.Background(), last: last}
			require.ErrorIs(t, c.run(w, e), context.Canceled, "%s: at look %d", c.name, last)
			require.LessOrEqual(t, w.looks, last+mostMore, c.name)
			require.NoError(t, e.Close())
		}
	}
}

// TestPastDeadlines: a call whose deadline has passed fails, even if no timer ended its context.
func TestPastDeadlines(t *testing.T) {
	e := newSingle()
	defer e.Close()
	past, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for _, c := range longCalls[complex64, float32](1 << 19) {
		require.ErrorIs(t, c.run(past, e), context.DeadlineExceeded, c.name)
		require.ErrorIs(t, c.run(noTimer{context.Background()}, e), context.DeadlineExceeded, c.name)
	}
	require.NoError(t, ContextErr(context.Background()))
}

// noTimer is a context past its deadline that has not ended yet.
type noTimer struct{ context.Context }

func (noTimer) Deadline() (time.Time, bool) { return time.Now().Add(-time.Microsecond), true }

// TestLeavingAPlan: callers leave a plan that is being made, and the last of them ends its making.
func TestLeavingAPlan(t *testing.T) {
	ended, begun := make(chan error), make(chan bool)
	var c cache[int, *plan[complex64, float32]]
	c.open(func(ctx context.Context, _ int) (*plan[complex64, float32], error) {
		begun <- true
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	first, leave := context.WithCancel(context.Background())
	second, leaveToo := context.WithCancel(context.Background())
	errs := make(chan error, 2)
	for _, ctx := range []context.Context{first, second} {
		go func() {
			_, err := c.get(ctx, 5)
			errs <- err
		}()
	}
	<-begun
	waiting := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return (*c.plans.Load())[5].waiting
	}
	require.Eventually(t, func() bool { return waiting() == 2 }, time.Minute, time.Millisecond)
	leave()
	require.ErrorIs(t, <-errs, context.Canceled)
	require.Equal(t, 1, waiting())
	select {
	case <-ended:
		t.Fatal("given up while somebody waits")
	default:
	}
	leaveToo()
	require.ErrorIs(t, <-errs, context.Canceled)
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Empty(t, *c.plans.Load())
}
