package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// moment is how long nobody minds waiting without a sign of life.
const progressDelay = time.Second

// A progress shows a bar to a person who watches, once it takes longer than a moment.
type progress struct {
	a     *app
	what  string
	begin time.Time
	bar   *progressbar.ProgressBar
}

// follow starts to watch the time. Without a person there it does nothing.
func (a *app) follow(what string) *progress {
	return &progress{a: a, what: what, begin: time.Now()}
}

// step says how much is done.
func (p *progress) step(done, total int) {
	if p.bar == nil {
		if p.a.quiet || time.Since(p.begin) < progressDelay || !isTerminal(p.a.stderr) {
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
	p.bar.Set(done) // an error of a display is no error of the work
}

// end wipes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
