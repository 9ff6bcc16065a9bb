package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// arrayKernel returns the cheapest kernel of whole arrays, by matrix products or by butterflies.
func arrayKernel(t *testing.T, shape []int, batch int, product bool, l wgsl.Limits) wgsl.Kernel {
	t.Helper()
	axes := plan.Problem{Shape: shape, Batch: batch}.OrderedAxes(l)
	bodies := CombinedStages(axes, OneStage(l))
	if product {
		bodies = MatrixProducts(axes, l)
	}
	var all []wgsl.Kernel
	for _, body := range bodies {
		all = append(all, Threadings(body, batch, l)...)
	}
	require.NotEmpty(t, all, "%v", shape)
	return ranked(candidatesOf(all), l).all()[0]
}

// A matrix product is chosen only if it is a measured kernel, near the batch of the measurement.
func TestMeasuredArrays(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	problem := plan.Problem{Shape: []int{24, 24}, Batch: 8192}
	chosen := func(p plan.Problem, l wgsl.Limits) wgsl.Kernel {
		axes, err := Kernels(p, l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		require.Len(t, ks, 1)
		return ks[0]
	}
	usual := chosen(problem, l)
	require.NotEqual(t, wgsl.MatrixProduct, usual.Stages.DFT)
	many := arrayKernel(t, problem.Shape, 8192, true, l)
	one := arrayKernel(t, problem.Shape, 1, true, l)
	one.Threads.Transforms = 1
	other := arrayKernel(t, []int{18, 32}, 1, false, l)
	require.NotEqual(t, many, one)
	rows := []measuredKernel{
		{shape: "24x24", batch: 8192, kernel: many}, {shape: "24x24", batch: 1, kernel: one},
		{shape: "24x24", batch: 50, kernel: other},
	}
	nearest := func(batch int) wgsl.Kernel {
		k, ok := measuredArray(rows, problem.OrderedAxes(l), batch, l)
		require.True(t, ok)
		return k
	}
	require.Equal(t, many, nearest(8192))
	require.Equal(t, many, nearest(100), "nearer to 8192 than to 1")
	require.Equal(t, one, nearest(80))
	_, err = From(problem, l, other)
	require.ErrorContains(t, err, "do not match its axes", "as many points along others")
	small := l
	small.Invocations = one.Invocations() - 1
	_, ok := measuredArray(rows, problem.OrderedAxes(l), 80, small)
	require.False(t, ok, "a device that can't run it")
	_, ok = measuredArray(rows, plan.Problem{Shape: []int{24, 24}, Axes: []int{0}}.OrderedAxes(l), 8192, l)
	require.False(t, ok, "other axes")
	_, ok = measuredArray(rows, plan.Problem{Shape: []int{24, 24, 2}, Axes: []int{0, 1}}.OrderedAxes(l), 8192, l)
	require.False(t, ok, "interleaved arrays")
	// The table has a matrix product for this shape.
	problem = plan.Problem{Shape: []int{12, 12}, Batch: 8192}
	problem.Inverse, problem.InPlace = true, true
	p, err := Make(problem, l)
	require.NoError(t, err)
	require.Len(t, p.Passes, 1)
	require.Equal(t, wgsl.MatrixProduct, p.Passes[0].Stages.DFT)
}

// A few small arrays take one pass, unless that leaves most multiprocessors without a workgroup and
// takes longer than two starts.
func TestFewArrays(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, c := range []struct {
		spec   string
		passes int
	}{
		{"c2c:12x12", 1}, {"c2c:18x14", 1}, {"c2c:64x64", 1}, {"c2c:12x12x12", 1}, {"c2c:24x24x24", 2},
		{"c2c:100x100", 2},
		{"c2c:100x100*5000", 1}, {"c2c:128x128", 2}, {"c2c:128x128*5000", 1},
	} {
		p, err := plan.ParseSpec(c.spec)
		require.NoError(t, err)
		axes, err := Kernels(p, l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		require.Len(t, ks, c.passes, c.spec)
	}
}
