package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"wgfft/internal/parallel"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Kernels chooses the kernels of a problem: one for several axes together if that is cheapest, and
// otherwise one kernel for each axis, or the passes of a longer one. The result depends on the
// TuningKey, on the limits, and on whether the problem allows axis fusions.
func Kernels(p plan.Problem, l wgsl.Limits) ([]wgsl.Kernel, error) {
	axes, points, count := p.OrderedAxes(l), p.Points(), min(p.Count(), plan.MaxChoiceBatch)
	each := make([]choice, len(axes)) // each axis alone
	for i, axis := range axes {
		axis := Finder{axis}
		c, ok := chooseAxis(axis, axis.Transforms(count), l)
		if !ok {
			return nil, &plan.LengthError{N: axis.N,
				Reason: fmt.Sprintf("no %d passes of %d invocations and %d bytes of "+
					"workgroup memory hold it; use a shorter length", plan.MaxPasses, l.Invocations, l.WorkgroupBytes)}
		}
		c.kernels = axis.withPairPass(c.kernels, l)
		each[i] = choice{c.kernels, c.cost * float64(axis.Transforms(1)) * idleFactor(c.kernels, points*count)}
	}
	// Fuse the first axes, and do each of the others alone.
	best := choice{}
	for together := range len(axes) + 1 {
		var c choice
		if together > 0 {
			var ok bool
			apart := 0.0
			for _, e := range each[:together] {
				apart += e.cost
			}
			if c, ok = chooseFused(p, axes[:together], count, l, apart); !ok {
				continue
			}
			c.cost *= idleFactor(c.kernels, points*count)
		}
		for _, e := range each[together:] {
			c.kernels, c.cost = append(c.kernels, e.kernels...), c.cost+e.cost
		}
		c.cost += dispatchPoints * float64(len(c.kernels)) / float64(count)
		if best.kernels == nil || c.cost < best.cost {
			best = c
		}
	}
	return best.kernels, nil
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

// Fixed costs of small problems, for an NVIDIA H200.
const (
	// dispatchPoints is the time to start and drain a dispatch, 1.9 us, in points at the speed of a copy.
	dispatchPoints  = 1.9e-6 * (1 << 30) / 0.251e-3 / (2 * plan.ElementBytes)
	multiprocessors = 132 // a workgroup runs on one of them
)

// idleFactor returns how much longer kernels take because their workgroups do not
// occupy all multiprocessors. points counts all points of the batch.
func idleFactor(kernels []wgsl.Kernel, points int) float64 {
	most := 1.0
	for _, k := range kernels {
		groups := max(1, points/(k.N()*k.TransformsPerGroup))
		most = max(most, multiprocessors/float64(groups))
	}
	return most
}

// A choice is a list of kernels with their cost: passes over memory times points.
type choice struct {
	kernels []wgsl.Kernel
	cost    float64
}

// chooseAxis chooses the kernels of one axis: a measured kernel if there is one, and otherwise the
// variant or the passes that cost least by the model. If a prime factor has no butterfly, it takes
// a Rader stage or Bluestein's convolution, whichever costs less.
func chooseAxis(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	n := axis.N
	batch = min(batch, plan.MaxChoiceBatch)
	if axis.InnerExtent == 1 && n <= axis.Capacity(l) {
		k, ok := axis.measuredKernel(batch, l)
		if ok && batch >= k.TransformsPerGroup && axis.WithRealOps(k).Check(l) == nil {
			return choice{[]wgsl.Kernel{k}, axis.cost(k)}, true
		}
	}
	best, ok := chooseDirect(axis, batch, l)
	if plan.LargestPrime(n) > plan.MaxPrime {
		if c, there := chooseBluestein(axis, batch, l); there && (!ok || c.cost < best.cost) {
			best, ok = c, true
		}
	}
	return best, ok
}

// chooseDirect chooses the kernels of an axis without a convolution of the whole axis: one kernel,
// or the passes of a longer axis.
func chooseDirect(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	n := axis.N
	var best choice
	ok := false
	switch {
	case n == 1 && axis.InnerExtent > 1:
		return choice{[]wgsl.Kernel{{ElementsPerThread: 1, TransformsPerGroup: min(64, l.Invocations)}}, 1}, true
	case n > axis.Capacity(l):
	case axis.InnerExtent == 1:
		if ranked := axis.ranked(batch, l); len(ranked) > 0 {
			best, ok = choice{ranked[:1], axis.cost(ranked[0])}, true
		}
		if ok && n <= plan.OnePassPoints(l) {
			return best, ok
		}
	default:
		if f, there := measuredPassOf(Columns, n, axis.Columns, l); there && !axis.needsMirror() {
			best, ok = choice{[]wgsl.Kernel{f.kernel}, f.passes * float64(n)}, true
		} else if ks := axis.columnKernels(l); len(ks) > 0 {
			best, ok = choice{ks[:1], axis.cost(ks[0])}, true
		}
		if ok && n <= plan.MaxFactor {
			return best, ok
		}
	}
	for _, c := range axis.inPasses(l) {
		if !ok || c.cost < 0.97*best.cost { // prefer Stockham's order, which needs the least scratch
			best, ok = c, true
		}
	}
	return best, ok
}

// pruneFactor drops multi-pass candidates whose cost without the Hermitian pass exceeds 1.25 times
// the cheapest.
const pruneFactor = 1.25

// inPasses returns the choices for an axis in several passes, in Stockham's order and in transposed
// order. Costs include the Hermitian pass, except those of pruned candidates.
func (l Finder) inPasses(limits wgsl.Limits) []choice {
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
	add(multiPass(l, limits, false))
	add(multiPass(l, limits, true))
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
func Ranked(n, batch int, l wgsl.Limits) []wgsl.Kernel { return ranked(Variants(n, batch, l), l) }

// ranked returns the best of all by the cost model, the cheapest first, each with its best layout.
func ranked(all []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	most := Shortlist
	if len(all) > 0 && !all[0].IsOneAxis() {
		most = multiAxisShortlist
	}
	staged, direct := partition(all, func(k wgsl.Kernel) bool { return k.Load.Path == wgsl.Staged })
	if len(staged) > 0 && len(direct) > 0 { // the rough cost does not include the memory transactions of a path
		most /= 2
	}
	all = append(CheapestOf(direct, RoughCost, most), CheapestOf(staged, RoughCost, most)...)
	setLayouts(all, l)
	all = withDigitLayouts(all, l)
	return CheapestOf(all, fullCost, Shortlist)
}

// partition returns the kernels that have a property, and the others.
func partition(all []wgsl.Kernel, has func(wgsl.Kernel) bool) (with, without []wgsl.Kernel) {
	for _, k := range all {
		if has(k) {
			with = append(with, k)
		} else {
			without = append(without, k)
		}
	}
	return with, without
}

// RoughCost predicts the cost of a kernel without looking at addresses. The kernel is taken in a
// digit layout if it can have one.
func RoughCost(k wgsl.Kernel) float64 {
	if k.HasDigitLayout() {
		k.Layout = wgsl.Layout{Kind: wgsl.Digits}
	}
	return ReferenceModel.Cost(RoughFeatures(k))
}

// CheapestOf returns up to most kernels of least cost, in rising order of cost.
func CheapestOf(ks []wgsl.Kernel, cost func(wgsl.Kernel) float64, most int) []wgsl.Kernel {
	costs, order := make([]float64, len(ks)), make([]int, len(ks))
	run := parallel.CacheRun
	if len(ks) <= Shortlist { // few kernels are compared by full features, which take long
		run = 1
	}
	parallel.Each(len(ks), run, func(i int) { costs[i], order[i] = cost(ks[i]), i })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	best := make([]wgsl.Kernel, min(most, len(ks)))
	for i := range best {
		best[i] = ks[order[i]]
	}
	return best
}

// setLayouts gives each kernel its best layout.
func setLayouts(ks []wgsl.Kernel, l wgsl.Limits) {
	parallel.Each(len(ks), 1, func(i int) { ks[i].Layout = BestLayout(ks[i], l) })
}
