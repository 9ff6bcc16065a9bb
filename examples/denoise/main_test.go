package main

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/examples/internal/exampletest"
	"wgfft/imaging"
)

// The stripes of the example image are found at their frequencies, and the result has none.
func TestRun(t *testing.T) {
	const in = "../data/lighthouse.png"
	out := filepath.Join(t.TempDir(), "out.png")
	require.NoError(t, run(t.Context(), in, out))
	engine := exampletest.Open(t, wgfft.CPU)
	found := func(name string) []image.Point {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		m, err := png.Decode(f)
		require.NoError(t, err)
		spectrum, err := imaging.Spectrum(t.Context(), engine, m, imaging.SpectrumOptions{Taper: true})
		require.NoError(t, err)
		return peaks(spectrum, 0.25)
	}
	require.Equal(t, []image.Point{{384/2 - 144, 256/2 - 56}, {384/2 - 72, 256/2 - 28}}, found(in))
	require.Empty(t, found(out))
	require.Error(t, run(t.Context(), filepath.Join(t.TempDir(), "none.png"), out))
}
