package tune

import (
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// FusedAxes returns a segment that is an axis fusion of two kernels, with one of the kernels
// replaced by each of its alternatives in turn. The cheapest by the model come first. It returns
// none for other segments.
func FusedAxes(p plan.Problem, l wgsl.Limits, part plan.ChoicePart) [][]wgsl.Kernel {
	axes, count := p.OrderedAxes(l), min(p.Count(), plan.MaxChoiceBatch)
	fusion, n := plan.FindAxisFusion(part.Kernels, axes[part.Axis:])
	if n != 2 {
		return nil
	}
	s := choose.FusionFinder{AxisFusion: fusion}
	var all [][]wgsl.Kernel
	firsts := choose.WithTunedExchanges(s.Firsts(p.Points(), count, l), l)
	firsts = choose.RoughlyCheapest(firsts, l, choose.Shortlist)
	for _, k := range choose.WithBestLayouts(firsts, l) {
		all = append(all, []wgsl.Kernel{k, part.Kernels[1]})
	}
	for i, k := range s.Rests(l) {
		all = slices.Insert(all, min(2*i+1, len(all)), []wgsl.Kernel{part.Kernels[0], k})
	}
	return all
}
