package choose

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Kernels chooses the kernels of each axis of a problem. If it is cheapest, one kernel does several
// axes. Otherwise each axis has one kernel, or the passes of a longer axis. The result depends on the
// TuningKey, on the limits, and on whether the problem allows axis fusions.
//
// A convolution takes more memory than other passes. If its arrays need more bindings than the device has,
// Kernels looks for passes without a convolution.
//
// If p.Quick is set, it prefers kernels that compile fast to kernels that run fast.
func Kernels(p plan.Problem, l wgsl.Limits) ([]plan.AxisChoice, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	p, l = p.AsSingle(l)
	axes, err := usualKernels(p, l)
	if err == nil && p.Quick {
		axes = quickKernels(p, l, axes)
	}
	return axes, err
}

// usualKernels is Kernels for single precision and without Options.Quick.
func usualKernels(p plan.Problem, l wgsl.Limits) ([]plan.AxisChoice, error) {
	axes, err := kernelsWithin(p, l, passRanges)
	if err != nil || hasBindings(p, l, axes) {
		return axes, err
	}
	others, err := kernelsWithin(p, l, directRanges)
	if err != nil || !hasBindings(p, l, others) {
		return axes, nil
	}
	return others, nil
}

// hasBindings reports whether the device has the bindings for the convolutions in several passes among the
// kernels of a problem. It looks at one array in the default layout.
func hasBindings(p plan.Problem, l wgsl.Limits, axes []plan.AxisChoice) bool {
	const mostPoints = 4 // a convolution has less than 4 points for each point of its axis
	isConvolution := func(k wgsl.Kernel) bool { return plan.Spectra(k) > 1 }
	p.Batch, p.InPlace, p.In, p.Out = 1, false, plan.Layout{}, plan.Layout{}
	if !slices.ContainsFunc(plan.Join(axes), isConvolution) ||
		int64(mostPoints*p.Points())*plan.ElementBytes <= l.BindingBytes {
		return true
	}
	_, err := plan.From(p, l, Chooser{}, axes...)
	return !errors.As(err, new(*wgsl.LimitError))
}

// kernelsWithin is Kernels with the passes of the first of the ranges in which each axis has any.
func kernelsWithin(p plan.Problem, l wgsl.Limits, ranges []passRange) ([]plan.AxisChoice, error) {
	axes, points, count := p.OrderedAxes(l), p.Points(), min(p.Count(), plan.MaxChoiceBatch)
	family := familyOf(l)
	each := make([]choice, len(axes)) // each axis alone
	for i, axis := range axes {
		axis := Finder{axis}
		c, ok := chooseAxis(axis, axis.Transforms(count), l, ranges)
		if !ok {
			return nil, &plan.LengthError{N: axis.N,
				Reason: fmt.Sprintf("no %d passes of %d invocations and %d bytes of workgroup memory hold it; "+
					"use a shorter length", anyPasses.maxPasses, l.Invocations, l.WorkgroupBytes)}
		}
		c.AxisChoice, c.FirstAxis = axis.withPairPass(c.AxisChoice, l), i
		c.cost = c.cost * float64(axis.Transforms(1)) * idleFactor(c.Passes(), points*count, family)
		each[i] = c
	}
	// Fuse the first axes, and do each of the others alone.
	var best []plan.AxisChoice
	least := 0.0
	for together := range len(axes) + 1 {
		parts := each
		if together > 0 {
			apart := 0.0
			for _, e := range each[:together] {
				apart += e.cost
			}
			fused, ok := chooseFused(p, axes[:together], count, l, apart)
			if !ok {
				continue
			}
			fused.cost *= idleFactor(fused.Kernels, points*count, family)
			parts = append([]choice{fused}, each[together:]...)
		}
		all, cost := joined(parts)
		cost += launchPoints(family) * float64(len(plan.Join(all))) / float64(count)
		if best == nil || cost < least {
			best, least = all, cost
		}
	}
	return best, nil
}

// joined returns choices of axes as one choice, and the sum of their costs.
func joined(parts []choice) (all []plan.AxisChoice, cost float64) {
	for _, c := range parts {
		all, cost = append(all, c.AxisChoice), cost+c.cost
	}
	return all, cost
}

