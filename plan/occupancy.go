package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Kernels whose threads have points of both ends of a stage want twice its radix as the points of a thread, and so small radices: often
// a stage more than they take elsewhere. Where bins come from numbers and roots, the roots of a thread are as many as its points, and the model
// does not know of the registers that hold them.

// mostRooted is how many points at most a thread should have where roots come with them.
const mostRooted = 16

// rooted says whether the line's couples read roots with the points.
func (l Axis) rooted() bool { return l.pairs() && l.Scheme.Load.Form == wgsl.DCT2Bins }

// crowded says whether a kernel of the line with couples has too many points for the roots that come with them.
func (l Axis) crowded(k wgsl.Kernel) bool {
	return k.MirrorInRow && l.rooted() && l.whole(k).LiveElementsFirst() > mostRooted
}

// longerBodies are those of small radices and a stage more than it takes.
func (l Axis) longerBodies() []wgsl.Kernel {
	stages := wgsl.FewestStages(l.N, 16)
	if !l.faces() && !l.rooted() || LargestPrime(l.N) > MaxPrime || stages < 2 {
		return nil
	}
	return bodies(l.N, mostRooted/2, stages+1)
}

// longer are the variants of a stage more.
func (l Axis) longer(batch int, limits wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, body := range l.longerBodies() {
		all = append(all, threadings(body, batch, limits)...)
	}
	return all
}

// roomyColumns are the cheapest kernels of columns with couples that are not crowded.
func (l Axis) roomyColumns(at placer, limits wgsl.Limits) []wgsl.Kernel {
	all := threadedColumns(slices.Concat(bodies(l.N, maxPoints, 1), l.longerBodies()), at, limits, false, modest)
	return cheapestColumns(slices.DeleteFunc(all, func(k wgsl.Kernel) bool { return l.crowded(bareRows(k)) }), limits, false)
}
