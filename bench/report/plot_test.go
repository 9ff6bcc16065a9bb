package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/benchcsv"
	"wgfft/internal/chart"
	"wgfft/plan"
)

// timesOf collects the times of tables.
func timesOf(t *testing.T, texts ...string) *pointTimes {
	t.Helper()
	c := &pointTimes{}
	for _, text := range texts {
		table, err := benchcsv.Read(strings.NewReader(text))
		require.NoError(t, err)
		require.NoError(t, c.add(table))
	}
	return c
}

func TestCurves(t *testing.T) {
	c := timesOf(t,
		"spec,ms,peer_ms\nc2c:8*1000,0.002,9\nc2c:3*1000,0.006,9\nc2c:2*500,0.004,9\nc2c:16x16*4,1,9\nr2c:8*1000,1,9\n",
		"spec,cufft_ms,other_ms\nc2c:8*1000,0.008,\nc2c:4,,0.001\n",
		"spec,ms\nc2c:8*2000,0.002\nc2c:3*1000,0.007\n")
	require.Equal(t, []chart.Curve{
		{Name: "wgfft", Line: []chart.Point{{X: 2, Y: 4}, {X: 8, Y: 0.125}}, Marks: []chart.Point{{X: 3, Y: 2}}},
		{Name: "cuFFT", Line: []chart.Point{{X: 8, Y: 1}}},
		{Name: "other", Line: []chart.Point{{X: 4, Y: 250}}},
	}, c.curves())
}

func TestBadSpecsAreRefused(t *testing.T) {
	table, err := benchcsv.Read(strings.NewReader("spec,ms\nc2c:08*2,1\n"))
	require.NoError(t, err)
	require.ErrorIs(t, (&pointTimes{}).add(table), plan.ErrSpec)
}

func TestMemoryLine(t *testing.T) {
	line := memoryLine([]chart.Curve{
		{Line: []chart.Point{{X: 4, Y: 1}}},
		{Marks: []chart.Point{{X: 3, Y: 1}, {X: 5, Y: 1}}},
	}, 0.256)
	require.True(t, line.Thin)
	require.Equal(t, "one trip through memory at 4.2 TB/s", line.Name)
	require.Len(t, line.Line, 2)
	require.Equal(t, 3.0, line.Line[0].X)
	require.Equal(t, 5.0, line.Line[1].X)
	require.InDelta(t, 0.0038147, line.Line[0].Y, 1e-7)
	require.Empty(t, memoryLine(nil, 1).Line)
}

func TestThePictureOfTheRepository(t *testing.T) {
	out := filepath.Join(t.TempDir(), "cost.svg")
	require.NoError(t, drawTimes(out, "", 0.256, []string{"../h200.csv", "../peers_h200.csv"}))
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	for _, name := range []string{"wgfft", "cuFFT", "VkFFT (CUDA)", "one trip"} {
		require.Contains(t, string(data), name)
	}
	require.ErrorContains(t, drawTimes(out, "", 0, nil), "want at least one CSV")
}

func TestTheSpecsAreThePowersOfTwo(t *testing.T) {
	data, err := os.ReadFile("../cost-specs.txt")
	require.NoError(t, err)
	n := 1
	for spec := range strings.FieldsSeq(string(data)) {
		n *= 2
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		require.Equal(t, plan.Problem{Shape: []int{n}, Batch: max(1, 1<<26/n)}, p)
	}
	require.Equal(t, 1<<28, n)
}
