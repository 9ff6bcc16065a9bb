package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setRader sets the Rader stage.
func setRader(o old.Kernel, k *wgsl.Kernel) error {
	k.Stages.Rader = wgsl.Rader{Prime: o.Rader.Prime, Radices: wgsl.Radices(o.Rader.Radices), Fold: o.Rader.Fold}
	return missing("fold", o.Rader.Fold)
}
