package tune

import (
	"iter"
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Space lists the kernels that transform n points in one pass, for the given batch and limits. The
// pruning rules restrict them. It combines all radix lists, elements per thread, transforms per
// workgroup and exchanges, and adds batch-fastest rows with a Rader stage. The caller chooses
// layouts with BestLayout.
func Space(n, batch int, l wgsl.Limits) iter.Seq[wgsl.Kernel] {
	if n == 1 {
		return slices.Values(choose.Variants(1, batch, l))
	}
	return func(yield func(wgsl.Kernel) bool) {
		for _, body := range assimilation(n, l) {
			for k := range choose.SpaceThreads(body) {
				k.Load.View, k.Store.View = wgsl.Rows(n, n), wgsl.Rows(n, n)
				for _, t := range spaceGroupSizes(k, batch, l) {
					k.Threads.Transforms = t
					if !choose.HasRegisters(k, l) {
						continue
					}
					for _, x := range spaceExchanges(k, l) {
						if !yield(x) {
							return
						}
					}
				}
				for _, x := range choose.BatchFastestRows(k, batch, l) {
					if choose.HasRegisters(x, l) && !yield(x) {
						return
					}
				}
			}
		}
	}
}

// spaceGroupSizes returns the numbers of transforms that may share a workgroup.
func spaceGroupSizes(k wgsl.Kernel, batch int, l wgsl.Limits) []int {
	most := l.Invocations / k.ThreadsPerTransform()
	if most < 1 {
		return nil
	}
	all := choose.GroupSizes(k, batch, l)
	for t := 1; t <= min(most, max(1, batch)); t *= 2 {
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return slices.DeleteFunc(all, func(t int) bool { return t > most })
}

// spaceExchanges returns the kernel with every exchange that fits.
func spaceExchanges(k wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	all := choose.Exchanges(k, l)
	if k.WorkgroupBytes() > 0 {
		for _, k.Exchange = range choose.TunedExchanges(k) {
			if k.WorkgroupBytes() <= choose.MaxExchangeBytes(k, l) {
				all = append(all, k)
			}
		}
	}
	return all
}

// assimilation returns kernels that have only stages: as few as radices up to 16 allow, and two.
// The radices of longer chains are factors of larger ones (Dotsenko et al. 2011).
func assimilation(n int, l wgsl.Limits) []wgsl.Kernel {
	return choose.Bodies(n, plan.MaxAloneElements, 2, l)
}