// chooseFused chooses kernels that do several axes together: one kernel for all of them, or an axis
// fusion and a kernel for the rest. Axis fusions count only if they cost less than apart.
func chooseFused(p plan.Problem, axes []plan.Axis, count int, l wgsl.Limits, apart float64) (choice, bool) {
	best, ok := chooseOnePass(axes, p.Points(), count, l)
	if ok {
		apart = min(apart, best.cost)
	}
	if !p.CanFuseAxes() {
		return best, ok
	}
	all := fusedAxes(axes, p.Points(), count, l, maxFusionsCompared, apart)
	if len(all) > 0 && (!ok || all[0].cost < best.cost) {
		best, ok = all[0], true
	}
	return best, ok
}

// launchPoints returns the launch cost of a dispatch in points that a copy reads and writes in that time.
func launchPoints(f wgsl.Family) float64 { return f.Launch * f.Bandwidth / (2 * plan.ElementBytes) }

// idleFactor returns how much longer kernels take because their workgroups do not
// occupy all multiprocessors. points counts all points of the batch.
func idleFactor(kernels []wgsl.Kernel, points int, f wgsl.Family) float64 {
	most := 1.0
	for _, k := range kernels {
		groups := max(1, points/(k.N()*k.Threads.Transforms))
		most = max(most, float64(f.Multiprocessors)/float64(groups))
	}
	return most
}

// A choice is the kernels of an axis, or of several axes together, with their cost: passes over memory
// times points.
type choice struct {
	plan.AxisChoice
	cost float64
}

// newChoice returns the choice of kernels for one axis, the first.
func newChoice(cost float64, kernels ...wgsl.Kernel) choice {
	return choice{plan.AxisChoice{AxisCount: 1, Kernels: kernels}, cost}
}

// chooseAxis chooses the kernels of one axis, with passes of the first range in which the axis has any.
func chooseAxis(axis Finder, batch int, l wgsl.Limits, ranges []passRange) (choice, bool) {
	for _, in := range ranges {
		if c, ok := chooseAxisWithin(axis, batch, l, in); ok {
			return c, true
		}
	}
	return choice{}, false
}

// chooseAxisWithin chooses the kernels of one axis. It takes a measured kernel if there is one, and
// otherwise the variant or the passes of least cost by the model. If a prime factor has no
// butterfly, it takes the cheaper of a Rader stage and Bluestein's convolution. In the range of any
// passes, any axis without passes takes Bluestein's convolution.
func chooseAxisWithin(axis Finder, batch int, l wgsl.Limits, in passRange) (choice, bool) {
	n := axis.N
	batch = min(batch, plan.MaxChoiceBatch)
	ranked, known := sync.OnceValue(func() *ranking { return axis.ranked(batch, l) }), choice{}
	if axis.InnerExtent == 1 && n <= axis.Capacity(l) {
		k, ok := axis.measuredKernel(l, ranked)
		if ok && batch >= k.Threads.Transforms && axis.WithRealOps(k).Check(l) == nil {
			known = newChoice(axis.cost(k, l), k)
			if !isRuledOut(k, l) {
				return known, true
			}
		}
	}
	best, ok := chooseDirect(axis, l, in, ranked)
	if known.Kernels != nil && (!ok || known.cost <= best.cost) { // others are ruled out, too
		best, ok = known, true
	}
	if !in.isDirect && (plan.LargestPrime(n) > plan.MaxPrime || !ok && in.budget.hasFew) {
		if c, there := chooseBluestein(axis, batch, l, in); there && (!ok || c.cost < best.cost) {
			best, ok = c, true
		}
	}
	return best, ok
}

