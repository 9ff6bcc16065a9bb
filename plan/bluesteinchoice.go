package plan

import (
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Of a line's convolutions so many are listed beside each other, of so many lengths at least; of lengths beyond those that convolution compares so many
// splits are looked at.
const (
	maxBluesteinWays    = 8
	minBluesteinLengths = 4
	maxSplitsOfLonger   = 4
)

// convolutions are ways to do a line by a convolution: that which convolution chooses, and behind it, if no workgroup holds it, the cheapest others,
// of other lengths and of other splits of the same.
func bluesteinChoices(line Axis, batch int, l wgsl.Limits) []choice {
	least := 2*line.N - 1
	prices := passCosts{l: l, known: map[costKey]choice{}}
	lengths := bluesteinLengths(least, Capacity(l))
	ways := bluesteinWays(line, batch, lengths, math.MaxInt, &prices)
	if least > Capacity(l) {
		ways = append(ways, bluesteinWays(line, batch, longerLengths(lengths), maxSplitsOfLonger, &prices)...)
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
		all = append(all, c.choice(line.InnerExtent, l))
	}
	return all
}

// longer are as many smooth lengths behind the first of some, the power of two, as it takes for enough of them all.
func longerLengths(lengths []int) []int {
	var all []int
	for m := lengths[0] + longLengthStep; len(lengths)+len(all) < minBluesteinLengths; m += longLengthStep {
		if LargestPrime(m) <= longLengthPrime {
			all = append(all, m)
		}
	}
	return all
}

// variety are the first ways of several lengths, and as many others as may be listed, in the order they had.
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

// ConvolutionPasses are the passes of a problem's line that is a convolution in several, as they were chosen, and the place of each; none if the kernels
// of the line are no such ones. Composed makes kernels of the line of them again.
func ConvolutionPasses(p Problem, l wgsl.Limits, line int, kernels []wgsl.Kernel) ([]wgsl.Kernel, []PassPosition) {
	at := p.axes(l)[line]
	factors := digitReversedFactors(kernels, at.N)
	if factors == nil {
		return nil, nil
	}
	m, blocks := product(factors), hier.DigitReversedPasses(factors, at.InnerExtent)
	place := func(b hier.DigitReversedPass, kind PassKind, back bool) PassPosition {
		side := max(1, at.InnerExtent)
		return PassPosition{Kind: kind, R: b.R, Far: b.B / b.R * side, Near: b.B / b.R * side, All: m * side, at: convolutionPlacer(b, m, back)}
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
