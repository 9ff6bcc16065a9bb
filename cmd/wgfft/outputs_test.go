//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// untouched checks that a folder holds files of the given contents and nothing else.
func untouched(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range left {
		require.Contains(t, files, e.Name())
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
		require.Equal(t, files[e.Name()], string(content))
	}
	require.Len(t, left, len(files))
}

// A result does not replace a file of another kind, and a picture not the sound it is made of, by whatever name.
func TestResultsDoNotReplaceOtherKinds(t *testing.T) {
	dir := t.TempDir()
	wav, npy := string(sound(t, 8000, 1, 2000)), string(numbers(t, []int{8}))
	files := map[string]string{"a.wav": wav, "sound": wav, "a.npy": npy}
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct{ args, says string }{
		{"spectrogram a.wav -o a.wav", "is the input"},
		{"spectrogram a.wav -o c.wav", "the name is that of a sound"},
		{"spectrogram a.wav -o b.npy", "the name is that of a NumPy array"},
		{"spectrogram a.wav -o b.JPG", "the name is that of a JPEG picture"},
		{"spectrogram sound -o sound", "is the input"},
		{"fft a.npy -o b.png", "the name is that of a PNG picture"},
		{"rfft a.npy -o a.wav", "the name is that of a sound"},
		{"convolve a.npy a.npy -o b.wav", "the name is that of a sound"},
	} {
		args := []string{"--device", "cpu"}
		for i, word := range strings.Fields(c.args) {
			if i > 0 && !strings.HasPrefix(word, "-") {
				word = at(word)
			}
			args = append(args, word)
		}
		got := command(args...)
		require.Equal(t, exitUsage, got.code, got.stderr)
		require.Contains(t, got.stderr, c.says)
		untouched(t, dir, files)
	}
	other := t.TempDir()
	require.NoError(t, os.Symlink(at("sound"), filepath.Join(other, "link")))
	require.NoError(t, os.Link(at("sound"), filepath.Join(other, "same")))
	for _, name := range []string{"link", "same"} {
		got := command("--device", "cpu", "spectrogram", at("sound"), "-o", filepath.Join(other, name))
		require.Equal(t, exitUsage, got.code, got.stderr)
		require.Contains(t, got.stderr, "is the input")
	}
	untouched(t, dir, files)
}

// What can't be written is refused before anything is computed, in words.
func TestDestinations(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("readonly.npy"), []byte("old"), 0o444))
	require.NoError(t, os.Symlink("nowhere", at("link.npy")))
	long := strings.Repeat("x", 251) + ".npy" // 255 bytes: the most a name has
	a := &app{ctx: context.Background()}
	computed := false
	fill := func(w io.Writer) error {
		computed = true
		_, err := io.WriteString(w, "new")
		return err
	}
	for name, want := range map[string]string{
		"readonly.npy": "is read-only", "link.npy": "is a link to nowhere, which does not exist", "": "is a directory",
		"missing/a.npy": "no such file", "x" + long: "name too long",
	} {
		require.ErrorContains(t, write(a, at(name), ".npy", fill), want)
	}
	require.False(t, computed)
	require.NoError(t, write(a, at(long), ".npy", fill))
	content, err := os.ReadFile(at(long))
	require.NoError(t, err)
	require.Equal(t, "new", string(content))
	content, err = os.ReadFile(at("readonly.npy"))
	require.NoError(t, err)
	require.Equal(t, "old", string(content))
}

// No file is made before there is something to write, and none is left where that fails.
func TestNoFileBeforeTheFirstByte(t *testing.T) {
	dir := t.TempDir()
	a := &app{ctx: context.Background()}
	trouble := errors.New("trouble")
	entries := func() int {
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		return len(left)
	}
	require.ErrorIs(t, write(a, filepath.Join(dir, "a.npy"), ".npy", func(w io.Writer) error {
		require.Zero(t, entries())
		_, err := w.Write(make([]byte, 3<<20)) // more than is buffered
		require.NoError(t, err)
		require.Equal(t, 1, entries())
		require.Len(t, a.outputs.names, 1)
		return trouble
	}), trouble)
	require.Zero(t, entries())
	require.Empty(t, a.outputs.names)
	require.NoError(t, write(a, filepath.Join(dir, "b.npy"), ".npy", func(w io.Writer) error {
		_, err := w.Write(make([]byte, 3<<20))
		return err
	}))
	require.Equal(t, 1, entries())
	require.Empty(t, a.outputs.names)
}

// start starts the command in a process of its own, whose standard input stays open.
func start(t *testing.T, env []string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, args...)
	c.Env = append(append(os.Environ(), asCommand+"=1"), env...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	input, err := c.StdinPipe()
	require.NoError(t, err)
	t.Cleanup(func() { input.Close() })
	require.NoError(t, c.Start())
	return c, &stderr
}

// A signal ends the command with the status that shells have for it, and leaves no file.
func TestSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		dir := t.TempDir()
		c, stderr := start(t, nil, "--device", "cpu", "fft", "-", "-o", filepath.Join(dir, "a.npy"))
		time.Sleep(300 * time.Millisecond) // it waits for its input
		require.NoError(t, c.Process.Signal(s))
		var exit *exec.ExitError
		require.ErrorAs(t, c.Wait(), &exit)
		require.Equal(t, 128+int(s), exit.ExitCode(), "%v: %s", s, stderr)
		require.Equal(t, "wgfft: interrupted: no result was written\n", stderr.String())
		untouched(t, dir, nil)
	}
}

// --timeout ends the command at its deadline, also while it waits for input or opens a device, with a status of its own.
func TestTimeout(t *testing.T) {
	forever, end := io.Pipe()
	defer end.Close()
	out := filepath.Join(t.TempDir(), "a.npy")
	for _, device := range []string{"cpu", "software"} {
		for _, in := range []io.Reader{forever, bytes.NewReader(numbers(t, []int{1 << 22}))} {
			var stdout, stderr bytes.Buffer
			begin := time.Now()
			code := run(context.Background(), []string{"--timeout", "10ms", "--device", device, "fft", "-", "-o", out}, in, &stdout, &stderr)
			t.Log(device, time.Since(begin))
			require.Equal(t, exitDeadline, code, stderr.String())
			require.Equal(t, "wgfft: deadline of 10ms exceeded: no result was written\n", stderr.String())
			require.NoFileExists(t, out)
		}
	}
	got := feed(numbers(t, []int{8}), "--timeout", "1m", "--device", "cpu", "fft", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
}

// Other spellings of help and version, and no arguments at all.
func TestHelpAndVersion(t *testing.T) {
	for _, args := range [][]string{nil, {"help"}, {"--help"}} {
		got := command(args...)
		require.Equal(t, exitOK, got.code)
		require.Contains(t, got.stdout, "Exit status: 0 for success")
		require.Empty(t, got.stderr)
	}
	require.Equal(t, command("fft", "--help").stdout, command("help", "fft").stdout)
	for _, args := range [][]string{{"--version"}, {"-V"}} {
		require.Equal(t, command("version").stdout, command(args...).stdout)
	}
}
