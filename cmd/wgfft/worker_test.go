package main

import (
	"context"
	"errors"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// TestWorker checks that the command is a worker, and that it refuses to run without a parent.
func TestWorker(t *testing.T) {
	out := command(t, "worker")
	require.Equal(t, exitFailure, out.code)
	require.Contains(t, out.stderr, "wgfft.OpenWorker")

	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(asCommand, "1")
	eng, err := wgfft.OpenWorker(wgfft.Config{
		Device: wgfft.Choice{Kind: wgfft.CPU}, Worker: wgfft.WorkerConfig{Command: []string{self, "worker"}},
	})
	if runtime.GOOS == "windows" {
		require.ErrorIs(t, err, errors.ErrUnsupported)
		return
	}
	require.NoError(t, err)
	defer eng.Close()
	bins, err := eng.FFT(context.Background(), nil, []complex64{1, 0, 0, 0})
	require.NoError(t, err)
	require.Equal(t, []complex64{1, 1, 1, 1}, bins)
}
