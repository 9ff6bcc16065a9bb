package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"wgfft/wgsl"
)

// mostSharing is the batch from which on a larger one chooses no other kernel.
const maxChoiceBatch = 1024

// ChoiceKey names what a choice of kernels depends on besides the limits: problems of one key have the same.
func TuningKey(p Problem, l wgsl.Limits) string {
	key := ""
	half := p.halvedAxis()
	if p.hasMirrorRows(l) {
		key = "mirrored "
	}
	for axis, n := range p.Shape {
		switch {
		case !p.IsTransformed(axis):
			key += fmt.Sprintf("(%d) ", n)
		case p.Kind.IsTrig() || axis == half:
			key += fmt.Sprintf("%v %d ", p.KindOf(axis), n)
		default:
			key += fmt.Sprintf("%d ", n)
		}
	}
	if p.PackPairs {
		key += "together "
	}
	batch := min(p.Count(), maxChoiceBatch)
	if p.Kind == C2C && len(p.Shape) == 1 && p.Shape[0] > Capacity(l) {
		batch = 1 // no workgroup holds several
	}
	return key + fmt.Sprint(batch)
}

// LargestPrime returns the largest prime factor of n, or 1.
func LargestPrime(n int) int {
	largest := 1
	for d := 2; d*d <= n; d++ {
		for n%d == 0 {
			largest, n = d, n/d
		}
	}
	return max(largest, n)
}

