package wgsl

import (
	"fmt"
	"slices"
	"strings"
)

// An emitter writes one FFT kernel.
type emitter struct {
	writer
	k          Kernel
	declared   map[string]bool // variables written already, of those that several parts need
	usedShared bool            // workgroup memory has been used
}

// Module writes the kernel.
func (k Kernel) Module() Module {
	e := &emitter{k: k}
	m := Module{
		Name:           k.Name(),
		Entry:          "main",
		Workgroup:      [3]int{k.Invocations(), 1, 1},
		WorkgroupBytes: k.WorkgroupBytes(),
		Bindings:       k.Bindings(),
	}
	e.header()
	e.declarations()
	e.functions()
	e.main()
	m.Text = e.text.String()
	return m
}

func (e *emitter) main() {
	k := e.k
	e.line("@compute @workgroup_size(%d)", k.Invocations())
	e.line("fn main(@builtin(workgroup_id) group: vec3<u32>, %s@builtin(local_invocation_id) local: vec3<u32>) {", grid(k.Fold))
	e.threadIndices()
	if k.Rader.Fold {
		e.foldedRader()
		e.line("}")
		return
	}
	steps := k.steps()
	if len(steps) == 0 && k.Store.Real.IsSplit() {
		e.splitPass()
		e.line("}")
		return
	}
	if len(steps) == 0 {
		e.line("let ja0 = 0u; // the only point")
		e.load([]fragment{{values: []string{"a0_0"}, offsets: []int{0}, point: "ja0"}})
		e.store([]fragment{{values: []string{"a0_0"}, point: "ja0", offsets: []int{0}}})
		e.line("}")
		return
	}
	var held, dc, sums []fragment
	for s, st := range steps {
		e.line("")
		e.stepComment(s, len(steps), st)
		need := e.stepInputs(s, st)
		var beside []fragment
		switch {
		case st.gather:
			dc = e.raderDC(st, need)
			beside = dc
		case s == 1 && k.Rader.Prime > 0 && !steps[0].multiply:
			var from []fragment
			from, dc = e.carryDC(steps[0], multiplyStep(steps), dc)
			held, beside = append(held, from...), dc
		}
		all := append(slices.Clone(need), beside...)
		switch {
		case s > 0 && st.exchanged:
			e.exchange(held, all)
		case st.inRegisters:
			for b := range need {
				for i := range need[b].values {
					need[b].values[i] = held[i].values[b]
				}
			}
		case s > 0:
			for b := range need {
				need[b].values = held[b].values
			}
		case k.Load.Path == Staged:
			e.exchange(e.loadStaged(), all)
		case k.hasHalfMirrorLoad():
			e.loadHalfMirror(st, need)
		case st.mirrorColumns && k.hasMirrorRows():
			e.loadMirrorRows(st, need)
		case st.mirrorColumns:
			e.loadMirrorColumns(st, need)
		case k.hasMirrorLoad():
			e.loadMirrorInRow(st, need)
		default:
			e.load(all)
		}
		e.interrupt(FenceStages)
		e.applyTwiddles(s, st, need)
		held = e.stepButterflies(s, st, need, s == len(steps)-1)
		switch {
		case st.multiply && k.Rader.Prime > 0:
			sums = e.raderProduct(s, st, held, dc, k.Store.Path == Staged || k.Store.Real.IsSplit() || len(k.Radices.List()) > 0)
		case st.multiply:
			e.multiplySpectrum(s, st, held)
		case st.scatter:
			held = append(held, sums...)
		}
	}
	e.line("")
	switch {
	case k.Store.Path == Staged:
		block := e.stagedFragments("z")
		e.exchange(held, block)
		e.storeStaged(block)
	case k.hasMirrorRows() && !k.hasMirrorColumnsLoad():
		e.storeMirrorRows(len(steps)-1, steps[len(steps)-1], held)
	case k.MirrorColumns && k.MirrorInRow && !k.hasMirrorColumnsLoad():
		e.storeMirrorColumns(len(steps)-1, steps[len(steps)-1], held)
	case k.MirrorColumns && !k.MirrorInRow:
		e.exchangeColumnPairs(held)
	case k.gathers():
		e.exchangePairs(held)
	case k.Store.Real.IsSplit():
		e.storeMirrorInRow(len(steps)-1, steps[len(steps)-1], held)
	case k.hasHalfMirrorStore():
		e.storeHalfMirror(len(steps)-1, steps[len(steps)-1], held)
	default:
		e.store(held)
	}
	e.line("}")
}

