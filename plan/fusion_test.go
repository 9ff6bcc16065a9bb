package plan_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/hier"
	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

// axisFusionsOf returns the choices for a problem that fuse axes.
func axisFusionsOf(t *testing.T, p plan.Problem, l wgsl.Limits) [][]wgsl.Kernel {
	t.Helper()
	all, err := choose.Alternatives(p, l)
	require.NoError(t, err)
	var found [][]wgsl.Kernel
	for _, a := range all {
		if kernels := plan.Join(a.Axes); plan.HasAxisFusion(kernels) {
			found = append(found, kernels)
		}
	}
	return found
}

// checkAxisFusion checks choice i of a test, which fuses the given number of axes. It also checks some
// kernels that the tuner tries in its place. The choices of the shard are checked, and a part of them
// is played.
func checkAxisFusion(t *testing.T, i int, p plan.Problem, l wgsl.Limits, kernels []wgsl.Kernel, axes,
	others int) {
	t.Helper()
	isOfShard := func(which int) bool { return testcase.ShardOf(t, i*(1+others)+which, 24) }
	if !slices.ContainsFunc([]int{0, 1, 2, 3, 4}[:1+others], isOfShard) {
		return
	}
	made, err := choose.Validate(p, l, kernels...)
	require.NoError(t, err)
	if isOfShard(0) {
		plan.RequireTransform(t, seeded(i), made)
	}
	require.Contains(t, made.String(), "(fused ")

	parts, err := plan.ByAxis(p, l, kernels...)
	require.NoError(t, err)
	require.Equal(t, kernels, plan.Join(parts))
	require.Equal(t, axes, parts[0].AxisCount)
	back, again := tune.Reversed(p, l, parts)
	require.Equal(t, parts, again)
	require.NotEqual(t, p.Inverse, back.Inverse)

	all := tune.FusedAxes(p, l, parts[0])
	require.GreaterOrEqual(t, len(all), others)
	for j, other := range all[:others] {
		if !isOfShard(1 + j) {
			continue
		}
		parts[0] = other
		made, err := choose.ValidateAxes(p, l, parts...)
		require.NoError(t, err)
		plan.RequireTransform(t, seeded(i+j), made)
	}
}

// Every first factor of the columns is a transform, in both directions, for arrays with further
// axes or without, in and out of place, and in segments.
func TestInterpretedAxisFusions(t *testing.T) {
	l := wgsl.DefaultLimits()
	factors, cases := map[int]bool{}, 0
	for i, p := range []plan.Problem{
		{Shape: []int{48, 100}, Batch: 2}, {Shape: []int{64, 64}}, {Shape: []int{3, 90, 60}},
		{Shape: []int{3, 64, 20}, Axes: []int{1, 2}}, {Shape: []int{352, 13}, Batch: 3},
	} {
		for j, kernels := range axisFusionsOf(t, p.Canonical(), l) {
			if kernels[1].IsOneAxis() {
				p.Inverse, p.InPlace, p.Norm = (i+j)%2 == 1, j%3 == 2, plan.Norm(j%3)
				checkAxisFusion(t, cases, p.Canonical(), l, kernels, 2, 3)
				factors[kernels[0].Stages.Outer[0].N()] = true
				cases++
			}
		}
	}
	require.Greater(t, len(factors), 3)
	small := smallBindings(1000)
	p := plan.Problem{Shape: []int{48, 60}}
	for i, kernels := range axisFusionsOf(t, p, small) {
		made, err := choose.Validate(p, small, kernels...)
		require.NoError(t, err)
		require.Positive(t, made.SegmentSize)
		if i == 0 || testcase.ShardOf(t, i, 16) {
			plan.RequireTransform(t, seeded(i), made)
		}
	}
}

