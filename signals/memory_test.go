package signals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// Arrays above the engine's memory limit are refused before they are allocated.
func TestMemoryLimit(t *testing.T) {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.CPU, MemoryLimit: 4 << 20})
	require.NoError(t, err)
	defer c.Close()
	for name, f := range map[string]STFTConfig{
		"points":        {Points: 1 << 31},
		"frame":         {Frame: 1 << 31},
		"block":         {Frame: 256, Block: 1 << 22},
		"default block": {Frame: 256},
	} {
		_, err := NewSTFT(c, f)
		require.ErrorIs(t, err, wgfft.ErrMemoryLimit, name)
		_, err = NewWelch(c, WelchConfig{Segment: f.Frame, Points: f.Points, Block: f.Block})
		require.ErrorIs(t, err, wgfft.ErrMemoryLimit, name)
	}
	s, err := NewSTFT(c, STFTConfig{Frame: 256, Block: 16, Hop: 1})
	require.NoError(t, err)
	signal := make([]float32, 1<<15)
	_, err = s.Forward(t.Context(), nil, signal)
	require.ErrorIs(t, err, wgfft.ErrMemoryLimit, "spectra")
	_, err = s.Forward(t.Context(), nil, signal[:1000])
	require.NoError(t, err)
	w, err := NewWelch(c, WelchConfig{Block: 16, Hop: 1, Average: Median})
	require.NoError(t, err)
	_, err = w.Power(t.Context(), signal)
	require.ErrorIs(t, err, wgfft.ErrMemoryLimit, "a median")
	long, err := NewSTFT(c, STFTConfig{Frame: 1, Block: 16, Hop: 2, Edges: Whole})
	require.NoError(t, err)
	_, err = long.Inverse(t.Context(), nil, make([]complex64, 1<<20), 1<<21)
	require.ErrorIs(t, err, ErrNOLA, "ErrNOLA comes before the memory limit")
	dense, err := NewSTFT(c, STFTConfig{Frame: 1, Block: 16, Hop: 1, Edges: Whole, Window: Rectangular()})
	require.NoError(t, err)
	_, err = dense.Inverse(t.Context(), nil, make([]complex64, 1<<21), 1<<21)
	require.ErrorIs(t, err, wgfft.ErrMemoryLimit, "a signal")
}
