package wgsl

import "slices"

// The steps of a kernel: the stages of all its axes, of a Rader stage and of a convolution, in the
// order in which the threads do them, with the butterflies that each thread has. Stages have the index
// maps of Stockham's algorithm ([Stage]; Van Loan 1992, section 1.7).

// A TwiddleGroup is a run of stages that share one twiddle table: the transform of the product of
// Chain's radices, or the last stages of a longer one whose earlier stages have the product Before.
type TwiddleGroup struct {
	Radices Radices
	Before  int // product of the radices of the earlier stages; 0 means 1
}

// before returns Before with its default.
func (l TwiddleGroup) before() int { return max(1, l.Before) }

// stages returns the stages of the group, for a number of interleaved transforms.
func (l TwiddleGroup) stages(interleave int) []Stage {
	stages, p, table := l.Radices.Stages(), l.before(), 0
	for s := range stages {
		st := &stages[s]
		st.N, st.P, st.Table = st.N*p, st.P*p, table
		if st.P > 1 {
			table += st.P * (st.R - 1)
		}
		if interleave > 1 {
			st.N, st.P, st.Interleave = st.N*interleave, st.P*interleave, interleave
		}
	}
	return stages
}

// A step is one stage of a kernel, with its butterflies dealt to threads.
type step struct {
	Stage
	threads    int // threads of a transform
	transforms int // transforms of Stage.N points in one transform of the kernel
	phase      int // 0 before the first exchange between steps, 1 after it
	position   int // number of the stage in the order of the axes; vector radix takes stages in another order

	// The inputs.
	exchanged   bool // by an exchange; otherwise the step before left them in the thread's registers
	inRegisters bool // joined to the step before: input i is an output of its butterfly i
	gather      bool // Rader: reads its points in the order of the generator's powers

	// The outputs.
	keepsOutputs bool // they stay in registers for the joined step
	multiply     bool // they are multiplied by the spectrum
	scatter      bool // Rader: writes its points in the order of the inverse generator's powers

	twiddleFree bool // has no twiddles (prime-factor algorithm)

	// Which butterflies a thread has. Default: t, t + T, t + 2T, ... of T threads.
	mirrorInRow   bool // j and B - j
	mirrorHalf    bool // with mirrorInRow: j and B - 1 - j
	mirrorColumns bool // j of a column and B - 1 - j of its mirror column, or of mirror rows
	joined        bool // butterflies on the points of the joined step: axis join or vector radix
	partner       int  // joined: the position of the other step
	spacing       int  // joined: distance of the thread's butterflies; 0 means the number of threads
}

// butterflyCount is the number of butterflies of the step in one transform of the kernel.
func (st step) butterflyCount() int { return st.transforms * st.Butterflies() }

// TwiddleGroups returns the twiddle groups of the kernel, without repetitions. Its twiddle table
// holds theirs in this order.
func (k Kernel) TwiddleGroups() [3]TwiddleGroup {
	var groups [3]TwiddleGroup
	inner, chain := k.convolutionRadices()
	count := 0
	add := func(l TwiddleGroup) {
		if l.Radices != (Radices{}) && !slices.Contains(groups[:count], l) {
			groups[count] = l
			count++
		}
	}
	if inner.N() > 1 && !k.Rader.IsPFA() {
		add(TwiddleGroup{Radices: inner})
		add(TwiddleGroup{Radices: inner.Reversed()})
	}
	for _, over := range slices.Backward(k.OuterRadices[:]) {
		add(TwiddleGroup{Radices: over})
	}
	add(TwiddleGroup{Radices: chain, Before: k.Rader.Prime})
	return groups
}

// convolutionRadices returns the radices of the kernel's convolution or Rader stage (inner), and
// those of its other stages.
func (k *Kernel) convolutionRadices() (inner, chain Radices) {
	if k.ConvolutionSpectra > 0 {
		return k.Radices, Radices{}
	}
	return k.Rader.Radices, k.Radices
}

// steps returns the steps of the kernel in order.
func (k *Kernel) steps() []step {
	inner, chain := k.convolutionRadices()
	outer := k.OuterRadices[0].stages() + k.OuterRadices[1].stages()
	all := make([]step, 0, 2*inner.stages()+outer+chain.stages())
	groups := k.TwiddleGroups()
	run := func(l TwiddleGroup, transforms, interleave int) (first, last int) {
		first = len(all)
		table := 0 // offset of the group's twiddles
		for i := 0; i < len(groups) && groups[i] != l; i++ {
			table += groupTwiddles(groups[i])
		}
		for _, st := range l.stages(interleave) {
			st.Table += table
			all = append(all, step{Stage: st, position: len(all), transforms: transforms, exchanged: true})
		}
		return first, len(all) - 1
	}
	if inner.N() > 1 {
		transforms := 1
		if k.Rader.Prime > 0 {
			transforms = k.Radices.N()
		}
		first, middle := run(TwiddleGroup{Radices: inner}, transforms, 1)
		next, end := run(TwiddleGroup{Radices: inner.Reversed()}, transforms, 1)
		// The inverse transform begins with the last radix of the forward one: butterfly j reads its own outputs.
		all[middle].multiply, all[next].exchanged = true, false
		all[first].gather, all[end].scatter = k.Rader.Prime > 0, k.Rader.Prime > 0
		for s := range all {
			all[s].twiddleFree = k.Rader.IsPFA()
		}
	}
	// The outermost axis comes first, so that the first steps read whole rows.
	transforms, interleave := 1, k.N()
	for _, over := range slices.Backward(k.OuterRadices[:]) {
		interleave /= over.N()
		run(TwiddleGroup{Radices: over}, transforms, interleave)
		transforms *= over.N()
	}
	run(TwiddleGroup{Radices: chain, Before: k.Rader.Prime}, transforms, k.innerExtent())
	k.joinAxes(all)
	k.pairStages(all)
	phase, threads := 0, k.Threads()
	for s := range all {
		all[s].threads = threads
		if s > 0 && all[s].exchanged {
			phase = 1
		}
		all[s].phase = phase
	}
	k.markMirrorPairs(all)
	return all
}

