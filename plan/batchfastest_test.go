package plan_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// batchFastest returns the kernels of n points with threads that run along the batch, from the
// search space. It also returns the number of all kernels of the space.
func batchFastest(n, batch int, l wgsl.Limits) (ks []wgsl.Kernel, all int) {
	for k := range tune.Space(n, batch, l) {
		if all++; k.IsBatchFastest() {
			ks = append(ks, k)
		}
	}
	return ks, all
}

// The search space of a length with a Rader stage has some batch-fastest kernels. Other lengths and
// small batches have none.
func TestBatchFastestRows(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for i, n := range []int{37, 61, 127, 251, 3 * 127, 1009} {
		ks, all := batchFastest(n, 1000, l)
		require.NotEmpty(t, ks, "%d points", n)
		require.Less(t, len(ks), all/3, "%d points", n)
		radices := map[string]bool{}
		for _, k := range ks {
			require.NoError(t, k.Check(l))
			require.Equal(t, wgsl.Staged, k.Load.Path)
			require.Equal(t, wgsl.Staged, k.Store.Path)
			require.Equal(t, k.Threads.Order[0], k.Threads.Order[1])
			require.False(t, choose.CanBeColumns(&k))
			if k.Threads.Transforms == 32 || k.Threads.Transforms == 16 && !k.Exchange.Split {
				require.EqualValues(t, 1, k.ConflictDegree(), k.Name())
			}
			if !radices[k.Describe()] {
				radices[k.Describe()] = true
				p, err := choose.Validate(plan.Problem{Shape: []int{n}, Batch: 40, InPlace: len(radices)%2 == 0}, l, k)
				require.NoError(t, err)
				plan.CheckSchedule(t, p)
				if n < 300 && testcase.ShardOf(t, 100*i+len(radices), 24) {
					plan.RequireTransform(t, seeded(100*i+len(radices)), p)
				}
			}
		}
	}
	for _, c := range []struct{ n, batch int }{{128, 1000}, {121, 1000}, {2 * 127, 1000}, {127, 4}} {
		ks, _ := batchFastest(c.n, c.batch, l)
		require.Empty(t, ks, "%d points, %d of them", c.n, c.batch)
	}
}

// The cost model prefers batch-fastest kernels for many transforms of a short prime length if the
// Rader stage has coprime radices.
func TestBatchFastestRowsAreChosen(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, n := range []int{53, 61, 181, 211} {
		p := plan.Problem{Shape: []int{n}, Batch: 1000}
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		chosen := plan.Join(axes)
		require.Len(t, chosen, 1)
		require.True(t, chosen[0].IsBatchFastest() && chosen[0].Stages.Rader.IsPFA(), chosen[0].Name())
		p.Kind = plan.R2C
		axes, err = choose.Kernels(p, l)
		require.NoError(t, err)
		chosen = plan.Join(axes)
		require.False(t, slices.ContainsFunc(chosen, wgsl.Kernel.IsBatchFastest), "%v", p)
	}
}

// Real rows have no batch-fastest kernels, because such kernels would access real numbers one by
// one.
func TestRealRowsAreNotBatchFastest(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	points := tune.OnePass(plan.Problem{Shape: []int{127}, Batch: 1000}, l, 0, 1)
	require.True(t, slices.ContainsFunc(points, wgsl.Kernel.IsBatchFastest))
	for _, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{127}, Batch: 1000}, {Kind: plan.R2C, Shape: []int{254}, Batch: 1000},
		{Kind: plan.DCT2, Shape: []int{127}, Batch: 1000},
	} {
		require.False(t, slices.ContainsFunc(tune.OnePass(p, l, 0, 1), wgsl.Kernel.IsBatchFastest), "%v", p)
	}
}

// A thread may hold one point more than its butterflies of a Rader stage need, so that it has a
// whole number of them.
func TestElementsPerThreadOfRaderStages(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for factors, threads := range map[string][]int{"127(14.9)": {9, 10, 15, 8, 5}, "251(10.25)": {10, 11, 26}} {
		n := 127
		if factors[0] == '2' {
			n = 251
		}
		for _, want := range threads {
			require.True(t, func() bool {
				for k := range tune.Space(n, 1000, l) {
					if k.Describe() == factors && k.ThreadsPerTransform() == want {
						return true
					}
				}
				return false
			}(), "%s in %d threads", factors, want)
		}
	}
}
