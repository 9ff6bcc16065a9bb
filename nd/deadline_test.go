package nd_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// A blocking is a Func whose Go side waits until the test releases it.
type blocking struct {
	nd.Func
	calls   atomic.Int32
	entered chan struct{} // gets a value at each call
	release chan struct{}
}

func newBlocking() *blocking {
	b := &blocking{entered: make(chan struct{}, 64), release: make(chan struct{})}
	b.WGSL = `fn wait(x: R) -> R { return x; }`
	b.Go = func(x float64) float64 {
		b.calls.Add(1)
		b.entered <- struct{}{}
		<-b.release
		return x
	}
	return b
}

// soon returns a context that ends while a call waits.
func soon(t *testing.T) context.Context {
	short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
	t.Cleanup(cancel)
	return short
}

// TestDeadlineInAFunction ends the context of a step while a Go function runs. The call returns, and has no result. The
// memory of the step stays in use until the function returns.
func TestDeadlineInAFunction(t *testing.T) {
	eng := openEngine(t, true)
	q, other := nd.NewQueue(eng), nd.NewQueue(eng)
	x, y := nd.From(q, []float32{1, 2, 3, 4}, 4), nd.From(q, []float32{5, 5, 5, 5}, 4)
	require.NoError(t, q.Flush(ctx))
	slow := newBlocking()

	short, cancel := context.WithCancel(ctx)
	go func() {
		<-slow.entered
		cancel()
	}()
	stale := q.Apply(&slow.Func, x)
	q.Set(y, stale)
	fetched := q.Fetch(stale)
	require.ErrorIs(t, q.Flush(short), context.Canceled)

	// The function still runs. Calls return at once, or with their context.
	_, err := nd.Receive[float32](ctx, fetched, nil)
	require.ErrorIs(t, err, nd.ErrStale)
	q.Set(y, stale)
	require.ErrorIs(t, q.Flush(ctx), nd.ErrStale)
	z := nd.From(other, []float32{6, 7, 8, 9}, 4)
	r, err := z.Region()
	require.NoError(t, err)
	again := other.Adopt(r, nd.Float32, 4)
	require.NoError(t, x.Close())
	_, err = nd.Download[float32](soon(t), other, nil, z)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorIs(t, other.Wait(soon(t)), context.DeadlineExceeded)
	require.ErrorIs(t, other.Warm(soon(t)), context.DeadlineExceeded)
	dev, err := eng.Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	other.Set(z, nd.Scalar(0))
	require.ErrorIs(t, other.EncodeContext(soon(t), enc), context.DeadlineExceeded)

	close(slow.release)
	nd.Upload(other, again, []float32{6, 7, 8, 9})
	got, err := nd.Download[float32](ctx, other, nil, z)
	require.NoError(t, err)
	require.Equal(t, []float32{6, 7, 8, 9}, got)
	q.Set(y, q.Add(y, nd.Scalar(1)))
	require.NoError(t, q.Flush(ctx))
	require.EqualValues(t, 1, slow.calls.Load(), "the other elements are not computed after the end of the context")
	_, err = enc.Submit()
	require.NoError(t, err)
}

// TestCloseOfNewArrays closes and discards arrays that no step has used.
func TestCloseOfNewArrays(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		before := q.Engine().Stats().Buffers
		require.NoError(t, q.New(nd.Float32, 100).Close()) // never has memory
		require.NoError(t, q.Flush(ctx))
		x := q.New(nd.Float32, 100)
		q.Discard()
		require.Equal(t, before, q.Engine().Stats().Buffers)
		require.Equal(t, make([]complex128, 100), download(t, q, x))
		require.NoError(t, x.Close())
	})
}
