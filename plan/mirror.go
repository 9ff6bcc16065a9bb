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
func (l Axis) needsMirror() bool {
	return l.Scheme.Points > 0 && !l.Scheme.Load.ZeroImag && (l.Scheme.Load.IsMerge() || l.Scheme.Store.IsSplit())
}

// faces says whether the line's load or store takes points n and h-1-n of its transforms together.
func (l Axis) needsHalfMirror() bool {
	return l.Scheme.Points > 0 && (l.Scheme.Load.HasHalfMirror() || l.Scheme.Store.HasHalfMirror())
}

// A grouping says which points a kernel's threads have together.
type grouping struct{ coupled, facing bool }

// groupings are those that the line's kernels can have, from most to least; those of no line are none.
func (l Axis) mirrorModes() []grouping {
	pairs, faces := l.needsMirror(), l.needsHalfMirror()
	switch {
	case pairs && faces:
		return []grouping{{true, true}, {true, false}}
	case pairs || faces:
		return []grouping{{pairs, faces}}
	}
	return nil
}

// grouped says whether the line's kernels can have groupings.
func (l Axis) hasMirror() bool { return len(l.mirrorModes()) > 0 }

// groupingOf is what a kernel's threads have together.
func mirrorModeOf(k wgsl.Kernel) grouping { return grouping{k.MirrorInRow, k.MirrorHalf} }

// whole is a kernel that does the line by itself as it runs, with its rows.
func (l Axis) withRealOps(k wgsl.Kernel) wgsl.Kernel {
	u := axisPlan{Axis: l, kernels: []wgsl.Kernel{l.place(k)}}
	u.addRealEnds(true, true)
	return u.kernels[0]
}

// bareRows is a kernel without its rows, which build knows.
func withoutRealOps(k wgsl.Kernel) wgsl.Kernel {
	k.Load.Real, k.Store.Real = wgsl.Real{}, wgsl.Real{}
	if k.MirrorRows != (wgsl.RowGrid{}) {
		k.MirrorColumns, k.MirrorRows = false, wgsl.RowGrid{}
	}
	return k
}

// coupled is a kernel whose butterflies go in couples, and whether the line can have it.
func (l Axis) mirrored(k wgsl.Kernel, as grouping, limits wgsl.Limits) (wgsl.Kernel, bool) {
	if k.ConvolutionSpectra > 0 {
		return k, false
	}
	k.MirrorInRow, k.MirrorHalf = as.coupled, as.facing
	whole := l.withRealOps(k)
	if l.hasMirrorRows() {
		for k.TransformsPerGroup = l.mirrorRowsPerGroup(k.TransformsPerGroup); ; k.TransformsPerGroup = l.mirrorRowsPerGroup(k.TransformsPerGroup / 2) {
			if whole = l.withRealOps(k); k.TransformsPerGroup == 2 || whole.Check(limits) == nil {
				break
			}
		}
	}
	return k, whole.Check(limits) == nil && whole.LiveElements() <= maxLiveExchanging
}

// couples are those of kernels whose butterflies can go in couples.
func (l Axis) allMirrored(all []wgsl.Kernel, as grouping, limits wgsl.Limits) []wgsl.Kernel {
	var some []wgsl.Kernel
	for _, k := range all {
		if k, ok := l.mirrored(k, as, limits); ok {
			some = append(some, k)
		}
	}
	return some
}

// coupledWhere are kernels with as many couples as they can have, and the others as they are.
func (l Axis) mirroredWherePossible(all []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	for i, k := range all {
		for _, as := range l.mirrorModes() {
			if k, ok := l.mirrored(k, as, limits); ok {
				all[i] = k
				break
			}
		}
	}
	if l.hasMirrorRows() { // of which others are none, and some have become equal
		seen := map[wgsl.Kernel]bool{}
		all = slices.DeleteFunc(all, func(k wgsl.Kernel) bool {
			again := seen[k] || !k.MirrorInRow
			seen[k] = true
			return again
		})
	}
	return all
}

// apartFrom is how much cheaper by the model than kernels with couples others must be that are taken in their place, as for rows of few points:
// what bins read twice cost, or another exchange with conditions for each access, the model knows too little of (16384 real points took 1.7
// times as long as it says on an H200, both ways).
const mirrorCostTolerance = 1.1

// runFrom is the same where others store numbers one by one that runs could: a DCT-IV of 1024 points took 1.35 times as long as the model says.
const halfMirrorCostTolerance = 1.25

// better are kernels with couples, or others of the line if there are none or they cost much more.
func (l Axis) preferMirrored(coupled, others []wgsl.Kernel) []wgsl.Kernel {
	from := mirrorCostTolerance
	if len(coupled) > 0 && len(others) > 0 && l.Scheme.Store.HasHalfMirror() && coupled[0].MirrorHalf && !others[0].MirrorHalf {
		from = halfMirrorCostTolerance
	}
	if len(coupled) == 0 || len(others) > 0 && from*l.cost(others[0]) < l.cost(coupled[0]) {
		return others
	}
	return coupled
}

