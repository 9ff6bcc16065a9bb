//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// untouched checks that a directory has files with the given contents and no others.
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

// A result does not replace a file of another kind. An image does not replace its audio input, whatever its name.
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
		{"spectrogram a.wav -o c.wav", "the name is for audio"},
		{"spectrogram a.wav -o b.npy", "the name is for a NumPy array"},
		{"spectrogram a.wav -o b.JPG", "the name is for a JPEG image"},
		{"spectrogram sound -o sound", "is the input"},
		{"fft a.npy -o b.png", "the name is for a PNG image"},
		{"rfft a.npy -o a.wav", "the name is for audio"},
		{"convolve a.npy a.npy -o b.wav", "the name is for audio"},
		{"fft a.npy -o b.csv", "the name is for a table"}, {"fft a.npy -o b.txt", "the name is for text"},
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
	from, err := os.Open(at("sound"))
	require.NoError(t, err)
	defer from.Close()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"--device", "cpu", "spectrogram", "-", "-o", at("sound")}, from, &stdout, &stderr)
	require.Equal(t, exitUsage, code, &stderr)
	require.Contains(t, stderr.String(), "is the input")
	untouched(t, dir, files)
}

// An image replaces its input only if it has the same format.
func TestResultsDoNotReplacePhotos(t *testing.T) {
	dir := t.TempDir()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, sample(t), nil))
	photo, png := filepath.Join(dir, "photo"), filepath.Join(dir, "photo.png")
	require.NoError(t, os.WriteFile(photo, b.Bytes(), 0o666))
	require.NoError(t, os.Symlink(photo, png))
	for _, out := range []string{photo, png} {
		for _, args := range [][]string{{"filter", photo, "--gaussian", "1"}, {"spectrum", photo},
			{"register", lighthouse, photo}} {
			got := command(append(args, "--device", "cpu", "-o", out)...)
			require.Equal(t, exitUsage, got.code, got.stderr)
			require.Contains(t, got.stderr, "is the input, which a PNG image would replace")
			untouched(t, dir, map[string]string{"photo": b.String(), "photo.png": b.String()})
		}
	}
	in, err := os.ReadFile(lighthouse)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(photo, in, 0o666))
	got := command("--device", "cpu", "filter", photo, "--gaussian", "1", "-o", photo)
	require.Equal(t, exitOK, got.code, got.stderr)
}

// A directory or file without write permission gives an error before the computation.
func TestPermissions(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	dir := t.TempDir()
	a := &app{ctx: context.Background()}
	fill := func(io.Writer) error { panic("computed") }
	require.NoError(t, os.WriteFile(filepath.Join(dir, "old.npy"), nil, 0o666))
	require.NoError(t, os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o777)
	for _, name := range []string{"new.npy", "old.npy"} {
		require.ErrorIs(t, write(a, filepath.Join(dir, name), ".npy", fill), fs.ErrPermission)
	}
}

// An output that cannot be written gives an error before the computation.
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

// No file is created before the first write, and none is left after a failure.
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

// start starts the command in its own process. Its standard input stays open.
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

// A signal ends the command with the status of shells, and without a file.
func TestSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(s) { // by nohup: the command ignores it, too
			continue
		}
		dir := t.TempDir()
		c, stderr := start(t, nil, "--device", "cpu", "fft", "-", "-o", filepath.Join(dir, "a.npy"))
		time.Sleep(300 * time.Millisecond) // it waits for its input
		require.NoError(t, c.Process.Signal(s))
		var exit *exec.ExitError
		require.ErrorAs(t, c.Wait(), &exit)
		require.Equal(t, 128+int(s), exit.ExitCode(), "%v: %s", s, stderr)
		const says = "wgfft: interrupted: no result was written\n"
		if s == syscall.SIGQUIT {
			require.Contains(t, stderr.String(), "goroutine 1 [")
			require.True(t, strings.HasSuffix(stderr.String(), says), stderr.String())
		} else {
			require.Equal(t, says, stderr.String())
		}
		untouched(t, dir, nil)
	}
}

// A signal that is ignored when the command starts, as by nohup, does not end it.
func TestIgnoredSignals(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	const script = `exec 3<&0; trap "" HUP INT; "$0" --device cpu fft - -o "$1" <&3 & trap - HUP INT
		sleep 0.5; kill -HUP $!; kill -INT $!; sleep 0.2; kill -TERM $!; wait $!`
	c := exec.Command("sh", "-c", script, self, filepath.Join(dir, "a.npy"))
	c.Env = append(os.Environ(), asCommand+"=1")
	input, err := c.StdinPipe() // never ends
	require.NoError(t, err)
	defer input.Close()
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", out)
	require.Equal(t, exitSignal+int(syscall.SIGTERM), exit.ExitCode(), "%s", out)
	untouched(t, dir, nil)
}

// A closed standard output or a full device is a failure. A reader that stops early gets no message.
func TestStandardOutput(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	in := filepath.Join(t.TempDir(), "in.npy")
	require.NoError(t, os.WriteFile(in, numbers(t, []int{8}), 0o666))
	shell := func(script string) outcome {
		c := exec.Command("sh", "-c", script, self, in)
		c.Env = append(os.Environ(), asCommand+"=1")
		var stdout, stderr bytes.Buffer
		c.Stdout, c.Stderr = &stdout, &stderr
		err := c.Run()
		if err != nil {
			require.IsType(t, new(exec.ExitError), err)
		}
		return outcome{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	}
	for _, args := range []string{"version", "--help", "info --json", "fft $1", "explain c2c:8 --limits default"} {
		if _, err := os.Stat("/dev/full"); err == nil {
			got := shell(`"$0" --device cpu ` + args + " >/dev/full")
			require.Equal(t, exitFailure, got.code, args)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, "no space left", args)
		}
		got := shell(`"$0" ` + args + " | true; sleep 0.1")
		require.Empty(t, got.stderr, args)
		if closedOutputIsKnown {
			got := shell(`"$0" --device cpu ` + args + " >&-")
			require.Equal(t, exitFailure, got.code, args)
			require.Equal(t, "wgfft: standard output is closed: name a file with -o\n", got.stderr, args)
		}
	}
	got := shell(`"$0" --device cpu fft "$1" -o "$1".out >&-`)
	require.Equal(t, exitOK, got.code, got.stderr)
}

// --timeout ends the command with its own status, also while it waits for input or opens a device.
func TestTimeout(t *testing.T) {
	forever, end := io.Pipe()
	defer end.Close()
	out := filepath.Join(t.TempDir(), "a.npy")
	for _, device := range []string{"cpu", "software"} {
		for _, in := range []io.Reader{forever, bytes.NewReader(numbers(t, []int{1 << 22}))} {
			var stdout, stderr bytes.Buffer
			begin := time.Now()
			code := run(context.Background(), []string{"--timeout", "10ms", "--device", device, "fft", "-", "-o",
				out}, in, &stdout, &stderr)
			t.Log(device, time.Since(begin))
			require.Equal(t, exitDeadline, code, stderr.String())
			require.Equal(t, "wgfft: timeout of 10ms exceeded: no result was written\n", stderr.String())
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
