//go:build cgo && linux && amd64

package faultdriver_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/faultdriver"
)

// TestCancelledMapping checks that a cancelled mapping does not complete the next mapping of its
// buffer, on a driver that completes submissions one by one.
func TestCancelledMapping(t *testing.T) {
	driver := faultdriver.New(t)
	for _, child := range []string{"TestCancelledMappingChild", "TestCancelledDownloadChild"} {
		t.Run(child, func(t *testing.T) {
			t.Parallel()
			o := driver.Run(t, faultdriver.Fault{Function: faultdriver.Pace, Hang: 50 * time.Millisecond}, child)
			require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
			require.True(t, o.Fired)
		})
	}
}

// TestCancelledMappingChild maps a buffer for its second copy while the first is not complete.
func TestCancelledMappingChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestCancelledMapping")
	}
	d, err := device.Open(device.Choice{Kind: device.AnySoftware})
	require.NoError(t, err)
	down, err := d.NewBuffer("download", 256, device.Download)
	require.NoError(t, err)
	submitCopy := func(fill byte) *device.Submission {
		src, err := d.NewBuffer("source", 256, device.Storage)
		require.NoError(t, err)
		require.NoError(t, src.WriteAt(bytes.Repeat([]byte{fill}, 256), 0))
		enc, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, enc.Copy(down, 0, src, 0, 256))
		s, err := enc.Submit()
		require.NoError(t, err)
		return s
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for round, done := byte(0), 0; done < 3; round++ {
		first := submitCopy(2*round + 1)
		require.ErrorIs(t, down.Map(ended), context.Canceled)
		require.NoError(t, down.Unmap())
		second := submitCopy(2*round + 2)
		if !first.Done() {
			done++ // else the driver was faster than this process, and the round counts for nothing
		}
		require.NoError(t, down.Map(t.Context()))
		require.True(t, second.Done(), "the mapping is complete before the copy that it waits for")
		require.Equal(t, bytes.Repeat([]byte{2*round + 2}, 256), down.Bytes())
		require.NoError(t, down.Unmap())
	}
	require.NoError(t, d.Close())
}

// TestCancelledDownloadChild makes a download and a transform of a slice, each after a download
// whose deadline ended. With one caller, nothing is pending when a call returns without an error.
func TestCancelledDownloadChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestCancelledMapping")
	}
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
	require.NoError(t, err)
	const n = 64
	x, y := make([]complex64, n), make([]complex64, n)
	b, err := c.NewBuffer(n)
	require.NoError(t, err)
	at := wgfft.Region{Buffer: b}
	for round := range 3 {
		x[0] = complex(float32(1+round), 0)
		require.NoError(t, c.Upload(t.Context(), at, x))
		var err error
		for err == nil { // a process that gets no time may see the download complete at its deadline
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			err = c.Download(ctx, y, at)
			cancel()
		}
		require.ErrorIs(t, err, context.DeadlineExceeded)
		clear(y)
		if round%2 == 0 {
			require.NoError(t, c.Download(t.Context(), y, at))
			require.Equal(t, x, y)
		} else {
			_, err := c.FFT(t.Context(), y, x)
			require.NoError(t, err)
			require.Equal(t, x[0], y[n-1])
		}
		require.Zero(t, c.Stats().Pending, "round %d: the call returned before its own copy was complete", round)
		clear(y)
	}
	require.NoError(t, c.Close())
}
