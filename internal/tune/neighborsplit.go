package tune

import (
	"slices"

	"wgfft/hier"
	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// The circular convolution of Bluestein's method may have any number of points from twice the axis
// on. Every additional point takes part in five passes over memory, so the shortest columns may
// beat columns with fast kernels. With twice the row length there are half of the columns, and more
// of them lie side by side. The model predicts almost equal costs for these splits.

const (
	maxLengthRatio  = 1.08 // largest column length drawn, relative to the shortest possible
	maxDrawnKernels = 6    // number of kernels from which a pass is drawn
)

// otherSplit draws another column length for a convolution in several passes, and may double or
// halve its row length. The other passes keep their kernels. It returns false if the choice
// contains no such convolution.
func otherSplit(p plan.Problem, l wgsl.Limits, axes []plan.AxisChoice, draw Draw) ([]plan.AxisChoice, bool) {
	axes = slices.Clone(axes)
	part := &axes[draw(len(axes))]
	axis := p.OrderedAxes(l)[part.FirstAxis]
	was := plan.DigitReversedFactors(part.Kernels, axis.N)
	if was == nil || part.AxisCount > 1 {
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
	if *rows < plan.MinFactor || *rows > min(plan.OnePassPoints(l), choose.MaxRowPoints) ||
		plan.LargestPrime(*rows) > choose.LongLengthPrime {
		return nil, false
	}
	rest := plan.Product(factors) / factors[at]
	least := max(plan.MinFactor, (2*axis.N-1+rest-1)/rest)
	var lengths []int
	for r := least; float64(r) <= maxLengthRatio*float64(least) && r <= plan.MaxFactor; r++ {
		if plan.LargestPrime(r) <= choose.LongLengthPrime {
			lengths = append(lengths, r)
		}
	}
	if len(lengths) == 0 {
		return nil, false
	}
	if factors[at] = lengths[draw(len(lengths))]; slices.Equal(factors, was) {
		return nil, false
	}
	made, ok := resplit(factors, axis.InnerExtent, part.Kernels, l, draw)
	if !ok {
		return nil, false
	}
	*part = choose.Composed(p, l, part.FirstAxis, made)
	return axes, true
}

// resplit returns the kernels of a convolution with the given factors. Passes with an unchanged
// factor keep their kernels. The others are drawn from the cheapest, the same for both directions.
func resplit(factors []int, side int, was []wgsl.Kernel, l wgsl.Limits, draw Draw) ([]wgsl.Kernel, bool) {
	m, blocks := plan.Product(factors), hier.DigitReversedPasses(factors, side)
	last := len(blocks) - 1
	made := make([]wgsl.Kernel, 2*last+1)
	for i, b := range blocks {
		kind, there := choose.Columns, choose.ConvolutionPlacer(b, m, false)
		if i == last {
			kind = choose.MiddleKind(side)
		}
		here, back := choose.Tunable(was[i]), choose.Tunable(was[2*last-i])
		if here.N() != b.R {
			k, ok := drawnPass(kind, b.R, there, l, draw)
			if !ok {
				return nil, false
			}
			here, back = k, k
		}
		made[2*last-i] = choose.ConvolutionPlacer(b, m, true)(back)
		made[i] = there(here)
	}
	return made, true
}

// drawnPass returns the kernel that choose takes for a pass of r points, or another one of the cheapest by the
// model.
func drawnPass(kind choose.PassKind, r int, at choose.Placer, l wgsl.Limits, draw Draw) (wgsl.Kernel, bool) {
	ks := choose.ColumnKernels(r, kind != choose.Columns, at, l, false)
	if len(ks) == 0 {
		return wgsl.Kernel{}, false
	}
	if i := draw(min(maxDrawnKernels, len(ks))); i > 0 {
		return choose.Tunable(ks[i]), true
	}
	return choose.Tunable(choose.ChoosePassKernel(kind, r, at, l)), true
}
