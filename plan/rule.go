package plan

import (
	"cmp"
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// ChoiceBatch is the batch that stands for a batch of n points in a choice: where no workgroup holds several transforms it does not
// matter, and from some size on a larger one chooses no other kernel.
func ChoiceBatch(n, batch int, l wgsl.Limits) int {
	const mostSharing = 1024
	if n > Capacity(l) {
		return 1
	}
	return min(batch, mostSharing)
}

// LargestPrime returns the largest prime factor of n, or 1.
func LargestPrime(n int) int {
	largest := 1
	for d := 2; d*d <= n; d++ {
		for n%d == 0 {
			largest, n = d, n/d
		}
	}
	return max(largest, n)
}

// Choose chooses the kernels of a problem: for a transform that fits a workgroup a measured favourite where there is one, else the
// variant the cost model likes best; for a longer one the passes of the four-step method. Where a prime factor has no butterfly, that
// is with a Rader stage, if there can be one, or both transforms of Bluestein's convolution, whichever costs less. It depends
// on the point count, on ChoiceBatch, and on the limits.
func Choose(p Problem, l wgsl.Limits) ([]wgsl.FFT, error) {
	n, batch := p.Points(), ChoiceBatch(p.Points(), p.Count(), l)
	if k, ok := favourite(n); ok && n <= Capacity(l) && k.Check(l) == nil && batch >= k.Transforms {
		return []wgsl.FFT{k}, nil
	}
	best, ok := direct(n, batch, l)
	if LargestPrime(n) > MaxPrime {
		if c, there := convolution(n, batch, l); there && (!ok || c.cost < best.cost) {
			best, ok = c, true
		}
	}
	if !ok {
		return nil, &LengthError{N: n, Reason: fmt.Sprintf(
			"no %d passes of %d invocations and %d bytes of workgroup memory hold it; use a shorter length", mostPasses, l.Invocations, l.WorkgroupBytes)}
	}
	return best.kernels, nil
}

// A chosen is kernels with their cost: trips through memory times points.
type chosen struct {
	kernels []wgsl.FFT
	cost    float64
}

// direct chooses the kernels of a transform that is no convolution as a whole: one, or as many as it takes.
func direct(n, batch int, l wgsl.Limits) (chosen, bool) {
	if n <= Capacity(l) {
		if ranked := Ranked(n, batch, l); len(ranked) > 0 {
			return chosen{ranked[:1], H200.Cost(Full(ranked[0])) * float64(n)}, true
		}
	}
	best, ok := several(n, l, false)
	for _, other := range []func() (chosen, bool){
		func() (chosen, bool) { return several(n, l, true) },
		func() (chosen, bool) { return global(n, l) },
	} {
		if c, there := other(); there && (!ok || c.cost < 0.97*best.cost) { // Stockham's order needs the least scratch
			best, ok = c, true
		}
	}
	return best, ok
}

// shortlist is how many variants get a layout of their own before the last comparison.
const shortlist = 48

// Ranked returns the best variants for n points by the cost model, the cheapest first, each with the layout that
// suits it.
func Ranked(n, batch int, l wgsl.Limits) []wgsl.FFT {
	all := cheapest(Variants(n, batch, l), func(k wgsl.FFT) float64 { return H200.Cost(Rough(k)) }, shortlist)
	for i := range all {
		all[i].Layout = BestLayout(all[i], l)
	}
	return cheapest(all, func(k wgsl.FFT) float64 { return H200.Cost(Full(k)) }, shortlist)
}

// cheapest returns the most kernels of least cost in rising order.
func cheapest(ks []wgsl.FFT, cost func(wgsl.FFT) float64, most int) []wgsl.FFT {
	type priced struct {
		k    wgsl.FFT
		cost float64
	}
	all := make([]priced, len(ks))
	for i, k := range ks {
		all[i] = priced{k, cost(k)}
	}
	slices.SortStableFunc(all, func(a, b priced) int { return cmp.Compare(a.cost, b.cost) })
	all = all[:min(most, len(all))]
	best := make([]wgsl.FFT, len(all))
	for i, p := range all {
		best[i] = p.k
	}
	return best
}
