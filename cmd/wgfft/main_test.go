package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// asCommand makes the test binary behave as the command, for tests that need another environment.
const asCommand = "WGFFT_TEST_AS_COMMAND"

// testGrace is the grace period of commands in tests. It is only there to end a command that hangs.
const testGrace = time.Minute

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		runProcess(testGrace)
	}
	quietLoader()
	os.Exit(m.Run())
}

// outcome is the result of a command line.
type outcome struct {
	code           int
	stdout, stderr string
}

// command runs a command line in this process.
func command(t *testing.T, args ...string) outcome {
	t.Helper()
	return feed(t, nil, args...)
}

// feed runs a command line with standard input.
func feed(t *testing.T, stdin []byte, args ...string) outcome {
	t.Helper()
	var out, err bytes.Buffer
	code := run(t, context.Background(), args, bytes.NewReader(stdin), &out, &err)
	return outcome{code, out.String(), err.String()}
}

// run executes a command line and returns the exit status. If the command exceeds its grace period, which would end
// the process, the test fails.
func run(t *testing.T, ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t.Helper()
	ended, overran := make(chan int, 1), make(chan int, 1)
	a := &app{
		ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, exit: func(code int) { overran <- code },
		opener: wgfft.Open,
	}
	a.grace.raise(testGrace)
	go func() { ended <- a.run(args) }()
	select {
	case code := <-ended:
		return code
	case code := <-overran:
		t.Fatalf("wgfft %s: the command exceeded its grace period, status %d", strings.Join(args, " "), code)
		return code
	}
}

