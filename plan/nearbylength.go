package plan

import (
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// A convolution in several passes may have any number of points from twice the line's on. Each point more travels through memory five times, so that the columns
// that are just enough may be better than those that are fast, and the model, to which these differ by a few parts in a hundred, can't say.

// mostSlack is how much longer than need be columns may be that are drawn, by ratio, and mostDrawnColumns how many of their kernels are drawn from.
const (
	mostSlack        = 1.08
	mostDrawnColumns = 6
)

// otherLength draws another number of points for the columns of a convolution in several passes, if there is one among the kernels; the other passes have the kernels they had.
func otherLength(p Problem, l wgsl.Limits, kernels []wgsl.FFT, draw Draw) ([]wgsl.FFT, bool) {
	parts, err := Parts(p, l, kernels)
	if err != nil {
		return nil, false
	}
	part := &parts[draw(len(parts))]
	line := p.lines(l)[part.Line]
	factors := reversedBy(part.Kernels, line.N)
	if factors == nil || part.Lines > 1 {
		return nil, false
	}
	at := draw(len(factors) - 1)
	old, rest := factors[at], product(factors)/factors[at]
	least := (2*line.N - 1 + rest - 1) / rest
	var lengths []int
	for r := least; float64(r) <= mostSlack*float64(least) && r <= mostFactor; r++ {
		if r != old && LargestPrime(r) <= longPrime {
			lengths = append(lengths, r)
		}
	}
	if len(lengths) == 0 {
		return nil, false
	}
	factors[at] = lengths[draw(len(lengths))]
	made, ok := reversalOf(factors, at, line.Side, part.Kernels, l, draw)
	part.Kernels = Composed(p, l, part.Line, made)
	return Join(parts), ok
}

// reversalOf are the kernels of a convolution of such factors, those of one factor drawn from the cheapest and the others as they were.
func reversalOf(factors []int, at, side int, was []wgsl.FFT, l wgsl.Limits, draw Draw) ([]wgsl.FFT, bool) {
	m, blocks := product(factors), hier.Blocks(factors, side)
	ks := columns(factors[at], false, onTheWay(blocks[at], m, false), l, false)
	if len(ks) == 0 {
		return nil, false
	}
	drawn := bare(ks[draw(min(mostDrawnColumns, len(ks)))])
	var made []wgsl.FFT
	for i, b := range blocks {
		k := bare(was[i])
		if i == at {
			k = drawn
		}
		made = append(made, onTheWay(b, m, false)(k))
	}
	for i := range slices.Backward(blocks[:len(blocks)-1]) {
		k := bare(was[2*(len(blocks)-1)-i])
		if i == at {
			k = drawn
		}
		made = append(made, onTheWay(blocks[i], m, true)(k))
	}
	return made, true
}
