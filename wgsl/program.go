package wgsl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// An instruction is one step of a kernel. It takes the values that the threads hold before the step, and
// returns the values that they hold after it.
type instruction interface {
	run(m Machine, r registers) registers
}

// A program is a kernel as a list of instructions. A kernel is valid if it has a program. The writer makes the
// text of the list, and the player makes the values. Costs are sums over the instructions.
type program struct {
	kernel       Kernel
	instructions []instruction
	stages       []*Stage
	memory       memory // workgroup memory; zero without an exchange
	tables       tables
	moves        [2]*move               // load and store
	isShuffled   bool                   // the next exchange begins with a barrier
	isSketch     bool                   // the slots of pairs and the registers of joined stages are left out
	powers       func(at *Index) *Index // reads an element of the table of a Rader stage
	threadIndices
}

// threadIndices are the indices that all instructions share.
type threadIndices struct {
	first     *Index    // number of the workgroup's first transform
	sequence  *Index    // number of the thread's transform in the batch, on load
	thread    [2]*Index // thread of the transform, by phase
	transform [2]*Index // transform of the workgroup, by phase
}

// lower returns the program of a kernel. The error names the invalid part of the kernel, and its requirement.
func (k Kernel) lower() (*program, error) { return k.program(false) }

// sketch returns a program for estimates of a valid kernel. It lacks the slots of pairs and the registers of
// joined stages, so it cannot run.
func (k Kernel) sketch() (*program, error) { return k.program(true) }

// program returns the program of a kernel, or a sketch of it.
func (k Kernel) program(isSketch bool) (*program, error) {
	if k.Threads.Elements < 1 || k.Threads.Transforms < 1 {
		return nil, fmt.Errorf("threads: %d elements of %d transforms: want at least one of each",
			k.Threads.Elements, k.Threads.Transforms)
	}
	if err := k.checkStages(); err != nil {
		return nil, err
	}
	if c, ok := k.pairing(); ok {
		if err := c.check(&k); err != nil {
			return nil, err
		}
	}
	p := &program{kernel: k, stages: k.stages(), isSketch: isSketch}
	if err := k.checkTwiddles(p.stages); err != nil {
		return nil, err
	}
	p.instructions = make([]instruction, 0, 4*len(p.stages)+5)
	isExchanged := slices.ContainsFunc(p.stages, func(st *Stage) bool { return st.Phase > 0 })
	if k.Threads.Order[loads] != k.Threads.Order[stores] && !isExchanged {
		return nil, fmt.Errorf("threads: load and store have different orders, but no exchange lies between stages: " +
			"use one order")
	}
	p.nameThreads()
	load, store := p.newMove(loads), p.newMove(stores)
	source, target := load.array, store.array
	if k.Dispatch.InPlace && source.Real != target.Real {
		source.InParts, target.InParts = !source.Real, !target.Real
	}
	p.moves = [2]*move{load, store}
	p.tables.addTwiddles(&p.kernel, p.stages)
	if k.Stages.Rader.Prime > 0 {
		p.addRaderTables()
	}
	held, err := p.addStages(load, store)
	if err != nil {
		return nil, err
	}
	if err := p.addStore(store, held); err != nil {
		return nil, err
	}
	if k.Dispatch.InPlace && source.Run != target.Run {
		source.Run, target.Run = 0, 0
	}
	return p, p.checkInPlace()
}

// addStore adds the store of the values that the threads hold after the stages, and an exchange if it needs one.
func (p *program) addStore(store *move, held *fragment) (err error) {
	p.add(heading{"store"})
	switch {
	case p.kernel.N() > 1 && store.isExchanged():
		if held, err = p.exchangePairs(held, store); err != nil {
			return err
		}
	case p.kernel.Store.Path == Staged:
		block := p.block()
		if err := p.exchange(held, block); err != nil {
			return err
		}
		held = block
	}
	store.fragment = held
	if err := store.prepare(); err != nil {
		return err
	}
	p.add(store)
	return nil
}

