package main

import (
	"fmt"
	"strings"
	"time"

	"wgfft"
)

type tuneCommand struct {
	Specs     []spec        `arg:"" name:"SPEC" help:"${specs}"`
	Budget    time.Duration `default:"30s" placeholder:"30s" help:"Total time for all transforms."`
	Precision precision     `default:"single" placeholder:"single" help:"${format}"`
	Storage   storage       `default:"float32" placeholder:"float32" help:"${storage}"`
	CSV       bool          `name:"csv" xor:"form" help:"${csv}"`
	JSON      bool          `name:"json" xor:"form" help:"${json}"`
}

// Help is the long help.
func (tuneCommand) Help() string {
	return "Times kernels for the transforms and saves the fastest as wisdom, in the user's cache directory " +
		"or the directory of --wisdom. Later commands plan with it. A program does the same if it opens " +
		"an engine with this wisdom. wgfft wisdom shows it and copies it to other machines. Kernels must " +
		"pass a comparison with float64. Prints a line per SPEC: the times of the best and the untuned " +
		"plan, measured alternately, in ms for the whole batch. Ctrl-C stops tuning and saves the best " +
		"result so far. Run it on an otherwise idle device."
}

func (u *tuneCommand) Run(a *app) error {
	if u.Budget <= 0 {
		return usageErrorf("--budget %v: must be greater than 0", u.Budget)
	}
	if err := u.Storage.check(u.Precision, u.Specs); err != nil {
		return err
	}
	c, err := a.openGPU()
	if err != nil {
		return err
	}
	defer c.Close()
	return u.tune(a, c)
}

// tuneGrace is the grace period of tuning, which times the best result again after Ctrl-C.
const tuneGrace = 15 * time.Second

// tune tunes the specs and prints the results.
func (u *tuneCommand) tune(a *app, c *wgfft.Engine) error {
	results, tuning := u.tuneAll(a, c)
	failed, kept, err := u.print(a, results)
	if err != nil {
		return err
	}
	saved := "saved in " + c.Wisdom().Path
	if c.Wisdom().Path == "" {
		saved = fmt.Sprintf("not saved because --wisdom is %s", a.wisdom)
	}
	switch {
	case a.ctx.Err() != nil && tuning != nil:
		if kept == 0 {
			return &fixedMessage{"stopped before the first measurement: nothing to save", tuning}
		}
		return &fixedMessage{"stopped: the best result so far is " + saved, tuning}
	case tuning != nil:
		return tuning
	case failed > 0:
		return fmt.Errorf("%d of %s could not be tuned; other results are %s",
			failed, count(len(results), "spec"), saved)
	}
	a.note("results are %s", saved)
	return nil
}

// tuneAll tunes the specs and shows the progress. The results are valid after an error, too.
func (u *tuneCommand) tuneAll(a *app, c *wgfft.Engine) ([]wgfft.Tuned, error) {
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
		p := facade(s.Problem)
		p.In.Samples, p.Out.Samples = u.Storage.samples, u.Storage.samples
		problems = append(problems, p)
	}
	a.grace.raise(tuneGrace)
	defer bar.end()
	return u.Precision.tune(a.ctx, c, options, problems)
}

// print prints the results as a table, and notes about rejected kernels and errors. It counts the specs that failed
// and those with a plan.
func (u *tuneCommand) print(a *app, results []wgfft.Tuned) (failed, kept int, err error) {
	t, err := newTable(a.stdout, formOf(u.CSV, u.JSON),
		column{"spec", specWidth(u.Specs), "%v"}, column{"ms", 10, "%.4f"}, column{"untuned_ms", 10, "%.4f"},
		column{"compared", 8, "%d"}, column{"rel_l2", 9, "%.2e"}, column{"plan", -1, "%s"})
	if err != nil {
		return 0, 0, err
	}
	for _, r := range results {
		for _, evidence := range r.Quarantined {
			a.note("rejected kernels: %s", evidence)
		}
		switch {
		case r.Err != nil:
			failed++
			a.note("%s", strings.TrimPrefix(message(r.Err), "wgfft: "))
		case r.Plan != "":
			kept++
			ms, untuned := r.Time.Seconds()*1e3, r.UntunedTime.Seconds()*1e3
			if err := t.row(r.Problem, ms, untuned, r.Compared, r.Error, r.Plan); err != nil {
				return failed, kept, err
			}
		}
	}
	return failed, kept, t.close()
}
