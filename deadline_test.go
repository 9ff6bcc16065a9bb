package wgfft

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/engine"
)

// TestCPUKeepsDeadlines: calls of the CPU engine end within 20 ms of their deadline of 10 ms,
// copies and allocations of the call included. After the deadline they return an error. Each call
// has a few tries, because other programs may have the processors.
func TestCPUKeepsDeadlines(t *testing.T) {
	if testing.Short() {
		t.Skip("left out of short runs: it takes seconds")
	}
	const (
		n       = 1 << 22
		allowed = 10 * time.Millisecond
		late    = 20 * time.Millisecond
		tries   = 8
	)
	c, err := Open(Config{Device: Choice{Kind: CPU}})
	require.NoError(t, err)
	defer c.Close()
	z, x, wide := make([]complex64, n), make([]float32, n), make([]complex64, 3*n/4-2)
	gaps := Problem{Shape: []int{n / 4}, In: Layout{Strides: []int{3}}, Out: Layout{Strides: []int{2}}}
	plan, err := c.Plan(ctx, gaps)
	require.NoError(t, err)
	for name, run := range map[string]func(ctx context.Context) error{
		"fft":        func(ctx context.Context) error { _, err := c.FFT(ctx, nil, z); return err },
		"ifft prime": func(ctx context.Context) error { _, err := c.IFFT(ctx, nil, z[:4194301]); return err },
		"fft padded": func(ctx context.Context) error { _, err := c.FFT(ctx, nil, z, WithLengths(n+1)); return err },
		"fft2":       func(ctx context.Context) error { _, err := c.FFT2(ctx, nil, z, []int{2048, 2048}); return err },
		"rfft":       func(ctx context.Context) error { _, err := c.RFFT(ctx, nil, x); return err },
		"irfft":      func(ctx context.Context) error { _, err := c.IRFFT(ctx, nil, z, n); return err },
		"dct":        func(ctx context.Context) error { _, err := c.DCT(ctx, nil, x, DCT4); return err },
		"dctn": func(ctx context.Context) error {
			_, err := c.DCTN(ctx, nil, x, []int{2, n / 2}, DCT1)
			return err
		},
		"convolve": func(ctx context.Context) error {
			_, err := c.Convolve(ctx, nil, z, z[:n/2], Convolution{})
			return err
		},
		"convolve 50": func(ctx context.Context) error {
			_, err := c.ConvolveReal(ctx, nil, x, x[:50], Convolution{})
			return err
		},
		"with strides": func(ctx context.Context) error { return plan.Forward(ctx, z[:n/2-1], wide) },
	} {
		past, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Hour))
		require.ErrorIs(t, run(past), context.DeadlineExceeded, name)
		cancel()
		least := time.Duration(math.MaxInt64)
		for i := 0; i < tries && least > allowed+late; i++ {
			ctx, cancel := context.WithTimeout(context.Background(), allowed)
			begin := time.Now()
			err := run(ctx)
			least = min(least, time.Since(begin))
			cancel()
			if err != nil || time.Since(begin) > allowed+late {
				require.ErrorIs(t, err, context.DeadlineExceeded, name)
			}
		}
		require.LessOrEqual(t, least, allowed+late, name)
	}
}

// TestCPUPlansEndWithTheirContexts: gathering and scattering stop, too.
func TestCPUPlansEndWithTheirContexts(t *testing.T) {
	const n = 1 << 18
	wide, z := make([]complex64, 2*n), make([]complex64, n)
	p := Problem{Shape: []int{n}, In: Layout{Strides: []int{2}}, Out: Layout{Strides: []int{2}}}
	for last := range 3 {
		require.ErrorIs(t, engine.Gather(&endsAt{context.Background(), last}, of(p), z, wide), context.Canceled)
		require.ErrorIs(t, engine.Scatter(&endsAt{context.Background(), last}, of(p), wide, z), context.Canceled)
	}
}

// endsAt is a context that ends after left checks.
type endsAt struct {
	context.Context
	left int
}

func (c *endsAt) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestConvolutionsOfExtremeKernels: the spectrum of a kernel and the products do not overflow or
// vanish if the result does not.
func TestConvolutionsOfExtremeKernels(t *testing.T) {
	c, err := Open(Config{Device: Choice{Kind: CPU}})
	require.NoError(t, err)
	defer c.Close()
	for _, by := range []float32{0x1p125, 0x1p100, 0x1p-60, 0x1p-125} {
		for _, n := range []int{40, 30000} { // by one transform, and in blocks
			kernel, x := make([]float32, 21), make([]float32, n)
			for i := range kernel {
				kernel[i] = by
			}
			for i := range x {
				x[i] = 0.25 / by * float32(i%2)
			}
			y, err := c.ConvolveReal(context.Background(), nil, x, kernel, Convolution{Mode: ModeValid})
			require.NoError(t, err)
			for i, v := range y {
				require.InDelta(t, 0.25*float64(10+i%2), v, 1e-6, "kernel of %g", by)
			}
		}
	}
}
