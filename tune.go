package wgfft

import (
	"context"
	"time"

	"wgfft/internal/tune"
	"wgfft/plan"
)

// TuneOptions say how to tune. All fields but Budget may be left out.
type TuneOptions struct {
	Budget time.Duration // for all problems together
	// Progress is called after each measurement.
	Progress func(TuneProgress)
}

// TuneProgress is how far tuning has come.
type TuneProgress struct {
	Problem   Problem // with the batch it is measured with
	Number    int     // of the problem, from 1 on
	Problems  int
	Compared  int     // kernels measured for this problem
	BestMs    float64 // of the whole batch
	UntunedMs float64 // 0 where the choice without tuning gave wrong results
	Left      time.Duration
}

// A Tuned is what tuning a problem came to.
type Tuned struct {
	Problem     Problem // with the batch it was measured with
	Plan        string  // tree, of that batch
	Untuned     string
	Ms          float64  // of the whole batch; never more than UntunedMs
	UntunedMs   float64  // in the same run; 0 where the choice without tuning gave wrong results
	Error       float64  // the largest relative error against float64
	Compared    int      // kernels measured
	Quarantined []string // evidence of kernels that gave wrong results
	Err         error    // why nothing was learnt
}

// Tune measures kernels for problems on the device within a budget of time, and plans them with the fastest from then on. It is TuneWith without options.
func (c *Engine) Tune(ctx context.Context, budget time.Duration, problems ...Problem) ([]Tuned, error) {
	return c.TuneWith(ctx, TuneOptions{Budget: budget}, problems...)
}

// TuneWith measures kernels for problems on the device, and plans problems like them with the fastest from then on: of the same shape, axes and kind, in both
// directions, in any layout and norm, in batches within a factor of four; but arrays that have less along an axis than is transformed (Layout.Have)
// keep plans that leave rows of zeros out, and transforms in place those that need no scratch. What it learns is the context's wisdom, kept in a file where Config.Wisdom
// names one. Kernels count only if their results pass the comparison with float64; others
// are not used again, unless every choice for a problem has failed: then the plainest of them is used. What is
// learnt is never slower than the choice without, measured in the same run.
//
// It can be ended at any time by ctx. It returns at most about a second later, with ctx's error and with the
// results so far, which are kept: of the problem that it was at, the best kernels so far, if those of the untuned
// plan were measured. Results without a Plan are of problems that it did not get to. What is found for a problem is
// kept before the next is begun. Problems that can't be tuned say why in their results; those of real numbers with
// a choice of its own for the other direction have two results. It needs a GPU to itself for its times to mean
// anything, and memory for two batches, of at most 2^26 points. One call of a context tunes at a time. It returns
// ErrNoAdapter on the CPU engine.
func (c *Engine) TuneWith(ctx context.Context, o TuneOptions, problems ...Problem) ([]Tuned, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("tuning")
	}
	g := c.gpu
	if g.closed.Load() {
		return nil, closedError("context")
	}
	for _, p := range problems {
		if err := checkProblem(p); err != nil {
			return nil, err
		}
	}
	options := tune.Options{Budget: o.Budget}
	if o.Progress != nil {
		options.Progress = func(p tune.Progress) {
			o.Progress(TuneProgress{Problem: p.Problem, Number: p.Number, Problems: p.Problems, Compared: p.Compared, BestMs: p.Best, UntunedMs: p.Untuned, Left: p.Left})
		}
	}
	outcomes, err := g.tune(ctx, options, problems...)
	var all []Tuned
	for _, out := range outcomes {
		all = append(all, tuned(out))
		if out.Turned != nil {
			all = append(all, tuned(*out.Turned))
		}
	}
	return all, err
}

// tune tunes problems and plans by what that comes to, also where it ends early.
func (g *gpuEngine) tune(ctx context.Context, o tune.Options, problems ...Problem) ([]tune.Outcome, error) {
	g.keeper.mu.Lock()
	defer g.keeper.mu.Unlock()
	o.Done = func(out tune.Outcome) { // kept at once: whatever happens later does not lose it
		g.change(func(w plan.Wisdom) (plan.Wisdom, error) { return learnt(w, []tune.Outcome{out}, plan.Speed{}) })
	}
	outcomes, after, err := tune.Run(ctx, g.pipes, g.choices.Load().wisdom, problems, o)
	kept := g.change(func(w plan.Wisdom) (plan.Wisdom, error) { return learnt(w, outcomes, after.Speed) })
	if err == nil {
		err = kept
	}
	return outcomes, err
}

// tuneFirst tunes a problem before it is planned, and returns what is known then. Where that fails it is planned as if nobody had asked.
func (g *gpuEngine) tuneFirst(p Problem, budget time.Duration) plan.Wisdom {
	if _, tried := g.keeper.tried.LoadOrStore(plan.TuningKey(p, g.limits), true); tried {
		return g.choices.Load().wisdom // nothing was learnt then
	}
	if _, err := g.tune(context.Background(), tune.Options{Budget: budget}, p); err != nil {
		g.keeper.said("", err)
	}
	return g.choices.Load().wisdom
}

// tuned is an outcome as callers see it.
func tuned(out tune.Outcome) Tuned {
	t := Tuned{Problem: out.Problem, Plan: out.Tuned, Untuned: out.Untuned, Ms: out.Learnt.Ms, UntunedMs: out.Learnt.UntunedMs, Error: out.Learnt.Error,
		Compared: out.Compared, Err: out.Err}
	for _, f := range out.Failures {
		t.Quarantined = append(t.Quarantined, f.Evidence)
	}
	return t
}

// learnt is wisdom with what outcomes add. A choice learnt takes the place of an older one, beside which it was measured.
func learnt(w plan.Wisdom, outcomes []tune.Outcome, speed plan.Speed) (plan.Wisdom, error) {
	w, err := w.Merge(plan.Wisdom{Device: w.Device, Speed: speed})
	for _, out := range outcomes {
		for _, o := range []*tune.Outcome{&out, out.Turned} {
			if o == nil {
				continue
			}
			for _, f := range o.Failures {
				w = w.Reject(f)
			}
			if o.Learnt.Key != "" {
				w = w.Learn(o.Learnt)
			}
		}
	}
	return w, err
}
