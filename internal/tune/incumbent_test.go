package tune

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// parsed returns the choice of one kernel for one axis.
func parsed(t *testing.T, name string) []plan.AxisChoice {
	t.Helper()
	k, err := plan.ParseKernel(name)
	require.NoError(t, err)
	return []plan.AxisChoice{{AxisCount: 1, Kernels: []kernel{k}}}
}

// An entry of wisdom is not replaced by a choice that was faster in one measurement by chance.
func TestWhatWasLearntStays(t *testing.T) {
	e := openEngine(t)
	tuner := newTuner(e, empty(e), Options{Budget: time.Minute})
	p := plan.Problem{Shape: []int{64}, Batch: 512}
	tuner.capacity = 1 << 18
	require.NoError(t, tuner.open(context.Background()))
	defer tuner.bench.Close()
	fast, slow, slower := parsed(t, "fft64_8.8_p8_t4"),
		parsed(t, "fft64_2.2.2.2.2.2_p4_t1_split"), parsed(t, "fft64_2.2.2.2.2.2_p2_t1_split_pad5")
	lucky := func(c *search, axes []plan.AxisChoice) {
		seen, err := c.try(context.Background(), axes)
		require.NoError(t, err)
		seen.ms = 1e-6
		c.best = seen
	}
	newSearch := func() *search {
		c := tuner.newSearch(p, time.Now().Add(time.Minute))
		_, err := c.try(context.Background(), slower)
		require.NoError(t, err)
		c.untuned = c.best
		return c
	}

	c := newSearch()
	before, err := c.try(context.Background(), fast)
	require.NoError(t, err)
	c.incumbent = before
	lucky(c, slow)
	learnt, err := c.decide(context.Background())
	require.NoError(t, err)
	require.Equal(t, plan.Names(plan.Join(fast)), learnt.Kernels)
	require.Less(t, learnt.Ms, learnt.UntunedMs)

	c = newSearch() // with the two exchanged
	before, err = c.try(context.Background(), slow)
	require.NoError(t, err)
	c.incumbent = before
	lucky(c, fast)
	learnt, err = c.decide(context.Background())
	require.NoError(t, err)
	require.Equal(t, plan.Names(plan.Join(fast)), learnt.Kernels)

	c = newSearch() // the untuned choice took the least time, by chance
	before, err = c.try(context.Background(), fast)
	require.NoError(t, err)
	require.Equal(t, before, c.best)
	require.Equal(t, []entry{c.untuned}, c.runnersUp)
	lead := c.untuned
	lead.ms = 0.99 * before.ms
	c.best, c.runnersUp = entry{}, nil
	for _, e := range []entry{before, lead} {
		c.rank(e)
	}
	require.Equal(t, lead, c.best)
	learnt, err = c.decide(context.Background())
	require.NoError(t, err)
	require.Equal(t, plan.Names(plan.Join(fast)), learnt.Kernels)

	c = newSearch() // an entry from elsewhere that is slower here is forgotten
	before, err = c.try(context.Background(), fast)
	require.NoError(t, err)
	c.untuned, c.incumbent = before, c.untuned
	c.best = c.incumbent
	learnt, err = c.decide(context.Background())
	require.NoError(t, err)
	require.Equal(t, plan.Names(plan.Join(fast)), learnt.Kernels)
}

// The known choice of the other direction is measured, too, and not only the one derived from this
// direction.
func TestBothDirectionsAreKnown(t *testing.T) {
	e := openEngine(t)
	back := parsed(t, "fft256_8.4.8_p8_t4_inmirrorzero")
	p := plan.Problem{Kind: plan.R2C, Shape: []int{512}, Batch: 100}
	turned := p
	turned.Inverse = true
	w := empty(e).Learn(wisdom.Entry{Key: plan.TuningKey(turned, e.Device().Limits()),
		Kernels: plan.Names(plan.Join(back)), Batch: 100, Ms: 1, UntunedMs: 2, Error: 1e-7, Allowed: 2e-7, Compared: 2})
	known, ok := w.Choice(turned, e.Device().Limits())
	require.True(t, ok)
	tuner := newTuner(e, w, Options{Budget: time.Nanosecond})
	var tried [][]string
	tuner.isWrong = func(ks []kernel) bool {
		tried = append(tried, plan.Names(ks))
		return false
	}
	outcomes, _, err := tuner.all(context.Background(), []plan.Problem{p})
	require.NoError(t, err)
	require.NotNil(t, outcomes[0].Reversed)
	require.Contains(t, tried, plan.Names(plan.Join(known)))
}

