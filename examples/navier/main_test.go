package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

// TestRun compares the last states on both engines with the exact solution.
func TestRun(t *testing.T) {
	for _, device := range []string{"cpu", "software"} {
		t.Run(device, func(t *testing.T) {
			var out bytes.Buffer
			picture := filepath.Join(t.TempDir(), "out.png")
			err := run(context.Background(), &out, device, 200, picture)
			if errors.Is(err, wgfft.ErrNoAdapter) {
				testcase.SkipNoAdapter(t, err)
			}
			require.NoError(t, err)
			require.FileExists(t, picture)
			errs := regexp.MustCompile(`float(\d+): largest error (\S+)`).FindAllStringSubmatch(out.String(), -1)
			require.NotEmpty(t, errs)
			for _, e := range errs {
				worst, err := strconv.ParseFloat(e[2], 64)
				require.NoError(t, err)
				tol := map[string]float64{"32": 1e-5, "64": 1e-6}[e[1]] // 64: the error of the time steps
				require.Less(t, worst, tol)
			}
			t.Logf("\n%s", out.String())
		})
	}
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	engine, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer engine.Close()
	require.NoError(t, nd.CheckFunc(context.Background(), engine, &taylorGreen, 1e-5, nil, nil))
	lo, hi := []float64{-2, -2, -2, 0, 0, 0}, []float64{2, 2, 2, 900, 1, 0.1} // k2, nu and dt are positive
	require.NoError(t, nd.CheckFunc(context.Background(), engine, &advance, 1e-5, lo, hi))
}
