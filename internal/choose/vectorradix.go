package choose

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// Sizes of vector-radix kernels of three axes in first plans.
const (
	minVectorRadix       = 1000 // smallest number of points for which first plans take them
	minSlicedVectorRadix = 4096 // smallest number of points exchanged in two slices
	// minWholeMemoryVectorRadix is the smallest number of points that may take all workgroup memory,
	// because registers leave room for one workgroup only.
	minWholeMemoryVectorRadix = 12000
)

// rankedVectorRadix returns the ranking of the vector-radix kernels of three axes that first plans take.
func rankedVectorRadix(axes []plan.Axis, batch int, l wgsl.Limits) *ranking {
	if n := FusedPoints(axes, l); len(axes) < 3 || n < minVectorRadix {
		return &ranking{}
	}
	return ranked(candidatesOf(VectorRadixKernels(axes, batch, l, func(k wgsl.Kernel) []wgsl.Exchange {
		x := wgsl.Exchange{Split: true, Layout: k.Exchange.Layout}
		if k.N() >= minSlicedVectorRadix {
			x.Slices = 2
		}
		return []wgsl.Exchange{x}
	})), l)
}

// VectorRadixKernels returns kernels with vector-radix stages for the last two axes, with the given
// exchanges. batch bounds the transforms per workgroup.
func VectorRadixKernels(
	axes []plan.Axis, batch int, l wgsl.Limits, exchanges func(wgsl.Kernel) []wgsl.Exchange,
) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, k := range vectorRadixStages(axes, l) {
		k.Load.View, k.Store.View = wgsl.Rows(k.N(), k.N()), wgsl.Rows(k.N(), k.N())
		if k.ThreadsPerTransform() > l.Invocations || k.LiveElements() > plan.MaxThreadElements {
			continue
		}
		for _, k.Threads.Transforms = range GroupSizes(k, batch, l) {
			for _, k.Exchange = range exchanges(k) {
				fits := k.N() >= minWholeMemoryVectorRadix || k.WorkgroupBytes() <= MaxExchangeBytes(k, l)
				if fits && k.Check(l) == nil {
					all = append(all, k)
				}
			}
		}
	}
	return all
}

// vectorRadixStages returns kernels that have only stages. Each of the last two axes has two
// stages, which span a thread's elements. If there are three axes, the kernels also have stages of
// the outermost axis.
func vectorRadixStages(axes []plan.Axis, l wgsl.Limits) []wgsl.Kernel {
	if len(axes) < 2 || axes[0].InnerExtent > 1 {
		return nil
	}
	var all []wgsl.Kernel
	for _, a := range twoStageRadices(axes[1].N) {
		for _, b := range twoStageRadices(axes[0].N) {
			points := int(a[0]) * int(b[0])
			if points != int(a[1])*int(b[1]) || points > plan.MaxThreadElements {
				continue
			}
			body := wgsl.Kernel{
				Stages:   wgsl.Stages{Outer: [2]wgsl.Radices{a}, Radices: b, VectorRadix: true},
				Threads:  wgsl.Ownership{Elements: points},
				Twiddles: wgsl.Twiddles{Share: true},
				Exchange: wgsl.Exchange{Layout: wgsl.Layout{Digits: wgsl.Digits{On: true}}},
			}
			if len(axes) == 2 {
				all = append(all, body)
				continue
			}
			for _, body.Stages.Outer[1] = range chains(axes[2].N, points, 1, l) {
				all = append(all, body)
			}
		}
	}
	return all
}

// twoStageRadices returns the radix lists of n with two stages.
func twoStageRadices(n int) []wgsl.Radices {
	var all []wgsl.Radices
	for _, c := range wgsl.AllRadices(n, plan.MaxThreadElements, 2) {
		if len(c.List()) == 2 {
			all = append(all, c)
		}
	}
	return all
}
