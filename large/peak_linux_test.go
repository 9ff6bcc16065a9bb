package large

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
)

// peakVariable names the folder of TestPeakChild.
const peakVariable = "WGFFT_TEST_PEAK"

// peakMemory is the memory of TestPeak: too little for the file's 32 MiB of source and as much of result.
const peakMemory = 72 << 20

// The peak of the process is at most Config.Memory.
func TestPeak(t *testing.T) {
	const n = 1 << 22
	dir := t.TempDir()
	saved(t, filepath.Join(dir, "in.npy"), []int{n}, ref.Uniform(1, n))
	c := exec.Command(os.Args[0], "-test.run=^TestPeakChild$", "-test.v")
	c.Env = append(os.Environ(), peakVariable+"="+dir, "GOGC=100")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.FileExists(t, filepath.Join(dir, "out.npy"))
	var most int64
	for line := range strings.Lines(string(out)) {
		if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			v, err := strconv.ParseInt(strings.Fields(kib)[0], 10, 64)
			require.NoError(t, err)
			most = v << 10
		}
	}
	t.Logf("%d MiB of %d", most>>20, peakMemory>>20)
	require.Greater(t, most, int64(20<<20))
	require.LessOrEqual(t, most, int64(peakMemory))
}

// TestPeakChild transforms a file, and prints the status of its process.
func TestPeakChild(t *testing.T) {
	dir := os.Getenv(peakVariable)
	if dir == "" {
		t.Skip("a child process of TestPeak")
	}
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 8 << 20})
	require.NoError(t, err)
	f := File{In: filepath.Join(dir, "in.npy"), Out: filepath.Join(dir, "out.npy"), Config: Config{Memory: peakMemory}}
	require.NoError(t, TransformFile(t.Context(), eng.Transforms, f))
	require.NoError(t, eng.Close())
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	fmt.Printf("\n%s", status)
}
