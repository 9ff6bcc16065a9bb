//go:build linux || darwin

package worker

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/memory"
)

// TestStartFails checks the errors of children that can't be started.
func TestStartFails(t *testing.T) {
	for _, c := range []struct {
		name    string
		command []string
		setup   string
		start   time.Duration
		want    error
		reason  string
		state   string
		stderr  string
	}{
		{"no such command", []string{"/no/such/command"}, "", 0, ErrStart, "no such file", "", ""},
		{"ends at once", []string{"false"}, "", 0, ErrStart, "it ended at its start", "exit status 1", ""},
		{"is no worker", []string{"true"}, "", 0, ErrStart, "RunWorker", "exit status 0", ""},
		{"says nothing", []string{"sleep", "60"}, "", 50 * time.Millisecond, ErrStart, "did not answer within 50ms",
			"signal: killed", ""},
		{"says something else", []string{"sh", "-c", "yes | head -c 999 >&4; exec sleep 60"}, "", 0, ErrStart,
			"it ended",
			"signal: killed", ""},
		{"complains", []string{"sh", "-c", "echo no driver >&2; exit 3"}, "", 0, ErrStart, "it ended",
			"exit status 3", "no driver\n"},
		{"dies when it opens", nil, dies, 0, ErrStart, "it ended", "exit status 7", "the driver aborts\n"},
		{"hangs when it opens", nil, hangs, 400 * time.Millisecond, ErrStart, "did not answer", "signal: killed", ""},
		{"has no device", nil, refuses, 0, device.ErrNoAdapter, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.start == 0 {
				c.start = 30 * time.Second
			}
			_, err := Open(Config{
				Command: c.command, Setup: []byte(c.setup), Start: c.start, Answer: time.Second, Memory: memory.None,
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
	c.current.kill("the test")
	<-c.current.dead
	_, err := transform(t.Context(), c, 8, make([]complex64, 8))
	require.ErrorIs(t, err, ErrStart)
	require.NotErrorIs(t, err, device.ErrDeviceLost)

	c.config.Command = nil
	_, again := transform(t.Context(), c, 8, make([]complex64, 8))
	require.Equal(t, err, again, "within the pause there is no other attempt")
	c.mu.Lock()
	require.Equal(t, leastPause, c.pause)
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
