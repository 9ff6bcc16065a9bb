package plan

import (
	"cmp"
	"math"
	"slices"

	"wgfft/wgsl"
)

// An Alternative is a choice that might have been made.
type Alternative struct {
	Kernels []wgsl.Kernel
	Trips   float64 // times all points of the array go to memory and back, by the model
}

// eachWay is how many kernels of one pass are listed beside each other.
const maxPerAlgorithm = 3

// Alternatives lists choices for a problem, the cheapest by the model first: for each part of what Choose has chosen the other algorithms and the next
// kernels, of a convolution in several passes other lengths and splits, and other lines together in one pass. The choice itself is among them; it need not be the first, for measured favourites come before the model.
func Alternatives(p Problem, l wgsl.Limits) ([]Alternative, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	lines, count := p.axes(l), min(p.Count(), maxChoiceBatch)
	ways := make([][]choice, len(lines))
	for i, line := range lines {
		ways[i] = axisChoices(line, line.sharedBatch(count), l)
		for j := range ways[i] {
			ways[i][j].kernels = line.withPairPass(ways[i][j].kernels, l)
			ways[i][j].cost *= float64(line.transforms(1))
		}
		if len(ways[i]) == 0 {
			_, err := Choose(p, l) // says why
			return nil, err
		}
	}
	var all []Alternative
	add := func(parts []choice) {
		a := Alternative{}
		for _, c := range parts {
			a.Kernels, a.Trips = append(a.Kernels, c.kernels...), a.Trips+c.cost/float64(p.Points())
		}
		if !slices.ContainsFunc(all, func(b Alternative) bool { return slices.Equal(a.Kernels, b.Kernels) }) {
			all = append(all, a)
		}
	}
	for together := range len(lines) + 1 {
		parts := [][]choice{fusedChoices(p, lines[:together], count, l)}
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

// waysOf are ways to do one line, that which Choose takes first.
func axisChoices(line Axis, batch int, l wgsl.Limits) []choice {
	var all []choice
	add := func(c choice, ok bool) {
		if ok && !slices.ContainsFunc(all, func(d choice) bool { return slices.Equal(c.kernels, d.kernels) }) {
			all = append(all, c)
		}
	}
	add(chooseAxis(line, batch, l))
	if line.N > 1 {
		if line.N <= Capacity(l) {
			var ks []wgsl.Kernel
			if line.InnerExtent == 1 {
				ks = line.ranked(batch, l)
			} else {
				ks = line.columnKernels(l)
			}
			for _, k := range ks[:min(maxPerAlgorithm, len(ks))] {
				add(choice{[]wgsl.Kernel{k}, line.cost(k)}, true)
			}
		}
		for _, c := range line.inPasses(l) {
			add(c, true)
		}
		if LargestPrime(line.N) > MaxPrime {
			for _, c := range bluesteinChoices(line, batch, l) {
				add(c, true)
			}
		}
	}
	return all
}

// togetherWays are ways to do lines together, that which Choose takes first.
func fusedChoices(p Problem, lines []Axis, count int, l wgsl.Limits) []choice {
	var all []choice
	if len(lines) == 0 {
		return nil
	}
	points := p.Points()
	if best, ok := chooseFused(p, lines, count, l, math.Inf(1)); ok {
		all = append(all, best)
	}
	add := func(c choice) {
		if !slices.ContainsFunc(all, func(d choice) bool { return slices.Equal(c.kernels, d.kernels) }) {
			all = append(all, c)
		}
	}
	ranked, _ := fusedKernels(lines, points, count, l)
	for _, k := range ranked[:min(maxPerAlgorithm, len(ranked))] {
		add(choice{[]wgsl.Kernel{k}, ReferenceModel.Cost(FullFeatures(k)) * float64(points)})
	}
	if p.CanFuseAxes() {
		for _, c := range fusedAxes(lines, points, count, l, maxFusedFactor, math.Inf(1)) {
			add(c)
		}
	}
	return all
}
