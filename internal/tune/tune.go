package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Options are the options of Run. All fields except Budget may be left out.
type Options struct {
	Budget   time.Duration  // for all problems together
	Seed     uint64         // of random choices; 0: another one each time
	Progress func(Progress) // called after each measurement
	Done     func(Outcome)  // called after each problem that is measured, at least in part
}

// Progress is the state of a search.
type Progress struct {
	Problem  plan.Problem
	Number   int // of the problem, from 1 on
	Problems int
	Compared int           // choices and kernels measured for this problem
	Best     float64       // ms
	Untuned  float64       // ms; 0 if the untuned choice failed
	Left     time.Duration // of the budget
}

// An Outcome is the result of tuning one problem.
type Outcome struct {
	Problem  plan.Problem       // with the batch of the measurement
	Learnt   wisdom.Entry       // the zero value if nothing is learnt
	Untuned  string             // trees
	Tuned    string             //
	Compared int                // choices and kernels measured
	Failures []wisdom.Rejection // found during the search
	Reversed *Outcome           // the other direction, if it has a separate choice
	Err      error              // why there is no result, if there is none
}

// A tuner tunes problems one after the other, on one bench.
type tuner struct {
	engine       *pipeline.Engine
	deviceLimits wgsl.Limits
	measuring
	o      Options
	wisdom wisdom.Wisdom
	end    time.Time
	number int // of the problem, from 1 on
	total  int // problems
	draw   Draw
	hooks
}

// measuring is how the choices of all problems are measured, and what was learnt from it.
type measuring struct {
	bench    *measure.Bench
	format   measure.Format // of all problems
	capacity int64          // bytes of the bench's source and of its destination
	quick    measure.Method
	last     measure.Method // of duels
	passes   map[choose.PassClass]passTime
	pace     compileSpeed
}

// hooks are functions of tests.
type hooks struct {
	isWrong func([]kernel) bool // reports whether the results of kernels count as wrong
	onDuel  func()              // called when a duel begins
}

// Run tunes problems on the engine's device. It returns the given wisdom with the results added. If
// ctx ends, or if an error concerns the device as a whole, Run returns that error with the results
// so far. An error that concerns one problem is in its outcome.
func Run(ctx context.Context, e *pipeline.Engine, w wisdom.Wisdom, problems []plan.Problem,
	o Options) ([]Outcome, wisdom.Wisdom, error) {
	if err := checkFormat(problems); err != nil {
		return make([]Outcome, len(problems)), w, err
	}
	return newTuner(e, w, o).all(ctx, problems)
}

func newTuner(e *pipeline.Engine, w wisdom.Wisdom, o Options) *tuner {
	begin := time.Now()
	seed := cmp.Or(o.Seed, uint64(begin.UnixNano()))
	l := e.Device().Limits()
	l.Family = w.Speed.Family(l.Family)
	return &tuner{engine: e, deviceLimits: l, o: o, wisdom: w, end: begin.Add(o.Budget),
		measuring: measuring{passes: map[choose.PassClass]passTime{}}, draw: rand.New(rand.NewPCG(seed, 0)).IntN}
}

// all implements Run.
func (t *tuner) all(ctx context.Context, problems []plan.Problem) ([]Outcome, wisdom.Wisdom, error) {
	t.total = len(problems)
	outcomes := make([]Outcome, len(problems))
	fit := make([]plan.Problem, len(problems))
	for i, p := range problems {
		if fit[i], outcomes[i].Err = t.fitted(p); outcomes[i].Err == nil {
			ends := fit[i].Arrays()
			t.format = measure.FormatOf(fit[i])
			t.capacity = max(t.capacity, max(ends[0].Bytes(), ends[1].Bytes())*int64(fit[i].Count()))
		}
		outcomes[i].Problem = fit[i]
	}
	if t.capacity == 0 {
		return outcomes, t.wisdom, nil
	}
	if err := t.open(ctx); err != nil {
		return outcomes, t.wisdom, err
	}
	defer t.bench.Close()
	for i, p := range fit {
		if outcomes[i].Err != nil {
			continue
		}
		if t.number > 0 && time.Now().After(t.end) || t.o.Budget <= 0 { // the first is measured in any case
			outcomes[i].Err = fmt.Errorf("wgfft: tune: %v: the budget of %v was spent on the problems before it", p,
				t.o.Budget)
			continue
		}
		t.number = i + 1
		share := time.Until(t.end) / time.Duration(len(fit)-i)
		outcome, err := t.tune(ctx, p, time.Now().Add(share))
		outcomes[i] = outcome
		if t.o.Done != nil {
			t.o.Done(outcome)
		}
		if err != nil {
			return outcomes, t.wisdom, err
		}
	}
	return outcomes, t.wisdom, nil
}

