package plan

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Bounds of the search for the cheapest length, so that it takes some tens of milliseconds at most.
const (
	maxSmoothPrime    = 13 // largest prime factor of what is compared
	maxOnePassLengths = 24 // lengths of one pass that are compared, beside those of measured kernels
	maxLongLengths    = 16 // longer ones
	maxSplitsCompared = 2  // splits of each of those
)

// Cheapest returns the length from n to the next power of two whose transforms, in a large batch, cost least on a device of the
// given limits: what may be filled up with zeros is best filled up to it. It compares, by the costs that Choose goes by, the power of two,
// lengths that a kernel was measured for, n itself, and the nearest lengths whose prime factors are at most 13. A length with a prime factor above 31 is none of
// them, for its errors are larger, as those of a convolution are. Where there is no
// transform it returns 1 (n < 1) or n (n > MostPoints).
func Cheapest(n int, l wgsl.Limits) int {
	if n < 2 {
		return 1
	}
	if n > MaxPoints {
		return n
	}
	power := 1 << bits.Len(uint(n-1))
	if power == n {
		return n
	}
	prices, kernels := passCosts{l: l, known: map[costKey]choice{}}, measuredLengths(n, power, l)
	best, least := power, math.Inf(1)
	look := func(m int) {
		bound, cost := least/float64(m), 0.0
		k, known := kernels[m]
		switch {
		case bound <= 1: // no kernel takes less than one trip
			return
		case known:
			cost = ReferenceModel.Cost(FullFeatures(k))
		case m <= Capacity(l):
			cost = onePassCost(m, bound, l)
		default:
			cost = splitCost(m, &prices)
		}
		if cost < bound || cost == bound && m < best {
			best, least = m, cost*float64(m)
		}
	}
	for _, m := range slices.Sorted(maps.Keys(kernels)) {
		look(m)
	}
	look(power)
	if LargestPrime(n) <= MaxPrime {
		look(n)
	}
	most := maxOnePassLengths
	if n > Capacity(l) {
		most = maxLongLengths
	}
	for m, count := n+1, 0; m < power && count < most && float64(m) < least; m++ {
		if _, known := kernels[m]; !known && LargestPrime(m) <= maxSmoothPrime {
			count++
			look(m)
		}
	}
	return best
}

// favouriteLengths are the favourites of lengths from n to most that fit and have no prime factor above 31.
func measuredLengths(n, most int, l wgsl.Limits) map[int]wgsl.Kernel {
	all := map[int]wgsl.Kernel{}
	for _, name := range measuredRows {
		if k, err := wgsl.ParseKernel(name); err == nil && k.N() >= n && k.N() <= min(most, Capacity(l)) && LargestPrime(k.N()) <= MaxPrime && k.Check(l) == nil {
			all[k.N()] = k
		}
	}
	return all
}

// onePassCost is about the cost per point of a length that a workgroup holds: of the kernels that look cheapest, of a few chains if there are many.
// Where they look dearer than a bound it does not look closer.
func onePassCost(n int, bound float64, l wgsl.Limits) float64 {
	all := chains(n, maxAlone, 2)
	if n > 1024 {
		all = fewestStages(all)
	}
	paths := map[wgsl.Path][]wgsl.Kernel{} // what a path costs is not known before one looks
	for _, chain := range all {
		for _, k := range threadings(wgsl.Kernel{Radices: chain}, maxChoiceBatch, l) {
			paths[k.Load.Path] = append(paths[k.Load.Path], k)
		}
	}
	least := math.Inf(1)
	for _, path := range []wgsl.Path{wgsl.Staged, wgsl.Direct} {
		for _, k := range cheapest(paths[path], func(k wgsl.Kernel) float64 { return ReferenceModel.Cost(RoughFeatures(k)) }, 4) {
			if ReferenceModel.Cost(RoughFeatures(k)) < min(least, bound) {
				k.Layout = BestLayout(k, l)
				least = min(least, ReferenceModel.Cost(FullFeatures(k)))
			}
		}
	}
	return least
}

// splitCost is about the cost per point of a length of several passes, as few as can be: of its most even splits.
func splitCost(n int, prices *passCosts) float64 {
	least := math.Inf(1)
	for passes := 2; passes <= maxPasses && math.IsInf(least, 1); passes++ {
		all := splits(n, min(maxFactor, Capacity(prices.l)), passes)
		slices.SortStableFunc(all, func(a, b []int) int { return cmp.Compare(slices.Max(a), slices.Max(b)) })
		for _, factors := range all[:min(maxSplitsCompared, len(all))] {
			cost := 0.0
			for _, p := range hier.Passes(factors, 1, false) {
				c, ok := prices.of(costKey{p.R, passKindOf(p)}, p.Kernel)
				if !ok {
					cost = math.Inf(1)
				}
				cost += c.cost
			}
			least = min(least, cost)
		}
	}
	return least
}
