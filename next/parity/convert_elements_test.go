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
	for end, s := range map[*wgsl.End]old.Samples{&k.Load: o.Load.Samples, &k.Store: o.Store.Samples} {
		if s != old.Float32 {
			end.Element = wgsl.Samples(s - old.Uint8)
		}
	}
	return nil
}
