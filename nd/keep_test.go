package nd

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
)

// TestForget closes kernels and plans between equal steps. Each step makes them again.
func TestForget(t *testing.T) {
	for _, kind := range []wgfft.ChoiceKind{wgfft.CPU, wgfft.Software} {
		eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: kind}})
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
		q := NewQueue(eng)
		x, y := From(q, []complex64{1, 2, 3, 4}, 4), q.New(Complex64, 4)
		step := func() []complex64 {
			q.Set(y, q.Mul(q.FFT(q.Mul(x, Scalar(2))), Scalar(0.5)))
			sum := q.Sum(q.Add(y, x))
			got, err := Download[complex64](context.Background(), q, nil, q.Add(q.IFFT(y), sum))
			require.NoError(t, err)
			return got
		}
		want := step()
		for range 3 {
			q.on.mu.Lock()
			if g, ok := q.on.m.(*gpu); ok {
				g.forget()
				require.Empty(t, g.kernels)
			} else {
				q.on.m.(*cpu).forget()
			}
			q.on.mu.Unlock()
			require.Equal(t, want, step())
		}
		require.NoError(t, eng.Close())
	}
}

// TestArraysOfStencil reads many views of one array. They count as one array.
func TestArraysOfStencil(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer eng.Close()
	q := NewQueue(eng)
	x := q.New(Float32, 32)
	sum := q.Mul(x.Slice(0, 0, 16, 1), Scalar(0))
	for i := range 14 {
		sum = q.Add(sum, x.Slice(0, i, 16+i, 1))
	}
	q.Set(q.New(Float32, 16), sum)
	require.NotContains(t, q.Explain(), "allowed")
	require.NoError(t, q.Flush(context.Background()))
}
