package plan

import (
	"cmp"
	"slices"
	"wgfft/internal/parallel"
	"wgfft/wgsl"
)

// maxFusedFactor is the largest first factor of the columns.
const maxFusedFactor = 16

// maxFusionsCompared is the number of first factors, the cheapest by rough cost, that Choose
// compares.
const maxFusionsCompared = 2

// fusedAxes returns axis fusions of two or three axes with one pass for the rest of the columns,
// the cheapest by the model first. It compares up to most first factors whose rough cost is less
// than below.
func fusedAxes(axes []Axis, points, count int, l wgsl.Limits, most int, below float64) []choice {
	type candidate struct {
		fusionFinder
		firsts []wgsl.Kernel
		rest   float64 // cost of the rest
		cost   float64 // rough cost of both passes
	}
	var candidates []candidate
	costs := newPassCosts(l)
	for _, fusion := range firstFactors(axes, l) {
		s := fusionFinder{fusion}
		firsts := s.firsts(points, count, l)
		rest, ok := s.restCost(costs)
		if len(firsts) == 0 || !ok {
			continue
		}
		firsts = cheapest(firsts, roughCost, multiAxisShortlist)
		if cost := (roughCost(firsts[0]) + rest) * float64(points); cost < below {
			candidates = append(candidates, candidate{s, firsts, rest, cost})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	var all []choice
	for _, w := range candidates[:min(most, len(candidates))] {
		first := ranked(w.firsts, l)[0]
		second, rest := w.bestRest(w.rest, l)
		all = append(all, choice{[]wgsl.Kernel{first, second}, (fullCost(first) + rest) * float64(points)})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(a.cost, b.cost) })
	return all
}

// firstFactors returns the axis fusions to compare, by rising first factor.
func firstFactors(axes []Axis, l wgsl.Limits) []axisFusion {
	if len(axes) == 3 {
		return threeAxisFusions(axes, l)
	}
	var all []axisFusion
	for r := 2; r <= maxFusedFactor && len(axes) == 2; r++ {
		s := axisFusion{rows: axes[0], columns: axes[1], r: r}
		if s.isValid() && s.columns.N/r >= minFactor && s.columns.N/r <= maxFactor {
			all = append(all, s)
		}
	}
	return all
}

// restCost returns the rough cost of the rest of the columns. It returns false if no kernel does
// it.
func (s fusionFinder) restCost(costs *passCosts) (float64, bool) {
	if s.beyond.N > 0 {
		seconds := cheapest(s.threeAxisRests(costs.l), roughColumnCost, 1)
		if len(seconds) == 0 {
			return 0, false
		}
		return roughColumnCost(seconds[0]), true
	}
	second, ok := costs.of(costKey{s.columns.N / s.r, Columns}, s.rest())
	return second.cost, ok
}

// bestRest returns the kernel for the rest of the columns that costs least by the model, and its
// cost. Without a third axis, rest is that cost.
func (s fusionFinder) bestRest(rest float64, l wgsl.Limits) (wgsl.Kernel, float64) {
	if s.beyond.N > 0 {
		second := rankedColumns(s.threeAxisRests(l), l)[0]
		return second, fullCost(second)
	}
	return passKernel(Columns, s.columns.N/s.r, s.rest(), l), rest
}

// firsts returns the placed kernels for rows and the first factor of the columns. With two axes
// these join in registers.
func (s fusionFinder) firsts(points, count int, l wgsl.Limits) []wgsl.Kernel {
	if s.beyond.N > 0 {
		return s.threeAxisFirsts(points, count, l)
	}
	if LargestPrime(s.rows.N) > MaxPrime || s.rows.N*s.r > Capacity(l) {
		return nil
	}
	batch := min(points/(s.rows.N*s.r)*count, maxChoiceBatch)
	var all []wgsl.Kernel
	for _, k := range s.middles() {
		k.ElementsPerThread = s.r * int(k.Radices[0])
		k.Load.Map, k.Store.Map = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N())
		if k.ElementsPerThread > maxPoints || k.Threads() > l.Invocations {
			continue
		}
		if !k.JoinsAxes() || k.LiveElements() > maxLiveExchanging {
			continue
		}
		for _, k.TransformsPerGroup = range groupSizes(k, batch, l) {
			for _, k := range exchanges(k, l) {
				if k.Load.Path == wgsl.Direct {
					all = append(all, s.first(k))
				}
			}
		}
	}
	return all
}

// middles returns kernels that have only stages: the rows' radix lists of fewest stages, and the
// factor as one stage.
func (s fusionFinder) middles() []wgsl.Kernel {
	factor, err := wgsl.MakeRadices(s.r)
	if err != nil || wgsl.FewestStages(s.r, s.r) != 1 {
		return nil
	}
	var all []wgsl.Kernel
	for _, chain := range chains(s.rows.N, maxPoints, 1) {
		body := wgsl.Kernel{Radices: chain}
		body.OuterRadices[0] = factor
		all = append(all, body)
	}
	return all
}

// rests returns kernels to measure for the rest of the columns, the cheapest by the model first.
func (s fusionFinder) rests(l wgsl.Limits) []wgsl.Kernel {
	if s.beyond.N > 0 {
		return withBestLayouts(cheapest(withTunedExchanges(s.threeAxisRests(l), l), roughColumnCost, shortlist), l)
	}
	return columns(s.columns.N/s.r, false, s.rest(), l, false)
}

// withBestLayouts gives each kernel a digit layout if it can have one, and its best layout
// otherwise.
func withBestLayouts(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	parallel.Each(len(ks), 1, func(i int) {
		if digits, ok := WithDigitLayout(ks[i], l); ok {
			ks[i] = digits
		} else {
			ks[i].Layout = BestLayout(ks[i], l)
		}
	})
	return ks
}
