package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// OnePass sorts kernels by price, and the planner's choice is among the first. The tuner goes by
// price and stops at a multiple of the least.
func TestOnePassIsSortedByPrice(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for i, spec := range []string{
		"c2c:1000*67108", "r2c:256*262144", "r2c:1000*67108", "r2c:2000*33554", "c2r:1000*67108",
		"c2r:2000*33554", "dct2:1000*67108", "r2c:105*639132",
	} {
		if !testcase.ShardOf(t, i, 4) {
			continue
		}
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		price := Price(p, l, 0, 1)
		all := OnePass(p, l, 0, 1)
		require.NotEmpty(t, all)
		mirrored, before := 0, 0.0
		for _, k := range all {
			at := price(k)
			require.GreaterOrEqual(t, at, before, "%s: %s", spec, k.Name())
			if before = at; at < 1.5*price(all[0]) && k.Threads.HoldsPairs(wgsl.Zero) {
				mirrored++
			}
		}
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		chosen := plan.Join(axes)
		require.Len(t, chosen, 1)
		require.Less(t, price(chosen[0]), 1.5*price(all[0]), "%s: %s", spec, chosen[0].Name())
		if chosen[0].Threads.HoldsPairs(wgsl.Zero) {
			require.Greater(t, mirrored, 10, spec)
		}
	}
}

// The search space has columns with more transforms per group than the planner's rule allows, and
// complex exchanges in slices.
func TestWideColumnsAreInTheSpace(t *testing.T) {
	const modelBytes = 16 << 10 // the most workgroup memory of columns that the model compares
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	p := plan.Problem{Shape: []int{1080, 1920}, Batch: 32}
	wide, slices := 0, 0
	for _, k := range OnePass(p, l, 1, 1) {
		if k.WorkgroupBytes() > modelBytes && k.Threads.Transforms >= 8 {
			wide++
		}
		if !k.Exchange.Split && k.Exchange.Slices > 1 {
			slices++
		}
		require.LessOrEqual(t, k.WorkgroupBytes(), 2*modelBytes)
	}
	require.Positive(t, wide)
	require.Positive(t, slices)
}
