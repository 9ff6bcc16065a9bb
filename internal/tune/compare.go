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
	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A search looks for the fastest choice for one problem.
type search struct {
	*tuner
	problem        plan.Problem // the problem of the measurements
	p              plan.Problem // the same in single precision, which has the same choices
	limits         wgsl.Limits  // for p
	deadline       time.Time    // of the search; the duels come after it
	ready          bool         // untuned and incumbent are measured, as far as possible
	anyCompileTime bool         // the next choice is measured, even if it takes long to compile
	standings
	tried    map[string]float64 // ms of the measured choices, +Inf for the others
	compared int
	failures []wisdom.Rejection
}

// standings are the choices of a search that count.
type standings struct {
	untuned   entry
	incumbent entry // the entry that the wisdom has
	best      entry
	runnersUp []entry // the next best, the fastest first
}

// An entry is a measured choice.
type entry struct {
	axes    []plan.AxisChoice // nil without a choice
	ms      float64
	found   float64 // relative error against float64
	allowed float64
}

// kernels returns the kernels of all passes.
func (e entry) kernels() []wgsl.Kernel { return plan.Join(e.axes) }

// Reasons why a choice is not measured.
var (
	errTried  = errors.New("tried before")
	errFailed = errors.New("in quarantine")
	errLong   = errors.New("takes longer to compile than there is time")
)

// isOver reports whether there is no time left.
func (c *search) isOver(ctx context.Context) bool {
	return ctx.Err() != nil || time.Now().After(c.deadline)
}

// validate plans the problem with a choice.
func (c *search) validate(axes []plan.AxisChoice) (plan.Plan, error) {
	return choose.ValidateAxes(c.problem, c.deviceLimits, axes...)
}

// try measures a choice, and keeps it if it is the best so far. It returns an error if the choice
// is not measured. The error is one of the device if isFatal reports it.
func (c *search) try(ctx context.Context, axes []plan.AxisChoice) (entry, error) {
	kernels := plan.Join(axes)
	key := strings.Join(plan.Names(kernels), " ")
	if ms, ok := c.tried[key]; ok {
		return entry{ms: ms}, errTried
	}
	c.tried[key] = math.Inf(1)
	if c.isRejected(kernels) {
		return entry{}, errFailed
	}
	p, err := c.validate(axes)
	if err != nil {
		return entry{}, err
	}
	program, err := c.compile(ctx, p.Schedule(), kernels)
	if err != nil {
		return entry{}, err
	}
	defer program.Close()
	var e entry
	e.axes, _ = plan.CopyChoice(axes)
	if e.found, e.allowed, err = c.bench.Check(ctx, program, c.problem); err != nil {
		return entry{}, err
	}
	if !(e.found <= e.allowed) || c.isWrong != nil && c.isWrong(kernels) {
		c.quarantine(kernels, wrong(c.p.String(), e.found, e.allowed))
		return entry{}, errFailed
	}
	var stopped bool
	if e.ms, stopped, err = c.bench.Race(ctx, program, c.quick,
		earlyStop(c.best.ms, c.best.axes != nil)); err != nil {
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

// earlyStop returns the time of the best kernel so far, or +Inf without one. A kernel that takes
// half as long again in its first runs is not measured to the end (Dotsenko et al. 2011).
func earlyStop(best float64, known bool) float64 {
	if !known {
		return math.Inf(1)
	}
	return best
}

// rank inserts an entry into the ranking.
func (c *search) rank(e entry) {
	all := c.runnersUp
	if c.best.axes != nil {
		all = append([]entry{c.best}, all...)
	}
	at, _ := slices.BinarySearchFunc(all, e.ms, func(e entry, ms float64) int { return cmp.Compare(e.ms, ms) })
	all = slices.Insert(all, at, e)
	// the untuned choice and the entry of wisdom may be among them
	c.best, c.runnersUp = all[0], all[1:min(len(all), finalists+3)]
}

// compile compiles a schedule, unless that takes longer than the time left, as estimated by the
// length of its text. Kernels that the device refuses go into quarantine.
func (c *search) compile(ctx context.Context, s plan.Schedule, kernels []wgsl.Kernel) (*pipeline.Program, error) {
	text := 0
	for i, pass := range s.Passes {
		if i == 0 || pass.Kernel != s.Passes[i-1].Kernel {
			text += len(pass.Kernel.Module().Text)
		}
	}
	begin := time.Now()
	if !c.anyCompileTime && c.untuned.axes != nil && c.pace.of(text) > c.deadline.Sub(begin) {
		return nil, errLong
	}
	program, err := c.compiled(ctx, s)
	switch {
	case err == nil:
		c.pace.add(text, time.Since(begin))
	case !isFatal(ctx, err) && !errors.Is(err, device.ErrOutOfMemory):
		c.quarantine(kernels, line(fmt.Sprintf("%v: the device does not take it: %v", c.p, err)))
		return nil, errFailed
	}
	return program, err
}

// compiled compiles a schedule. It does not wait for the device if ctx has ended.
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

// compileSpeed is the speed at which a device compiles text.
type compileSpeed struct {
	text int
	took time.Duration
}

func (p *compileSpeed) add(text int, took time.Duration) { p.text, p.took = p.text+text, p.took+took }

// of estimates the time to compile text of the given length.
func (p *compileSpeed) of(text int) time.Duration {
	return time.Duration(float64(p.took) * float64(text) / float64(max(1, p.text)))
}

// wrong returns the evidence of a wrong result.
func wrong(what string, found, allowed float64) string {
	return fmt.Sprintf("%s: relative error %.3g against float64, %.3g allowed", what, found, allowed)
}

// line returns text as one line of limited length.
func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), 500)]
}

