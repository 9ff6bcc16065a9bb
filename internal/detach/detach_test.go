package detach

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRunReturnsWhatTheCallReturns(t *testing.T) {
	failed := errors.New("failed")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, ctx := range []context.Context{context.Background(), ctx} {
		require.NoError(t, New(1).Run(ctx, func(context.Context) error { return nil }))
		require.Equal(t, failed, New(1).Run(ctx, func(context.Context) error { return failed }))
	}
}

// TestRunLeavesACallThatBlocks checks that a caller leaves a blocked call, and that the call can't access its memory
// afterwards.
func TestRunLeavesACallThatBlocks(t *testing.T) {
	calls := New(1)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	driver, touched := make(chan struct{}), make(chan bool)
	err := calls.Run(ctx, func(ctx context.Context) error {
		<-driver
		child, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		touched <- Memory(child, func() { t.Error("memory of a caller that has left was used") })
		return nil
	})
	require.ErrorIs(t, err, context.DeadlineExceeded)

	// The abandoned call counts until it is done. With a limit of one call, the next call waits,
	// and its caller can leave, too.
	ctx, cancel = context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, calls.Run(ctx, func(context.Context) error { return nil }), context.DeadlineExceeded)
	close(driver)
	require.False(t, <-touched)
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	require.NoError(t, calls.Run(ctx, func(context.Context) error { return nil }))
}

// TestRunWaitsForMemoryInUse checks that Run waits for a running copy before it returns.
func TestRunWaitsForMemoryInUse(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	used := false
	err := New(1).Run(ctx, func(ctx context.Context) error {
		Memory(ctx, func() {
			cancel()
			time.Sleep(20 * time.Millisecond)
			used = true // the race detector reports a Run that does not wait
		})
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.True(t, used)
}

// TestRunIsNeverNilAfterTheDeadline checks that Run returns the context's error if the call succeeds after the
// context ended.
func TestRunIsNeverNilAfterTheDeadline(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		err := New(1).Run(ctx, func(context.Context) error {
			cancel()
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, New(1).Run(ctx, func(context.Context) error { t.Error("called"); return nil }), context.Canceled)
}

// TestRunInsideRun checks that calls of a detached call run in its place, without another slot.
func TestRunInsideRun(t *testing.T) {
	calls := New(1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	require.NoError(t, calls.Run(ctx, func(ctx context.Context) error {
		return calls.Run(ctx, func(ctx context.Context) error {
			require.True(t, Memory(ctx, func() {}))
			return nil
		})
	}))
}

func TestManyCalls(t *testing.T) {
	calls := New(4)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wait sync.WaitGroup
	for range 64 {
		wait.Go(func() {
			for range 50 {
				if err := calls.Run(ctx, func(context.Context) error { return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}
