package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"wgfft/device"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A contest is the search for the fastest choice for one problem.
type contest struct {
	*tuner
	p        plan.Problem
	deadline time.Time // of the search; the duel comes after it
	untuned  entry
	before   entry // what was learnt before
	ready    bool  // both were measured, as far as they can be
	must     bool  // what is tried is measured however long it takes to compile
	best     entry
	behind   []entry            // the next best, the fastest first
	tried    map[string]float64 // ms of what was measured, else infinite
	compared int
	failures []plan.Rejection
}

// An entry is a choice that was measured.
type entry struct {
	kernels []wgsl.Kernel
	ms      float64
	found   float64 // relative error against float64
	allowed float64
}

// What keeps a choice from being measured.
var (
	errTried  = errors.New("tried before")
	errFailed = errors.New("in quarantine")
	errLong   = errors.New("takes longer to compile than there is time")
)

// out says whether there is no time left.
func (c *contest) out(ctx context.Context) bool {
	return ctx.Err() != nil || time.Now().After(c.deadline)
}

// try measures a choice, and keeps it if it is the best so far. It returns an error where it is not measured, which is of the device where fatal says so.
func (c *contest) try(ctx context.Context, kernels []wgsl.Kernel) (entry, error) {
	key := strings.Join(plan.Names(kernels), " ")
	if ms, ok := c.tried[key]; ok {
		return entry{ms: ms}, errTried
	}
	c.tried[key] = math.Inf(1)
	if c.wisdom.IsRejected(kernels) {
		return entry{}, errFailed
	}
	p, err := plan.Validate(c.p, c.limits, kernels...)
	if err != nil {
		return entry{}, err
	}
	program, err := c.compile(ctx, p.Schedule(), kernels)
	if err != nil {
		return entry{}, err
	}
	defer program.Close()
	e := entry{kernels: slices.Clone(kernels)}
	if e.found, e.allowed, err = c.bench.Check(ctx, program, c.p); err != nil {
		return entry{}, err
	}
	if !(e.found <= e.allowed) || c.spoiled != nil && c.spoiled(kernels) {
		c.quarantine(kernels, wrong(c.p.String(), e.found, e.allowed))
		return entry{}, errFailed
	}
	var stopped bool
	if e.ms, stopped, err = c.bench.Race(ctx, program, c.quick, earlyStop(c.best.ms, c.best.kernels != nil)); err != nil {
		return entry{}, err
	}
	c.compared++
	c.tried[key] = e.ms
	if !stopped {
		c.rank(e)
	}
	c.report()
	return e, nil
}

// earlyStop returns the time of the best kernel so far. A kernel that takes half as long again in its first runs is
// measured no further (Dotsenko et al. 2011). It is infinite if no kernel was measured.
func earlyStop(best float64, known bool) float64 {
	if !known {
		return math.Inf(1)
	}
	return best
}

// rank puts an entry among the best.
func (c *contest) rank(e entry) {
	all := c.behind
	if c.best.kernels != nil {
		all = append([]entry{c.best}, all...)
	}
	at, _ := slices.BinarySearchFunc(all, e.ms, func(e entry, ms float64) int { return cmp.Compare(e.ms, ms) })
	all = slices.Insert(all, at, e)
	c.best, c.behind = all[0], all[1:min(len(all), finalists+3)] // the untuned and what was learnt before among them
}

// compile compiles a schedule, unless that takes longer than there is time, going by the length of its text. What the device refuses goes into quarantine.
func (c *contest) compile(ctx context.Context, s plan.Schedule, kernels []wgsl.Kernel) (*pipeline.Program, error) {
	text := 0
	for i, pass := range s.Passes {
		if i == 0 || pass.Kernel != s.Passes[i-1].Kernel {
			text += len(pass.Kernel.Module().Text)
		}
	}
	begin := time.Now()
	if !c.must && c.untuned.kernels != nil && c.pace.of(text) > c.deadline.Sub(begin) {
		return nil, errLong
	}
	program, err := c.compiled(ctx, s)
	switch {
	case err == nil:
		c.pace.add(text, time.Since(begin))
	case !fatal(ctx, err) && !errors.Is(err, device.ErrOutOfMemory):
		c.quarantine(kernels, line(fmt.Sprintf("%v: the device does not take it: %v", c.p, err)))
		return nil, errFailed
	}
	return program, err
}