// quarantine adds kernels to the quarantine of the wisdom.
func (c *search) quarantine(kernels []wgsl.Kernel, evidence string) {
	f := wisdom.Rejection{Kernels: wisdom.NamesIn(kernels, c.problem.Number), Evidence: evidence}
	c.failures = append(c.failures, f)
	c.wisdom = c.wisdom.Reject(f)
}

// isRejected reports whether kernels are in quarantine.
func (c *search) isRejected(kernels []wgsl.Kernel) bool {
	return c.wisdom.IsRejected(kernels, c.problem.Number)
}

// report calls Options.Progress.
func (c *search) report() {
	if c.o.Progress == nil {
		return
	}
	c.o.Progress(Progress{Problem: c.problem, Number: c.number, Problems: c.total, Compared: c.compared,
		Best: c.best.ms, Untuned: c.untuned.ms,
		Left: max(0, time.Until(c.end))})
}

// margin is the ratio of times below which a choice wins a duel against the champion. A higher
// ratio is a tie, and the champion wins ties. On a processor that does other work, too, the medians
// of two programs of the same kernels differ more than on a GPU.
func (t *tuner) margin() float64 {
	if t.isSoftware() {
		return 0.97
	}
	return 0.99
}

// minTurns is the share of the turns that the winner of a duel must win.
const minTurns = 0.65

// finalists is the number of the best choices that run against the champion, until one wins. maxLuck
// is the largest ratio of their times to the least time of all, the champion included. The least of
// many measurements may be chance.
const (
	finalists = 3
	maxLuck   = 1.03
)

