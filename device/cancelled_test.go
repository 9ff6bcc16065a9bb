//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// filled returns a storage buffer of 256 bytes that all have the value of fill.
func filled(t testing.TB, d *Device, fill byte) *Buffer {
	t.Helper()
	b, err := d.NewBuffer("filled", 256, Storage)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.NoError(t, b.WriteAt(bytes.Repeat([]byte{fill}, 256), 0))
	return b
}

// A mapping that is cancelled while its submission runs must not complete the next mapping of the same buffer.
// The slow kernel before each copy keeps the queue busy, so the order of events is the same in every run.
func TestCancelledMappingDoesNotCompleteTheNext(t *testing.T) {
	d := open(t)
	down, err := d.NewBuffer("download", 256, Download)
	require.NoError(t, err)
	defer down.Close()
	copySlowly := func(src *Buffer) {
		submitSlow(t, d, func(e *Encoder) { require.NoError(t, e.Copy(down, 0, src, 0, 256)) })
	}
	for round := range byte(4) {
		first, second := 2*round+1, 2*round+2
		copySlowly(filled(t, d, first))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, down.Map(ended), context.Canceled)
		require.NoError(t, down.Unmap())
		copySlowly(filled(t, d, second))
		if round%2 == 0 { // a mapping that is cancelled before wgpu was asked for it
			require.NoError(t, down.BeginMap())
			require.NoError(t, down.Unmap())
		}
		require.NoError(t, down.Map(t.Context()))
		require.Equal(t, bytes.Repeat([]byte{second}, 256), down.Bytes(), "round %d", round)
		require.NoError(t, down.Unmap())
	}
}

// A buffer whose mapping was cancelled can be closed, and so can its device, while the submission runs.
func TestCloseAfterCancelledMapping(t *testing.T) {
	d := open(t)
	for range 3 {
		down, err := d.NewBuffer("download", 256, Download)
		require.NoError(t, err)
		src := filled(t, d, 7)
		submitSlow(t, d, func(e *Encoder) { require.NoError(t, e.Copy(down, 0, src, 0, 256)) })
		require.NoError(t, down.BeginMap())
		require.NoError(t, down.Unmap())
		require.NoError(t, down.BeginMap())
		require.NoError(t, down.Close())
	}
	require.NoError(t, d.Close())
}
