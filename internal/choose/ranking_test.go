package choose

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// A ranking has the order that all features of all its kernels give, and no lower bound exceeds the cost.
func TestRanking(t *testing.T) {
	compared := 0
	for _, device := range []string{"h200", "default"} {
		l, err := wgsl.NamedLimits(device)
		require.NoError(t, err)
		ruled := l
		ruled.Family = wgsl.NamedFamily("apple")
		for _, l := range []wgsl.Limits{l, ruled} {
			for _, make := range rankingsToTest(t, l) {
				made, costs := make(), []float64(nil)
				for _, e := range slices.Concat(made.sorted, made.open) {
					if bound := e.cost; e.estimate(l) {
						require.LessOrEqual(t, bound, e.cost, e.made.Name())
						costs = append(costs, e.cost)
					}
				}
				slices.Sort(costs)
				for i, want := range costs[:min(len(costs), made.most)] {
					k, cost, ok := made.at(i)
					require.True(t, ok)
					require.Equal(t, want, cost, "%d: %s", i, k.Name())
					compared++
				}
			}
		}
	}
	require.Greater(t, compared, 500)
}

// rankingsToTest returns functions that make rankings of rows, of real rows, of mirror rows and of columns.
func rankingsToTest(t *testing.T, l wgsl.Limits) (all []func() *ranking) {
	for _, n := range []int{360, 1009, 2048} {
		all = append(all, func() *ranking { return ranked(variants(n, 16, l), l) })
	}
	for _, spec := range []string{"r2c:480*16", "dct4:96*64", "r2c:24x512", "dct2:34*16"} {
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		for _, axis := range p.OrderedAxes(l) {
			if axis.InnerExtent == 1 {
				all = append(all, func() *ranking { return Finder{axis}.ranked(16, l) })
			}
		}
	}
	for kind := Columns; kind <= Convolved; kind++ {
		all = append(all, func() *ranking {
			return rankedColumnsWithin(480, kind != Columns, kind.at(480, 1024), l, false, DefaultBudget)
		})
	}
	return all
}
