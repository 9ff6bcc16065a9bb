package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// Many real transforms take points k and -k together on load or store. A mirror kernel holds
// butterflies j and -j in one thread at the first or the last stage, so that both points meet in
// registers without an exchange. A kernel for complex points has other best radices.
// The radix of that stage should be half the elements per thread, so that every thread has whole
// mirror pairs.

// needsMirror reports whether the axis takes points k and -k of its transforms together on load or
// store. It is false for real rows with zero imaginary part. They take these points together on
// load only, so the two directions would need different kernels.
func (l Finder) needsMirror() bool {
	return l.Scheme.Points > 0 && !l.Scheme.IsZeroImag() && (l.Scheme.Load.IsMerge() || l.Scheme.Store.IsSplit())
}

// needsHalfMirror reports whether the axis takes points k and N-1-k of its transforms together on
// load or store.
func (l Finder) needsHalfMirror() bool {
	return l.Scheme.Points > 0 && (l.Scheme.Load.HasHalfMirror() || l.Scheme.Store.HasHalfMirror())
}

// A mirrorMode is the set of mirror pairs that a kernel's threads hold.
type mirrorMode struct {
	inRow bool // points k and -k: centre Zero
	half  bool // points k and N-1-k: centre Half
}

// mirrorModes returns the modes that the axis' kernels can have, those with more pairs first. It
// returns none if the axis needs no pairs.
func (l Finder) mirrorModes() []mirrorMode {
	pairs, faces := l.needsMirror(), l.needsHalfMirror()
	switch {
	case pairs && faces:
		return []mirrorMode{{inRow: true, half: true}, {inRow: true}}
	case pairs || faces:
		return []mirrorMode{{pairs, faces}}
	}
	return nil
}

// HasMirror reports whether the axis' kernels can hold mirror pairs.
func (l Finder) HasMirror() bool { return len(l.mirrorModes()) > 0 }

// mirrorModeOf returns the mirror mode of a kernel.
func mirrorModeOf(k wgsl.Kernel) mirrorMode {
	return mirrorMode{k.Threads.HoldsPairs(wgsl.Zero), k.Threads.HoldsPairs(wgsl.Half)}
}

// WithoutRealOps removes from a kernel the ops that planning adds for real data.
func WithoutRealOps(k wgsl.Kernel) wgsl.Kernel {
	for side := range k.Threads.Mirror {
		k.Threads.Mirror[side].Rows = wgsl.RowGrid{}
	}
	return realdct.Without(k)
}

// mirrored returns the kernel with a mirror mode. It returns false if the axis cannot have that
// kernel.
func (l Finder) mirrored(k wgsl.Kernel, as mirrorMode, limits wgsl.Limits) (wgsl.Kernel, bool) {
	return l.mirroredBy(new(sketches), k, as, limits)
}

// mirroredBy returns the result of mirrored. Callers with many kernels share the sketches that
// check them.
func (l Finder) mirroredBy(valid *sketches, k wgsl.Kernel, as mirrorMode, limits wgsl.Limits) (wgsl.Kernel, bool) {
	if k.Stages.Filter != nil || k.Stages.Rader.Prime > 0 || k.N() == 1 {
		return k, false
	}
	k = l.WithMirrors(k, as.inRow, as.half)
	whole := l.WithRealOps(k)
	if l.HasMirrorRows() {
		k.Threads.Transforms = l.mirrorRowsPerGroup(k.Threads.Transforms)
		for ; ; k.Threads.Transforms = l.mirrorRowsPerGroup(k.Threads.Transforms / 2) {
			whole = l.WithRealOps(k)
			if _, err := valid.of(whole, limits); k.Threads.Transforms == 2 || err == nil {
				break
			}
		}
	}
	costs, err := valid.of(whole, limits)
	return k, err == nil && costs.Work().Held <= plan.MaxLiveExchanging
}

// MirroredWherePossible gives each kernel the first mirror mode that it can have. The other kernels
// do not change.
func (l Finder) MirroredWherePossible(all []wgsl.Kernel, limits wgsl.Limits) []wgsl.Kernel {
	modes := l.mirrorModes()
	valid := make([]*sketches, len(modes)) // one for each mode, because a mode changes the program
	for i := range valid {
		valid[i] = new(sketches)
	}
	for i, k := range all {
		for m, as := range modes {
			if k, ok := l.mirroredBy(valid[m], k, as, limits); ok {
				all[i] = k
				break
			}
		}
	}
	if l.HasMirrorRows() { // rows without a mirror cannot run, and some rows have become equal
		seen := map[wgsl.Kernel]bool{}
		all = slices.DeleteFunc(all, func(k wgsl.Kernel) bool {
			again := seen[k] || !k.Threads.HoldsPairs(wgsl.Zero)
			seen[k] = true
			return again
		})
	}
	return all
}

// mirrorCostTolerance corrects the model for kernels without mirror pairs. They read bins twice or
// need another exchange, which the model underestimates. They are chosen only if they cost 1.1
// times less by the model.
const mirrorCostTolerance = 1.1

// halfMirrorCostTolerance is the same for kernels that store real points one by one where
// half-mirror kernels store runs.
const halfMirrorCostTolerance = 1.25

