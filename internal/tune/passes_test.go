package tune

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
)

// The pass that takes mirrored columns together is searched by itself. Kernels of several radices,
// points and columns take its place, and the other passes stay.
func TestMatedPassesAreSearched(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	for _, kind := range []plan.Kind{plan.C2R, plan.R2C} {
		if !testcase.Long() && kind == plan.R2C {
			continue
		}
		tuner, n := newTuner(e, empty(e), Options{}), 2048
		if !testcase.Long() { // shorter kernels
			n = 576
			tuner.deviceLimits.Invocations, tuner.deviceLimits.WorkgroupBytes = 64, 1<<10
		}
		p, err := tuner.fitted(plan.Problem{Kind: kind, Shape: []int{n}, Batch: 4})
		require.NoError(t, err)
		tuner.capacity = 4 * max(p.Arrays()[0].Bytes(), p.Arrays()[1].Bytes())
		require.NoError(t, tuner.open(ctx))
		defer tuner.bench.Close()
		var c *search
		chains, points, columns, others := map[string]bool{}, map[int]bool{}, map[int]bool{}, map[string]bool{}
		tuner.isWrong = func(ks []kernel) bool {
			require.Len(t, ks, 2)
			end, other := ks[1], ks[0]
			if kind == plan.C2R {
				end, other = other, end
			}
			require.True(t, end.Threads.HasColumns())
			chains[end.Describe()], points[end.Threads.Elements], columns[end.Threads.Transforms],
				others[other.Name()] = true, true,
				true, true
			if !testcase.Long() && c.compared > mostKernels/2 {
				c.deadline = time.Now() // the rest is like these
			}
			return false
		}
		c = tuner.newSearch(p, time.Now().Add(time.Hour))
		ways, err := choose.Alternatives(p, tuner.deviceLimits)
		require.NoError(t, err)
		at := slices.IndexFunc(ways, func(a choose.Alternative) bool {
			ks := plan.Join(a.Axes)
			return len(ks) == 2 && (ks[0].Threads.HasColumns() || ks[1].Threads.HasColumns())
		})
		require.NotEqual(t, -1, at)
		_, err = c.try(ctx, ways[at].Axes)
		require.NoError(t, err)
		require.NoError(t, c.mirroredPasses(ctx))
		require.Greater(t, c.compared, mostKernels/2)
		require.Empty(t, c.failures)
		require.Greater(t, min(len(chains), len(points), len(columns)), 1, "%v %v %v", chains, points, columns)
		require.Len(t, others, 1)
	}
}
