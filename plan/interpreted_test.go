package plan_test

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestInterpretedSchedulesAreTransforms(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for i, n := range sample(l, 60) {
		if n > 40 && !testcase.ShardOf(t, i, 24) {
			continue
		}
		r := seeded(n)
		p, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 1 + r.Intn(2), Inverse: r.Intn(2) == 0,
			Norm: plan.Norm(r.Intn(3)), InPlace: r.Intn(4) == 0}, l)
		require.NoError(t, err)
		plan.RequireTransform(t, r, p)
	}
}

func TestInterpretedVariantsAreTransforms(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	factorizations := map[wgsl.Radices]bool{}
	// The factorizations of every short length: the mathematics depends on nothing else.
	for n := 2; n <= 640; n++ {
		if plan.LargestPrime(n) > plan.MaxPrime {
			continue
		}
		for _, k := range choose.Variants(n, 2, l) {
			if factorizations[k.Stages.Radices] {
				continue
			}
			factorizations[k.Stages.Radices] = true
			if n > plan.MaxPrime && !testcase.ShardOf(t, len(factorizations), 60) {
				continue
			}
			r := seeded(len(factorizations))
			p, err := choose.From(plan.Problem{Shape: []int{n}, Batch: 1 + r.Intn(2), Inverse: r.Intn(2) == 0,
				Norm: plan.Norm(r.Intn(3))}, l, k)
			require.NoError(t, err)
			plan.RequireTransform(t, r, p)
		}
	}
	require.Greater(t, len(factorizations), 500)
	// Variants of a few lengths.
	for _, n := range []int{4, 12, 64, 210, 243} {
		all := choose.Variants(n, 3, l)
		for j, i := range seeded(n).Perm(len(all))[:min(len(all), 30)] {
			if !testcase.ShardOf(t, j, 16) {
				continue
			}
			p, err := choose.From(plan.Problem{Shape: []int{n}, Batch: 3, Inverse: i%2 == 0}, l, all[i])
			require.NoError(t, err)
			plan.RequireTransform(t, seeded(i), p)
		}
	}
}

func TestInterpretedMaps(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	const batch = 5
	view := func(stride, dist int) wgsl.View {
		return wgsl.View{Points: [2]wgsl.Dim{{Stride: stride}}, Batch: [2]wgsl.Dim{{Stride: dist}}}
	}
	rows := func(n int) wgsl.View { return wgsl.Rows(n, n) }
	for _, c := range []struct{ in, out func(n int) wgsl.View }{
		{func(n int) wgsl.View { return view(2, 2*n) }, rows},
		{rows, func(n int) wgsl.View { return view(3, 3*n+1) }},
		// columns to padded rows
		{func(n int) wgsl.View { return view(batch, 1) }, func(n int) wgsl.View { return view(1, n+7) }},
	} {
		for _, radices := range []wgsl.Radices{{}, {7}, {4, 4}, {3, 5, 2}, {2, 16, 8}} {
			n := radices.N()
			k := wgsl.Kernel{Stages: wgsl.Stages{Radices: radices}, Threads: wgsl.Ownership{Elements: 4, Transforms: 2}}
			k.Load.View, k.Store.View, k.Dispatch.Tail = c.in(n), c.out(n), true
			extent := func(v wgsl.View) int { return v.At(batch-1, n-1) + 1 }
			src, dst := plan.RandomPoints(r, extent(k.Load.View)), make([]complex128, extent(k.Store.View))
			untouched := complex(42, -42)
			for i := range dst {
				dst[i] = untouched
			}
			written := 0
			races, err := k.Play(batch, map[string][]complex128{"src": src, "dst": dst})
			require.NoError(t, err)
			require.Zero(t, races)
			for q := range batch {
				x, got := make([]complex128, n), make([]complex128, n)
				for j := range n {
					x[j] = src[k.Load.View.At(q, j)]
					got[j] = dst[k.Store.View.At(q, j)]
				}
				require.LessOrEqual(t, plan.Distance(got, plan.Transformed(x, false, 1)), 1e-14)
			}
			for _, v := range dst {
				if v != untouched {
					written++
				}
			}
			require.Equal(t, n*batch, written, "%v", radices)
		}
	}
}

