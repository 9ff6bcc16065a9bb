package main

import (
	"context"
	"image"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/imaging"
)

// The stripes of the example's picture are found where they are, and gone afterwards.
func TestDenoise(t *testing.T) {
	const in = "../data/lighthouse.png"
	out := filepath.Join(t.TempDir(), "out.png")
	require.NoError(t, run(context.Background(), in, out))
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer c.Close()
	points := func(name string) []image.Point {
		m, err := load(name)
		require.NoError(t, err)
		seen, err := imaging.Spectrum(context.Background(), c, m, imaging.SpectrumOptions{Taper: true})
		require.NoError(t, err)
		return outstanding(seen, 0.25)
	}
	require.Equal(t, []image.Point{{384/2 - 144, 256/2 - 56}, {384/2 - 72, 256/2 - 28}}, points(in))
	require.Empty(t, points(out))
	require.Error(t, run(context.Background(), filepath.Join(t.TempDir(), "none.png"), out))
}
