package plan

import (
	"slices"
	"wgfft/wgsl"
)

// withPairPass returns the kernels of an axis of several passes with a Hermitian split or merge: in
// one of them, with mirror columns, or as a separate pass at the end if no kernel can have those. A
// first kernel without mirror columns can merge as it is.
func (l Finder) withPairPass(kernels []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	hasMirrorColumns := slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.MirrorColumns })
	if hasMirrorColumns || len(withoutPairPass(kernels)) < len(kernels) {
		return kernels // a kernel combines them already
	}
	kernels = slices.Clone(kernels)
	if at := l.pairPassIndex(kernels); at >= 0 {
		if k, ok := l.chooseMirrorColumns(kernels[at], limits); ok {
			kernels[at] = k
			return kernels
		}
	}
	if l.isSplit() && len(kernels) > 1 {
		return append(kernels, pairPassKernel(limits))
	}
	return kernels
}
