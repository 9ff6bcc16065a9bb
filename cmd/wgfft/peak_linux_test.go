package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// The spectrogram of a long sound in a file takes less than 200 MB: ten minutes of CD sound, 106 MB.
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
	c := exec.Command(self, "--device", "cpu", "spectrogram", in, "-o", filepath.Join(dir, "long.png"))
	c.Env = append(os.Environ(), asCommand+"=1")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "600.00 s at 44100 Hz")
	peak := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	t.Logf("%d MB", peak/1e6)
	require.Less(t, peak, int64(200e6))
}
