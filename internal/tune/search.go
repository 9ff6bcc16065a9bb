package tune

import (
	"cmp"
	"context"
	"slices"
	"time"

	"wgfft/internal/choose"
	"wgfft/plan"
)

// tune searches for one problem until a deadline, and for its other direction if that has a choice
// of its own. An error concerns the device or ctx.
func (t *tuner) tune(ctx context.Context, p plan.Problem, deadline time.Time) (Outcome, error) {
	turned := p.Clone()
	turned.Inverse = !p.Inverse
	alike := plan.TuningKey(turned, t.deviceLimits) == plan.TuningKey(p, t.deviceLimits)
	c := t.newSearch(p, deadline)
	if !alike { // little is left to do for the other direction
		c.deadline = deadline.Add(-time.Until(deadline) / 5)
	}
	out, err := t.run(ctx, c, c.alternatives, c.refine, c.nearby)
	if err != nil || out.Err != nil || alike {
		return out, err
	}
	back := t.newSearch(turned, deadline)
	fromForward := func(ctx context.Context) error { return back.fromForward(ctx, c) }
	other, err := t.run(ctx, back, fromForward, back.mirroredPasses, back.nearby)
	out.Reversed = &other
	return out, err
}

// newSearch returns the search for a problem until a deadline.
func (t *tuner) newSearch(p plan.Problem, deadline time.Time) *search {
	c := &search{tuner: t, problem: p, deadline: deadline, tried: map[string]float64{}}
	c.p, c.limits = p.AsSingle(t.deviceLimits)
	return c
}

// run runs a search, from the untuned choice and the entry of wisdom on. If ctx ends during the
// search, the best choice so far is learnt. If ctx ends before both are measured, nothing changes.
func (t *tuner) run(ctx context.Context, c *search, searches ...func(context.Context) error) (Outcome, error) {
	err := c.first(ctx)
	for _, search := range searches {
		if err == nil && !c.isOver(ctx) {
			err = search(ctx)
		}
	}
	out := Outcome{Problem: c.problem, Compared: c.compared, Failures: c.failures}
	keeps := ctx.Err() != nil && c.ready && c.best.axes != nil
	if err != nil && !keeps {
		return out, err
	}
	if out.Learnt, err = c.decide(ctx); err != nil {
		if isFatal(ctx, err) {
			return out, cmp.Or(ctx.Err(), err)
		}
		out.Err = err
		return out, ctx.Err()
	}
	t.wisdom = t.wisdom.Learn(out.Learnt)
	out.Untuned, out.Tuned = c.tree(c.untuned), c.tree(c.best)
	return out, ctx.Err()
}

// tree returns the plan of an entry as text.
func (c *search) tree(e entry) string {
	if e.axes == nil {
		return ""
	}
	p, err := c.validate(e.axes)
	if err != nil {
		return err.Error()
	}
	return p.String()
}

// first measures the untuned choice and the entry of wisdom, however little time there is.
func (c *search) first(ctx context.Context) error {
	axes, err := choose.Kernels(c.p, c.limits)
	if err != nil {
		return err
	}
	e, err := c.try(ctx, axes)
	if err == nil {
		c.untuned = e
		c.deadline = c.deadline.Add(-2 * duelTime(c.last, e.ms)) // most duels end with the first challenge
	}
	if c.only(ctx, err) != nil {
		return err
	}
	if known, ok := c.wisdom.Choice(c.problem, c.deviceLimits); ok && !plan.IsSameChoice(known, axes) {
		c.anyCompileTime = true
		e, err = c.try(ctx, known)
		c.anyCompileTime = false
		if err == nil {
			c.incumbent = e
			c.deadline = c.deadline.Add(-duelTime(c.last, e.ms))
		}
		if c.only(ctx, err) != nil {
			return err
		}
	}
	c.ready = true
	return nil
}

// only returns err if it concerns the device or ctx.
func (c *search) only(ctx context.Context, err error) error {
	if err != nil && isFatal(ctx, err) {
		return err
	}
	return nil
}

// alternativeRatio is the largest ratio of an alternative's cost to the cheapest, by the model, at
// which it is measured.
const alternativeRatio = 3

// alternatives measures other algorithms, other splits and axes combined in one pass.
func (c *search) alternatives(ctx context.Context) error {
	all, err := choose.Alternatives(c.p, c.limits)
	if err != nil {
		return c.only(ctx, err)
	}
	for _, a := range all {
		if c.isOver(ctx) || a.Trips > alternativeRatio*all[0].Trips {
			break
		}
		if _, err := c.try(ctx, a.Axes); c.only(ctx, err) != nil {
			return err
		}
		if !c.isSoftware() {
			continue
		}
		laid, kernels := plan.CopyChoice(a.Axes)
		for _, k := range kernels {
			*k = c.laidOut(*k)
		}
		if _, err := c.try(ctx, laid); c.only(ctx, err) != nil {
			return err
		}
	}
	return nil
}

// refine looks for better kernels for each part of the best choice. It repeats this while it finds
// any and its share of the time lasts.
func (c *search) refine(ctx context.Context) error {
	deadline := c.deadline
	defer func() { c.deadline = deadline }()
	c.deadline = time.Now().Add(time.Duration(refining * float64(time.Until(deadline))))
	for before := (entry{}); c.best.axes != nil && !plan.IsSameChoice(before.axes, c.best.axes) && !c.isOver(ctx); {
		before = c.best
		for i, part := range before.axes {
			until := time.Now().Add(time.Until(c.deadline) / time.Duration(len(before.axes)-i))
			search := c.onePass
			switch {
			case len(part.Kernels) > 1 && part.AxisCount > 1:
				search = c.fusedPasses
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

// replaced returns the best choice with another choice for one part.
func (c *search) replaced(part int, other plan.AxisChoice) []plan.AxisChoice {
	axes := slices.Clone(c.best.axes)
	axes[part] = other
	return axes
}

// mirroredPasses looks for better kernels for the passes that take mirrored columns together. The
// measurements of the other direction do not apply to them.
func (c *search) mirroredPasses(ctx context.Context) error {
	for i := range c.best.axes {
		if err := c.mirroredPass(ctx, i, c.deadline); err != nil {
			return err
		}
	}
	return nil
}

// fromForward measures the choice of the forward search for the inverse transform. The inverse has
// no search of its own (Dotsenko et al. 2011).
func (c *search) fromForward(ctx context.Context, forward *search) error {
	_, axes := Reversed(forward.p, c.limits, forward.best.axes)
	_, err := c.try(ctx, axes)
	return c.only(ctx, err)
}
