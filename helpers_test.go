package wgfft

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
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

// bestGPU returns the choice of the best adapter: Auto, or Software if Auto would choose the CPU
// engine.
var bestGPU = sync.OnceValues(func() (Choice, error) {
	c, err := Open(Config{})
	if err != nil {
		return Choice{}, err
	}
	if c.Adapter().CPU {
		return Choice{Kind: Software}, c.Close()
	}
	return Choice{}, c.Close()
})

// sharedGPU opens the best adapter for all tests, because an adapter takes longer to open than most
// tests run.
var sharedGPU = sync.OnceValues(func() (*device.Device, error) {
	choice, err := bestGPU()
	if err != nil {
		return nil, err
	}
	c, err := Open(Config{Device: choice})
	if err != nil {
		return nil, err
	}
	return c.Device()
})

// openGPU returns an engine on the device of the best adapter, a software one if need be. The device
// stays open. Without any adapter openGPU skips, or fails where one is required.
func openGPU(t testing.TB) *Engine {
	t.Helper()
	dev, err := sharedGPU()
	if errors.Is(err, ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	c, err := Open(Config{Use: dev})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// openOwnGPU returns an engine like openGPU, with a device of its own.
func openOwnGPU(t testing.TB) *Engine {
	t.Helper()
	choice, err := bestGPU()
	require.NoError(t, err)
	c, err := Open(Config{Device: choice})
	if errors.Is(err, ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// openNamedGPU opens the adapter of openGPU by its name, with a configuration.
func openNamedGPU(t testing.TB, config Config) *Engine {
	t.Helper()
	dev, err := sharedGPU()
	if errors.Is(err, ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	config.Device = Choice{Kind: ByName, Name: dev.Adapter().Name}
	c, err := Open(config)
	require.NoError(t, err)
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

// onOwn is like onBoth, with a GPU that closes with its engine.
func onOwn(t *testing.T, f func(t *testing.T, c *Engine)) {
	t.Run("cpu", func(t *testing.T) { f(t, openCPU(t)) })
	t.Run("gpu", func(t *testing.T) { f(t, openOwnGPU(t)) })
}

// isUsual reports whether case i of a test belongs to a usual run: every case on the CPU engine, and
// the first count cases on a GPU, where each case compiles kernels. The packages below test all
// kernels. With WGFFT_ALL=1 every case runs.
func isUsual(c *Engine, i, count int) bool { return c.gpu == nil || i < count || testcase.Long() }

// isFull reports whether all cases of an engine run: on the CPU engine, and with WGFFT_ALL=1.
func isFull(c *Engine) bool { return isUsual(c, 0, 0) }

// on returns the shape of a usual run on a GPU, or the long one where all cases run.
func on(c *Engine, short, long []int) []int {
	if isFull(c) {
		return long
	}
	return short
}

// endsAt is a context that ends after a number of checks. It counts the checks.
type endsAt struct {
	context.Context
	mu     sync.Mutex
	checks int
	most   int // checks that find no end
	ended  chan struct{}
}

// newEndsAt returns a context that ends at the check after most checks.
func newEndsAt(most int) *endsAt {
	return &endsAt{Context: context.Background(), most: most, ended: make(chan struct{})}
}

// Err returns context.Canceled after the allowed number of checks.
func (c *endsAt) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checks++; c.checks <= c.most {
		return nil
	}
	if c.checks == c.most+1 {
		close(c.ended)
	}
	return context.Canceled
}

// Done returns a channel that is closed when Err has found the end.
func (c *endsAt) Done() <-chan struct{} { return c.ended }

// count returns the number of checks so far.
func (c *endsAt) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.checks
}

// allocations returns the mean number of allocations of a call. It collects no garbage meanwhile,
// because that empties each sync.Pool.
func allocations(t testing.TB, call func() error) float64 {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return testing.AllocsPerRun(100, func() {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	})
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
