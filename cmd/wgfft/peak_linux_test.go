package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// peakVariable names the input of TestSpectrogramPeakMemoryChild.
const peakVariable = "WGFFT_TEST_PEAK"

// The spectrogram of a file of ten minutes of CD audio takes less than 200 MB.
func TestSpectrogramPeakMemory(t *testing.T) {
	const seconds, rate = 600, 44100
	dir := t.TempDir()
	in := filepath.Join(dir, "long.wav")
	head := sound(t, rate, 2, 0)
	size := uint32(4 * rate * seconds)
	for at, v := range map[int]uint32{4: 36 + size, 40: size} {
		head[at], head[at+1], head[at+2], head[at+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	}
	require.NoError(t, os.WriteFile(in, head, 0o666))
	require.NoError(t, os.Truncate(in, int64(len(head))+int64(size))) // silence
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, "-test.run=^TestSpectrogramPeakMemoryChild$")
	c.Env = append(os.Environ(), peakVariable+"="+in, "GOGC=100")
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	require.NoError(t, c.Run(), "%s", &out)
	require.Contains(t, out.String(), "600.00 s at 44100 Hz")
	var most int64
	for line := range strings.Lines(out.String()) {
		if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.ParseInt(strings.Fields(kib)[0], 10, 64)
			require.NoError(t, err)
			most = n << 10
		}
	}
	t.Logf("%d MB", most/1e6)
	require.Greater(t, most, int64(10e6))
	require.Less(t, most, int64(200e6))
}

// TestSpectrogramPeakMemoryChild runs the command, and then prints the status of the process, with its peak of resident
// memory. The resource usage of a process would include memory of its parent.
func TestSpectrogramPeakMemoryChild(t *testing.T) {
	in := os.Getenv(peakVariable)
	if in == "" {
		t.Skip("a child process of TestSpectrogramPeakMemory")
	}
	got := command(t, "--device", "cpu", "spectrogram", in, "-o", filepath.Join(filepath.Dir(in), "long.png"))
	require.Equal(t, exitOK, got.code)
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	fmt.Printf("%s%s", got.stderr, status)
}
