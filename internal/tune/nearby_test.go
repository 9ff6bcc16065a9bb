package tune

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// nearbySearch returns a search with a measured untuned choice.
func nearbySearch(t *testing.T, n int, seed uint64) *search {
	t.Helper()
	e := openEngine(t)
	tuner := newTuner(e, empty(e), Options{Seed: seed})
	p, err := tuner.fitted(plan.Problem{Shape: []int{n}, Batch: 50})
	require.NoError(t, err)
	tuner.capacity = int64(p.Count()) * p.Arrays()[0].Bytes()
	require.NoError(t, tuner.open(context.Background()))
	t.Cleanup(func() { require.NoError(t, tuner.bench.Close()) })
	c := tuner.newSearch(p, time.Now().Add(time.Hour))
	require.NoError(t, c.first(context.Background()))
	return c
}

// Each choice near the best is measured once. They are as accurate as others, and the result is no
// slower. The same seed draws the same choices.
func TestNearbyChoices(t *testing.T) {
	c := nearbySearch(t, 48, 7)
	untuned := c.best
	var drawn []string
	c.isWrong = func(ks []kernel) bool {
		if drawn = append(drawn, plan.Names(ks)[0]); len(drawn) == 3 {
			c.deadline = time.Now()
		}
		return false
	}
	require.NoError(t, c.nearby(context.Background()))
	require.Len(t, drawn, 3)
	require.NotContains(t, drawn, plan.Names(untuned.kernels())[0])
	require.Len(t, c.tried, 4)
	require.LessOrEqual(t, c.best.ms, untuned.ms)
	require.Empty(t, c.failures)

	again := nearbySearch(t, 48, 7)
	require.Equal(t, untuned.axes, again.best.axes)
	axes, ok := again.drawn()
	require.True(t, ok)
	require.Equal(t, drawn[:1], plan.Names(plan.Join(axes)))
}

// The search ends after maxIdle choices without an improvement. Here the results of all choices are
// wrong.
func TestNothingBetterNearby(t *testing.T) {
	c := nearbySearch(t, 4, 0)
	untuned := c.best
	c.isWrong = func([]kernel) bool { return true }
	require.NoError(t, c.nearby(context.Background()))
	require.Equal(t, untuned.axes, c.best.axes)
	require.NotEmpty(t, c.failures)
	require.LessOrEqual(t, len(c.failures), maxIdle)
}

// Kernels of two choices are combined if both have the same passes.
func TestCrossed(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2)).IntN
	names := func(names ...string) (all []plan.AxisChoice) {
		for _, name := range names {
			all = append(all, parsed(t, name)...)
		}
		return all
	}
	a := names("fft8_8_p8_t8", "fft16_16_p16_t8")
	b := names("fft8_8_p8_t4", "fft16_16_p16_t4")
	thirds := 0
	for range 20 {
		if mixed := crossed(a, b, draw); mixed != nil {
			require.NotEqual(t, mixed[0].Kernels[0].Threads.Transforms, mixed[1].Kernels[0].Threads.Transforms)
			thirds++
		}
	}
	require.Positive(t, thirds)
	require.Nil(t, crossed(a, names("fft16_16_p16_t4", "fft8_8_p8_t4"), draw))
	require.Nil(t, crossed(a, a[:1], draw))
	require.Nil(t, crossed(a[:1], b[:1], draw))
}
