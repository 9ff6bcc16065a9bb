package plan

import (
	"slices"

	"wgfft/wgsl"
)

// A three-axis fusion needs two passes. The first does rows with the first factor of the columns.
// The second does the rest of the columns together with the third axis, for several neighboring
// columns. 256 x 256 x 256 points take a pass of 32 x 256 points and a pass of 256 x 8 points
// across.

// minColumnsAcross is the smallest number of neighboring columns in a workgroup of the second pass.
// They fill half a memory line.
const minColumnsAcross = 8

// threeAxisFusions returns the fusions of three axes whose kernels fit into a workgroup, by rising
// first factor.
func threeAxisFusions(axes []Axis, l wgsl.Limits) []axisFusion {
	var all []axisFusion
	for r := 2; len(axes) == 3 && r <= axes[1].N/2; r++ {
		s := axisFusion{rows: axes[0], columns: axes[1], r: r, beyond: axes[2]}
		fits := r*s.rows.N <= Capacity(l) && s.columns.N/r*s.beyond.N*minColumnsAcross <= Capacity(l)
		largest := max(LargestPrime(s.rows.N), LargestPrime(s.columns.N), LargestPrime(s.beyond.N))
		if s.isValid() && s.hasThirdAxis() && fits && largest <= MaxPrime {
			all = append(all, s)
		}
	}
	return all
}

// threeAxisFirsts returns the placed kernels for rows and a first factor of one or several stages.
func (s fusionFinder) threeAxisFirsts(points, count int, l wgsl.Limits) []wgsl.Kernel {
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

// threeAxisRests returns the placed kernels for the rest of the columns with the third axis.
func (s fusionFinder) threeAxisRests(l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, body := range combinedStages([]Axis{{N: s.columns.N / s.r, InnerExtent: 1}, {N: s.beyond.N}}, oneStage) {
		all = append(all, columnThreadings(body, s.rest(), l, false, defaultBudget)...)
	}
	return slices.DeleteFunc(all, func(k wgsl.Kernel) bool { return k.TransformsPerGroup < minColumnsAcross })
}

// roughColumnCost predicts the cost of column kernels without looking at addresses.
func roughColumnCost(k wgsl.Kernel) float64 { return roughCost(k) + partialLineCost(k) }

// rankedColumns returns the best column kernels of several axes, the cheapest first, each with its
// best layout.
func rankedColumns(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	ks = cheapest(ks, roughColumnCost, multiAxisShortlist)
	setLayouts(ks, l)
	ks = withDigitLayouts(ks, l)
	return cheapest(ks, func(k wgsl.Kernel) float64 { return correctedCost(FullFeatures(k)) }, shortlist)
}