// Axis fusions of three axes are transforms, for arrays with further axes or without, in and out of
// place.
func TestInterpretedFusionsOfThreeAxes(t *testing.T) {
	l := wgsl.DefaultLimits()
	factors, cases := map[int]bool{}, 0
	for i, p := range []plan.Problem{
		{Shape: []int{16, 24, 30}}, {Shape: []int{12, 36, 36}},
		{Shape: []int{2, 9, 49, 10}, Batch: 2}, {Shape: []int{3, 25, 8, 35}, Axes: []int{1, 2, 3}},
	} {
		found := 0
		for j, kernels := range axisFusionsOf(t, p.Canonical(), l) {
			if !kernels[1].IsOneAxis() {
				p.Inverse, p.InPlace, p.Norm = (i+j)%2 == 1, j%3 == 2, plan.Norm(j%3)
				checkAxisFusion(t, cases, p.Canonical(), l, kernels, 3, 4)
				factors[kernels[0].Stages.Outer[0].N()] = true
				found++
				cases++
			}
		}
		require.Positive(t, found, p)
	}
	require.Greater(t, len(factors), 5)
	small := smallBindings(3000)
	p := plan.Problem{Shape: []int{16, 24, 30}}
	found := 0
	for _, kernels := range axisFusionsOf(t, p, small) {
		if kernels[1].IsOneAxis() {
			continue
		}
		made, err := choose.Validate(p, small, kernels...)
		require.NoError(t, err)
		require.Positive(t, made.SegmentSize)
		if found == 0 || testcase.ShardOf(t, found, 16) {
			plan.RequireTransform(t, seeded(found), made)
		}
		found++
	}
	require.Positive(t, found)
}

// An axis fusion takes one pass less if the columns need two passes.
func TestLongColumnsUseAxisFusion(t *testing.T) {
	needs64Bits(t)
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, tree := range map[string]string{
		"c2c:4096x4096*4":    `^\(fused 4096x4096 \(rows 16384 4x[0-9.]+\) \(column 1024 [0-9.]+\) batch 4\)$`,
		"c2c:2048x2048*16":   `^\(fused 2048x2048 \(rows [0-9]+ [0-9]x[0-9.]+\) \(column \d+ [\d.]+\) batch 16\)$`,
		"c2c:100x4096x4096":  `^\(axes 100x4096x4096 \(fused 4096x4096 .*\) \(stockham 100 [0-9.]+\) batch 1\)$`,
		"c2c:8192x8192":      `^\(axes 8192x8192 \(stockham 8192 .*\) \(four-step 8192 .*\) batch 1\)$`,
		"r2c:4096x4096":      `^\(axes 4096x4096 \(stockham 4096 .*\) \(r2c 4096 .*`,
		"c2c:4096x10007*1":   `^\(axes 4096x10007 .*`,
		"c2c:2048x2048*1000": `^\(fused 2048x2048 .*`,
	} {
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		made, err := choose.Make(p, l)
		require.NoError(t, err)
		require.Regexp(t, tree, made.String(), spec)
	}
}

// Arrays with zero padding have no axis fusion, even if wisdom has one, because rows of zeros are
// left out.
func TestPaddedArraysHaveNoAxisFusion(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	p := plan.Problem{Shape: []int{4096, 4096}}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	kernels := plan.Join(axes)
	require.True(t, plan.HasAxisFusion(kernels))
	w := wisdom.Wisdom{}.Learn(wisdom.Entry{Key: plan.TuningKey(p, l), Kernels: plan.Names(kernels), Batch: 1,
		Ms: 1, UntunedMs: 1,
		Error: 1e-7, Allowed: 2e-7, Compared: 2})
	_, known := w.Choice(p, l)
	require.True(t, known)
	p.In.Have = []int{4096, 4096}
	require.False(t, plan.IsPadded(p), "nothing is missing")
	p.In.Have = []int{1000, 500}
	_, known = w.Choice(p, l)
	require.False(t, known)
	made, err := plan.Make(p, l, wisdom.Chooser{Wisdom: w})
	require.NoError(t, err)
	require.False(t, plan.HasAxisFusion(made.Passes))
	require.Empty(t, axisFusionsOf(t, p, l))
}

// Problems in place have no axis fusion, even if wisdom has one, because rows and columns need no
// scratch.
func TestNoAxisFusionInPlace(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	p := plan.Problem{Shape: []int{1024, 1024}, Batch: 64}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	kernels := plan.Join(axes)
	require.True(t, plan.HasAxisFusion(kernels))
	w := wisdom.Wisdom{}.Learn(wisdom.Entry{Key: plan.TuningKey(p, l), Kernels: plan.Names(kernels), Batch: 64,
		Ms: 1, UntunedMs: 1,
		Error: 1e-7, Allowed: 2e-7, Compared: 2})
	p.InPlace = true
	made, err := plan.Make(p, l, wisdom.Chooser{Wisdom: w})
	require.NoError(t, err)
	require.False(t, plan.HasAxisFusion(made.Passes))
	require.Zero(t, made.Schedule().ScratchBytes())
}