// decide lets the best choices run in turns with the champion, and returns the entry to learn. The
// champion is the untuned choice, or the entry of wisdom if that is still faster, by any margin. A
// short budget therefore loses no known entry, and a tie on one device does not replace a clear
// winner on another.
func (c *search) decide(ctx context.Context) (wisdom.Entry, error) {
	c.settle()
	if c.best.axes == nil {
		return wisdom.Entry{}, fmt.Errorf("wgfft: tune: %v: no kernels gave right results on this device", c.problem)
	}
	champion := c.untuned
	if c.incumbent.axes != nil {
		if err := c.challenge(ctx, &champion, c.incumbent, c.isAhead); err != nil {
			return wisdom.Entry{}, err
		}
	}
	left := finalists
	for _, e := range append([]entry{c.best}, c.runnersUp...) {
		if left == 0 || e.ms > maxLuck*c.best.ms {
			break
		}
		// lost already
		if plan.IsSameChoice(e.axes, champion.axes) || plan.IsSameChoice(e.axes, c.untuned.axes) ||
			plan.IsSameChoice(e.axes, c.incumbent.axes) {
			continue
		}
		left--
		held := champion.axes
		if err := c.challenge(ctx, &champion, e, c.isClearlyAhead); err != nil {
			return wisdom.Entry{}, err
		}
		if !plan.IsSameChoice(held, champion.axes) {
			break
		}
	}
	c.best = champion
	return wisdom.Entry{Key: plan.TuningKey(c.problem, c.deviceLimits), Kernels: plan.Names(c.best.kernels()),
		Batch: c.p.Count(), Ms: c.best.ms, UntunedMs: c.untuned.ms,
		Error: c.best.found, Allowed: c.best.allowed, Compared: c.compared}, nil
}

// settle drops choices with kernels that have gone into quarantine since their measurement.
func (c *search) settle() {
	if c.isRejected(c.untuned.kernels()) {
		c.untuned = entry{}
	}
	if c.isRejected(c.incumbent.kernels()) {
		c.incumbent = entry{}
	}
	all := append([]entry{c.best}, c.runnersUp...)
	all = slices.DeleteFunc(all, func(e entry) bool { return e.axes == nil || c.isRejected(e.kernels()) })
	c.best, c.runnersUp = entry{}, nil
	if len(all) > 0 {
		c.best, c.runnersUp = all[0], all[1:]
	}
}

// isAhead and isClearlyAhead are conditions for a win of the second choice of a duel. They compare
// the medians, and the share of the turns in which the second choice took less time.
func (t *tuner) isAhead(ms [2]float64, _ float64) bool { return ms[1] < ms[0] }
func (t *tuner) isClearlyAhead(ms [2]float64, share float64) bool {
	return ms[1] < t.margin()*ms[0] && share >= minTurns
}

// challenge lets a choice run in turns with the champion and replaces the champion if it wins. The
// time of the winner is the champion's time multiplied by the ratio of the two times in this duel.
// All times therefore belong to the clock of the first duel.
func (c *search) challenge(ctx context.Context, champion *entry, e entry,
	wins func(ms [2]float64, share float64) bool) error {
	if champion.axes == nil {
		*champion = e
		return nil
	}
	untuned := plan.IsSameChoice(champion.axes, c.untuned.axes)
	ms, share, err := [2]float64{}, 0.0, ctx.Err()
	if err == nil {
		ms, share, err = c.duel(ctx, *champion, e)
	}
	// without time for the duel, the times of the search decide
	if ctx.Err() != nil && !errors.Is(err, device.ErrDeviceLost) {
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

// duel lets two choices run in turns. It returns the median time of each, and the share of turns
// that the second won.
func (c *search) duel(ctx context.Context, champion, e entry) (ms [2]float64, share float64, err error) {
	var programs [2]*pipeline.Program
	for i, e := range []entry{champion, e} {
		p, err := c.validate(e.axes)
		if err != nil {
			return ms, 0, err
		}
		if programs[i], err = c.compiled(ctx, p.Schedule()); err != nil {
			return ms, 0, err
		}
		defer programs[i].Close()
	}
	if c.onDuel != nil {
		c.onDuel()
	}
	return c.bench.Duel(ctx, programs[0], programs[1], c.last)
}

// duelTime estimates the time of a duel.
func duelTime(m measure.Method, ms float64) time.Duration {
	each := max(m.Loop, time.Duration(ms*float64(time.Millisecond)))
	return time.Duration(2*(m.Repeats+1)) * each
}
