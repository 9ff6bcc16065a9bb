package wgfft

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// openNamed opens the device of a name as ParseChoice reads it.
func openNamed(name string) (*Engine, error) {
	choice, err := ParseChoice(name)
	if err != nil {
		return nil, err
	}
	return Open(Config{Device: choice})
}

// openGPU opens the best adapter, a software one if need be. Without any it skips, or fails where
// one is required.
func openGPU(t testing.TB) *Engine {
	t.Helper()
	c, err := Open(Config{})
	require.NoError(t, err)
	if c.Adapter().CPU {
		require.NoError(t, c.Close())
		c, err = Open(Config{Device: Choice{Kind: Software}})
		if errors.Is(err, ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
	}
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func openCPU(t testing.TB) *Engine {
	t.Helper()
	c, err := Open(Config{Device: Choice{Kind: CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// onBoth runs a test on the CPU engine and on a GPU.
func onBoth(t *testing.T, f func(t *testing.T, c *Engine)) {
	t.Run("cpu", func(t *testing.T) { f(t, openCPU(t)) })
	t.Run("gpu", func(t *testing.T) { f(t, openGPU(t)) })
}

// limitsOf returns the limits of the device of an engine.
func limitsOf(t testing.TB, c *Engine) wgsl.Limits {
	t.Helper()
	dev, err := c.Device()
	require.NoError(t, err)
	return dev.Limits()
}

// of converts a problem to the type of package plan.
func of(p Problem) plan.Problem { return planProblem(withKind(p)) }

// inverseOf converts the inverse of a problem to the type of package plan.
func inverseOf(p Problem) plan.Problem { return engine.Reversed(of(p)) }

// scale returns the factor of a norm for transforms of n points.
func scale(norm Norm, n int, inverse bool) float64 { return plan.Norm(norm).Scale(n, inverse) }

// near compares the transforms of src with float64.
func near(t testing.TB, got, src []complex64, n int, inverse bool, norm Norm) {
	t.Helper()
	worst, row := ref.Worst(got, ref.Batch(src, n, inverse, scale(norm, n, inverse)), n)
	if !(worst <= ref.Tolerance(n)) {
		t.Fatalf(
			"%d points, inverse %v, %v: error %g in row %d, allowed %g", n, inverse, norm, worst, row, ref.Tolerance(n),
		)
	}
}

// upload makes a buffer of points on the GPU.
func upload(t testing.TB, c *Engine, src []complex64) *Buffer {
	t.Helper()
	b, err := c.NewBuffer(len(src))
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	require.NoError(t, c.Upload(context.Background(), Region{Buffer: b}, src))
	return b
}

// download reads points from the GPU.
func download(t testing.TB, c *Engine, b *Buffer, points int) []complex64 {
	t.Helper()
	got := make([]complex64, points)
	require.NoError(t, c.Download(context.Background(), got, Region{Buffer: b}))
	return got
}

// ctx is for calls that are not cancelled.
var ctx = context.Background()

// complexOf returns real numbers as complex points.
func complexOf(x []float32) []complex64 {
	z := make([]complex64, len(x))
	for i, v := range x {
		z[i] = complex(v, 0)
	}
	return z
}
