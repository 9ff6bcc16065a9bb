package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// The search space has folded Rader kernels for complex rows of enough points only. They are
// transforms. A device with less memory has the kernels that it can run.
func TestFoldedRaderVariants(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	every := 320 // every 320th kernel is interpreted
	if testcase.Long() {
		every = 40
	}
	for _, name := range []string{"h200", "default"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for _, n := range []int{1009, 3571} {
			if !testcase.Long() && (n == 1009) != (name == "h200") {
				continue
			}
			p := plan.Problem{Shape: []int{n}, Batch: 2}
			count := 0
			for _, k := range tune.OnePass(p, l, 0, 1) {
				if !k.Stages.Rader.Fold {
					continue
				}
				count++
				if count%8 != 1 && !testcase.Long() {
					continue
				}
				k.Exchange.Layout = choose.BestLayout(k, l)
				require.NoError(t, k.Check(l))
				if count%every == 1 && name == "h200" {
					made, err := choose.Validate(p, l, k)
					require.NoError(t, err)
					plan.CheckSchedule(t, made)
					plan.RequireTransform(t, r, made)
				}
			}
			require.Positive(t, count, "%d points, %s", n, name)
		}
		for _, p := range []plan.Problem{
			{Shape: []int{997}}, {Shape: []int{3571}, Kind: plan.R2C}, {Shape: []int{3571}, Kind: plan.DCT2},
			{Shape: []int{2 * 3571}},
		} {
			if !testcase.Long() && ((p.Kind == plan.C2C) != (name == "h200") || p.Kind == plan.DCT2) {
				continue
			}
			for _, k := range tune.OnePass(p, l, 0, 1) {
				require.False(t, k.Stages.Rader.Fold, "%v", p)
			}
		}
	}
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	p := plan.Problem{Shape: []int{3571}, Batch: 1000}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	ks := plan.Join(axes)
	made := withFew(t, p, l, ks)
	require.True(t, made.Passes[0].Stages.Rader.Fold, "%v", made)
	plan.RequireTransform(t, r, made)
}
