package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// loadReal returns the op of the load of a real transform.
func loadReal(o old.Kernel) (wgsl.Op, error) { return nil, missing("real", o.Load.Real != old.Real{}) }

// storeReal returns the op of the store of a real transform.
func storeReal(o old.Kernel) (wgsl.Op, error) {
	return nil, missing("real", o.Store.Real != old.Real{})
}

// setMirror sets the mirrors.
func setMirror(o old.Kernel, k *wgsl.Kernel) error {
	return missing("mirror", o.MirrorInRow || o.MirrorHalf || o.MirrorColumns)
}
