package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
)

func TestExplainQuick(t *testing.T) {
	got := command(t, "explain", "--limits", "default", "r2c:1000", "--quick")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stdout, " quick)")
	require.Contains(t, got.stdout, "chosen: by predicted compile time")
}

// explain describes the load and the store of real transforms.
func TestExplainReal(t *testing.T) {
	for i, c := range []struct {
		spec  string
		flags []string
		says  []string
	}{
		{"r2c:1000*3", nil, []string{"(r2c 1000 (stockham 500 ",
			"1000 samples, two per point: 500 complex points", "store             bins 0 to 500\n"}},
		{"r2c:1000", []string{"--inverse"}, []string{"(c2r 1000 ", " inverse)",
			"load              bins 0 to 500, the others are conjugates\n"}},
		{"c2r:15", nil, []string{"(c2r 15 ", "15 samples, one per point: 15 complex points",
			"load              bins 0 to 7, "}},
		{"r2c:2097152", nil, []string{"(r2c 2097152 (four-step 1048576 ",
			"store             bins 0 to 1048576, of mirrored columns\n"}},
		{"c2r:131072", nil, []string{"(c2r 131072 (transposed 65536 ",
			"load              bins 0 to 65536, the others are conjugates, of mirrored columns\n"}},
		{"r2c:200006", nil, []string{"(split 100003)", "radices           none, combines points k and -k\n"}},
		{"dct1:9", []string{"--norm", "ortho"}, []string{
			"9 samples, extended to a period of 16, two per point: 8 complex points",
			"both ends times sqrt 2\n", "both ends times 1/sqrt 2\n"}},
		{"dct2:100", nil, []string{"samples of even index, then those of odd index in reverse\n",
			"Re 2 w_4N^k V[k]\n"}},
		{"dct2:100", []string{"--norm=ortho"}, []string{"Re 2 w_4N^k V[k]; one end times 1/sqrt 2\n"}},
		{"dst3:100", nil, []string{"V[k] = (x[k] - i x[N-k]) w_4N^-k; sine signs and order\n", "to even indices"}},
		{"dct4:100", nil, []string{"w_8N^(4j+1)", "w_2N^k Z[k]"}},
		{"dct4:15", nil, []string{"at the angle 8c+N of 8N", "at the angle 8d+N of 8N"}},
		{"dct3:1", nil, []string{"radices           none\n"}},
		{"r2c:64x80", nil, []string{"(axes 64x80 (stockham 64 ", ") (r2c 80 (stockham 40 ",
			"axis 0: 64 points, stride 40\n", "axis 1: 80 points, stride 1\n",
			"load              pairs of samples, already transformed along the other axes\n",
			"store             bins 0 to 40, of mirrored rows\n"}},
		{"c2r:4x64x80", nil, []string{" (c2r 80 (stockham 40 ",
			"load              bins 0 to 40, the others are conjugates, of mirrored rows\n",
			"store             pairs of samples, before the transforms along the other axes\n",
			"axis 0: 4 points, stride 2560\n"}},
		{"r2c:64x48", nil, []string{"axis 1: 48 points, stride 1\n", "axis 0: 64 points, stride 25\n"}},
		{"c2r:8x64x48", nil, []string{"axis 2: 48 points, stride 1\n", "axis 1: 64 points, stride 25\n",
			"axis 0: 8 points, stride 1600\n"}},
		{"dst1:20x2x100", nil, []string{"axis 2: 100 points, stride 1\n", "axis 1: 2 points, stride 100\n",
			"axis 0: 20 points, stride 200\n"}},
		{"dct1:2x9", nil, []string{"axis 1: 9 points, stride 1\n", "axis 0: 2 points, stride 9\n"}},
	} {
		if !testcase.ShardOf(t, i, 4) {
			continue
		}
		args := append([]string{"explain", c.spec, "--limits", "default"}, c.flags...)
		got := command(t, args...)
		require.Equal(t, exitOK, got.code, got.stderr)
		for _, part := range c.says {
			require.Contains(t, got.stdout, part, c.spec)
		}
		var x explanation
		require.NoError(t, json.Unmarshal([]byte(command(t, append(args, "--json")...).stdout), &x))
		problem, err := plan.ParseSpec(c.spec)
		require.NoError(t, err)
		ends := problem.Arrays()
		require.GreaterOrEqual(t, x.Bytes, int64(problem.Count())*(ends[0].Bytes()+ends[1].Bytes()), c.spec)
		loads, stores := 0, 0
		for _, p := range x.Passes {
			if p.Rows != nil {
				loads += min(1, len(p.Rows.Load))
				stores += min(1, len(p.Rows.Store))
			}
		}
		real := 1 // lines
		if problem.Kind.IsTrig() {
			real = len(problem.Shape)
		}
		require.Equal(t, real, loads, c.spec)
		require.Equal(t, real, stores, c.spec)
	}
	got := command(t, "explain", "c2c:1000", "--limits", "default")
	require.Zero(t, strings.Count(got.stdout, "\n  rows "), "complex ones have none")
}
