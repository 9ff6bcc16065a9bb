package wgfft

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/engine"
)

// TestCPUKeepsDeadlines: a call of the CPU engine looks at its context often, copies of the
// call included. A call whose context ends returns after few more looks: one of each goroutine, and
// some on the way out. A call after its deadline returns an error.
func TestCPUKeepsDeadlines(t *testing.T) {
	const (
		n      = 1 << 17
		prime  = 131071
		pieces = 1 << 15 // points between two looks, at most on average
	)
	most := 16 + 4*runtime.GOMAXPROCS(0)
	c := openCPU(t)
	z, x, wide := make([]complex64, n), make([]float32, n), make([]complex64, 3*n/4-2)
	gaps := Problem{Shape: []int{n / 4}, In: Layout{Strides: []int{3}}, Out: Layout{Strides: []int{2}}}
	plan, err := c.Plan(ctx, gaps)
	require.NoError(t, err)
	for name, run := range map[string]func(ctx context.Context) error{
		"fft":        func(ctx context.Context) error { _, err := c.FFT(ctx, nil, z); return err },
		"ifft prime": func(ctx context.Context) error { _, err := c.IFFT(ctx, nil, z[:prime]); return err },
		"fft padded": func(ctx context.Context) error { _, err := c.FFT(ctx, nil, z, WithLengths(n+1)); return err },
		"fft2":       func(ctx context.Context) error { _, err := c.FFT2(ctx, nil, z, []int{256, 512}); return err },
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
		require.NoError(t, run(ctx), name) // makes the plans
		whole := newEndsAt(math.MaxInt)
		require.NoError(t, run(whole), name)
		looks := whole.count()
		require.GreaterOrEqual(t, looks, n/4/pieces, name)
		for _, at := range []int{0, 1, looks / 2, looks - 1} {
			ended := newEndsAt(at)
			require.ErrorIs(t, run(ended), context.Canceled, "%s: at look %d of %d", name, at, looks)
			require.LessOrEqual(t, ended.count(), at+most, name)
		}
	}
}

// TestCPUPlansEndWithTheirContexts: gathering and scattering stop, too.
func TestCPUPlansEndWithTheirContexts(t *testing.T) {
	const n = 1 << 18
	wide, z := make([]complex64, 2*n), make([]complex64, n)
	p := Problem{Shape: []int{n}, In: Layout{Strides: []int{2}}, Out: Layout{Strides: []int{2}}}
	for last := range 3 {
		require.ErrorIs(t, engine.Gather(newEndsAt(last), of(p), z, wide), context.Canceled)
		require.ErrorIs(t, engine.Scatter(newEndsAt(last), of(p), wide, z), context.Canceled)
	}
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