// productStep is the step whose outputs are multiplied by the spectrum.
func multiplyStep(steps []step) step {
	return steps[slices.IndexFunc(steps, func(st step) bool { return st.multiply })]
}

// threads writes which transform and which of its threads this invocation is: t and q, and where the first stage's
// threads have another order, t_in and q_in.
func (e *emitter) threadIndices() {
	k := e.k
	number := times(groupNumber(k.Fold), k.TransformsPerGroup)
	if k.Offset {
		number = "batch.first + " + number
	}
	e.line("let first = %s; // the workgroup's first transform", number)
	if k.Load.Order != k.Store.Order {
		t, q := e.threadAndTransform(k.Load.Order)
		e.line("let t_in = %s; // on the way in: thread of the transform", t)
		e.line("let q_in = %s; // and transform of the workgroup", q)
	}
	t, q := e.threadAndTransform(k.Store.Order)
	e.line("let t = %s; // thread of the transform", t)
	e.line("let q = %s; // transform of the workgroup", q)
	if k.Load.Path == Direct && !k.hasMirrorColumnsLoad() {
		_, q := e.threadNames(0)
		switch {
		case k.MirrorColumns && k.Tail:
			e.line("let seq = mirrored(min(first + %s, batch.end - 1u)); // idle threads repeat the last transform", q)
		case k.MirrorColumns:
			e.line("let seq = mirrored(first + %s);", q)
		case k.Tail:
			e.line("let seq = min(first + %s, batch.end - 1u); // idle threads repeat the last transform", q)
		default:
			e.line("let seq = first + %s;", q)
		}
	}
}

// split is the WGSL of the thread and the transform of an invocation.
func (e *emitter) threadAndTransform(o Order) (t, q string) {
	k := e.k
	switch {
	case k.TransformsPerGroup == 1:
		return "local.x", "0u"
	case k.Threads() == 1:
		return "0u", "local.x"
	case o == BatchFastest:
		return fmt.Sprintf("local.x / %du", k.TransformsPerGroup), fmt.Sprintf("local.x %% %du", k.TransformsPerGroup)
	}
	return fmt.Sprintf("local.x %% %du", k.Threads()), fmt.Sprintf("local.x / %du", k.Threads())
}

// lane names the thread and the transform of an invocation, before the first exchange between steps and after.
func (e *emitter) threadNames(lane int) (t, q string) {
	if lane == 0 && e.k.Load.Order != e.k.Store.Order {
		return "t_in", "q_in"
	}
	return "t", "q"
}

// transform names the transform of the workgroup that a thread's b-th butterfly of a step is of.
func (e *emitter) transformName(s int, st step, b int) string {
	if st.mirrorColumns {
		return fmt.Sprintf("q%s%d", letter(s), b)
	}
	_, q := e.threadNames(st.phase)
	return q
}

// once writes a variable that several parts need, the first time.
func (e *emitter) declareOnce(name, value string) {
	if e.declared == nil {
		e.declared = map[string]bool{}
	}
	if !e.declared[name] {
		e.declared[name] = true
		e.line("let %s = %s;", name, value)
	}
}

