package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/examples/internal/exampletest"
)

// TestRun compares the last states on both engines with the exact solution.
func TestRun(t *testing.T) {
	exampletest.OnBoth(t, func(t *testing.T, device string) {
		picture := filepath.Join(t.TempDir(), "out.png")
		out := exampletest.Output(t, func(out io.Writer) error {
			return run(t.Context(), out, device, 50, picture)
		})
		require.FileExists(t, picture)
		single := exampletest.Numbers(t, out, `float32: largest error (\S+)`)
		require.Len(t, single, 1)
		require.Less(t, single[0], 1e-5)
		double := exampletest.Numbers(t, out, `float64: largest error (\S+)`)
		require.Len(t, double, 1)
		require.Less(t, double[0], 1e-6) // the error of the time steps
	})
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	exampletest.CheckFunc(t, &taylorGreen, nil, nil)
	lo, hi := []float64{-2, -2, -2, 0, 0, 0}, []float64{2, 2, 2, 900, 1, 0.1} // k2, nu and dt are positive
	exampletest.CheckFunc(t, &advance, lo, hi)
}
