//go:build cgo && linux && amd64

package faultdriver_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/faultdriver"
)

func TestHang(t *testing.T) {
	driver := faultdriver.New(t)
	for _, fault := range []faultdriver.Fault{
		{Function: faultdriver.Completion, Call: 2, Hang: time.Hour},
		{Function: "vkQueueSubmit", Call: 2, Hang: time.Hour},
		{Function: "vkCreateComputePipelines", Hang: time.Hour},
	} {
		t.Run(fault.Function, func(t *testing.T) {
			t.Parallel()
			o := driver.Run(t, fault, "TestHangChild")
			require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
			require.True(t, o.Fired)
			require.Contains(t, o.Stdout, "closed\n")
		})
	}
}

// TestHangChild transforms while the driver hangs, and afterwards.
func TestHangChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestHang")
	}
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
	require.NoError(t, err)
	returned := make(chan error, 5)
	go func() {
		for range cap(returned) {
			y, err := c.FFT(context.Background(), nil, make([]complex64, 16))
			if err == nil && len(y) != 16 {
				err = fmt.Errorf("%d bins", len(y))
			}
			returned <- err
		}
	}()
	faultdriver.WaitForFault(t)
	require.Less(t, len(returned), cap(returned), "a call returned before the driver did")
	faultdriver.Release(t)
	for range cap(returned) {
		require.NoError(t, <-returned)
	}
	require.NoError(t, c.Close())
	fmt.Println("closed")
}

// TestLimit checks that the child is killed after its time limit.
func TestLimit(t *testing.T) {
	fault := faultdriver.Fault{Function: "vkQueueSubmit", Limit: 100 * time.Millisecond}
	o := faultdriver.Run(t, fault, "TestLimitChild")
	require.True(t, o.TimedOut)
	require.Equal(t, syscall.SIGKILL, o.Signal)
	require.False(t, o.Fired)
}

// TestLimitChild is longer than its time limit.
func TestLimitChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestLimit")
	}
	time.Sleep(time.Hour)
}
