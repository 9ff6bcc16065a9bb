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

// TestRun compares the pictures of both engines with the scene. Rounding to bytes costs a quarter of a level.
func TestRun(t *testing.T) {
	for _, device := range []string{"cpu", "software"} {
		t.Run(device, func(t *testing.T) {
			var out bytes.Buffer
			picture := filepath.Join(t.TempDir(), "out.png")
			err := run(context.Background(), &out, device, 20, picture)
			if errors.Is(err, wgfft.ErrNoAdapter) {
				testcase.SkipNoAdapter(t, err)
			}
			require.NoError(t, err)
			require.FileExists(t, picture)
			t.Log(out.String())
			found := regexp.MustCompile(`^20 pictures .* error (\S+) grey levels\n$`).FindStringSubmatch(out.String())
			require.NotNil(t, found)
			worst, err := strconv.ParseFloat(found[1], 64)
			require.NoError(t, err)
			require.Less(t, worst, 0.5)
		})
	}
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	engine, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer engine.Close()
	for _, f := range []*nd.Func{&notch, &brighten} {
		lo, hi := []float64{0, 0, 0, 0}, []float64{0.5, 0.5, 0.5, 0.5}
		if f == &brighten {
			lo, hi = []float64{0, 0.1}, []float64{300, 2}
		}
		require.NoError(t, nd.CheckFunc(context.Background(), engine, f, 1e-5, lo, hi))
	}
}
