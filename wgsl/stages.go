package wgsl

import "slices"

// A Leg is a run of stages that share their points: a transform of Chain's points, or the end of one whose first stages did
// Before of its points.
type TwiddleGroup struct {
	Chain  Radices
	Before int // product of the radices of the stages before; 0 means 1
}

// before is Before with its default.
func (l TwiddleGroup) before() int { return max(1, l.Before) }

// stages returns the stages of the leg, of so many transforms side by side.
func (l TwiddleGroup) stages(lanes int) []Stage {
	stages, p, table := l.Chain.Stages(), l.before(), 0
	for s := range stages {
		st := &stages[s]
		st.N, st.P, st.Table = st.N*p, st.P*p, table
		if st.P > 1 {
			table += st.P * (st.R - 1)
		}
		if lanes > 1 {
			st.N, st.P, st.Interleave = st.N*lanes, st.P*lanes, lanes
		}
	}
	return stages
}

// A step is one stage as a kernel does it.
type step struct {
	Stage
	threads       int  // of a transform
	transforms    int  // runs of Stage.N points in one transform of the kernel
	phase         int  // 0 before the first exchange between steps, 1 after
	exchanged     bool // an exchange brings its inputs; else the step before left them with the thread that needs them
	multiply      bool // its outputs are multiplied by the spectrum
	gather        bool // reads its points where Rader's permutation says
	scatter       bool // writes them there
	twiddleFree   bool // has no twiddles, being along a residue: see residues.go
	mirrorInRow   bool // threads do couples of its butterflies
	mirrorHalf    bool // couples are of those that face each other
	mirrorColumns bool // threads do couples of its butterflies, of a column and its mate: see matedcouples.go
	position      int  // its place in the order of the axes; steps go in that order but for those of pairs, see weave.go
	keepsOutputs  bool // its outputs stay with the thread for the step after
	joined        bool // it goes with the step before or behind, without an exchange between: a thread has butterflies of both on the same points
	partner       int  // of a pair, the place of the other
	spacing       int  // butterflies of a thread are that many apart, for what follows without an exchange; 0: as many as there are threads. See merge.go
	inRegisters   bool // its points are those that the step before left with the thread, of each butterfly one
}

// all is the number of butterflies of the step in one transform of the kernel.
func (st step) butterflyCount() int { return st.transforms * st.Butterflies() }

// Legs returns the runs of stages of the kernel, those with equal twiddles once: its table is made of theirs.
func (k Kernel) TwiddleGroups() [3]TwiddleGroup {
	var legs [3]TwiddleGroup
	inner, chain := k.convolutionRadices()
	at := 0
	add := func(l TwiddleGroup) {
		if l.Chain != (Radices{}) && !slices.Contains(legs[:at], l) {
			legs[at] = l
			at++
		}
	}
	if inner.N() > 1 && !k.Rader.IsPFA() {
		add(TwiddleGroup{Chain: inner})
		add(TwiddleGroup{Chain: inner.Reversed()})
	}
	for _, over := range slices.Backward(k.OuterRadices[:]) {
		add(TwiddleGroup{Chain: over})
	}
	add(TwiddleGroup{Chain: chain, Before: k.Rader.Prime})
	return legs
}

// inner returns the chain of the kernel's convolution, and that of the stages besides.
func (k *Kernel) convolutionRadices() (inner, chain Radices) {
	if k.ConvolutionSpectra > 0 {
		return k.Radices, Radices{}
	}
	return k.Rader.Radices, k.Radices
}

// steps returns the steps of the kernel in order.
func (k *Kernel) steps() []step {
	inner, chain := k.convolutionRadices()
	all := make([]step, 0, 2*inner.stages()+k.OuterRadices[0].stages()+k.OuterRadices[1].stages()+chain.stages())
	legs := k.TwiddleGroups()
	run := func(l TwiddleGroup, subs, lanes int) (first, last int) {
		first = len(all)
		table := 0 // where the leg's twiddles begin
		for i := 0; i < len(legs) && legs[i] != l; i++ {
			table += groupTwiddles(legs[i])
		}
		for _, st := range l.stages(lanes) {
			st.Table += table
			all = append(all, step{Stage: st, position: len(all), transforms: subs, exchanged: true})
		}
		return first, len(all) - 1
	}
	if inner.N() > 1 {
		subs := 1
		if k.Rader.Prime > 0 {
			subs = k.Radices.N()
		}
		first, middle := run(TwiddleGroup{Chain: inner}, subs, 1)
		next, end := run(TwiddleGroup{Chain: inner.Reversed()}, subs, 1)
		// The transform back begins with the radix the one there ended with: each butterfly reads what the one of its number wrote.
		all[middle].multiply, all[next].exchanged = true, false
		all[first].gather, all[end].scatter = k.Rader.Prime > 0, k.Rader.Prime > 0
		for s := range all {
			all[s].twiddleFree = k.Rader.IsPFA()
		}
	}
	// The axes, the outermost first: then the first steps read whole lines of memory.
	subs, lanes := 1, k.N()
	for _, over := range slices.Backward(k.OuterRadices[:]) {
		lanes /= over.N()
		run(TwiddleGroup{Chain: over}, subs, lanes)
		subs *= over.N()
	}
	run(TwiddleGroup{Chain: chain, Before: k.Rader.Prime}, subs, k.innerExtent())
	k.joinAxes(all)
	k.pairStages(all)
	lane, threads := 0, k.Threads()
	for s := range all {
		all[s].threads = threads
		if s > 0 && all[s].exchanged {
			lane = 1
		}
		all[s].phase = lane
	}
	k.markMirrorPairs(all)
	return all
}

