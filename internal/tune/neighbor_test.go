package tune

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A neighbor is valid and differs in one kernel, or in two kernels that were alike. Every tunable
// property changes now and then.
func TestNeighbor(t *testing.T) {
	limits, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for i, p := range []plan.Problem{
		{Shape: []int{1024}, Batch: 1000}, {Shape: []int{7}, Batch: 1000}, {Shape: []int{1021}, Batch: 1000},
		{Shape: []int{61}, Batch: 1000}, {Shape: []int{1 << 18}, Batch: 4},
		{Shape: []int{65521}, Batch: 9}, {Shape: []int{64, 64}, Batch: 99},
		{Kind: plan.R2C, Shape: []int{1000}, Batch: 99}, {Kind: plan.C2R, Shape: []int{1 << 16}, Batch: 9},
		{Kind: plan.DCT2, Shape: []int{1024}, Batch: 64},
	} {
		if !testcase.ShardOf(t, i, 5) {
			continue
		}
		draw := rand.New(rand.NewPCG(1, uint64(p.Points()))).IntN
		axes, err := choose.Kernels(p, limits)
		require.NoError(t, err)
		from := plan.Join(axes)
		differ := map[string]bool{}
		for range 80 {
			other, ok := Neighbor(p, limits, axes, draw)
			require.True(t, ok, "%v", p)
			near := plan.Join(other)
			require.Len(t, near, len(from))
			_, err := choose.ValidateAxes(p, limits, other...)
			require.NoError(t, err)
			if len(from) == 3 && (near[0].N() != from[0].N() || near[1].N() != from[1].N()) {
				checkOtherSplit(t, p, limits, from, near)
				differ["columns"] = differ["columns"] || near[0].N() != from[0].N()
				differ["rows"] = differ["rows"] || near[1].N() != from[1].N()
				continue
			}
			var changed []int
			for i := range from {
				if near[i] != from[i] {
					changed = append(changed, i)
				}
			}
			require.NotEmpty(t, changed)
			for _, i := range changed[1:] {
				require.Equal(t, choose.Tunable(near[changed[0]]), choose.Tunable(near[i]), "%v: %v", p,
					plan.Names(near))
				require.Equal(t, choose.Tunable(from[changed[0]]), choose.Tunable(from[i]))
			}
			old, k := from[changed[0]], near[changed[0]]
			require.Equal(t, old.N(), k.N())
			for what, is := range map[string]bool{
				"radices":    !slices.Equal(old.StageRadices(), k.StageRadices()),
				"points":     old.Threads.Elements != k.Threads.Elements,
				"transforms": old.Threads.Transforms != k.Threads.Transforms,
				"exchange":   old.Exchange != k.Exchange, "layout": old.Exchange.Layout != k.Exchange.Layout,
				"basis": old.Twiddles.Basis != k.Twiddles.Basis, "share": old.Twiddles.Share != k.Twiddles.Share,
				"fma": old.Twiddles.FMA != k.Twiddles.FMA, "vec4": old.Twiddles.Vec4 != k.Twiddles.Vec4,
				"fence": old.Twiddles.Fence != k.Twiddles.Fence, "load": old.Load.Path != k.Load.Path,
				"store": old.Store.Path != k.Store.Path,
			} {
				differ[what] = differ[what] || is
			}
		}
		t.Logf("%v: %v", p, differ)
		for _, what := range []string{"columns", "rows"} {
			require.Equal(t, p.Shape[0] == 65521, differ[what], "%v: %s", p, what)
		}
		if from[0].HasExchange() {
			for _, what := range []string{"radices", "points", "transforms", "exchange", "layout", "vec4", "fence"} {
				require.True(t, differ[what], "%v: %s", p, what)
			}
			require.True(t, differ["basis"] || !from[0].HasTwiddles(), "%v", p)
			require.True(t, differ["fma"] || !from[0].HasConstantTwiddles(), "%v", p)
		} else {
			require.True(t, differ["transforms"])
		}
	}
}

// checkOtherSplit checks a convolution with another split. It has enough points, but few more than
// needed, and the same columns in both directions. A factor that did not change keeps its kernels.
func checkOtherSplit(t *testing.T, p plan.Problem, l wgsl.Limits, from, near []wgsl.Kernel) {
	t.Helper()
	least := 2*p.Points() - 1
	m := near[0].N() * near[1].N()
	require.GreaterOrEqual(t, m, least)
	require.Less(t, float64(m), (maxLengthRatio+0.01)*float64(least))
	require.Equal(t, m/near[1].N(), plan.Spectra(near[1]))
	if near[0].N() != from[0].N() {
		require.Equal(t, choose.Tunable(near[0]), choose.Tunable(near[2]))
	} else {
		require.Equal(t, choose.Tunable(from[0]), choose.Tunable(near[0]))
		require.Equal(t, choose.Tunable(from[2]), choose.Tunable(near[2]))
	}
	if near[1].N() == from[1].N() {
		require.Equal(t, choose.Tunable(from[1]), choose.Tunable(near[1]))
	}
	parts, err := plan.ByAxis(p, l, near...)
	require.NoError(t, err)
	require.Len(t, parts, 1)
}

// A neighbor of a neighbor is valid, after any number of moves, also on devices with little
// workgroup memory. Kernels of mirrored columns have an even number of transforms.
func TestNeighborsOfNeighbors(t *testing.T) {
	limits := wgsl.DefaultLimits()
	mirrored, moves := 0, 25
	if testcase.Long() {
		moves = 150
	}
	for seed, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{1 << 18}, Batch: 2}, {Kind: plan.C2R, Shape: []int{1 << 18}, Batch: 2},
		{Kind: plan.R2C, Shape: []int{512, 512}, Batch: 2}, {Shape: []int{10000}, Batch: 9},
	} {
		draw := rand.New(rand.NewPCG(2, uint64(seed))).IntN
		axes, err := choose.Kernels(p, limits)
		require.NoError(t, err)
		for range moves {
			near, ok := Neighbor(p, limits, axes, draw)
			require.True(t, ok, "%v: %v", p, plan.Names(plan.Join(axes)))
			_, err := choose.ValidateAxes(p, limits, near...)
			require.NoError(t, err)
			axes = near
			for _, k := range plan.Join(axes) {
				if k.Threads.HasColumns() {
					require.Zero(t, k.Threads.Transforms%2)
					mirrored++
				}
			}
		}
	}
	require.Positive(t, mirrored)
	k := wgsl.Kernel{Threads: wgsl.Ownership{Transforms: 2, Mirror: [2]wgsl.Mirror{{Columns: 4}}}}
	require.Equal(t, 4, otherTransforms(k, limits, func(int) int { return 0 }).Threads.Transforms)
	k.Threads.Transforms = 4
	require.Equal(t, 2, otherTransforms(k, limits, func(n int) int { return n - 1 }).Threads.Transforms)
}

// A choice may have no neighbor: if these draws yield the kernel itself, Neighbor returns false.
func TestNoNeighbor(t *testing.T) {
	limits := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{1}, Batch: 5}
	from, err := choose.Kernels(p, limits)
	require.NoError(t, err)
	_, ok := Neighbor(p, limits, from, func(int) int { return 0 })
	require.False(t, ok)
	found := 0
	for seed := range uint64(20) {
		if near, ok := Neighbor(p, limits, from, rand.New(rand.NewPCG(seed, 1)).IntN); ok {
			require.NotEqual(t, from, near)
			_, err := choose.ValidateAxes(p, limits, near...)
			require.NoError(t, err)
			found++
		}
	}
	require.Positive(t, found)
}
