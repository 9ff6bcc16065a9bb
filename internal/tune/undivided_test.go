package tune

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// On a software driver kernels whose threads do whole transforms are measured, alone and in the
// places of passes, whatever their cost by the model.
func TestUndividedKernelsAreMeasured(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	tuner := newTuner(e, empty(e), Options{})
	p, err := tuner.fitted(plan.Problem{Shape: []int{72}, Batch: 64})
	require.NoError(t, err)
	tuner.capacity = 1 << 16
	require.NoError(t, tuner.open(ctx))
	defer tuner.bench.Close()
	met := map[int]int{} // radix of one stage: kernels
	tuner.isWrong = func(ks []kernel) bool {
		if r := ks[0].Radices(); len(r) == 1 && ks[0].Threads() == 1 {
			met[r[0]]++
		}
		return false
	}
	later := time.Now().Add(time.Hour)
	c := tuner.contest(p, later)
	require.NoError(t, c.first(ctx))
	require.NoError(t, c.undivided(ctx, 0, 0, later))
	require.Equal(t, map[int]int{72: len(plan.Undivided(p, tuner.limits, 0))}, met)
	require.Equal(t, 1+met[72], c.compared)
	require.NoError(t, c.undivided(ctx, 0, 0, time.Now()), "no time left")
	require.Equal(t, 1+met[72], c.compared)

	passes := tuner.contest(plan.Problem{Shape: []int{4096}, Batch: 1}, later)
	var at plan.PassPlace
	for _, s := range plan.Splits(passes.p, tuner.limits, 0) {
		if at = s.Places[0]; at.R == 64 {
			break
		}
	}
	require.Equal(t, 64, at.R)
	require.NoError(t, passes.measurePass(ctx, at, at.Class(0), time.Now()))
	first, ok := tuner.passes[at.Class(0)]
	require.True(t, ok)
	require.NotEqual(t, []int{64}, first.kernel.Radices(),
		"what takes long to compile is left out where there is no time")
	before := passes.compared
	delete(tuner.passes, at.Class(0))
	tuner.o.Progress = func(p Progress) {
		if p.Compared >= before+len(at.Undivided(tuner.limits)) {
			passes.deadline = time.Now() // they come first
		}
	}
	require.NoError(t, passes.measurePass(ctx, at, at.Class(0), time.Now().Add(time.Minute)))
	require.GreaterOrEqual(t, passes.compared, before+len(at.Undivided(tuner.limits)))
	require.Empty(t, passes.failures)
}
