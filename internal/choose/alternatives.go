package choose

import (
	"cmp"
	"math"
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// An Alternative is another choice of kernels for a problem.
type Alternative struct {
	Axes  []plan.AxisChoice
	Trips float64 // predicted time in units of one pass of the whole array over memory
}

// maxPerAlgorithm is the number of one-pass kernels that Alternatives lists for one axis.
const maxPerAlgorithm = 3

// Alternatives lists choices of kernels for a problem, the cheapest by the model first. For each
// part of the result of Kernels it lists the other algorithms and the next kernels. For convolutions in
// several passes it lists other lengths and splits, and for several axes other fusions. Its
// result is among them, but need not be first: measured kernels come before the model.
func Alternatives(p plan.Problem, l wgsl.Limits) ([]Alternative, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	p, l = p.AsSingle(l)
	axes, count := p.OrderedAxes(l), min(p.Count(), plan.MaxChoiceBatch)
	ways := make([][]choice, len(axes))
	for i, axis := range axes {
		axis := Finder{axis}
		ways[i] = axisChoices(axis, axis.SharedBatch(count), l)
		for j := range ways[i] {
			c := &ways[i][j]
			c.AxisChoice, c.FirstAxis = axis.withPairPass(c.AxisChoice, l), i
			c.cost *= float64(axis.Transforms(1))
		}
		if len(ways[i]) == 0 {
			_, err := Kernels(p, l) // returns the reason
			return nil, err
		}
	}
	var all []Alternative
	add := func(parts []choice) {
		axes, cost := joined(parts)
		a := Alternative{axes, cost / float64(p.Points())}
		if !slices.ContainsFunc(all, func(b Alternative) bool { return plan.IsSameChoice(a.Axes, b.Axes) }) {
			all = append(all, a)
		}
	}
	for together := range len(axes) + 1 {
		parts := [][]choice{fusedChoices(p, axes[:together], count, l)}
		if together > 0 && len(parts[0]) == 0 {
			continue
		}
		if together == 0 {
			parts = nil
		}
		parts = append(parts, ways[together:]...)
		best := make([]choice, len(parts))
		for i := range parts {
			best[i] = parts[i][0]
		}
		add(best)
		for i := range parts {
			for _, c := range parts[i][1:] {
				other := slices.Clone(best)
				other[i] = c
				add(other)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Alternative) int { return cmp.Compare(a.Trips, b.Trips) })
	return all, nil
}

// axisChoices returns choices for one axis. The first is the choice of Kernels.
func axisChoices(axis Finder, batch int, l wgsl.Limits) []choice {
	var all []choice
	add := func(c choice, ok bool) {
		if ok {
			all = appendNew(all, c)
		}
	}
	within := usualPasses
	for _, within = range passRanges {
		if add(chooseAxisWithin(axis, batch, l, within)); len(all) > 0 {
			break
		}
	}
	if axis.N > 1 {
		if axis.N <= axis.Capacity(l) {
			var ks []wgsl.Kernel
			if axis.InnerExtent == 1 {
				ks = axis.ranked(batch, l).all()
			} else {
				ks = axis.columnKernels(l, within.budget).all()
			}
			for _, k := range ks[:min(maxPerAlgorithm, len(ks))] {
				add(newChoice(axis.cost(k, l), k), true)
			}
		}
		for _, c := range axis.inPasses(l, within) {
			add(c, true)
		}
		if plan.LargestPrime(axis.N) > plan.MaxPrime {
			for _, c := range bluesteinChoices(axis, batch, l, within) {
				add(c, true)
			}
		}
	}
	return all
}

// appendNew appends a choice to all unless all has it already.
func appendNew(all []choice, c choice) []choice {
	if slices.ContainsFunc(all, func(d choice) bool { return c.IsSame(d.AxisChoice) }) {
		return all
	}
	return append(all, c)
}

// fusedChoices returns choices for axes that are done together. The first is the choice of Kernels.
func fusedChoices(p plan.Problem, axes []plan.Axis, count int, l wgsl.Limits) []choice {
	var all []choice
	if len(axes) == 0 {
		return nil
	}
	points := p.Points()
	if best, ok := chooseFused(p, axes, count, l, math.Inf(1)); ok {
		all = append(all, best)
	}
	ranked, _ := fusedKernels(axes, points, count, l)
	for i := range maxPerAlgorithm {
		if k, cost, ok := ranked.at(i); ok {
			c := newChoice(cost*float64(points), k)
			c.AxisCount = len(axes)
			all = appendNew(all, c)
		}
	}
	if p.CanFuseAxes() {
		for _, c := range fusedAxes(axes, points, count, l, maxFusedFactor, math.Inf(1)) {
			all = appendNew(all, c)
		}
	}
	return all
}
