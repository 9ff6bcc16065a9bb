package plan

import (
	"cmp"
	"slices"

	"wgfft/wgsl"
)

// OnePass lists kernels that do axes of a problem in one pass: the axis with the given number, or
// the first axes together. These are the kernels that the pruning rules keep. They are sorted by
// Price. Layouts are still to be chosen with BestLayout.
func OnePass(p Problem, l wgsl.Limits, axis, axes int) []wgsl.Kernel {
	all := p.axes(l)
	count := min(p.Count(), maxChoiceBatch)
	at := Finder{all[axis]}
	var ks []wgsl.Kernel
	if axis == 0 && fusedPoints(all[:axes], l) > 0 {
		ks = withTunedExchanges(fusedSpace(all[:axes], p.Points(), count, l), l)
	}
	if axes == 1 && at.N <= Capacity(l) {
		switch {
		case at.InnerExtent > 1:
			for _, body := range bodies(at.N, maxPoints, 1) {
				ks = append(ks, columnThreadings(body, at.columns, l, false, largeBudget)...)
			}
		default:
			ks = slices.AppendSeq(ks, Space(at.N, at.sharedBatch(count), l))
			if at.Kind != C2C { // real data has no staged paths, and direct batch-fastest access is scattered
				ks = slices.DeleteFunc(ks, wgsl.Kernel.IsBatchFastest)
			}
		}
	}
	if axes == 1 && at.InnerExtent == 1 && LargestPrime(at.N) > MaxPrime {
		ks = append(ks, ConvolutionKernels(at.N, at.sharedBatch(count), shortlist, l)...)
	}
	if axes == 1 {
		ks = at.mirroredWherePossible(ks, l)
	}
	ks = slices.DeleteFunc(ks, func(k wgsl.Kernel) bool { return !hasRegisters(k) })
	if axes == 1 && at.InnerExtent == 1 && at.Kind == C2C {
		ks = append(ks, foldedVariants(at.N, minFoldedTuned, at.sharedBatch(count), l)...)
	}
	type priced struct {
		k    wgsl.Kernel
		cost float64
	}
	price, order := Price(p, l, axis, axes), make([]priced, len(ks))
	for i, k := range ks {
		order[i] = priced{k, price(k)}
	}
	slices.SortStableFunc(order, func(a, b priced) int { return cmp.Compare(a.cost, b.cost) })
	for i, o := range order {
		ks[i] = o.k
	}
	return ks
}

// Price returns the function by which OnePass sorts kernels: the rough cost of all their points.
// Kernels that may hold mirror pairs are priced as they run, with the bins of real data.
func Price(p Problem, l wgsl.Limits, axis, axes int) func(wgsl.Kernel) float64 {
	at := Finder{p.axes(l)[axis]}
	cost := roughCost
	if axes == 1 && at.hasMirror() {
		cost = func(k wgsl.Kernel) float64 { return ReferenceModel.Cost(RoughFeatures(at.withRealOps(k))) }
	}
	return func(k wgsl.Kernel) float64 {
		price := cost(k)
		if k.Load.Order == wgsl.BatchFastest {
			price += partialLineCost(k)
		}
		return price * float64(k.N())
	}
}

// fusedSpace returns kernels that do the axes together: butterflies of one and of several stages
// per axis, matrix products and vector-radix stages.
func fusedSpace(axes []Axis, points, count int, l wgsl.Limits) []wgsl.Kernel {
	batch := min(points/fusedPoints(axes, l)*count, maxChoiceBatch)
	all := slices.Concat(combinedStages(axes, oneStage), splitLastAxis(axes), matrixProducts(axes))
	for _, body := range combinedStages(axes, twoStages) {
		if slices.Contains(all, body) {
			continue
		}
		all = append(all, body)
		if len(body.StageRadices()) > len(axes) {
			body.MatrixProduct = true
			all = append(all, body)
		}
	}
	var ks []wgsl.Kernel
	for _, body := range all {
		ks = append(ks, threadings(body, batch, l)...)
	}
	return append(ks, vectorRadixKernels(axes, batch, l, modelExchanges)...)
}
