package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// Mirror kernels need twice the radix of a stage as elements per thread. Their best radices are
// small, often with one more stage than other kernels. If bins are made with real roots, a thread
// reads a root for each element. The model does not count the registers of these roots.

// maxElementsWithRoots is the largest number of elements per thread of kernels that read real
// roots.
const maxElementsWithRoots = 16

// readsRoots reports whether mirror kernels of the axis read a real root for each element.
func (l Finder) readsRoots() bool { return l.needsMirror() && l.Scheme.Load.Form == realdct.Twiddled }

// hasManyRoots reports whether a mirror kernel of the axis has too many elements per thread for its
// real roots.
func (l Finder) hasManyRoots(k wgsl.Kernel) bool {
	return k.Threads.HoldsPairs(wgsl.Zero) && l.readsRoots() &&
		l.WithRealOps(k).LiveElementsFirst() > maxElementsWithRoots
}

// isUnderestimated reports whether the model underestimates a mirror kernel of the axis. It does if
// the kernel has many real roots, or exchanges both components together in a small workgroup.
func (l Finder) isUnderestimated(k wgsl.Kernel) bool {
	return l.hasManyRoots(k) || l.isSmallUnsplit(&k)
}

// isUnderestimatedCandidate is isUnderestimated for a candidate with real ops.
func (l Finder) isUnderestimatedCandidate(c candidate) bool {
	k := c.of.at(c.transforms, c.exchange).Kernel()
	return l.isSmallUnsplit(k) || k.Threads.HoldsPairs(wgsl.Zero) && l.readsRoots() && c.of.hasManyRoots()
}

// hasManyRoots reports whether threads have too many elements for a real root of each.
func (t *threading) hasManyRoots() bool {
	if t.liveFirst == 0 {
		t.liveFirst = t.kernel().LiveElementsFirst()
	}
	return t.liveFirst > maxElementsWithRoots
}

// longerBodies returns stages for the axis with small radices, and one additional stage.
func (l Finder) longerBodies(limits wgsl.Limits) []wgsl.Kernel {
	stages := wgsl.FewestStages(l.N, 16)
	if !l.needsHalfMirror() && !l.readsRoots() || plan.LargestPrime(l.N) > plan.MaxPrime || stages < 2 {
		return nil
	}
	return Bodies(l.N, maxElementsWithRoots/2, stages+1, limits)
}

// longerVariants returns candidates for the row kernels of longerBodies.
func (l Finder) longerVariants(batch int, limits wgsl.Limits) []candidate {
	var all []candidate
	for _, body := range l.longerBodies(limits) {
		all = appendThreadings(all, body, batch, limits)
	}
	return all
}

// rootColumns returns the ranking of the cheapest mirror column kernels that have room for their real roots.
func (l Finder) rootColumns(at Placer, limits wgsl.Limits) *ranking {
	stages := slices.Concat(Bodies(l.N, plan.MaxThreadElements, 1, limits), l.longerBodies(limits))
	all := columnVariants(stages, at, limits, false, DefaultBudget)
	all = slices.DeleteFunc(all, func(c candidate) bool {
		return c.of.kernel().Threads.HoldsPairs(wgsl.Zero) && l.readsRoots() && c.of.hasManyRoots()
	})
	return cheapestColumns(all, limits, false)
}
