package plan

import (
	"cmp"
	"slices"

	"wgfft/wgsl"
)

// plainest returns the alternative whose kernels have the fewest options that a driver's compiler may get wrong, of
// equals the first.
func plainest(all []Alternative) Alternative {
	return slices.MinFunc(all, func(a, b Alternative) int { return cmp.Compare(optionsOf(a.Kernels), optionsOf(b.Kernels)) })
}

// optionsOf counts the options of kernels that exist for speed alone.
func optionsOf(kernels []wgsl.FFT) int {
	count := 0
	for _, k := range kernels {
		for _, has := range []bool{
			k.Rader.Pairs, k.Product, k.Lanes > 1, k.Few > 0, k.Once, k.Woven, k.Tangents, k.Wide, k.Breaks > 0, k.Layout != wgsl.Layout{},
			k.Coupled, k.Facing, k.Mated,
		} {
			if has {
				count++
			}
		}
	}
	return count
}
