package plan_test

import (
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestInterpretedLayouts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	small := wgsl.DefaultLimits()
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	view := plan.Layout{Strides: []int{200, 3}, Offset: 50, Dist: 9000}
	for _, l := range []wgsl.Limits{wgsl.DefaultLimits(), small} {
		for _, p := range []plan.Problem{
			{Shape: []int{24}, Batch: 5, In: plan.Layout{Strides: []int{2}, Dist: 50}},
			{Shape: []int{24}, Batch: 5, Out: plan.Layout{Strides: []int{5}, Dist: 1}},
			{Shape: []int{24}, Batch: 5, In: plan.Layout{Planar: true}, Out: plan.Layout{Planar: true, Offset: 7}},
			{Shape: []int{1024}, Batch: 2, In: plan.Layout{Strides: []int{-1}, Dist: 1024, Offset: 1023},
				Out: plan.Layout{Dist: 1100}},
			{Shape: []int{37}, Batch: 3, In: plan.Layout{Dist: 40}, Out: plan.Layout{Strides: []int{3}, Dist: 1}},
			{Shape: []int{1009}, Batch: 2, In: plan.Layout{Strides: []int{2}, Dist: 3000},
				Out: plan.Layout{Planar: true}},
			{Shape: []int{12, 10}, In: view, Out: view},
			{Shape: []int{12, 10}, Batch: 2, In: view, Out: view, InPlace: true},
			{Shape: []int{40, 50}, In: view, Out: view, InPlace: true},
			{Shape: []int{40, 50}, Axes: []int{0}, In: view, Out: plan.Layout{Strides: []int{1, 40}}},
			{Shape: []int{4, 5, 6}, Axes: []int{1}, In: plan.Layout{Strides: []int{1, 4, 20}},
				Out: plan.Layout{Strides: []int{30, -6, 1}, Offset: 24}},
			// Zero padding, cropping, and both.
			{Shape: []int{64}, Batch: 3, In: plan.Layout{Have: []int{50}}},
			{Shape: []int{64}, Batch: 3, Out: plan.Layout{Have: []int{33}}},
			{Shape: []int{16, 20}, Batch: 2, In: plan.Layout{Have: []int{10, 13}},
				Out: plan.Layout{Have: []int{16, 11}, Planar: true}},
			{Shape: []int{48, 60}, In: plan.Layout{Have: []int{10, 60}}, Axes: []int{1}},
			{Shape: []int{1000}, In: plan.Layout{Have: []int{1}}},
			// a part of larger arrays
			{Shape: []int{8, 8}, Batch: 2, In: plan.Layout{Strides: []int{100, 1}, Dist: 2000, Offset: 305}},
			{Shape: []int{8, 4}, In: plan.Layout{Strides: []int{0, 1}}}, // one row, read several times
			{Shape: []int{5}, Axes: []int{}, In: plan.Layout{Strides: []int{-2}, Offset: 8}},
		} {
			p.Inverse = r.Intn(2) == 0
			made, err := choose.Make(p, l)
			require.NoError(t, err, "%v %v %v", p, p.In, p.Out)
			plan.RequireTransformInLayout(t, r, made)
		}
	}
}

// Large arrays with gaps are stored in segments.
func TestLayoutsInSegments(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	l := smallBindings(1000)
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	for _, p := range []plan.Problem{
		{Shape: []int{64}, Batch: 20, In: plan.Layout{Dist: 70}},
		{Shape: []int{64}, Batch: 20, Out: plan.Layout{Strides: []int{2}, Dist: 130}},
		{Shape: []int{2048}, In: plan.Layout{Strides: []int{2}}, InPlace: true, Out: plan.Layout{Strides: []int{2}}},
		{Shape: []int{20, 64}, In: plan.Layout{Have: []int{20, 60}}},
	} {
		made, err := choose.Make(p, l)
		require.NoError(t, err)
		require.Positive(t, made.SegmentSize)
		plan.RequireTransformInLayout(t, r, made)
	}
}

