package main

import (
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestInfo(t *testing.T) {
	got := command(t, "--device", "cpu", "info")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	require.Contains(t, got.stdout, "cpu: CPU engine")
	require.Contains(t, got.stdout, "chosen: the CPU engine (--device cpu)")

	got = command(t, "--device", "no such GPU", "info")
	require.Equal(t, exitFailure, got.code, "what was asked for is not there")
	require.Contains(t, got.stdout, "chosen: none")

	needSoftware(t)
	require.Contains(t, got.stderr, `wgfft: no adapter named like "no such GPU": there are `)
	require.Contains(t, got.stderr, "; or use auto, cpu, gpu or software\n")
	got = command(t, "--device", "software", "info", "--json")
	require.Equal(t, exitOK, got.code)
	var f struct {
		Adapters []struct {
			Index    int
			Name     string
			Backend  string
			Driver   string
			Kind     string
			Limits   wgsl.Limits
			Capacity int
		}
		Chosen struct{ Index int }
		CPU    struct{ Processors int } `json:"cpu_engine"`
		Hint   string
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &f))
	require.NotEmpty(t, f.Adapters)
	chosen := f.Adapters[f.Chosen.Index]
	require.Equal(t, "software", chosen.Kind)
	require.Equal(t, plan.Capacity(chosen.Limits), chosen.Capacity)
	require.Positive(t, f.CPU.Processors)
	require.Empty(t, f.Hint)
	text := command(t, "--device", "software", "info").stdout
	require.Contains(t, text, chosen.Name)
	require.Contains(t, text, chosen.Driver)
}

func TestExplain(t *testing.T) {
	for i, limits := range []string{"default", "h200", "lavapipe", "swiftshader"} {
		for j, s := range []string{"c2c:1*3", "c2c:16*5", "c2c:31*2", "c2c:4096*32", "c2c:1000*7"} {
			if !testcase.ShardOf(t, 5*i+j, 10) {
				continue
			}
			args := []string{"explain", s, "--limits", limits}
			got := command(t, args...)
			require.Equal(t, exitOK, got.code, got.stderr)
			require.Empty(t, got.stderr)
			require.True(t, strings.HasPrefix(got.stdout, s+"\n("), got.stdout)
			for _, part := range []string{"pass 1 of ", "radices", "threads", "workgroup memory", "workgroups",
				"moves", "total: "} {
				require.Contains(t, got.stdout, part)
			}
			text := command(t, append(args, "--wgsl")...)
			require.Empty(t, text.stderr)
			require.True(t, strings.HasPrefix(text.stdout, "// "), "only WGSL, which can be piped to other tools")
			require.NotContains(t, text.stdout, "pass 1 of 1")
			require.Contains(t, text.stdout, "@compute")

			var x explanation
			require.NoError(t, json.Unmarshal([]byte(command(t, append(args, "--json")...).stdout), &x))
			problem, err := plan.ParseSpec(s)
			require.NoError(t, err)
			require.Equal(t, s, x.Spec)
			require.NotEmpty(t, x.Passes)
			bytes := int64(0)
			for _, p := range x.Passes {
				bytes += p.Bytes
				require.Contains(t, got.stdout, ": "+p.ShortName+"\n")
				require.Contains(t, got.stdout, p.Kernel)
				require.LessOrEqual(t, p.Invocations, x.Limits.Invocations)
				require.LessOrEqual(t, p.WorkgroupBytes, x.Limits.WorkgroupBytes)
				require.Empty(t, p.WGSL)
			}
			require.Equal(t, bytes, x.Bytes)
			require.GreaterOrEqual(t, bytes, 16*int64(problem.Points()*problem.Count()))
			require.NoError(t, json.Unmarshal([]byte(command(t, append(args, "--json", "--wgsl")...).stdout), &x))
			require.Contains(t, x.Passes[0].WGSL, "@compute")
		}
	}
	for s, along := range map[string][]string{
		"c2c:5000x16*256": {"axis 1: 16 points, stride 1\n", "axis 0: 5000 points, stride 16\n",
			"axis 0: 5000 points, stride 16\n"},
		"c2c:96x96x96*64": {"axis 1: a factor 24 of 96 points, stride 96; axis 2: 96 points, stride 1\n",
			"axis 0: 96 points, stride 9216; axis 1: a factor 4 of 96 points, stride 96\n"},
		"c2c:512x512x256": {"axis 1: a factor 4 of 512 points, stride 256; axis 2: 256 points, stride 1\n",
			"axis 1: a factor 128 of 512 points, stride 256\n", "axis 0: 512 points, stride 131072\n"},
		"c2c:24x24*10": {"axis 0: 24 points, stride 24; axis 1: 24 points, stride 1\n"},
		"c2c:1x64x1":   {"axis 1: 64 points, stride 1\n"},
		"c2c:1x1":      {},
		"c2c:64":       {},
	} {
		if !testcase.Long() && (s == "c2c:5000x16*256" || s == "c2c:512x512x256") {
			continue // longer to plan than 96x96x96, which has all forms of these lines
		}
		got := command(t, "explain", s, "--limits", "h200")
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Equal(t, len(along), strings.Count(got.stdout, "\n  along "), got.stdout)
		for _, line := range along {
			require.Contains(t, got.stdout, line)
		}
	}
	got := command(t, "explain", "c2c:64", "--limits", "default", "--inverse", "--norm", "ortho")
	require.Contains(t, got.stdout, "inverse ortho)")
}

