package tune

import (
	"cmp"
	"context"
	"slices"
	"time"

	"wgfft/plan"
)

// tune searches for one problem until a deadline, and for its other direction where that has a choice of its own. The error is one of the device or of ctx.
func (t *tuner) tune(ctx context.Context, p plan.Problem, deadline time.Time) (Outcome, error) {
	turned := p.Clone()
	turned.Inverse = !p.Inverse
	alike := plan.TuningKey(turned, t.limits) == plan.TuningKey(p, t.limits)
	c := t.contest(p, deadline)
	if !alike { // little is left to do for the other direction
		c.deadline = deadline.Add(-time.Until(deadline) / 5)
	}
	out, err := t.run(ctx, c, c.alternatives, c.refine, c.nearby)
	if err != nil || out.Err != nil || alike {
		return out, err
	}
	back := t.contest(turned, deadline)
	other, err := t.run(ctx, back, func(ctx context.Context) error { return back.fromForward(ctx, c) }, back.mated, back.nearby)
	out.Turned = &other
	return out, err
}

// contest is that of a problem until a deadline.
func (t *tuner) contest(p plan.Problem, deadline time.Time) *contest {
	return &contest{tuner: t, p: p, deadline: deadline, tried: map[string]float64{}}
}

// run is a contest from the untuned choice and what was learnt before on. What was found is learnt also where ctx ends before the search does, but not before
// both were measured: what is known stays then.
func (t *tuner) run(ctx context.Context, c *contest, searches ...func(context.Context) error) (Outcome, error) {
	err := c.first(ctx)
	for _, search := range searches {
		if err == nil && !c.out(ctx) {
			err = search(ctx)
		}
	}
	out := Outcome{Problem: c.p, Compared: c.compared, Failures: c.failures}
	keeps := ctx.Err() != nil && c.ready && c.best.kernels != nil
	if err != nil && !keeps {
		return out, err
	}
	longer, cancel := graced(ctx)
	defer cancel()
	if out.Learnt, err = c.decide(longer); err != nil {
		if fatal(longer, err) {
			return out, cmp.Or(ctx.Err(), err)
		}
		out.Err = err
		return out, ctx.Err()
	}
	t.wisdom = t.wisdom.Learn(out.Learnt)
	out.Untuned, out.Tuned = c.tree(c.untuned), c.tree(c.best)
	return out, ctx.Err()
}

// grace is how long duels may go on after ctx has ended. Without a duel the times of the search decide.
const grace = time.Second

// graced returns a context that ends one grace after ctx.
func graced(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return longer, func() {
		stop()
		cancel()
	}
}

// tree prints the plan of an entry.
func (c *contest) tree(e entry) string {
	if e.kernels == nil {
		return ""
	}
	p, err := plan.Validate(c.p, c.limits, e.kernels...)
	if err != nil {
		return err.Error()
	}
	return p.String()
}

// first measures the untuned choice and what was learnt before, however little time there is.
func (c *contest) first(ctx context.Context) error {
	kernels, err := plan.Choose(c.p, c.limits)
	if err != nil {
		return err
	}
	e, err := c.try(ctx, kernels)
	if err == nil {
		c.untuned = e
		c.deadline = c.deadline.Add(-2 * duelTime(c.last, e.ms)) // most duels are decided at once
	}
	if c.only(ctx, err) != nil {
		return err
	}
	if known, ok := c.wisdom.Choice(c.p, c.limits); ok && !slices.Equal(known, kernels) {
		c.must = true
		e, err = c.try(ctx, known)
		c.must = false
		if err == nil {
			c.before = e
			c.deadline = c.deadline.Add(-duelTime(c.last, e.ms))
		}
		if c.only(ctx, err) != nil {
			return err
		}
	}
	c.ready = true
	return nil
}

// only is an error if it is one of the device or of ctx.
func (c *contest) only(ctx context.Context, err error) error {
	if err != nil && fatal(ctx, err) {
		return err
	}
	return nil
}

// most is how much dearer than the best by the model alternatives are that are measured.
const most = 3

// alternatives measures other algorithms, splits and lines together.
func (c *contest) alternatives(ctx context.Context) error {
	all, err := plan.Alternatives(c.p, c.limits)
	if err != nil {
		return c.only(ctx, err)
	}
	for _, a := range all {
		if c.out(ctx) || a.Trips > most*all[0].Trips {
			break
		}
		if _, err := c.try(ctx, a.Kernels); c.only(ctx, err) != nil {
			return err
		}
		if !c.software() {
			continue
		}
		laid := slices.Clone(a.Kernels)
		for i, k := range laid {
			laid[i] = c.laidOut(k)
		}
		if _, err := c.try(ctx, laid); c.only(ctx, err) != nil {
			return err
		}
	}
	return nil
}

// refine looks for better kernels for each part of the best choice, again and again as long as that finds any and its share of the time lasts.
func (c *contest) refine(ctx context.Context) error {
	deadline := c.deadline
	defer func() { c.deadline = deadline }()
	c.deadline = time.Now().Add(time.Duration(refining * float64(time.Until(deadline))))
	for before := (entry{}); c.best.kernels != nil && !slices.Equal(before.kernels, c.best.kernels) && !c.out(ctx); {
		before = c.best
		parts, err := plan.SegmentsOf(c.p, c.limits, c.best.kernels)
		if err != nil {
			return err
		}
		for i, part := range parts {
			until := time.Now().Add(time.Until(c.deadline) / time.Duration(len(parts)-i))
			search := c.onePass
			switch {
			case len(part.Kernels) > 1 && part.Lines > 1:
				search = c.straddledPasses
			case len(part.Kernels) > 1:
				search = c.severalPasses
			}
			if err := search(ctx, i, until); err != nil {
				return err
			}
		}
	}
	return nil
}

// replaced is the best choice with other kernels for one part.
func (c *contest) replaced(part int, kernels ...kernel) []kernel {
	parts, err := plan.SegmentsOf(c.p, c.limits, c.best.kernels)
	if err != nil || part >= len(parts) {
		return nil
	}
	parts[part].Kernels = kernels
	return plan.Join(parts)
}

// mated looks for better kernels for the passes that take columns and their mates, which nothing measured in the other direction tells of.
func (c *contest) mated(ctx context.Context) error {
	parts, err := plan.SegmentsOf(c.p, c.limits, c.best.kernels)
	for i := 0; i < len(parts) && err == nil; i++ {
		err = c.matedPass(ctx, i, c.deadline)
	}
	return err
}

// fromForward measures the choice of the forward transform's contest for the inverse one, which is not searched by
// itself (Dotsenko et al. 2011).
func (c *contest) fromForward(ctx context.Context, forward *contest) error {
	_, kernels, err := plan.Reversed(forward.p, c.limits, forward.best.kernels)
	if err != nil {
		return nil
	}
	_, err = c.try(ctx, kernels)
	return c.only(ctx, err)
}
