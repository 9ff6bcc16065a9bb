package plan

import "wgfft/wgsl"

// Threads of rows may go across, too: those side by side do the same of transforms side by side. In workgroup memory the points of a transform follow one
// another, so these are an odd number of points apart where there are as many, and no two of 32 threads meet in a bank. Threads that do butterflies of one
// transform meet in two of 32 in the mean where a Rader stage gathers and scatters by the powers of a generator. With 127 points on an NVIDIA H200 it
// is 0.403 ms across, and 0.45 for what was the fastest else.

// mostAcross is the workgroup memory of rows across at most: two workgroups share a multiprocessor of an H200. With 16 transforms of 251 points, both
// components together, a half of 32 threads still meets no bank twice.
const maxBatchFastestBytes = 32 << 10

// mostHeldAcross is how many points a thread of rows across holds at most: with 33 and 44, 97 and 331 points took 2.2 and 1.5 times as long as the model says,
// with up to 28 at most 1.3 times.
const maxBatchFastestElements = 28

// rowsAcross are the kernels of so many points per thread whose threads go across, for rows with a Rader stage.
func batchFastestRows(k wgsl.Kernel, batch int, l wgsl.Limits) []wgsl.Kernel {
	if k.Rader.Prime == 0 || k.N()%2 == 0 || k.Threads() == 1 || k.LiveElements() > maxBatchFastestElements {
		return nil
	}
	k.Load.Path, k.Store.Path = wgsl.Staged, wgsl.Staged
	k.Load.Order, k.Store.Order = wgsl.BatchFastest, wgsl.BatchFastest
	var all []wgsl.Kernel
	for _, k.TransformsPerGroup = range []int{8, 16, 32} {
		if k.TransformsPerGroup > batch || k.Invocations() < 64 || k.Invocations() > min(512, l.Invocations) {
			continue
		}
		for _, k.Exchange = range modelExchanges(k) {
			if k.WorkgroupBytes() <= min(l.WorkgroupBytes, maxBatchFastestBytes) {
				all = append(all, k)
			}
		}
	}
	return all
}

// acrossVariants are those of all numbers of points per thread: what the rule compares for rows of complex points besides Variants.
func batchFastestVariants(n, batch int, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	if LargestPrime(n) <= MaxPrime {
		return nil
	}
	for _, body := range bodies(n, maxPoints, 2) {
		for k := range spaceThreads(body) {
			k.Load.Map, k.Store.Map = wgsl.Contiguous(n), wgsl.Contiguous(n)
			all = append(all, batchFastestRows(k, batch, l)...)
		}
	}
	return all
}
