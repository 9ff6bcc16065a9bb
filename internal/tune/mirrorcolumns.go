package tune

import (
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// WithMirroredColumns returns variants of a choice of several passes for an axis of a real
// transform. They differ in the kernel that takes points k and -k together, which has mirror pairs
// of columns. Wide and usual workgroups alternate, the cheapest by the model first, and the first
// also come with digit layouts. It returns none if the choice has no such kernel.
func WithMirroredColumns(p plan.Problem, limits wgsl.Limits, c plan.AxisChoice) []plan.AxisChoice {
	l, c := choose.Finder{Axis: p.OrderedAxes(limits)[c.FirstAxis]}, choose.WithoutPairPass(c)
	at := l.PairPassIndex(c.Kernels)
	if at < 0 {
		return nil
	}
	var all []plan.AxisChoice
	add := func(k wgsl.Kernel) {
		other := c
		other.Kernels = slices.Clone(c.Kernels)
		other.Kernels[at] = choose.WithoutRealOps(k)
		all = append(all, other)
	}
	wider := l.MirrorColumnKernels(c.Kernels[at], limits, choose.WideBudget)
	usual := l.MirrorColumnKernels(c.Kernels[at], limits, choose.DefaultBudget)
	var both []wgsl.Kernel // alternating, because the model puts most wide workgroups before all others
	for i := range max(len(wider), len(usual)) {
		for _, from := range [][]wgsl.Kernel{wider, usual} {
			if i < len(from) && !slices.Contains(both, from[i]) {
				both = append(both, from[i])
			}
		}
	}
	for i, k := range both {
		add(k)
		if digits, ok := choose.WithDigitLayout(k, limits); ok && i < choose.MaxDigitCandidates {
			add(digits)
		}
	}
	return all
}
