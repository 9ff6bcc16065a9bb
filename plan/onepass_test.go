package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Kernels of one pass come by their price, and what the planner chooses is among the first: else the tuner, which goes by price and stops where it is several
// times the least, would not get to it.
func TestOnePassComesByPrice(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, spec := range []string{"c2c:1000*67108", "r2c:256*262144", "r2c:1000*67108", "r2c:2000*33554", "c2r:1000*67108", "c2r:2000*33554", "dct2:1000*67108", "r2c:105*639132"} {
		p, err := ParseSpec(spec)
		require.NoError(t, err)
		price := Price(p, l, 0, 1)
		all := OnePass(p, l, 0, 1)
		require.NotEmpty(t, all)
		coupled, before := 0, 0.0
		for _, k := range all {
			at := price(k)
			require.GreaterOrEqual(t, at, before, "%s: %s", spec, k.Name())
			if before = at; at < 1.5*price(all[0]) && k.MirrorInRow {
				coupled++
			}
		}
		chosen, err := Choose(p, l)
		require.NoError(t, err)
		require.Len(t, chosen, 1)
		require.Less(t, price(chosen[0]), 1.5*price(all[0]), "%s: %s", spec, chosen[0].Name())
		if chosen[0].MirrorInRow {
			require.Greater(t, coupled, 10, spec)
		}
	}
}

// Columns are searched with more side by side than the planner's rule takes, and with both components in rounds.
func TestRoomyColumnsAreSearched(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	p := Problem{Shape: []int{1080, 1920}, Batch: 32}
	wide, rounds := 0, 0
	for _, k := range OnePass(p, l, 1, 1) {
		if k.WorkgroupBytes() > defaultBudget.bytes && k.TransformsPerGroup >= 8 {
			wide++
		}
		if !k.Exchange.Split && k.Exchange.Slices > 1 {
			rounds++
		}
		require.LessOrEqual(t, k.WorkgroupBytes(), 2*defaultBudget.bytes)
	}
	require.Positive(t, wide)
	require.Positive(t, rounds)
}
