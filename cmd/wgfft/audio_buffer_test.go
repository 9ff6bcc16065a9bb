package main

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/signals"
)

// Buffered audio returns the same samples, whatever the sizes of reads.
func TestHeldSound(t *testing.T) {
	for _, samples := range []int{0, 1, bufferedPart - 1, bufferedPart, bufferedPart + 1, 3*bufferedPart + 7} {
		want := ref.UniformReal(3, samples)
		h, err := bufferAudio(signals.Samples(want), 1<<30)
		require.NoError(t, err)
		require.Equal(t, samples, h.samples)
		got := []float32{}
		for p := make([]float32, 1000); ; {
			n, err := h.ReadSamples(p)
			got = append(got, p[:n]...)
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
		}
		require.True(t, slices.Equal(want, got))
	}
	_, err := bufferAudio(endless{}, 1<<20)
	require.ErrorContains(t, err, "exceeds the limit of 1 MiB of memory")
}

// endless delivers silence without end.
type endless struct{}

func (endless) ReadSamples(p []float32) (int, error) { return len(p), nil }
