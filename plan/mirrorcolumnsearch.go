package plan

import (
	"slices"
	"wgfft/wgsl"
)

// WithMirroredColumns returns variants of a choice of several passes for an axis of a real
// transform. They differ in the kernel that takes points k and -k together, which has mirror pairs
// of columns. Wide and usual workgroups alternate, the cheapest by the model first, and the first
// also come with digit layouts. It returns none if the choice has no such kernel.
func WithMirroredColumns(p Problem, limits wgsl.Limits, axis int, kernels []wgsl.Kernel) [][]wgsl.Kernel {
	l, kernels := Finder{p.axes(limits)[axis]}, withoutPairPass(kernels)
	at := l.pairPassIndex(kernels)
	if at < 0 {
		return nil
	}
	var all [][]wgsl.Kernel
	add := func(k wgsl.Kernel) {
		other := slices.Clone(kernels)
		other[at] = withoutRealOps(k)
		all = append(all, other)
	}
	wider := l.mirrorColumnKernels(kernels[at], limits, wideBudget)
	usual := l.mirrorColumnKernels(kernels[at], limits, defaultBudget)
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
		if digits, ok := WithDigitLayout(k, limits); ok && i < maxDigitCandidates {
			add(digits)
		}
	}
	return all
}
