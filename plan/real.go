package plan

import (
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// wrap puts what a real transform reads and writes round the kernels of its line. Where several passes do the complex transform, the
// points that make a bin are not in one workgroup: another pass takes them together. dense says whether pairs
// of real numbers of the source and of the target are complex points as they lie.
func (u *axisPlan) addRealEnds(denseIn, denseOut bool) {
	w := u.Scheme
	if w.Points == 0 || len(u.kernels) == 0 {
		return
	}
	load, store := w.Load, w.Store
	if denseIn && isPlainReal(load) {
		load = wgsl.Real{}
	}
	if denseOut && isPlainReal(store) {
		store = wgsl.Real{}
	}
	first, last := &u.kernels[0], &u.kernels[len(u.kernels)-1]
	if load.Form != wgsl.Complex {
		first.Load.Real, first.Load.Path = load, wgsl.Direct
	}
	if store.Form != wgsl.Complex && u.pairPass == nil {
		last.Store.Real, last.Store.Path = store, wgsl.Direct
	}
	if u.hasMirrorRows() {
		first.MirrorColumns, first.MirrorRows = true, u.MirrorRows
	}
	if u.pairPass != nil {
		*u.pairPass = Axis{N: 1, InnerExtent: u.InnerExtent}.place(*u.pairPass)
		u.pairPass.Store.Real = store
	}
}

// plain says whether the rows of an arrangement are complex points as they lie.
func isPlainReal(r wgsl.Real) bool { return r == wgsl.Real{Form: wgsl.RealPoints, N: r.N} }

// factor is what the line's result must be multiplied by besides the norm.
func (l Axis) factor() float64 {
	if l.Scheme.Points == 0 {
		return 1
	}
	return l.Scheme.Factor
}

// passes are the kernels of a line with the pass at its end, if there is one.
func (u axisPlan) passes() []wgsl.Kernel {
	if u.pairPass == nil {
		return u.kernels
	}
	return append(append([]wgsl.Kernel{}, u.kernels...), *u.pairPass)
}

// swap makes passes an inverse transform: the parts change places on the way in and on the way out, which is before what takes points
// together.
func (u axisPlan) makeInverse(passes []wgsl.Kernel) {
	passes[0].Load.SwapReIm = true
	passes[len(u.kernels)-1].Store.SwapReIm = true
}

// stays says whether a convolution of one line can write where it reads: what lies between has scratch of its own.
func (u axisPlan) canRunInPlace() bool {
	k := u.kernels[0]
	k.Store = wgsl.Store{Map: k.Load.Map}
	if u.pairPass == nil {
		k.Store.Real = u.kernels[len(u.kernels)-1].Store.Real
	}
	return k.CanRunInPlace()
}

// ended are the kernels of a line with what takes points k and -k of its transforms together where they are several: one of them with mates, or where
// it can't have them another at the end. A first one without mates takes them together as it is.
func (l Axis) withPairPass(kernels []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	if len(withoutPairPass(kernels)) < len(kernels) || slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.MirrorColumns }) {
		return kernels // they are already
	}
	kernels = slices.Clone(kernels)
	if at := l.pairPassIndex(kernels); at >= 0 {
		if k, ok := l.chooseMirrorColumns(kernels[at], limits); ok {
			kernels[at] = k
			return kernels
		}
	}
	if l.isSplit() && len(kernels) > 1 {
		return append(kernels, pairPassKernel(limits))
	}
	return kernels
}

// ending is the kernel of the pass that takes points k and -k of a line's transforms together.
func pairPassKernel(l wgsl.Limits) wgsl.Kernel {
	return wgsl.Kernel{ElementsPerThread: 1, TransformsPerGroup: min(128, l.Invocations)}
}

// Ends are the arrays of a problem's source and target.
func (p Problem) Arrays() [2]Array {
	halved := 1
	if half := p.halvedAxis(); half >= 0 {
		halved = p.Shape[half]
	}
	ends := ArraysOf(p.Kind, p.isBackward(), p.Points(), halved)
	if p.reals {
		ends = ArraysOf(DCT2, false, p.Points(), 1)
	}
	return ends
}

// EndsOf are the arrays of source and target of transforms of a kind: of so many points, with half a spectrum along an axis of halved, backwards
// or not.
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

// shapes are those of a problem's source and target.
func (p Problem) shapes() [2][]int {
	switch {
	case !p.Kind.IsRealFFT():
		return [2][]int{p.Shape, p.Shape}
	case p.isBackward():
		return [2][]int{p.spectrumShape(), p.Shape}
	}
	return [2][]int{p.Shape, p.spectrumShape()}
}

// width is how many complex points there is room for in what lies between the lines of a problem, for each array.
func (p Plan) width() int {
	bytes := max(p.arrays[0].Bytes(), p.arrays[1].Bytes())
	return int((bytes + ElementBytes - 1) / ElementBytes)
}