func TestExplainAdapter(t *testing.T) {
	needSoftware(t)
	got := command(t, "--device", "software", "explain", "c2c:256*2")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stdout, "pass 1 of 1")
}

// rows parses CSV with the given head.
func rows(t *testing.T, got outcome, head string) []map[string]string {
	t.Helper()
	require.Equal(t, exitOK, got.code, got.stderr)
	all, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, head, strings.Join(all[0], ","))
	var rows []map[string]string
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, v := range line {
			row[all[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return v
}

func TestBench(t *testing.T) {
	needSoftware(t)
	specs := []string{"c2c:1*64", "c2c:16*100"}
	for i, row := range rows(t, command(t, append([]string{"--device", "software", "bench", "--csv"}, specs...)...),
		"spec,ms,gbps,gflops,passes,rel_l2") {
		require.Equal(t, specs[i], row["spec"])
		require.Positive(t, number(t, row["ms"]))
		require.Equal(t, "1", row["passes"])
		require.Less(t, number(t, row["rel_l2"]), 2e-7)
		if i == 0 {
			require.Zero(t, number(t, row["gflops"]))
		}
	}
	got := command(t, "--device", "software", "bench", "--kernel", "c2c:8")
	require.Equal(t, exitOK, got.code, got.stderr)
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	require.Len(t, lines, 2)
	require.Equal(t, []string{"spec", "ms", "gbps", "gflops", "passes", "rel_l2", "kernel"}, strings.Fields(lines[0]))
	require.Contains(t, lines[1], "fft8_")

	specs = []string{"c2c:16*100", "dct2:8*70"} // in place, values and error stay the same
	if testcase.Long() {
		specs = append(specs, "c2c:12x12*80", "c2c:300*50", "c2c:256*8")
	}
	for i, row := range rows(t, command(t, append([]string{"--device", "software", "bench", "--csv", "--kernel",
		"--in-place"}, specs...)...), "spec,ms,gbps,gflops,passes,rel_l2,kernel") {
		require.Equal(t, specs[i], row["spec"])
		require.True(t, i == 1 || strings.Contains(row["kernel"], "_inplace"), row["kernel"])
		require.Positive(t, number(t, row["ms"]))
		require.Less(t, number(t, row["rel_l2"]), 3e-7)
	}
	got = command(t, "--device", "software", "bench", "c2c:8", "c2c:8*999999999999")
	require.Equal(t, exitFailure, got.code)
	require.Empty(t, got.stdout, "refused before anything is measured")
}

func TestBenchHost(t *testing.T) {
	engines(t, func(t *testing.T, device string) {
		for _, row := range rows(t, command(t, "--device", device, "bench", "--csv", "--h2h", "c2c:64*100",
			"c2c:24*50"), "spec,ms,gbps") {
			require.Positive(t, number(t, row["ms"]))
			require.Positive(t, number(t, row["gbps"]))
		}
	})
}

func TestBenchPlan(t *testing.T) {
	needSoftware(t)
	for _, row := range rows(t, command(t, "--device", "software", "bench", "--csv", "--plan", "c2c:8*8"),
		"spec,first_ms,again_us,slices_us") {
		require.Positive(t, number(t, row["first_ms"]))
		require.Positive(t, number(t, row["again_us"]))
	}
}

func TestFigures(t *testing.T) {
	p, err := plan.ParseSpec("c2c:1024*1000")
	require.NoError(t, err)
	require.InDelta(t, 16.384, gbps(p, 1), 1e-9)
	require.InDelta(t, 51.2, gflops(p, 1), 1e-9)
	p.Shape = []int{8, 128}
	require.InDelta(t, 51.2, gflops(p, 1), 1e-9, "as many points along two axes")
	p.Shape = []int{1}
	require.Zero(t, gflops(p, 1))
}

func TestVerify(t *testing.T) {
	const head = "spec,result,of_tol,rel_l2,tol,worst"
	all := []string{"c2c:1*3", "c2c:12x12*3", "r2c:30*5", "dct2:12x8*3", "dst1:7*33"}
	if testcase.Long() {
		all = nil // every spec of verify, which tests of internal/verify check in every run
	}
	for _, row := range rows(t, command(t, append([]string{"--device", "cpu", "verify", "--csv", "--seed", "11"},
		all...)...), head) {
		require.Equal(t, "pass", row["result"], row["spec"])
		require.LessOrEqual(t, number(t, row["of_tol"]), 1.0)
	}
	got := command(t, "--device", "cpu", "verify", "c2c:100*3", "c2c:4294967296")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stdout, "pass")
	require.Contains(t, got.stdout, "FAIL")
	require.Contains(t, got.stderr, "shorter axes")
	require.Contains(t, got.stderr, "1 of 2 specs failed")

	needSoftware(t)
	specs := map[string][]string{"backward": {"c2c:16*3"}, "ortho": {"r2c:16*3"}}
	if testcase.Long() {
		specs = map[string][]string{
			"backward": {"c2c:1*3", "c2c:16*33", "c2c:15*32", "c2c:12x12*3", "c2c:37x16", "c2c:256*3", "c2c:1000*3",
				"c2c:24x24*3", "c2c:5x6x7*2", "c2c:128x96", "r2c:24*3", "dct1:9*33", "dct2:12x8*3", "dct4:15*33",
				"dst3:8x12*3"},
			"ortho": {"c2c:16*33", "c2c:15*32", "c2r:15*33", "r2c:12x10*3", "dct3:12*33", "dst1:7*33", "dst2:64*3",
				"dst4:16*33"},
		}
	}
	for norm, all := range specs {
		got = command(t, append([]string{"--device", "software", "verify", "--csv", "--seed", "11", "--norm", norm},
			all...)...)
		require.Len(t, rows(t, got, head), len(all), got.stderr)
	}
}

func TestPlurals(t *testing.T) {
	require.Equal(t, "1 pass", count(1, "pass"))
	require.Equal(t, "2 passes", count(2, "pass"))
	require.Equal(t, "0 specs", count(0, "spec"))
	require.Equal(t, "2 axes", count(2, "axis"))
	require.Equal(t, "2 lengths", count(2, "length"))
	require.Equal(t, "2 dispatches", count(2, "dispatch"))
	require.Equal(t, "1023 bytes", exact(1023))
	require.Equal(t, "1536 bytes (1.50 KiB)", exact(1536))
	require.Equal(t, "2 GiB", size(2<<30))
}
