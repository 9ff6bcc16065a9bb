package tune

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// Beside a kernel of rows of an even number of numbers those are measured whose stores begin with lines of memory; of other lines there are none.
func TestAlignedStoresAreMeasured(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	for _, c := range []struct {
		p    plan.Problem
		want map[uint8]int // by Aligned: kernels
	}{
		{plan.Problem{Kind: plan.R2C, Shape: []int{256}, Batch: 40}, map[uint8]int{1: 1, 2: 1}}, {plan.Problem{Kind: plan.C2R, Shape: []int{256}, Batch: 40}, map[uint8]int{}},
		{plan.Problem{Shape: []int{128}, Batch: 40}, map[uint8]int{}},
	} {
		tuner := newTuner(e, empty(e), Options{})
		p, err := tuner.fitted(c.p)
		require.NoError(t, err)
		tuner.room = 1 << 20
		require.NoError(t, tuner.open(ctx))
		contest := tuner.contest(p, time.Now().Add(time.Hour))
		require.NoError(t, contest.first(ctx))
		met := map[uint8]int{}
		tuner.spoiled = func(ks []kernel) bool {
			if k := ks[0]; k.Aligned > 0 && k.Few == 0 && !k.Once {
				met[k.Aligned]++
				require.False(t, k.Coupled)
			}
			return false
		}
		all := plan.OnePass(p, tuner.limits, 0, 1, tuner.o.Rules)
		contest.best.ms *= 1000 // so that the next is the best so far
		_, err = contest.lay(ctx, 0, all[len(all)/2])
		require.NoError(t, err)
		require.Equal(t, c.want, met, "%v", p)
		require.Empty(t, contest.failures)
		require.NoError(t, tuner.bench.Close())
	}
}
