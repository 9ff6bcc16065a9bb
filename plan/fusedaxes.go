package plan

import (
	"slices"
	"wgfft/wgsl"
)

// FusedAxes returns a segment that is an axis fusion of two kernels, with one of the kernels
// replaced by each of its alternatives in turn. The cheapest by the model come first. It returns
// none for other segments.
func FusedAxes(p Problem, l wgsl.Limits, part ChoicePart) [][]wgsl.Kernel {
	axes, count := p.axes(l), min(p.Count(), maxChoiceBatch)
	fusion, n := axisFusionOf(part.Kernels, axes[part.Axis:])
	if n != 2 {
		return nil
	}
	s := fusionFinder{fusion}
	var all [][]wgsl.Kernel
	firsts := cheapest(withTunedExchanges(s.firsts(p.Points(), count, l), l), roughCost, shortlist)
	for _, k := range withBestLayouts(firsts, l) {
		all = append(all, []wgsl.Kernel{k, part.Kernels[1]})
	}
	for i, k := range s.rests(l) {
		all = slices.Insert(all, min(2*i+1, len(all)), []wgsl.Kernel{part.Kernels[0], k})
	}
	return all
}
