package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/examples/internal/exampletest"
)

// TestRun compares the pictures of both engines with the scene. Rounding to bytes costs a quarter of a level.
func TestRun(t *testing.T) {
	exampletest.OnBoth(t, func(t *testing.T, device string) {
		picture := filepath.Join(t.TempDir(), "out.png")
		out := exampletest.Output(t, func(out io.Writer) error {
			return run(t.Context(), out, device, 20, picture)
		})
		require.FileExists(t, picture)
		worst := exampletest.Numbers(t, out, `^20 pictures .* error (\S+) grey levels\n$`)
		require.Len(t, worst, 1)
		require.Less(t, worst[0], 0.5)
	})
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	exampletest.CheckFunc(t, &notch, []float64{0, 0, 0, 0}, []float64{0.5, 0.5, 0.5, 0.5})
	exampletest.CheckFunc(t, &brighten, []float64{0, 0.1}, []float64{300, 2})
}
