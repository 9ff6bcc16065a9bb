package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Kernels whose threads have points of both ends of a stage want twice its radix as the points of a thread, and so small radices: often
// a stage more than they take elsewhere. Where bins come from numbers and roots, the roots of a thread are as many as its points, and the model
// does not know of the registers that hold them.

// mostRooted is how many points at most a thread should have where roots come with them.
const maxElementsWithRoots = 16

// rooted says whether the line's couples read roots with the points.
func (l Axis) readsRoots() bool { return l.needsMirror() && l.Scheme.Load.Form == wgsl.DCT2Bins }

// crowded says whether a kernel of the line with couples has too many points for the roots that come with them.
func (l Axis) hasManyRoots(k wgsl.Kernel) bool {
	return k.MirrorInRow && l.readsRoots() && l.withRealOps(k).LiveElementsFirst() > maxElementsWithRoots
}

// longerBodies are those of small radices and a stage more than it takes.
func (l Axis) longerBodies() []wgsl.Kernel {
	stages := wgsl.FewestStages(l.N, 16)
	if !l.needsHalfMirror() && !l.readsRoots() || LargestPrime(l.N) > MaxPrime || stages < 2 {
		return nil
	}
	return bodies(l.N, maxElementsWithRoots/2, stages+1)
}

// longer are the variants of a stage more.
func (l Axis) longerVariants(batch int, limits wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, body := range l.longerBodies() {
		all = append(all, threadings(body, batch, limits)...)
	}
	return all
}

// roomyColumns are the cheapest kernels of columns with couples that are not crowded.
func (l Axis) rootColumns(at placer, limits wgsl.Limits) []wgsl.Kernel {
	all := columnVariants(slices.Concat(bodies(l.N, maxPoints, 1), l.longerBodies()), at, limits, false, defaultBudget)
	return cheapestColumns(slices.DeleteFunc(all, func(k wgsl.Kernel) bool { return l.hasManyRoots(withoutRealOps(k)) }), limits, false)
}
