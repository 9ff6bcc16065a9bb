package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressDelay is the time before a progress bar appears.
const progressDelay = time.Second

// A progress shows a progress bar on a terminal if the work takes longer than progressDelay.
type progress struct {
	a       *app
	what    string
	begin   time.Time
	isShown bool
	bar     *progressbar.ProgressBar
}

// follow starts the time. Without a terminal the progress shows nothing.
func (a *app) follow(what string) *progress {
	return &progress{a: a, what: what, begin: time.Now(), isShown: !a.quiet && isTerminal(a.stderr)}
}

// step reports that done of total steps are done.
func (p *progress) step(done, total int) {
	if p.bar == nil {
		if !p.isShown || time.Since(p.begin) < progressDelay {
			return
		}
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(p.a.stderr),
			progressbar.OptionSetDescription(p.what),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionFullWidth(),
			progressbar.OptionClearOnFinish(),
		)
	}
	p.bar.Set(done) // errors of the display do not matter
}

// end clears the bar.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
