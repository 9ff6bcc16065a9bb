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
		Key: plan.TuningKey(whole, l), Kernels: plan.Names(plan.Join(learnt)), Batch: 1, Ms: 1, UntunedMs: 1,
		Error: 1e-7, Allowed: 2e-7, Compared: 2,
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

// TestCheckedArraysArePlannedOnce checks arrays, asks for their work and prepares them. All take one plan.
func TestCheckedArraysArePlannedOnce(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	for _, c := range []struct {
		p     plan.Problem
		n     Number
		count int
	}{
		{plan.Problem{Shape: []int{1, 64}}, Single, 1},
		{plan.Problem{Shape: []int{3, 40}, Axes: []int{1}}, Single, 5},
		{plan.Problem{Shape: []int{36}, Kind: plan.R2C}, Single, 7},
	} {
		j := Transform(c.p, c.n)
		require.NoError(t, g.Check(j, c.count))
		known := g.kernels.Load()
		chosen := count(&known.chosen)
		require.Positive(t, chosen)
		g.Work(j, c.count)
		release, err := g.Prepare(ctx, j, c.count)
		require.NoError(t, err)
		release()
		require.Equal(t, chosen, count(&known.chosen), "%v", c.p)
	}
}

// TestConvolutionsAreChosenOnce plans convolutions of one key, in and out of place. They take one choice of the
// chooser that chooses the kernels of transforms.
func TestConvolutionsAreChosenOnce(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	c := plan.Convolution{Shape: []int{40}, Kernel: []int{5}, Mode: plan.ModeSame}
	first, err := g.convolution(c)
	require.NoError(t, err)
	c.InPlace = true
	second, err := g.convolution(c)
	require.NoError(t, err)
	require.Equal(t, first.Passes[0].Stages, second.Passes[0].Stages)
	require.Equal(t, 1, count(&g.kernels.Load().convolutions))
	c.Shape = nil
	_, err = g.convolution(c)
	require.Error(t, err)
	require.Equal(t, 1, count(&g.kernels.Load().convolutions), "no choice for a convolution that is refused")
}

// count returns the number of choices of kernels.
func count[T any](k *kept[T]) (n int) {
	k.choices.Range(func(any, any) bool { n++; return true })
	return n
}
