package choose

import (
	"iter"
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Threads of row kernels may run along the batch: neighboring threads do the same butterfly of
// neighboring transforms. In workgroup memory these lie one transform apart. If the transform has
// an odd number of points, 32 threads meet no bank twice.
//
// A Rader stage gains from it. Threads of one transform gather and scatter by the powers of a
// generator there, and conflict in two of 32 accesses in the mean.

// maxBatchFastestBytes bounds the workgroup memory of batch-fastest rows, so that two workgroups
// share a multiprocessor.
const maxBatchFastestBytes = 32 << 10

// maxBatchFastestElements is the largest number of elements per thread of batch-fastest rows. The
// model underestimates kernels with more.
const maxBatchFastestElements = 28

// BatchFastestRows returns batch-fastest kernels with the stages and elements per thread of k, for
// rows with a Rader stage.
func BatchFastestRows(k wgsl.Kernel, batch int, l wgsl.Limits) []wgsl.Kernel {
	if k.Stages.Rader.Prime == 0 || k.N()%2 == 0 || k.ThreadsPerTransform() == 1 ||
		k.LiveElements() > maxBatchFastestElements {
		return nil
	}
	k.Load.Path, k.Store.Path = wgsl.Staged, wgsl.Staged
	k.Threads.Order = [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}
	var all []wgsl.Kernel
	for _, k.Threads.Transforms = range []int{8, 16, 32} {
		if k.Threads.Transforms > batch || k.Invocations() < 64 || k.Invocations() > min(512, l.Invocations) {
			continue
		}
		for _, k.Exchange = range ModelExchanges(k) {
			if k.WorkgroupBytes() <= min(l.WorkgroupBytes, maxBatchFastestBytes) {
				all = append(all, k)
			}
		}
	}
	return all
}

// batchFastestVariants returns the batch-fastest row kernels of n points that Kernels compares in
// addition to Variants.
func batchFastestVariants(n, batch int, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	if plan.LargestPrime(n) <= plan.MaxPrime {
		return nil
	}
	for _, body := range Bodies(n, plan.MaxThreadElements, 2, l) {
		for k := range SpaceThreads(body) {
			k.Load.View, k.Store.View = wgsl.Rows(n, n), wgsl.Rows(n, n)
			all = append(all, BatchFastestRows(k, batch, l)...)
		}
	}
	return all
}

// SpaceThreads returns the kernel with every possible number of threads per transform.
func SpaceThreads(k wgsl.Kernel) iter.Seq[wgsl.Kernel] {
	return func(yield func(wgsl.Kernel) bool) {
		seen := map[int]bool{}
		for _, enough := range []func(wgsl.Kernel) bool{HasWholeButterflies, coversRader} {
			for k.Threads.Elements = 1; k.Threads.Elements <= min(k.N(), maxSpaceElements); k.Threads.Elements++ {
				if seen[k.ThreadsPerTransform()] || !enough(k) || k.LiveElements() > maxLiveElements {
					continue
				}
				seen[k.ThreadsPerTransform()] = true
				if !yield(k) {
					return
				}
			}
		}
	}
}

// HasWholeButterflies reports whether the elements per thread are a multiple of a stage's radix.
func HasWholeButterflies(k wgsl.Kernel) bool {
	return slices.ContainsFunc(k.StageRadices(), func(r int) bool { return k.Threads.Elements%r == 0 })
}

// coversRader reports whether the threads divide the points of a Rader convolution evenly, if each
// holds one element less. The convolution has one point less than the stage.
func coversRader(k wgsl.Kernel) bool {
	each, p := k.Threads.Elements-1, k.Stages.Rader.Prime
	divides := func(r int) bool { return each%r == 0 }
	return p > 0 && k.ThreadsPerTransform()*each == k.N()/p*(p-1) &&
		slices.ContainsFunc(k.Stages.Rader.Radices.List(), divides)
}

// maxSpaceElements is the largest number of elements per thread in Space.
const maxSpaceElements = 64
