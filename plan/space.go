package plan

import (
	"iter"
	"slices"

	"wgfft/wgsl"
)

// moreStages is how many stages more than they need chains of the whole space have, and mostSpace the most points a thread holds in it.
const (
	moreStages = 2
	mostSpace  = 64
)

// Space lists the kernels that transform n points in one pass, in a batch of so many, on a device of the given limits, as far as the rules leave them:
// every chain of radices up to 32 in rising and in falling order, every number of points per thread, every power of two of transforms per workgroup and
// the number that leaves the fewest lanes idle, every exchange, layout and path, rows of a Rader stage across, too. Rules that look at measurements don't count here.
func Space(n, batch int, l wgsl.Limits, rules Rules) iter.Seq[wgsl.FFT] {
	if n == 1 {
		return slices.Values(Variants(1, batch, l))
	}
	return func(yield func(wgsl.FFT) bool) {
		for body := range spaceBodies(n, rules) {
			for k := range spaceThreads(body, rules) {
				k.Load.Map, k.Store.Map = wgsl.Contiguous(n), wgsl.Contiguous(n)
				for _, t := range spaceSharing(k, batch, l) {
					k.Transforms = t
					if rules.On(Registers) && !affords(k) {
						continue
					}
					for _, x := range spaceExchanges(k, l, rules) {
						if !withLayouts(x, l, rules, yield) {
							return
						}
					}
				}
				for _, x := range rowsAcross(k, batch, l) {
					if (!rules.On(Registers) || affords(x)) && !withLayouts(x, l, rules, yield) {
						return
					}
				}
			}
		}
	}
}

// spaceBodies are kernels that have stages and nothing else yet.
func spaceBodies(n int, rules Rules) iter.Seq[wgsl.FFT] {
	return func(yield func(wgsl.FFT) bool) {
		all := bodies(n, maxAlone, 2)
		if !rules.On(Assimilation) && LargestPrime(n) <= MaxPrime {
			all = nil
			for _, c := range wgsl.Chains(n, maxAlone, min(wgsl.MaxStages, len(chains(n, maxAlone, 2)[0].Radices())+moreStages)) {
				all = append(all, wgsl.FFT{Chain: c})
			}
		}
		for _, k := range all {
			if !yield(k) {
				return
			}
		}
	}
}

// spaceThreads are the ways to share the points of a kernel among threads, one for each number of threads.
func spaceThreads(k wgsl.FFT, rules Rules) iter.Seq[wgsl.FFT] {
	return func(yield func(wgsl.FFT) bool) {
		seen := map[int]bool{}
		for _, enough := range []func(wgsl.FFT) bool{whole, wholeButOne} {
			for k.Points = 1; k.Points <= min(k.N(), mostSpace); k.Points++ {
				if seen[k.Threads()] || !enough(k) || k.Held() > mostHeld {
					continue
				}
				seen[k.Threads()] = true
				if !yield(k) {
					return
				}
			}
		}
	}
}

// whole says whether threads have as many points as some of a stage's small DFTs.
func whole(k wgsl.FFT) bool {
	return slices.ContainsFunc(k.Radices(), func(r int) bool { return k.Points%r == 0 })
}

// wholeButOne says whether they have one more, and are just as many as the small DFTs of a Rader stage leave none without: its convolution has one point less
// than the stage.
func wholeButOne(k wgsl.FFT) bool {
	each, p := k.Points-1, k.Rader.Prime
	return p > 0 && k.Threads()*each == k.N()/p*(p-1) && slices.ContainsFunc(k.Rader.Chain.Radices(), func(r int) bool { return each%r == 0 })
}

// spaceSharing are the numbers of transforms that may share a workgroup.
func spaceSharing(k wgsl.FFT, batch int, l wgsl.Limits) []int {
	most := l.Invocations / k.Threads()
	if most < 1 {
		return nil
	}
	all := sharing(k, batch, l)
	for t := 1; t <= min(most, max(1, batch)); t *= 2 {
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return slices.DeleteFunc(all, func(t int) bool { return t > most })
}

// spaceExchanges are the kernel with every way to exchange that fits, and with every pair of paths.
func spaceExchanges(k wgsl.FFT, l wgsl.Limits, rules Rules) []wgsl.FFT {
	all := exchanges(k, l)
	if k.WorkgroupBytes() > 0 {
		for _, k.Exchange = range otherCuts(k) {
			if k.WorkgroupBytes() <= mostShared(k, l) {
				all = append(all, k)
			}
		}
		k.Exchange = wgsl.Exchange{}
	}
	if rules.On(Paths) {
		return all
	}
	for _, load := range []wgsl.Path{wgsl.Direct, wgsl.Staged} {
		for _, store := range []wgsl.Path{wgsl.Direct, wgsl.Staged} {
			k.Load.Path, k.Store.Path = load, store
			for _, x := range slices.Concat(cuts(k), otherCuts(k)) {
				k.Exchange = x
				if k.WorkgroupBytes() <= l.WorkgroupBytes && (k.WorkgroupBytes() > 0 || x == wgsl.Exchange{}) && !slices.Contains(all, k) {
					all = append(all, k)
				}
			}
		}
	}
	return all
}

// withLayouts yields a kernel with the layout that suits it, or with all.
func withLayouts(k wgsl.FFT, l wgsl.Limits, rules Rules, yield func(wgsl.FFT) bool) bool {
	if rules.On(Conflicts) || k.WorkgroupBytes() == 0 {
		return yield(k) // BestLayout is for whoever takes it
	}
	all := layouts
	if k.Cubic() {
		all = slices.Concat(layouts, cubes(k))
	}
	for _, layout := range all {
		k.Layout = layout
		if k.WorkgroupBytes() <= l.WorkgroupBytes && !yield(k) {
			return false
		}
	}
	return true
}
