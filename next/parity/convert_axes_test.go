package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setAxes sets what kernels of several axes have beside radices: convert has set all of it.
func setAxes(o old.Kernel, k *wgsl.Kernel) error { return nil }

// setDigits sets a digit layout: convert has set all of it.
func setDigits(o old.Kernel, k *wgsl.Kernel) error { return nil }