// without runs a command line in a process that finds no Vulkan driver.
func without(t *testing.T, args ...string) outcome {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asCommand+"=1", "VK_ICD_FILENAMES=/nonexistent", "VK_DRIVER_FILES=/nonexistent",
		"XDG_RUNTIME_DIR=")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		require.IsType(t, new(exec.ExitError), err)
	}
	return outcome{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// needSoftware skips a test without a software adapter. With WGFFT_REQUIRE_ADAPTER=1 it fails the test.
func needSoftware(t *testing.T) {
	t.Helper()
	all, _ := device.Adapters()
	for _, a := range all {
		if a.Kind == device.Software {
			return
		}
	}
	testcase.SkipNoAdapter(t, errors.New("no software adapter: install mesa-vulkan-drivers"))
}

// engines runs a test on the CPU engine, and with WGFFT_ALL=1 also on the software adapter. TestDevice shows in every
// run that the flag --device reaches the engine, and packages below this one test the engine on the adapter.
func engines(t *testing.T, test func(t *testing.T, device string)) {
	t.Run("cpu", func(t *testing.T) { test(t, "cpu") })
	if testcase.Long() {
		t.Run("software", func(t *testing.T) {
			needSoftware(t)
			test(t, "software")
		})
	}
}

// TestDevice computes on the software adapter: complex, real and convolved arrays, with the same shape of kernel.
func TestDevice(t *testing.T) {
	needSoftware(t)
	x := ref.Uniform(7, 2*16)
	got := feed(t, npyFile(t, []int{2, 16}, x), "--device", "software", "fft", "-", "-v")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Regexp(t, "computing on .*software", got.stderr)
	worst, _ := ref.Worst(content(t, []byte(got.stdout)).Data, ref.Batch(x, 16, false, 1), 16)
	require.LessOrEqual(t, worst, ref.Tolerance(16))

	file, r := reals(t, 1, 32)
	got = feed(t, file, "--device", "software", "rfft", "-")
	require.Equal(t, exitOK, got.code, got.stderr)
	require.LessOrEqual(t, ref.RelL2(content(t, []byte(got.stdout)).Data, ref.RealAxes(r, []int{32}, []int{0}, 1)),
		ref.Tolerance(32))

	dir := t.TempDir()
	a, u := saved(t, filepath.Join(dir, "a.npy"), 1, 16)
	b, h := saved(t, filepath.Join(dir, "b.npy"), 2, 16)
	got = command(t, "--device", "software", "convolve", a, b, "--mode", "circular")
	require.Equal(t, exitOK, got.code, got.stderr)
	c := ref.Convolution{Shape: []int{16}, Kernel: []int{16}, Mode: "circular"}
	require.LessOrEqual(t, c.Apply(u, h).Error(content(t, []byte(got.stdout)).Data), c.Tolerance())
}

// requireOneLine checks the form of an error message.
func requireOneLine(t *testing.T, text string) {
	t.Helper()
	require.True(t, strings.HasPrefix(text, "wgfft: "), text)
	require.Equal(t, 1, strings.Count(text, "\n"), text)
	require.True(t, strings.HasSuffix(text, "\n"), text)
}

// TestUsage: a usage error has exit status 2 and a message of one line.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.npy")
	require.NoError(t, os.WriteFile(in, nil, 0o666))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"frobnicate"}, "frobnicate"},
		{[]string{"fft"}, "wgfft fft --help"},
		{[]string{"fft", "--frobnicate", in}, "unknown flag --frobnicate"},
		{[]string{"fft", "--norm", "odd", in}, `norm "odd"`},
		{[]string{"fft", "--axes", "0;1", in}, `--axes "0;1": use comma-separated integers`},
		{[]string{"fft", "--axes=", in}, "axes"},
		{[]string{"fft", in, in}, "unexpected argument"},
		{[]string{"fft", in, "-n", "8;9"}, "use comma-separated positive integers"},
		{[]string{"fft", in, "--shape", "0"}, "use comma-separated positive integers"},
		{[]string{"rfft"}, "wgfft rfft --help"},
		{[]string{"irfft", in, "-n", "0"}, "use comma-separated positive integers"},
		{[]string{"dct", in, "--type", "0"}, "--type must be one of"},
		{[]string{"dst", in, in}, "unexpected argument"},
		{[]string{"convolve", in}, "B.npy"},
		{[]string{"convolve", "-", "-"}, "standard input cannot be both arrays"},
		{[]string{"convolve", in, in, "--mode", "wide"}, "want full, same, valid, circular"},
		{[]string{"fft", ""}, "no input file"},
		{[]string{"spectrogram", in, "--n", "1"}, "--n 1"},
		{[]string{"spectrogram", in, "--n=-4"}, "--n -4"},
		{[]string{"spectrogram", in, "--n", "99999999999"}, "--n 99999999999"},
		{[]string{"spectrogram", in, "--n", "many"}, "many"},
		{[]string{"spectrogram", in, "--hop=-1"}, "--hop -1"},
		{[]string{"spectrogram", in, "--range", "0"}, "--range 0"},
		{[]string{"spectrogram", in, "--range", "NaN"}, "--range NaN"},
		{[]string{"spectrogram", in, "--window", "bay"}, `bad window "bay": use one of hann`},
		{[]string{"spectrogram", in, "--window", "kaiser:-1"}, "beta must be in [0, 700]"},
		{[]string{"spectrum"}, "PHOTO"},
		{[]string{"spectrum", in, "--range", "0"}, "--range 0"},
		{[]string{"filter", in}, "no filter"},
		{[]string{"filter", in, "--lowpass", "30"}, "low pass cutoff 30 is out of range"},
		{[]string{"filter", in, "--highpass", "some"}, "some"},
		{[]string{"filter", in, "--bandpass", "0.1"}, "--bandpass takes two"},
		{[]string{"filter", in, "--bandpass", "0.1;0.2"}, `--bandpass "0.1;0.2": use comma-separated numbers`},
		{[]string{"filter", in, "--bandpass", "0.2,0.1"}, "must be less than the second"},
		{[]string{"filter", in, "--gaussian=-1"}, "Gaussian sigma -1 is out of range"},
		{[]string{"filter", in, "--sharpen", "1,2,3"}, "--sharpen takes"},
		{[]string{"filter", in, "--sharpen=-1"}, "sharpen amount -1 is out of range"},
		{[]string{"filter", in, "--notch", "0.1"}, "--notch takes"},
		{[]string{"filter", in, "--notch", "3,4"}, "notch frequency (3, 4) is out of range"},
		{[]string{"filter", in, "--gaussian", "1", "--edges", "torn"}, "torn"},
		{[]string{"register", in}, "<B>"},
		{[]string{"register", "-", "-"}, "standard input cannot be both images"},
		{[]string{"register", in, in, "--json", "-o", "-"}, "the image and JSON cannot both go to standard output"},
		{[]string{"register", in, in, "-o", "out.jpg"},
			"out.jpg: the result is a PNG image, but the name is for a JPEG image: use a .png file"},
		{[]string{"register", in, in, "--edges", "torn", "-o", "out.png"}, "torn"},
		{[]string{"register", in, in, "--edges", "reflect"}, "with -o"},
		{[]string{"explain"}, "SPEC"},
		{[]string{"explain", "z2z:8"}, `kind "z2z" is not known`},
		{[]string{"explain", "c2c:0"}, "point count"},
		{[]string{"explain", "c2c:8*-1"}, "batch"},
		{[]string{"explain", "8"}, "no colon"},
		{[]string{"explain", "c2c:8", "--limits", "toaster"}, "toaster"},
		{[]string{"explain", "c2c:8", "--quick", "--algorithm", "bluestein"}, "omit --algorithm"},
		{[]string{"bench"}, "SPEC"},
		{[]string{"bench", "c2c:"}, "bad spec"},
		{[]string{"bench", "c2c:8", "--h2h", "--plan"}, "--plan"},
		{[]string{"bench", "c2c:8", "--h2h", "--kernel"}, "--kernel"},
		{[]string{"bench", "c2c:8", "--plan", "--in-place"}, "--in-place"},
		{[]string{"bench", "c2c:8", "r2c:8", "--in-place"}, "r2c:8*1: --in-place needs a kind"},
		{[]string{"verify", "c2c:8*"}, "bad spec"},
		{[]string{"verify", "c2c:8x"}, "bad spec"},
		{[]string{"verify", "--seed", "-1"}, "-1"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			got := command(t, c.args...)
			require.Equal(t, exitUsage, got.code, got.stderr)
			require.Empty(t, got.stdout)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, c.says)
		})
	}
}

