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

	"wgfft/internal/testcase"
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
		got := command(t, args...)
		require.Equal(t, exitUsage, got.code, got.stderr)
		require.Contains(t, got.stderr, c.says)
		untouched(t, dir, files)
	}
	other := t.TempDir()
	require.NoError(t, os.Symlink(at("sound"), filepath.Join(other, "link")))
	require.NoError(t, os.Link(at("sound"), filepath.Join(other, "same")))
	for _, name := range []string{"link", "same"} {
		got := command(t, "--device", "cpu", "spectrogram", at("sound"), "-o", filepath.Join(other, name))
		require.Equal(t, exitUsage, got.code, got.stderr)
		require.Contains(t, got.stderr, "is the input")
	}
	from, err := os.Open(at("sound"))
	require.NoError(t, err)
	defer from.Close()
	var stdout, stderr bytes.Buffer
	code := run(t, t.Context(), []string{"--device", "cpu", "spectrogram", "-", "-o", at("sound")}, from, &stdout,
		&stderr)
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
			got := command(t, append(args, "--device", "cpu", "-o", out)...)
			require.Equal(t, exitUsage, got.code, got.stderr)
			require.Contains(t, got.stderr, "is the input, which a PNG image would replace")
			untouched(t, dir, map[string]string{"photo": b.String(), "photo.png": b.String()})
		}
	}
	in, err := os.ReadFile(lighthouse)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(photo, in, 0o666))
	got := command(t, "--device", "cpu", "filter", photo, "--gaussian", "1", "-o", photo)
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

// A reading is the command in its own process. It reads an array that has no end.
type reading struct {
	*exec.Cmd
	input  io.WriteCloser
	stderr bytes.Buffer
}

// startReading starts "fft - -o out" by a shell, after a line of the shell, and returns when the command reads its
// input.
func startReading(t *testing.T, line, out string) *reading {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c := &reading{Cmd: exec.Command("sh", "-c", line+`exec "$0" --device cpu fft - -o "$1"`, self, out)}
	c.Env = append(os.Environ(), asCommand+"=1")
	c.Stderr = &c.stderr
	c.input, err = c.StdinPipe()
	require.NoError(t, err)
	t.Cleanup(func() { c.input.Close() })
	require.NoError(t, c.Start())
	whole := numbers(t, []int{8})
	_, err = c.input.Write(bytes.Replace(whole[:len(whole)-8*8], []byte("(8,), }      "), []byte("(9999999,), }"), 1))
	require.NoError(t, err)
	c.reads(t)
	return c
}

// reads returns when the command has read more of its input. A pipe holds 64 KiB, so that part of what is
// written is read then.
func (c *reading) reads(t *testing.T) {
	t.Helper()
	_, err := c.input.Write(make([]byte, 1<<18))
	require.NoError(t, err)
}

// A signal ends the command with the status of shells, and without a file.
func TestSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(s) { // by nohup: the command ignores it, too
			continue
		}
		dir := t.TempDir()
		c := startReading(t, "", filepath.Join(dir, "a.npy"))
		require.NoError(t, c.Process.Signal(s))
		var exit *exec.ExitError
		require.ErrorAs(t, c.Wait(), &exit)
		require.Equal(t, 128+int(s), exit.ExitCode(), "%v: %s", s, &c.stderr)
		const says = "wgfft: interrupted: no result was written\n"
		if s == syscall.SIGQUIT {
			require.Contains(t, c.stderr.String(), "goroutine 1 [")
			require.True(t, strings.HasSuffix(c.stderr.String(), says), c.stderr.String())
		} else {
			require.Equal(t, says, c.stderr.String())
		}
		untouched(t, dir, nil)
	}
}

