package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// withPairPass returns the kernels of an axis of several passes with a Hermitian split or merge.
// One of the kernels does it, with mirror columns. If no kernel can have mirror columns, a separate
// pass at the end does it. A first kernel can merge without mirror columns.
func (l Finder) withPairPass(kernels []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	hasMirrorColumns := slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.Threads.HasColumns() })
	if hasMirrorColumns || len(WithoutPairPass(kernels)) < len(kernels) {
		return kernels // a kernel combines them already
	}
	kernels = slices.Clone(kernels)
	if at := l.PairPassIndex(kernels); at >= 0 {
		if k, ok := l.chooseMirrorColumns(kernels[at], limits); ok {
			kernels[at] = k
			return kernels
		}
	}
	if l.IsSplit() && len(kernels) > 1 {
		return append(kernels, plan.PairPassKernel(limits))
	}
	return kernels
}

// WithoutPairPass returns the kernels of an axis without the separate pass or the mirror columns
// that combine points k and -k of a real transform.
func WithoutPairPass(kernels []wgsl.Kernel) []wgsl.Kernel {
	kernels = slices.Clone(kernels)
	if last := len(kernels) - 1; last > 0 && kernels[last].N() == 1 {
		return kernels[:last]
	}
	for i := range kernels {
		if k := &kernels[i]; k.Threads.HasColumns() {
			k.Threads.Mirror = [2]wgsl.Mirror{}
		}
	}
	return kernels
}