// Choose chooses the kernels of a problem, line by line: one for several axes together where that is cheapest, else for each axis one, or
// the passes of a longer one. It depends on ChoiceKey, on the limits, and on whether kernels may straddle axes.
func Choose(p Problem, l wgsl.Limits) ([]wgsl.Kernel, error) {
	lines, points, count := p.axes(l), p.Points(), min(p.Count(), maxChoiceBatch)
	each := make([]choice, len(lines)) // by itself
	for i, line := range lines {
		c, ok := chooseAxis(line, line.transforms(count), l)
		if !ok {
			return nil, &LengthError{N: line.N, Reason: fmt.Sprintf(
				"no %d passes of %d invocations and %d bytes of workgroup memory hold it; use a shorter length", maxPasses, l.Invocations, l.WorkgroupBytes)}
		}
		c.kernels = line.withPairPass(c.kernels, l)
		each[i] = choice{c.kernels, c.cost * float64(line.transforms(1)) * idleFactor(c.kernels, points*count)}
	}
	// The first lines together, and the others by themselves.
	best := choice{}
	for together := range len(lines) + 1 {
		var c choice
		if together > 0 {
			var ok bool
			apart := 0.0
			for _, e := range each[:together] {
				apart += e.cost
			}
			if c, ok = chooseFused(p, lines[:together], count, l, apart); !ok {
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

// inOne chooses kernels that do lines of a problem together: one for all of them, or one that straddles two and another for the rest, if that costs less than apart.
func chooseFused(p Problem, lines []Axis, count int, l wgsl.Limits, apart float64) (choice, bool) {
	best, ok := chooseOnePass(lines, p.Points(), count, l)
	if ok {
		apart = min(apart, best.cost)
	}
	if !p.CanFuseAxes() {
		return best, ok
	}
	if all := fusedAxes(lines, p.Points(), count, l, maxFusionsCompared, apart); len(all) > 0 && (!ok || all[0].cost < best.cost) {
		best, ok = all[0], true
	}
	return best, ok
}

// What counts where arrays are few and small, on an H200: starting a pass and letting it drain takes 1.9 us, here in points that take a trip through memory; and a
// workgroup has one multiprocessor, whatever the others do.
const (
	dispatchPoints  = 1.9e-6 * (1 << 30) / 0.251e-3 / (2 * ElementBytes)
	multiprocessors = 132
)

// idle is how many times as long kernels take because too few workgroups are there for all multiprocessors, for so many points in all.
func idleFactor(kernels []wgsl.Kernel, points int) float64 {
	most := 1.0
	for _, k := range kernels {
		groups := max(1, points/(k.N()*k.TransformsPerGroup))
		most = max(most, multiprocessors/float64(groups))
	}
	return most
}

// A chosen is kernels with their cost: trips through memory times points.
type choice struct {
	kernels []wgsl.Kernel
	cost    float64
}

// single chooses the kernels of one line of a batch of so many: for one of few points a measured favourite where there is one, else the
// variant the cost model likes best; for a longer one the passes of the four-step method. Where a prime factor has no butterfly, that is with
// a Rader stage, if there can be one, or Bluestein's convolution, whichever costs less.
func chooseAxis(line Axis, batch int, l wgsl.Limits) (choice, bool) {
	n := line.N
	batch = min(batch, maxChoiceBatch)
	if line.InnerExtent == 1 && n <= Capacity(l) {
		if k, ok := line.measuredKernel(batch, l); ok && line.withRealOps(k).Check(l) == nil && batch >= k.TransformsPerGroup {
			return choice{[]wgsl.Kernel{k}, line.cost(k)}, true
		}
	}
	best, ok := chooseDirect(line, batch, l)
	if LargestPrime(n) > MaxPrime {
		if c, there := chooseBluestein(line, batch, l); there && (!ok || c.cost < best.cost) {
			best, ok = c, true
		}
	}
	return best, ok
}

// straight chooses the kernels of a line that is no convolution as a whole: one, or as many as it takes.
func chooseDirect(line Axis, batch int, l wgsl.Limits) (choice, bool) {
	n := line.N
	var best choice
	ok := false
	switch {
	case n == 1 && line.InnerExtent > 1:
		return choice{[]wgsl.Kernel{{ElementsPerThread: 1, TransformsPerGroup: min(64, l.Invocations)}}, 1}, true
	case n > Capacity(l):
	case line.InnerExtent == 1:
		if ranked := line.ranked(batch, l); len(ranked) > 0 {
			return choice{ranked[:1], line.cost(ranked[0])}, true
		}
	default:
		if f, there := measuredPassOf(Columns, n, line.columns, l); there && !line.needsMirror() {
			best, ok = choice{[]wgsl.Kernel{f.kernel}, f.trips * float64(n)}, true
		} else if ks := line.columnKernels(l); len(ks) > 0 {
			best, ok = choice{ks[:1], line.cost(ks[0])}, true
		}
		if ok && n <= maxFactor {
			return best, ok
		}
	}
	for _, c := range line.inPasses(l) {
		if !ok || c.cost < 0.97*best.cost { // Stockham's order needs the least scratch
			best, ok = c, true
		}
	}
	return best, ok
}

// hopeless is how much dearer than the cheapest, before their ends are, ways in several passes are whose ends are not looked at to choose.
const pruneFactor = 1.25

// inPasses returns the ways to do a line in several passes, in Stockham's order and in the transposed one. Their costs
// are those of the passes as they end, except hopeless ones.
func (l Axis) inPasses(limits wgsl.Limits) []choice {
	var all []choice
	if l.hasMirrorRows() { // whole rows go with those opposite
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

// shortlist is how many variants get a layout of their own before the last comparison, and planesShortlist how many of several axes.
const (
	shortlist          = 48
	multiAxisShortlist = 8
)

// Ranked returns the best variants for n points by the cost model, the cheapest first, each with the layout that
// suits it.
func Ranked(n, batch int, l wgsl.Limits) []wgsl.Kernel { return ranked(Variants(n, batch, l), l) }

// ranked returns the best of variants.
func ranked(all []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	most := shortlist
	if len(all) > 0 && !all[0].IsOneAxis() {
		most = multiAxisShortlist
	}
	all = cheapest(all, roughCost, most)
	setLayouts(all, l)
	return cheapest(withDigitLayouts(all, l), func(k wgsl.Kernel) float64 { return ReferenceModel.Cost(FullFeatures(k)) }, shortlist)
}

// roughly is the cost of a kernel without a look at addresses: of one of several axes in a cube, if it can be in one, for in rounds it takes up to twice as long otherwise
// (128x128 points 0.65 ms, 0.34 in a cube); with both components in rounds, of which the model knows nothing, as one with one component that takes as much memory.
func roughCost(k wgsl.Kernel) float64 {
	if !k.IsOneAxis() {
		k = asSplitExchange(k)
		if k.HasDigitLayout() {
			k.Layout = wgsl.Layout{Kind: wgsl.Digits}
		}
	}
	return ReferenceModel.Cost(RoughFeatures(k))
}

// cheapest returns the most kernels of least cost in rising order.
func cheapest(ks []wgsl.Kernel, cost func(wgsl.Kernel) float64, most int) []wgsl.Kernel {
	costs, order := make([]float64, len(ks)), make([]int, len(ks))
	run := cacheRun
	if len(ks) <= shortlist { // which are looked at closely
		run = 1
	}
	forEach(len(ks), run, func(i int) { costs[i], order[i] = cost(ks[i]), i })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	best := make([]wgsl.Kernel, min(most, len(ks)))
	for i := range best {
		best[i] = ks[order[i]]
	}
	return best
}

// layOut gives kernels the layouts that suit them.
func setLayouts(ks []wgsl.Kernel, l wgsl.Limits) {
	forEach(len(ks), 1, func(i int) { ks[i].Layout = BestLayout(ks[i], l) })
}
