package tune

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/testgpu"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

func openEngine(t *testing.T) *pipeline.Engine {
	t.Helper()
	e := pipeline.New(testgpu.OpenSoftware(t))
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}

func empty(e *pipeline.Engine) wisdom.Wisdom {
	l := e.Device().Limits()
	return wisdom.Wisdom{Device: wisdom.Device{Vendor: "v", Name: "n", Driver: "d", Backend: "b",
		Invocations: l.Invocations, WorkgroupBytes: l.WorkgroupBytes, KernelVersion: wisdom.KernelVersion}}
}

// learntWell checks the learnt entry of a problem.
func learntWell(t *testing.T, e *pipeline.Engine, w wisdom.Wisdom, o Outcome) {
	t.Helper()
	require.NoError(t, o.Err)
	c, l := o.Learnt, e.Device().Limits()
	require.Positive(t, c.Ms)
	require.LessOrEqual(t, c.Ms, c.UntunedMs, "%v: never slower than untuned", o.Problem)
	require.LessOrEqual(t, c.Error, c.Allowed)
	require.Positive(t, c.Compared)
	known, ok := w.Choice(o.Problem, l)
	require.True(t, ok)
	require.Equal(t, c.Kernels, plan.Names(plan.Join(known)))
	axes, err := choose.Kernels(o.Problem, l)
	require.NoError(t, err)
	untuned := plan.Join(axes)
	if slices.Equal(c.Kernels, plan.Names(untuned)) {
		require.Equal(t, c.Ms, c.UntunedMs, "the untuned choice wins ties")
		require.Equal(t, o.Untuned, o.Tuned)
	} else {
		require.Less(t, c.Ms, 0.97*c.UntunedMs*1.0001)
	}
	_, err = w.Encode()
	require.NoError(t, err)
}

// ended returns a context that ends with the k-th call of measured.
func ended(t *testing.T, k int) (ctx context.Context, measured func()) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return ctx, func() {
		if k--; k == 0 {
			cancel()
		}
	}
}

// One pass, several passes, axes combined in one pass, columns, a convolution, and real transforms
// in both directions. The untuned choice is measured however slow the machine is. The first problem is searched, too,
// until two choices are measured.
func TestTuning(t *testing.T) {
	e := openEngine(t)
	w, budget := empty(e), time.Nanosecond
	if testcase.Long() {
		budget = 2 * time.Second
	}
	for i, p := range []plan.Problem{
		{Shape: []int{64}, Batch: 500}, {Shape: []int{1 << 15}, Batch: 3}, {Shape: []int{12, 10}, Batch: 60},
		{Shape: []int{10, 6}, Axes: []int{0}, Batch: 20},
		{Shape: []int{37}, Batch: 50}, {Kind: plan.R2C, Shape: []int{16}, Batch: 100},
		{Shape: []int{8}, Inverse: true, InPlace: true, Batch: 99},
	} {
		o := Options{Budget: budget}
		ctx := context.Background()
		if i == 0 {
			var measured func()
			ctx, measured = ended(t, 2)
			o = Options{Budget: time.Hour, Progress: func(Progress) { measured() }}
		}
		outcomes, after, err := Run(ctx, e, w, []plan.Problem{p}, o)
		require.Equal(t, ctx.Err(), err)
		got := outcomes[0]
		t.Logf("%v: %.4f ms, untuned %.4f, of %d: %s, untuned %s", p, got.Learnt.Ms, got.Learnt.UntunedMs,
			got.Compared, got.Tuned, got.Untuned)
		learntWell(t, e, after, got)
		require.Empty(t, got.Failures)
		require.Equal(t, p.Kind == plan.R2C, got.Reversed != nil)
		if got.Reversed != nil {
			learntWell(t, e, after, *got.Reversed)
			require.True(t, got.Reversed.Problem.Inverse)
		}
		require.Zero(t, after.Speed.Copy, "so little fits a cache")
		require.Positive(t, after.Speed.Dispatch)
		require.Greater(t, len(after.Entries), len(w.Entries), "what was known stays")
		w = after
	}
}

func TestProgress(t *testing.T) {
	e := openEngine(t)
	// there are few kernels for these
	problems := []plan.Problem{{Shape: []int{2}, Batch: 50}, {Shape: []int{3}, Batch: 50}}
	var last Progress
	calls := 0
	outcomes, _, err := Run(context.Background(), e, empty(e), problems,
		Options{Budget: time.Hour, Progress: func(p Progress) {
			require.Equal(t, len(problems), p.Problems)
			require.True(t, p.Number == last.Number || p.Number == last.Number+1)
			require.Positive(t, p.Best)
			require.Positive(t, p.Compared)
			last, calls = p, calls+1
		}})
	require.NoError(t, err)
	require.Equal(t, outcomes[0].Compared+outcomes[1].Compared, calls)
	require.Greater(t, calls, 2)
	require.Equal(t, 2, last.Number)
}

