package plan

import (
	"slices"

	"wgfft/wgsl"
)

// MaxPrime is the largest prime factor of butterflies. A thread that does a whole transform of a prime number of points may do more of them, up to maxAlone.
const MaxPrime = 31

// maxPoints is the most points a thread holds: 32 points are 64 registers, and the exchange needs half as many
// again. Where there is no exchange, 49 points still fit; of 53 and more registers are short, and 61 take 1.2 times as long as a Rader stage (on an H100).
const (
	maxPoints = 32
	maxAlone  = 49
)

// mostTogether is the most points that a thread holds where stages don't divide them evenly, or couples of butterflies take more.
const maxLiveExchanging = maxPoints + maxPoints/2

// Capacity is the largest point count one workgroup can hold: 16 points a thread, passed through workgroup memory
// one component at a time in as many rounds as its size asks for.
func Capacity(l wgsl.Limits) int { return 16 * l.Invocations }

// Variants returns kernels that transform n points in one pass on a device of the given limits: every choice
// the rule compares, but for the layout, which is left linear. batch bounds the transforms of a workgroup.
func Variants(n, batch int, l wgsl.Limits) []wgsl.Kernel {
	if n == 1 {
		k := wgsl.Kernel{ElementsPerThread: 1, TransformsPerGroup: min(256, l.Invocations)}
		k.Load.Map, k.Store.Map = wgsl.Contiguous(1), wgsl.Contiguous(1)
		return []wgsl.Kernel{k}
	}
	var all []wgsl.Kernel
	for _, body := range bodies(n, maxAlone, 2) {
		all = append(all, threadings(body, batch, l)...)
	}
	return all
}

// bodies returns kernels that have stages and nothing else yet: the chains of n points with no radix above limit and of as few stages
// as can be, or of least; where n has one prime factor that no butterfly is written for, a Rader stage before them, and a butterfly of all n points as well where n is
// a prime within the limit.
func bodies(n, limit, least int) []wgsl.Kernel {
	var all []wgsl.Kernel
	p := LargestPrime(n)
	if p <= MaxPrime {
		for _, chain := range chains(n, limit, least) {
			all = append(all, wgsl.Kernel{Radices: chain})
		}
		return all
	}
	if n == p && p <= limit {
		if chain, err := wgsl.MakeRadices(p); err == nil {
			all = append(all, wgsl.Kernel{Radices: chain})
		}
	}
	rest := n / p
	if p > wgsl.MaxRader || LargestPrime(p-1) > MaxPrime || LargestPrime(rest) > MaxPrime {
		return all
	}
	for _, inner := range chains(p-1, maxPoints, 1) {
		for _, chain := range chains(rest, maxPoints, 1) {
			all = append(all, wgsl.Kernel{Rader: wgsl.Rader{Prime: p, Radices: inner}, Radices: chain})
		}
	}
	return all
}

// chains returns the chains of n points of as few stages as radices up to 16 take, or of least.
func chains(n, limit, least int) []wgsl.Radices {
	stages := wgsl.FewestStages(n, 16)
	if stages == 0 {
		stages = wgsl.FewestStages(n, maxPoints)
	}
	return wgsl.AllRadices(n, limit, max(stages, least))
}

// threadings returns the kernels of one body: points per thread, transforms per workgroup, exchange and paths.
func threadings(k wgsl.Kernel, batch int, l wgsl.Limits) []wgsl.Kernel {
	n, rs := k.N(), k.StageRadices()
	points := map[int]bool{}
	most := maxPoints
	if len(rs) == 1 {
		most = maxAlone
	}
	for _, r := range rs {
		for p := r; p <= most; p += r {
			points[p] = true
		}
	}
	var all []wgsl.Kernel
	threadsSeen := map[int]bool{}
	for p := 1; p <= most; p++ {
		if !points[p] || p > n {
			continue
		}
		k.ElementsPerThread = p
		if k.Threads() > l.Invocations || k.LiveElements() > most+maxPoints/2 || threadsSeen[k.Threads()] {
			continue
		}
		threadsSeen[k.Threads()] = true
		k.Load.Map, k.Store.Map = wgsl.Contiguous(n), wgsl.Contiguous(n)
		for _, t := range groupSizes(k, batch, l) {
			k.TransformsPerGroup = t
			all = append(all, exchanges(k, l)...)
		}
	}
	return all
}

