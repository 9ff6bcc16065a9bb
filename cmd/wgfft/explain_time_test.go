package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func explained(t *testing.T, args ...string) explanation {
	t.Helper()
	got := command(t, append(args, "--json")...)
	require.Equal(t, exitOK, got.code, got.stderr)
	var x explanation
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &x))
	return x
}

func TestExplainTimes(t *testing.T) {
	for _, s := range []string{"c2c:1*3", "c2c:4096*16384", "c2c:65536*1024", "c2c:1009", "c2c:24x24*100",
		"r2c:512x512*4", "dct2:100*9"} {
		x := explained(t, "explain", s, "--limits", "h200")
		require.Positive(t, x.Speed.Copy)
		sum, floor := 0.0, 0.0
		for _, p := range x.Passes {
			require.Positive(t, p.Time.Trips)
			require.Greater(t, p.Time.PredictedMs, p.Time.FloorMs, s)
			require.Positive(t, p.Registers)
			require.Less(t, p.Line, len(x.Lines))
			sum, floor = sum+p.Time.PredictedMs, floor+p.Time.FloorMs
		}
		require.InEpsilon(t, sum, x.PredictedMs, 1e-9)
		require.InEpsilon(t, floor, x.FloorMs, 1e-9)
		require.InEpsilon(t, float64(x.Bytes)/x.Speed.Copy*1e3, x.FloorMs, 1e-6, s)
		require.Nil(t, x.Measured)
		for i, a := range x.Alternatives {
			require.InDelta(t, a.Trips/x.Trips-1, a.Lost, 1e-9)
			require.True(t, i == 0 || a.Trips >= x.Alternatives[i-1].Trips)
			require.Contains(t, a.Kernels, a.Differs)
		}
		require.Equal(t, s == "c2c:1*3", len(x.Alternatives) == 0, s)
		text := command(t, "explain", s, "--limits", "h200").stdout
		require.Equal(t, len(x.Alternatives) > 0, strings.Contains(text, "alternatives, by the model"))
		require.Equal(t, len(x.Passes), strings.Count(text, "\n  time "))
	}
	x := explained(t, "explain", "c2c:4096*32", "--limits", "default")
	require.Zero(t, x.PredictedMs, "nobody has measured such a device")
	require.Contains(t, command(t, "explain", "c2c:4096*32", "--limits", "default").stdout, "passes over memory")
	require.Equal(t, exitUsage, command(t, "explain", "c2c:64", "--limits", "h200", "--analyze").code)
	require.Equal(t, exitUsage, command(t, "explain", "c2c:64", "--limits", "h200", "--json", "--svg").code)
}

func TestExplainAnalyze(t *testing.T) {
	needSoftware(t)
	specs := []string{"c2c:16*5"}
	if testcase.Long() { // longer kernels
		specs = append(specs, "r2c:16x16*3", "c2c:64*100", "c2c:32768", "r2c:96*50")
	}
	for _, s := range specs {
		x := explained(t, "--device", "software", "--wisdom", "off", "explain", s, "--analyze", "--host")
		require.NotNil(t, x.Measured)
		require.Positive(t, x.Measured.Ms)
		require.Less(t, x.Measured.RelL2, 1e-6)
		require.Positive(t, x.Speed.Copy, "it was probed")
		for _, p := range x.Passes {
			require.Positive(t, p.Time.MeasuredMs)
			require.Positive(t, p.Time.PredictedMs)
		}
		require.Contains(t, []string{"cpu", "gpu"}, x.Host.Fastest)
		require.Positive(t, x.Host.GPUMs)
		require.Positive(t, x.Host.CopiesMs)
	}
	got := command(t, "--device", "software", "--wisdom", "off", "explain", "c2c:16*5", "--analyze", "--host")
	require.Contains(t, got.stdout, "measured: ")
	require.Contains(t, got.stdout, "  time              measured ")
	require.Contains(t, got.stdout, "host memory: ")
	if testcase.Long() {
		x := explained(t, "--device", "software", "explain", "c2c:16*5", "--host")
		require.Nil(t, x.Measured)
		require.Positive(t, x.Host.GPUMs)
	}
	require.Equal(t, exitUsage, command(t, "explain", "c2c:64", "--limits", "h200", "--host").code)
}

// runAsChosen checks that the kernels that run are the chosen ones. Their memory layouts may differ.
func runAsChosen(t *testing.T, chosen, run string) {
	t.Helper()
	free := func(names string) []wgsl.Kernel {
		var all []wgsl.Kernel
		for _, name := range strings.Fields(names) {
			k, err := plan.ParseKernel(name)
			require.NoError(t, err)
			w := k.Twiddles
			w.FMA = false
			all = append(all, wgsl.Kernel{
				Stages: wgsl.Stages{Radices: k.Stages.Radices},
				Threads: wgsl.Ownership{Elements: k.Threads.Elements, Transforms: k.Threads.Transforms,
					Cyclic: k.Threads.Cyclic},
				Exchange: k.Exchange, Twiddles: w,
			})
		}
		return all
	}
	require.NotEmpty(t, free(chosen))
	require.Equal(t, free(chosen), free(run), "%s runs as %s", chosen, run)
}