// checkStages returns an error if the stages do not fit their threads or the layout.
func (k *Kernel) checkStages() error {
	return cmp.Or(k.checkVectorRadix(), k.checkDigits(), k.Stages.Rader.check(), k.Stages.checkFilter(),
		k.checkFold(), k.checkDFT(), k.checkRing())
}

// add appends an instruction.
func (p *program) add(i instruction) { p.instructions = append(p.instructions, i) }

// addStages appends the load and the stages. It returns the fragment that the threads hold after
// the last stage.
func (p *program) addStages(load, store *move) (held *fragment, err error) {
	k := &p.kernel
	switch {
	case len(p.stages) == 0 && store.isExchanged():
		return p.addSplitPass(load, store)
	case len(p.stages) == 0:
		return p.addPoint(load)
	}
	for s, st := range p.stages {
		m := k.mirrorOf(s, len(p.stages))
		units, err := p.units(st, m)
		if err != nil {
			return nil, err
		}
		in := reads(st, units)
		filled := in // the fragment that the load or the exchange fills
		if k.Stages.Rader.Prime > 0 {
			held, in, filled = p.raderInputs(held, in)
		}
		if err := p.fillStage(s, load, held, in, filled); err != nil {
			return nil, err
		}
		if k.Twiddles.Fence == FenceStages {
			p.add(fence{p})
		}
		if st.hasTwiddles() {
			p.add(p.newTwiddling(in, m.Centre != NoCentre && st.butterflies() > 1))
		}
		p.add(p.stageButterflies(in))
		held = writes(st, units)
		switch {
		case st.Role&multiplies != 0 && k.Stages.isConvolution():
			if err := p.addFilter(held); err != nil {
				return nil, err
			}
		case k.Stages.Rader.Prime > 0 && st.Role&(multiplies|scatters) != 0:
			held = p.addConvolution(held)
		case s == len(p.stages)-1 && k.Store.Path == Direct && !store.isExchanged():
			held = results(st, units)
		}
	}
	return held, nil
}

// fillStage appends the load or the exchange before stage s. Threads hold the fragment held before it. The
// butterflies of the stage take the fragment in. The load or the exchange fills the fragment filled. It
// equals in, except for a Rader stage.
func (p *program) fillStage(s int, load *move, held, in, filled *fragment) error {
	k, st := &p.kernel, p.stages[s]
	switch {
	case s == 0 && k.Stages.Rader.Fold:
		return p.loadFolded(load, in)
	case s == 0 && k.Load.Path == Staged:
		load.fragment = p.block()
		p.add(stageHeading{st, len(p.stages)})
		x := p.newExchange(load.fragment, filled)
		p.add(earlyNaming{x})
		if err := load.prepare(); err != nil {
			return err
		}
		p.add(load)
		if err := x.check(); err != nil {
			return err
		}
		p.add(x)
	case s == 0:
		p.add(stageHeading{st, len(p.stages)})
		load.fragment = filled
		if err := load.prepare(); err != nil {
			return err
		}
		p.add(load)
	case st.Source == inPlace: // butterfly j reads the registers that butterfly j wrote
		p.add(stageHeading{st, len(p.stages)})
		p.add(renaming{in})
	case st.Source == joined:
		return p.regroup(held, in)
	default:
		return p.exchange(held, filled)
	}
	return nil
}

// addPoint appends the load of a kernel without stages, for transforms of one point.
func (p *program) addPoint(load *move) (held *fragment, err error) {
	if k := &p.kernel; k.N() > 1 || k.Load.Path == Staged || k.Store.Path == Staged {
		return nil, fmt.Errorf("stages: %d points without a stage: a kernel without radices has 1 point "+
			"and direct paths", k.N())
	}
	u := unit{Q: p.transform[0], J: named("ja0", Const(0), "the only point")}
	load.fragment = reads(&Stage{N: 1, R: 1, P: 1, Interleave: 1, Transforms: 1, Letter: "a"}, listed(u))
	if err := load.prepare(); err != nil {
		return nil, err
	}
	p.add(load)
	return load.fragment, nil
}