func TestInvalidLayouts(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, c := range []struct {
		p    plan.Problem
		want string
	}{
		{plan.Problem{Shape: []int{4, 4}, In: plan.Layout{Strides: []int{1}}}, "want 2 of each for 2 axes"},
		{plan.Problem{Shape: []int{4, 4}, In: plan.Layout{Have: []int{1, 2, 3}}}, "want 2 of each for 2 axes"},
		{plan.Problem{Shape: []int{4}, In: plan.Layout{Have: []int{5}}}, "want 1 to 4; crop with strides"},
		{plan.Problem{Shape: []int{4}, Out: plan.Layout{Have: []int{0}}}, "output layout: Have is 0 along axis 0"},
		{plan.Problem{Shape: []int{4}, In: plan.Layout{Strides: []int{-1}}}, "raise Offset"},
		{plan.Problem{Shape: []int{4}, In: plan.Layout{Offset: -1}}, "want 0 to 2^32-1"},
		{plan.Problem{Shape: []int{4}, Batch: 2, In: plan.Layout{Strides: []int{2}}}, "need Dist"},
		{plan.Problem{Shape: []int{4}, Out: plan.Layout{Strides: []int{0}}}, "two elements share an address"},
		{plan.Problem{Shape: []int{4, 4}, Out: plan.Layout{Strides: []int{2, 1}}}, "two elements share an address"},
		{plan.Problem{Shape: []int{4}, Batch: 3, Out: plan.Layout{Dist: 2}}, "two elements share an address"},
		{plan.Problem{Shape: []int{4}, In: plan.Layout{Strides: []int{min(1<<40, math.MaxInt)}}}, "beyond 2^32"},
		{plan.Problem{Shape: []int{4}, In: plan.Layout{Strides: []int{math.MaxInt}}}, "beyond 2^32"},
		{plan.Problem{Shape: []int{4}, Batch: 1 << 20, In: plan.Layout{Dist: 1 << 20}}, "beyond 2^32"},
		{plan.Problem{Shape: []int{4}, InPlace: true, In: plan.Layout{Strides: []int{2}}}, "want the same layout"},
	} {
		_, err := choose.Make(c.p, l)
		require.ErrorContains(t, err, c.want)
	}
	// An explicit contiguous layout equals the default.
	usual, err := choose.Make(plan.Problem{Shape: []int{8, 8}, Batch: 3}, l)
	require.NoError(t, err)
	spelt, err := choose.Make(plan.Problem{Shape: []int{8, 8}, Batch: 3,
		In: plan.Layout{Strides: []int{8, 1}, Dist: 64, Have: []int{8, 8}}}, l)
	require.NoError(t, err)
	require.Equal(t, usual.Passes, spelt.Passes)
}

// Arrays with a contiguous first axis have the same plan as arrays with a contiguous last axis. If
// input and output differ, the order stays.
func TestCanonicalAxes(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	across := plan.Layout{Strides: []int{1, 60, 1200}, Dist: 1200 * 8}
	p := plan.Problem{Shape: []int{60, 20, 8}, Axes: []int{0, -1}, Batch: 3, In: across, Out: across}
	q := p.Canonical()
	require.Equal(t, []int{8, 20, 60}, q.Shape)
	require.Equal(t, []int{2, 0}, q.Axes)
	require.Equal(t, []int{1200, 60, 1}, q.In.Strides)
	require.Equal(t, []int{1, 60, 1200}, p.In.Strides)
	made, err := choose.Make(p, l)
	require.NoError(t, err)
	in, out, err := made.Problem.IsContiguous()
	require.NoError(t, err)
	require.True(t, in && out, "contiguous in the canonical order of axes")
	for _, same := range []plan.Problem{
		{Shape: []int{60, 20, 8}, In: across, Batch: 3},
		{Shape: []int{60, 20, 8}, In: across, Out: plan.Layout{Strides: []int{160, 8, 1}, Dist: 1200 * 8}, Batch: 3},
		{Kind: plan.DCT2, Shape: []int{60, 20, 8}, In: across, Out: across, Batch: 3},
		{Shape: []int{4, 5}},
	} {
		require.Equal(t, same, same.Canonical())
	}
}