// chooseDirect chooses the kernels of an axis without a convolution of the whole axis: one kernel,
// or the passes of a longer axis. ranked returns the ranking of row kernels of the axis.
func chooseDirect(axis Finder, l wgsl.Limits, in passRange, ranked func() *ranking) (choice, bool) {
	n := axis.N
	var best choice
	ok := false
	switch {
	case n == 1 && axis.InnerExtent > 1:
		copies := wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1, Transforms: min(64, l.Invocations)}}
		return newChoice(1, copies), true
	case n > axis.Capacity(l):
	case axis.InnerExtent == 1:
		if k, _, there := ranked().at(0); there {
			best, ok = newChoice(axis.cost(k, l), k), true
			// Longer rows, and rows that spill, may take less time in passes of fewer points.
			if n <= plan.OnePassPoints(l) && !spills(axis.WithRealOps(k), l) {
				return best, ok
			}
		}
	default:
		if f, there := measuredPassOf(Columns, n, axis.Columns, l); there && !axis.needsMirror() {
			best, ok = newChoice(f.passes*float64(n), f.kernel), true
		} else if k, _, there := axis.columnKernels(l, in.budget).at(0); there {
			best, ok = newChoice(axis.cost(k, l), k), true
		}
		if ok && n <= plan.MaxFactor {
			return best, ok
		}
	}
	for _, c := range axis.inPasses(l, in) {
		if !ok || c.cost < 0.97*best.cost { // prefer Stockham's order, which needs the least scratch
			best, ok = c, true
		}
	}
	return best, ok
}

// pruneFactor drops candidates of several passes if their cost without the Hermitian pass exceeds
// 1.25 times the cheapest.
const pruneFactor = 1.25

// inPasses returns the choices for an axis in several passes, in Stockham's order and in transposed
// order. Costs include the Hermitian pass, except for pruned candidates.
func (l Finder) inPasses(limits wgsl.Limits, in passRange) []choice {
	var all []choice
	if l.HasMirrorRows() { // mirror rows need whole rows in one pass
		return nil
	}
	least := math.Inf(1)
	add := func(c choice, ok bool) {
		if ok {
			all, least = append(all, c), min(least, c.cost)
		}
	}
	add(multiPass(l, limits, false, in))
	add(multiPass(l, limits, true, in))
	for i, c := range all {
		if c.cost <= pruneFactor*least {
			all[i] = l.withPairPassOrMirror(c, limits)
		}
	}
	return all
}

// Numbers of variants that get a layout of their own before the last comparison.
const (
	Shortlist          = 48
	multiAxisShortlist = 8
)

// Ranked returns the best row kernels of n points by the cost model, the cheapest first, each with
// its best layout.
func Ranked(n, batch int, l wgsl.Limits) []wgsl.Kernel { return ranked(variants(n, batch, l), l).all() }

// ranked returns the ranking of the kernels of least rough cost.
func ranked(all []candidate, l wgsl.Limits) *ranking {
	most := Shortlist
	if len(all) > 0 && !all[0].of.kernel().IsOneAxis() {
		most = multiAxisShortlist
	}
	return rankedByLayout(cheapestOfEachPath(withRoughCosts(all, ModelOf(l)), l, most), l)
}

// rankedByLayout returns the ranking of a short list. The first kernels also come in digit layouts.
func rankedByLayout(short []candidate, l wgsl.Limits) *ranking { return newRanking(short, l, true) }

// RoughCost predicts the cost of a kernel without looking at addresses. It assumes a digit layout if
// the kernel can have one.
func (m Model) RoughCost(k wgsl.Kernel) float64 {
	of := k.Estimate()
	if k.HasDigitLayout() {
		k.Exchange.Layout = wgsl.Layout{Digits: wgsl.Digits{On: true}}
		of = of.With(k.Exchange)
	}
	return m.Cost(roughFeatures(of))
}

// RoughlyCheapest returns up to most kernels of least rough cost. The rough cost does not include the
// memory transactions of a path. If ks has kernels of both kinds, half of the result therefore has
// direct paths and half has staged paths.
func RoughlyCheapest(ks []wgsl.Kernel, l wgsl.Limits, most int) []wgsl.Kernel {
	return comparedKernels(cheapestOfEachPath(withRoughCosts(candidatesOf(ks), ModelOf(l)), l, most))
}

// cheapestOfEachPath returns up to most valid candidates of least rough cost: half of each path, if there are both.
func cheapestOfEachPath(all []candidate, l wgsl.Limits, most int) []candidate {
	var of [2][]candidate
	for _, i := range orderOf(all) {
		c := all[i]
		if path := c.of.kernel().Load.Path; len(of[path]) < most && c.isValid(l) {
			of[path] = append(of[path], c)
		}
	}
	if len(of[wgsl.Direct]) > 0 && len(of[wgsl.Staged]) > 0 {
		most /= 2
	}
	var best []candidate
	for _, some := range of {
		best = append(best, some[:min(most, len(some))]...)
	}
	return best
}
