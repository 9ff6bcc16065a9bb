package plan

import "wgfft/wgsl"

// From how many points on first plans take kernels of three axes whose stages go in pairs, and from how many on these exchange in two rounds. Measured on an NVIDIA H200 in November 2026, 2^26 points in all: with pairs
// 10x10x10 takes 0.283 ms (stage by stage 0.543), 12x12x12 0.261 (0.340), 14x14x14 0.279 (0.573), all in one round, where two take 0.327, 0.261 and 0.316; in two rounds 16x16x16 0.268 (0.302), 18x18x18 0.343 (0.508), 20x20x20 0.306
// (0.518), 21x21x21 0.356 (0.654), 22x22x22 0.405 (0.552), 25x25x25 0.492 (0.727), 12x24x24 0.314 (0.473), where one takes 0.401 of 18x18x18 and 0.358 of 12x24x24. 6x6x6 takes 0.351 (0.322), 9x9x9 0.355 (0.335), and of
// two axes 24x24 0.278 (0.257).
const (
	minVectorRadix            = 1000
	minSlicedVectorRadix      = 4096
	minWholeMemoryVectorRadix = 12000 // of so many points the registers leave room for one workgroup, which may have all the memory: measured at 24x24x24 and 25x25x25
)

// wovenRanked are kernels of three lines together whose stages go in pairs, as first plans take them, the cheapest first.
func rankedVectorRadix(lines []Axis, batch int, l wgsl.Limits) []wgsl.Kernel {
	if n := fusedPoints(lines, l); len(lines) < 3 || n < minVectorRadix {
		return nil
	}
	return ranked(vectorRadixKernels(lines, batch, l, func(k wgsl.Kernel) []wgsl.Exchange {
		x := wgsl.Exchange{Split: true}
		if k.N() >= minSlicedVectorRadix {
			x.Slices = 2
		}
		return []wgsl.Exchange{x}
	}), l)
}

// woven returns kernels of lines together in which the stages of the last two axes go in pairs (wgsl/weave.go), of a batch of so many arrays, with the exchanges that are asked for.
func vectorRadixKernels(lines []Axis, batch int, l wgsl.Limits, exchanges func(wgsl.Kernel) []wgsl.Exchange) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, k := range vectorRadixStages(lines) {
		k.Load.Map, k.Store.Map = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N())
		if k.Threads() > l.Invocations || k.LiveElements() > maxPoints {
			continue
		}
		for _, k.TransformsPerGroup = range groupSizes(k, batch, l) {
			for _, k.Exchange = range exchanges(k) {
				if k.Check(l) == nil && (k.N() >= minWholeMemoryVectorRadix || k.WorkgroupBytes() <= maxExchangeBytes(k, l)) {
					all = append(all, k)
				}
			}
		}
	}
	return all
}

// wovenBodies are their stages: two of each of the last two axes, which make the points of a thread, and those of the axis before, if there is one.
func vectorRadixStages(lines []Axis) []wgsl.Kernel {
	if len(lines) < 2 || lines[0].InnerExtent > 1 {
		return nil
	}
	var all []wgsl.Kernel
	for _, a := range twoStageRadices(lines[1].N) {
		for _, b := range twoStageRadices(lines[0].N) {
			points := int(a[0]) * int(b[0])
			if points != int(a[1])*int(b[1]) || points > maxPoints {
				continue
			}
			body := wgsl.Kernel{OuterRadices: [2]wgsl.Radices{a}, Radices: b, ElementsPerThread: points, VectorRadix: true, ShareTwiddles: true, Layout: wgsl.Layout{Kind: wgsl.Digits}}
			if len(lines) == 2 {
				all = append(all, body)
				continue
			}
			for _, body.OuterRadices[1] = range chains(lines[2].N, points, 1) {
				all = append(all, body)
			}
		}
	}
	return all
}

// inTwo returns the chains of n points of two stages.
func twoStageRadices(n int) []wgsl.Radices {
	var all []wgsl.Radices
	for _, c := range wgsl.AllRadices(n, maxPoints, 2) {
		if len(c.List()) == 2 {
			all = append(all, c)
		}
	}
	return all
}
