package plan

import (
	"cmp"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// The first or the last pass of a real transform of several takes points k and -k together: with mates, and best with couples of columns and their
// mates, for which a last pass needs no exchange, and with which a first one reads no bin twice. Those want other radices and other columns than the
// pass of complex points has, as couples of rows do: half the points of a thread as the radix at that end, and a line of memory in half the columns of
// a workgroup.

// joins says whether the load of the line makes points k and -k of the same bins.
func (l Axis) isMerge() bool { return l.needsMirror() && l.Scheme.Load.IsMerge() }

// endOf is which of the kernels of a line takes points k and -k together, -1 if none can, as where there is one or a convolution.
func (l Axis) pairPassIndex(kernels []wgsl.Kernel) int {
	switch {
	case len(kernels) == 1 || slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.ConvolutionSpectra > 0 }):
		return -1
	case l.isSplit():
		return len(kernels) - 1
	case l.isMerge():
		return 0
	}
	return -1
}

// end is the kernel at that end as it runs.
func (l Axis) asPairPass(k wgsl.Kernel) wgsl.Kernel {
	if l.isSplit() {
		k.Store.Real, k.Store.Path = l.Scheme.Store, wgsl.Direct
	} else {
		k.Load.Real, k.Load.Path = l.Scheme.Load, wgsl.Direct
	}
	return k
}

// ragged says whether rows of bins begin within sectors of memory, so that what a workgroup stores of a row begins and ends within one. Wide workgroups
// have fewer such ends: for these alone are they known to pay.
func isUnaligned(r wgsl.Real) bool { return r.IsHermitian() && r.Len()%wgsl.SectorPoints != 0 }

// coupledMates are kernels in a room with couples of columns and their mates in the place of one that takes points k and -k together, the cheapest
// first. They have its place.
func (l Axis) mirrorColumnKernels(end wgsl.Kernel, limits wgsl.Limits, in columnBudget) []wgsl.Kernel {
	rows := wgsl.Contiguous(end.N())
	at := func(k wgsl.Kernel) wgsl.Kernel {
		placed := l.asPairPass(end)
		placed.Rader, placed.Radices, placed.ElementsPerThread, placed.TransformsPerGroup, placed.MatrixProduct = k.Rader, k.Radices, k.ElementsPerThread, k.TransformsPerGroup, k.MatrixProduct
		placed.Exchange, placed.Layout = k.Exchange, k.Layout
		placed.MirrorColumns, placed.MirrorInRow = true, true
		return hier.RowsToColumns(placed) // end need not exchange where these do
	}
	least := 1
	if end.Load.Map == rows || end.Store.Map == rows {
		least = 2
	}
	all := columnVariants(bodies(end.N(), maxPoints, least), at, limits, false, in)
	all = slices.DeleteFunc(all, func(k wgsl.Kernel) bool { return k.LiveElements() > maxLiveExchanging })
	if l.readsRoots() {
		roomy := slices.DeleteFunc(slices.Clone(all), func(k wgsl.Kernel) bool { return k.LiveElementsFirst() > maxElementsWithRoots })
		if len(roomy) > 0 {
			all = roomy
		}
	}
	return cheapestColumns(all, limits, false)
}

// mated is the kernel that takes points k and -k of a line of several together, with mates, and whether it can have them, and should.
func (l Axis) chooseMirrorColumns(end wgsl.Kernel, limits wgsl.Limits) (wgsl.Kernel, bool) {
	plain := l.asPairPass(end)
	plain.MirrorColumns = l.isSplit() // a load takes them together without, too
	in := defaultBudget
	if isUnaligned(plain.Store.Real) {
		in = wideBudget
	}
	coupled := l.mirrorColumnKernels(end, limits, in)
	there := plain.Check(limits) == nil
	cost := func(k wgsl.Kernel) float64 { return ReferenceModel.Cost(FullFeatures(k)) }
	switch {
	case len(coupled) > 0 && (!there || cost(coupled[0]) <= mirrorCostTolerance*cost(plain)):
		return withoutRealOps(fewestInstructions(coupled, cost)), true
	case there:
		return withoutRealOps(plain), plain.MirrorColumns
	}
	return end, false
}

