package nd_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// TestFail reports the error of an operation that a package composes. The step returns the first
// error.
func TestFail(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		defer q.Close()
		mine := errors.New("mine")
		a := q.New(nd.Float32, 3).Named("a")
		r := q.Fail("Blur", mine, a)
		q.Fetch(q.Add(r, q.Fail("Other", wgfft.ErrClosed, r)))
		err := q.Flush(ctx)
		require.ErrorIs(t, err, mine)
		require.NotErrorIs(t, err, wgfft.ErrClosed)
		var wrong *nd.OpError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, "Blur", wrong.Op)
		require.Equal(t, "a float32[3]", wrong.Operands)
		require.Contains(t, wrong.Where, "fail_test.go")

		q.Set(a, nd.Scalar(1)) // the next step is a new one
		require.NoError(t, q.Flush(ctx))
	})
}

// TestNilEngine uses a queue without an engine. Its steps return an error that says so.
func TestNilEngine(t *testing.T) {
	q := nd.NewQueue(nil)
	require.Nil(t, q.Engine())
	x := nd.From(q, []float32{1, 2}, 2)
	q.Set(x, q.Roll(q.FFT(q.Sum(q.Add(x, nd.Scalar(1)), 0)), 1, 0))
	f := &nd.Func{WGSL: "fn f(x: R) -> R { return x; }", Go: func(x float64) float64 { return x }}
	_, err := nd.Download[float32](ctx, q, nil, q.Apply(f, q.ArgMax(x)))
	require.ErrorContains(t, err, "nil engine")
	require.ErrorContains(t, q.Flush(ctx), "nil engine")
	require.ErrorContains(t, q.Wait(ctx), "nil engine")
	require.ErrorContains(t, q.Warm(ctx), "nil engine")
	require.ErrorContains(t, q.Encode(nil), "nil engine")
	_, err = q.Number(ctx, q.Adopt(wgfft.Region{}, nd.Float32, 1))
	require.ErrorContains(t, err, "nil engine")
	require.NoError(t, q.Close())
	require.ErrorContains(t, nd.CheckFunc(ctx, nil, f, 1e-5, nil, nil), "nil engine")
}

// TestExpandToManyAxes refuses more axes than an array can have. A call takes no longer for more axes.
func TestExpandToManyAxes(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := q.New(nd.Float32, 3)
		require.Equal(t, []int{1, 1, 1, 1, 1, 1, 1, 3}, x.ExpandTo(nd.MaxRank).Shape())
		q.Set(x, x.ExpandTo(1<<30))
		err := q.Flush(ctx)
		require.ErrorIs(t, err, nd.ErrShape)
		require.ErrorContains(t, err, "rank 1073741824, at most 8 axes are allowed")
	})
}