// compiled compiles a schedule. It does not wait for the device when ctx has ended.
func (t *tuner) compiled(ctx context.Context, s plan.Schedule) (*pipeline.Program, error) {
	type answer struct {
		program *pipeline.Program
		err     error
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	done := make(chan answer, 1)
	go func() {
		program, err := t.engine.Compile(s)
		done <- answer{program, err}
	}()
	select {
	case a := <-done:
		return a.program, a.err
	case <-ctx.Done():
		go func() {
			if a := <-done; a.program != nil {
				a.program.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// A pace is how long a device takes to compile text.
type pace struct {
	text int
	took time.Duration
}

func (p *pace) add(text int, took time.Duration) { p.text, p.took = p.text+text, p.took+took }

// of is about how long so much takes.
func (p *pace) of(text int) time.Duration {
	return time.Duration(float64(p.took) * float64(text) / float64(max(1, p.text)))
}

// wrong is the evidence of a wrong result.
func wrong(what string, found, allowed float64) string {
	return fmt.Sprintf("%s: relative error %.3g against float64, %.3g allowed", what, found, allowed)
}

// line is a text as one line that is not too long.
func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), 500)]
}

// quarantine puts kernels away.
func (c *contest) quarantine(kernels []wgsl.Kernel, evidence string) {
	f := plan.Rejection{Kernels: plan.Names(kernels), Evidence: evidence}
	c.failures = append(c.failures, f)
	c.wisdom = c.wisdom.Reject(f)
}

// report tells whoever follows.
func (c *contest) report() {
	if c.o.Progress == nil {
		return
	}
	c.o.Progress(Progress{Problem: c.p, Number: c.number, Problems: c.total, Compared: c.compared, Best: c.best.ms, Untuned: c.untuned.ms,
		Left: max(0, time.Until(c.end))})
}

// margin is how much less time than the champion of a duel a choice must take to win: less is a tie, and the champion wins ties. The medians of two
// programs of the same kernels differ by as much on a processor that does other things too; on a GPU by less.
func (t *tuner) margin() float64 {
	if t.software() {
		return 0.97
	}
	return 0.99
}

// turns is the share of the turns that it must win.
const turns = 0.65

// finalists are how many of the best run against the champion, until one wins, if they took no more than luck times the least, which may be the champion's: of many measurements
// the least may be chance.
const (
	finalists = 3
	luck      = 1.03
)

// decide lets the best run in turns with the champion, and returns what is learnt. The champion is the untuned choice, or what was learnt before if that is
// still faster, by however little: so what is known is not lost to what a short budget finds, nor for a tie on one device what won clearly on another.
func (c *contest) decide(ctx context.Context) (plan.Entry, error) {
	c.settle()
	if c.best.kernels == nil {
		return plan.Entry{}, fmt.Errorf("wgfft: tune: %v: no kernels gave right results on this device", c.p)
	}
	champion := c.untuned
	if c.before.kernels != nil {
		if err := c.challenge(ctx, &champion, c.before, c.ahead); err != nil {
			return plan.Entry{}, err
		}
	}
	left := finalists
	for _, e := range append([]entry{c.best}, c.behind...) {
		if left == 0 || e.ms > luck*c.best.ms {
			break
		}
		if slices.Equal(e.kernels, champion.kernels) || slices.Equal(e.kernels, c.untuned.kernels) || slices.Equal(e.kernels, c.before.kernels) { // lost already
			continue
		}
		left--
		held := champion.kernels
		if err := c.challenge(ctx, &champion, e, c.clearly); err != nil {
			return plan.Entry{}, err
		}
		if !slices.Equal(held, champion.kernels) {
			break
		}
	}
	c.best = champion
	return plan.Entry{Key: plan.TuningKey(c.p, c.limits), Kernels: plan.Names(c.best.kernels), Batch: c.p.Count(), Ms: c.best.ms, UntunedMs: c.untuned.ms,
		Error: c.best.found, Allowed: c.best.allowed, Compared: c.compared}, nil
}

// settle forgets choices with kernels that went into quarantine after they were measured.
func (c *contest) settle() {
	if c.wisdom.IsRejected(c.untuned.kernels) {
		c.untuned = entry{}
	}
	if c.wisdom.IsRejected(c.before.kernels) {
		c.before = entry{}
	}
	all := append([]entry{c.best}, c.behind...)
	all = slices.DeleteFunc(all, func(e entry) bool { return e.kernels == nil || c.wisdom.IsRejected(e.kernels) })
	c.best, c.behind = entry{}, nil
	if len(all) > 0 {
		c.best, c.behind = all[0], all[1:]
	}
}

// ahead and clearly are how the second of a duel wins, by the medians of both and the share of the turns in which it took less.
func (t *tuner) ahead(ms [2]float64, _ float64) bool { return ms[1] < ms[0] }
func (t *tuner) clearly(ms [2]float64, share float64) bool {
	return ms[1] < t.margin()*ms[0] && share >= turns
}

// challenge lets a choice run in turns with the champion, whose place it takes if it wins. Its time is that of the first duel's clock: the champion's,
// times the ratio of the two in their turns.
func (c *contest) challenge(ctx context.Context, champion *entry, e entry, wins func(ms [2]float64, share float64) bool) error {
	if champion.kernels == nil {
		*champion = e
		return nil
	}
	untuned := slices.Equal(champion.kernels, c.untuned.kernels)
	ms, share, err := c.duel(ctx, *champion, e)
	if ctx.Err() != nil && !errors.Is(err, device.ErrDeviceLost) { // there was no time for the duel: the times of the search decide
		ms, share, err = [2]float64{champion.ms, e.ms}, 1, nil
	}
	if err != nil {
		return err
	}
	if untuned {
		champion.ms, c.untuned.ms = ms[0], ms[0]
	}
	if e.ms = champion.ms * ms[1] / ms[0]; wins(ms, share) {
		*champion = e
	}
	return nil
}

// duel lets two choices run in turns: the median time of each, and the share of the turns in which the second took less.
func (c *contest) duel(ctx context.Context, champion, e entry) (ms [2]float64, share float64, err error) {
	var programs [2]*pipeline.Program
	for i, e := range []entry{champion, e} {
		p, err := plan.Validate(c.p, c.limits, e.kernels...)
		if err != nil {
			return ms, 0, err
		}
		if programs[i], err = c.compiled(ctx, p.Schedule()); err != nil {
			return ms, 0, err
		}
		defer programs[i].Close()
	}
	return c.bench.Duel(ctx, programs[0], programs[1], c.last)
}

// duelTime is about how long the duel takes.
func duelTime(m measure.Method, ms float64) time.Duration {
	each := max(m.Loop, time.Duration(ms*float64(time.Millisecond)))
	return time.Duration(2*(m.Repeats+1)) * each
}
