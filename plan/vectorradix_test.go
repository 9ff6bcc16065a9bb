package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

// First plans of three axes in one workgroup use the vector radix if there are enough points: with
// one slice, and with two slices for more points. Plans of fewer axes or points, of real numbers,
// or of a device with too little memory do not.
func TestVectorRadixOfFirstPlans(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	first := func(p plan.Problem, limits string) wgsl.Kernel {
		l, err := wgsl.NamedLimits(limits)
		require.NoError(t, err)
		axes, err := wisdom.Chooser{}.Choose(p, l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		made, err := choose.Validate(p, l, ks...)
		require.NoError(t, err)
		if p.Kind == plan.C2C && (p.Points() < 2000 || testcase.Long() && p.Points() < 6000) {
			plan.CheckSchedule(t, made)
			plan.RequireTransform(t, r, withFew(t, p, l, ks))
		}
		return ks[0]
	}
	for i, c := range []struct {
		shape  []int
		slices uint8
	}{
		{[]int{10, 10, 10}, 0}, {[]int{12, 12, 12}, 0}, {[]int{14, 14, 14}, 0}, {[]int{18, 18, 18}, 2},
		{[]int{12, 24, 24}, 2}, {[]int{25, 25, 25}, 2},
	} {
		if i != 0 && i != 3 && !testcase.Long() {
			continue
		}
		k := first(plan.Problem{Shape: c.shape, Batch: 500}, "h200")
		require.True(t, k.Stages.VectorRadix, "%v: %s", c.shape, k.Name())
		k.Exchange.Layout = wgsl.Layout{}
		require.Equal(t, wgsl.Exchange{Split: true, Slices: c.slices}, k.Exchange)
	}
	for i, shape := range [][]int{{9, 9, 9}, {6, 6, 6}, {24, 24}, {13, 13, 13}, {10, 11, 10}} {
		if i != 0 && i != 2 && !testcase.Long() {
			continue
		}
		require.False(t, first(plan.Problem{Shape: shape, Batch: 500}, "h200").Stages.VectorRadix, "%v", shape)
	}
	halfSpectrum := plan.Problem{Kind: plan.R2C, Shape: []int{12, 12, 12}, Batch: 500}
	require.False(t, first(halfSpectrum, "h200").Stages.VectorRadix)
	require.True(t, first(plan.Problem{Shape: []int{12, 12, 12}, Batch: 500}, "default").Stages.VectorRadix)
	require.False(t, first(plan.Problem{Shape: []int{25, 25, 25}, Batch: 500}, "default").Stages.VectorRadix)
}

// The search space has vector-radix kernels with several exchanges, also for two axes. The first of
// each exchange is a valid choice.
func TestVectorRadixIsInTheSpace(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, p := range []plan.Problem{
		{Shape: []int{8, 8}, Batch: 5000}, {Shape: []int{9, 9, 9}, Batch: 500}, {Shape: []int{24, 24, 24}, Batch: 50},
	} {
		exchanges, found := map[wgsl.Exchange]bool{}, 0
		for _, k := range tune.OnePass(p, l, 0, len(p.Shape)) {
			if !k.Stages.VectorRadix {
				continue
			}
			k.Exchange.Layout = wgsl.Layout{}
			if exchanges[k.Exchange] = true; len(exchanges) > found {
				found = len(exchanges)
				k.Exchange.Layout = choose.BestLayout(k, l)
				require.True(t, k.Exchange.Layout.Digits.On)
				made, err := choose.Validate(p, l, k)
				require.NoError(t, err)
				plan.CheckSchedule(t, made)
			}
		}
		require.Greater(t, found, 1, "%v", p)
	}
}