// nameThreads names the indices that all instructions share.
func (p *program) nameThreads() {
	k := &p.kernel
	begin := groupNumber(k.Dispatch.Fold).Times(k.Threads.Transforms)
	if k.Dispatch.Offset {
		begin = Var("batch.first").Plus(begin)
	}
	p.first = named("first", begin, "the workgroup's first transform")
	name := func(o Order, suffix, where string) (t, q *Index) {
		threads := k.ThreadsPerTransform()
		t, q = lane.Mod(threads), lane.Div(threads)
		switch {
		case k.Threads.Transforms == 1:
			t, q = lane, Const(0)
		case threads == 1:
			t, q = Const(0), lane
		case o == BatchFastest:
			t, q = lane.Div(k.Threads.Transforms), lane.Mod(k.Threads.Transforms)
		}
		return named("t"+suffix, t, "thread of the transform"+where),
			named("q"+suffix, q, "transform of the workgroup"+where)
	}
	o := k.Threads.Order
	p.thread[1], p.transform[1] = name(o[1], "", "")
	p.thread[0], p.transform[0] = p.thread[1], p.transform[1]
	if o[0] != o[1] {
		p.thread[0], p.transform[0] = name(o[0], "_in", " in the first stage")
	}
	seq, note := p.first.Plus(p.transform[0]), "transform of the batch"
	if k.Dispatch.Tail {
		seq, note = seq.Min(Var("batch.end").Add(-1)), "idle threads repeat the last transform"
	}
	if c, ok := k.pairing(); ok {
		seq = c.mirrored().Call(seq)
	}
	p.sequence = named("seq", seq, note)
}

// run runs the program on a machine.
func (p *program) run(m Machine) {
	m.Declare(p.first)
	for phase := range 2 {
		m.Declare(p.thread[phase])
		m.Declare(p.transform[phase])
	}
	if k := &p.kernel; k.Load.Path == Direct && k.Threads.Mirror[loads].isRow() {
		m.Declare(p.sequence)
	}
	var r registers
	for _, i := range p.instructions {
		r = i.run(m, r)
	}
}

// checkInPlace returns an error if a kernel that runs in place writes elements that it does not
// read. Rows of real numbers and rows of their spectra differ in their elements, so the check compares where
// the rows begin.
func (p *program) checkInPlace() error {
	load, store := p.kernel.Load, p.kernel.Store
	if !p.kernel.Dispatch.InPlace {
		return nil
	}
	a, b := *p.moves[loads].array, *p.moves[stores].array
	if e := a.Element; e != nil && e.Type(true) != e.Type(false) {
		return fmt.Errorf("in place: elements %s are written in parts of a word: use two arrays", e.Tag())
	}
	if load.View.Rows != store.View.Rows && !p.hasSpectrumInPlace() {
		return fmt.Errorf("in place: load and store have different rows: use two arrays, or workgroups that have " +
			"whole rows of real numbers and their half spectra")
	}
	if from, to := p.kernel.Kinds(); from != to { // compare the segments by their sizes in real numbers
		a.Segments.Size, b.Segments.Size = a.numbers()*a.Segments.Size, b.numbers()*b.Segments.Size
		a.Strides, a.Real, a.InParts = b.Strides, b.Real, b.InParts
		if a.Planar || b.Planar {
			return fmt.Errorf("in place: an array of rows of numbers or bins has no planes: use two arrays")
		}
	}
	if a != b || load.View.Batch != store.View.Batch || load.View.Points != store.View.Points {
		return fmt.Errorf("in place: load and store have different views or elements: use two arrays")
	}
	return nil
}

