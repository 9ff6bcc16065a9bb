package choose

import (
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// ConvolutionPasses returns the kernels of an axis that is a convolution in several passes, and the
// position of each pass. It returns nil if the axis is computed in another way. Composed combines
// such kernels again.
func ConvolutionPasses(p plan.Problem, l wgsl.Limits, c plan.AxisChoice) ([]wgsl.Kernel, []PassPosition) {
	at := p.OrderedAxes(l)[c.FirstAxis]
	factors := plan.DigitReversedFactors(c.Kernels, at.N)
	if factors == nil {
		return nil, nil
	}
	m, blocks := plan.Product(factors), hier.DigitReversedPasses(factors, at.InnerExtent)
	place := func(b hier.DigitReversedPass, kind PassKind, back bool) PassPosition {
		inner := max(1, at.InnerExtent)
		stride := b.B / b.R * inner
		return PassPosition{
			Kind: kind, R: b.R, Far: stride, Near: stride, All: m * inner, at: ConvolutionPlacer(b, m, back),
		}
	}
	var places []PassPosition
	for i, b := range blocks {
		kind := Columns
		if i == len(blocks)-1 {
			kind = MiddleKind(at.InnerExtent)
		}
		places = append(places, place(b, kind, false))
	}
	for _, b := range slices.Backward(blocks[:len(blocks)-1]) {
		places = append(places, place(b, Columns, true))
	}
	return slices.Clone(c.Kernels), places
}
