package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setAxes sets what kernels of several axes have beside radices.
func setAxes(o old.Kernel, k *wgsl.Kernel) error {
	if err := missing("axes", !o.IsOneAxis()); err != nil {
		return err
	}
	return missing("onepoint", len(o.StageRadices()) == 0)
}

// setDigits sets a digit layout.
func setDigits(o old.Kernel, k *wgsl.Kernel) error {
	if err := missing("cyclic", o.Layout.CyclicOrder); err != nil {
		return err
	}
	return missing("digits", o.Layout.Kind == old.Digits)
}
