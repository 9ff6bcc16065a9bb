package plan_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// mirrorRowProblems returns problems whose last pass has mirrored rows: one and two axes of rows,
// even and odd, with others in the batch.
func mirrorRowProblems() []plan.Problem {
	return []plan.Problem{
		{Shape: []int{2, 80}}, {Shape: []int{3, 96}, Batch: 2}, {Shape: []int{16, 66}, Batch: 3},
		{Shape: []int{7, 130}}, {Shape: []int{100, 72}}, {Shape: []int{33, 70}},
		{Shape: []int{4, 6, 72}}, {Shape: []int{5, 3, 80}, Batch: 2}, {Shape: []int{2, 2, 128}, Batch: 3},
		{Shape: []int{3, 4, 66}}, {Shape: []int{1, 8, 96}}, {Shape: []int{9, 5, 68}},
		{Shape: []int{5, 4, 88}, Axes: []int{1, 2}}, {Shape: []int{3, 5, 2, 70}, Axes: []int{-2, -1}},
		{Shape: []int{2, 3, 4, 90}, Axes: []int{2, 1, 3}},
	}
}

// Half spectra from mirrored rows agree with the definition, in both directions. The test has whole
// batches, parts of a batch and segments, on large and small devices.
func TestInterpretedMirrorRows(t *testing.T) {
	t.Parallel()
	h200, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for i, l := range []wgsl.Limits{wgsl.DefaultLimits(), h200, smallWorkgroups(), smallBindings(1000)} {
		for j, p := range mirrorRowProblems() {
			if !testcase.ShardOf(t, 4*j+i, 15) {
				continue
			}
			r := seeded(4*j + i)
			p.Kind, p.Inverse, p.Norm = []plan.Kind{plan.R2C, plan.C2R}[(i+j/3)%2], r.Intn(2) == 0, plan.Norm(r.Intn(3))
			require.NotZero(t, plan.RowGridOf(p, l), "%v", p)
			made, err := choose.Make(p, l)
			require.NoError(t, err, "%v", p)
			end := made.Passes[len(made.Passes)-1]
			if p.IsBackward() {
				end = made.Passes[0]
			}
			require.Equal(t, plan.RowGridOf(p, l), end.Threads.MirrorRows())
			if p.Axes == nil || !slices.IsSorted(p.Axes) {
				require.Equal(t, plan.RowGridOf(p, l)[0] > 1, len(p.Shape) > 2 && p.Shape[len(p.Shape)-3] > 1)
			}
			plan.RequireRealTransform(t, r, made)
			axes, err := choose.Kernels(p, l)
			require.NoError(t, err)
			q, back := tune.Reversed(p, l, axes)
			made, err = choose.ValidateAxes(q, l, back...)
			require.NoError(t, err, "%v", q)
			plan.RequireRealTransform(t, r, made)
		}
	}
}

// The array between the passes fits into source and target, so one scratch buffer of its size
// suffices.
func TestMirrorRowsTakeLittleScratch(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{16, 128}}, {Kind: plan.C2R, Shape: []int{16, 128}},
		{Kind: plan.R2C, Shape: []int{8, 6, 128}, Batch: 2}, {Kind: plan.C2R, Shape: []int{8, 6, 128}, Batch: 2},
	} {
		made, err := choose.Make(p, l)
		require.NoError(t, err)
		s := made.Schedule()
		require.LessOrEqual(t, len(s.Scratch), 1, "%v", p)
		require.LessOrEqual(t, s.ScratchBytes(), int64(p.Points()*p.Count())*plan.ElementBytes/2, "%v", p)
	}
}

// chosenKernels returns the choice for a problem.
func chosenKernels(t *testing.T, p plan.Problem, l wgsl.Limits) []wgsl.Kernel {
	t.Helper()
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	return plan.Join(axes)
}

// Rows are mirrored only if they are whole and contiguous, if one or two axes precede them, and if
// a workgroup holds two of them.
func TestProblemsWithoutMirrorRows(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, p := range []plan.Problem{
		{Shape: []int{80}}, {Shape: []int{6, 64}}, {Shape: []int{6, 81}}, {Shape: []int{1, 80}},
		{Shape: []int{6, 80}, Axes: []int{1}}, {Shape: []int{80, 6}, Axes: []int{1, 0}},
		{Shape: []int{6, 4, 80}, Axes: []int{0, 2}}, {Shape: []int{2, 2, 2, 80}}, {Shape: []int{6, 2 * 37}},
		{Shape: []int{6, 80}, InPlace: true}, {Shape: []int{6, 80}, Options: plan.Options{PackPairs: true},
			Kind: plan.DCT2},
		{Shape: []int{6, 80}, Out: plan.Layout{Strides: []int{44, 1}}},
		{Shape: []int{6, 80}, In: plan.Layout{Have: []int{5, 80}}}, {Shape: []int{6, 80}, In: plan.Layout{Offset: 2}},
		{Shape: []int{6, 8192}},
	} {
		if p.Kind != plan.DCT2 {
			p.Kind = plan.R2C
		}
		require.Zero(t, plan.RowGridOf(p, l), "%v", p)
		require.NotContains(t, plan.TuningKey(p, l), "mirrored")
		_, err := choose.Make(p, l)
		require.NoError(t, err)
	}
	p := plan.Problem{Kind: plan.R2C, Shape: []int{6, 80}, In: plan.Layout{Strides: []int{80, 1}}}
	require.Equal(t, wgsl.RowGrid{1, 6}, plan.RowGridOf(p, l), "as they lie without a layout")
	require.Contains(t, plan.TuningKey(p, l), "mirrored")
	require.Equal(t, wgsl.RowGrid{1, 6}, plan.RowGridOf(plan.Problem{Kind: plan.R2C, Shape: []int{6, 4096}}, l))
}

