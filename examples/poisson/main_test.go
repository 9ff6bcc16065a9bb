package main

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/examples/internal/exampletest"
)

// TestRun compares the solutions on both engines with the exact one.
func TestRun(t *testing.T) {
	exampletest.OnBoth(t, func(t *testing.T, device string) {
		out := exampletest.Output(t, func(out io.Writer) error { return run(t.Context(), out, device) })
		single := exampletest.Numbers(t, out, `float32 on .*: largest error (\S+)`)
		require.Len(t, single, 1)
		require.Less(t, single[0], 5e-6)
		double := exampletest.Numbers(t, out, `float64 on .*: largest error (\S+)`)
		require.Len(t, double, 1)
		tol := map[string]float64{"cpu": 1e-14, "software": 1e-13}[device] // a GPU may have double-single
		require.Less(t, double[0], tol)
	})
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	exampletest.CheckFunc(t, &wave, nil, nil)
	exampletest.CheckFunc(t, &invert, nil, nil)
}
