package tune

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/pipeline"
	"wgfft/plan"
)

// crampedTuner returns a tuner with limits by which short lengths take several passes.
func crampedTuner(e *pipeline.Engine, budget time.Duration) *tuner {
	t := newTuner(e, empty(e), Options{Budget: budget})
	t.deviceLimits.Invocations, t.deviceLimits.WorkgroupBytes = 32, 4<<10
	return t
}

// Several candidates are compared for a convolution in several passes.
func TestTuningLongConvolutions(t *testing.T) {
	e := openEngine(t)
	p := plan.Problem{Shape: []int{509}, Batch: 4}
	tuner := crampedTuner(e, time.Hour)
	if !testcase.Long() { // shorter kernels
		p.Shape, tuner.deviceLimits.WorkgroupBytes = []int{131}, 512
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ways, enough := map[string]bool{}, 2
	if testcase.Long() {
		enough = 4
	}
	tuner.isWrong = func(ks []kernel) bool {
		made, err := choose.Validate(p, tuner.deviceLimits, ks...)
		require.NoError(t, err)
		if ways[made.String()] = true; len(ways) > enough {
			cancel() // however slow the machine is
		}
		return false
	}
	outcomes, w, err := tuner.all(ctx, []plan.Problem{p})
	require.ErrorIs(t, err, context.Canceled)
	o := outcomes[0]
	require.NoError(t, o.Err)
	require.Empty(t, o.Failures)
	t.Logf("%v: %.4f ms, untuned %.4f, of %d: %s, untuned %s", p, o.Learnt.Ms, o.Learnt.UntunedMs, o.Compared,
		o.Tuned, o.Untuned)
	require.LessOrEqual(t, o.Learnt.Ms, o.Learnt.UntunedMs)
	require.Greater(t, len(ways), 1)
	require.Greater(t, o.Compared, 1)
	_, ok := w.Choice(p, tuner.deviceLimits)
	require.True(t, ok)
}

// Each pass of a convolution gets other kernels, and the other passes keep the kernels of the best
// choice.
func TestPassesOfConvolutions(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	p := plan.Problem{Shape: []int{509}, Batch: 2}
	tuner := crampedTuner(e, time.Hour)
	if !testcase.Long() { // shorter kernels
		p.Shape, tuner.deviceLimits.WorkgroupBytes = []int{131}, 512
	}
	tuner.capacity = 8 << 10
	require.NoError(t, tuner.open(ctx))
	defer tuner.bench.Close()
	c := tuner.newSearch(p, tuner.end)
	require.NoError(t, c.first(ctx))
	passes, places := c.convolution(0)
	require.Len(t, passes, 3)
	for i, at := range places {
		before, best, compared := c.compared, c.best, 0
		passes, _ := c.convolution(0)
		c.isWrong = func(ks []kernel) bool {
			found, _ := choose.ConvolutionPasses(p, tuner.deviceLimits, plan.AxisChoice{AxisCount: 1, Kernels: ks})
			require.Len(t, found, 3)
			require.NotEqual(t, passes[i], found[i])
			found[i] = passes[i]
			require.Equal(t, passes, found, "one pass is another")
			compared++
			return false
		}
		ks := at.Kernels(c.limits)
		require.Greater(t, len(ks), 2)
		require.NoError(t, c.convolutionPass(ctx, 0, i, ks[:3], c.deadline))
		require.GreaterOrEqual(t, compared, 2)
		require.Equal(t, compared, c.compared-before)
		require.LessOrEqual(t, c.best.ms, best.ms)
	}
	compared := c.compared
	require.NoError(t, c.convolutionPasses(ctx, 0, time.Now()))
	require.Equal(t, compared, c.compared, "no time is left")
}

// A choice that was tried is recorded with its time, even if the caller changes its slice.
func TestTriedOnce(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	p := plan.Problem{Shape: []int{60}, Batch: 4}
	tuner := crampedTuner(e, time.Hour)
	require.NoError(t, tuner.open(ctx))
	defer tuner.bench.Close()
	c := tuner.newSearch(p, tuner.end)
	axes, err := choose.Kernels(p, c.limits)
	require.NoError(t, err)
	tried, kernels := plan.CopyChoice(axes)
	first, err := c.try(ctx, tried)
	require.NoError(t, err)
	*kernels[0] = kernel{}
	require.Equal(t, axes, c.best.axes)
	again, err := c.try(ctx, axes)
	require.ErrorIs(t, err, errTried)
	require.Equal(t, first.ms, again.ms)
}