func (e *emitter) stepComment(s, of int, st step) {
	text := fmt.Sprintf("// stage %d of %d: radix %d", s+1, of, st.R)
	if e.k.MatrixProduct {
		text += " as a matrix product"
	}
	lanes, p := st.interleave(), st.twiddlePeriod()
	switch {
	case st.twiddleFree:
		text += fmt.Sprintf(", along the residues modulo %d", st.R)
	case p > 1 && e.k.isCyclic(st.position):
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j div %d))", p, st.R*p, st.sameTwiddles())
	case p > 1 && lanes > 1:
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j div %d mod %d))", p, st.R*p, lanes, p)
	case p > 1:
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j mod %d))", p, st.R*p, p)
	}
	if st.inRegisters {
		text += ", of points that are here already"
	}
	if transforms := st.transforms * lanes; transforms > 1 {
		text += fmt.Sprintf(", of %d transforms of %d points", transforms, st.N/lanes)
	}
	if lanes > 1 {
		text += fmt.Sprintf(", %d side by side", lanes)
	}
	switch {
	case st.mirrorColumns && e.k.hasMirrorRows():
		text += fmt.Sprintf(", butterflies j of a row and %d - j of the one opposite in one thread", st.Butterflies())
	case st.mirrorColumns:
		text += fmt.Sprintf(", butterflies j of a column and %d - j of its mate in one thread", st.Butterflies()-1)
	}
	if st.mirrorInRow && st.pairSize() > 1 {
		_, mate := st.mirrorPair(1)
		text += fmt.Sprintf(", butterflies j and %d - j in one thread", 1+mate)
	}
	e.line("%s", text)
}

// letter names the values of a stage: a, b, c ...
func letter(s int) string {
	if s < 26 {
		return string(rune('a' + s))
	}
	return "z" + letter(s-26)
}

// butterflyIndex writes j, the number of the b-th butterfly of this thread, and returns its name and its largest
// value.
func (e *emitter) butterflyIndex(s int, st step, b int) (j string, hi int) {
	if st.mirrorInRow {
		return e.mirrorIndex(s, st, b), st.butterflyCount() - 1
	}
	if st.spacing > 0 {
		return e.joinedIndex(s, st, b), st.butterflyCount() - 1
	}
	threads, all := e.k.Threads(), st.butterflyCount()
	j = fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.threadNames(st.phase)
	number := plus(t, b*threads)
	if (b+1)*threads <= all {
		e.line("let %s = %s;", j, number)
		return j, (b+1)*threads - 1
	}
	e.line("let %s = min(%s, %du); // threads without a butterfly repeat the last", j, number, all-1)
	return j, all - 1
}

// activity returns the condition under which a thread has a b-th butterfly of a step, "" if all threads have one.
func (e *emitter) activeCondition(st step, b int) string {
	if st.mirrorColumns {
		return e.mirrorColumnsActivity(st, b)
	}
	threads, items := e.k.Threads(), st.butterflyCount()
	if st.mirrorInRow {
		b, items = b/st.pairSize(), st.MirrorPairs()
	}
	if (b+1)*threads <= items {
		return ""
	}
	t, _ := e.threadNames(st.phase)
	return fmt.Sprintf("%s < %du", plus(t, b*threads), items)
}

// twiddle turns the inputs of a step.
func (e *emitter) applyTwiddles(s int, st step, need []fragment) {
	if !st.hasTwiddles() {
		return
	}
	p := st.twiddlePeriod()
	for b := range need {
		w := fmt.Sprintf("w%s%d", letter(s), b)
		loan, borrowed := e.k.derivedTwiddle(st, b)
		if !borrowed {
			index := e.twiddleIndex(st, fmt.Sprintf("j%s%d", letter(s), b))
			e.line("let %s = %s;", w, plus(index, e.k.twiddleOffset(st)))
		}
		for i := 1; i < st.R; i++ {
			v, value := need[b].values[i], ""
			if borrowed {
				value = loan.expression(fmt.Sprintf("w%s0_%d", letter(s), i), st.R*p, i, isSelfConjugate(s))
			} else {
				value = e.twiddleElement(st, i, w)
			}
			name := v + "t"
			if st.inRegisters { // v is a field
				name = fmt.Sprintf("%s%d_%dt", letter(s), b, i)
			}
			e.line("let %s = %s;", name, e.twiddled(v, w, i, value))
			need[b].values[i] = name
		}
	}
}

// exponent is the WGSL of FFT.exponent, of the butterfly that is number j of a step.
func (e *emitter) twiddleIndex(st step, j string) string {
	if e.k.isCyclic(st.position) {
		return fmt.Sprintf("%s / %du", j, st.sameTwiddles())
	}
	if st.interleave() > 1 {
		j += fmt.Sprintf(" / %du", st.interleave())
	}
	if st.P != st.butterflyCount() {
		j += fmt.Sprintf(" %% %du", st.twiddlePeriod())
	}
	return j
}

