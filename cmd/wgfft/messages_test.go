package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/wisdom"
)

// Messages name the file, the fault and the remedy, in at most three parts.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	head := sound(t, 8000, 1, 100)[:44]
	for name, content := range map[string]string{
		"empty.npy": "", "zero.npy": string(numbers(t, []int{0})), "ok.npy": string(numbers(t, []int{8})),
		"scalar.npy": string(numbers(t, nil)), "one.npy": string(numbers(t, []int{1})),
		"cube.npy": string(numbers(t, []int{4, 6, 8})), "head.wav": string(head),
	} {
		require.NoError(t, os.WriteFile(at(name), []byte(content), 0o666))
	}
	for _, c := range []struct {
		code int
		args []string
		says string
	}{
		{exitFailure, []string{"fft", dir}, dir + ": is a directory: name a file in it"},
		{exitFailure, []string{"fft", at("empty.npy")}, at("empty.npy") + ": the file is empty"},
		{exitFailure, []string{"fft", "-"}, "standard input: the file is empty"},
		{exitFailure, []string{"fft", at("none.npy")}, at("none.npy") + ": no such file or directory"},
		{exitFailure, []string{"fft", at("*.npz")}, at("*.npz") + ": no file matches this pattern"},
		{exitFailure, []string{"fft", at("[ab].npy")}, at("[ab].npy") + ": no file matches this pattern"},
		{exitFailure, []string{"fft", at("scalar.npy")},
			at("scalar.npy") + ": 0-dimensional array, want at least 1 axis"},
		{exitUsage, []string{"fft", at("cube.npy"), "--axes", "7"}, "--axes 7: out of range [-3, 2]"},
		{exitUsage, []string{"fft", at("cube.npy"), "--axes", "1,1"}, "--axes: axis 1 is named twice"},
		{exitUsage, []string{"fft", at("cube.npy"), "--axes", "0,1", "-n", "4"},
			"--shape has 1 length, --axes has 2 axes: give one length per axis"},
		{exitUsage, []string{"irfft", at("one.npy")},
			at("one.npy") + ": 1 bin along the axis of the half spectrum: give the output length with -n"},
		{exitFailure, []string{"convolve", at("ok.npy"), at("cube.npy")}, at("ok.npy") + " has shape (8,), kernel " +
			at("cube.npy") + " has shape (4, 6, 8): the kernel needs 1 axis"},
		{exitFailure, []string{"convolve", at("cube.npy"), at("scalar.npy")}, at("cube.npy") +
			" has shape (4, 6, 8), kernel " + at("scalar.npy") + " has shape (): the kernel needs 1 to 3 axes"},
		{exitFailure, []string{"convolve", at("scalar.npy"), at("ok.npy")},
			at("scalar.npy") + ": 0-dimensional array, want at least 1 axis"},
		{exitUsage, []string{"fft", at("ok.npy"), "-o", "a.png"},
			"a.png: the result is a NumPy array, but the name is for a PNG image: use a .npy file"},
		{exitFailure, []string{"fft", at("ok.npy"), "-o", at("none/a.npy")},
			at("none/a.npy") + " cannot be written: " + at("none") + ": no such file or directory"},
		{exitUsage, []string{"fft", "-", "--norm", "foo"},
			`--norm "foo" is not known, want backward, ortho or forward (see wgfft fft --help)`},
		{exitUsage, []string{"fft", "-", "--axes", "x"},
			`--axes "x": use comma-separated integers, as in 0,2 or -2,-1, or all (see wgfft fft --help)`},
		{exitUsage, []string{"fft", "-", "--shape", "-4"},
			`--shape "-4": use comma-separated positive integers, as in 512,512 (see wgfft fft --help)`},
		{exitUsage, []string{"convolve", "-", "-"}, "standard input cannot be both arrays: name a file for one"},
		{exitUsage, []string{"register", "-", "-"}, "standard input cannot be both images: name a file for one"},
		{exitUsage, []string{"register", "a", "b", "--json", "-o", "-"},
			"the image and JSON cannot both go to standard output: name a file with -o"},
		{exitUsage, []string{"register", "a", "b", "--edges", "reflect"},
			"--edges applies to the aligned image: name a file for it with -o"},
		{exitUsage, []string{"spectrogram", "-", "--hop=-1"}, "--hop -1: the hop is at least 1 sample"},
		{exitUsage, []string{"spectrogram", "-", "--n", "1"}, "--n 1: a window has 2 to 16777216 samples"},
		{exitUsage, []string{"spectrogram", "-", "--range", "0"},
			"--range 0: must be greater than 0 and at most 1000 dB"},
		{exitUsage, []string{"spectrum", "-", "--range", "0"},
			"--range 0: must be greater than 0 and at most 1000 dB"},
		{exitUsage, []string{"filter", "-"},
			"no filter: give --lowpass, --highpass, --bandpass, --gaussian, --sharpen or --notch"},
		{exitUsage, []string{"filter", "-", "--bandpass", "1"},
			"--bandpass takes two comma-separated frequencies, as in 0.05,0.2"},
		{exitUsage, []string{"filter", "-", "--sharpen", "1,2,3"},
			"--sharpen takes an amount and optionally a radius, as in 0.8,1.5"},
		{exitUsage, []string{"filter", "-", "--notch", "1"},
			"--notch takes two frequencies and optionally a radius, as in 0.125,-0.25,0.01"},
		{exitUsage, []string{"bench", "c2c:0"}, `bad spec "c2c:0": the point count "0" is not a whole number ` +
			`from 1 to 2^40; write KIND:SHAPE*BATCH, like c2c:4096*16384 (see wgfft bench --help)`},
		{exitUsage, []string{"bench", "c2c:8", "--h2h", "--kernel"},
			"--kernel, --in-place and --storage need GPU times: omit --h2h and --plan"},
		{exitUsage, []string{"bench", "r2c:8", "--in-place"},
			"r2c:8*1: --in-place needs a kind with equal input and output sizes: c2c, dct or dst"},
		{exitFailure, []string{"bench", "c2c:8"},
			"GPU timing needs a GPU, and this is the CPU engine: use --h2h or choose another --device"},
		{exitFailure, []string{"tune", "c2c:8"},
			"tuning data needs a GPU, and this is the CPU engine: choose another --device"},
		{exitFailure, []string{"wisdom", "show"},
			"tuning data needs a GPU, and this is the CPU engine: choose another --device"},
		{exitUsage, []string{"tune", "c2c:8", "--budget", "0s"}, "--budget 0s: must be greater than 0"},
		{exitFailure, []string{"explain", "c2c:8"},
			"the CPU engine has no kernels: plan for a GPU with --limits default"},
		{exitUsage, []string{"explain", "c2c:8", "--limits", "h200", "--host"},
			"--analyze and --host need a device: omit --limits"},
		{exitUsage, []string{"explain", "c2c:8", "--limits", "h200", "--wisdom", dir},
			"--limits uses shipped tuning data or none: omit --wisdom " + dir + " or --limits"},
		{exitFailure, []string{"fft", at("zero.npy")},
			at("zero.npy") + ": length 0: a transform needs at least one point"},
		{exitFailure, []string{"spectrogram", at("head.wav")},
			at("head.wav") + ": the file is cut short, 0 of 100 frames are there; copy it again"},
		{exitFailure, []string{"fft", at("a\x1b[31m.npy")}, at(`a\x1b[31m.npy`) + ": no such file or directory"},
		{exitUsage, []string{"fft", at("ok.npy"), "out.npy"},
			"unexpected argument out.npy: did you mean -o out.npy? (see wgfft fft --help)"},
		{exitUsage, []string{"spectrogram", "a.wav", "b.wav"},
			"unexpected argument b.wav: spectrogram takes 1 argument (see wgfft spectrogram --help)"},
		{exitUsage, []string{"transmogrify"}, "there is no command transmogrify (see wgfft --help)"},
		{exitUsage, []string{"wisdom", "frob"}, "there is no command wisdom frob (see wgfft wisdom --help)"},
		{exitUsage, []string{"fft"}, `missing argument "<IN.npy>" (see wgfft fft --help)`},
		{exitUsage, []string{"fft", at("ok.npy"), "--shape"}, "--shape: a value is missing (see wgfft fft --help)"},
		{exitUsage, []string{"spectrogram", "-", "--n", "many"},
			`--n "many" is not an integer (see wgfft spectrogram --help)`},
		{exitUsage, []string{"spectrum", "-", "--range", "x"},
			`--range "x" is not a number (see wgfft spectrum --help)`},
		{exitUsage, []string{"fft", "-", "--timeout", "5"},
			`--timeout "5" is not a duration such as 30s or 2m (see wgfft fft --help)`},
		{exitUsage, []string{"fft", "-", "--timeout=-5s"}, "--timeout -5s: must be greater than 0"},
	} {
		got := command(t, append([]string{"--device", "cpu"}, c.args...)...)
		require.Equal(t, c.code, got.code, got.stderr)
		require.Equal(t, "wgfft: "+c.says+"\n", got.stderr)
		require.LessOrEqual(t, strings.Count(got.stderr, ": "), 3, got.stderr)
		require.Empty(t, got.stdout)
	}
	require.Equal(t, "./wav", displayName("wav"), "not taken for a package name")
}

