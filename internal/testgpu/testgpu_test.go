package testgpu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
)

func TestOpen(t *testing.T) {
	var opened *device.Device
	t.Run("open", func(t *testing.T) {
		opened = Open(t)
		require.Positive(t, opened.Limits().Invocations)
	})
	if opened == nil {
		return // skipped
	}
	_, err := opened.NewBuffer("x", 4, device.Storage)
	require.ErrorIs(t, err, device.ErrClosed, "the end of the test closes the device")
}

func TestOpenSoftware(t *testing.T) {
	require.Equal(t, device.Software, OpenSoftware(t).Adapter().Kind)
}
