package device

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPause checks the delay with which a wait sees its end: at most a 40th of the wait and 200 us,
// or 5 ms. It also checks that long waits poll rarely.
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