// A transform that does not fit into memory is refused, without advice for programs.
func TestMemoryIsRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(8 << 30)) // memory limit of the test, on every machine
	const points = "2147483648"
	for _, args := range [][]string{{"fft"}, {"rfft"}, {"irfft"}} {
		got := feed(t, float64File(1, 2, 3), append(args, "-", "-n", points, "--device", "cpu")...)
		require.Equal(t, exitFailure, got.code)
		requireOneLine(t, got.stderr)
		require.Regexp(t,
			`^wgfft: standard input: .* of memory, the limit is .*: work on less at a time\n$`, got.stderr)
	}
}

// Shapes look as in NumPy.
func TestTuple(t *testing.T) {
	require.Equal(t, "()", tuple(nil))
	require.Equal(t, "(4,)", tuple([]int{4}))
	require.Equal(t, "(4, 6, 8)", tuple([]int{4, 6, 8}))
}

// Entries of wisdom are listed as specs, with the batch of the measurement.
func TestWisdomSpec(t *testing.T) {
	for key, want := range map[string]string{
		"1000 1024":           "c2c:1000*7",
		"512 512 4":           "c2c:512x512*7",
		"r2c 512 1":           "r2c:512*7",
		"64 r2c 80 1024":      "r2c:64x80*7",
		"dct2 8 dct2 8 1":     "dct2:8x8*7",
		"dct1 8 dst3 9 1":     "dct1+dst3:8x9*7",
		"(5) 64 1":            "c2c:(5)x64*7",
		"r2c 512 together 2":  "r2c:512*7 (together)",
		"opposite r2c 512 16": "r2c:512*7 (opposite)",
	} {
		require.Equal(t, want, wisdomSpec(wisdom.Entry{Key: key, Batch: 7}), key)
	}
}

