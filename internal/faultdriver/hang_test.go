//go:build cgo && linux && amd64

package faultdriver_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/faultdriver"
)

func TestHang(t *testing.T) {
	driver := faultdriver.New(t)
	for _, fault := range []faultdriver.Fault{
		{Function: faultdriver.Completion, Call: 2, Hang: 1500 * time.Millisecond},
		{Function: "vkQueueSubmit", Call: 2, Hang: 1500 * time.Millisecond},
		{Function: "vkCreateComputePipelines", Hang: 1500 * time.Millisecond},
	} {
		t.Run(fault.Function, func(t *testing.T) {
			t.Parallel()
			o := driver.Run(t, fault, "TestHangChild")
			require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
			require.True(t, o.Fired)
			require.Contains(t, o.Stdout, "slow call\n")
			require.Contains(t, o.Stdout, "closed\n")
		})
	}
}

// TestHangChild opens an engine and transforms. It reports calls that take at least a second.
func TestHangChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestHang")
	}
	start := time.Now()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
	require.NoError(t, err)
	for range 5 {
		y, err := c.FFT(context.Background(), nil, make([]complex64, 256))
		require.NoError(t, err)
		require.Len(t, y, 256)
		if time.Since(start) > time.Second {
			fmt.Println("slow call")
		}
		start = time.Now()
	}
	require.NoError(t, c.Close())
	fmt.Println("closed")
}

// TestLimit checks that the child is killed after its time limit.
func TestLimit(t *testing.T) {
	fault := faultdriver.Fault{Function: "vkQueueSubmit", Hang: time.Minute, Limit: time.Second}
	o := faultdriver.Run(t, fault, "TestHangChild")
	require.True(t, o.TimedOut)
	require.True(t, o.Fired)
	require.Less(t, o.Took, 10*time.Second)
}
