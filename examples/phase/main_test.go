package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/examples/internal/exampletest"
	"wgfft/internal/ref"
)

// TestRun recovers the object on both engines, and compares it with the scene.
func TestRun(t *testing.T) {
	exampletest.OnBoth(t, func(t *testing.T, device string) {
		picture := filepath.Join(t.TempDir(), "out.png")
		var found []float32
		out := exampletest.Output(t, func(out io.Writer) (err error) {
			found, err = run(t.Context(), out, device, picture)
			return err
		})
		require.FileExists(t, picture)
		errs := exampletest.Numbers(t, out, `iterations: error (\S+)`)
		require.Len(t, errs, 4)
		require.Less(t, errs[3], 1e-3)

		object, _ := scene()
		want := make([]float64, len(object))
		for i, v := range object {
			want[i] = float64(v)
		}
		off := ref.RelL2Real(found, want)
		t.Logf("object off by %.1e", off)
		require.Less(t, off, 1e-2)
	})
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	exampletest.CheckFunc(t, &magnitude, nil, nil)
	exampletest.CheckFunc(t, &fienup, nil, nil)
}
