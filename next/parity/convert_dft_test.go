package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setDFT sets the algorithm of the butterflies.
func setDFT(o old.Kernel, k *wgsl.Kernel) error {
	if o.MatrixProduct {
		k.Stages.DFT = wgsl.MatrixProduct
	}
	return nil
}
