package choose

import (
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// The first or the last pass of a real transform in several passes takes points k and -k together.
// These points lie in mirrored columns. The pass is fastest if threads hold mirror pairs of both
// columns. A last pass then needs no exchange for the pairs, and a first pass reads no bin twice.
// The best radix of such a pass at that end is half the number of a thread's elements. Half the
// columns of a workgroup should fill a memory line.

// isMerge reports whether the axis makes points k and -k of the same bins on load.
func (l Finder) isMerge() bool { return l.needsMirror() && l.Scheme.Load.IsMerge() }

// PairPassIndex returns the index of the kernel that takes points k and -k together. It returns -1 if
// none does, as in a single pass or a convolution.
func (l Finder) PairPassIndex(kernels []wgsl.Kernel) int {
	isConvolution := func(k wgsl.Kernel) bool { return k.Stages.Filter != nil }
	switch {
	case len(kernels) == 1 || slices.ContainsFunc(kernels, isConvolution):
		return -1
	case l.IsSplit():
		return len(kernels) - 1
	case l.isMerge():
		return 0
	}
	return -1
}

// asPairPass returns the kernel with the loads or stores of real data.
func (l Finder) asPairPass(k wgsl.Kernel) wgsl.Kernel {
	if l.IsSplit() {
		return l.Scheme.Store.Store(k)
	}
	return l.Scheme.Load.Load(k)
}

// withMirrorColumns returns the kernel with mirrored columns: with centre Zero, threads hold mirror
// pairs of both columns.
func (l Finder) withMirrorColumns(k wgsl.Kernel, centre wgsl.Centre) wgsl.Kernel {
	side, view := 0, k.Load.View
	if l.IsSplit() {
		side, view = 1, k.Store.View
	}
	k.Threads.Mirror = [2]wgsl.Mirror{}
	k.Threads.Mirror[side] = wgsl.Mirror{Centre: centre, Columns: view.Points[0].Stride}
	return k
}

// isUnaligned reports whether rows of a number of bins begin within memory sectors. A workgroup then
// begins and ends each row within a sector. Wide workgroups have fewer such ends.
func isUnaligned(bins int) bool { return bins%wgsl.SectorPoints != 0 }

// MirrorColumnKernels returns kernels with mirror pairs of columns that can take the place of end,
// within a budget. The cheapest come first.
func (l Finder) MirrorColumnKernels(end wgsl.Kernel, limits wgsl.Limits, in columnBudget) []wgsl.Kernel {
	return l.mirrorColumns(end, limits, in).all()
}

// mirrorColumns returns the ranking of MirrorColumnKernels.
func (l Finder) mirrorColumns(end wgsl.Kernel, limits wgsl.Limits, in columnBudget) *ranking {
	rows := wgsl.Rows(end.N(), end.N())
	mirrored := l.asPairPass(l.withMirrorColumns(end, wgsl.Zero))
	at := func(k wgsl.Kernel) wgsl.Kernel {
		placed := mirrored
		placed.Stages.Rader, placed.Stages.Radices, placed.Stages.DFT = k.Stages.Rader, k.Stages.Radices, k.Stages.DFT
		placed.Threads.Elements, placed.Threads.Transforms = k.Threads.Elements, k.Threads.Transforms
		placed.Exchange = k.Exchange
		return hier.RowsToColumns(placed) // end may have no exchange where these have one
	}
	least := 1
	if end.Load.View == rows || end.Store.View == rows {
		least = 2
	}
	for ; least <= 2; least++ { // threads with one short stage may hold no mirrored columns
		all := columnVariants(Bodies(end.N(), plan.MaxThreadElements, least, limits), at, limits, false, in)
		all = slices.DeleteFunc(all, func(c candidate) bool { return c.of.costs.Work().Held > plan.MaxLiveExchanging })
		if l.readsRoots() {
			preferred := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return c.of.hasManyRoots() })
			if best := cheapestColumns(preferred, limits, false); !best.isEmpty() {
				return best
			}
		}
		if best := cheapestColumns(all, limits, false); !best.isEmpty() {
			return best
		}
	}
	return &ranking{}
}