// hasSpectrumInPlace reports whether each workgroup reads whole rows of real numbers and writes complex points
// or half spectra in their place, or the reverse. A complex point takes the place of two real numbers.
func (p *program) hasSpectrumInPlace() bool {
	k := &p.kernel
	for side, v := range p.moves {
		other := p.moves[1-side]
		bins, rows := v.end.View.Rows, other.end.View.Rows
		switch {
		case bins.Length == 0 && other.array.Real && rows.Length == 2*k.N() && k.Threads.interleave() == 1 &&
			rows.inner() == 1:
			return true
		case bins.Length == 0 || v.array.Real || bins.inner() > 1 || rows.inner() > 1 || k.Threads.interleave() > 1:
		case !k.Threads.Mirror[loads].isRow() || !k.Threads.Mirror[stores].isRow():
		case rows.Length == 0 && bins.Length == k.N()+1,
			other.array.Real && rows.Length/2+1 <= bins.Length && v.hasTwoRows() == other.hasTwoRows():
			return true
		}
	}
	return false
}

// A heading is a comment over a part of the kernel.
type heading struct{ text string }

func (h heading) run(m Machine, r registers) registers {
	m.Comment("")
	m.Comment(h.text)
	return r
}

// A stageHeading is the comment over a stage.
type stageHeading struct {
	stage *Stage
	of    int
}

func (h stageHeading) run(m Machine, r registers) registers {
	st := h.stage
	var b strings.Builder
	fmt.Fprintf(&b, "stage %d of %d: radix %d", strings.Index(letters, st.Letter)+1, h.of, st.R)
	interleave, p := st.Interleave, st.twiddlePeriod()
	switch {
	case st.Role&twiddleFree != 0:
		fmt.Fprintf(&b, ", residues modulo %d, no twiddles (Good and Thomas)", st.R)
	case !st.hasTwiddles():
	case st.Cyclic:
		fmt.Fprintf(&b, ", p = %d, twiddle w_%d^(i (j div %d))", p, st.R*p, st.butterflies()/p)
	case interleave > 1:
		fmt.Fprintf(&b, ", p = %d, twiddle w_%d^(i (j div %d mod %d))", p, st.R*p, interleave, p)
	default:
		fmt.Fprintf(&b, ", p = %d, twiddle w_%d^(i (j mod %d))", p, st.R*p, p)
	}
	if st.Source == joined {
		b.WriteString(", its points are in registers")
	}
	if transforms := st.Transforms * interleave; transforms > 1 {
		fmt.Fprintf(&b, ", %d transforms of %d points", transforms, st.N/interleave)
	}
	if interleave > 1 {
		fmt.Fprintf(&b, ", %d interleaved", interleave)
	}
	m.Comment("")
	m.Comment(b.String())
	return r
}

// A renaming declares the indices of units. Their values are already in the registers.
type renaming struct{ fragment *fragment }

func (x renaming) run(m Machine, r registers) registers {
	for _, u := range x.fragment.units() {
		m.Declare(u.J)
		m.Declare(u.Q)
	}
	return r
}

// butterflies are the small DFTs of a stage.
type butterflies struct {
	p        *program
	fragment *fragment
	dft      func() *Func // the DFT of the stage's radix, made once
}

// butterfliesOf returns the butterflies of the fragment that a stage reads.
func (p *program) butterfliesOf(in *fragment) butterflies {
	return butterflies{p, in, sync.OnceValue(func() *Func {
		return p.kernel.Stages.dft().Function(in.stage.R, p.kernel.Twiddles.FMA)
	})}
}

func (d butterflies) run(m Machine, r registers) registers {
	st := d.fragment.stage
	out := make(registers, len(r))
	for b := range d.fragment.size() {
		out[b] = m.Call(d.dft(), numbered("y"+st.Letter, b), nil, r[b])
	}
	copy(out[d.fragment.size():], r[d.fragment.size():])
	return out
}

// A fence is a branch that is never taken in practice.
type fence struct{ p *program }

func (f fence) run(m Machine, r registers) registers {
	m.Exit(f.p.first.AtLeast(Var("batch.end")))
	return r
}
