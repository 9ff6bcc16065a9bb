package engine

import (
	"context"
	"time"

	"wgfft/internal/choose"
	"wgfft/internal/tune"
	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// Tune tunes problems, and plans by the results from then on, also if it ends early.
func (g *GPU) Tune(ctx context.Context, o tune.Options, n Number, problems ...plan.Problem) ([]tune.Outcome, error) {
	if err := g.checkOpen(); err != nil {
		return nil, err
	}
	format, err := g.format(n)
	if err != nil {
		return nil, err
	}
	for i := range problems {
		problems[i].Number = format
		if err := g.pack(&problems[i].In.Element, &problems[i].Out.Element); err != nil {
			return nil, err
		}
	}
	return g.tune(ctx, o, problems...)
}

// tune is Tune for problems with a number format.
func (g *GPU) tune(ctx context.Context, o tune.Options, problems ...plan.Problem) ([]tune.Outcome, error) {
	g.wisdom.mu.Lock()
	defer g.wisdom.mu.Unlock()
	o.Done = func(out tune.Outcome) { // kept at once, so that no later event loses it
		g.changeWisdom(func(w wisdom.Wisdom) (wisdom.Wisdom, error) {
			return withOutcomes(w, []tune.Outcome{out}, choose.Speed{})
		})
	}
	outcomes, after, err := tune.Run(ctx, g.pipes, g.kernels.Load().Wisdom, problems, o)
	kept := g.changeWisdom(func(w wisdom.Wisdom) (wisdom.Wisdom, error) {
		return withOutcomes(w, outcomes, after.Speed)
	})
	if err == nil {
		err = kept
	}
	return outcomes, err
}

// Probe probes the device for at most tune.ProbeTime, and keeps the result as wisdom. Plans made later
// use it if the device's family is unknown.
func (g *GPU) Probe(ctx context.Context) (choose.Speed, error) {
	if err := g.checkOpen(); err != nil {
		return choose.Speed{}, err
	}
	return detachedValue(ctx, g, g.probe, func(choose.Speed) {})
}

// probe is Probe without checks.
func (g *GPU) probe(ctx context.Context) (choose.Speed, error) {
	g.wisdom.mu.Lock()
	defer g.wisdom.mu.Unlock()
	s, err := tune.QuickProbe(ctx, g.pipes)
	if err != nil {
		return s, err
	}
	return s, g.changeWisdom(func(w wisdom.Wisdom) (wisdom.Wisdom, error) { return withOutcomes(w, nil, s) })
}

// tuneFirst tunes a problem before it is planned, and returns the new wisdom. If tuning fails, it
// returns the old wisdom.
func (g *GPU) tuneFirst(p plan.Problem, budget time.Duration) wisdom.Wisdom {
	if _, tried := g.wisdom.tried.LoadOrStore(plan.TuningKey(p, g.limits), true); tried {
		return g.kernels.Load().Wisdom // the first try found nothing
	}
	if plan.IgnoresStorage(p, g.limits) {
		p = p.WithoutStorage()
	}
	if _, err := g.tune(context.Background(), tune.Options{Budget: budget}, p); err != nil {
		g.wisdom.note("", err)
	}
	return g.kernels.Load().Wisdom
}

// withOutcomes returns wisdom with the choices and failures of outcomes. A new choice replaces an
// older choice, because the two were measured against each other.
func withOutcomes(w wisdom.Wisdom, outcomes []tune.Outcome, speed choose.Speed) (wisdom.Wisdom, error) {
	w, err := w.Merge(wisdom.Wisdom{Device: w.Device, Speed: speed})
	for _, out := range outcomes {
		for _, o := range []*tune.Outcome{&out, out.Reversed} {
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
