package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Where the model can't tell kernels apart, those that are like a fast one in all but one to three things are worth measuring: of lists drawn so, many of the
// fastest kernels known came that no rule had left (bench/NOTES.md).

// mostDifferences is in how many things at most a kernel that is drawn differs, and mostDraws how often one is drawn before there seems to be none.
const (
	maxMoves = 3
	maxDraws = 64
)

// nearLayouts is how many more bank conflicts than the best of its sort, by ratio, a layout may have that is drawn.
const conflictTolerance = 1.15

// A Draw draws a number from 0 to n-1.
type Draw func(n int) int

// Nearby draws a choice for a problem that is like one but for a few things of one kernel, or of two that are alike: radices, points per thread, transforms per
// workgroup, exchange, layout, paths, and how tables are read; or that has another split of a convolution in several passes. It is one that Admit takes. It
// reports false where it finds none.
func Neighbor(p Problem, l wgsl.Limits, kernels []wgsl.Kernel, draw Draw) ([]wgsl.Kernel, bool) {
	made, err := From(p, l, kernels...)
	if err != nil {
		return nil, false
	}
	for range maxDraws {
		if draw(splitDraws) == 0 {
			if near, ok := otherSplit(p, l, kernels, draw); ok && isValid(p, l, near) {
				return near, true
			}
		}
		at := draw(len(kernels))
		old, run := kernels[at], made.Passes[at] // what a kernel exchanges and reads is that of the one that runs
		k := run
		for range 1 + draw(maxMoves) {
			k = moves[draw(len(moves))](k, l, draw)
		}
		k = normalize(k)
		if hasRegisters(run) && !hasRegisters(k) {
			continue
		}
		if k = copyTunable(old, k); k == old {
			continue
		}
		near := slices.Clone(kernels)
		near[at] = k
		both := draw(2) == 0
		for i, twin := range kernels {
			if i != at && both && tunable(twin) == tunable(old) {
				near[i] = copyTunable(twin, k)
			}
		}
		if isValid(p, l, near) {
			return near, true
		}
	}
	return nil, false
}

// splitDraws is of how many draws one is for another split of a convolution.
const splitDraws = 6

// admitted says whether Admit takes a choice.
func isValid(p Problem, l wgsl.Limits, kernels []wgsl.Kernel) bool {
	_, err := Validate(p, l, kernels...)
	return err == nil
}

// sober is a kernel without what says nothing of it.
func normalize(k wgsl.Kernel) wgsl.Kernel {
	if !k.HasTwiddles() {
		k.TwiddleBasis, k.ShareTwiddles = 0, false
	}
	k.ShareTwiddles = k.ShareTwiddles && k.CanShareTwiddles()
	k.FMA = k.FMA && k.HasConstantTwiddles()
	if k.WorkgroupBytes() == 0 {
		k.Exchange, k.Layout, k.Fence = wgsl.Exchange{}, wgsl.Layout{}, wgsl.NoFence
	}
	return k
}

// differences make a kernel that differs from one in one thing. What they make need not be a kernel.
var moves = []func(wgsl.Kernel, wgsl.Limits, Draw) wgsl.Kernel{otherRadices, otherPoints, otherTransforms, otherExchange, otherLayout, otherPaths, otherTables, otherTables}

// otherRadices moves a prime factor from one radix of a chain to another, or to a stage of its own, or lets two radices change places.
func otherRadices(old wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	k := old
	chains := slices.DeleteFunc([]*wgsl.Radices{&k.Radices, &k.OuterRadices[0], &k.OuterRadices[1], &k.Rader.Radices}, func(c *wgsl.Radices) bool { return *c == wgsl.Radices{} })
	if len(chains) == 0 {
		return old
	}
	chain := chains[draw(len(chains))]
	radices := chain.List()
	from, to := draw(len(radices)), draw(len(radices)+1)
	switch {
	case from == to:
		return old
	case to < len(radices) && draw(2) == 0:
		radices[from], radices[to] = radices[to], radices[from]
	default:
		radices = append(radices, 1)
		f := primes(radices[from])
		moved := f[draw(len(f))]
		radices[from], radices[to] = radices[from]/moved, radices[to]*moved
		radices = slices.DeleteFunc(radices, func(r int) bool { return r == 1 })
	}
	if made, err := wgsl.MakeRadices(radices...); err == nil {
		*chain = made
	}
	most := maxPoints
	if k.Rader.Fold || len(k.StageRadices()) == 1 {
		most = maxAlone
	}
	if slices.Max(k.StageRadices()) > most {
		return old
	}
	if !hasWholeButterflies(k) {
		k = otherPoints(k, l, draw)
	}
	return otherLayout(k, l, draw)
}