// A search that ends before the untuned choice and the entry of wisdom were measured changes
// nothing.
func TestKnownStaysWhereTuningEnds(t *testing.T) {
	e := openEngine(t)
	p := plan.Problem{Shape: []int{1024}, Batch: 64}
	known := wisdom.Entry{Key: plan.TuningKey(p, e.Device().Limits()),
		Kernels: []string{"fft1024_16.16.4_p16_t2"}, Batch: 64, Ms: 1, UntunedMs: 2, Error: 1e-7,
		Allowed: 2e-7, Compared: 2}
	for ends := 1; ends <= 2; ends++ {
		ctx, cancel := context.WithCancel(context.Background())
		tuner := newTuner(e, empty(e).Learn(known), Options{Budget: time.Minute})
		calls := 0
		tuner.isWrong = func([]kernel) bool {
			if calls++; calls == ends {
				cancel()
			}
			return false
		}
		_, after, err := tuner.all(ctx, []plan.Problem{p})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, ends, calls)
		require.Equal(t, []wisdom.Entry{known}, after.Entries)
	}
}

// A tie keeps the entry of wisdom, and otherwise the champion. The entry must only be faster than
// the untuned choice, and a new choice must win clearly.
func TestWhoWinsADuel(t *testing.T) {
	e := openEngine(t)
	tuner := newTuner(e, empty(e), Options{})
	tie, lead := [2]float64{1, 0.995}, [2]float64{1, 0.9}
	require.True(t, tuner.isAhead(tie, 0.5))
	require.False(t, tuner.isAhead([2]float64{1, 1.001}, 0.5))
	require.False(t, tuner.isClearlyAhead(tie, 1))
	require.True(t, tuner.isClearlyAhead(lead, 1))
	require.False(t, tuner.isClearlyAhead(lead, 0.5), "in too few turns")
}

// The result is learnt also if the context ends in the last duels. A duel that would last for days ends then.
func TestEndInDuel(t *testing.T) {
	e := openEngine(t)
	tuner := newTuner(e, empty(e), Options{Budget: time.Minute})
	p := plan.Problem{Shape: []int{64}, Batch: 512}
	tuner.capacity = 1 << 18
	require.NoError(t, tuner.open(context.Background()))
	defer tuner.bench.Close()
	tuner.last.Loop, tuner.last.Repeats = 300*time.Millisecond, 1_000_000
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := tuner.newSearch(p, time.Now().Add(10_000*time.Hour)) // the duel counts
	tuner.onDuel = cancel
	out, err := tuner.run(ctx, c, func(ctx context.Context) error {
		c.untuned.ms, c.best.ms = 1e3, 1e3 // by the times of the search the other wins
		_, err := c.try(ctx, parsed(t, "fft64_8.8_p8_t4"))
		return err
	})
	require.ErrorIs(t, err, context.Canceled)
	require.NotEmpty(t, out.Learnt.Kernels)
	require.LessOrEqual(t, out.Learnt.Ms, out.Learnt.UntunedMs)
	require.NotEmpty(t, out.Tuned)
	_, ok := tuner.wisdom.Choice(p, e.Device().Limits())
	require.True(t, ok)

	gone, cancel := context.WithCancel(context.Background())
	cancel()
	tuner.onDuel = func() { t.Error("a duel begins after the end") }
	learnt, err := c.decide(gone)
	require.NoError(t, err)
	require.Equal(t, out.Learnt.Kernels, learnt.Kernels)
}
