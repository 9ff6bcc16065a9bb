package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setTwiddles sets how roots are read: convert has set all of it.
func setTwiddles(o old.Kernel, k *wgsl.Kernel) error { return nil }

// passTwiddle returns the op of a pass twiddle.
func passTwiddle(o old.Kernel, t old.PassTwiddle) (wgsl.Op, error) {
	return nil, missing("twiddle", t.Order > 0)
}

// factor returns the op of the table factors of an end.
func factor(o old.Kernel, has bool) (wgsl.Op, error) { return nil, missing("factor", has) }

// scale returns the op of the factor of the store.
func scale(o old.Kernel) (wgsl.Op, error) {
	return nil, missing("scale", o.Store.Scale != 0 && o.Store.Scale != 1)
}

// setSpectra sets a convolution.
func setSpectra(o old.Kernel, k *wgsl.Kernel) error {
	return missing("convolve", o.ConvolutionSpectra > 0)
}
