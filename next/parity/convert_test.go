package parity

import (
	"errors"

	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// convert returns the kernel of the new generator that corresponds to one of the old generator.
func convert(o old.Kernel) (k wgsl.Kernel, err error) {
	radices := func(r old.Radices) (n wgsl.Radices) { return wgsl.Radices(r) }
	k.Stages = wgsl.Stages{
		Radices: radices(o.Radices), Outer: [2]wgsl.Radices{radices(o.OuterRadices[0]), radices(o.OuterRadices[1])},
		InnerExtent: o.InnerExtent, VectorRadix: o.VectorRadix,
	}
	k.Threads = wgsl.Ownership{
		Elements: o.ElementsPerThread, Transforms: o.TransformsPerGroup, Interleave: o.Interleave,
		Order:  [2]wgsl.Order{wgsl.Order(o.Load.Order), wgsl.Order(o.Store.Order)},
		Cyclic: o.Layout.CyclicOrder,
	}
	k.Exchange = wgsl.Exchange{Split: o.Exchange.Split, Slices: o.Exchange.Slices}
	switch o.Layout.Kind {
	case old.Padded:
		k.Exchange.Layout.Pad = o.Layout.Shift
	case old.Xor:
		k.Exchange.Layout.Swizzle = o.Layout.Shift
	case old.Digits:
		g := o.Layout.DigitLayout()
		k.Exchange.Layout.Digits = wgsl.Digits{
			On: true, Inner: uint8(g.Inner), Falling: g.Falling, InnerPad: uint8(g.InnerPad),
			SecondPad: uint8(g.SecondPad), OuterPad: uint8(g.OuterPad),
		}
	}
	k.Twiddles = wgsl.Twiddles{Basis: o.TwiddleBasis, Share: o.ShareTwiddles, FMA: o.FMA, Vec4: o.Vec4Tables, Fence: wgsl.Fence(o.Fence)}
	k.Dispatch = wgsl.Dispatch{InPlace: o.InPlace, Tail: o.Tail, Offset: o.Offset, Fold: o.Fold}
	view := func(m old.Map) wgsl.View {
		v := wgsl.View{Batch: [2]wgsl.Dim{{Stride: m.Dist}}, Points: [2]wgsl.Dim{{Stride: m.Stride}}}
		if m.Inner > 1 {
			v.Batch = [2]wgsl.Dim{{Extent: m.Inner, Stride: max(1, m.Run)}, {Stride: m.Dist}}
		}
		if m.Run > 1 {
			v.Points = [2]wgsl.Dim{{Extent: m.Run, Stride: 1}, {Stride: m.Stride}}
		}
		return v
	}
	k.Load = wgsl.End{View: view(o.Load.Map), Path: wgsl.Path(o.Load.Path), Planar: o.Load.Planar}
	k.Store = wgsl.End{View: view(o.Store.Map), Path: wgsl.Path(o.Store.Path), Planar: o.Store.Planar}
	var in, out ops
	in.addAll(loadReal(o))
	out.add(passTwiddle(o, o.Store.PassTwiddle))
	if o.Load.SwapReIm {
		in.add(wgsl.Swap{}, nil)
	}
	if o.Store.SwapReIm {
		out.add(wgsl.Swap{}, nil)
	}
	in.add(factor(o, o.Load.TableFactor))
	out.add(factor(o, o.Store.TableFactor))
	in.add(passTwiddle(o, o.Load.PassTwiddle))
	out.add(scale(o))
	out.addAll(storeReal(o))
	for _, set := range []func(o old.Kernel, k *wgsl.Kernel) error{
		setRader, setAxes, setDigits, setTwiddles, setElements, setMirror, setSpectra, setDFT,
	} {
		if err := set(o, &k); err != nil {
			return k, err
		}
	}
	for _, side := range []*ops{&in, &out} {
		if side.err != nil {
			return k, side.err
		}
	}
	copy(k.Load.Ops[:], in.all)
	copy(k.Store.Ops[:], out.all)
	return k, nil
}

// ops are the ops of an end in the order in which they happen.
type ops struct {
	all []wgsl.Op
	err error
}

// addAll adds ops.
func (s *ops) addAll(all []wgsl.Op) {
	for _, o := range all {
		s.add(o, nil)
	}
}

func (s *ops) add(o wgsl.Op, err error) {
	if err != nil && s.err == nil {
		s.err = err
	}
	if o != nil {
		s.all = append(s.all, o)
	}
}

// missing returns an error if a feature that the generator does not have yet is used.
func missing(what string, is bool) error {
	if is {
		return errors.New(what)
	}
	return nil
}
