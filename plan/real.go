package plan

import (
	"wgfft/realdct"
	"wgfft/wgsl"
)

// addRealEnds adds the load and the store of a real transform to the kernels of its axis.
//
// If the complex transform takes several passes, points k and -k are in different workgroups, and a
// separate pass combines them. densePairsIn is true if pairs of real numbers of the source can be
// accessed as complex points, and densePairsOut if pairs of the target can.
func (u *AxisPlan) addRealEnds(densePairsIn, densePairsOut bool) {
	scheme := u.Scheme
	if scheme.Points == 0 || len(u.Kernels) == 0 {
		return
	}
	load, store := scheme.Load, scheme.Store
	if densePairsIn && isPlainReal(load) {
		load = realdct.Rows{}
	}
	if densePairsOut && isPlainReal(store) {
		store = realdct.Rows{}
	}
	first, last := &u.Kernels[0], &u.Kernels[len(u.Kernels)-1]
	if u.HasMirrorRows() { // a staged path copies single rows, but these threads hold points of two rows
		first.Load.Path, first.Store.Path = wgsl.Direct, wgsl.Direct
		for side := range first.Threads.Mirror {
			if first.Threads.Mirror[side].Centre == wgsl.Zero {
				first.Threads.Mirror[side].Rows = u.MirrorRows
			}
		}
	}
	*first = load.Load(*first)
	if u.PairPass == nil {
		*last = store.Store(*last)
		return
	}
	// The pass reads rows of N points, although each of its transforms has one pair of points.
	*u.PairPass = store.Store(Axis{N: u.N, InnerExtent: u.InnerExtent}.Place(*u.PairPass))
}

// isPlainReal reports whether the rows are pairs of real numbers in natural order, which can be
// read as complex points.
func isPlainReal(r realdct.Rows) bool { return r == realdct.Rows{Form: realdct.Natural, N: r.N} }

// WithMirrors sets the mirrors of a kernel. At each end of the axis that takes pairs, threads then
// hold points k and -k (inRow) or n and -1-n (half).
func (l Axis) WithMirrors(k wgsl.Kernel, inRow, half bool) wgsl.Kernel {
	takesPairs := [2]bool{l.Scheme.Load.IsMerge(), l.Scheme.Store.IsSplit()}
	k.Threads.Mirror = [2]wgsl.Mirror{}
	for side, r := range []realdct.Rows{l.Scheme.Load, l.Scheme.Store} {
		switch {
		case inRow && takesPairs[side]:
			k.Threads.Mirror[side].Centre = wgsl.Zero
		case half && r.HasHalfMirror():
			k.Threads.Mirror[side].Centre = wgsl.Half
		}
	}
	return k
}

// factor returns the factor of the result of the axis, in addition to the norm.
func (l Axis) factor() float64 {
	if l.Scheme.Points == 0 {
		return 1
	}
	return l.Scheme.Factor
}

// makeInverse makes the passes an inverse transform. Real and imaginary parts are swapped in the
// first load and in the last store of the complex transform.
func (u AxisPlan) makeInverse(passes []wgsl.Kernel) {
	setOp(&passes[0], false, wgsl.Swap{}, true)
	setOp(&passes[len(u.Kernels)-1], true, wgsl.Swap{}, true)
}

// canRunInPlace reports whether the convolution of an axis can write where it reads. Its inner
// passes have scratch of their own.
func (u AxisPlan) canRunInPlace() bool {
	k := u.Kernels[0]
	last := u.Kernels[len(u.Kernels)-1].Store
	k.Store = wgsl.End{View: k.Load.View, Ops: last.Ops}
	k.Store.View.Rows = last.View.Rows
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
	arrays := ArraysOf(p.Kind, p.IsBackward(), p.Points(), halved, p.PointBytes())
	if p.reals {
		arrays = ArraysOf(DCT2, false, p.Points(), 1, p.PointBytes())
	}
	return arrays
}

// ArraysOf returns the sizes of one array of the source and of the target of a kind. points is the
// number of points of an array, and halved the number along the halved axis. backward selects the
// direction from spectra to data. A complex point has pointBytes bytes.
func ArraysOf(k Kind, backward bool, points, halved int, pointBytes int64) [2]Array {
	whole := Array{Elements: points, ElementBytes: pointBytes}
	reals := Array{Elements: points, ElementBytes: pointBytes / 2, Real: true}
	half := Array{Elements: points / halved * realdct.Bins(halved), ElementBytes: pointBytes}
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
	each := p.Problem.PointBytes()
	return int((bytes + each - 1) / each)
}
