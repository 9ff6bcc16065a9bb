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
	"time"

	"github.com/stretchr/testify/require"
)

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
	c := exec.Command(self, "--device", "cpu", "spectrogram", in, "-o", filepath.Join(dir, "long.png"))
	c.Env = append(os.Environ(), asCommand+"=1")
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	require.NoError(t, c.Start())
	peak, stop := make(chan int64), make(chan struct{})
	go func() { peak <- watchPeak(c.Process.Pid, stop) }()
	err = c.Wait()
	close(stop)
	require.NoError(t, err, "%s", &out)
	require.Contains(t, out.String(), "600.00 s at 44100 Hz")
	most := <-peak
	t.Logf("%d MB", most/1e6)
	require.Greater(t, most, int64(10e6))
	require.Less(t, most, int64(200e6))
}

// watchPeak returns the peak of a process's resident memory in bytes, up to a few milliseconds before it ends.
// The resource usage of the process would include memory of its parent.
func watchPeak(pid int, stop chan struct{}) (most int64) {
	for {
		select {
		case <-stop:
			return most
		case <-time.After(2 * time.Millisecond):
		}
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		for line := range strings.Lines(string(status)) {
			if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				n, _ := strconv.ParseInt(strings.Fields(kib)[0], 10, 64)
				most = max(most, n<<10)
			}
		}
	}
}
