package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"wgfft/signals/wav"

	"github.com/stretchr/testify/require"
)

// The committed audio equals a new one, except for one level of 16 bits. Processors that fuse
// multiplication and addition round differently.
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
	require.LessOrEqual(t, worst, 1.0/(1<<15), "to write it again: go run ./examples/data/gen")
}

func TestWriteError(t *testing.T) {
	require.Error(t, write(filepath.Join(t.TempDir(), "missing", "dawn.wav")))
}
