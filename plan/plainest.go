package plan

import (
	"cmp"
	"slices"

	"wgfft/wgsl"
)

// plainest returns the alternative with the fewest options for speed, which a driver's compiler may
// get wrong. Ties go to the first.
func plainest(all []Alternative) Alternative {
	return slices.MinFunc(all, func(a, b Alternative) int {
		return cmp.Compare(optionsOf(a.Kernels), optionsOf(b.Kernels))
	})
}

// optionsOf counts the options of kernels that exist only for speed.
func optionsOf(kernels []wgsl.Kernel) int {
	count := 0
	for _, k := range kernels {
		for _, has := range []bool{
			k.Rader.Fold, k.MatrixProduct, k.Interleave > 1, k.TwiddleBasis > 0, k.ShareTwiddles, k.VectorRadix,
			k.FMA, k.Vec4Tables, k.Fence > 0, k.Layout != wgsl.Layout{},
			k.MirrorInRow, k.MirrorHalf, k.MirrorColumns,
		} {
			if has {
				count++
			}
		}
	}
	return count
}
