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
