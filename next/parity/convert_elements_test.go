package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setElements sets bounds, segments, strides, samples, planes and interleave.
func setElements(o old.Kernel, k *wgsl.Kernel) error {
	k.Load.View.Bound, k.Store.View.Bound = o.Load.Bound, o.Store.Bound
	for what, is := range map[string]bool{
		"segments": o.Load.Segments.Count+o.Store.Segments.Count > 0,
		"view":     o.Load.View != old.StridedView{} || o.Store.View != old.StridedView{},
		"samples":  o.Load.Samples+o.Store.Samples > 0, "planar": o.Load.Planar || o.Store.Planar,
	} {
		if is {
			return missing(what, true)
		}
	}
	return nil
}
