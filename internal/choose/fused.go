package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// radicesPerAxis bounds the number of radix lists of each axis that are combined with the lists of
// the other axes.
const radicesPerAxis = 3

// chooseOnePass chooses a kernel that does neighboring axes in one pass, in a batch of count arrays
// of the given points. It returns false if a workgroup cannot hold the axes, or an axis has a large
// prime factor.
func chooseOnePass(axes []plan.Axis, points, count int, l wgsl.Limits) (choice, bool) {
	ranked, batch := fusedKernels(axes, points, count, l)
	k, cost, ok := ranked.at(0)
	if !ok {
		return choice{}, false
	}
	best := newChoice(cost*float64(points), k)
	// Vector-radix and measured kernels replace the model's choice: measurements found them as fast
	// or faster.
	if k, cost, ok := rankedVectorRadix(axes, batch, l).at(0); ok {
		best = newChoice(min(best.cost, cost*float64(points)), k)
	}
	if k, ok := measuredArray(measured().arrays, axes, batch, l); ok {
		best.Kernels = []wgsl.Kernel{k}
	}
	best.AxisCount = len(axes)
	return best, true
}

// FusedPoints returns the number of points of a kernel that does the axes together, and 0 if there
// is no such kernel.
func FusedPoints(axes []plan.Axis, l wgsl.Limits) int {
	n := axes[0].InnerExtent
	for _, axis := range axes {
		if axis.Kind != plan.C2C || axis.InnerExtent != n || plan.LargestPrime(axis.N) > plan.MaxPrime {
			return 0
		}
		if n *= axis.N; n > plan.OnePassPoints(l) {
			return 0
		}
	}
	if len(axes) > 3 || len(axes) == 1 && n == axes[0].N {
		return 0
	}
	return n
}

// fusedKernels returns the ranking of kernels that do the axes together, and the number of their transforms in
// the batch.
func fusedKernels(axes []plan.Axis, points, count int, l wgsl.Limits) (all *ranking, batch int) {
	n := FusedPoints(axes, l)
	if n == 0 {
		return &ranking{}, 0
	}
	var candidates []candidate
	batch = min(points/n*count, plan.MaxChoiceBatch)
	for _, body := range append(CombinedStages(axes, OneStage(l)), SplitLastAxis(axes, l)...) {
		candidates = appendThreadings(candidates, body, batch, l)
	}
	return ranked(candidates, l), batch
}

// SplitLastAxis returns kernels with two stages instead of one for the last axis. The last stage
// then stores runs, not points that lie far apart.
func SplitLastAxis(axes []plan.Axis, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	usual := CombinedStages(axes, OneStage(l))
	for _, body := range usual {
		for _, body.Stages.Radices = range TwoStages(l)(axes[0].N) {
			if !slices.Contains(usual, body) && !slices.Contains(all, body) {
				all = append(all, body)
			}
		}
	}
	return all
}

// OneStage returns the function that returns radix lists of n with the fewest stages.
func OneStage(l wgsl.Limits) func(n int) []wgsl.Radices {
	return func(n int) []wgsl.Radices { return fewestStages(chains(n, plan.MaxThreadElements, 1, l)) }
}

// TwoStages returns the function that returns radix lists of at least two stages if n has any, and
// lists of one stage otherwise.
func TwoStages(l wgsl.Limits) func(n int) []wgsl.Radices {
	return func(n int) []wgsl.Radices {
		all := chains(n, plan.MaxThreadElements, 2, l)
		several := slices.DeleteFunc(slices.Clone(all), func(c wgsl.Radices) bool { return len(c.List()) < 2 })
		if len(several) > 0 {
			return fewestStages(several)
		}
		return fewestStages(all)
	}
}

// CombinedStages returns kernels that have only stages: every combination of one radix list for
// each axis.
func CombinedStages(axes []plan.Axis, chains func(n int) []wgsl.Radices) []wgsl.Kernel {
	bodies := []wgsl.Kernel{{}}
	if axes[0].InnerExtent > 1 {
		bodies[0].Stages.InnerExtent = axes[0].InnerExtent
	}
	for i, axis := range axes {
		var more []wgsl.Kernel
		for _, body := range bodies {
			for _, chain := range chains(axis.N) {
				if i == 0 {
					body.Stages.Radices = chain
				} else {
					body.Stages.Outer[i-1] = chain
				}
				more = append(more, body)
			}
		}
		bodies = more
	}
	return bodies
}

// fewestStages returns some of the radix lists: those with the fewest stages and the smallest
// largest radix.
func fewestStages(chains []wgsl.Radices) []wgsl.Radices {
	stages := wgsl.MaxStages
	for _, c := range chains {
		stages = min(stages, len(c.List()))
	}
	var all []wgsl.Radices
	for most := 2; most <= plan.MaxThreadElements && len(all) < radicesPerAxis; most++ {
		for _, c := range chains {
			largest := 0
			for _, r := range c.List() {
				largest = max(largest, r)
			}
			if len(c.List()) == stages && largest == most {
				all = append(all, c)
			}
		}
	}
	return all
}
