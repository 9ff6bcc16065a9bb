package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Long primes use measured rows, even if another convolution length has fewer points.
func TestLongPrimesTakeMeasuredRows(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for n, m := range map[int]int{
		32749: 1 << 16, 65521: 1 << 17, 65537: 133120, 131071: 1 << 18, 262139: 1 << 19, 524287: 1 << 20,
		1000003: 2007040,
	} {
		p, err := choose.Make(plan.Problem{Shape: []int{n}}, l)
		require.NoError(t, err)
		require.Len(t, p.Passes, 3)
		require.Equal(t, m, p.Axes[0].Convolution, "%d points", n)
		require.Contains(t, []int{256, 512, 1024, 2048}, p.Passes[1].N(), "%d points", n)
	}
}

// A workgroup may hold one long row of a convolution and exchange it in one slice. These
// convolutions have right results.
func TestOneLongRowPerGroup(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{8191}}
	seen := map[int]bool{}
	alternatives, err := choose.Alternatives(p, l)
	require.NoError(t, err)
	for _, a := range alternatives {
		kernels, places := choose.ConvolutionPasses(p, l, a.Axes[0])
		if len(kernels) != 3 || kernels[1].N() != 1024 {
			continue
		}
		for _, k := range places[1].Kernels(l) {
			if seen[k.Threads.Transforms] || k.Threads.Transforms > 2 || k.Exchange.Slices > 1 {
				continue
			}
			seen[k.Threads.Transforms] = true
			kernels[1] = k
			made, err := choose.Validate(p, l, kernels...)
			require.NoError(t, err)
			plan.RequireTransform(t, rand.New(rand.NewSource(5)), made)
		}
	}
	require.Equal(t, map[int]bool{1: true, 2: true}, seen)
}
