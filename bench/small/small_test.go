package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/benchcsv"
	"wgfft/internal/testcase"
	"wgfft/internal/testgpu"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestTheSpecsAreTheGroups(t *testing.T) {
	all, err := wanted(nil, false)
	require.NoError(t, err)
	data, err := os.ReadFile("../specs-small.txt")
	require.NoError(t, err)
	var specs []string
	for _, p := range all {
		specs = append(specs, p.String())
	}
	require.Equal(t, specs, strings.Fields(string(data)))
	require.Len(t, all, 2*(9+6+8)+54)
	for i, p := range all {
		require.Equal(t, i >= len(all)-mostCubes, p.host, "only the application comes from host slices")
	}
}

func TestWanted(t *testing.T) {
	all, err := wanted([]string{"c2c:5x6*7", "cubes"}, true)
	require.NoError(t, err)
	require.Len(t, all, 1+12)
	require.Equal(t, plan.Problem{Shape: []int{5, 6}, Batch: 7}, all[0].Problem)
	require.True(t, all[12].host)
	_, err = wanted([]string{"spheres"}, false)
	require.ErrorContains(t, err, "none of the groups")
	require.ErrorIs(t, err, plan.ErrSpec)
	for _, s := range []settings{{}, {top: 1, plot: "a.gif"}, {top: 1, plotHost: "a"}} {
		require.ErrorContains(t, run(context.Background(), s, []string{"c2c:2x2"}), "want")
	}
}

func TestRows(t *testing.T) {
	k, err := wgsl.ParseFFT("fft16_4x4_p4_t16_product1_complex_linear")
	require.NoError(t, err)
	r := row{problem: problem{Problem: plan.Problem{Shape: []int{4, 4}, Batch: 3}}}
	_, any := r.winner()
	require.False(t, any)
	r.forms[plan.Butterflies] = timed{ms: 0.25, hostMs: 1}
	r.forms[plan.DirectForm] = timed{k: k, ms: 0.125, err: 1e-7}
	form, any := r.winner()
	require.True(t, any)
	require.Equal(t, plan.DirectForm, form)
	require.Equal(t, "spec,ms,form,butterflies_ms,mixed_ms,direct_ms,butterflies_host_ms,mixed_host_ms,direct_host_ms,rel_l2,kernel", head())
	require.Equal(t, "c2c:4x4*3,0.12500,direct,0.25000,,0.12500,1.00000,,,1.00e-07,"+k.Name(), r.String())
	require.Equal(t, "4x4 3 "+k.Name()+"\n", favourites([]row{r}))

	table, err := benchcsv.Read(strings.NewReader(head() + "\n" + r.String() + "\n"))
	require.NoError(t, err)
	require.Equal(t, 0.125, table.Rows[0].Ms["ms"], "as bench/compare reads it")

	file := filepath.Join(t.TempDir(), "rows.csv")
	require.NoError(t, os.WriteFile(file, []byte(head()+"\n"+r.String()+"\n"), 0o644))
	before, err := known(file)
	require.NoError(t, err)
	again := before["c2c:4x4*3"]
	again.problem = r.problem
	require.Equal(t, r.String(), again.String())
	require.True(t, again.measuredFor(r.problem))
	require.False(t, again.measuredFor(problem{Problem: r.Problem, host: true}), "the fastest form was not measured from host slices")
	require.NoError(t, os.WriteFile(file, []byte(head()+"\nc2c:4x4*3,,,,,,,,,,\n"), 0o644))
	_, err = known(file)
	require.ErrorContains(t, err, "no times")

	c := ratios([]row{r}, "paper")
	require.Len(t, c.Curves, 2)
	require.Equal(t, 0.5, c.Curves[0].Line[0].Y)
	require.NoError(t, c.Write(io.Discard, "svg"))
	r.host = true
	require.Empty(t, ratios([]row{r}, "paper").Curves)
	c = overBatches([]row{r}, "paper")
	require.Len(t, c.Curves, 1)
	require.Equal(t, 250.0, c.Curves[0].Line[0].Y)
	require.Equal(t, 1000.0, c.Curves[0].Marks[0].Y)
	require.NoError(t, c.Write(io.Discard, "svg"))
}

// Every form is measured, on whatever adapter there is, and every file is written.
func TestSmallList(t *testing.T) {
	dev := testgpu.OpenSoftware(t)
	third := "c2c:4x4*300"
	if testcase.Long() { // kernels of its own
		third = "c2c:4x6x2*70"
	}
	all, err := wanted([]string{"c2c:4x4", "c2c:4x4*100", third}, true)
	require.NoError(t, err)
	var table bytes.Buffer
	rows, err := compare(context.Background(), dev, settings{top: 2, quick: true}, all, &table)
	require.NoError(t, err)
	require.Len(t, rows, 3)
	read, err := benchcsv.Read(&table)
	require.NoError(t, err)
	for i, r := range read.Rows {
		require.Equal(t, all[i].String(), r.Spec)
		require.Len(t, r.Ms, 1+2*forms)
		k, err := wgsl.ParseFFT(r.Text["kernel"])
		require.NoError(t, err)
		require.Equal(t, r.Text["form"] != "butterflies", k.Product > 0)
	}
	require.Equal(t, 3, strings.Count(favourites(rows), "\n"))
	_, err = compare(context.Background(), dev, settings{top: 2, quick: true}, []problem{{Problem: plan.Problem{Shape: []int{37, 37}}}}, io.Discard)
	require.ErrorContains(t, err, "no kernel does it")

	dir := t.TempDir()
	s := settings{top: 1, quick: true, software: true, out: filepath.Join(dir, "a.csv"), plot: filepath.Join(dir, "a.png"), plotHost: filepath.Join(dir, "b.svg"), favourites: filepath.Join(dir, "a.txt")}
	// Some that the forms do, one that only a host asks for.
	require.ErrorContains(t, run(context.Background(), s, []string{"c2c:4x4*100"}), "no points", "nothing from host slices to draw")
	s.host = true
	require.ErrorContains(t, run(context.Background(), s, []string{"c2c:4x4*100"}), "no points", "nothing but the application to draw")
	s.plot = ""
	require.NoError(t, run(context.Background(), s, []string{"c2c:4x4*100"}))
	for _, name := range []string{"a.csv", "b.svg", "a.txt"} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Positive(t, info.Size(), name)
	}
}