// chooseMirrorColumns returns the kernel with mirrored columns for the pass that takes points k and
// -k together. It returns false if there is none, or none is needed.
func (l Finder) chooseMirrorColumns(end wgsl.Kernel, limits wgsl.Limits) (wgsl.Kernel, bool) {
	unmirrored := end
	if l.IsSplit() { // a load also works without mirrored columns
		unmirrored = l.withMirrorColumns(end, wgsl.NoCentre)
	}
	unmirrored = l.asPairPass(unmirrored)
	in := DefaultBudget
	if isUnaligned(realdct.HermitianBins(unmirrored.Store)) {
		in = WideBudget
	}
	mirrored := l.mirrorColumns(end, limits, in)
	_, least, isMirrored := mirrored.at(0)
	there := unmirrored.Check(limits) == nil
	cost := ModelOf(limits).FullCost
	switch {
	case isMirrored && (!there || least <= mirrorCostTolerance*cost(unmirrored)):
		return WithoutRealOps(fewestInstructions(mirrored)), true
	case there:
		return WithoutRealOps(unmirrored), unmirrored.Threads.HasColumns()
	}
	return end, false
}

// withPairPassOrMirror completes a choice of several passes with its Hermitian pass or mirrored columns,
// and adds their cost by the model.
func (l Finder) withPairPassOrMirror(c choice, limits wgsl.Limits) choice {
	at, whole := l.PairPassIndex(c.Kernels), l.withPairPass(c.AxisChoice, limits)
	cost := func(k wgsl.Kernel) float64 { return ModelOf(limits).FullCost(k) * float64(l.N) }
	switch {
	case at < 0:
	case whole.PairPass != nil:
		c.cost += cost(*whole.PairPass)
	case whole.Kernels[at].Threads.HasColumns():
		c.cost += cost(l.asPairPass(whole.Kernels[at])) - cost(c.Kernels[at])
	default:
		c.cost += (mirrorCostTolerance - 1) * cost(c.Kernels[at])
	}
	c.AxisChoice = whole
	return c
}

// reversedPasses returns the kernels for the other direction of an axis with mirror pairs of
// ColumnKernels. The passes change their order, each swaps its load and store, and radices are reversed.
// It returns false if the axis cannot have such kernels.
func (l Finder) reversedPasses(kernels []wgsl.Kernel, limits wgsl.Limits) (mirror []wgsl.Kernel, ok bool) {
	at := l.PairPassIndex(kernels)
	if at < 0 || !kernels[len(kernels)-1-at].Threads.HoldsPairs(wgsl.Zero) {
		return nil, false
	}
	for i, k := range slices.Backward(kernels) {
		if k.Stages.Rader.Prime > 0 {
			return nil, false
		}
		k.Stages.Radices = k.Stages.Radices.Reversed()
		k.Load, k.Store = k.Store, k.Load
		slices.Reverse(k.Threads.Order[:])
		slices.Reverse(k.Threads.Mirror[:])
		runs := k
		if len(kernels)-1-i == at {
			runs = l.asPairPass(k)
		}
		if runs.Check(limits) != nil {
			return nil, false
		}
		if digits, there := WithDigitLayout(runs, limits); there && k.Exchange.Layout.Digits.On {
			k.Exchange.Layout = digits.Exchange.Layout
		} else {
			k.Exchange.Layout = BestLayout(runs, limits)
		}
		k.Threads.Cyclic = false
		mirror = append(mirror, k)
	}
	return mirror, true
}

// equalCostTolerance is the largest cost, relative to the cheapest, of a kernel that counts as
// equal to it. The model sees no difference between the radices of kernels that are bound by
// memory.
const equalCostTolerance = 1.01

// fewestInstructions returns the kernel of fewest instructions among the kernels of about the least cost.
func fewestInstructions(all *ranking) wgsl.Kernel {
	best, least, _ := all.at(0)
	fewest := instructions(best)
	for i := 1; ; i++ {
		k, cost, ok := all.at(i)
		if !ok || cost > equalCostTolerance*least {
			return best
		}
		if n := instructions(k); n < fewest {
			best, fewest = k, n
		}
	}
}

// instructions returns the arithmetic instructions per point of a valid kernel.
func instructions(k wgsl.Kernel) float64 {
	w := k.Work()
	return w.Flops + w.Products
}