// primes are the prime factors of n > 1.
func primes(n int) []int {
	var all []int
	for d := 2; n > 1; d++ {
		for n%d == 0 {
			all, n = append(all, d), n/d
		}
	}
	return all
}

// otherPoints gives threads some multiple of one stage's points.
func otherPoints(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	radices := k.StageRadices()
	if len(radices) == 0 {
		return k
	}
	r := radices[draw(len(radices))]
	most := maxPoints
	if !k.HasExchange() {
		most = maxAlone
	}
	if r > most {
		return k
	}
	k.ElementsPerThread = min(r*(1+draw(most/r)), k.N())
	return otherLayout(k, l, draw)
}

// otherTransforms puts one more or less, or twice or half as many, into a workgroup; of columns twice or half as many, of those with mates never an odd number.
func otherTransforms(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	t := k.TransformsPerGroup
	all := []int{2 * t, t / 2, t + 1, t - 1}
	if k.IsBatchFastest() || k.MirrorColumns {
		all = all[:2]
	}
	if k.MirrorColumns && t%4 > 0 {
		all = all[:1]
	}
	k.TransformsPerGroup = max(1, all[draw(len(all))])
	return otherLayout(k, l, draw)
}

// otherExchange passes both components or one at a time, in some rounds.
func otherExchange(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	if !k.HasExchange() {
		return k
	}
	k.Exchange = wgsl.Exchange{Split: draw(2) == 0}
	if rounds := 1 + draw(maxSlices); rounds > 1 && draw(3) > 0 {
		k.Exchange.Slices = uint8(rounds)
	}
	return otherLayout(k, l, draw)
}

// otherLayout draws one of the flat layouts or of the cubes that have few bank conflicts.
func otherLayout(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	k.Layout = wgsl.Layout{}
	if !k.HasExchange() || k.Invocations() > l.Invocations {
		return k
	}
	var sorts [][]wgsl.Layout
	if !k.Rader.Fold && !k.VectorRadix {
		sorts = append(sorts, layouts)
	}
	if k.HasDigitLayout() {
		sorts = append(sorts, digitLayouts(k))
	}
	if len(sorts) == 0 {
		return k
	}
	var few []wgsl.Layout
	all := sorts[draw(len(sorts))]
	conflicts := k.ConflictDegrees(all...)
	for i, layout := range all {
		if conflicts[i] <= conflictTolerance*slices.Min(conflicts) {
			few = append(few, layout)
		}
	}
	k.Layout = few[draw(len(few))]
	return k
}

// otherPaths touches memory as one block where each thread touched its points, or the other way round.
func otherPaths(k wgsl.Kernel, _ wgsl.Limits, draw Draw) wgsl.Kernel {
	if k.IsBatchFastest() || k.Rader.Fold || k.Threads() > maxDirectThreads && k.Load.Path == wgsl.Direct {
		return k
	}
	flip := func(p wgsl.Path) wgsl.Path { return wgsl.Direct + wgsl.Staged - p }
	which := draw(3)
	if which != 1 {
		k.Load.Path = flip(k.Load.Path)
	}
	if which != 0 {
		k.Store.Path = flip(k.Store.Path)
	}
	return k
}

// fewLoads is how many threads of a transform touch neighbouring points at most where a block may be better.
const maxDirectThreads = 32

// fewDrawn is how many ways to read few twiddles are drawn, that of reading all among them: nothing in the wisdom that ships reads by those beyond.
const drawnBases = 6

// otherTables reads twiddles and constants otherwise, or puts breaks between the parts.
func otherTables(k wgsl.Kernel, _ wgsl.Limits, draw Draw) wgsl.Kernel {
	switch draw(5) {
	case 0:
		k.TwiddleBasis = uint8(draw(drawnBases))
	case 1:
		k.ShareTwiddles = !k.ShareTwiddles
	case 2:
		k.FMA = !k.FMA
	case 3:
		k.Vec4Tables = !k.Vec4Tables
	default:
		k.Fence = []wgsl.Fence{wgsl.NoFence, wgsl.FenceStages, wgsl.FenceBarriers}[draw(3)]
	}
	return k
}
