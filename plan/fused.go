package plan

import (
	"slices"

	"wgfft/wgsl"
)

// chainsPerAxis is how many chains of each axis are combined with those of the others.
const radicesPerAxis = 3

// fused chooses a kernel that does lines together in one pass, of so many points in all and a batch of so many arrays: what a workgroup
// holds, of axes that are neighbours, smooth all of them.
func chooseOnePass(lines []Axis, points, count int, l wgsl.Limits) (choice, bool) {
	ranked, batch := fusedKernels(lines, points, count, l)
	if len(ranked) == 0 {
		return choice{}, false
	}
	best := choice{ranked[:1], ReferenceModel.Cost(FullFeatures(ranked[0])) * float64(points)}
	// As fast at least as the model's choice, beside which they were measured.
	if pairs := rankedVectorRadix(lines, batch, l); len(pairs) > 0 {
		best.kernels = pairs[:1]
	}
	if k, ok := measuredArray(lines, batch, l); ok {
		best.kernels = []wgsl.Kernel{k}
	}
	return best, true
}

// fusable is how many points a kernel of lines together has, 0 if there can be none.
func fusedPoints(lines []Axis, l wgsl.Limits) int {
	n := lines[0].InnerExtent
	for _, line := range lines {
		if line.Kind != C2C || line.InnerExtent != n || LargestPrime(line.N) > MaxPrime {
			return 0
		}
		if n *= line.N; n > Capacity(l) {
			return 0
		}
	}
	if len(lines) > 3 || len(lines) == 1 && n == lines[0].N {
		return 0
	}
	return n
}

// fusedKernels are those of lines together, the cheapest first, and how many of its transforms the batch has.
func fusedKernels(lines []Axis, points, count int, l wgsl.Limits) (kernels []wgsl.Kernel, batch int) {
	n := fusedPoints(lines, l)
	if n == 0 {
		return nil, 0
	}
	batch = min(points/n*count, maxChoiceBatch)
	for _, body := range append(combinedStages(lines, oneStage), splitLastAxis(lines)...) {
		kernels = append(kernels, threadings(body, batch, l)...)
	}
	return ranked(kernels, l), batch
}

// lastInTwo returns kernels that have the stages that kernels of several axes usually have, but two of the last axis: the last of them stores runs, not points far apart.
func splitLastAxis(lines []Axis) []wgsl.Kernel {
	var all []wgsl.Kernel
	usual := combinedStages(lines, oneStage)
	for _, body := range usual {
		for _, body.Radices = range twoStages(lines[0].N) {
			if !slices.Contains(usual, body) && !slices.Contains(all, body) {
				all = append(all, body)
			}
		}
	}
	return all
}

// oneStage returns the chains that kernels of several axes usually have: those of the fewest stages.
func oneStage(n int) []wgsl.Radices { return fewestStages(chains(n, maxPoints, 1)) }

// twoStages returns chains of at least two stages if n has any, and chains of one stage otherwise.
func twoStages(n int) []wgsl.Radices {
	all := chains(n, maxPoints, 2)
	several := slices.DeleteFunc(slices.Clone(all), func(c wgsl.Radices) bool { return len(c.List()) < 2 })
	if len(several) > 0 {
		return fewestStages(several)
	}
	return fewestStages(all)
}

// combined returns kernels that have the stages of lines and nothing else yet: each chain of one line with each of the others.
func combinedStages(lines []Axis, chains func(n int) []wgsl.Radices) []wgsl.Kernel {
	bodies := []wgsl.Kernel{{}}
	if lines[0].InnerExtent > 1 {
		bodies[0].InnerExtent = lines[0].InnerExtent
	}
	for i, line := range lines {
		var more []wgsl.Kernel
		for _, body := range bodies {
			for _, chain := range chains(line.N) {
				if i == 0 {
					body.Radices = chain
				} else {
					body.OuterRadices[i-1] = chain
				}
				more = append(more, body)
			}
		}
		bodies = more
	}
	return bodies
}

// few are some of the chains: those of the fewest stages whose largest radix is smallest.
func fewestStages(chains []wgsl.Radices) []wgsl.Radices {
	stages := wgsl.MaxStages
	for _, c := range chains {
		stages = min(stages, len(c.List()))
	}
	var all []wgsl.Radices
	for most := 2; most <= maxPoints && len(all) < radicesPerAxis; most++ {
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
