package plan

import (
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// maxBluesteinWays is the largest number of convolutions that are listed for an axis, and
// minBluesteinLengths the number of lengths that they have at least. maxSplitsOfLonger is the
// number of splits compared for lengths beyond those of bluesteinLengths.
const (
	maxBluesteinWays    = 8
	minBluesteinLengths = 4
	maxSplitsOfLonger   = 4
)

// bluesteinChoices returns ways to compute the convolution of an axis: first the one that
// chooseBluestein returns. If it takes several passes, the cheapest others of various lengths and
// splits follow.
func bluesteinChoices(axis Axis, batch int, l wgsl.Limits) []choice {
	least := 2*axis.N - 1
	prices := passCosts{l: l, known: map[costKey]choice{}}
	lengths := bluesteinLengths(least, Capacity(l))
	ways := bluesteinWays(axis, batch, lengths, math.MaxInt, &prices)
	if least > Capacity(l) {
		ways = append(ways, bluesteinWays(axis, batch, longerLengths(lengths), maxSplitsOfLonger, &prices)...)
	}
	slices.SortStableFunc(ways, compareCosts)
	first := slices.IndexFunc(ways, func(c bluesteinWay) bool { return slices.Contains(lengths, c.m) })
	if first < 0 {
		return nil
	}
	best := ways[first]
	ways = slices.Insert(slices.Delete(ways, first, first+1), 0, best)
	if best.onePass.kernels != nil {
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
		if LargestPrime(m) <= longLengthPrime {
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

// ConvolutionPasses returns the kernels of an axis that is a convolution in several passes, and the
// position of each pass. It returns nil if the axis is computed in another way. Composed combines
// such kernels again.
func ConvolutionPasses(p Problem, l wgsl.Limits, axis int, kernels []wgsl.Kernel) ([]wgsl.Kernel, []PassPosition) {
	at := p.axes(l)[axis]
	factors := digitReversedFactors(kernels, at.N)
	if factors == nil {
		return nil, nil
	}
	m, blocks := product(factors), hier.DigitReversedPasses(factors, at.InnerExtent)
	place := func(b hier.DigitReversedPass, kind PassKind, back bool) PassPosition {
		inner := max(1, at.InnerExtent)
		stride := b.B / b.R * inner
		return PassPosition{
			Kind: kind, R: b.R, Far: stride, Near: stride, All: m * inner, at: convolutionPlacer(b, m, back),
		}
	}
	var places []PassPosition
	for i, b := range blocks {
		kind := Columns
		if i == len(blocks)-1 {
			kind = middleKind(at.InnerExtent)
		}
		places = append(places, place(b, kind, false))
	}
	for _, b := range slices.Backward(blocks[:len(blocks)-1]) {
		places = append(places, place(b, Columns, true))
	}
	return slices.Clone(kernels[:len(places)]), places
}