// explain plans with tuning data.
func TestExplainPlansWithWisdom(t *testing.T) {
	needSoftware(t)
	dir := t.TempDir()
	require.Equal(t, exitOK, command(t, "--device", "software", "--wisdom", dir, "tune", "c2c:24*100", "--budget",
		"1ns").code)
	learnt := cellsOf(t, command(t, "--device", "software", "--wisdom", dir, "wisdom", "show", "--csv").stdout)
	learnt = slices.DeleteFunc(learnt, func(row map[string]string) bool { return row["spec"] != "c2c:24*100" })
	require.Len(t, learnt, 1)
	x := explained(t, "--device", "software", "--wisdom", dir, "explain", "c2c:24*100")
	var names []string
	for _, p := range x.Passes {
		names = append(names, p.Kernel)
	}
	runAsChosen(t, learnt[0]["kernels"], strings.Join(names, " "))
	require.Positive(t, x.Speed.Dispatch, "tune has probed the device")
	require.NotNil(t, x.Known)
	require.Equal(t, 100, x.Known.Batch)
	require.Positive(t, x.Known.Ms)
	require.Nil(t, explained(t, "--device", "software", "--wisdom", "off", "explain", "c2c:24*100").Known)
}

// For a device known by name explain plans with the shipped tuning data, except with --wisdom off.
func TestExplainPlansWithShippedWisdom(t *testing.T) {
	for limits, s := range map[string]string{"h200": "r2c:256*262144", "lavapipe": "c2c:1024*1024"} {
		x := explained(t, "explain", s, "--limits", limits)
		require.NotNil(t, x.Known, limits)
		require.Positive(t, x.Known.Ms)
		require.LessOrEqual(t, x.Known.Ms, x.Known.UntunedMs)
		text := command(t, "explain", s, "--limits", limits).stdout
		require.Contains(t, text, "\nchosen: by wisdom of "+x.Known.Device)
		require.Equal(t, x, explained(t, "explain", s, "--limits", limits, "--wisdom", "shipped"))

		off := explained(t, "explain", s, "--limits", limits, "--wisdom", "off")
		require.Nil(t, off.Known)
		require.NotEqual(t, x.Passes[0].Kernel, off.Passes[0].Kernel, "wisdom knows better")
		require.Contains(t, command(t, "explain", s, "--limits", limits, "--wisdom", "off").stdout,
			"\nchosen: by the cost model")
		require.Nil(t, explained(t, "explain", s, "--limits", limits, "--algorithm", "stockham").Known)

		got := command(t, "explain", s, "--limits", limits, "--wisdom", t.TempDir())
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, "--wisdom")
	}
	require.Nil(t, explained(t, "explain", "c2c:1024*1024", "--limits", "default").Known)
}

// The drawing is XML, names every pass, and fits into its size.
func TestExplainPicture(t *testing.T) {
	for i, s := range []string{"c2c:64", "c2c:1048576*4", "c2c:12x512x7*3", "c2c:20011", "dst4:81*9", "r2c:100x300"} {
		if !testcase.ShardOf(t, i, 3) {
			continue
		}
		got := command(t, "explain", s, "--limits", "h200", "--svg")
		require.Equal(t, exitOK, got.code, got.stderr)
		x := explained(t, "explain", s, "--limits", "h200")
		boxes, texts := 0, ""
		var width, height float64
		for in := xml.NewDecoder(strings.NewReader(got.stdout)); ; {
			token, err := in.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, s)
			switch token := token.(type) {
			case xml.CharData:
				texts += string(token)
			case xml.StartElement:
				at := map[string]float64{}
				for _, a := range token.Attr {
					if v, err := strconv.ParseFloat(a.Value, 64); err == nil {
						at[a.Name.Local] = v
					}
					if a.Value == "box" {
						boxes++
					}
				}
				switch token.Name.Local {
				case "svg":
					width, height = at["width"], at["height"]
				case "rect", "text":
					require.GreaterOrEqual(t, at["x"], 0.0)
					require.LessOrEqual(t, at["x"]+at["width"], width, s)
					require.LessOrEqual(t, at["y"]+at["height"], height, s)
				}
			}
		}
		require.Equal(t, len(x.Passes)+len(x.Lines), boxes, s)
		for _, p := range x.Passes {
			require.Contains(t, texts, wrapText(p.Kernel, charactersPerLine(boxWidth, monoWidth))[0], s)
		}
		require.Equal(t, got.stdout, command(t, "explain", s, "--limits", "h200", "--svg").stdout,
			"the same picture again")
	}
}

func TestWrapped(t *testing.T) {
	require.Equal(t, []string{""}, wrapText("", 5))
	require.Equal(t, []string{"abc ", "def"}, wrapText("abc def", 5))
	require.Equal(t, []string{"abcde", "fgh"}, wrapText("abcdefgh", 5))
	require.Equal(t, []string{"ab_", "cd_ef"}, wrapText("ab_cd_ef", 5))
}

// TestExplainFleet: explain shows the shares of several devices, and takes no flags for one device.
func TestExplainFleet(t *testing.T) {
	got := command(t, "--device", "cpu,cpu", "explain", "c2c:4096*150")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Regexp(t, `^c2c:4096\*150\n\d+ pieces of \d+ arrays on CPU engine, \d+ of them, .* GB/s each: \(cpu`,
		got.stdout)
	require.Contains(t, got.stdout, "\nhost memory: measured ")
	require.Equal(t, exitUsage, command(t, "--device", "cpu,cpu", "explain", "c2c:64", "--json").code)
}