// sharing returns how many transforms may share a workgroup of about 64, 128 or 256 threads, or of the size up to 512
// that leaves the fewest lanes idle.
func groupSizes(k wgsl.Kernel, batch int, l wgsl.Limits) []int {
	var all []int
	threads := k.Threads()
	add := func(t int) {
		t = max(1, min(t, l.Invocations/threads))
		for t > 1 && t/2 >= batch { // a batch of one needs no workgroup of many
			t = (t + 1) / 2
		}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	for _, size := range []int{64, 128, 256} {
		add(size / threads)
	}
	best, fewest := 0, 1.0
	for t := 1; t*threads <= 512; t++ {
		if idle := float64(-t*threads&31) / float64(t*threads); idle < fewest-0.01 {
			best, fewest = t, idle
		}
	}
	add(best)
	return all
}

// exchanges returns the kernel with every way to exchange that fits.
func exchanges(k wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, path := range paths(k) {
		k := k
		k.Load.Path, k.Store.Path = path, path
		if k.WorkgroupBytes() == 0 {
			all = append(all, k)
			continue
		}
		for _, x := range modelExchanges(k) {
			k.Exchange = x
			if k.WorkgroupBytes() <= maxExchangeBytes(k, l) {
				all = append(all, k)
			}
		}
	}
	return all
}

// mostShared is how many bytes of workgroup memory are worth trying: as few as leave room for a second workgroup, or all there are where registers leave it none.
func maxExchangeBytes(k wgsl.Kernel, l wgsl.Limits) int {
	if registers := 2 * k.Invocations() * k.ElementsPerThread; registers >= smRegisters/2 { // for points alone
		return l.WorkgroupBytes
	}
	return min(l.WorkgroupBytes, 28<<10)
}

// cuts are the ways to exchange the points of a kernel that the model compares: one component in more rounds for one long transform alone.
func modelExchanges(k wgsl.Kernel) []wgsl.Exchange {
	all := []wgsl.Exchange{{}, {Split: true}}
	if k.TransformsPerGroup == 1 && k.N() >= 1024 {
		for _, rounds := range []uint8{2, 3, 4, 5, 7, 8} {
			if k.N()%int(rounds) == 0 || rounds == 4 {
				all = append(all, wgsl.Exchange{Split: true, Slices: rounds})
			}
		}
	}
	return all
}

// otherCuts are those besides that are worth measuring: both components in rounds, and several transforms in rounds. The model can't tell which of them
// are fast.
func tunedExchanges(k wgsl.Kernel) []wgsl.Exchange {
	var all []wgsl.Exchange
	add := func(component bool, most int) {
		for rounds := 2; rounds <= most; rounds++ {
			if k.N()%rounds == 0 && rounds != 6 {
				all = append(all, wgsl.Exchange{Split: component, Slices: uint8(rounds)})
			}
		}
	}
	switch {
	case k.N()*k.TransformsPerGroup < 1024 || k.N() < 256:
	case k.TransformsPerGroup == 1:
		add(false, 8)
	default:
		add(true, 2)
		add(false, 4)
	}
	return all
}

// otherwiseCut adds to kernels of several axes those with otherCuts.
func withTunedExchanges(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	seen := map[wgsl.Kernel]bool{}
	for _, k := range ks {
		seen[k] = true
	}
	all := ks
	for _, k := range ks {
		if !k.HasDigitLayout() {
			continue
		}
		for _, k.Exchange = range tunedExchanges(k) {
			if !seen[k] && k.WorkgroupBytes() <= maxExchangeBytes(k, l) {
				seen[k] = true
				all = append(all, k)
			}
		}
	}
	return all
}

// inComponents is a kernel that the model knows with the workgroup memory of one whose exchange is among otherCuts.
func asSplitExchange(k wgsl.Kernel) wgsl.Kernel {
	if !k.Exchange.Split && k.Exchange.Slices > 1 {
		k.Exchange = wgsl.Exchange{Split: true, Slices: (k.Exchange.Slices + 1) / 2}
		if k.Exchange.Slices == 1 {
			k.Exchange.Slices = 0
		}
	}
	return k
}

// layouts are those compared, the simplest first.
var layouts = []wgsl.Layout{
	{}, {Kind: wgsl.Padded, Shift: 5}, {Kind: wgsl.Padded, Shift: 4}, {Kind: wgsl.Padded, Shift: 3}, {Kind: wgsl.Padded, Shift: 2},
	{Kind: wgsl.Xor, Shift: 5}, {Kind: wgsl.Xor, Shift: 4}, {Kind: wgsl.Xor, Shift: 6}, {Kind: wgsl.Xor, Shift: 3}, {Kind: wgsl.Xor, Shift: 7},
}

// BestLayout returns the layout with the fewest bank conflicts in the exchanges of the kernel, the simplest of equals.
func BestLayout(k wgsl.Kernel, l wgsl.Limits) wgsl.Layout {
	if k.Rader.Fold || k.VectorRadix { // which go through cubes alone
		cube, _ := WithDigitLayout(k, l)
		return cube.Layout
	}
	best, fewest := wgsl.Layout{}, 0.0
	conflicts := k.ConflictDegrees(layouts...)
	for i, layout := range layouts {
		k.Layout = layout
		if k.WorkgroupBytes() > l.WorkgroupBytes {
			continue
		}
		if c := conflicts[i]; i == 0 || c < fewest*conflictGain {
			best, fewest = layout, c
		}
	}
	return best
}