// groupTwiddles is the number of twiddles of a group.
func groupTwiddles(l TwiddleGroup) int {
	size, p := 0, l.before()
	for _, r := range l.Radices[:l.Radices.stages()] {
		if p > 1 {
			size += p * (int(r) - 1)
		}
		p *= int(r)
	}
	return size
}

// hasTwiddles reports whether the step multiplies its inputs by twiddles.
func (st step) hasTwiddles() bool { return st.twiddlePeriod() > 1 && !st.twiddleFree }

// sameTwiddles is the number of butterflies of the step that have the same twiddles.
func (st step) sameTwiddles() int { return st.butterflyCount() / st.twiddlePeriod() }

// twiddleExponent returns the e of butterfly j, whose slot i has twiddle w_(p r)^(i e): j mod p in
// Stockham's order, the slowest digits of j in cyclic order.
func (k *Kernel) twiddleExponent(st step, j int) int {
	if k.isCyclic(st.position) {
		return j / st.sameTwiddles()
	}
	return j / st.interleave() % st.twiddlePeriod()
}

// in returns the point that slot i of butterfly f reads, in the order of the exchange before the
// step. The permutation p belongs to the Rader stage, if there is one.
func (st step) in(f, i int, p permutation) int {
	sub, j := st.transformOf(f)
	if st.gather {
		return sub + st.transforms*int(p.gathered[st.In(j, i)])
	}
	return sub*st.N + st.In(j, i)
}

// out returns the point that slot m of butterfly f writes.
func (st step) out(f, m int, p permutation) int {
	sub, j := st.transformOf(f)
	if st.scatter {
		return sub*(len(p.scattered)+1) + int(p.scattered[st.Out(j, m)])
	}
	return sub*st.N + st.Out(j, m)
}

// transformOf returns the transform of st.N points that butterfly f belongs to, and its number
// there.
func (st step) transformOf(f int) (sub, j int) {
	if st.transforms == 1 {
		return 0, f
	}
	n := st.Butterflies()
	return f / n, f % n
}

// butterfliesPerThread is the largest number of butterflies of a step that a thread has.
func (k *Kernel) butterfliesPerThread(st step) int {
	if st.mirrorColumns {
		return 2 * ((st.Butterflies() + k.pairThreads() - 1) / k.pairThreads())
	}
	if st.mirrorInRow {
		return st.pairSize() * ((st.MirrorPairs() + st.threads - 1) / st.threads)
	}
	return (st.butterflyCount() + st.threads - 1) / st.threads
}

// butterflyOf returns butterfly b of thread t, and reports whether the thread has one.
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

// assignmentOf returns butterfly b of an invocation: butterfly f of transform q of the workgroup.
// active is false if the invocation has none.
func (k *Kernel) assignmentOf(st step, invocation, b int) (q, f int, active bool) {
	if st.mirrorColumns {
		return k.mirrorColumnsButterfly(st, invocation, b)
	}
	t, q := k.threadOf(k.order(st), st.threads, invocation)
	f, active = k.butterflyOf(st, t, b)
	return q, f, active
}

// An assignment is butterfly f of transform q of the workgroup. It is not active if the thread has
// none.
type assignment struct {
	q, f   int
	active bool
}

// assignments returns butterfly b of each of the first invocations of a workgroup.
func (k *Kernel) assignments(st step, invocations, b int) []assignment {
	all := make([]assignment, invocations)
	for i := range all {
		all[i].q, all[i].f, all[i].active = k.assignmentOf(st, i, b)
	}
	return all
}

// LiveElements is the largest number of points that a thread holds.
func (k Kernel) LiveElements() int {
	most := 0
	for _, st := range k.steps() {
		most = max(most, k.butterfliesPerThread(st)*st.R)
	}
	return most
}

// LiveElementsFirst is the number of points that a thread holds in the first stage.
func (k Kernel) LiveElementsFirst() int {
	steps := k.steps()
	if len(steps) == 0 {
		return 1
	}
	return k.butterfliesPerThread(steps[0]) * steps[0].R
}