// A search that ends early keeps the best so far.
func TestTuningEnds(t *testing.T) {
	e := openEngine(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := 0
	p := plan.Problem{Shape: []int{64}, Batch: 500}
	outcomes, w, err := Run(ctx, e, empty(e), []plan.Problem{p, p},
		Options{Budget: time.Hour, Progress: func(Progress) {
			if calls++; calls == 3 {
				cancel()
			}
		}})
	require.ErrorIs(t, err, context.Canceled)
	learntWell(t, e, w, outcomes[0])
	require.Equal(t, 3, outcomes[0].Compared)
	require.Empty(t, outcomes[1].Learnt)
	// Without any time the first problem gets the untuned choice.
	outcomes, w, err = Run(context.Background(), e, empty(e), []plan.Problem{p, p}, Options{})
	require.NoError(t, err)
	require.Len(t, w.Entries, 0)
	require.ErrorContains(t, outcomes[0].Err, "budget")
}

func TestWhatIsNotTuned(t *testing.T) {
	e := openEngine(t)
	bad := []plan.Problem{{Shape: []int{0}}, {Shape: []int{1 << 30}}}
	outcomes, w, err := Run(context.Background(), e, empty(e), bad, Options{Budget: time.Second})
	require.NoError(t, err)
	for _, o := range outcomes {
		require.Error(t, o.Err)
	}
	require.Empty(t, w.Entries)
}

// Kernels with wrong results go into quarantine. They are not learnt, and not measured again.
func TestWrongKernelsAreQuarantined(t *testing.T) {
	e := openEngine(t)
	l := e.Device().Limits()
	p := plan.Problem{Shape: []int{60}, Batch: 300}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	untuned := plan.Join(axes)
	bad := untuned[0].Describe()
	tuner := newTuner(e, empty(e), Options{Budget: time.Hour})
	spoilt := 0
	ctx, measured := ended(t, 2) // choices with right results
	tuner.isWrong = func(ks []wgsl.Kernel) bool {
		if ks[0].Describe() == bad {
			spoilt++
			return true
		}
		measured()
		return false
	}
	outcomes, w, err := tuner.all(ctx, []plan.Problem{p})
	require.ErrorIs(t, err, context.Canceled)
	o := outcomes[0]
	require.NoError(t, o.Err)
	require.NotEmpty(t, o.Failures)
	require.Len(t, o.Failures, spoilt)
	require.Contains(t, o.Failures[0].Evidence, "c2c:60*300: relative error")
	require.True(t, w.IsRejected(untuned, nil))
	require.Zero(t, o.Learnt.UntunedMs)
	known, ok := w.Choice(p, l)
	require.True(t, ok, "a safe one takes its place")
	require.NotEqual(t, bad, known[0].Kernels[0].Describe())
	file, err := w.Encode()
	require.NoError(t, err)
	w, err = wisdom.Parse(file)
	require.NoError(t, err)
	again := newTuner(e, w, Options{Budget: time.Hour})
	ctx, measured = ended(t, 2)
	again.isWrong = func(ks []wgsl.Kernel) bool {
		require.False(t, w.IsRejected(ks, nil))
		measured()
		return false
	}
	_, _, err = again.all(ctx, []plan.Problem{p})
	require.ErrorIs(t, err, context.Canceled)
	// If all results are wrong nothing is learnt.
	worse := newTuner(e, empty(e), Options{Budget: time.Nanosecond})
	worse.isWrong = func([]wgsl.Kernel) bool { return true }
	outcomes, w, err = worse.all(context.Background(), []plan.Problem{p})
	require.NoError(t, err)
	require.ErrorContains(t, outcomes[0].Err, "no kernels gave right results")
	require.Empty(t, w.Entries)
	require.NotEmpty(t, w.Rejected)
}

// laid measures a kernel for a problem and calls met with each kernel that is measured. choose
// chooses the kernel, as it fits the device. The best choice before is much slower.
func laid(t *testing.T, e *pipeline.Engine, p plan.Problem, choose func(p plan.Problem, l wgsl.Limits) kernel,
	met func(k kernel)) {
	t.Helper()
	ctx := context.Background()
	tuner := newTuner(e, empty(e), Options{})
	p, err := tuner.fitted(p)
	require.NoError(t, err)
	tuner.capacity = 1 << 20
	require.NoError(t, tuner.open(ctx))
	defer tuner.bench.Close()
	c := tuner.newSearch(p, time.Now().Add(time.Hour))
	require.NoError(t, c.first(ctx))
	tuner.isWrong = func(ks []kernel) bool {
		met(ks[0])
		return false
	}
	c.best.ms *= 1000 // so that the next is the best so far
	_, err = c.bestLayout(ctx, 0, choose(p, tuner.deviceLimits))
	require.NoError(t, err)
	require.Empty(t, c.failures)
}
