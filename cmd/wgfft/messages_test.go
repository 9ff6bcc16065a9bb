package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Messages name the file, what is wrong with it, and the way out.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	head := sound(t, 8000, 1, 100)[:44]
	for name, content := range map[string]string{
		"empty.npy": "", "zero.npy": string(numbers(t, []int{0})), "ok.npy": string(numbers(t, []int{8})),
		"head.wav": string(head),
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
		{exitFailure, []string{"fft", at("zero.npy")},
			at("zero.npy") + ": length 0: a transform needs at least one point"},
		{exitFailure, []string{"spectrogram", at("head.wav")},
			at("head.wav") + ": the file is cut short, 0 of 100 frames are there; copy it again"},
		{exitFailure, []string{"fft", at("a\x1b[31m.npy")}, at(`a\x1b[31m.npy`) + ": no such file or directory"},
		{exitUsage, []string{"fft", at("ok.npy"), "out.npy"},
			"unexpected argument out.npy: did you mean -o out.npy? (see wgfft fft --help)"},
		{exitUsage, []string{"spectrogram", "a.wav", "b.wav"},
			"unexpected argument b.wav: spectrogram takes 1 argument (see wgfft spectrogram --help)"},
		{exitUsage, []string{"frob"}, "there is no command frob (see wgfft --help)"},
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
		got := command(append([]string{"--device", "cpu"}, c.args...)...)
		require.Equal(t, c.code, got.code, got.stderr)
		require.Equal(t, "wgfft: "+c.says+"\n", got.stderr)
		require.Empty(t, got.stdout)
	}
	require.Equal(t, "./wav", displayName("wav"), "what messages leave out")
}

// What there is no memory for is refused at once, in words for users of the command.
func TestMemoryIsRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(8 << 30)) // what counts as available, on larger machines, too
	const points = "2147483648"
	for _, args := range [][]string{{"fft"}, {"rfft"}, {"irfft"}} {
		begin := time.Now()
		got := feed(float64File(1, 2, 3), append(args, "-", "-n", points, "--device", "cpu")...)
		require.Equal(t, exitFailure, got.code)
		requireOneLine(t, got.stderr)
		require.Regexp(t, `^wgfft: standard input: .* of memory, the limit is .*: work on less at a time\n$`, got.stderr)
		require.Less(t, time.Since(begin), 10*time.Second)
	}
}