// A table is aligned text, comma-separated values or a JSON array.
func TestTableForms(t *testing.T) {
	for form, want := range map[tableForm]string{
		alignedTable: "spec       ms  note\nc2c:8*1   0.2  a b\nc2c:9*1        error\n",
		csvTable:     "spec,ms,note\nc2c:8*1,0.2,a b\nc2c:9*1,,error\n",
		jsonTable: `[
  {
    "spec": "c2c:8*1",
    "ms": 0.25,
    "note": "a b"
  },
  {
    "spec": "c2c:9*1",
    "ms": null,
    "note": "error"
  },
  {
    "spec": "",
    "ms": null,
    "note": ""
  }
]
`,
	} {
		var b strings.Builder
		table, err := newTable(&b, form,
			column{"spec", -7, "%v"}, column{"ms", 4, "%.1f"}, column{"note", -1, "%s"})
		require.NoError(t, err)
		require.NoError(t, table.row(wgfft.Problem{Shape: []int{8}}, 0.25, "a b"))
		require.NoError(t, table.row(wgfft.Problem{Shape: []int{9}}, nil, "error"))
		if form == jsonTable {
			require.NoError(t, table.row("", math.Inf(1), ""))
		}
		require.NoError(t, table.close())
		require.Equal(t, want, b.String())
	}
	var b strings.Builder
	table, err := newTable(&b, formOf(false, true), column{"spec", 1, "%v"})
	require.NoError(t, err)
	require.NoError(t, table.close())
	require.Equal(t, "[]\n", b.String())
}

// bench, verify, tune and wisdom show print either CSV or JSON.
func TestJSON(t *testing.T) {
	type row struct {
		Spec, Result string
		Ms           float64
	}
	rowsOf := func(args ...string) (rows []row) {
		got := command(t, append([]string{"--device", "cpu"}, args...)...)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.NoError(t, json.Unmarshal([]byte(got.stdout), &rows))
		return rows
	}
	benched := rowsOf("bench", "--h2h", "--json", "c2c:64*10", "r2c:8")
	require.Len(t, benched, 2)
	require.Equal(t, "c2c:64*10", benched[0].Spec)
	require.Positive(t, benched[0].Ms)
	require.Equal(t, []row{{Spec: "c2c:60*3", Result: "pass"}}, rowsOf("verify", "--json", "c2c:60*3"))
	for _, args := range [][]string{{"bench", "c2c:8"}, {"verify"}, {"tune", "c2c:8"}, {"wisdom", "show"}} {
		got := command(t, append(args, "--csv", "--json")...)
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, "--csv and --json can't be used together")
	}
}
