//go:build linux || darwin

package worker

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/internal/ref"
)

// lent returns n points of shared memory.
func lent(t testing.TB, c *Client, n int) ([]complex64, func()) {
	t.Helper()
	b, free, err := c.Lend(t.Context(), 8*int64(n))
	require.NoError(t, err)
	return engine.NumbersIn[complex64](b), free
}

// TestLend checks calls with shared slices, and parts of them, as source, as result and as both.
func TestLend(t *testing.T) {
	const n = 1000
	c := opened(t, Config{})
	direct := engine.NewCPU(0)
	defer direct.Close()
	src := ref.Uniform(1, n)
	want, err := transform(t.Context(), direct, n, src)
	require.NoError(t, err)
	shared, free := lent(t, c, 2*n+3)
	for _, isResult := range []bool{true, false} {
		for _, isSource := range []bool{true, false} {
			clear(shared)
			from, to := src, make([]complex64, n)
			if isSource {
				from = shared[1:][:n]
				copy(from, src)
			}
			if isResult {
				to = shared[n+2:][:n]
			}
			require.NoError(t, c.Run(t.Context(), engine.DataOf(to), engine.DataOf(from), rows(n)))
			require.Equal(t, want, to)
			require.Equal(t, src, from)
			require.Zero(t, shared[0])
			require.Zero(t, shared[n+1])
			require.Zero(t, shared[2*n+2])
		}
	}
	inPlace := shared[5:][:n]
	copy(inPlace, src)
	require.NoError(t, c.Run(t.Context(), engine.DataOf(inPlace), engine.DataOf(inPlace), rows(n)))
	require.Equal(t, want, inPlace)

	// Slices survive the child.
	require.ErrorIs(t, <-fault(t.Context(), c, exits), device.ErrDeviceLost)
	require.Equal(t, want, inPlace)
	copy(inPlace, src)
	require.NoError(t, c.Run(t.Context(), engine.DataOf(inPlace), engine.DataOf(inPlace), rows(n)))
	require.Equal(t, want, inPlace)
	free()
	free()
	settles(t, c)
	again, free := lent(t, c, 2*n+3)
	require.Same(t, &shared[0], &again[0])
	require.Zero(t, again[7], "slices begin with zeros")

	require.NoError(t, c.Close())
	again[0] = 1 // until it is freed
	free()
	_, _, err = c.Lend(t.Context(), 8)
	require.ErrorIs(t, err, device.ErrClosed)
}

// TestLendLimit checks that shared slices count for the limit.
func TestLendLimit(t *testing.T) {
	c := opened(t, Config{Memory: 1 << 20})
	_, _, err := c.Lend(t.Context(), 1<<20+1)
	require.ErrorIs(t, err, memory.ErrLimit)
	_, free := lent(t, c, 1<<17)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, <-fault(ctx, c, 8), context.DeadlineExceeded)
	free()
	works(t, c)
}

// TestLentSlicesAreLeftAlone checks that a call with shared slices returns only after the child has
// answered or is dead. Then the child no longer uses the slices.
func TestLentSlicesAreLeftAlone(t *testing.T) {
	c := opened(t, Config{})
	first := child(c)
	call := func(n int) error {
		s, free := lent(t, c, n)
		defer free()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		done := make(chan error, 1)
		go func() { done <- c.Run(ctx, engine.DataOf(s), engine.DataOf(s), rows(n)) }()
		wrote(t, first, began(n), 1)
		cancel()
		return <-done
	}
	require.ErrorIs(t, call(waits), context.Canceled)
	require.Zero(t, c.shared.inUse())
	works(t, c)
	require.Same(t, first, child(c))
	var within time.Duration
	c.config.limit = func(d time.Duration) (context.Context, context.CancelFunc) {
		within = d
		return atOnce(d)
	}
	require.ErrorIs(t, call(blocks), context.Canceled)
	require.Equal(t, lentAnswer, within, "at most, because the caller waits")
	require.Zero(t, c.shared.inUse())
	select {
	case <-first.dead:
	default:
		t.Fatal("the child may still use the slice")
	}
	c.config.limit = patient
	works(t, c)
}