// twiddleOfMore gives the pass twiddle of a kernel's load one column more.
func twiddleOfMore(k *wgsl.Kernel) {
	w := k.Load.Ops[0].(hier.PassTwiddle)
	w.Columns++
	k.Load.Ops[0] = w
}

// Invalid kernels of an axis fusion are refused.
func TestInvalidAxisFusions(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{48, 100}, Batch: 2}
	kernels := axisFusionsOf(t, p, l)[0]
	r := kernels[0].Stages.Outer[0].N()
	for what, change := range map[string]func(ks []wgsl.Kernel) []wgsl.Kernel{
		"no columns":      func(ks []wgsl.Kernel) []wgsl.Kernel { return ks[:1] },
		"columns twice":   func(ks []wgsl.Kernel) []wgsl.Kernel { return append(ks, ks[1]) },
		"another run":     func(ks []wgsl.Kernel) []wgsl.Kernel { ks[0].Load.View.Points[0].Extent = 50; return ks },
		"another place":   func(ks []wgsl.Kernel) []wgsl.Kernel { ks[0].Load.View.Points[1].Stride += 100; return ks },
		"another twiddle": func(ks []wgsl.Kernel) []wgsl.Kernel { twiddleOfMore(&ks[1]); return ks },
		"another order":   func(ks []wgsl.Kernel) []wgsl.Kernel { return []wgsl.Kernel{ks[1], ks[0]} },
		"rows of another": func(ks []wgsl.Kernel) []wgsl.Kernel {
			ks[0].Stages.Radices, _ = wgsl.MakeRadices(5, 5)
			ks[0] = hier.Fusion{Rows: 25, Columns: 48, Factor: r}.First(ks[0])
			return ks
		},
	} {
		_, err := choose.Validate(p, l, change(append([]wgsl.Kernel{}, kernels...))...)
		require.Error(t, err, what)
	}
	_, err := choose.Validate(plan.Problem{Shape: []int{48 * 100}, Batch: 2}, l, kernels...)
	require.Error(t, err, "one axis")
	_, err = choose.Validate(plan.Problem{Shape: []int{48, 100, 2}, Axes: []int{0, 1}}, l, kernels...)
	require.Error(t, err, "rows with an inner extent")
}

// Invalid kernels of a fusion of three axes are refused.
func TestInvalidFusionsOfThreeAxes(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{16, 24, 30}, Batch: 2}
	all := axisFusionsOf(t, p, l)
	kernels := all[slices.IndexFunc(all, func(ks []wgsl.Kernel) bool { return !ks[1].IsOneAxis() })]
	for what, change := range map[string]func(tail *wgsl.Kernel){
		"another twiddle":         twiddleOfMore,
		"no twiddle":              func(tail *wgsl.Kernel) { tail.Load.Ops = wgsl.Ops{} },
		"a twiddle on store":      func(tail *wgsl.Kernel) { tail.Store.Ops = tail.Load.Ops },
		"another distance":        func(tail *wgsl.Kernel) { tail.Load.View.Batch[1].Stride /= 2 },
		"another place":           func(tail *wgsl.Kernel) { tail.Store.View.Points[0].Stride /= 2 },
		"another length beyond":   func(tail *wgsl.Kernel) { tail.Stages.Outer[0] = wgsl.Radices{4} },
		"another rest of columns": func(tail *wgsl.Kernel) { tail.Stages.Radices = wgsl.Radices{2, 2, 2, 2, 2} },
		"one more axis":           func(tail *wgsl.Kernel) { tail.Stages.Outer[1] = wgsl.Radices{2} },
		"an inner extent":         func(tail *wgsl.Kernel) { tail.Stages.InnerExtent = 2 },
	} {
		changed := slices.Clone(kernels)
		change(&changed[1])
		_, err := choose.Validate(p, l, changed...)
		require.Error(t, err, what)
	}
	for _, p := range []plan.Problem{
		{Shape: []int{16 * 24, 30}, Batch: 2}, {Shape: []int{16, 24, 30}, Axes: []int{1, 2}},
		{Shape: []int{16, 24, 15, 2}, Axes: []int{0, 1, 2}},
	} {
		_, err := choose.Validate(p, l, kernels...)
		require.Error(t, err, p)
	}
}
