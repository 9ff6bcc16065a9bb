package tune

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Beside a kernel of rows of an even number of numbers the one is measured whose threads keep points; of other lines there is none.
func TestKeptPointsAreMeasured(t *testing.T) {
	e := openEngine(t)
	for _, c := range []struct {
		p    plan.Problem
		want int
	}{
		{plan.Problem{Kind: plan.R2C, Shape: []int{256}, Batch: 40}, 1}, {plan.Problem{Kind: plan.C2R, Shape: []int{256}, Batch: 40}, 0}, {plan.Problem{Shape: []int{128}, Batch: 40}, 0},
	} {
		met := 0
		laid(t, e, c.p, func(p plan.Problem, l wgsl.Limits) kernel {
			all := plan.OnePass(p, l, 0, 1, Options{}.Rules)
			return all[slices.IndexFunc(all, func(k kernel) bool { return len(k.Radices()) == 2 && k.Points%4 == 0 && k.Exchange.Rounds < 2 })]
		}, func(k kernel) {
			if k.Keeps && k.Few == 0 && !k.Once && !k.Tangents {
				met++
				require.False(t, k.Coupled)
			}
		})
		require.Equal(t, c.want, met, "%v", c.p)
	}
}

// laid measures a kernel for a problem, chosen for it as it fits the device, beside a best that is far behind, and calls met with each that is measured.
func laid(t *testing.T, e *pipeline.Engine, p plan.Problem, choose func(p plan.Problem, l wgsl.Limits) kernel, met func(k kernel)) {
	t.Helper()
	ctx := context.Background()
	tuner := newTuner(e, empty(e), Options{})
	p, err := tuner.fitted(p)
	require.NoError(t, err)
	tuner.room = 1 << 20
	require.NoError(t, tuner.open(ctx))
	defer tuner.bench.Close()
	c := tuner.contest(p, time.Now().Add(time.Hour))
	require.NoError(t, c.first(ctx))
	tuner.spoiled = func(ks []kernel) bool {
		met(ks[0])
		return false
	}
	c.best.ms *= 1000 // so that the next is the best so far
	_, err = c.lay(ctx, 0, choose(p, tuner.limits))
	require.NoError(t, err)
	require.Empty(t, c.failures)
}
