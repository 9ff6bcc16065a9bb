package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Kernels of lines whose load or store takes points k and -k together: threads have both where they do the butterflies of the first or the last
// stage in couples, and with no exchange for it. Which chain is best for that is another question than for complex points: the stage wants
// half the points of a thread as its radix, so that no thread is without a couple.

// pairs says whether the line's load or store takes points k and -k of its transforms together. That of rows alone could as well, but only on
// load, and what is right for one direction would not be for the other.
func (l Line) pairs() bool {
	return l.Way.Points > 0 && !l.Way.Load.Alone && (l.Way.Load.Joins() || l.Way.Store.Splits())
}

// whole is a kernel that does the line by itself as it runs, with its rows.
func (l Line) whole(k wgsl.FFT) wgsl.FFT {
	u := unit{Line: l, kernels: []wgsl.FFT{l.placed(k)}}
	u.wrap(true, true)
	return u.kernels[0]
}

// bareRows is a kernel without its rows, which build knows.
func bareRows(k wgsl.FFT) wgsl.FFT {
	k.Load.Real, k.Store.Real = wgsl.Real{}, wgsl.Real{}
	return k
}

// coupled is a kernel whose butterflies go in couples, and whether the line can have it.
func (l Line) coupled(k wgsl.FFT, limits wgsl.Limits) (wgsl.FFT, bool) {
	if !l.pairs() || k.Convolve > 0 {
		return k, false
	}
	k.Coupled = true
	whole := l.whole(k)
	return k, whole.Check(limits) == nil && whole.Held() <= maxPoints+maxPoints/2
}

// couples are those of kernels whose butterflies can go in couples.
func (l Line) couples(all []wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	var some []wgsl.FFT
	for _, k := range all {
		if k, ok := l.coupled(k, limits); ok && !slices.Contains(some, k) {
			some = append(some, k)
		}
	}
	return some
}

// coupledWhere are kernels with couples where they can have them, and the others as they are.
func (l Line) coupledWhere(all []wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	if !l.pairs() {
		return all
	}
	for i, k := range all {
		if k, ok := l.coupled(k, limits); ok {
			all[i] = k
		}
	}
	return all
}

// ranked returns the best kernels for the line by the cost model, the cheapest first: such with couples where there are any.
func (l Line) ranked(batch int, limits wgsl.Limits) []wgsl.FFT {
	if l.pairs() {
		if all := l.couples(Variants(l.N, batch, limits), limits); len(all) > 0 {
			return l.rankedWhole(all, limits)
		}
	}
	return Ranked(l.N, batch, limits)
}

// rankedWhole is ranked, of kernels with couples.
func (l Line) rankedWhole(all []wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	for i, k := range all {
		all[i] = l.whole(k)
	}
	all = ranked(all, limits)
	for i, k := range all {
		all[i] = bareRows(k)
	}
	return all
}

// favourite is the measured kernel for the line's points, if there is one. Where threads have couples it is that with the radices in the order
// that suits them, as long as it holds no more points.
func (l Line) favourite(limits wgsl.Limits) (wgsl.FFT, bool) {
	k, ok := favourite(l.N)
	if !ok || !l.pairs() {
		return k, ok
	}
	var all []wgsl.FFT
	for _, radices := range orders(k.Chain.Radices()) {
		other := k
		other.Chain, _ = wgsl.MakeChain(radices...)
		if other, ok := l.coupled(other, limits); ok && l.whole(other).Held() <= k.Held() {
			all = append(all, other)
		}
	}
	if all = l.rankedWhole(all, limits); len(all) == 0 {
		return k, false
	}
	return all[0], true
}

// orders are the orders of radices, each once.
func orders(radices []int) [][]int {
	if len(radices) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, r := range radices {
		if slices.Contains(radices[:i], r) {
			continue
		}
		for _, rest := range orders(slices.Delete(slices.Clone(radices), i, i+1)) {
			all = append(all, append([]int{r}, rest...))
		}
	}
	return all
}

// columnKernels are those of a line of columns, the cheapest first: such with couples where there are any.
func (l Line) columnKernels(limits wgsl.Limits) []wgsl.FFT {
	if l.pairs() {
		all := columns(l.N, false, func(k wgsl.FFT) wgsl.FFT {
			k.Coupled = true
			return l.whole(l.columns(k))
		}, limits, false)
		for i, k := range all {
			all[i] = bareRows(k)
		}
		if len(all) > 0 {
			return all
		}
	}
	return columns(l.N, false, l.columns, limits, false)
}

// cost is what the model says of a kernel that does the line by itself: trips through memory times points.
func (l Line) cost(k wgsl.FFT) float64 {
	if l.pairs() {
		k = l.whole(k)
	}
	return H200.Cost(Full(k)) * float64(l.N)
}

// turned are the kernels of a line chosen for the other direction: where threads have couples at the other end of the transform, or none, with the
// radices in the opposite order.
func (l Line) turned(kernels []wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	if !kernels[0].Coupled {
		return kernels
	}
	k := kernels[0]
	k.Coupled = false
	if l.Kind != l.Kind.Inverse() { // else both directions have them at one end
		k.Chain = k.Chain.Reversed()
		k.Layout = BestLayout(k, limits)
	}
	if coupled, ok := l.coupled(k, limits); ok {
		k = coupled
	}
	return []wgsl.FFT{k}
}
