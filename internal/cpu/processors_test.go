package cpu

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// TestOtherProcessors runs the tests of double precision with the kernels that algo-fft has for older processors, in
// a process of their own. make test-processors has the forms that need a build of their own.
func TestOtherProcessors(t *testing.T) {
	if raceEnabled || runtime.GOARCH != "amd64" || strings.Contains(os.Getenv("GODEBUG"), "cpu.") {
		t.Skip("runs on amd64 only, without the race detector, and without GODEBUG=cpu.x=off")
	}
	for _, c := range []struct{ name, off string }{
		{"AVX2", "cpu.avx512=off"},
		{"SSE2", "cpu.avx512=off,cpu.avx2=off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tests := "-test.run=^TestDouble(Powers|Long)$/^(16|256|4096|8192|16384|24576|1048576)$"
			if testcase.Long() {
				tests = "-test.run=^(TestDouble(Powers|Long|Magnitudes)|TestTurned)$"
			}
			command := exec.Command(os.Args[0], tests, "-test.v")
			command.Env = append(os.Environ(), "GODEBUG="+c.off)
			out, err := command.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), "--- PASS: TestDoublePowers/1048576")
		})
	}
}
