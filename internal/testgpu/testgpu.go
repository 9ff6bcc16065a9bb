// Package testgpu opens the GPU of a test.
package testgpu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/testcase"
)

// Open opens the best hardware adapter, or a software one if there is no hardware, and closes it at
// the end of the test. Without an adapter it skips the test, or fails it if
// WGFFT_REQUIRE_ADAPTER=1.
func Open(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Open(device.Choice{})
	if errors.Is(err, device.ErrNoAdapter) {
		return OpenSoftware(t)
	}
	return closing(t, d, err)
}

// OpenSoftware is Open for a test that needs a software adapter on every machine.
func OpenSoftware(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Open(device.Choice{Kind: device.AnySoftware})
	return closing(t, d, err)
}

func closing(t testing.TB, d *device.Device, err error) *device.Device {
	t.Helper()
	if errors.Is(err, device.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}
