package choose

import "wgfft/wgsl"

// minReducedPoints is the smallest number of points of rows with reduced twiddle reads.
const minReducedPoints = 1024

// maxReduced is the number of kernels of a ranking that get variants with reduced twiddle reads.
const maxReduced = 3

// reduceTwiddles corrects the cheapest kernels for twiddle reads, which the model does not count.
// Kernels with many points share the twiddles of one butterfly per stage. Kernels without mirror
// pairs also read only a basis of each butterfly's twiddles.
func reduceTwiddles(ks []wgsl.Kernel) []wgsl.Kernel {
	for i, k := range ks[:min(len(ks), maxReduced)] {
		if k.N() < minReducedPoints || k.Stages.Rader.Prime > 0 || !k.HasTwiddles() {
			continue
		}
		if k.Threads.Mirror == [2]wgsl.Mirror{} {
			ks[i].Twiddles.Basis = 1
		}
		ks[i].Twiddles.Share = k.CanShareTwiddles()
	}
	return ks
}
