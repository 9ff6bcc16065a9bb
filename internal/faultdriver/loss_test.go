//go:build cgo && linux && amd64

package faultdriver_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/faultdriver"
	"wgfft/internal/testcase"
)

// TestLosses checks that a process survives any number of lost devices. wgpu-native panics at each
// loss, here on one thread.
func TestLosses(t *testing.T) {
	fault := faultdriver.Fault{Function: "vkQueueSubmit", Count: 1e6, Result: faultdriver.DeviceLost}
	o := faultdriver.Run(t, fault, "TestLossesChild")
	require.Zero(t, o.Exit, "%s%s", o.Stdout, firstLines(o.Stderr))
	require.True(t, o.Fired)
	require.Contains(t, o.Stdout, "survived")
}

func TestLossesChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestLosses")
	}
	runtime.LockOSThread()
	for range 5 {
		c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
		require.NoError(t, err)
		d, err := c.Device()
		require.NoError(t, err)
		e, err := d.NewEncoder() // Submit calls wgpu on this thread
		require.NoError(t, err)
		_, err = e.Submit()
		require.ErrorIs(t, err, wgfft.ErrDeviceLost)
		_, err = c.FFT(context.Background(), nil, make([]complex64, 64))
		require.ErrorIs(t, err, wgfft.ErrDeviceLost)
		require.NoError(t, c.Close())
	}
	fmt.Println("survived")
}

// TestLossOfManyCalls checks that a loss ends the calls of all goroutines with ErrDeviceLost, and
// that Close returns.
func TestLossOfManyCalls(t *testing.T) {
	driver := faultdriver.New(t)
	for i, fault := range []faultdriver.Fault{
		{Function: "vkQueueSubmit", Call: 60, Result: faultdriver.DeviceLost},
		{Function: "vkGetSemaphoreCounterValue", Call: 500, Result: faultdriver.DeviceLost},
		{Function: "vkEndCommandBuffer", Call: 60, Result: faultdriver.OutOfDeviceMemory},
	} {
		if !testcase.ShardOf(t, i, 3) {
			continue
		}
		t.Run(fault.Function, func(t *testing.T) {
			t.Parallel()
			o := driver.Run(t, fault, "TestLossOfManyCallsChild")
			require.Zero(t, o.Exit, "%s%s", o.Stdout, firstLines(o.Stderr))
			require.True(t, o.Fired)
			require.Contains(t, o.Stdout, "survived")
		})
	}
}

func TestLossOfManyCallsChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestLossOfManyCalls")
	}
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
	require.NoError(t, err)
	var wait sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wait.Go(func() {
			x := make([]complex64, 64<<(i%3))
			for errs[i] == nil {
				_, errs[i] = c.FFT(context.Background(), nil, x)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		require.ErrorIs(t, err, wgfft.ErrDeviceLost)
	}
	require.NoError(t, c.Close())
	fmt.Println("survived")
}
