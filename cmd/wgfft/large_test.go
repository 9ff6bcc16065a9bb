package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/npy"
	"wgfft/internal/ref"
)

// With --memory the commands for arrays have the results that they have without it.
func TestMemory(t *testing.T) {
	dir := t.TempDir()
	name := func(file string) string { return filepath.Join(dir, file) }
	save(t, name("real.npy"), []int{4, 30, 50}, ref.Random[float64](1, 6000))
	save(t, name("points.npy"), []int{5000}, ref.Random[complex64](2, 5000))
	same := func(args ...string) {
		t.Helper()
		args = append([]string{"--device", "cpu"}, args...)
		got := command(t, append(args, "-o", name("whole.npy"))...)
		require.Equal(t, exitOK, got.code, got.stderr)
		got = command(t, append(args, "-o", name("slabs.npy"), "--memory", "300MiB", "--scratch", t.TempDir())...)
		require.Equal(t, exitOK, got.code, got.stderr)
		require.Equal(t, contents(t, name("whole.npy")), contents(t, name("slabs.npy")))
	}
	same("fft", name("points.npy"), "--inverse", "--norm", "ortho")
	same("rfft", name("real.npy"), "--axes", "0,1")
	save(t, name("bins.npy"), []int{4, 16, 50}, ref.Random[complex128](3, 3200))
	same("irfft", name("bins.npy"), "--axes", "0,1", "-n", "31")

	for _, c := range []struct {
		says string
		args []string
	}{
		{"it needs at least", []string{"fft", name("points.npy"), "-o", name("x.npy"), "--memory", "20MiB"}},
		{"name IN.npy and -o", []string{"fft", name("points.npy"), "--memory", "1GiB"}},
		{"omit -n", []string{"fft", name("points.npy"), "-o", name("x.npy"), "--memory", "1GiB", "-n", "8"}},
		{"give --memory, too", []string{"fft", name("points.npy"), "-o", name("x.npy"), "--scratch", dir}},
		{"omit --precision", []string{"fft", name("points.npy"), "-o", name("x.npy"), "--memory", "1GiB", "--precision",
			"double"}},
		{"want complex128", []string{"irfft", name("real.npy"), "-o", name("x.npy"), "--memory", "1GiB"}},
		{"source and the result", []string{"fft", name("points.npy"), "-o", name("points.npy"), "--memory", "1GiB"}},
		{"use a number of bytes", []string{"fft", name("points.npy"), "-o", name("x.npy"), "--memory", "much"}},
		{"use --inverse", []string{"explain", "c2c:1024", "--memory", "1GiB", "--json"}},
	} {
		got := command(t, append([]string{"--device", "cpu"}, c.args...)...)
		require.NotEqual(t, exitOK, got.code)
		require.Contains(t, got.stderr, c.says)
		require.NoFileExists(t, name("x.npy"))
		require.NoFileExists(t, name("x.npy.journal"))
	}
	got := command(t, "--device", "cpu", "explain", "r2c:1073741824", "--memory", "2GiB")
	require.Equal(t, exitOK, got.code, got.stderr)
	for _, says := range []string{"step 2 of 2", "temporary file: 4.0 GiB", "least memory: "} {
		require.Contains(t, got.stdout, says)
	}
}

// save writes a .npy file.
func save[T npy.Element](t *testing.T, name string, shape []int, data []T) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, npy.Write(&b, shape, data))
	require.NoError(t, os.WriteFile(name, b.Bytes(), 0o666))
}

// contents returns the array of a .npy file in complex128.
func contents(t *testing.T, name string) npy.Array[complex128] {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	array, err := npy.Read[complex128](bytes.NewReader(text))
	require.NoError(t, err)
	return array
}
