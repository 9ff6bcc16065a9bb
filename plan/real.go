package plan

import (
	"wgfft/realdct"
	"wgfft/wgsl"
)

// addRealEnds adds the load and the store of a real transform to the kernels of its axis.
//
// If the complex transform takes several passes, points k and -k are in different workgroups, and a
// separate pass combines them. densePairsIn and densePairsOut report whether pairs of real numbers
// of the source and of the target can be accessed as complex points.
func (u *AxisPlan) addRealEnds(densePairsIn, densePairsOut bool) {
	scheme := u.Scheme
	if scheme.Points == 0 || len(u.Kernels) == 0 {
		return
	}
	load, store := scheme.Load, scheme.Store
	if densePairsIn && isPlainReal(load) {
		load = wgsl.Real{}
	}
	if densePairsOut && isPlainReal(store) {
		store = wgsl.Real{}
	}
	first, last := &u.Kernels[0], &u.Kernels[len(u.Kernels)-1]
	if load.Form != wgsl.Complex {
		first.Load.Real, first.Load.Path = load, wgsl.Direct
	}
	if store.Form != wgsl.Complex && u.PairPass == nil {
		last.Store.Real, last.Store.Path = store, wgsl.Direct
	}
	if u.HasMirrorRows() {
		first.MirrorColumns, first.MirrorRows = true, u.MirrorRows
	}
	if u.PairPass != nil {
		*u.PairPass = Axis{N: 1, InnerExtent: u.InnerExtent}.Place(*u.PairPass)
		u.PairPass.Store.Real = store
	}
}

// isPlainReal reports whether the rows are pairs of real numbers in natural order, so that they are
// complex points.
func isPlainReal(r wgsl.Real) bool { return r == wgsl.Real{Form: wgsl.RealPoints, N: r.N} }

// factor returns the factor of the result of the axis, in addition to the norm.
func (l Axis) factor() float64 {
	if l.Scheme.Points == 0 {
		return 1
	}
	return l.Scheme.Factor
}

// passes returns the kernels of an axis and the pass that combines points k and -k, if there is
// one.
func (u AxisPlan) passes() []wgsl.Kernel {
	if u.PairPass == nil {
		return u.Kernels
	}
	return append(append([]wgsl.Kernel{}, u.Kernels...), *u.PairPass)
}

// makeInverse makes the passes an inverse transform. Real and imaginary parts are swapped in the
// first load and in the last store of the complex transform.
func (u AxisPlan) makeInverse(passes []wgsl.Kernel) {
	passes[0].Load.SwapReIm = true
	passes[len(u.Kernels)-1].Store.SwapReIm = true
}

// canRunInPlace reports whether the convolution of an axis can write where it reads. Its inner
// passes have scratch of their own.
func (u AxisPlan) canRunInPlace() bool {
	k := u.Kernels[0]
	k.Store = wgsl.Store{Map: k.Load.Map}
	if u.PairPass == nil {
		k.Store.Real = u.Kernels[len(u.Kernels)-1].Store.Real
	}
	return k.CanRunInPlace()
}

// PairPassKernel returns the kernel of the pass that combines points k and -k.
func PairPassKernel(l wgsl.Limits) wgsl.Kernel {
	return wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1, Transforms: min(128, l.Invocations)}}
}

// Arrays returns the sizes of one array of the source and of the target.
func (p Problem) Arrays() [2]Array {
	halved := 1
	if half := p.halvedAxis(); half >= 0 {
		halved = p.Shape[half]
	}
	arrays := ArraysOf(p.Kind, p.IsBackward(), p.Points(), halved)
	if p.reals {
		arrays = ArraysOf(DCT2, false, p.Points(), 1)
	}
	return arrays
}

// ArraysOf returns the sizes of one array of the source and of the target of a kind. points counts
// the points of an array, halved those along the halved axis; backward selects the direction from
// spectra to data.
func ArraysOf(k Kind, backward bool, points, halved int) [2]Array {
	whole, reals := Array{points, ElementBytes}, Array{points, ElementBytes / 2}
	half := Array{points / halved * realdct.Bins(halved), ElementBytes}
	switch {
	case k.IsTrig():
		return [2]Array{reals, reals}
	case !k.IsRealFFT():
		return [2]Array{whole, whole}
	case backward:
		return [2]Array{half, reals}
	}
	return [2]Array{reals, half}
}

// shapes returns the shapes of the source and of the target.
func (p Problem) shapes() [2][]int {
	switch {
	case !p.Kind.IsRealFFT():
		return [2][]int{p.Shape, p.Shape}
	case p.IsBackward():
		return [2][]int{p.spectrumShape(), p.Shape}
	}
	return [2][]int{p.Shape, p.spectrumShape()}
}

// width returns the number of complex points of one array that the larger of source and target has
// room for.
func (p Plan) width() int {
	bytes := max(p.arrays[0].Bytes(), p.arrays[1].Bytes())
	return int((bytes + ElementBytes - 1) / ElementBytes)
}
