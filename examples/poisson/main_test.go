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
				require.Less(t, worst, map[string]float64{"32": 5e-6, "64": 1e-14}[e[1]])
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
