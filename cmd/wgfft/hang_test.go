//go:build cgo && linux && amd64

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/faultdriver"
)

// signalsVariable is I for one Ctrl-C in TestHangingGPUChild, and II for several. folderVariable is the output
// directory of the child.
const (
	signalsVariable = "WGFFT_TEST_SIGNALS"
	folderVariable  = "WGFFT_TEST_FOLDER"
)

// A command on a GPU that hangs ends two seconds after Ctrl-C, and at once after a second one. It leaves no file.
func TestHangingGPU(t *testing.T) {
	if signal.Ignored(syscall.SIGINT) {
		t.Skip("SIGINT is ignored here, as in background jobs of a shell")
	}
	driver := faultdriver.New(t)
	hang := faultdriver.Fault{Function: faultdriver.Completion, Hang: time.Hour, Limit: 10 * time.Minute}
	for _, c := range []struct {
		signals, says string
		least         time.Duration
	}{
		{"I", "wgfft: gave up because the GPU or its driver does not respond: no result was written\n", defaultGrace},
		{"II", "wgfft: interrupted: no result was written\n", 0},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "in.npy"), numbers(t, []int{16}), 0o666))
		o := driver.Run(t, hang, "TestHangingGPUChild", signalsVariable+"="+c.signals, folderVariable+"="+dir)
		require.True(t, o.Fired, o.Stderr)
		require.False(t, o.TimedOut)
		require.Equal(t, exitSignal+int(syscall.SIGINT), o.Exit, "%s%s", o.Stdout, o.Stderr)
		require.Contains(t, o.Stderr, c.says)
		require.Greater(t, o.Took, c.least)
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, left, 1)
	}
}

// TestHangingGPUChild is the command, with one or more signals sent to it once the GPU hangs.
func TestHangingGPUChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestHangingGPU")
	}
	again := os.Getenv(signalsVariable) == "II"
	go func() {
		faultdriver.WaitForFault(t)
		syscall.Kill(os.Getpid(), syscall.SIGINT)
		for again { // two pending signals would be one
			time.Sleep(10 * time.Millisecond)
			syscall.Kill(os.Getpid(), syscall.SIGINT)
		}
	}()
	dir := os.Getenv(folderVariable)
	os.Args = []string{"wgfft", "--device", "software", "fft", filepath.Join(dir, "in.npy"), "-o",
		filepath.Join(dir, "out.npy")}
	if again {
		runProcess(testGrace)
	}
	main()
}
