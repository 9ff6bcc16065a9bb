package strided

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// Scattered elements lie at their strides, gathered ones in order; elements that are not stored are zero.
func TestStrides(t *testing.T) {
	p := plan.Problem{Shape: []int{2, 3}, Batch: 2}
	p.Out = plan.Layout{Strides: []int{1, 2}, Dist: 7, Offset: 1} // columns first
	memory := slices.Repeat([]complex64{-1}, 14)
	require.NoError(t, Scatter(t.Context(), p, memory, []complex64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}))
	require.Equal(t, []complex64{-1, 1, 4, 2, 5, 3, 6, -1, 7, 10, 8, 11, 9, 12}, memory)
	p.In = p.Out
	p.In.Have = []int{2, 2}
	got := slices.Repeat([]complex64{-1}, 12)
	require.NoError(t, Gather(t.Context(), p, got, memory))
	require.Equal(t, []complex64{1, 2, 0, 4, 5, 0, 7, 8, 0, 10, 11, 0}, got)
}

func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := plan.Problem{Shape: []int{2 * maxRun}}
	x := make([]complex64, 2*maxRun)
	require.ErrorIs(t, Gather(ctx, p, slices.Clone(x), x), context.Canceled)
	require.ErrorIs(t, Scatter(ctx, p, slices.Clone(x), x), context.Canceled)
	p.In.Offset = -1
	require.ErrorContains(t, Gather(t.Context(), p, x, x), "offset")
}
