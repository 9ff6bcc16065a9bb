package choose

import (
	"math"
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// maxBluesteinWays is the largest number of convolutions that are listed for an axis. They have at
// least minBluesteinLengths different lengths. maxSplitsOfLonger is the number of splits compared
// for lengths beyond the lengths of bluesteinLengths.
const (
	maxBluesteinWays    = 8
	minBluesteinLengths = 4
	maxSplitsOfLonger   = 4
)

// bluesteinChoices returns ways to compute the convolution of an axis. The first is the result of
// chooseBluestein. If it takes several passes, the cheapest others of various lengths and splits
// follow.
func bluesteinChoices(axis Finder, batch int, l wgsl.Limits, in passRange) []choice {
	least := 2*axis.N - 1
	prices := newPassCosts(l, in)
	lengths := bluesteinLengths(least, plan.OnePassPoints(l))
	ways := bluesteinWays(axis, batch, lengths, math.MaxInt, prices)
	if least > plan.OnePassPoints(l) {
		ways = append(ways, bluesteinWays(axis, batch, longerLengths(lengths), maxSplitsOfLonger, prices)...)
	}
	slices.SortStableFunc(ways, compareCosts)
	first := slices.IndexFunc(ways, func(c bluesteinWay) bool { return slices.Contains(lengths, c.m) })
	if first < 0 {
		return nil
	}
	best := ways[first]
	ways = slices.Insert(slices.Delete(ways, first, first+1), 0, best)
	if best.onePass.Kernels != nil {
		ways = ways[:1]
	}
	var all []choice
	for _, c := range varied(ways) {
		all = append(all, c.choice(axis.InnerExtent, l))
	}
	return all
}

// longerLengths returns smooth lengths above lengths[0], the power of two, until there are
// minBluesteinLengths in all.
func longerLengths(lengths []int) []int {
	var all []int
	for m := lengths[0] + longLengthStep; len(lengths)+len(all) < minBluesteinLengths; m += longLengthStep {
		if plan.LargestPrime(m) <= LongLengthPrime {
			all = append(all, m)
		}
	}
	return all
}

// varied returns the first way of each of several lengths, and the first others up to
// maxBluesteinWays, in their order.
func varied(ways []bluesteinWay) []bluesteinWay {
	first, seen := map[int]bool{}, map[int]bool{}
	for i, c := range ways {
		if !seen[c.m] && len(seen) < minBluesteinLengths {
			seen[c.m], first[i] = true, true
		}
	}
	others := maxBluesteinWays - len(first)
	var some []bluesteinWay
	for i, c := range ways {
		if !first[i] {
			if others == 0 {
				continue
			}
			others--
		}
		some = append(some, c)
	}
	return some
}
