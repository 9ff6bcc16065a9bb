//go:build cgo && linux && amd64

package device

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/faultdriver"
)

// TestReleaseAfterPanic checks that a caught panic of wgpu-native leaves its thread usable. wgpu-native
// releases nothing in a thread that counts as panicking.
func TestReleaseAfterPanic(t *testing.T) {
	fault := faultdriver.Fault{Function: "vkQueueSubmit", Result: faultdriver.DeviceLost}
	o := faultdriver.Run(t, fault, "TestReleaseAfterPanicChild")
	require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
	require.True(t, o.Fired)
}

func TestReleaseAfterPanicChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestReleaseAfterPanic")
	}
	runtime.LockOSThread()
	submit := func(d *Device) error {
		e, err := d.NewEncoder()
		require.NoError(t, err)
		_, err = e.Submit()
		return err
	}
	lost := open(t)
	require.ErrorIs(t, submit(lost), ErrDeviceLost)

	d := open(t)
	require.NoError(t, submit(d))
	before := occupied(t, d)
	for range 3 {
		b, err := d.NewBuffer("buffer", 64, Storage)
		require.NoError(t, err)
		require.NoError(t, b.Close())
	}
	require.Equal(t, before, occupied(t, d))
}
