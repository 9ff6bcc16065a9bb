package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setDFT sets the algorithm of the butterflies.
func setDFT(o old.Kernel, k *wgsl.Kernel) error { return missing("product", o.MatrixProduct) }