// preferMirrored returns the ranking of mirrored kernels, or of others if there are none or if these cost
// much less.
func (l Finder) preferMirrored(mirrored, others *ranking) *ranking {
	m, mirroredCost, isMirrored := mirrored.at(0)
	o, othersCost, there := others.at(0)
	from := mirrorCostTolerance
	if isMirrored && there && l.Scheme.Store.HasHalfMirror() {
		if m.Threads.HoldsPairs(wgsl.Half) && !o.Threads.HoldsPairs(wgsl.Half) {
			from = halfMirrorCostTolerance
		}
	}
	if !isMirrored || there && from*othersCost < mirroredCost {
		return others
	}
	return mirrored
}

// ranked returns the ranking of the best kernels for the axis by the cost model.
func (l Finder) ranked(batch int, limits wgsl.Limits) *ranking {
	if l.Kind == plan.C2C && !l.HasMirror() {
		if folded := ranked(foldedVariants(l.N, minFoldedChosen, batch, limits), limits); !folded.isEmpty() {
			return folded
		}
	}
	all := variants(l.N, batch, limits)
	if !l.HasMirror() {
		if l.Kind == plan.C2C {
			all = append(all, candidatesOf(batchFastestVariants(l.N, batch, limits))...) // see OnePass
		}
		best := ranked(all, limits)
		best.finish = reduceTwiddles
		return best
	}
	best := l.rankedCandidates(l.withRealOps(all, nil, limits), limits)
	all = append(all, l.longerVariants(batch, limits)...)
	for _, as := range slices.Backward(l.mirrorModes()) {
		mirrored := l.withRealOps(all, &as, limits)
		trusted := slices.DeleteFunc(slices.Clone(mirrored), l.isUnderestimatedCandidate)
		others := l.rankedCandidates(mirrored, limits)
		if len(trusted) > 0 {
			others = l.preferMirrored(l.rankedCandidates(trusted, limits), others)
		}
		best = l.preferMirrored(others, best)
	}
	best.finish = func(i int, k wgsl.Kernel) wgsl.Kernel { return reduceTwiddles(i, WithoutRealOps(k)) }
	return best
}

// rankedCandidates returns the ranking of kernels with the load and the store of real data.
func (l Finder) rankedCandidates(all []candidate, limits wgsl.Limits) *ranking {
	best := rankedByLayout(cheapestOfEachPath(all, limits, Shortlist), limits)
	best.finish = func(_ int, k wgsl.Kernel) wgsl.Kernel { return WithoutRealOps(k) }
	return best
}

// withRealOps returns candidates with the load and the store of real data, each once, with their rough costs. With a
// mirror mode, the kernels take that mode; those that cannot are left out. With mirror rows, it takes only kernels
// with threads that hold pairs of points.
func (l Finder) withRealOps(all []candidate, as *mirrorMode, limits wgsl.Limits) (wholes []candidate) {
	seen, threadings := map[candidate]bool{}, map[wgsl.Kernel]*threading{}
	var last, t *threading // the last threading, without and with real ops; nil if there is none
	for _, c := range all {
		if c.of != last {
			last, t = c.of, l.threadingWithRealOps(*c.of.at(2, wgsl.Exchange{}).Kernel(), as, threadings)
		}
		if t == nil {
			continue
		}
		c = candidate{of: t, transforms: c.transforms, exchange: c.exchange}
		if l.HasMirrorRows() && as != nil {
			c.transforms = l.mirrorRowsPerGroup(c.transforms)
			for c.transforms > 2 && !c.fits(limits) {
				c.transforms = l.mirrorRowsPerGroup(c.transforms / 2)
			}
		}
		if !seen[c] && c.fits(limits) {
			seen[c] = true
			wholes = append(wholes, c)
		}
	}
	return withRoughCosts(wholes, ModelOf(limits))
}

// threadingWithRealOps returns the threading of a kernel with real ops, from the known ones or a new one. With a
// mirror mode, the kernel takes the mode. It returns nil if the kernel cannot.
func (l Finder) threadingWithRealOps(k wgsl.Kernel, as *mirrorMode, known map[wgsl.Kernel]*threading) *threading {
	if as != nil {
		if k.Stages.Rader.Prime > 0 || k.N() == 1 {
			return nil
		}
		k = l.WithMirrors(k, as.inRow, as.half)
	}
	if l.HasMirrorRows() && !k.Threads.HoldsPairs(wgsl.Zero) {
		return nil
	}
	k = l.WithRealOps(k)
	t, ok := known[k]
	if !ok {
		t = &threading{costs: k.Estimate(), shape: newShape(&k)}
		if as != nil && t.costs.Work().Held > plan.MaxLiveExchanging {
			t = nil
		}
		known[k] = t
	}
	return t
}

// fits reports whether the invocations and the workgroup memory of a candidate are within the limits.
func (c *candidate) fits(l wgsl.Limits) bool {
	of := c.of.at(c.transforms, c.exchange)
	return of.Kernel().Invocations() <= l.Invocations && of.WorkgroupBytes() <= l.WorkgroupBytes
}

