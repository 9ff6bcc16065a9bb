package tune

import (
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// FusedAxes returns an axis fusion of two kernels, with one of the kernels replaced by each of its
// alternatives in turn. The cheapest by the model come first. It returns none for other choices of axes.
func FusedAxes(p plan.Problem, l wgsl.Limits, part plan.AxisChoice) []plan.AxisChoice {
	axes, count := p.OrderedAxes(l), min(p.Count(), plan.MaxChoiceBatch)
	fusion, n := plan.FindAxisFusion(part.Kernels, axes[part.FirstAxis:])
	if n != 2 {
		return nil
	}
	s := choose.FusionFinder{AxisFusion: fusion}
	var all []plan.AxisChoice
	with := func(first, second wgsl.Kernel) plan.AxisChoice {
		part.Kernels = []wgsl.Kernel{first, second}
		return part
	}
	first, second := part.Kernels[0], part.Kernels[1]
	firsts := choose.WithTunedExchanges(s.Firsts(p.Points(), count, l), l)
	firsts = choose.RoughlyCheapest(firsts, l, choose.Shortlist)
	for _, k := range choose.WithBestLayouts(firsts, l) {
		all = append(all, with(k, second))
	}
	for i, k := range s.Rests(l) {
		all = slices.Insert(all, min(2*i+1, len(all)), with(first, k))
	}
	return all
}
