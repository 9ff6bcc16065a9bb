package plan

import (
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// A convolution in several passes may have any number of points from twice the line's on. Each point more travels through memory five times, so that columns
// that are just enough may be better than those that are fast; and with twice the rows there are half the columns, which lie side by side in greater number. The
// model, to which these differ by a few parts in a hundred, can't say.

// mostSlack is how much longer than need be columns may be that are drawn, by ratio, and mostDrawnPasses how many kernels of a pass are drawn from.
const (
	maxLengthRatio  = 1.08
	maxDrawnKernels = 6
)

// otherSplit draws another number of points for the columns of a convolution in several passes, if there is one among the kernels, and perhaps twice or half as
// many for its rows; the other passes have the kernels they had.
func otherSplit(p Problem, l wgsl.Limits, kernels []wgsl.Kernel, draw Draw) ([]wgsl.Kernel, bool) {
	parts, err := SegmentsOf(p, l, kernels)
	if err != nil {
		return nil, false
	}
	part := &parts[draw(len(parts))]
	line := p.axes(l)[part.Line]
	was := digitReversedFactors(part.Kernels, line.N)
	if was == nil || part.Lines > 1 {
		return nil, false
	}
	factors := slices.Clone(was)
	at, rows := draw(len(factors)-1), &factors[len(factors)-1]
	switch draw(3) {
	case 0:
		*rows *= 2
	case 1:
		*rows /= 2
	}
	if *rows < minFactor || *rows > min(Capacity(l), maxRowPoints) || LargestPrime(*rows) > longLengthPrime {
		return nil, false
	}
	rest := product(factors) / factors[at]
	least := max(minFactor, (2*line.N-1+rest-1)/rest)
	var lengths []int
	for r := least; float64(r) <= maxLengthRatio*float64(least) && r <= maxFactor; r++ {
		if LargestPrime(r) <= longLengthPrime {
			lengths = append(lengths, r)
		}
	}
	if len(lengths) == 0 {
		return nil, false
	}
	if factors[at] = lengths[draw(len(lengths))]; slices.Equal(factors, was) {
		return nil, false
	}
	made, ok := resplit(factors, line.InnerExtent, part.Kernels, l, draw)
	if !ok {
		return nil, false
	}
	part.Kernels = Composed(p, l, part.Line, made)
	return Join(parts), true
}

// resplit are the kernels of a convolution of such factors: those of a factor that is what it was as they were, the others drawn from the cheapest, alike there
// and back.
func resplit(factors []int, side int, was []wgsl.Kernel, l wgsl.Limits, draw Draw) ([]wgsl.Kernel, bool) {
	m, blocks := product(factors), hier.DigitReversedPasses(factors, side)
	last := len(blocks) - 1
	made := make([]wgsl.Kernel, 2*last+1)
	for i, b := range blocks {
		kind, there := Columns, convolutionPlacer(b, m, false)
		if i == last {
			kind = middleKind(side)
		}
		here, back := tunable(was[i]), tunable(was[2*last-i])
		if here.N() != b.R {
			k, ok := drawnPass(kind, b.R, there, l, draw)
			if !ok {
				return nil, false
			}
			here, back = k, k
		}
		made[2*last-i] = convolutionPlacer(b, m, true)(back)
		made[i] = there(here)
	}
	return made, true
}

// drawnPass is the pass of so many points that Choose would take, or another of the cheapest by the model.
func drawnPass(kind PassKind, r int, at placer, l wgsl.Limits, draw Draw) (wgsl.Kernel, bool) {
	ks := columns(r, kind != Columns, at, l, false)
	if len(ks) == 0 {
		return wgsl.Kernel{}, false
	}
	if i := draw(min(maxDrawnKernels, len(ks))); i > 0 {
		return tunable(ks[i]), true
	}
	return tunable(passKernel(kind, r, at, l)), true
}
