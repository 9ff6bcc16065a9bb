package choose

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// LargestProduct is the longest axis that is done as one matrix product (Mitra and Srinivasan
// 2011). Longer sums are slow and inexact.
const LargestProduct = 32

// MatrixProducts returns kernels with one matrix product along each axis and no other properties.
// It returns none if an axis is longer than LargestProduct.
func MatrixProducts(axes []plan.Axis, l wgsl.Limits) []wgsl.Kernel {
	all := CombinedStages(axes, func(n int) []wgsl.Radices {
		if n > LargestProduct {
			return nil
		}
		return []wgsl.Radices{{uint16(n)}}
	})
	for i := range all {
		all[i].Stages.DFT = wgsl.MatrixProduct
	}
	return all
}

// matrixProduct chooses a kernel with small DFTs as matrix products. An axis of up to
// LargestProduct points is one product. A longer axis has one product for each radix.
func matrixProduct(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if axis.N == 1 || axis.N > plan.OnePassPoints(l) || axis.InnerExtent > 1 ||
		plan.LargestPrime(axis.N) > plan.MaxPrime {
		return choice{}, false
	}
	all := MatrixProducts([]plan.Axis{axis.Axis}, l)
	if len(all) == 0 {
		for _, c := range chains(axis.N, plan.MaxThreadElements, 1, l) {
			all = append(all, wgsl.Kernel{Stages: wgsl.Stages{Radices: c, DFT: wgsl.MatrixProduct}})
		}
	}
	var candidates []candidate
	for _, body := range all {
		candidates = appendThreadings(candidates, body, batch, l)
	}
	best, _, ok := ranked(candidates, l).at(0)
	return newChoice(0, best), ok
}
