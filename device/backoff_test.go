//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever a wait lasts, its end is seen late by at most a 40th of it and 200 us, or 5 ms, and long waits poll seldom.
func TestPause(t *testing.T) {
	var passed, last time.Duration = spin, newBackoff().sleep
	polls := 0
	for passed < time.Second {
		last = pause(last, passed)
		require.Positive(t, last)
		require.LessOrEqual(t, last, 5*time.Millisecond)
		require.LessOrEqual(t, last, passed/40+200*time.Microsecond, "after %v", passed)
		if passed < 12*time.Millisecond {
			require.LessOrEqual(t, last, 200*time.Microsecond, "after %v", passed)
		}
		passed += last
		polls++
	}
	require.Less(t, polls, 600)
}
