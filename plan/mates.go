package plan

import (
	"cmp"
	"slices"

	"wgfft/wgsl"
)

// The last pass of a real transform of several takes points k and -k together: with mates, and best with couples of columns and their mates, for
// which it needs no exchange. Those want other radices and other columns than the pass of complex points has, as couples of rows do: half the
// points of a thread as the last radix, and a line of memory in half the columns of a workgroup.

// mated is the last kernel of several with mates, and whether it can have them.
func (l Line) mated(last wgsl.FFT, limits wgsl.Limits) (wgsl.FFT, bool) {
	at := func(k wgsl.FFT) wgsl.FFT {
		placed := last
		placed.Rader, placed.Chain, placed.Points, placed.Transforms, placed.Product = k.Rader, k.Chain, k.Points, k.Transforms, k.Product
		placed.Exchange, placed.Layout = k.Exchange, k.Layout
		placed.Mated, placed.Store.Real, placed.Store.Path = true, l.Way.Store, wgsl.Direct
		return placed
	}
	plain := at(last)
	coupled := columns(last.N(), last.Load.Order != last.Store.Order, func(k wgsl.FFT) wgsl.FFT {
		k = at(k)
		k.Coupled = true
		return k
	}, limits, false)
	coupled = slices.DeleteFunc(coupled, func(k wgsl.FFT) bool { return k.Held() > mostTogether })
	there := plain.Check(limits) == nil
	cost := func(k wgsl.FFT) float64 { return H200.Cost(Full(k)) }
	switch {
	case len(coupled) > 0 && (!there || cost(coupled[0]) <= apartFrom*cost(plain)):
		return bareRows(simplest(coupled, cost)), true
	case there:
		return bareRows(plain), true
	}
	return last, false
}

// alike is how much dearer than the cheapest by the model a kernel may be to count as equal to it: where all wait for memory the model sees no
// difference between radices.
const alike = 1.01

// simplest is the kernel of fewest instructions among those that cost what the first does, the cheapest.
func simplest(all []wgsl.FFT, cost func(wgsl.FFT) float64) wgsl.FFT {
	most := alike * cost(all[0])
	equal := slices.DeleteFunc(slices.Clone(all), func(k wgsl.FFT) bool { return cost(k) > most })
	return slices.MinFunc(equal, func(a, b wgsl.FFT) int { return cmp.Compare(a.Work().Flops, b.Work().Flops) })
}