// TestFailures: a failure has exit status 1 and a message of one line.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"fft", "/nonexistent/in.npy"}, "no such file"},
		{[]string{"--device", "no such GPU", "fft", "-"}, "no such GPU"},
		{[]string{"--device", "no such GPU", "fft", "-", "-n", "4"}, "no such GPU"},
		{[]string{"convolve", "/nonexistent/in.npy", "-"}, "no such file"},
		{[]string{"convolve", "-", "/nonexistent/in.npy"}, "no such file"},
		{[]string{"fft", "-", "-o", os.TempDir()}, "is a directory"},
		{[]string{"register", lighthouse, lighthouse, "-o", os.TempDir()}, "is a directory"},
		{[]string{"--device=-3", "verify"}, "-3"},
		{[]string{"--device", "cpu", "bench", "c2c:8"}, "--h2h"},
		{[]string{"--device", "cpu", "bench", "--plan", "c2c:8"}, "CPU engine"},
		{[]string{"--device", "cpu", "bench", "--h2h", "c2c:1099511627776*1099511627776"}, "shorter axes"},
		{[]string{"--device", "cpu", "bench", "--h2h", "c2c:1099511627776"}, "shorter axes"},
		{[]string{"explain", "c2c:65536x65536", "--limits", "default"}, "shorter axes"},
		{[]string{"--device", "cpu", "explain", "c2c:8"}, "--limits"},
		{[]string{"explain", "c2c:999999937", "--limits", "default"}, "storage bindings"},
		{[]string{"explain", "c2c:1024*999999999", "--limits", "default"}, "split the batch"},
	} {
		if c.says == "storage bindings" && !testcase.Long() {
			continue // slow to plan; package plan tests this refusal in every run
		}
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			got := feed(t, numbers(t, []int{8}), c.args...)
			require.Equal(t, exitFailure, got.code, got.stderr)
			require.Empty(t, got.stdout)
			requireOneLine(t, got.stderr)
			require.Contains(t, got.stderr, c.says)
		})
	}
}

func TestHelp(t *testing.T) {
	got := command(t, "--help")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	for _, verb := range []string{"fft", "rfft", "irfft", "dct", "dst", "convolve", "spectrogram", "spectrum",
		"filter", "register", "info", "explain", "bench", "verify", "version"} {
		require.Contains(t, got.stdout, "\n  "+verb+" ")
		one := command(t, verb, "--help")
		require.Equal(t, exitOK, one.code)
		require.Contains(t, one.stdout, "Usage: wgfft "+verb)
		require.Empty(t, one.stderr)
	}
}

func TestVersion(t *testing.T) {
	got := command(t, "version")
	require.Equal(t, exitOK, got.code)
	require.Regexp(t, `^wgfft.* go\d.* \w+/\w+\n$`, got.stdout)
}