// butterfliesOf writes the butterflies of a step and returns their outputs as clusters.
func (e *emitter) stepButterflies(s int, st step, need []fragment, final bool) []fragment {
	direct := final && e.k.Store.Path == Direct && !e.k.gathers()
	var held []fragment
	for b, c := range need {
		y := fmt.Sprintf("y%s%d", letter(s), b)
		e.line("let %s = %s(%s);", y, e.k.smallFunction(st), strings.Join(c.values, ", "))
		out := fragment{values: make([]string, st.R), offsets: make([]int, st.R), aligned: st.P * st.R, active: e.activeCondition(st, b)}
		for m := range st.R {
			out.values[m] = fmt.Sprintf("%s.y%d", y, m)
			out.offsets[m] = st.Out(0, m)
		}
		held = append(held, out)
	}
	switch {
	case st.scatter && e.k.Rader.Fold:
		return held
	case st.scatter:
		return e.raderScatter(s, st, held, !direct)
	case st.multiply, st.keepsOutputs: // they stay where they are
		return held
	}
	// Where the outputs go, written after all butterflies so that indices don't live through them.
	for b := range held {
		c := &held[b]
		threads := e.k.Threads()
		lo, hi := b*threads, min((b+1)*threads, st.butterflyCount())-1
		switch {
		case st.mirrorInRow:
			lo, hi = e.k.mirrorSpan(st, b)
		case st.mirrorColumns:
			lo, hi = e.k.mirrorColumnsSpan(st, b)
		case st.spacing > 0:
			lo, hi = e.k.joinedSpan(st, b)
		}
		if e.k.Layout.Kind == Digits && !final {
			e.setFiber(c, s, b, st)
			continue
		}
		j := fmt.Sprintf("j%s%d", letter(s), b)
		index := st.outputIndex(j)
		if st.P == 1 && st.P < st.butterflyCount() {
			c.step = st.R
		}
		c.lo, c.hi = lo*st.R, hi*st.R
		if st.P > 1 { // not monotone in j: the bounds are those of the runs
			c.lo, c.hi = lo/st.P*st.P*st.R, hi/st.P*st.P*st.R+st.P-1
		}
		if e.k.TransformsPerGroup > 1 && !direct {
			index = e.k.tileIndex(e.transformName(s, st, b), index)
			e.k.toTileIndex(c)
		}
		if index == j {
			c.base, c.point = j, j
			continue
		}
		c.base = fmt.Sprintf("out%s%d", letter(s), b)
		c.point = c.base // of a direct store; others need none
		e.line("let %s = %s;", c.base, index)
	}
	return held
}

// row is the WGSL of the point that slot 0 of butterfly j writes.
func (st step) outputIndex(j string) string {
	switch {
	case st.P == st.butterflyCount(): // j stays
		return j
	case st.P == 1:
		return times(j, st.R)
	}
	return fmt.Sprintf("%s / %du * %du + %s %% %du", j, st.P, st.P*st.R, j, st.P)
}

// product multiplies the transform by the spectrum and swaps its parts, for the transform back.
func (e *emitter) multiplySpectrum(s int, st step, held []fragment) {
	e.line("// the product of the spectra")
	stride := 1
	if e.k.ConvolutionSpectra > 1 {
		_, q := e.threadNames(st.phase)
		stride = e.row(q)
	}
	for b := range held {
		base := fmt.Sprintf("j%s%d", letter(s), b)
		if e.k.ConvolutionSpectra > 1 {
			e.line("let k%s%d = row + %s;", letter(s), b, times(base, stride))
			base = fmt.Sprintf("k%s%d", letter(s), b)
		}
		for m, v := range held[b].values {
			name := fmt.Sprintf("product%d_%d", b, m)
			e.line("let %s = cmul(%s, %s).yx;", name, v, e.spectrumElement(plus(base, st.Out(0, m)*stride), base, b, m))
			held[b].values[m] = name
		}
	}
}
