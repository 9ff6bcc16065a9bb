package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/memory"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// ctx is for calls that are not cancelled.
var ctx = context.Background()

// openDevice opens the best adapter, or else a software one. Without any it skips, or fails if one
// is required.
func openDevice(t testing.TB) *device.Device {
	t.Helper()
	dev, err := device.Open(device.Choice{})
	if errors.Is(err, device.ErrNoAdapter) {
		dev, err = device.Open(device.Choice{Kind: device.AnySoftware})
	}
	if errors.Is(err, device.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	return dev
}

// openGPU opens an engine on a GPU of its own.
func openGPU(t testing.TB, c GPUConfig) *GPU {
	t.Helper()
	c.Own, c.Memory = true, memory.None
	g, err := NewGPU(openDevice(t), c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g
}

// rightRows transforms random rows and compares them with float64.
func rightRows(t testing.TB, e Engine, n, count int) {
	t.Helper()
	count = max(count, ref.Together(n)) // short rows are judged together
	seed := rand.Uint64()
	src := ref.Uniform(seed, n*count)
	got := make([]complex64, len(src))
	err := e.Run(ctx, DataOf(got), DataOf(src), rowOf(n, Single))
	if assert.NoError(t, err) { // in goroutines nothing may end the test
		worst, row := ref.WorstTogether(got, ref.Batch(src, n, false, 1), n)
		assert.LessOrEqual(t, worst, ref.Tolerance(n), "%d points, seed %d, row %d of %d", n, seed, row, count)
	}
}

// another returns wisdom that the engine has not: other radices than its own for rows of 60 points.
func another(t testing.TB, g *GPU) (w wisdom.Wisdom, p plan.Problem, tree string) {
	t.Helper()
	p = plan.Problem{Shape: []int{60}, Batch: 40}
	untuned, err := g.tree(p)
	require.NoError(t, err)
	for _, k := range choose.Ranked(60, 40, g.limits) {
		if k.Describe() == untuned.Passes[0].Describe() {
			continue
		}
		made, err := choose.From(p, g.limits, k)
		require.NoError(t, err)
		w = wisdom.Wisdom{Device: WisdomDevice(g.Device())}
		return w.Learn(wisdom.Entry{
			Key: plan.TuningKey(p, g.limits), Kernels: []string{k.Name()}, Batch: 40,
			Ms: 1, UntunedMs: 2, Error: 1e-8, Allowed: 1e-7, Compared: 2,
		}), p, made.String()
	}
	t.Fatal("there are no other radices")
	return w, p, ""
}
