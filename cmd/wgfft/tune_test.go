package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// cellsOf parses the CSV that a command printed.
func cellsOf(t *testing.T, text string) []map[string]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	var rows []map[string]string
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// The budget of these tests ends at once: only the untuned choice is measured, in both directions.
func TestTune(t *testing.T) {
	needSoftware(t)
	dir := t.TempDir()
	on := func(args ...string) outcome {
		return command(t, append([]string{"--device", "software", "--wisdom", dir}, args...)...)
	}
	got := on("tune", "r2c:16*50", "--budget", "1ns", "--csv")
	require.Equal(t, exitOK, got.code, got.stderr)
	rows := cellsOf(t, got.stdout)
	require.Len(t, rows, 2, "in both directions")
	for _, row := range rows {
		ms, err := strconv.ParseFloat(row["ms"], 64)
		require.NoError(t, err)
		untuned, err := strconv.ParseFloat(row["untuned_ms"], 64)
		require.NoError(t, err)
		require.LessOrEqual(t, ms, untuned)
		require.Regexp(t, `\((r2c|c2r) 16 \((stockham|split-radix) (8|16) `, row["plan"])
	}
	require.Contains(t, got.stderr, "tuning r2c:16*50, 1 of 1")
	require.Contains(t, got.stderr, "results are saved in "+dir)
	files, err := filepath.Glob(filepath.Join(dir, "*.wisdom"))
	require.NoError(t, err)
	require.Len(t, files, 1)

	show := func(wisdom string) string {
		return command(t, "--device", "software", "--wisdom", wisdom, "wisdom", "show", "--csv").stdout
	}
	shipped := len(cellsOf(t, show("shipped")))
	known := cellsOf(t, on("wisdom", "show", "--csv").stdout)
	require.Len(t, known, shipped+2)
	known = slices.DeleteFunc(known, func(row map[string]string) bool { return row["spec"] != "r2c:16*50" })
	require.Len(t, known, 1)
	require.Empty(t, cellsOf(t, show("off")))
	bench := on("bench", "r2c:16*50", "--kernel", "--csv")
	require.Equal(t, exitOK, bench.code, bench.stderr)
	runAsChosen(t, known[0]["kernels"], cellsOf(t, bench.stdout)[0]["kernel"]) // bench plans with the learnt kernels

	var entries []struct{ Spec, Kernels string }
	require.NoError(t, json.Unmarshal([]byte(on("wisdom", "show", "--json").stdout), &entries))
	require.Len(t, entries, shipped+2)
	require.True(t, slices.ContainsFunc(entries, func(e struct{ Spec, Kernels string }) bool {
		return e.Spec == known[0]["spec"] && e.Kernels == known[0]["kernels"]
	}))
	got = command(t, "--device", "software", "--wisdom", "off", "tune", "c2c:16", "--budget", "1ns")
	require.Contains(t, got.stderr, "wgfft: results are not saved because --wisdom is off\n")

	exported(t, dir)
	require.NoError(t, os.WriteFile(files[0], []byte("rubbish"), 0o600))
	got = on("wisdom", "show", "--csv")
	require.Equal(t, exitOK, got.code)
	require.Len(t, cellsOf(t, got.stdout), shipped)
	require.Contains(t, got.stderr, "set aside")

	require.Equal(t, exitUsage, on("tune", "c2c:48", "--budget", "0s").code)
	got = on("tune", "c2c:4294967296", "--budget", "1ns")
	require.Equal(t, exitFailure, got.code)
	got = command(t, "--device", "cpu", "tune", "c2c:48")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "CPU engine")
}

// exported copies tuning data between directories by export and import, and tries invalid imports.
func exported(t *testing.T, dir string) {
	other := t.TempDir()
	file := filepath.Join(other, "all.txt")
	on := func(dir string, args ...string) outcome {
		return command(t, append([]string{"--device", "software", "--wisdom", dir, "wisdom"}, args...)...)
	}
	require.Equal(t, exitOK, on(dir, "export", "-o", file).code)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(text), on(dir, "export").stdout)
	got := on(other, "import", file)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stderr, "saved in "+other)
	require.Equal(t, on(dir, "show", "--csv").stdout, on(other, "show", "--csv").stdout)

	require.NoError(t, os.WriteFile(file, text[:len(text)-2], 0o600))
	got = on(other, "import", file)
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, file)
	require.Equal(t, exitFailure, on(other, "import", file+".none").code)
	got = on("shipped", "import", file)
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr,
		"--wisdom shipped has no place for imported data: omit it or name a directory")
	require.Equal(t, exitUsage, on(other, "import").code)
	for _, args := range [][]string{{"show"}, {"export"}, {"import", file}} {
		got = command(t, append([]string{"--device", "cpu", "wisdom"}, args...)...)
		require.Equal(t, exitFailure, got.code)
		require.Contains(t, got.stderr, "CPU engine")
	}
}

// A stopper is a standard error that interrupts the command when the command writes a given text.
type stopper struct {
	bytes.Buffer
	at  string
	end context.CancelCauseFunc
}

func (s *stopper) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if strings.Contains(s.String(), s.at) {
		s.end(&interrupted{syscall.SIGINT})
	}
	return n, err
}

// If --timeout or a signal ends tuning, the results so far are saved, and the message says where.
func TestTuneThatEndsEarly(t *testing.T) {
	needSoftware(t)
	dir := t.TempDir()
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	stderr := &stopper{at: "wgfft: tuning c2c:16*64, 1 of 2", end: end} // after the first measurement
	var stdout bytes.Buffer
	code := run(t, ctx, []string{"--device", "software", "--wisdom", dir, "tune", "c2c:16*64", "c2c:32*64",
		"--budget", "1h", "--json"}, nil, &stdout, stderr)
	require.Equal(t, exitSignal+int(syscall.SIGINT), code, stderr)
	require.Contains(t, stderr.String(), "wgfft: stopped: the best result so far is saved in "+dir)
	var tuned []struct {
		Spec string
		Ms   float64
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &tuned))
	require.Len(t, tuned, 1)
	require.Equal(t, "c2c:16*64", tuned[0].Spec)
	require.Positive(t, tuned[0].Ms)
	files, err := filepath.Glob(filepath.Join(dir, "*.wisdom"))
	require.NoError(t, err)
	require.Len(t, files, 1)

	dir = t.TempDir()
	got := command(t, "--device", "software", "--wisdom", dir, "--timeout", "1ns", "tune", "c2c:16*64", "--budget",
		"1h", "--csv")
	require.Equal(t, exitDeadline, got.code, got.stderr)
	files, err = filepath.Glob(filepath.Join(dir, "*.wisdom"))
	require.NoError(t, err)
	require.Empty(t, files)
}
