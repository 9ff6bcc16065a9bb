package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cellsOf reads the table a command printed.
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

func TestTune(t *testing.T) {
	needSoftware(t)
	dir := t.TempDir()
	on := func(args ...string) outcome {
		return command(append([]string{"--device", "software", "--wisdom", dir}, args...)...)
	}
	got := on("tune", "c2c:16*64", "r2c:16*50", "--budget", "6s", "--csv")
	require.Equal(t, exitOK, got.code, got.stderr)
	rows := cellsOf(t, got.stdout)
	require.Len(t, rows, 3, "the second in both directions")
	for _, row := range rows {
		ms, err := strconv.ParseFloat(row["ms"], 64)
		require.NoError(t, err)
		untuned, err := strconv.ParseFloat(row["untuned_ms"], 64)
		require.NoError(t, err)
		require.LessOrEqual(t, ms, untuned)
		require.Contains(t, row["plan"], "stockham")
	}
	require.Contains(t, got.stderr, "tuning r2c:16*50, 2 of 2")
	require.Contains(t, got.stderr, "kept in "+dir)
	files, err := filepath.Glob(filepath.Join(dir, "*.wisdom"))
	require.NoError(t, err)
	require.Len(t, files, 1)

	shipped := len(cellsOf(t, command("--device", "software", "--wisdom", "shipped", "wisdom", "show", "--csv").stdout))
	known := cellsOf(t, on("wisdom", "show", "--csv").stdout)
	require.Len(t, known, shipped+3)
	known = slices.DeleteFunc(known, func(row map[string]string) bool { return row["key"] != "16 64" })
	require.Len(t, known, 1)
	require.Empty(t, cellsOf(t, command("--device", "software", "--wisdom", "off", "wisdom", "show", "--csv").stdout))
	bench := on("bench", "c2c:16*64", "--kernel", "--csv")
	require.Equal(t, exitOK, bench.code, bench.stderr)
	runAsChosen(t, known[0]["kernels"], cellsOf(t, bench.stdout)[0]["kernel"]) // bench plans with what was learnt

	exported(t, dir)
	require.NoError(t, os.WriteFile(files[0], []byte("rubbish"), 0o600))
	got = on("wisdom", "show", "--csv")
	require.Equal(t, exitOK, got.code)
	require.Len(t, cellsOf(t, got.stdout), shipped)
	require.Contains(t, got.stderr, "set aside")

	require.Equal(t, exitUsage, on("tune", "c2c:48", "--budget", "0s").code)
	got = on("tune", "c2c:4294967296", "--budget", "1s")
	require.Equal(t, exitFailure, got.code)
	got = command("--device", "cpu", "tune", "c2c:48")
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "CPU engine")
}

// exported takes what is known from a directory to another by export and import, and tries what can't be taken.
func exported(t *testing.T, dir string) {
	other := t.TempDir()
	file := filepath.Join(other, "all.txt")
	on := func(dir string, args ...string) outcome {
		return command(append([]string{"--device", "software", "--wisdom", dir, "wisdom"}, args...)...)
	}
	require.Equal(t, exitOK, on(dir, "export", "-o", file).code)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(text), on(dir, "export").stdout)
	got := on(other, "import", file)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Contains(t, got.stderr, "kept in "+other)
	require.Equal(t, on(dir, "show", "--csv").stdout, on(other, "show", "--csv").stdout)

	require.NoError(t, os.WriteFile(file, text[:len(text)-2], 0o600))
	got = on(other, "import", file)
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, file)
	require.Equal(t, exitFailure, on(other, "import", file+".none").code)
	got = on("shipped", "import", file)
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, "--wisdom shipped")
	require.Equal(t, exitUsage, on(other, "import").code)
	for _, args := range [][]string{{"show"}, {"export"}, {"import", file}} {
		got = command(append([]string{"--device", "cpu", "wisdom"}, args...)...)
		require.Equal(t, exitFailure, got.code)
		require.Contains(t, got.stderr, "CPU engine")
	}
}

// What was measured before --timeout or a signal ends tuning is kept, and the message says so.
func TestTuneThatEndsEarly(t *testing.T) {
	needSoftware(t)
	dir := t.TempDir()
	got := command("--device", "software", "--wisdom", dir, "--timeout", "4s", "tune", "c2c:480*64", "--budget", "1m", "--csv")
	require.Equal(t, exitDeadline, got.code, got.stderr)
	require.Contains(t, got.stderr, "tune: ended: the best so far is kept in "+dir)
	require.Len(t, cellsOf(t, got.stdout), 1)
	files, err := filepath.Glob(filepath.Join(dir, "*.wisdom"))
	require.NoError(t, err)
	require.Len(t, files, 1)

	dir = t.TempDir()
	got = command("--device", "software", "--wisdom", dir, "--timeout", "1ns", "tune", "c2c:16*64", "--budget", "1m", "--csv")
	require.Equal(t, exitDeadline, got.code, got.stderr)
	files, err = filepath.Glob(filepath.Join(dir, "*.wisdom"))
	require.NoError(t, err)
	require.Empty(t, files)
}