// TestBrokenPipe: a failed write to standard output is a failure.
func TestBrokenPipe(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"--help"}, {"fft", "--help"}, {"info", "--json"},
		{"explain", "c2c:8", "--limits", "default"}, {"--device", "cpu", "verify", "c2c:8"},
		{"--device", "cpu", "fft", "-"}, {"--device", "cpu", "irfft", "-"},
	} {
		var stderr bytes.Buffer
		code := run(t, context.Background(), args, bytes.NewReader(numbers(t, []int{2, 3})), broken{},
			&stderr)
		require.Equal(t, exitFailure, code, args)
		requireOneLine(t, stderr.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fmt.Errorf("the pipe is broken") }

// TestInterrupted: a cancelled command ends at once, even while it waits for input.
func TestInterrupted(t *testing.T) {
	forever, end := io.Pipe()
	defer end.Close()
	out := filepath.Join(t.TempDir(), "out.npy")
	picture := filepath.Join(filepath.Dir(out), "out.png")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"--device", "cpu", "fft", "-", "-o", out},
		{"--device", "cpu", "filter", "-", "--gaussian", "1", "-o", picture},
		{"--device", "cpu", "register", "-", lighthouse},
		{"--device", "cpu", "register", lighthouse, "-", "-o", picture},
		{"--device", "cpu", "verify"},
		{"--device", "cpu", "bench", "--h2h", "c2c:8"},
	} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitFailure, run(t, ctx, args, forever, &stdout, &stderr))
		require.Contains(t, stderr.String(), "wgfft: interrupted")
	}
	left, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestWithoutAdapter: commands that need no GPU work without one.
func TestWithoutAdapter(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.npy"), filepath.Join(dir, "out.npy")
	require.NoError(t, os.WriteFile(in, numbers(t, []int{3, 10}), 0o666))

	got := without(t, "fft", in, "-o", out)
	require.Equal(t, exitOK, got.code, got.stderr)
	require.Empty(t, got.stderr)
	got = without(t, "-v", "fft", in, "-o", out)
	require.Equal(t, exitOK, got.code, got.stderr)
	requireOneLine(t, got.stderr)
	require.Contains(t, got.stderr, "CPU engine: its work is done before a GPU is open")
	require.FileExists(t, out)

	got = without(t, "--device", "gpu", "fft", in, "-o", filepath.Join(dir, "none.npy"))
	require.Equal(t, exitFailure, got.code)
	require.Contains(t, got.stderr, "install")
	require.NoFileExists(t, filepath.Join(dir, "none.npy"))

	got = without(t, "--device", "software", "fft", in, "-o", filepath.Join(dir, "none.npy"))
	require.Equal(t, exitFailure, got.code)
	requireOneLine(t, got.stderr)
	require.Contains(t, got.stderr, "mesa-vulkan-drivers")
	require.NoFileExists(t, filepath.Join(dir, "none.npy"))

	got = without(t, "info")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	require.Contains(t, got.stdout, "no GPU adapter")
	require.Contains(t, got.stdout, "chosen: the CPU engine")
	require.Contains(t, got.stdout, "mesa-vulkan-drivers")

	got = without(t, "explain", "c2c:4096*16384", "--limits", "h200")
	require.Equal(t, exitOK, got.code)
	require.Empty(t, got.stderr)
	require.Contains(t, got.stdout, "c2c:4096*16384\n(stockham 4096 ")

	got = without(t, "bench", "c2c:64")
	require.Equal(t, exitFailure, got.code)
	require.Empty(t, got.stdout)

	got = without(t, "verify", "c2c:60*7", "--seed", "3")
	require.Equal(t, exitOK, got.code)
	require.Equal(t, "wgfft: 1 spec passed on the CPU engine, seed 3\n", got.stderr)
	require.Contains(t, got.stdout, "pass")
}

// A negative number after a flag is its value. Another flag is not.
func TestNegativeNumbers(t *testing.T) {
	require.Equal(t, []string{"filter", "--notch=-0.3,0.2", "--sharpen=-.5", "a.png", "-n", "-5", "--", "--notch",
		"-1"},
		joinNegativeValues([]string{"filter", "--notch", "-0.3,0.2", "--sharpen", "-.5", "a.png", "-n", "-5",
			"--", "--notch", "-1"}))
	require.Equal(t, []string{"--csv", "--plan", "-", "--h2h=1", "-1"},
		joinNegativeValues([]string{"--csv", "--plan", "-", "--h2h=1", "-1"}))
	got := command(t, "filter", "../../examples/data/lighthouse.png", "--notch", "-0.375,-0.21875", "-o",
		filepath.Join(t.TempDir(), "out.png"), "--device", "cpu")
	require.Equal(t, exitOK, got.code, got.stderr)
	got = command(t, "filter", "../../examples/data/lighthouse.png", "--gaussian", "2", "-o", "out.jpg",
		"--device", "cpu")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr,
		"out.jpg: the result is a PNG image, but the name is for a JPEG image: use a .png file")
	got = command(t, "filter", "a.png", "-o", "--gaussian", "2")
	require.Equal(t, exitUsage, got.code)
}
