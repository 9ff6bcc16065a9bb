package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Three axes take two passes where a straddle reaches the third: rows with the first factor of the columns, and then what is left of the columns together with the
// transforms of the axis beyond them. A workgroup holds both, for as many neighbouring columns as fill half a line of memory at least: 256 x 256 x 256 points are 32 x 256 points
// and then, across, 256 x 8.
//
// On an NVIDIA H200, beside three passes in the same run, 256 x 256 x 256 points took 0.638 ms so (0.784), 128 x 128 x 128 points 0.541 (0.609 in two passes, of planes and of columns). With
// 4 columns side by side 256 x 256 x 256 points took 0.86 ms at best, and 512 x 512 x 256, for which there is no room for more, 1.11 (0.885).

// fewestAcross is the fewest columns side by side of what goes across two axes.
const minColumnsAcross = 8

// thirdAxes are the straddles of three lines that workgroups have room for, by their first factors.
func threeAxisFusions(lines []Axis, l wgsl.Limits) []axisFusion {
	var all []axisFusion
	for r := 2; len(lines) == 3 && r <= lines[1].N/2; r++ {
		s := axisFusion{rows: lines[0], columns: lines[1], r: r, beyond: lines[2]}
		if s.isValid() && s.hasThirdAxis() && r*s.rows.N <= Capacity(l) && s.columns.N/r*s.beyond.N*minColumnsAcross <= Capacity(l) &&
			max(LargestPrime(s.rows.N), LargestPrime(s.columns.N), LargestPrime(s.beyond.N)) <= MaxPrime {
			all = append(all, s)
		}
	}
	return all
}

// wideHeads are the kernels for rows and a first factor, of one stage or several, each in its place.
func (s axisFusion) threeAxisFirsts(points, count int, l wgsl.Limits) []wgsl.Kernel {
	batch := min(points/(s.rows.N*s.r)*count, maxChoiceBatch)
	var all []wgsl.Kernel
	for _, body := range combinedStages([]Axis{{N: s.rows.N, InnerExtent: 1}, {N: s.r}}, oneStage) {
		for _, k := range threadings(body, batch, l) {
			if k.Load.Path == wgsl.Direct && k.LiveElements() <= maxLiveExchanging {
				all = append(all, s.first(k))
			}
		}
	}
	return all
}

// wideTails are the kernels for the rest of the columns and the line beyond, each in its place.
func (s axisFusion) threeAxisRests(l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, body := range combinedStages([]Axis{{N: s.columns.N / s.r, InnerExtent: 1}, {N: s.beyond.N}}, oneStage) {
		all = append(all, columnThreadings(body, s.rest(), l, false, defaultBudget)...)
	}
	return slices.DeleteFunc(all, func(k wgsl.Kernel) bool { return k.TransformsPerGroup < minColumnsAcross })
}

// roughlyAcross is the cost of columns without a look at addresses.
func roughColumnCost(k wgsl.Kernel) float64 { return roughCost(k) + partialLineCost(k) }

// rankedAcross returns the best of columns of several axes, the cheapest first, each with the layout that suits it.
func rankedColumns(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	ks = cheapest(ks, roughColumnCost, multiAxisShortlist)
	setLayouts(ks, l)
	return cheapest(withDigitLayouts(ks, l), func(k wgsl.Kernel) float64 { return correctedCost(FullFeatures(k)) }, shortlist)
}
