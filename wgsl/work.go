package wgsl

import "slices"

// A workload is the part of a kernel's work that depends neither on the exchange, nor on the number of transforms
// of a workgroup, nor on views. Planning compares thousands of kernels, so a workload comes from the list of
// stages, without the program of a kernel.
type workload struct {
	fixed     Work      // without the work of exchanges
	passages  []passage // the exchanges
	exchanges bool      // whether an exchange lies between stages
	stages    int       // number of stages
}

// A passage is an exchange, as far as its work depends on it.
type passage struct {
	isFirst bool // the exchange begins with a barrier: see exchange.isFirst
	toPairs bool // threads read pairs of points
	run     int  // neighboring points that the stage before the exchange has in one butterfly; 0 for a block
	apart   int  // distance of the slots of the stage after the exchange; 0 for a block
}

// workload returns the workload of a valid kernel. It is zero for a kernel with invalid stages.
func (k *Kernel) workload() (w workload) {
	if k.Threads.Elements > 0 && k.checkStages() == nil {
		w.sum(k)
	}
	return w
}

// sum adds the work of the stages of a kernel, and its exchanges.
func (w *workload) sum(k *Kernel) {
	stages := k.stages()
	if len(stages) == 0 {
		return
	}
	w.passages, w.stages = make([]passage, 0, len(stages)+1), len(stages)
	isShuffled, isFolded := false, k.Stages.Rader.Fold
	pass := func(from, to *Stage) *passage {
		x := passage{isFirst: len(w.passages) == 0 || isShuffled}
		if isShuffled = false; from != nil && to != nil {
			x.run, x.apart = from.P*from.R, to.N/to.R
		}
		w.passages = append(w.passages, x)
		return &w.passages[len(w.passages)-1]
	}
	shuffle := func(from, to *Stage) { // see program.shuffle
		isShuffled = true
		pass(from, to)
		isShuffled = true
	}
	for s, st := range stages {
		switch {
		case s == 0 && isFolded:
			shuffle(st, st)
		case s == 0 && k.Load.Path == Staged:
			pass(nil, st)
		case s > 0 && st.Source == exchanged:
			pass(stages[s-1], st)
			w.exchanges = true
		}
		w.fixed.addStage(k, st, k.mirrorOf(s, len(stages)), len(stages))
		if isFolded && st.Role&scatters != 0 {
			shuffle(st, nil)
		}
	}
	switch {
	case k.takesPairs():
		pass(nil, nil).toPairs = true
	case k.Store.Path == Staged:
		pass(nil, nil)
	}
	if k.Twiddles.Share {
		w.fixed.Products += k.derivedProducts()
	}
}

// addStage adds the work of the butterflies of a stage, their twiddles, and the products with a spectrum after
// them. count is the number of stages.
func (w *Work) addStage(k *Kernel, st *Stage, m Mirror, count int) {
	number, units := k.number().Cost(), k.unitCount(st, m)
	product := number.Product + 2 // with the instructions for an address
	if st.hasTwiddles() {
		w.Flops += k.perPoint(product * float64((st.R-1)*units))
		w.Products += k.perPoint(number.Product * float64((st.R-1-k.Twiddles.readCount(st.R))*units))
	}
	ops := k.Stages.dft().Instructions(st.R) * number.Sum
	if m.Centre != NoCentre && !m.isRow() {
		ops += 12 // number of the butterfly and of the column or row
	}
	isEnd := st.Role&(gathers|scatters) != 0
	if isEnd {
		ops += 6 * float64(st.R) // addresses
	}
	w.Flops += k.perPoint(float64(units) * ops)
	w.Idle += float64(k.ThreadsPerTransform()*units) / float64(st.butterflies()) / float64(count)
	w.Held = max(w.Held, units*st.R)
	if isEnd && k.Stages.Rader.Fold {
		w.Flops += k.perPoint(float64(units * 6 * st.R)) // addresses in the table
	}
	if st.Role&multiplies != 0 && (k.Stages.isConvolution() || k.Stages.Rader.Prime > 0) {
		w.Flops += k.perPoint(product * float64(units*st.R))
	}
}

// mirrorOf returns the mirror of stage s of count.
func (k *Kernel) mirrorOf(s, count int) (m Mirror) {
	if s == 0 {
		m = k.Threads.Mirror[loads]
	}
	if s == count-1 && k.Threads.Mirror[stores] != (Mirror{}) {
		m = k.Threads.Mirror[stores]
	}
	return m
}

// unitCount returns the number of butterflies that a thread has in a stage. m is the mirror of the stage.
func (k *Kernel) unitCount(st *Stage, m Mirror) int {
	threads, all := k.ThreadsPerTransform(), st.butterflies()
	ceil := func(n, by int) int { return (n + by - 1) / by }
	switch {
	case m.Centre != NoCentre && !m.isRow():
		return 2 * ceil(all, 2*threads)
	case m.Centre != NoCentre && all > 1:
		return 2 * ceil((all+1)/2, threads)
	}
	return ceil(all, threads)
}

// takesPairs reports whether the store takes pairs of points although threads hold none. An exchange or the load
// then brings the pairs together.
func (k *Kernel) takesPairs() bool {
	m := k.Threads.Mirror[stores]
	return m.Centre == NoCentre && slices.ContainsFunc(k.Store.Ops[:], func(o Op) bool {
		return is[PairScatterer](o) && (!is[Scatterer](o) || m != Mirror{})
	})
}

// perPoint returns the instructions per point if each thread has count instructions.
func (k *Kernel) perPoint(count float64) float64 {
	return count * float64(k.ThreadsPerTransform()) / float64(k.N())
}

// derivedProducts returns the instructions per point of the products that Share adds.
func (k *Kernel) derivedProducts() float64 {
	p, err := k.sketch()
	if err != nil {
		return 0
	}
	products := 0
	for _, i := range p.instructions {
		if t, ok := i.(twiddling); ok {
			derived := slices.DeleteFunc(slices.Clone(t.derived), func(d twiddleShift) bool { return !d.isDerived })
			products += len(derived) * len(k.Twiddles.slots(t.fragment.stage.R))
		}
	}
	return k.perPoint(k.number().Cost().Product * float64(products))
}

// of returns the work of a kernel that has the workload.
func (w *workload) of(k *Kernel) Work {
	sum, x := w.fixed, k.Exchange
	isSliced, slice, rounds := x.slices() > 1, k.slice(), x.slices()
	if x.Split {
		rounds *= 2
	}
	for _, p := range w.passages {
		sum.Exchanged++
		sum.Barriers += 2 * rounds
		if x.Layout.Digits.On && !isSliced && !p.isFirst { // threads write to the words that they read before
			sum.Barriers--
		}
		if p.toPairs && isSliced { // the points that a thread reads may be in any slice
			sum.Conditions += float64(x.slices())
		}
		if !isSliced || x.Layout.Digits.On || p.run == 0 { // digit layouts compare a fiber with a slice, not each point
			continue
		}
		if slice%p.run != 0 {
			sum.Conditions += float64(x.slices())
		}
		if slice%p.apart != 0 {
			sum.Conditions += 2
		}
	}
	sum.Exchanged *= float64(k.number().Bytes()) * max(1, sum.Idle) // writes and reads 2 reals
	return sum
}

// workgroupBytes returns the size of the workgroup memory of a kernel that has the workload.
func (w *workload) workgroupBytes(k *Kernel) int {
	if len(w.passages) == 0 {
		return 0
	}
	return k.memory().words() * k.exchangeBytes()
}
