package plan

import (
	"iter"
	"slices"

	"wgfft/wgsl"
)

// mostSpace is the largest number of points that a thread of a kernel of Space has.
const maxSpaceElements = 64

// Space lists the kernels that transform n points in one pass, in a batch of so many, on a device of the given limits,
// as far as the rules leave them (rules.go): chains of radices up to 32 in rising and in falling order, every number of
// points per thread, every power of two of transforms per workgroup and the number that leaves the fewest lanes idle,
// and every exchange; rows of a Rader stage across, too. BestLayout is for the caller.
func Space(n, batch int, l wgsl.Limits) iter.Seq[wgsl.Kernel] {
	if n == 1 {
		return slices.Values(Variants(1, batch, l))
	}
	return func(yield func(wgsl.Kernel) bool) {
		for _, body := range assimilation(n) {
			for k := range spaceThreads(body) {
				k.Load.Map, k.Store.Map = wgsl.Contiguous(n), wgsl.Contiguous(n)
				for _, t := range spaceGroupSizes(k, batch, l) {
					k.TransformsPerGroup = t
					if !hasRegisters(k) {
						continue
					}
					for _, x := range spaceExchanges(k, l) {
						if !yield(x) {
							return
						}
					}
				}
				for _, x := range batchFastestRows(k, batch, l) {
					if hasRegisters(x) && !yield(x) {
						return
					}
				}
			}
		}
	}
}

// spaceThreads are the ways to share the points of a kernel among threads, one for each number of threads.
func spaceThreads(k wgsl.Kernel) iter.Seq[wgsl.Kernel] {
	return func(yield func(wgsl.Kernel) bool) {
		seen := map[int]bool{}
		for _, enough := range []func(wgsl.Kernel) bool{hasWholeButterflies, coversRader} {
			for k.ElementsPerThread = 1; k.ElementsPerThread <= min(k.N(), maxSpaceElements); k.ElementsPerThread++ {
				if seen[k.Threads()] || !enough(k) || k.LiveElements() > maxLiveElements {
					continue
				}
				seen[k.Threads()] = true
				if !yield(k) {
					return
				}
			}
		}
	}
}

// whole reports whether threads have as many points as some of a stage's small DFTs.
func hasWholeButterflies(k wgsl.Kernel) bool {
	return slices.ContainsFunc(k.StageRadices(), func(r int) bool { return k.ElementsPerThread%r == 0 })
}

// wholeButOne reports whether threads have one point more than that, and there are as many threads as the convolution
// of a Rader stage needs. The convolution has one point less than the stage.
func coversRader(k wgsl.Kernel) bool {
	each, p := k.ElementsPerThread-1, k.Rader.Prime
	divides := func(r int) bool { return each%r == 0 }
	return p > 0 && k.Threads()*each == k.N()/p*(p-1) && slices.ContainsFunc(k.Rader.Radices.List(), divides)
}

// spaceSharing are the numbers of transforms that may share a workgroup.
func spaceGroupSizes(k wgsl.Kernel, batch int, l wgsl.Limits) []int {
	most := l.Invocations / k.Threads()
	if most < 1 {
		return nil
	}
	all := groupSizes(k, batch, l)
	for t := 1; t <= min(most, max(1, batch)); t *= 2 {
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return slices.DeleteFunc(all, func(t int) bool { return t > most })
}

// spaceExchanges returns the kernel with every way to exchange that fits.
func spaceExchanges(k wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	all := exchanges(k, l)
	if k.WorkgroupBytes() > 0 {
		for _, k.Exchange = range tunedExchanges(k) {
			if k.WorkgroupBytes() <= maxExchangeBytes(k, l) {
				all = append(all, k)
			}
		}
	}
	return all
}
