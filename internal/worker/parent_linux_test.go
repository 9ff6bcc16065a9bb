package worker

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStoppedChildEnds stops a child, which can do nothing then, and kills its parent.
func TestStoppedChildEnds(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	parent := exec.CommandContext(t.Context(), self)
	parent.Env = append(os.Environ(), parentVariable+"=1")
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	defer func() {
		_ = parent.Process.Kill()
		_ = parent.Wait()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	pid := 0
	_, err = fmt.Sscan(line, &pid)
	require.NoError(t, err, line)
	require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
	eventually(t, func() bool { return stateOf(pid) == "T" })
	require.NoError(t, parent.Process.Kill())
	eventually(t, func() bool { s := stateOf(pid); return s == "" || s == "Z" || s == "X" })
}

// stateOf returns the letter of the state of a process, or "" if there is no process.
func stateOf(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return after[:1]
}
