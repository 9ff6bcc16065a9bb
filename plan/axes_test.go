package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Arrays of several axes are transformed along all or some axes by every kind of pass. These are
// fused axes, columns, columns of several passes, Rader stages, and convolutions of one and of
// three passes.
func TestInterpretedAxesAreTransforms(t *testing.T) {
	wide, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	trees := map[string]int{} // of all arrays; each is played on one device
	for i, c := range []struct {
		shape, axes []int
	}{
		{[]int{8, 8}, nil}, {[]int{24, 24}, nil}, {[]int{6, 10, 15}, nil}, {[]int{4, 4, 4, 4}, nil},
		{[]int{2, 3, 2, 5, 2}, nil}, {[]int{64, 64}, nil},
		{[]int{1, 16, 1, 9}, nil}, {[]int{1, 1}, nil}, {[]int{5}, []int{}}, {[]int{4, 6}, []int{}},
		{[]int{12, 5}, []int{0}}, {[]int{12, 5}, []int{1}}, {[]int{3, 8, 20}, []int{1}},
		{[]int{3, 8, 20}, []int{0, 2}}, {[]int{3, 8, 20}, []int{1, 0}}, {[]int{2, 8, 9, 4}, []int{1, 2}},
		{[]int{100, 3}, []int{0}}, {[]int{1200, 2}, []int{0}}, {[]int{600, 3}, nil},
		{[]int{2, 1024, 3}, []int{1}}, {[]int{16, 600}, nil}, {[]int{1024, 2}, nil}, {[]int{3, 1000}, nil},
		{[]int{2, 1000, 2}, []int{1}},
		{[]int{37, 4}, nil}, {[]int{4, 83, 3}, []int{1}}, {[]int{2, 1009, 2}, []int{1}}, {[]int{509, 3}, nil},
		{[]int{37, 83}, nil}, {[]int{3, 1009}, nil},
	} {
		for j, l := range []wgsl.Limits{wide, smallWorkgroups()} {
			for place, inPlace := range []bool{false, true} {
				if inPlace != ((i/2+j)%2 > 0) && !testcase.Long() {
					continue // in place and out of place alternate between limits and arrays
				}
				r := seeded(4*i + 2*j + place)
				p, err := choose.Make(plan.Problem{Shape: c.shape, Axes: c.axes, Batch: 1 + i%2,
					Inverse: r.Intn(2) == 0, InPlace: inPlace, Norm: plan.Norm(r.Intn(3))}, l)
				require.NoError(t, err, "%v %v", c.shape, c.axes)
				for axis := range p.Axes {
					trees[p.Tree(axis)[:5]]++
				}
				for _, k := range p.Passes {
					if k.Stages.Outer != [2]wgsl.Radices{} {
						trees["fused"]++
					}
					if k.Stages.InnerExtent > 1 {
						trees["inner"]++
					}
				}
				if testcase.ShardOf(t, 2*i+j, 5) {
					plan.RequireTransform(t, r, p)
				}
			}
		}
	}
	for _, kind := range []string{"(stoc", "(four", "(blue", "fused", "inner"} {
		require.Greater(t, trees[kind], 2, kind)
	}
}

// Every set of axes of an array of rank 4 is transformed.
func TestEverySubsetOfAxes(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	shape := []int{4, 3, 6, 5}
	for set := range 1 << len(shape) {
		axes := []int{}
		for axis := range shape {
			if set>>axis&1 == 1 {
				axes = append(axes, axis)
			}
		}
		r.Shuffle(len(axes), func(i, j int) { axes[i], axes[j] = axes[j], axes[i] })
		p, err := choose.Make(plan.Problem{Shape: shape, Axes: axes, Batch: 2, Inverse: set%2 == 0, Norm: plan.Ortho},
			wgsl.DefaultLimits())
		require.NoError(t, err, "%v", axes)
		plan.RequireTransform(t, r, p)
		again, err := choose.From(p.Problem, p.Limits, p.Passes...)
		require.NoError(t, err)
		require.Equal(t, p, again, "a plan's passes make the plan")
	}
}

// Arrays and batches that are larger than a binding are transformed.
func TestAxesInSegments(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	l := smallBindings(1000)
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	for i, shape := range [][]int{{32, 64}, {8, 16, 24}, {83, 32}, {2, 2048}} {
		for place, inPlace := range []bool{false, true} {
			if !testcase.ShardOf(t, 2*i+place, 4) {
				continue
			}
			p, err := choose.Make(plan.Problem{Shape: shape, InPlace: inPlace, Inverse: !inPlace}, l)
			require.NoError(t, err)
			require.Positive(t, p.SegmentSize)
			plan.RequireTransform(t, r, p)
		}
	}
	for _, shape := range [][]int{{8, 16}, {5, 37}} {
		p, err := choose.Make(plan.Problem{Shape: shape, Batch: 30}, l)
		require.NoError(t, err)
		require.Less(t, p.ArraysPerBinding, 30)
		plan.RequireTransform(t, r, p)
	}
}

func TestInvalidAxes(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, c := range []struct {
		p    plan.Problem
		want string
	}{
		{plan.Problem{Shape: []int{4, 4}, Axes: []int{2}}, "axis 2 is out of range for shape [4 4], want 0 to 1"},
		{plan.Problem{Shape: []int{4, 4}, Axes: []int{-3}},
			"axis -3 is out of range for shape [4 4], want 0 to 1, or -2 to -1"},
		{plan.Problem{Shape: []int{4, 4}, Axes: []int{1, -1}}, "name axis -1 twice"},
		{plan.Problem{Shape: []int{4, 4}, Axes: []int{1, 1}}, "name axis 1 twice"},
		{plan.Problem{Shape: []int{4, 0}}, "length 0"},
		{plan.Problem{Shape: make([]int, 17)}, "want 1 to 16"},
		{plan.Problem{Shape: []int{1 << 20, 1 << 20}}, "points of an array"},
		{plan.Problem{Shape: []int{1 << 30, 1 << 30, 1 << 30}}, "points of an array"},
	} {
		_, err := choose.Make(c.p, l)
		require.ErrorContains(t, err, c.want)
	}
	require.InDelta(t, 1.0/12, plan.Problem{Shape: []int{3, 5, 4}, Axes: []int{0, 2}, Inverse: true}.Scale(), 1e-15)
	require.True(t, plan.Problem{Shape: []int{3, 5, 4}, Axes: []int{-3}}.IsTransformed(0))
	require.False(t, plan.Problem{Shape: []int{3, 5, 4}, Axes: []int{-3}}.IsTransformed(2))
	p, err := choose.Make(plan.Problem{Shape: []int{24, 24}, Batch: 3}, l)
	require.NoError(t, err)
	require.Len(t, p.Passes, 1, "one pass for both axes")
	require.Regexp(t, `^\(stockham 576 [0-9.]+x[0-9.]+ batch 3\)$`, p.String())
	p, err = choose.Make(plan.Problem{Shape: []int{512, 512}}, l)
	require.NoError(t, err)
	require.Regexp(t, `^\(axes 512x512 \(stockham 512 [0-9.]+\) \(stockham 512 [0-9.]+\) batch 1\)$`, p.String())
	_, err = choose.From(plan.Problem{Shape: []int{512, 512}}, l, p.Passes[0])
	require.ErrorContains(t, err, "too few")
	_, err = choose.From(plan.Problem{Shape: []int{512}}, l, p.Passes...)
	require.ErrorContains(t, err, "too many")
}
