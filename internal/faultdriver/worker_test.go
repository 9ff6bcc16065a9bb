//go:build cgo && linux && amd64

package faultdriver_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/faultdriver"
)

// TestMain runs the tests, and the worker processes that they start.
func TestMain(m *testing.M) {
	wgfft.RunWorker()
	os.Exit(m.Run())
}

// TestWorker checks that a process survives the abort of its worker inside the driver.
func TestWorker(t *testing.T) {
	o := faultdriver.Run(t, faultdriver.Fault{
		Function: "vkFlushMappedMemoryRanges", Result: faultdriver.OutOfHostMemory, Call: 2,
	}, "TestWorkerChild")
	require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
}

// TestWorkerChild transforms in worker processes. The first of them run on a driver with a fault.
func TestWorkerChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestWorker")
	}
	eng, err := wgfft.OpenWorker(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
	require.NoError(t, err)
	transform := func() error {
		bins, err := eng.FFT(t.Context(), nil, []complex64{1, 0, 0, 0})
		if err == nil {
			require.Equal(t, []complex64{1, 1, 1, 1}, bins)
		}
		return err
	}
	for range 3 {
		err := transform()
		if len(knownAborts) == 0 { // this version of wgpu-native does not abort
			continue
		}
		require.ErrorIs(t, err, wgfft.ErrDeviceLost)
		var died *wgfft.WorkerError
		require.ErrorAs(t, err, &died)
		require.Contains(t, died.State, "abort")
		require.Contains(t, died.Stderr, "panicked")
	}
	t.Setenv("WGFFT_FAULT_CALL", "1000000") // the driver works from now on
	if transform() != nil {                 // the worker was started with the fault
		require.NoError(t, transform())
	}
	for range 20 {
		require.NoError(t, transform())
	}
	require.NoError(t, eng.Close())
}
