//go:build linux || darwin

package worker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/memory"
)

// TestStartFails checks the errors of children that can't be started.
func TestStartFails(t *testing.T) {
	opens := filepath.Join(t.TempDir(), "opens")
	for _, c := range []struct {
		name    string
		command []string
		setup   string
		limit   func(time.Duration) (context.Context, context.CancelFunc)
		want    error
		reason  string
		state   string
		stderr  string
	}{
		{"no such command", []string{"/no/such/command"}, "", nil, ErrStart, "no such file", "", ""},
		{"ends at once", []string{"false"}, "", nil, ErrStart, "it ended at its start", "exit status 1", ""},
		{"is no worker", []string{"true"}, "", nil, ErrStart, "RunWorker", "exit status 0", ""},
		{"says nothing", []string{"sleep", "60"}, "", atOnce, ErrStart, "did not answer within 50ms",
			"signal: killed", ""},
		{"says something else", []string{"sh", "-c", "yes | head -c 999 >&4; exec sleep 60"}, "", nil, ErrStart,
			"it ended",
			"signal: killed", ""},
		{"complains", []string{"sh", "-c", "echo no driver >&2; exit 3"}, "", nil, ErrStart, "it ended",
			"exit status 3", "no driver\n"},
		{"dies when it opens", nil, dies, nil, ErrStart, "it ended", "exit status 7", "the driver aborts\n"},
		{"hangs when it opens", nil, hangs + opens, after(func() bool { return exists(opens) }), ErrStart,
			"did not answer", "signal: killed", ""},
		{"has no device", nil, refuses, nil, device.ErrNoAdapter, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.limit == nil {
				c.limit = patient
			}
			_, err := Open(Config{
				Command: c.command, Setup: []byte(c.setup), Start: 50 * time.Millisecond, Memory: memory.None,
				limit: c.limit,
			})
			require.ErrorIs(t, err, c.want)
			require.Equal(t, c.want != ErrStart, !errors.Is(err, ErrStart))
			if c.want != ErrStart {
				return
			}
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, e.Reason, c.reason)
			require.Equal(t, c.state, e.State)
			require.Equal(t, c.stderr, e.Stderr)
		})
	}
}

// exists reports whether a file exists.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestNoWorkersOfWorkers checks that a child starts no children.
func TestNoWorkersOfWorkers(t *testing.T) {
	t.Setenv(variable, "1")
	_, err := Open(Config{Start: time.Second, Answer: time.Second, Memory: memory.None})
	require.ErrorIs(t, err, ErrStart)
	require.ErrorContains(t, err, "RunWorker")
}

// TestRestartFails checks that calls don't start children in a loop, and that the client recovers.
func TestRestartFails(t *testing.T) {
	c := opened(t, Config{})
	works(t, c)
	c.config.Command = []string{"/no/such/command"}
	p := child(c)
	p.kill("the test")
	<-p.dead
	before := time.Now()
	_, err := transform(t.Context(), c, 8, make([]complex64, 8))
	require.ErrorIs(t, err, ErrStart)
	require.NotErrorIs(t, err, device.ErrDeviceLost)

	c.mu.Lock()
	require.Equal(t, leastPause, c.pause)
	require.False(t, c.retry.Before(before.Add(leastPause)))
	c.retry = time.Now().Add(safety) // the test is within the pause, even if it is slow
	c.mu.Unlock()
	c.config.Command = nil
	_, again := transform(t.Context(), c, 8, make([]complex64, 8))
	require.Equal(t, err, again, "within the pause there is no other attempt")
	c.mu.Lock()
	c.retry = time.Now()
	c.mu.Unlock()
	works(t, c)
	require.Zero(t, c.pause)
	settles(t, c)
}

// TestTail checks that the end of the text is kept.
func TestTail(t *testing.T) {
	var s tail
	for range 1000 {
		n, err := s.Write([]byte("0123456789"))
		require.NoError(t, err)
		require.Equal(t, 10, n)
	}
	n, err := s.Write([]byte("end"))
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.Len(t, s.String(), tailBytes)
	require.Equal(t, "789end", s.String()[tailBytes-6:])
	_, err = s.Write(make([]byte, 3*tailBytes))
	require.NoError(t, err)
	require.Len(t, s.String(), tailBytes)
}