// tableSize is how many twiddles the stages of a leg have.
func groupTwiddles(l TwiddleGroup) int {
	size, p := 0, l.before()
	for _, r := range l.Chain[:l.Chain.stages()] {
		if p > 1 {
			size += p * (int(r) - 1)
		}
		p *= int(r)
	}
	return size
}

// twiddled says whether the step turns its inputs.
func (st step) hasTwiddles() bool { return st.twiddlePeriod() > 1 && !st.twiddleFree }

// alike is how many butterflies of the step have the same twiddles.
func (st step) sameTwiddles() int { return st.butterflyCount() / st.twiddlePeriod() }

// exponent is p of butterfly j of a step, whose twiddles are those of p: in cyclic order (cube.go) the slowest digits of j.
func (k *Kernel) twiddleExponent(st step, j int) int {
	if k.isCyclic(st.position) {
		return j / st.sameTwiddles()
	}
	return j / st.interleave() % st.twiddlePeriod()
}

// in is the point of the kernel's transform that slot i of butterfly f of a step reads, in the order of the exchange before it.
// p is that of the Rader stage, if there is one.
func (st step) in(f, i int, p permutation) int {
	sub, j := st.transformOf(f)
	if st.gather {
		return sub + st.transforms*int(p.gathered[st.In(j, i)])
	}
	return sub*st.N + st.In(j, i)
}

// out is the point that slot m of butterfly f writes.
func (st step) out(f, m int, p permutation) int {
	sub, j := st.transformOf(f)
	if st.scatter {
		return sub*(len(p.scattered)+1) + int(p.scattered[st.Out(j, m)])
	}
	return sub*st.N + st.Out(j, m)
}

// within returns the run of points of butterfly f, and its number there.
func (st step) transformOf(f int) (sub, j int) {
	if st.transforms == 1 {
		return 0, f
	}
	n := st.Butterflies()
	return f / n, f % n
}

// perThread is the largest number of butterflies of a step that a thread does.
func (k *Kernel) butterfliesPerThread(st step) int {
	if st.mirrorColumns {
		return 2 * ((st.Butterflies() + k.pairThreads() - 1) / k.pairThreads())
	}
	if st.mirrorInRow {
		return st.pairSize() * ((st.MirrorPairs() + st.threads - 1) / st.threads)
	}
	return (st.butterflyCount() + st.threads - 1) / st.threads
}

// unitOf returns the b-th butterfly of thread t, and reports whether the thread has one.
func (k *Kernel) butterflyOf(st step, t, b int) (f int, active bool) {
	if st.mirrorInRow {
		return k.mirrorButterfly(st, t, b)
	}
	if st.spacing > 0 {
		return k.joinedButterfly(st, t, b), true
	}
	f = t + b*st.threads
	return f, f < st.butterflyCount()
}

// worker returns the b-th butterfly of an invocation in a step: butterfly f of transform q of the workgroup.
// active is false if the invocation has none.
func (k *Kernel) assignmentOf(st step, invocation, b int) (q, f int, active bool) {
	if st.mirrorColumns {
		return k.mirrorColumnsButterfly(st, invocation, b)
	}
	t, q := k.threadOf(k.order(st), st.threads, invocation)
	f, active = k.butterflyOf(st, t, b)
	return q, f, active
}

// A work is butterfly f of transform q of the workgroup. It is not active if there is none.
type assignment struct {
	q, f   int
	active bool
}

// workers returns the b-th butterflies of the first lanes invocations in a step.
func (k *Kernel) assignments(st step, lanes, b int) []assignment {
	all := make([]assignment, lanes)
	for lane := range all {
		all[lane].q, all[lane].f, all[lane].active = k.assignmentOf(st, lane, b)
	}
	return all
}

// Held is how many points a thread holds at most.
func (k Kernel) LiveElements() int {
	most := 0
	for _, st := range k.steps() {
		most = max(most, k.butterfliesPerThread(st)*st.R)
	}
	return most
}

// HeldFirst is how many points a thread holds in the first stage.
func (k Kernel) LiveElementsFirst() int {
	steps := k.steps()
	if len(steps) == 0 {
		return 1
	}
	return k.butterfliesPerThread(steps[0]) * steps[0].R
}
