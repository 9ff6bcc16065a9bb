package main

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

// TestRun compares the solutions on both engines with the exact one.
func TestRun(t *testing.T) {
	for _, device := range []string{"cpu", "software"} {
		t.Run(device, func(t *testing.T) {
			var out bytes.Buffer
			err := run(context.Background(), &out, device)
			if errors.Is(err, wgfft.ErrNoAdapter) {
				testcase.SkipNoAdapter(t, err)
			}
			require.NoError(t, err)
			errs := regexp.MustCompile(`float(\d+) on .*: largest error (\S+)`).FindAllStringSubmatch(out.String(), -1)
			require.NotEmpty(t, errs)
			for _, e := range errs {
				worst, err := strconv.ParseFloat(e[2], 64)
				require.NoError(t, err)
				tol := map[string]float64{"cpu": 1e-14, "software": 1e-13}[device] // a GPU may have double-single
				if e[1] == "32" {
					tol = 5e-6
				}
				require.Less(t, worst, tol)
			}
			t.Log(out.String())
		})
	}
}

// TestFuncs compares both sides of the functions.
func TestFuncs(t *testing.T) {
	engine, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer engine.Close()
	for _, f := range []*nd.Func{&wave, &invert} {
		require.NoError(t, nd.CheckFunc(context.Background(), engine, f, 1e-5, nil, nil))
	}
}
