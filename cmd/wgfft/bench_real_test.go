package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
)

// bench times real transforms in every mode and reports their error against float64.
func TestBenchReal(t *testing.T) {
	needSoftware(t)
	specs := []string{"r2c:16*100"}
	if testcase.Long() {
		specs = append(specs, "c2r:15*64", "r2c:3", "dct2:12x12*20", "dst1:15*33", "dct4:16*100")
	}
	for i, row := range rows(t, command(t, append([]string{"--device", "software", "bench", "--csv"}, specs...)...),
		"spec,ms,gbps,gflops,passes,rel_l2") {
		problem, err := plan.ParseSpec(specs[i])
		require.NoError(t, err)
		require.Equal(t, problem.String(), row["spec"])
		require.Positive(t, number(t, row["ms"]))
		require.Less(t, number(t, row["rel_l2"]), 2e-7)
		require.Positive(t, number(t, row["rel_l2"]))
	}
	for _, row := range rows(t, command(t, "--device", "software", "bench", "--csv", "--plan", "r2c:16*8"),
		"spec,first_ms,again_us,slices_us") {
		require.Positive(t, number(t, row["first_ms"]))
		require.Positive(t, number(t, row["slices_us"]))
	}
	engines(t, func(t *testing.T, device string) {
		for _, row := range rows(t, command(t, "--device", device, "bench", "--csv", "--h2h", "r2c:64*100",
			"c2r:5x6*100", "dct3:12x12*20"), "spec,ms,gbps") {
			require.Positive(t, number(t, row["ms"]))
			require.Positive(t, number(t, row["gbps"]))
		}
	})
	got := command(t, "--device", "cpu", "bench", "--h2h", "dct1:1")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "at least 2 points")
	require.Empty(t, got.stdout, "refused before anything is measured")
}

// gbps counts the bytes read and written. gflops counts half the operations of complex transforms.
func TestRealFigures(t *testing.T) {
	for spec, bytes := range map[string]float64{
		"r2c:1024*1000": 4096 + 8*513, "c2r:1024*1000": 4096 + 8*513, "dct2:1024*1000": 8192,
		"dst4:32x32*1000": 8192, "r2c:32x32*1000": 4096 + 8*32*17,
	} {
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		require.InDelta(t, bytes/1e3, gbps(p, 1), 1e-9, spec)
		require.InDelta(t, 25.6, gflops(p, 1), 1e-9, spec)
	}
}
