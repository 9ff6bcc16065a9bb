package choose

import (
	"cmp"
	"slices"

	"wgfft/hier"
	"wgfft/internal/parallel"
	"wgfft/plan"
	"wgfft/wgsl"
)

// An axis fusion does rows and the first factor of the columns across them in one pass: see
// hier.Fusion. This file finds the kernels of its passes, and compares first factors.

// maxFusedFactor is the largest first factor of the columns.
const maxFusedFactor = 16

// maxFusionsCompared is the number of first factors, the cheapest by rough cost, that Kernels
// compares.
const maxFusionsCompared = 2

// fusedAxes returns axis fusions of two or three axes with one pass for the rest of the columns,
// the cheapest by the model first. It compares up to most first factors with a rough cost less than
// below.
func fusedAxes(axes []plan.Axis, points, count int, l wgsl.Limits, most int, below float64) []choice {
	type option struct {
		FusionFinder
		firsts []candidate
		rest   float64 // cost of the rest
		cost   float64 // rough cost of both passes
	}
	var options []option
	costs := newPassCosts(l, usualPasses)
	for _, fusion := range firstFactors(axes, l) {
		s := FusionFinder{fusion}
		firsts := cheapestOfEachPath(
			withRoughCosts(candidatesOf(s.Firsts(points, count, l)), ModelOf(l)), l, multiAxisShortlist)
		rest, ok := s.restCost(costs)
		if len(firsts) == 0 || !ok {
			continue
		}
		if cost := (firsts[0].cost + rest) * float64(points); cost < below {
			options = append(options, option{s, firsts, rest, cost})
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(a.cost, b.cost) })
	var all []choice
	for _, w := range options[:min(most, len(options))] {
		first, cost, _ := rankedByLayout(w.firsts, l).at(0)
		second, rest := w.bestRest(w.rest, l)
		c := newChoice((cost+rest)*float64(points), first, second)
		c.AxisCount = len(axes)
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(a.cost, b.cost) })
	return all
}

// firstFactors returns the axis fusions to compare, by rising first factor.
func firstFactors(axes []plan.Axis, l wgsl.Limits) []plan.AxisFusion {
	if len(axes) == 3 {
		return threeAxisFusions(axes, l)
	}
	var all []plan.AxisFusion
	for r := 2; r <= maxFusedFactor && len(axes) == 2; r++ {
		s := plan.AxisFusion{Rows: axes[0], Columns: axes[1], Factor: r}
		if s.IsValid() && s.Columns.N/r >= plan.MinFactor && s.Columns.N/r <= plan.MaxFactor {
			all = append(all, s)
		}
	}
	return all
}

// restCost returns the rough cost of the rest of the columns. It returns false if no kernel does
// it.
func (s FusionFinder) restCost(costs *passCosts) (float64, bool) {
	if s.Beyond.N > 0 {
		seconds := s.threeAxisCandidates(costs.l)
		if len(seconds) == 0 {
			return 0, false
		}
		return seconds[orderOf(seconds)[0]].cost, true
	}
	return costs.of(costKey{s.Columns.N / s.Factor, Columns}, s.maps().Rest)
}

// bestRest returns the kernel for the rest of the columns that costs least by the model, and its
// cost. Without a third axis, rest is that cost.
func (s FusionFinder) bestRest(rest float64, l wgsl.Limits) (wgsl.Kernel, float64) {
	if s.Beyond.N > 0 {
		second, cost, _ := rankedByLayout(cheapestCandidates(s.threeAxisCandidates(l), l, multiAxisShortlist), l).at(0)
		return second, cost
	}
	return ChoosePassKernel(Columns, s.Columns.N/s.Factor, s.maps().Rest, l), rest
}

// Firsts returns the placed kernels for rows and the first factor of the columns. With two axes
// these join in registers.
func (s FusionFinder) Firsts(points, count int, l wgsl.Limits) []wgsl.Kernel {
	if s.Beyond.N > 0 {
		return s.threeAxisFirsts(points, count, l)
	}
	if plan.LargestPrime(s.Rows.N) > plan.MaxPrime || s.Rows.N*s.Factor > plan.OnePassPoints(l) {
		return nil
	}
	batch := min(points/(s.Rows.N*s.Factor)*count, plan.MaxChoiceBatch)
	var all []wgsl.Kernel
	for _, k := range s.middles(l) {
		k.Threads.Elements = s.Factor * int(k.Stages.Radices[0])
		k.Load.View, k.Store.View = wgsl.Rows(k.N(), k.N()), wgsl.Rows(k.N(), k.N())
		if k.Threads.Elements > plan.MaxThreadElements || k.ThreadsPerTransform() > l.Invocations {
			continue
		}
		if !k.JoinsAxes() || k.LiveElements() > plan.MaxLiveExchanging {
			continue
		}
		for _, k.Threads.Transforms = range GroupSizes(k, batch, l) {
			for _, k := range Exchanges(k, l) {
				if k.Load.Path == wgsl.Direct {
					all = append(all, s.maps().First(k))
				}
			}
		}
	}
	return all
}

// middles returns kernels that have only stages: the rows' radix lists of fewest stages, and the
// factor as one stage.
func (s FusionFinder) middles(l wgsl.Limits) []wgsl.Kernel {
	factor, err := wgsl.MakeRadices(s.Factor)
	if err != nil || wgsl.FewestStages(s.Factor, s.Factor) != 1 {
		return nil
	}
	var all []wgsl.Kernel
	for _, chain := range chains(s.Rows.N, plan.MaxThreadElements, 1, l) {
		body := wgsl.Kernel{Stages: wgsl.Stages{Radices: chain}}
		body.Stages.Outer[0] = factor
		all = append(all, body)
	}
	return all
}

// Rests returns kernels to measure for the rest of the columns, the cheapest by the model first.
func (s FusionFinder) Rests(l wgsl.Limits) []wgsl.Kernel {
	if s.Beyond.N > 0 {
		all := WithTunedExchanges(s.threeAxisRests(l), l)
		return WithBestLayouts(comparedKernels(cheapestCandidates(columnCandidatesOf(all, l), l, Shortlist)), l)
	}
	return ColumnKernels(s.Columns.N/s.Factor, false, s.maps().Rest, l, false)
}

// WithBestLayouts gives each kernel a digit layout if it can have one, and its best layout
// otherwise.
func WithBestLayouts(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	parallel.Each(len(ks), 1, func(i int) {
		if digits, ok := WithDigitLayout(ks[i], l); ok {
			ks[i] = digits
		} else {
			ks[i].Exchange.Layout = BestLayout(ks[i], l)
		}
	})
	return ks
}

// maps returns the index maps of the fusion.
func (s FusionFinder) maps() hier.Fusion {
	return hier.Fusion{Rows: s.Rows.N, Columns: s.Columns.N, Factor: s.Factor, Beyond: s.Beyond.N}
}

// isPlaced reports whether the kernels have the places of the fusion's kernels.
func (s FusionFinder) isPlaced(kernels []wgsl.Kernel) bool {
	maps := s.maps()
	placers := []Placer{maps.First}
	if s.Beyond.N > 0 {
		placers = append(placers, maps.Rest)
	} else {
		var factors []int
		for _, k := range kernels[1:] {
			factors = append(factors, k.N())
		}
		for _, p := range maps.Following(factors...) {
			placers = append(placers, p.Kernel)
		}
	}
	return placedAs(kernels, func(i int) Placer { return placers[i] })
}
