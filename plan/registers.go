package plan

import "wgfft/wgsl"

// manyTwiddles is from how many points on rows are chosen that read few twiddles.
const minReducedPoints = 1024

// thrifty makes the cheapest kernels, if they have many points, read fewer twiddles: few of each butterfly, where threads have no couples, and those of one butterfly a stage. The model does not see what reading them
// costs. On an NVIDIA H200 28 lengths from 1500 to 16000 points took 5 % less time so in the mean, 14 % at best and nothing at worst; of six real transforms, with those of one butterfly a stage, each 0.5 to 12 %
// less, while few twiddles made two of them 4 % slower.
func reduceTwiddles(ks []wgsl.Kernel) []wgsl.Kernel {
	for i, k := range ks[:min(len(ks), maxPerAlgorithm)] {
		if k.N() < minReducedPoints || k.Rader.Prime > 0 || !k.HasTwiddles() {
			continue
		}
		if !k.MirrorInRow && !k.MirrorHalf {
			ks[i].TwiddleBasis = 1
		}
		ks[i].ShareTwiddles = k.CanShareTwiddles()
	}
	return ks
}
