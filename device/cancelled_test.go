package device

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// newFilledBuffer returns a storage buffer of 256 bytes, all equal to fill.
func newFilledBuffer(t testing.TB, d *Device, fill byte) *Buffer {
	t.Helper()
	b, err := d.NewBuffer("filled", 256, Storage)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.NoError(t, b.WriteAt(bytes.Repeat([]byte{fill}, 256), 0))
	return b
}

// TestCancelledMappingDoesNotCompleteTheNext checks that a mapping that is cancelled while its submission runs does not
// complete the next mapping of the same buffer. Slow kernels keep the queue busy. Package
// faultdriver has the same test with a driver that fixes the order of events.
func TestCancelledMappingDoesNotCompleteTheNext(t *testing.T) {
	d := open(t)
	down, err := d.NewBuffer("download", 256, Download)
	require.NoError(t, err)
	defer down.Close()
	slow, err := d.NewPipeline(slowModule())
	require.NoError(t, err)
	target := newFilledBuffer(t, d, 0)
	bindings, err := d.NewBindings(slow, Whole(target))
	require.NoError(t, err)
	groups, rounds := 4, byte(2)
	if testcase.Long() {
		rounds = 4
	}
	if d.Adapter().Kind != Software {
		groups = 65535
	}
	// slowCopy submits slow kernels and a copy separately, because a driver may complete a whole
	// submission at once.
	slowCopy := func(src *Buffer) {
		for i := range 9 {
			e, err := d.NewEncoder()
			require.NoError(t, err)
			if i < 8 {
				require.NoError(t, e.Dispatch(slow, bindings, groups, 1, 1))
			} else {
				require.NoError(t, e.Copy(down, 0, src, 0, 256))
			}
			_, err = e.Submit()
			require.NoError(t, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for round := range rounds {
		first, second := 2*round+1, 2*round+2
		stale, right := newFilledBuffer(t, d, first), newFilledBuffer(t, d, second)
		slowCopy(stale)
		if down.Map(ended) == nil {
			t.Log("the copy was done at once: nothing is pending")
		}
		require.NoError(t, down.Unmap())
		slowCopy(right)
		if round%2 == 0 { // a mapping that is cancelled before wgpu gets the request
			require.NoError(t, down.BeginMap())
			require.NoError(t, down.Unmap())
		}
		require.NoError(t, down.Map(t.Context()))
		require.Equal(t, bytes.Repeat([]byte{second}, 256), down.Bytes(), "round %d", round)
		require.NoError(t, down.Unmap())
	}
}

// TestCloseAfterCancelledMapping closes a buffer with a cancelled mapping, and its device, while the
// submission runs.
func TestCloseAfterCancelledMapping(t *testing.T) {
	d := open(t)
	for range 3 {
		down, err := d.NewBuffer("download", 256, Download)
		require.NoError(t, err)
		src := newFilledBuffer(t, d, 7)
		submitSlow(t, d, func(e *Encoder) { require.NoError(t, e.Copy(down, 0, src, 0, 256)) })
		require.NoError(t, down.BeginMap())
		require.NoError(t, down.Unmap())
		require.NoError(t, down.BeginMap())
		require.NoError(t, down.Close())
	}
	require.NoError(t, d.Close())
}