// finished is a choice of several passes with what takes points k and -k together, and with what that costs beside what the passes of complex points
// do, by the model.
func (l Axis) withPairPassOrMirror(c choice, limits wgsl.Limits) choice {
	at, ended := l.pairPassIndex(c.kernels), l.withPairPass(c.kernels, limits)
	cost := func(k wgsl.Kernel) float64 { return ReferenceModel.Cost(FullFeatures(k)) * float64(l.N) }
	switch {
	case at < 0:
	case len(ended) > len(c.kernels):
		c.cost += cost(ended[len(c.kernels)])
	case ended[at].MirrorColumns:
		c.cost += cost(l.asPairPass(ended[at])) - cost(c.kernels[at])
	default:
		c.cost += (mirrorCostTolerance - 1) * cost(c.kernels[at])
	}
	c.kernels = ended
	return c
}

// mirrored are the kernels of the passes of a line chosen for the other direction, where threads have couples of columns and their mates: in the
// opposite order, each reading where it wrote, with its radices in the opposite order. It says whether the line can have them.
func (l Axis) reversedPasses(kernels []wgsl.Kernel, limits wgsl.Limits) (mirror []wgsl.Kernel, ok bool) {
	at := l.pairPassIndex(kernels)
	if at < 0 || !kernels[len(kernels)-1-at].MirrorInRow {
		return nil, false
	}
	for i, k := range slices.Backward(kernels) {
		if k.Rader.Prime > 0 {
			return nil, false
		}
		k.Radices = k.Radices.Reversed()
		k.Load, k.Store = wgsl.Load{Path: k.Store.Path, Map: k.Store.Map, Order: k.Store.Order, PassTwiddle: k.Store.PassTwiddle},
			wgsl.Store{Path: k.Load.Path, Map: k.Load.Map, Order: k.Load.Order, PassTwiddle: k.Load.PassTwiddle}
		runs := k
		if len(kernels)-1-i == at {
			runs = l.asPairPass(k)
		}
		if runs.Check(limits) != nil {
			return nil, false
		}
		if cube, there := WithDigitLayout(runs, limits); there && k.Layout.Kind == wgsl.Digits {
			k.Layout = cube.Layout
		} else {
			k.Layout = BestLayout(runs, limits)
		}
		mirror = append(mirror, k)
	}
	return mirror, true
}

// Mated are the choices for a line of several passes that differ from one in the kernel that takes points k and -k of a real transform together: those
// with couples of columns and their mates, of workgroups up to the widest and up to the usual width in turn, the cheapest by the model first, the first of them in cubes, too. None where
// there is no such kernel.
func WithMirroredColumns(p Problem, limits wgsl.Limits, line int, kernels []wgsl.Kernel) [][]wgsl.Kernel {
	l, kernels := p.axes(limits)[line], withoutPairPass(kernels)
	at := l.pairPassIndex(kernels)
	if at < 0 {
		return nil
	}
	var all [][]wgsl.Kernel
	add := func(k wgsl.Kernel) {
		other := slices.Clone(kernels)
		other[at] = withoutRealOps(k)
		all = append(all, other)
	}
	wider, usual := l.mirrorColumnKernels(kernels[at], limits, wideBudget), l.mirrorColumnKernels(kernels[at], limits, defaultBudget)
	var both []wgsl.Kernel // in turn: by the model many of the widest go before all others
	for i := range max(len(wider), len(usual)) {
		for _, from := range [][]wgsl.Kernel{wider, usual} {
			if i < len(from) && !slices.Contains(both, from[i]) {
				both = append(both, from[i])
			}
		}
	}
	for i, k := range both {
		add(k)
		if cube, ok := WithDigitLayout(k, limits); ok && i < maxDigitCandidates {
			add(cube)
		}
	}
	return all
}

// alike is how much dearer than the cheapest by the model a kernel may be to count as equal to it: where all wait for memory the model sees no
// difference between radices.
const equalCostTolerance = 1.01

// simplest is the kernel of fewest instructions among those that cost what the first does, the cheapest.
func fewestInstructions(all []wgsl.Kernel, cost func(wgsl.Kernel) float64) wgsl.Kernel {
	most := equalCostTolerance * cost(all[0])
	equal := slices.DeleteFunc(slices.Clone(all), func(k wgsl.Kernel) bool { return cost(k) > most })
	return slices.MinFunc(equal, func(a, b wgsl.Kernel) int { return cmp.Compare(a.Work().Flops, b.Work().Flops) })
}
