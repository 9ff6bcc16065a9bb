package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A pass takes at least the time that its bytes need. Predictions agree with times measured on an
// H200.
func TestEstimate(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	speed, ok := choose.NamedSpeed("h200")
	require.True(t, ok)
	_, ok = choose.NamedSpeed("default")
	require.False(t, ok)
	for _, p := range append(chosenProblems(), plan.Problem{Shape: []int{1 << 20}, Batch: 64},
		plan.Problem{Shape: []int{512, 512}, Batch: 256}) {
		made, err := choose.Make(p, l)
		require.NoError(t, err)
		bytes := int64(0)
		for _, pass := range made.Schedule().Passes {
			bytes += pass.Bytes
		}
		floor := 0.0
		for i := range made.Passes {
			e := choose.EstimatePass(made, i, speed)
			require.Positive(t, e.Trips)
			require.GreaterOrEqual(t, e.Seconds, e.Floor+speed.Dispatch, "%v", p)
			unknown := choose.EstimatePass(made, i, choose.Speed{})
			require.Equal(t, choose.Estimate{Trips: e.Trips}, unknown)
			floor += e.Floor
		}
		require.InEpsilon(t, float64(bytes)/speed.Copy, floor, 1e-6, "%v", p)
		require.Positive(t, choose.MemoryPasses(made))
	}
	for n, ms := range map[int]float64{256: 0.261, 1024: 0.259, 4096: 0.275, 65536: 0.529} { // 2^26 points in all
		made, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 1 << 26 / n}, l)
		require.NoError(t, err)
		sum := 0.0
		for i := range made.Passes {
			sum += choose.EstimatePass(made, i, speed).Seconds * 1e3
		}
		require.InEpsilon(t, ms, sum, 0.25, "%d points", n)
	}
}