// A signal that is ignored when the command starts, as by nohup, does not end it.
func TestIgnoredSignals(t *testing.T) {
	dir := t.TempDir()
	c := startReading(t, `trap "" HUP INT; `, filepath.Join(dir, "a.npy"))
	require.NoError(t, c.Process.Signal(syscall.SIGHUP))
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	c.reads(t)
	require.NoError(t, c.Process.Signal(syscall.SIGTERM))
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit, "%s", &c.stderr)
	require.Equal(t, exitSignal+int(syscall.SIGTERM), exit.ExitCode(), "%s", &c.stderr)
	require.Equal(t, "wgfft: interrupted: no result was written\n", c.stderr.String())
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
	commands := []string{"version", "--help", "fft $1"} // TestBrokenPipe has more of them
	if testcase.Long() {
		commands = append(commands, "info --json", "explain c2c:8 --limits default")
	}
	for _, args := range commands {
		if _, err := os.Stat("/dev/full"); err == nil {
			got := shell(`"$0" --device cpu ` + args + " >/dev/full")
			require.Equal(t, exitFailure, got.code, args)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, "no space left", args)
		}
		got := shell(`"$0" --device cpu ` + args + " | true")
		require.Empty(t, got.stderr, args)
		if closedOutputIsKnown && (testcase.Long() || args == "version" || args == "fft $1") {
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
	for _, c := range []struct {
		device, timeout string
		in              io.Reader
	}{
		{"cpu", "10ms", forever},
		{"cpu", "1ns", bytes.NewReader(numbers(t, []int{64}))}, // the deadline is over when the command begins
		{"software", "1ns", bytes.NewReader(numbers(t, []int{64}))},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t, context.Background(),
			[]string{"--timeout", c.timeout, "--device", c.device, "fft", "-", "-o", out},
			c.in, &stdout, &stderr)
		require.Equal(t, exitDeadline, code, stderr.String())
		require.Equal(t, "wgfft: timeout of "+c.timeout+" exceeded: no result was written\n", stderr.String())
		require.NoFileExists(t, out)
	}
	got := feed(t, numbers(t, []int{8}), "--timeout", "1h", "--device", "cpu", "fft", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
}

// A command that does not return within its grace period ends the process with the status of --timeout.
func TestExceededGrace(t *testing.T) {
	blocked, stdout := io.Pipe() // a write to stdout returns when blocked is closed
	var stderr bytes.Buffer
	statuses, returned := make(chan int, 1), make(chan int, 1)
	a := &app{ctx: context.Background(), stdin: &bytes.Buffer{}, stdout: stdout, stderr: &stderr,
		exit: func(status int) { statuses <- status }}
	a.grace.ns.Store(1)
	go func() { returned <- a.run([]string{"--timeout", "1ns", "version"}) }()
	require.Equal(t, exitDeadline, <-statuses)
	require.Equal(t, "wgfft: "+noAnswer+": no result was written\n", stderr.String())
	blocked.Close()
	require.Equal(t, exitFailure, <-returned)
	require.Empty(t, statuses, "once")
}

// Tuning raises the grace period, and nothing lowers it.
func TestGracePeriod(t *testing.T) {
	var p gracePeriod
	require.Equal(t, defaultGrace, p.get())
	p.raise(tuneGrace)
	require.Equal(t, tuneGrace, p.get())
	p.raise(time.Second)
	require.Equal(t, tuneGrace, p.get())
}

// Other spellings of help and version, and no arguments at all.
func TestHelpAndVersion(t *testing.T) {
	for _, args := range [][]string{nil, {"help"}, {"--help"}} {
		got := command(t, args...)
		require.Equal(t, exitOK, got.code)
		require.Contains(t, got.stdout, "Exit status: 0 for success")
		require.Empty(t, got.stderr)
	}
	require.Equal(t, command(t, "fft", "--help").stdout, command(t, "help", "fft").stdout)
	for _, args := range [][]string{{"--version"}, {"-V"}} {
		require.Equal(t, command(t, "version").stdout, command(t, args...).stdout)
	}
}

// An error of the temporary file, such as a full disk, names the output.
func TestFullDiskNamesTheOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	f := &lazyFile{name: "out/a.npy", f: full, temporary: filepath.Join(t.TempDir(), ".wgfft-01234567")}
	_, err = f.Write([]byte{1})
	require.EqualError(t, err, "out/a.npy cannot be written: no space left on device")
	require.NoError(t, f.close())
	require.EqualError(t, f.close(), "out/a.npy cannot be written: file already closed")
	require.EqualError(t, f.rename("out/a.npy"), "out/a.npy cannot be written: no such file or directory")
}
