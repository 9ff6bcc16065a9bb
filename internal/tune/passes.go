package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/plan"
)

// The number of splits of a line that are considered, by the model; the number of kernels of each
// pass that are measured alone; and the number of the resulting splits that are measured as a
// whole.
const (
	mostSplits  = 8
	mostKernels = 24
	mostWhole   = 3
)

// A passTime is the fastest kernel measured for passes of a class.
type passTime struct {
	kernel kernel
	ns     float64 // for a point
}

// severalPasses looks for better passes and another split for a part of several passes until a
// deadline. If one of the passes takes mirrored columns together, it then looks for a better kernel
// in its place.
func (c *search) severalPasses(ctx context.Context, part int, until time.Time) error {
	p := c.best.axes[part]
	if slices.ContainsFunc(p.Kernels, func(k kernel) bool { return k.Stages.Filter != nil }) {
		return c.convolutionPasses(ctx, part, until)
	}
	passesUntil := until
	if len(WithMirroredColumns(c.p, c.limits, p)) > 0 {
		passesUntil = time.Now().Add(time.Until(until) * 3 / 5)
	}
	splits := choose.Splits(c.p, c.limits, p.FirstAxis)
	splits = splits[:min(len(splits), mostSplits)]
	if err := c.measurePasses(ctx, splits, passesUntil); err != nil {
		return err
	}
	type made struct {
		kernels []kernel
		ns      float64
	}
	var all []made
	for _, s := range splits {
		m := made{}
		for _, at := range s.Places {
			found, ok := c.passes[at.Class()]
			if !ok {
				m.ns = math.Inf(1)
				break
			}
			m.kernels, m.ns = append(m.kernels, at.Place(found.kernel)), m.ns+found.ns
		}
		if !math.IsInf(m.ns, 1) {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b made) int { return cmp.Compare(a.ns, b.ns) })
	for _, m := range all[:min(len(all), mostWhole)] {
		if c.isOver(ctx) {
			break
		}
		if err := c.tryPasses(ctx, part, m.kernels); err != nil {
			return err
		}
	}
	return c.mirroredPass(ctx, part, until)
}

// mirroredPass looks for a better kernel for the pass of a part that takes mirrored columns together,
// until a deadline. It measures the whole each time, because this pass alone is no transform.
func (c *search) mirroredPass(ctx context.Context, part int, until time.Time) error {
	return c.eachOf(ctx, part, WithMirroredColumns(c.p, c.limits, c.best.axes[part]), mostKernels, until)
}

// tryPasses measures the best choice so far with other passes for a part. It returns an error of the device or of ctx.
func (c *search) tryPasses(ctx context.Context, part int, passes []kernel) error {
	composed := choose.Composed(c.p, c.limits, c.best.axes[part].FirstAxis, passes)
	_, err := c.try(ctx, c.replaced(part, composed))
	return c.only(ctx, err)
}

// eachOf measures the best choice so far with each of the given alternatives for a part, at most
// most of them, until a deadline.
func (c *search) eachOf(
	ctx context.Context, part int, all []plan.AxisChoice, most int, until time.Time,
) error {
	for _, other := range all[:min(len(all), most)] {
		if c.isOver(ctx) || time.Now().After(until) {
			break
		}
		if _, err := c.try(ctx, c.replaced(part, other)); c.only(ctx, err) != nil {
			return err
		}
	}
	return nil
}

// fusedPasses looks for better kernels for a part, until a deadline. The first pass of the part
// covers factors of two axes. It measures the whole each time.
func (c *search) fusedPasses(ctx context.Context, part int, until time.Time) error {
	return c.eachOf(ctx, part, FusedAxes(c.p, c.limits, c.best.axes[part]), 2*mostKernels, until) // for both passes
}

// measurePasses finds the fastest kernel for each class of pass of the splits, the classes of the
// first split first. It leaves part of the time for the splits as a whole.
func (c *search) measurePasses(ctx context.Context, splits []choose.Split, until time.Time) error {
	until = time.Now().Add(time.Until(until) * 4 / 5)
	var places []choose.PassPosition // one of each class
	for _, s := range splits {
		for _, at := range s.Places {
			_, known := c.passes[at.Class()]
			same := func(other choose.PassPosition) bool { return other.Class() == at.Class() }
			if !known && !slices.ContainsFunc(places, same) {
				places = append(places, at)
			}
		}
	}
	for i, at := range places {
		share := time.Now().Add(time.Until(until) / time.Duration(len(places)-i))
		if err := c.measurePass(ctx, at, at.Class(), share); err != nil {
			return err
		}
	}
	return nil
}

// measurePass finds the fastest kernel for one class of pass until a deadline. It measures the
// first kernel in any case.
func (c *search) measurePass(ctx context.Context, at choose.PassPosition, class choose.PassClass,
	until time.Time) error {
	ks := at.Kernels(c.limits)
	ks = ks[:min(len(ks), mostKernels)]
	for i, k := range ks {
		if c.isOver(ctx) || i > 0 && time.Now().After(until) {
			break
		}
		ns, err := c.tryPass(ctx, k, at, class)
		if c.only(ctx, err) != nil {
			return err
		}
		if cube, ok := choose.WithDigitLayout(k, c.limits); ok && err == nil && ns < looseRatio*c.passes[class].ns &&
			k.Exchange.Layout != cube.Exchange.Layout {
			if _, err := c.tryPass(ctx, cube, at, class); c.only(ctx, err) != nil {
				return err
			}
		}
	}
	if _, ok := c.passes[class]; !ok {
		return nil
	}
	for _, l := range c.variations() {
		for _, like := range l.of(c.passes[class].kernel) {
			if c.isOver(ctx) || time.Now().After(until) {
				return nil
			}
			if _, err := c.tryPass(ctx, like, at, class); c.only(ctx, err) != nil {
				return err
			}
		}
	}
	return nil
}

// tryPass measures a kernel of a pass alone, and keeps it if it is the fastest of its class. It
// returns the ns per point.
func (c *search) tryPass(ctx context.Context, k kernel, at choose.PassPosition,
	class choose.PassClass) (float64, error) {
	if c.isRejected([]kernel{k}) {
		return 0, errFailed
	}
	each := c.problem.PointBytes()
	batch := max(1, int(c.capacity/each)/at.All)
	if int64(at.All)*each > c.capacity {
		return 0, fmt.Errorf("tune: no room for a pass of %d points", at.All)
	}
	s, err := choose.SchedulePass(k.WithNumber(c.problem.Number), plan.Problem{Shape: []int{at.All}, Batch: batch},
		c.deviceLimits, measure.Scale(at.R))
	if err != nil {
		return 0, err
	}
	program, err := c.compile(ctx, s, []kernel{k})
	if err != nil {
		return 0, err
	}
	defer program.Close()
	points := at.All * batch
	found, allowed, err := c.bench.CheckPass(ctx, program, k, points/at.R, measure.Scale(at.R))
	if err != nil {
		return 0, err
	}
	if !(found <= allowed) {
		c.quarantine([]kernel{k}, wrong(fmt.Sprintf("%v pass of %d points alone", at.Kind, at.R), found, allowed))
		return 0, errFailed
	}
	best, known := c.passes[class]
	ms, _, err := c.bench.Race(ctx, program, c.quick, earlyStop(best.ns*float64(points)/1e6, known))
	if err != nil {
		return 0, err
	}
	c.compared++
	c.report()
	ns := ms * 1e6 / float64(points)
	if !known || ns < best.ns {
		c.passes[class] = passTime{k, ns}
	}
	return ns, nil
}
