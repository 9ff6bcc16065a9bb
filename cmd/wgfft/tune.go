package main

import (
	"fmt"
	"time"

	"wgfft"
)

type tuneCommand struct {
	Specs  []spec        `arg:"" name:"SPEC" help:"The transforms: KIND:SHAPE*BATCH."`
	Budget time.Duration `default:"30s" placeholder:"30s" help:"Time for all of them together."`
	CSV    bool          `name:"csv" help:"Print comma-separated values."`
}

// Help is the long help.
func (tuneCommand) Help() string {
	return "Measures kernels for the transforms and keeps the fastest as wisdom, in the user's cache directory or where --wisdom says; this program plans " +
		"with them from then on, and so do programs that open a context with that wisdom; wgfft wisdom shows it and takes it elsewhere. Kernels count only if their results pass the comparison with " +
		"float64. Prints a line per SPEC: the time of the best and of the plan without tuning, measured in turns, in ms for the whole batch. " +
		"Ctrl-C ends it and keeps the best so far. Times mean something only on a device that does nothing else."
}

func (u *tuneCommand) Run(a *app) error {
	if u.Budget <= 0 {
		return misuse("tune: --budget %v: there must be some time", u.Budget)
	}
	c, err := a.openTuned("tune")
	if err != nil {
		return err
	}
	defer c.Close()
	return u.tune(a, c)
}

// tunePatience is how long tuning may take to measure the best so far once more, after Ctrl-C.
const tunePatience = 15 * time.Second

// tune tunes and prints what came of it.
func (u *tuneCommand) tune(a *app, c *wgfft.Engine) error {
	options := wgfft.TuneOptions{Budget: u.Budget}
	bar, number := a.follow("tuning"), 0
	options.Progress = func(p wgfft.TuneProgress) {
		if p.Number != number {
			number = p.Number
			bar.end()
			a.note("tuning %v, %d of %d", p.Problem, p.Number, p.Problems)
		}
		bar.step(int((u.Budget - p.Left).Milliseconds()), int(u.Budget.Milliseconds()))
	}
	var problems []wgfft.Problem
	for _, s := range u.Specs {
		problems = append(problems, facade(s.Problem))
	}
	a.patience.set(tunePatience)
	results, tuning := c.Tune(a.ctx, options, problems...)
	bar.end()
	t, err := newTable(a.stdout, u.CSV, column{"spec", specWidth(u.Specs), "%v"}, column{"ms", 10, "%.4f"}, column{"untuned_ms", 10, "%.4f"},
		column{"compared", 8, "%d"}, column{"rel_l2", 9, "%.2e"}, column{"plan", -1, "%s"})
	if err != nil {
		return err
	}
	failed, kept := 0, 0
	for _, r := range results {
		for _, evidence := range r.Quarantined {
			a.note("quarantine: %s", evidence)
		}
		switch {
		case r.Err != nil:
			failed++
			a.note("%s", message(r.Err)[len("wgfft: "):])
		case r.Plan != "":
			kept++
			ms, untuned := r.Time.Seconds()*1e3, r.UntunedTime.Seconds()*1e3
			if err := t.row(r.Problem, ms, untuned, r.Compared, r.Error, r.Plan); err != nil {
				return err
			}
		}
	}
	where := "in " + c.Wisdom().Path
	if c.Wisdom().Path == "" {
		where = "nowhere: --wisdom names no place for it"
	}
	switch {
	case a.ctx.Err() != nil && tuning != nil:
		if kept == 0 {
			return &ownWords{"tune: ended before anything was measured: nothing is kept", tuning}
		}
		return &ownWords{"tune: ended: the best so far is kept " + where, tuning}
	case tuning != nil:
		return tuning
	case failed > 0:
		return fmt.Errorf("tune: %d of %s could not be tuned; the others are kept %s", failed, count(len(results), "spec"), where)
	}
	a.note("kept %s", where)
	return nil
}
