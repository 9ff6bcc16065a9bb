package plan

import (
	"cmp"
	"slices"

	"wgfft/wgsl"
)

// OnePass lists kernels that do lines of a problem in one pass, one line or the first lines together: those that the
// rules leave (rules.go). The cheapest comes first, as far as the model knows without looking at addresses. Layouts are
// still to be chosen: see BestLayout.
func OnePass(p Problem, l wgsl.Limits, line, lines int) []wgsl.Kernel {
	all := p.axes(l)
	count := min(p.Count(), maxChoiceBatch)
	at := all[line]
	var ks []wgsl.Kernel
	if line == 0 && fusedPoints(all[:lines], l) > 0 {
		ks = withTunedExchanges(fusedSpace(all[:lines], p.Points(), count, l), l)
	}
	if lines == 1 && at.N <= Capacity(l) {
		switch {
		case at.InnerExtent > 1:
			for _, body := range bodies(at.N, maxPoints, 1) {
				ks = append(ks, columnThreadings(body, at.columns, l, false, largeBudget)...)
			}
		default:
			ks = slices.AppendSeq(ks, Space(at.N, at.sharedBatch(count), l))
			if at.Kind != C2C { // real numbers don't take staged paths, and direct ones across would touch them one by one
				ks = slices.DeleteFunc(ks, wgsl.Kernel.IsBatchFastest)
			}
		}
	}
	if lines == 1 && at.InnerExtent == 1 && LargestPrime(at.N) > MaxPrime {
		ks = append(ks, ConvolutionKernels(at.N, at.sharedBatch(count), shortlist, l)...)
	}
	if lines == 1 {
		ks = at.mirroredWherePossible(ks, l)
	}
	ks = slices.DeleteFunc(ks, func(k wgsl.Kernel) bool { return !hasRegisters(k) })
	if lines == 1 && at.InnerExtent == 1 && at.Kind == C2C {
		ks = append(ks, foldedVariants(at.N, minFoldedTuned, at.sharedBatch(count), l)...)
	}
	type priced struct {
		k    wgsl.Kernel
		cost float64
	}
	price, order := Price(p, l, line, lines), make([]priced, len(ks))
	for i, k := range ks {
		order[i] = priced{k, price(k)}
	}
	slices.SortStableFunc(order, func(a, b priced) int { return cmp.Compare(a.cost, b.cost) })
	for i, o := range order {
		ks[i] = o.k
	}
	return ks
}

// Price is what kernels of OnePass are sorted by: the cost of all their points, as far as the model knows without looking at addresses. Of a line whose butterflies
// may go in couples it is that of the kernels as they run, with the bins of their rows, in couples or not.
func Price(p Problem, l wgsl.Limits, line, lines int) func(wgsl.Kernel) float64 {
	at := p.axes(l)[line]
	cost := roughCost
	if lines == 1 && at.hasMirror() {
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

// togetherSpace returns kernels of lines together, by butterflies of one stage and of several for each line, and
// by matrix products.
func fusedSpace(lines []Axis, points, count int, l wgsl.Limits) []wgsl.Kernel {
	batch := min(points/fusedPoints(lines, l)*count, maxChoiceBatch)
	all := slices.Concat(combinedStages(lines, oneStage), splitLastAxis(lines), matrixProducts(lines))
	for _, body := range combinedStages(lines, twoStages) {
		if slices.Contains(all, body) {
			continue
		}
		all = append(all, body)
		if len(body.StageRadices()) > len(lines) {
			body.MatrixProduct = true
			all = append(all, body)
		}
	}
	var ks []wgsl.Kernel
	for _, body := range all {
		ks = append(ks, threadings(body, batch, l)...)
	}
	return append(ks, vectorRadixKernels(lines, batch, l, modelExchanges)...)
}
