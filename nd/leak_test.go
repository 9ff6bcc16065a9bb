package nd_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestFetchedMemory makes copies that can't be received. The engine keeps none of their memory.
func TestFetchedMemory(t *testing.T) {
	eng := openEngine(t, false)
	dev, err := eng.Device()
	require.NoError(t, err)
	q, checked := nd.NewQueue(eng), nd.NewQueue(eng, nd.QueueOptions{Check: true})
	x := nd.From(q, []float32{1, 2, 3, 4}, 4)
	require.NoError(t, q.Flush(ctx))
	steps := map[string]func(){
		"of a step that is not finite": func() {
			checked.Fetch(x)
			checked.Set(x, nd.Scalar(math.NaN()))
			require.ErrorIs(t, checked.Flush(ctx), nd.ErrNotFinite)
		},
		"of another type": func() {
			_, err := nd.Download[float64](ctx, q, nil, x)
			require.ErrorIs(t, err, nd.ErrType)
		},
		"of another size": func() {
			_, err := nd.Download(ctx, q, make([]float32, 3), x)
			require.ErrorIs(t, err, nd.ErrShape)
		},
		"of a step that was dropped": func() {
			q.Fetch(x)
			require.NoError(t, q.Warm(ctx))
		},
	}
	for what, step := range steps {
		step()
		require.NoError(t, q.Wait(ctx))
		have := dev.Stats().Buffers
		for range 5 {
			step()
		}
		require.NoError(t, q.Wait(ctx))
		require.Equal(t, have, dev.Stats().Buffers, what)
	}
}