func TestInterpreterFindsErrors(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	src := plan.RandomPoints(r, 16)
	dst := make([]complex128, 16)
	k := wgsl.Kernel{
		Stages:  wgsl.Stages{Radices: wgsl.Radices{4, 4}},
		Threads: wgsl.Ownership{Elements: 4, Transforms: 1},
	}
	k.Load.View, k.Store.View = wgsl.Rows(16, 16), wgsl.Rows(16, 16)
	play := func() {
		_, err := k.Play(1, map[string][]complex128{"src": src, "dst": dst})
		require.NoError(t, err)
	}
	play()
	require.Less(t, plan.Distance(dst, plan.Transformed(src, false, 1)), 1e-14)
	require.Greater(t, plan.Distance(dst, plan.Transformed(src, true, 1)), 0.1)
	k.Load.Ops[0] = wgsl.Swap{}
	play()
	require.Greater(t, plan.Distance(dst, plan.Transformed(src, true, 1)), 0.1, "a swap on load only")
	dst[3] = complex(math.NaN(), 0)
	require.True(t, math.IsInf(plan.Distance(dst, src), 1))
}

func TestInterpretedPassesAreTransforms(t *testing.T) {
	small, tiny := smallWorkgroups(), tinyWorkgroups() // more passes for fewer points
	for i, c := range []struct {
		l         wgsl.Limits
		n, passes int
	}{
		{small, 1024, 2}, {small, 2048, 2}, {small, 1000, 2}, {small, 3 * 7 * 11 * 13, 2}, {small, 512 * 9, 2},
		{tiny, 256, 2}, {tiny, 1024, 2}, {tiny, 4096, 3}, {tiny, 17 * 17 * 19, 3},
		{wgsl.DefaultLimits(), 8192, 2},
	} {
		for j, s := range sides(t, i) {
			r := seeded(4*i + j)
			p, err := choose.Make(plan.Problem{Shape: []int{c.n}, Batch: 1 + r.Intn(2), Inverse: s.inverse,
				InPlace: s.inPlace, Norm: plan.Norm(r.Intn(3))}, c.l)
			require.NoError(t, err)
			require.Len(t, p.Passes, c.passes)
			plan.RequireTransform(t, r, p)
		}
	}
}

func TestInterpretedConvolutionsAreTransforms(t *testing.T) {
	small := smallWorkgroups()
	for i, c := range []struct {
		l wgsl.Limits
		n int
	}{
		{wgsl.DefaultLimits(), 37}, {wgsl.DefaultLimits(), 41 * 2}, {wgsl.DefaultLimits(), 61},
		{wgsl.DefaultLimits(), 127}, {wgsl.DefaultLimits(), 1009},
		{wgsl.DefaultLimits(), 37 * 24}, {small, 1009}, {small, 509}, {tinyWorkgroups(), 83},
	} {
		for j, s := range sides(t, i) {
			r := seeded(4*i + j)
			axes, err := choose.KernelsBy(plan.Problem{Shape: []int{c.n}, Batch: 3}, c.l, plan.Bluestein)
			require.NoError(t, err)
			chosen := plan.Join(axes)
			p, err := choose.From(plan.Problem{Shape: []int{c.n}, Batch: 1 + r.Intn(3), Inverse: s.inverse,
				InPlace: s.inPlace, Norm: plan.Norm(r.Intn(3))}, c.l, chosen...)
			require.NoError(t, err)
			require.GreaterOrEqual(t, p.Axes[0].Convolution, 2*c.n-1)
			plan.RequireTransform(t, r, p)
		}
	}
}

// Every Rader stage of a few primes, before every kind of further stages.
func TestInterpretedRaderStagesAreTransforms(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	seen := map[string]bool{} // of all lengths; those of the shard are played
	for _, n := range []int{37, 41, 61, 127, 127 * 8, 37 * 37 * 2, 37 * 25, 251 * 3, 1009, 4093, 61 * 61} {
		for _, k := range choose.Variants(n, 3, l) {
			if seen[k.Describe()] {
				continue
			}
			seen[k.Describe()] = true
			if n > 1000 && len(seen)%4 > 0 || !testcase.ShardOf(t, len(seen), 20) {
				continue
			}
			r := seeded(len(seen))
			p, err := choose.From(plan.Problem{Shape: []int{n}, Batch: 3, Inverse: r.Intn(2) == 0,
				InPlace: r.Intn(2) == 0,
				Norm:    plan.Norm(r.Intn(3))}, l, k)
			require.NoError(t, err)
			plan.CheckSchedule(t, p)
			plan.RequireTransform(t, r, p)
		}
	}
	require.Greater(t, len(seen), 60)
	// A Rader stage in a transform of several passes.
	small := smallWorkgroups()
	for _, n := range []int{127 * 16, 37 * 64} {
		axes, err := choose.KernelsBy(plan.Problem{Shape: []int{n}}, small, plan.FourStep)
		require.NoError(t, err)
		kernels := plan.Join(axes)
		require.True(t, slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.Stages.Rader.Prime > 0 }))
		p, err := choose.From(plan.Problem{Shape: []int{n}, Inverse: true}, small, kernels...)
		require.NoError(t, err)
		plan.RequireTransform(t, seeded(n), p)
	}
}
