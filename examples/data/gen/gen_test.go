package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"wgfft/signals/wav"

	"github.com/stretchr/testify/require"
)

// TestReproduces holds the committed sound against a fresh one, to one step of 16 bits: processors
// that fuse multiplication and addition round the last bit differently.
func TestReproduces(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "dawn.wav")
	require.NoError(t, write(fresh))
	read := func(name string) wav.Sound {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		s, err := wav.Read(f)
		require.NoError(t, err)
		return s
	}
	want, got := read("../dawn.wav"), read(fresh)
	require.Equal(t, rate, want.Rate)
	require.Equal(t, 1, want.Channels)
	require.Equal(t, float64(seconds), want.Seconds())
	require.Len(t, got.Samples, len(want.Samples))
	worst := 0.0
	for i := range want.Samples {
		worst = max(worst, math.Abs(float64(want.Samples[i]-got.Samples[i])))
	}
	require.LessOrEqual(t, worst, 1.0/(1<<15), "go run ./examples/data/gen makes it anew")
}

func TestWriteError(t *testing.T) {
	require.Error(t, write(filepath.Join(t.TempDir(), "missing", "dawn.wav")))
}
