package choose

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Bounds of the search for the cheapest length. They keep it at some tens of milliseconds.
const (
	maxSmoothPrime    = 13 // largest prime factor of the lengths compared
	maxOnePassLengths = 24 // number of one-pass lengths compared, apart from measured ones
	maxLongLengths    = 16 // number of longer lengths compared
	onePassShortlist  = 4  // number of kernels compared by full features, for each length and path
	maxSplitsCompared = 2  // number of splits compared for each longer length
)

// CheapestLength returns the best length for padding n points with zeros. It is the length from n to
// the next power of two with the least cost in a large batch, on a device with the given limits.
//
// CheapestLength compares n, the power of two, measured lengths, and the next lengths with prime factors
// up to 13. It takes no length with a prime factor above 31, because Rader and Bluestein transforms
// have larger errors. It returns 1 if n < 1, and n if n > MaxPoints.
func CheapestLength(n int, l wgsl.Limits) int {
	if n < 2 {
		return 1
	}
	if n > plan.MaxPoints {
		return n
	}
	power := 1 << bits.Len(uint(n-1))
	if power == n {
		return n
	}
	costs, kernels := newPassCosts(l, usualPasses), measuredLengths(n, power, l)
	best, least := power, math.Inf(1)
	look := func(m int) {
		bound, cost := least/float64(m), 0.0
		k, known := kernels[m]
		switch { // no kernel takes less time than one pass
		case bound <= 1: // no kernel takes less time than one pass
			return
		case known:
			cost = ModelOf(l).FullCost(k)
		case m <= plan.OnePassPoints(l):
			cost = onePassCost(m, bound, l)
		default:
			cost = splitCost(m, costs)
		}
		if cost < bound || cost == bound && m < best {
			best, least = m, cost*float64(m)
		}
	}
	for _, m := range slices.Sorted(maps.Keys(kernels)) {
		look(m)
	}
	look(power)
	if plan.LargestPrime(n) <= plan.MaxPrime {
		look(n)
	}
	most := maxOnePassLengths
	if n > plan.OnePassPoints(l) {
		most = maxLongLengths
	}
	for m, count := n+1, 0; m < power && count < most && float64(m) < least; m++ {
		if _, known := kernels[m]; !known && plan.LargestPrime(m) <= maxSmoothPrime {
			count++
			look(m)
		}
	}
	return best
}

// measuredLengths returns the measured row kernels with n to most points that fit the limits and
// have no prime factor above 31.
func measuredLengths(n, most int, l wgsl.Limits) map[int]wgsl.Kernel {
	all := map[int]wgsl.Kernel{}
	for m, kernel := range measured().rows {
		if m < n || m > min(most, plan.OnePassPoints(l)) || plan.LargestPrime(m) > plan.MaxPrime {
			continue
		}
		if k := kernel(); k.Check(l) == nil && !isRuledOut(k, l) {
			all[m] = k
		}
	}
	return all
}

// onePassCost returns the approximate cost per point of a length that fits into a workgroup. It
// computes all features only for kernels with a low rough cost that is below the bound.
func onePassCost(n int, bound float64, l wgsl.Limits) float64 {
	all := chains(n, plan.MaxAloneElements, 2, l)
	if n > 1024 {
		all = fewestStages(all)
	}
	var candidates []candidate
	for _, chain := range all {
		body := wgsl.Kernel{Stages: wgsl.Stages{Radices: chain}}
		candidates = appendThreadings(candidates, body, plan.MaxChoiceBatch, l)
	}
	least, model := math.Inf(1), ModelOf(l)
	candidates = withRoughCosts(candidates, model)
	for _, path := range []wgsl.Path{wgsl.Staged, wgsl.Direct} { // the rough cost does not include the path's
		of := keepThreadings(candidates, func(t *threading) bool { return t.kernel().Load.Path == path })
		for _, c := range cheapestCandidates(of, l, onePassShortlist) {
			if k := c.compared(); c.cost < min(least, bound) {
				least = min(least, model.Cost(inBestLayout(k, l)))
				if digits, ok := WithDigitLayout(k, l); ok {
					least = min(least, model.FullCost(digits))
				}
			}
		}
	}
	return least
}

// splitCost returns the approximate cost per point of a length in the fewest possible passes. It
// compares the most even splits.
func splitCost(n int, costs *passCosts) float64 {
	least := math.Inf(1)
	for passes := 2; passes <= costs.in.maxPasses && math.IsInf(least, 1); passes++ {
		all := costs.splits(n, passes)
		slices.SortStableFunc(all, func(a, b []int) int { return cmp.Compare(slices.Max(a), slices.Max(b)) })
		for _, factors := range all[:min(maxSplitsCompared, len(all))] {
			cost := 0.0
			for _, p := range hier.Passes(factors, 1, false) {
				c, ok := costs.of(costKey{p.R, passKindOf(p)}, p.Kernel)
				if !ok {
					cost = math.Inf(1)
				}
				cost += c
			}
			least = min(least, cost)
		}
	}
	return least
}
