package tune

import (
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Neighbor draws kernels that differ from a fast one in one to three properties. The tuner measures
// them where the model cannot rank kernels. This finds fast kernels outside of the pruned space
// (see bench/LOG.md, E102).

const (
	maxMoves = 3  // largest number of moves from a kernel to its neighbor
	maxDraws = 64 // number of draws after which Neighbor gives up
)

// conflictTolerance is the largest conflict degree of a drawn layout, relative to the best of its
// kind.
const conflictTolerance = 1.15

// A Draw returns a random number from 0 to n-1.
type Draw func(n int) int

// Neighbor draws a choice of kernels close to the given one. It changes a few properties of one
// kernel, or of two kernels with the same options. The properties are radices, elements per thread,
// transforms per workgroup, exchange, layout, paths and table reads. For a convolution in several
// passes it may draw another split. The result passes Validate. Neighbor returns false if it finds
// none.
func Neighbor(p plan.Problem, l wgsl.Limits, axes []plan.AxisChoice, draw Draw) ([]plan.AxisChoice, bool) {
	made, err := plan.From(p, l, choose.Chooser{}, axes...)
	if err != nil {
		return nil, false
	}
	for range maxDraws {
		if draw(splitDraws) == 0 {
			if near, ok := otherSplit(p, l, axes, draw); ok && isValid(p, l, near) {
				return near, true
			}
		}
		near, kernels := plan.CopyChoice(axes)
		at := draw(len(kernels))
		old, run := *kernels[at], made.Passes[at] // the placed kernel determines exchanges and reads
		k := run
		for range 1 + draw(maxMoves) {
			k = moves[draw(len(moves))](k, l, draw)
		}
		k = normalize(k)
		if choose.HasRegisters(run, l) && !choose.HasRegisters(k, l) {
			continue
		}
		if k = choose.CopyTunable(old, k); k == old {
			continue
		}
		*kernels[at] = k
		both := draw(2) == 0
		for i, twin := range kernels {
			if i != at && both && choose.Tunable(*twin) == choose.Tunable(old) {
				*twin = choose.CopyTunable(*twin, k)
			}
		}
		if isValid(p, l, near) {
			return near, true
		}
	}
	return nil, false
}

// splitDraws is the number of draws among which one, in the mean, takes another split of a
// convolution.
const splitDraws = 6

// isValid reports whether Validate accepts a choice.
func isValid(p plan.Problem, l wgsl.Limits, axes []plan.AxisChoice) bool {
	_, err := choose.ValidateAxes(p, l, axes...)
	return err == nil
}

// normalize clears options that have no effect on k.
func normalize(k wgsl.Kernel) wgsl.Kernel {
	if !k.HasTwiddles() {
		k.Twiddles.Basis, k.Twiddles.Share = 0, false
	}
	k.Twiddles.Share = k.Twiddles.Share && k.CanShareTwiddles()
	k.Twiddles.FMA = k.Twiddles.FMA && k.HasConstantTwiddles()
	if k.WorkgroupBytes() == 0 {
		k.Exchange, k.Threads.Cyclic, k.Twiddles.Fence = wgsl.Exchange{}, false, wgsl.NoFence
	}
	return k
}

// moves change one property of a kernel each. The result need not be valid.
var moves = []func(wgsl.Kernel, wgsl.Limits, Draw) wgsl.Kernel{
	otherRadices, otherPoints, otherTransforms, otherExchange, otherLayout, otherPaths, otherTables, otherTables,
}

// otherRadices moves a prime factor from one radix to another or to a new stage, or swaps two
// radices.
func otherRadices(old wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	k := old
	chains := []*wgsl.Radices{&k.Stages.Radices, &k.Stages.Outer[0], &k.Stages.Outer[1], &k.Stages.Rader.Radices}
	chains = slices.DeleteFunc(chains, func(c *wgsl.Radices) bool { return *c == wgsl.Radices{} })
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
	most := plan.MaxThreadElements
	if k.Stages.Rader.Fold || len(k.StageRadices()) == 1 {
		most = plan.MaxAloneElements
	}
	if slices.Max(k.StageRadices()) > most {
		return old
	}
	if !choose.HasWholeButterflies(k) {
		k = otherPoints(k, l, draw)
	}
	return otherLayout(k, l, draw)
}

// primes returns the prime factors of n > 1, with repetition.
func primes(n int) []int {
	var all []int
	for d := 2; n > 1; d++ {
		for n%d == 0 {
			all, n = append(all, d), n/d
		}
	}
	return all
}

// otherPoints sets the elements per thread to a multiple of one stage's radix.
func otherPoints(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	radices := k.StageRadices()
	if len(radices) == 0 {
		return k
	}
	r := radices[draw(len(radices))]
	most := plan.MaxThreadElements
	if !k.HasExchange() {
		most = plan.MaxAloneElements
	}
	if r > most {
		return k
	}
	k.Threads.Elements = min(r*(1+draw(most/r)), k.N())
	return otherLayout(k, l, draw)
}

// otherTransforms adds or removes one transform per workgroup, or doubles or halves their number.
// It only doubles or halves columns, and keeps the number of mirrored columns even.
func otherTransforms(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	t := k.Threads.Transforms
	all := []int{2 * t, t / 2, t + 1, t - 1}
	if k.IsBatchFastest() || k.Threads.HasColumns() {
		all = all[:2]
	}
	if k.Threads.HasColumns() && t%4 > 0 {
		all = all[:1]
	}
	k.Threads.Transforms = max(1, all[draw(len(all))])
	return otherLayout(k, l, draw)
}

// otherExchange draws a split or an unsplit exchange, in one or several slices.
func otherExchange(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	if !k.HasExchange() {
		return k
	}
	k.Exchange = wgsl.Exchange{Split: draw(2) == 0, Layout: k.Exchange.Layout}
	if rounds := 1 + draw(choose.MaxSlices); rounds > 1 && draw(3) > 0 {
		k.Exchange.Slices = uint8(rounds)
	}
	return otherLayout(k, l, draw)
}

// otherLayout draws a flat layout or a digit layout with few bank conflicts.
func otherLayout(k wgsl.Kernel, l wgsl.Limits, draw Draw) wgsl.Kernel {
	k.Exchange.Layout, k.Threads.Cyclic = wgsl.Layout{}, false
	if !k.HasExchange() || k.Invocations() > l.Invocations {
		return k
	}
	var sorts [][]wgsl.Kernel
	if !k.Stages.Rader.Fold && !k.Stages.VectorRadix {
		sorts = append(sorts, choose.WithLayouts(k, choose.FlatLayouts))
	}
	if k.HasDigitLayout() {
		sorts = append(sorts, choose.DigitLayouts(k))
	}
	if len(sorts) == 0 {
		return k
	}
	all := sorts[draw(len(sorts))]
	conflicts := make([]float64, len(all))
	for i, k := range all {
		conflicts[i] = k.ConflictDegree()
	}
	var few []wgsl.Kernel
	for i, k := range all {
		if conflicts[i] <= conflictTolerance*slices.Min(conflicts) {
			few = append(few, k)
		}
	}
	return few[draw(len(few))]
}

// otherPaths swaps direct and staged paths at one or both ends.
func otherPaths(k wgsl.Kernel, _ wgsl.Limits, draw Draw) wgsl.Kernel {
	if k.IsBatchFastest() || k.Stages.Rader.Fold ||
		k.ThreadsPerTransform() > maxDirectThreads && k.Load.Path == wgsl.Direct {
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

// maxDirectThreads is the largest number of threads of a transform with direct loads for which a
// staged path is drawn.
const maxDirectThreads = 32

// drawnBases is the number of twiddle bases that are drawn, including the full one. No shipped
// wisdom uses the others.
const drawnBases = 6

// otherTables changes how twiddles and constants are read, or the fences between stages.
func otherTables(k wgsl.Kernel, _ wgsl.Limits, draw Draw) wgsl.Kernel {
	switch draw(5) {
	case 0:
		k.Twiddles.Basis = uint8(draw(drawnBases))
	case 1:
		k.Twiddles.Share = !k.Twiddles.Share
	case 2:
		k.Twiddles.FMA = !k.Twiddles.FMA
	case 3:
		k.Twiddles.Vec4 = !k.Twiddles.Vec4
	default:
		k.Twiddles.Fence = []wgsl.Fence{wgsl.NoFence, wgsl.FenceStages, wgsl.FenceBarriers}[draw(3)]
	}
	return k
}
