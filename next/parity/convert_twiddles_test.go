package parity

import (
	wgsl "wgfft/next"
	"wgfft/next/hier"
	old "wgfft/wgsl"
)

// setTwiddles sets how roots are read: convert has set all of it.
func setTwiddles(o old.Kernel, k *wgsl.Kernel) error { return nil }

// passTwiddle returns the op of a pass twiddle.
func passTwiddle(o old.Kernel, t old.PassTwiddle) (wgsl.Op, error) {
	if t.Order == 0 {
		return nil, nil
	}
	return hier.PassTwiddle{Order: t.Order, Columns: t.Inner, Interleave: o.Interleave}, nil
}

// factor returns the op of the table factors of an end.
func factor(o old.Kernel, has bool) (wgsl.Op, error) {
	if has {
		return wgsl.Factor{}, nil
	}
	return nil, nil
}

// scale returns the op of the factor of the store.
func scale(o old.Kernel) (wgsl.Op, error) {
	if o.Store.Scale != 0 && o.Store.Scale != 1 {
		return wgsl.Scale{By: o.Store.Scale}, nil
	}
	return nil, nil
}

// setSpectra sets a convolution. Spectra without a layout are contiguous, with the interleave of the kernel.
func setSpectra(o old.Kernel, k *wgsl.Kernel) error {
	s := wgsl.Spectra{Count: o.ConvolutionSpectra}
	switch m := o.Spectra.Map; {
	case s.Count == 0:
		return nil
	case s.Count == 1:
	case o.Spectra == old.Spectra{}:
		s.View, s.Interleave = wgsl.Rows(o.N(), o.N()), o.Interleave
		if o.Interleave == 0 {
			s.View.Segments = wgsl.Segments(o.Store.Segments)
		}
	default:
		s.View = wgsl.View{Batch: [2]wgsl.Dim{{Stride: m.Dist}}, Points: [2]wgsl.Dim{{Stride: m.Stride}}}
		if m.Inner > 1 {
			s.View.Batch = [2]wgsl.Dim{{Extent: m.Inner, Stride: 1}, {Stride: m.Dist}}
		}
		s.Interleave, s.View.Segments = o.Spectra.Interleave, wgsl.Segments(o.Spectra.Segments)
	}
	k.Stages.Filter = s
	return nil
}
