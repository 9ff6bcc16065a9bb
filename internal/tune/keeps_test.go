package tune

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// Beside a kernel of rows of an even number of numbers the one is measured whose threads keep points; of other lines there is none.
func TestKeptPointsAreMeasured(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	for _, c := range []struct {
		p    plan.Problem
		want int
	}{
		{plan.Problem{Kind: plan.R2C, Shape: []int{256}, Batch: 40}, 1}, {plan.Problem{Kind: plan.C2R, Shape: []int{256}, Batch: 40}, 0}, {plan.Problem{Shape: []int{128}, Batch: 40}, 0},
	} {
		tuner := newTuner(e, empty(e), Options{})
		p, err := tuner.fitted(c.p)
		require.NoError(t, err)
		tuner.room = 1 << 20
		require.NoError(t, tuner.open(ctx))
		contest := tuner.contest(p, time.Now().Add(time.Hour))
		require.NoError(t, contest.first(ctx))
		met := 0
		tuner.spoiled = func(ks []kernel) bool {
			if k := ks[0]; k.Keeps && k.Few == 0 && !k.Once {
				met++
				require.False(t, k.Coupled)
			}
			return false
		}
		all := plan.OnePass(p, tuner.limits, 0, 1, tuner.o.Rules)
		even := slices.IndexFunc(all, func(k kernel) bool { return len(k.Radices()) == 2 && k.Points%4 == 0 && k.Exchange.Rounds < 2 })
		contest.best.ms *= 1000 // so that the next is the best so far
		_, err = contest.lay(ctx, 0, all[even])
		require.NoError(t, err)
		require.Equal(t, c.want, met, "%v", p)
		require.Empty(t, contest.failures)
		require.NoError(t, tuner.bench.Close())
	}
}