// maxPoints returns the largest number of points in a measurement. On a GPU they exceed its caches;
// there are fewer if the GPU shares the processor's memory. A processor takes milliseconds for
// them.
func maxPoints(k device.Kind) int {
	switch k {
	case device.Discrete:
		return 1 << 26
	case device.Software:
		return 1 << 20
	}
	return 1 << 24
}

// checkFormat refuses problems of several formats, because the bench has points of one format.
func checkFormat(problems []plan.Problem) error {
	for _, p := range problems {
		if measure.FormatOf(p) != measure.FormatOf(problems[0]) {
			return fmt.Errorf("wgfft: tune: %v and %v have different number formats: tune them in two calls",
				problems[0], p)
		}
	}
	return nil
}

// fitted returns the form of a problem for measurements. It has no layouts and is out of place,
// because these have no separate choices. Its batch is limited.
func (t *tuner) fitted(p plan.Problem) (plan.Problem, error) {
	p = p.WithoutLayout()
	if plan.IgnoresStorage(p, t.deviceLimits) {
		return p, fmt.Errorf("wgfft: tune: %v: points of %v have kernels of their own in transforms of one axis and "+
			"one pass only: tune it in float32", p, p.Storage())
	}
	if err := p.Check(); err != nil {
		return p, err
	}
	most := maxPoints(t.engine.Device().Adapter().Kind)
	ends := p.Arrays()
	one := max(ends[0].Bytes(), ends[1].Bytes())
	if one > t.deviceLimits.AllocationBytes {
		return p, fmt.Errorf("wgfft: tune: %v: one array is larger than an allocation of the device, and is not "+
			"measured", p)
	}
	p.Batch = int(max(1, min(int64(p.Count()), int64(most/p.Points()), t.deviceLimits.AllocationBytes/one)))
	return p, nil
}

func (t *tuner) isSoftware() bool { return t.engine.Device().Adapter().Kind == device.Software }

// open makes the bench and probes the device.
func (t *tuner) open(ctx context.Context) error {
	t.quick = measure.Method{Warm: 5 * time.Millisecond, Loop: 12 * time.Millisecond, Repeats: 3}
	t.last = measure.Method{Loop: 20 * time.Millisecond, Repeats: 9}
	if t.isSoftware() { // no clocks to wait for
		t.quick = measure.Method{Loop: 2 * time.Millisecond, Repeats: 3}
		t.last = measure.Method{Loop: 2 * time.Millisecond, Repeats: 9}
	}
	t.capacity = (t.capacity + 7) / 8 * 8
	var err error
	if t.bench, err = measure.New(ctx, t.engine, plan.Memory{Bytes: t.capacity},
		plan.Memory{Bytes: t.capacity}, t.format); err != nil {
		return err
	}
	speed, err := Probe(ctx, t.engine, t.bench, t.capacity)
	if t.capacity < CopyBytes(t.engine.Device().Adapter().Kind) {
		speed.Copy = 0 // the speed of a cache
	}
	if err != nil {
		t.bench.Close()
		return err
	}
	t.wisdom, err = t.wisdom.Merge(wisdom.Wisdom{Device: t.wisdom.Device, Speed: speed})
	return err
}

// isFatal reports whether an error concerns more than one choice of kernels.
func isFatal(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, device.ErrDeviceLost) || errors.Is(err, device.ErrClosed)
}