// ranked returns the best kernels for the line by the cost model, the cheapest first, but for cubes that are better than it knows (eased).
func (l Axis) ranked(batch int, limits wgsl.Limits) []wgsl.Kernel {
	if l.Kind == C2C && !l.hasMirror() {
		if paired := foldedVariants(l.N, minFoldedChosen, batch, limits); len(paired) > 0 {
			return ranked(paired, limits)
		}
	}
	all := Variants(l.N, batch, limits)
	if !l.hasMirror() {
		if l.Kind != C2C {
			return reduceTwiddles(ranked(all, limits))
		}
		all = append(all, batchFastestVariants(l.N, batch, limits)...) // see OnePass
		return reduceTwiddles(preferDigitLayouts(ranked(all, limits), limits))
	}
	best, more := l.rankedWithRealOps(all, limits), slices.Concat(all, l.longerVariants(batch, limits))
	for _, as := range slices.Backward(l.mirrorModes()) {
		some := l.allMirrored(more, as, limits)
		roomy := slices.DeleteFunc(slices.Clone(some), func(k wgsl.Kernel) bool { return l.hasManyRoots(k) || l.isSmallUnsplit(k) })
		if some = l.rankedWithRealOps(some, limits); len(roomy) > 0 {
			some = l.preferMirrored(l.rankedWithRealOps(roomy, limits), some)
		}
		best = l.preferMirrored(some, best)
	}
	return reduceTwiddles(best)
}

// rankedWhole are the best of kernels as they run.
func (l Axis) rankedWithRealOps(all []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	var wholes []wgsl.Kernel
	seen := map[wgsl.Kernel]bool{} // paths are direct where rows are, whatever they were
	for _, k := range all {
		if whole := l.withRealOps(k); !seen[whole] && whole.Check(limits) == nil {
			seen[whole] = true
			wholes = append(wholes, whole)
		}
	}
	best := preferDigitLayouts(ranked(wholes, limits), limits)
	for i, k := range best {
		best[i] = withoutRealOps(k)
	}
	return best
}

// slower is how much dearer by the model a measured kernel may be with its radices in another order than the cheapest: the model's choice takes
// that much longer than the fastest measured in the mean.
const measuredCostTolerance = 1.06

// favourite is the measured kernel for the line's points, if there is one. Where threads have couples it is that with the radices in the order
// that suits them, as long as it holds no more points and the order makes it no bad one.
func (l Axis) measuredKernel(batch int, limits wgsl.Limits) (wgsl.Kernel, bool) {
	k, ok := measuredRow(l.N)
	if l.Kind != C2C && k.IsBatchFastest() { // see OnePass
		return k, false
	}
	if !ok || !l.hasMirror() {
		return flatIfNeeded(k, l.withRealOps(k), limits), ok
	}
	most := l.mirrorModes()[0]
	var all []wgsl.Kernel
	for _, radices := range permutations(k.Radices.List()) {
		other := k
		other.Radices, _ = wgsl.MakeRadices(radices...)
		if other, ok := l.mirrored(other, most, limits); ok && l.withRealOps(other).LiveElements() <= k.LiveElements() && !l.hasManyRoots(other) && !l.isSmallUnsplit(other) {
			all = append(all, other)
		}
	}
	if all = l.rankedWithRealOps(all, limits); len(all) == 0 {
		return k, false
	}
	ranked := l.ranked(batch, limits)
	return reduceTwiddles(all[:1])[0], len(ranked) == 0 || l.cost(all[0]) <= measuredCostTolerance*l.cost(ranked[0])
}

// orders are the orders of radices, each once.
func permutations(radices []int) [][]int {
	if len(radices) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, r := range radices {
		if slices.Contains(radices[:i], r) {
			continue
		}
		for _, rest := range permutations(slices.Delete(slices.Clone(radices), i, i+1)) {
			all = append(all, append([]int{r}, rest...))
		}
	}
	return all
}

// columnKernels are those of a line of columns, the cheapest first.
func (l Axis) columnKernels(limits wgsl.Limits) []wgsl.Kernel {
	if !l.needsMirror() {
		return columns(l.N, false, l.columns, limits, false)
	}
	at := func(coupled bool) placer {
		return func(k wgsl.Kernel) wgsl.Kernel {
			k.MirrorInRow = coupled
			return l.withRealOps(l.columns(k))
		}
	}
	of := func(all []wgsl.Kernel) []wgsl.Kernel {
		for i, k := range all {
			all[i] = withoutRealOps(k)
		}
		return all
	}
	coupled := of(columns(l.N, false, at(true), limits, false))
	if l.readsRoots() {
		coupled = l.preferMirrored(of(l.rootColumns(at(true), limits)), coupled)
	}
	return l.preferMirrored(coupled, of(columns(l.N, false, at(false), limits, false)))
}

// cost is what the model says of a kernel that does the line by itself: trips through memory times points.
func (l Axis) cost(k wgsl.Kernel) float64 {
	if l.hasMirror() {
		k = l.withRealOps(k)
	}
	return ReferenceModel.Cost(FullFeatures(k)) * float64(l.N)
}

// turned are the kernels of a line chosen for the other direction: several with columns and their mates at the other end, too; one, where threads have
// couples at the other end of the transform, or none, with the radices in the opposite order.
func (l Axis) reversed(kernels []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	if len(kernels) > 1 {
		if mirror, ok := l.reversedPasses(kernels, limits); ok {
			return mirror
		}
		return l.withPairPass(withoutPairPass(kernels), limits)
	}
	as := mirrorModeOf(kernels[0])
	if as == (grouping{}) {
		return kernels
	}
	k := kernels[0]
	k.MirrorInRow, k.MirrorHalf = false, false
	if l.Kind != l.Kind.Inverse() { // else both directions have them at one end
		k.Radices = k.Radices.Reversed()
		k.Layout = BestLayout(k, limits)
	}
	if coupled, ok := l.mirrored(k, as, limits); ok {
		k = coupled
	} else if others := l.ranked(maxChoiceBatch, limits); l.hasMirrorRows() && len(others) > 0 { // which can't do without
		k = others[0]
	}
	if cube, ok := WithDigitLayout(l.withRealOps(k), limits); ok && kernels[0].Layout.Kind == wgsl.Digits {
		k.Layout = cube.Layout
	}
	return []wgsl.Kernel{k}
}
