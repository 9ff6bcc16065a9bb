package main

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

// TestRun recovers the object on both engines, and compares it with the scene.
func TestRun(t *testing.T) {
	for _, device := range []string{"cpu", "software"} {
		t.Run(device, func(t *testing.T) {
			var out bytes.Buffer
			picture := filepath.Join(t.TempDir(), "out.png")
			found, err := run(context.Background(), &out, device, picture)
			if errors.Is(err, wgfft.ErrNoAdapter) {
				testcase.SkipNoAdapter(t, err)
			}
			require.NoError(t, err)
			require.FileExists(t, picture)
			t.Logf("\n%s", out.String())

			errs := regexp.MustCompile(`iterations: error (\S+)`).FindAllStringSubmatch(out.String(), -1)
			require.Len(t, errs, 4)
			last, err := strconv.ParseFloat(errs[3][1], 64)
			require.NoError(t, err)
			require.Less(t, last, 1e-3)

			object, _ := scene()
			var off, all float64
			for i, v := range object {
				off += math.Pow(float64(found[i]-v), 2)
				all += math.Pow(float64(v), 2)
			}
			t.Logf("object off by %.1e", math.Sqrt(off/all))
			require.Less(t, math.Sqrt(off/all), 1e-2)
		})
	}
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	engine, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer engine.Close()
	for _, f := range []*nd.Func{&magnitude, &fienup} {
		require.NoError(t, nd.CheckFunc(context.Background(), engine, f, 1e-5, nil, nil))
	}
}
