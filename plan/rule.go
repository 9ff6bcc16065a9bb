package plan

import (
	"cmp"
	"fmt"
	"slices"

	"wgfft/wgsl"
)

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

// stockham chooses the kernel of a transform that fits a workgroup.
func stockham(p Problem, l wgsl.Limits) (wgsl.FFT, error) {
	n := p.Points()
	if n > Capacity(l) {
		return wgsl.FFT{}, &LengthError{N: n, Reason: fmt.Sprintf(
			"a workgroup of %d invocations holds at most %d points; use a shorter length", l.Invocations, Capacity(l))}
	}
	if prime := LargestPrime(n); prime > MaxPrime {
		return wgsl.FFT{}, &LengthError{N: n, Reason: fmt.Sprintf(
			"its prime factor %d is above %d, the largest there is a butterfly for; use a length whose prime factors are smaller, such as %d",
			prime, MaxPrime, NextSmooth(n))}
	}
	ranked := Ranked(n, p.Count(), l)
	if len(ranked) == 0 {
		return wgsl.FFT{}, &LengthError{N: n, Reason: fmt.Sprintf(
			"no kernel of it fits %d invocations and %d bytes of workgroup memory; use a shorter length", l.Invocations, l.WorkgroupBytes)}
	}
	return ranked[0], nil
}

// NextSmooth returns the smallest length >= n whose prime factors are at most 13.
func NextSmooth(n int) int {
	for LargestPrime(n) > 13 {
		n++
	}
	return n
}

// shortlist is how many variants get a layout of their own before the last comparison.
const shortlist = 48

// Ranked returns the best variants for n points by the cost model, the cheapest first, each with the layout that
// suits it.
func Ranked(n, batch int, l wgsl.Limits) []wgsl.FFT {
	all := cheapest(Variants(n, batch, l), func(k wgsl.FFT) float64 { return Cost(k, 1) }, shortlist)
	for i := range all {
		all[i].Layout = BestLayout(all[i], l)
	}
	return cheapest(all, func(k wgsl.FFT) float64 { return Cost(k, k.Conflicts()) }, shortlist)
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

// Cost estimates the time of a kernel in units of its trip through global memory, on a device that keeps memory
// and arithmetic in the proportion of an H200: 128 instructions per point and trip, a quarter as many accesses to
// workgroup memory, each in so many turns as there are conflicts, 64 KB of it and 64K registers shared by the workgroups of a multiprocessor.
func Cost(k wgsl.FFT, conflicts float64) float64 {
	w := k.Work()
	instructions := w.Flops + 2*w.Exchanged + 16
	alu := instructions / 128
	lsu := (w.Exchanged*conflicts + 4) / 32
	// Workgroups resident on a multiprocessor.
	threads := (k.Invocations() + 31) &^ 31
	registers := 3*w.Held + 28
	if k.Exchange.Component {
		registers = 5*w.Held/2 + 28
	}
	resident := min(2048/threads, 32, 65536/(threads*registers))
	if b := k.WorkgroupBytes(); b > 0 {
		resident = min(resident, (64<<10)/(b+1024))
	}
	resident = max(resident, 1)
	inFlight := float64(resident*k.Invocations()*min(k.Points, k.N())) * 8 // bytes
	starved := 24e3 / inFlight                                             // 22 KB keep the memory busy
	// Few resident workgroups can't hide each other's barriers.
	wait := 0.02 * float64(w.Barriers) / float64(resident)
	lanes := float64(threads) / float64(k.Invocations())
	uncoalesced := 0.0
	if run := k.Threads(); k.Load.Path == wgsl.Direct && run < 4 {
		uncoalesced = 0.15 * float64(4-run)
	}
	spill := 0.0
	if registers > 128 {
		spill = float64(registers-128) / 64
	}
	return max(1, lsu, alu) + 0.35*(alu*lanes+lsu) + wait + 0.3*starved + uncoalesced + spill
}
