package parity

import (
	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setElements sets bounds, segments, strides, samples, planes and interleave.
func setElements(o old.Kernel, k *wgsl.Kernel) error {
	k.Load.View.Bound, k.Store.View.Bound = o.Load.Bound, o.Store.Bound
	layout := func(v *wgsl.View, o old.StridedView, g old.Segments) {
		for i, d := range o.Dims {
			v.Array.Dims[i] = wgsl.Dim(d)
		}
		v.Array.Offset, v.Segments = o.Offset, wgsl.Segments(g)
	}
	layout(&k.Load.View, o.Load.View, o.Load.Segments)
	layout(&k.Store.View, o.Store.View, o.Store.Segments)
	if err := missing("samples", o.Load.Samples+o.Store.Samples > 0); err != nil {
		return err
	}
	return nil
}
