package choose

import "wgfft/wgsl"

// minReducedPoints is the smallest number of points of rows with reduced twiddle reads.
const minReducedPoints = 1024

// maxReduced is the number of kernels of a ranking that get reduced twiddle reads.
const maxReduced = 3

// reduceTwiddles corrects the cheapest kernels for twiddle reads, which the model does not count. k is kernel i
// of a ranking. Kernels with many points share the twiddles of one butterfly per stage. Kernels without mirror
// pairs also read only a basis of each butterfly's twiddles.
func reduceTwiddles(i int, k wgsl.Kernel) wgsl.Kernel {
	if i >= maxReduced || k.N() < minReducedPoints || k.Stages.Rader.Prime > 0 || !k.HasTwiddles() {
		return k
	}
	share := k.CanShareTwiddles()
	if k.Threads.Mirror == [2]wgsl.Mirror{} {
		k.Twiddles.Basis = 1
	}
	k.Twiddles.Share = share
	return k
}
