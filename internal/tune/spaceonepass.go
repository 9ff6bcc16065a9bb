package tune

import (
	"cmp"
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// OnePass lists kernels that do axes of a problem in one pass: the axis with the given number, or
// the first axes together. These are the kernels that the pruning rules keep. They are sorted by
// Price. The caller chooses layouts with BestLayout.
func OnePass(p plan.Problem, l wgsl.Limits, axis, axes int) []wgsl.Kernel {
	all := p.OrderedAxes(l)
	count := min(p.Count(), plan.MaxChoiceBatch)
	at := choose.Finder{Axis: all[axis]}
	var ks []wgsl.Kernel
	if axis == 0 && choose.FusedPoints(all[:axes], l) > 0 {
		ks = choose.WithTunedExchanges(fusedSpace(all[:axes], p.Points(), count, l), l)
	}
	if axes == 1 && at.N <= at.Capacity(l) {
		switch {
		case at.InnerExtent > 1:
			for _, body := range choose.Bodies(at.N, plan.MaxThreadElements, 1, l) {
				ks = append(ks, choose.ColumnThreadings(body, at.Columns, l, false, choose.LargeBudget)...)
			}
		default:
			ks = slices.AppendSeq(ks, Space(at.N, at.SharedBatch(count), l))
			if at.Kind != plan.C2C { // real data has no staged paths, and direct batch-fastest access is scattered
				ks = slices.DeleteFunc(ks, wgsl.Kernel.IsBatchFastest)
			}
		}
	}
	if axes == 1 && at.InnerExtent == 1 && plan.LargestPrime(at.N) > plan.MaxPrime {
		ks = append(ks, choose.ConvolutionKernels(at.N, at.SharedBatch(count), choose.Shortlist, l)...)
	}
	if axes == 1 {
		ks = at.MirroredWherePossible(ks, l)
	}
	ks = slices.DeleteFunc(ks, func(k wgsl.Kernel) bool { return !choose.HasRegisters(k, l) })
	if axes == 1 && at.InnerExtent == 1 && at.Kind == plan.C2C {
		ks = append(ks, choose.FoldedVariants(at.N, choose.MinFoldedTuned, at.SharedBatch(count), l)...)
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
func Price(p plan.Problem, l wgsl.Limits, axis, axes int) func(wgsl.Kernel) float64 {
	at := choose.Finder{Axis: p.OrderedAxes(l)[axis]}
	model := choose.ModelOf(l)
	cost := model.RoughCost
	if axes == 1 && at.HasMirror() {
		cost = func(k wgsl.Kernel) float64 {
			return model.Cost(choose.RoughFeatures(at.WithRealOps(k)))
		}
	}
	return func(k wgsl.Kernel) float64 {
		price := cost(k)
		if k.Threads.Order[0] == wgsl.BatchFastest {
			price += choose.PartialLineCost(k)
		}
		return price * float64(k.N())
	}
}

// fusedSpace returns kernels that do the axes together: butterflies of one and of several stages
// per axis, matrix products and vector-radix stages.
func fusedSpace(axes []plan.Axis, points, count int, l wgsl.Limits) []wgsl.Kernel {
	batch := min(points/choose.FusedPoints(axes, l)*count, plan.MaxChoiceBatch)
	all := slices.Concat(choose.CombinedStages(axes, choose.OneStage(l)), choose.SplitLastAxis(axes, l),
		choose.MatrixProducts(axes, l))
	for _, body := range choose.CombinedStages(axes, choose.TwoStages(l)) {
		if slices.Contains(all, body) {
			continue
		}
		all = append(all, body)
		if len(body.StageRadices()) > len(axes) {
			body.Stages.DFT = wgsl.MatrixProduct
			all = append(all, body)
		}
	}
	var ks []wgsl.Kernel
	for _, body := range all {
		ks = append(ks, choose.Threadings(body, batch, l)...)
	}
	return append(ks, choose.VectorRadixKernels(axes, batch, l, choose.ModelExchanges)...)
}
