package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setRader sets the Rader stage.
func setRader(o old.Kernel, k *wgsl.Kernel) error { return missing("rader", o.Rader.Prime > 0) }
