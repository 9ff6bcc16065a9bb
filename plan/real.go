package plan

import (
	"slices"

	"wgfft/wgsl"
)

// wrap puts what a real transform reads and writes round the kernels of its line. Where several passes do the complex transform, the
// points that make a bin are not in one workgroup: another pass takes them together. dense says whether the source and the target have no
// gaps: then pairs of real numbers are complex points as they lie.
func (u *unit) wrap(denseIn, denseOut bool) {
	w := u.Way
	if w.Points == 0 || len(u.kernels) == 0 {
		return
	}
	load, store := w.Load, w.Store
	if denseIn && plain(load) {
		load = wgsl.Real{}
	}
	if denseOut && plain(store) {
		store = wgsl.Real{}
	}
	first, last := &u.kernels[0], &u.kernels[len(u.kernels)-1]
	if load.Form != wgsl.Points {
		first.Load.Real, first.Load.Path = load, wgsl.Direct
	}
	if store.Form != wgsl.Points && u.apart == nil {
		last.Store.Real, last.Store.Path = store, wgsl.Direct
	}
	if u.apart != nil {
		*u.apart = Line{N: 1, Side: u.Side}.placed(*u.apart)
		u.apart.Store.Real = store
	}
}

// plain says whether the rows of an arrangement are complex points as they lie.
func plain(r wgsl.Real) bool { return r == wgsl.Real{Form: wgsl.Reals, N: r.N} }

// factor is what the line's result must be multiplied by besides the norm.
func (l Line) factor() float64 {
	if l.Way.Points == 0 {
		return 1
	}
	return l.Way.Factor
}

// passes are the kernels of a line with the pass at its end, if there is one.
func (u unit) passes() []wgsl.FFT {
	if u.apart == nil {
		return u.kernels
	}
	return append(append([]wgsl.FFT{}, u.kernels...), *u.apart)
}

// swap makes passes an inverse transform: the parts change places on the way in and on the way out, which is before what takes points
// together.
func (u unit) swap(passes []wgsl.FFT) {
	passes[0].Load.Swap = true
	passes[len(u.kernels)-1].Store.Swap = true
}

// inPlace says whether a kernel can write where it reads.
func inPlace(k wgsl.FFT) bool {
	load, store := k.Load.Real, k.Store.Real
	return k.Load.Map == k.Store.Map && load.IsReal() == store.IsReal() && load.Len() == store.Len() && load.Form != wgsl.Half && store.Form != wgsl.Half
}

// stays says whether a convolution of one line can write where it reads.
func (u unit) stays() bool {
	first, last := u.kernels[0].Load.Real, u.kernels[len(u.kernels)-1].Store.Real
	if u.apart != nil {
		last = wgsl.Real{}
	}
	return first.IsReal() == last.IsReal() && first.Form != wgsl.Half && last.Form != wgsl.Half
}

// ended are the kernels of a line with what takes points k and -k of its transforms together where they are several: the last of them with
// mates, or where it can't have them another.
func (l Line) ended(kernels []wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	if !l.splits() || len(kernels) == 1 {
		return kernels
	}
	last := kernels[len(kernels)-1]
	last.Mated, last.Store.Real, last.Store.Path = true, l.Way.Store, wgsl.Direct
	if slices.ContainsFunc(kernels, func(k wgsl.FFT) bool { return k.Convolve > 0 }) || last.Check(limits) != nil {
		return append(slices.Clone(kernels), ending(limits))
	}
	last.Store.Real = wgsl.Real{} // build knows it
	return append(slices.Clone(kernels[:len(kernels)-1]), last)
}

// ending is the kernel of the pass that takes points k and -k of a line's transforms together.
func ending(l wgsl.Limits) wgsl.FFT {
	return wgsl.FFT{Points: 1, Transforms: min(128, l.Invocations)}
}

// Ends are the arrays of a problem's source and target.
func (p Problem) Ends() [2]Array {
	points := Array{p.Points(), ElementBytes}
	reals := Array{p.Points(), ElementBytes / 2}
	switch half := (Array{product(p.spectrum()), ElementBytes}); {
	case p.Kind.Trig() || p.reals:
		return [2]Array{reals, reals}
	case !p.Kind.Half():
		return [2]Array{points, points}
	case p.backward():
		return [2]Array{half, reals}
	default:
		return [2]Array{reals, half}
	}
}

// shapes are those of a problem's source and target.
func (p Problem) shapes() [2][]int {
	switch {
	case !p.Kind.Half():
		return [2][]int{p.Shape, p.Shape}
	case p.backward():
		return [2][]int{p.spectrum(), p.Shape}
	}
	return [2][]int{p.Shape, p.spectrum()}
}

// width is how many complex points there is room for in what lies between the lines of a problem, for each array.
func (p Plan) width() int {
	bytes := max(p.ends[0].Bytes(), p.ends[1].Bytes())
	return int((bytes + ElementBytes - 1) / ElementBytes)
}