// measuredCostTolerance bounds the predicted cost of a measured kernel with reordered radices,
// relative to the model's choice. It is the mean time of the model's choice over the fastest
// measured.
const measuredCostTolerance = 1.06

// measuredKernel returns the measured kernel for the axis' points, if there is one. If the axis
// needs a mirror, the radices take the best order for it. It returns false if that order needs more
// live elements or costs too much. ranked returns the ranking of the axis.
func (l Finder) measuredKernel(limits wgsl.Limits, ranked func() *ranking) (wgsl.Kernel, bool) {
	k, ok := measured().row(l.N)
	if l.Kind != plan.C2C && (k.IsBatchFastest() || k.Stages.Rader.Fold) { // see OnePass
		return k, false
	}
	if !ok || !l.HasMirror() {
		return flatIfNeeded(k, l.WithRealOps(k), limits), ok
	}
	most := l.mirrorModes()[0]
	var all []wgsl.Kernel
	for _, radices := range permutations(k.Stages.Radices.List()) {
		other := k
		other.Stages.Radices, _ = wgsl.MakeRadices(radices...)
		other, ok := l.mirrored(other, most, limits)
		if whole := l.WithRealOps(other); !ok || whole.LiveElements() > k.LiveElements() || l.isUnderestimated(other) {
			continue
		}
		all = append(all, other)
	}
	best, cost, ok := l.rankedCandidates(l.withRealOps(candidatesOf(all), nil, limits), limits).at(0)
	if !ok {
		return k, false
	}
	_, least, there := ranked().at(0)
	return reduceTwiddles(0, best), !there || cost <= measuredCostTolerance*least
}

// permutations returns the distinct orders of the radices.
func permutations(radices []int) [][]int {
	if len(radices) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, r := range radices {
		if slices.Contains(radices[:i], r) {
			continue
		}
		for _, rest := range permutations(slices.Delete(slices.Clone(radices), i, i+1)) {
			all = append(all, append([]int{r}, rest...))
		}
	}
	return all
}

// columnKernels returns the ranking of the kernels of a column axis within a budget.
func (l Finder) columnKernels(limits wgsl.Limits, in columnBudget) *ranking {
	kernels := func(at Placer) *ranking { return rankedColumnsWithin(l.N, false, at, limits, false, in) }
	if !l.needsMirror() {
		return kernels(l.Columns)
	}
	at := func(mirrored bool) Placer {
		return func(k wgsl.Kernel) wgsl.Kernel {
			return l.WithRealOps(l.Columns(l.WithMirrors(k, mirrored, false)))
		}
	}
	of := func(all *ranking) *ranking {
		all.finish = func(_ int, k wgsl.Kernel) wgsl.Kernel { return WithoutRealOps(k) }
		return all
	}
	mirrored := of(kernels(at(true)))
	mirrored.open = slices.DeleteFunc(mirrored.open, func(e entry) bool { return e.of.kernel().Stages.Rader.Prime > 0 })
	if l.readsRoots() {
		mirrored = l.preferMirrored(of(l.rootColumns(at(true), limits)), mirrored)
	}
	return l.preferMirrored(mirrored, of(kernels(at(false))))
}

// cost returns the model's cost of a kernel that does the axis alone: passes over memory times
// points.
func (l Finder) cost(k wgsl.Kernel, limits wgsl.Limits) float64 {
	if l.HasMirror() {
		k = l.WithRealOps(k)
	}
	return ModelOf(limits).FullCost(k) * float64(l.N)
}

// Reversed returns the choice for the other direction of an axis. Several passes with mirror
// columns change their order, so that the mirror is at the other end. A single kernel with a mirror
// reverses its radices. Kernels without a mirror do not change.
func (l Finder) Reversed(c plan.AxisChoice, limits wgsl.Limits) plan.AxisChoice {
	if len(c.Kernels) > 1 {
		if mirror, ok := l.reversedPasses(c.Kernels, limits); ok {
			c.Kernels = mirror
			return c
		}
		return l.withPairPass(WithoutPairPass(c), limits)
	}
	k, as := c.Kernels[0], mirrorModeOf(c.Kernels[0])
	if as == (mirrorMode{}) {
		return c
	}
	k.Threads.Mirror = [2]wgsl.Mirror{}
	if l.Kind != l.Kind.Inverse() { // otherwise both directions have the mirror at the same end
		k.Stages.Radices = k.Stages.Radices.Reversed()
		k.Exchange.Layout, k.Threads.Cyclic = BestLayout(k, limits), false
	}
	if mirrored, ok := l.mirrored(k, as, limits); ok {
		k = mirrored
		// which needs a mirror
	} else if other, _, there := l.ranked(plan.MaxChoiceBatch, limits).at(0); l.HasMirrorRows() && there {
		k = other
	}
	if digits, ok := WithDigitLayout(l.WithRealOps(k), limits); ok && c.Kernels[0].Exchange.Layout.Digits.On {
		k.Exchange.Layout, k.Threads.Cyclic = digits.Exchange.Layout, false
	}
	c.Kernels = []wgsl.Kernel{k}
	return c
}