// Every problem with mirrored rows has a kernel on every device. Other problems have another plan.
func TestMirrorRowsHaveKernels(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(9))
	all := []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()}
	for _, name := range []string{"h200", "lavapipe", "swiftshader"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		all = append(all, l)
	}
	for range 12 { // devices that do not exist
		l := wgsl.DefaultLimits()
		l.Invocations, l.WorkgroupBytes = 16*(1+r.Intn(64)), 1<<10*(2+r.Intn(46))
		all = append(all, l)
	}
	// lengths of two radices that are too large for mirrored butterflies
	lengths := []int{1450, 1508, 1550, 1612, 1682, 1798, 1922, 1984}
	for n := plan.LongestZeroImag + 2; n <= plan.LongestMirrorRows; n += 2 {
		if n <= 160 && n%6 == 0 || r.Intn(1+n/64) == 0 {
			lengths = append(lengths, n)
		}
	}
	mirrored := 0 // of all cases; kernels are chosen for the cases of this shard
	for i, l := range all {
		for j, n := range lengths {
			p := plan.Problem{Kind: []plan.Kind{plan.R2C, plan.C2R}[r.Intn(2)], Shape: []int{2 + r.Intn(3), n},
				Batch: 1 + r.Intn(2)*500}
			hasMirrorRows := plan.RowGridOf(p, l) != wgsl.RowGrid{}
			if !hasMirrorRows && (j >= 8 || i > 4) || i > 2 && (i+j)%4 > 0 {
				continue
			}
			if hasMirrorRows {
				mirrored++
			}
			if !testcase.ShardOf(t, i*len(lengths)+j, 150) {
				continue
			}
			_, err := choose.Kernels(p, l)
			require.NoError(t, err, "%d invocations, %d bytes, %v", l.Invocations, l.WorkgroupBytes, p)
		}
	}
	require.Greater(t, mirrored, 100)
}

// Kernels from outside must be whole rows mirrored in the row; the planner itself adds the mirrored
// rows.
func TestInvalidMirrorRows(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Kind: plan.R2C, Shape: []int{16, 128}, Batch: 2}
	kernels := chosenKernels(t, p, l)
	require.Len(t, kernels, 2)
	require.True(t, kernels[1].Threads.Mirror == [2]wgsl.Mirror{{}, {Centre: wgsl.Zero}})
	_, err := choose.Validate(p, l, kernels...)
	require.NoError(t, err)
	for _, change := range []func(k *wgsl.Kernel){
		func(k *wgsl.Kernel) { k.Threads.Mirror[1].Centre = wgsl.NoCentre },
		func(k *wgsl.Kernel) { k.Threads.Mirror[1].Columns = 16 },
		func(k *wgsl.Kernel) { k.Threads.Mirror[1].Rows = wgsl.RowGrid{1, 16} },
		func(k *wgsl.Kernel) { k.Threads.Mirror[0].Centre = wgsl.Half },
		func(k *wgsl.Kernel) { k.Threads.Mirror[1].Centre = wgsl.Half },
		func(k *wgsl.Kernel) { k.Threads.Transforms = 1 },
		func(k *wgsl.Kernel) {
			k.Threads.Mirror[1] = wgsl.Mirror{Centre: wgsl.Zero, Columns: 16, Rows: wgsl.RowGrid{1, 16}}
		},
	} {
		changed := slices.Clone(kernels)
		change(&changed[1])
		_, err := choose.Validate(p, l, changed...)
		require.Error(t, err)
	}
	columns, err := wgsl.MakeRadices(8)
	require.NoError(t, err)
	_, err = choose.From(p, l, kernels[0],
		wgsl.Kernel{Stages: wgsl.Stages{Radices: columns}, Threads: wgsl.Ownership{Elements: 8, Transforms: 8}},
		wgsl.Kernel{Stages: wgsl.Stages{Radices: columns}, Threads: wgsl.Ownership{Elements: 8, Transforms: 8}})
	require.ErrorContains(t, err, "one pass")
}
