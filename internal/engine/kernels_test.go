package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

// An array with zeros at its ends is tuned once like any other, although it does not take the
// learnt plan.
func TestGrowingArraysAreTunedOnce(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	whole := plan.Problem{Shape: []int{4096, 4096}}
	growing := whole
	growing.In.Have = []int{1000, 500}
	learnt, err := choose.Kernels(whole, l)
	require.NoError(t, err)
	w := wisdom.Wisdom{}.Learn(wisdom.Entry{
		Key: plan.TuningKey(whole, l), Kernels: plan.Names(learnt), Batch: 1, Ms: 1, UntunedMs: 1, Error: 1e-7,
		Allowed: 2e-7, Compared: 2,
	})
	tuned := 0
	first := func(plan.Problem) wisdom.Wisdom {
		tuned++
		return w
	}
	for _, known := range []wisdom.Wisdom{{}, w, w} { // as it grows
		c := newKernels(known, first)
		apart, err := c.Choose(growing, l)
		require.NoError(t, err)
		together, err := c.Choose(whole, l)
		require.NoError(t, err)
		require.NotEqual(t, together, apart, "each has its own")
		require.Equal(t, learnt, together)
	}
	require.Equal(t, 2, tuned, "both, the first time")
}
