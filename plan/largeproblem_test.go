//go:build !(386 || arm || mips || mipsle)

package plan_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestProblemsTooLarge(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, p := range []plan.Problem{
		{Shape: []int{plan.MaxPoints + 1}},
		{Shape: []int{math.MaxInt}},
		{Shape: []int{math.MaxInt}, Batch: math.MaxInt},
		{Shape: []int{1 << 40}, Batch: 1 << 40},
		{Shape: []int{1 << 30}, Batch: 1 << 31},
		{Shape: []int{1024}, Batch: math.MaxInt / 1024},
		{Shape: []int{1024}, Batch: 1 << 28},
		{Shape: []int{1024}, Batch: 1 << 54},
	} {
		_, err := choose.Make(p, l)
		var e *wgsl.LimitError
		require.ErrorAs(t, err, &e, "%v", p)
		require.Greater(t, e.Need, e.Have)
		require.NotEmpty(t, e.Hint)
		require.Contains(t, err.Error(), p.String())
	}
	require.True(t, errors.As(plan.Problem{Shape: []int{math.MaxInt}, Batch: 2}.Check(), new(*wgsl.LimitError)),
		"an overflow is one for any device")
	require.NoError(t, plan.Problem{Shape: []int{1 << 20}, Batch: 1 << 38}.Check(), "host slices travel in parts")

	// Convolutions have more elements than kernels can count, or batches that would take too long
	// to divide.
	h200, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	h200.AllocationBytes = 1<<31 - 1
	for _, p := range []plan.Problem{
		{Shape: []int{3, 715827881}}, {Shape: []int{7, 306783373}}, {Shape: []int{1<<31 - 1}},
		{Kind: plan.R2C, Shape: []int{255, 8421493}, Axes: []int{1}},
	} {
		if p.Kind == plan.C2C && !testcase.Long() {
			continue // as the others
		}
		var e *wgsl.LimitError
		_, err := choose.Make(p, h200)
		require.ErrorAs(t, err, &e, "%v", p)
		require.Contains(t, err.Error(), "between its passes")
	}
	for _, batch := range []int{1 << 40, 1 << 50, 1 << 57} {
		_, err := choose.MakeConvolution(plan.Convolution{Shape: []int{4}, Kernel: []int{2}, Batch: batch}, h200)
		require.ErrorContains(t, err, "bytes of memory")
	}
	require.ErrorContains(t, plan.Problem{Shape: []int{1}, Batch: 1<<58 + 1, In: plan.Layout{Dist: 64},
		Out: plan.Layout{Dist: 64}}.Check(), "beyond 2^32")

	// The number of segments is at most the number of bindings that a kernel has.
	l.BindingBytes = 8 << 15
	_, err = choose.Make(plan.Problem{Shape: []int{3 << 15}}, l)
	require.NoError(t, err)
	_, err = choose.Make(plan.Problem{Shape: []int{1 << 17}}, l)
	var e *wgsl.LimitError
	require.ErrorAs(t, err, &e)
	require.Contains(t, err.Error(), "storage bindings")
}
