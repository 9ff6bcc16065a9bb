package wgsl

import (
	"fmt"
	"slices"
	"strings"
)

// An emitter writes a kernel as a sequence of steps. Each step reads its inputs, multiplies them by
// their twiddles, and computes its butterflies; between two steps lies an exchange.
//
// A step is one stage of Stockham's algorithm (Van Loan 1992, section 1.7). With p the product of
// the radices before it, butterfly j of radix r computes
//
//	y[(j div p) p r + j mod p + m p] = sum over i of w_r^(i m) w_(p r)^(i (j mod p)) x[j + i N/r]
//
// Names in the WGSL: a stage has a letter, and the butterflies of a thread are numbered. ja0 is the
// number of butterfly 0 of stage a, a0_3 its input 3, ya0 its outputs.

// An emitter writes one FFT kernel.
type emitter struct {
	writer
	k          Kernel
	declared   map[string]bool // variables that declareOnce has written
	usedShared bool            // an exchange has been written
}

// Module returns the kernel's WGSL with its entry point, bindings and workgroup memory. Check
// reports whether a device can run it.
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

// main writes the entry point.
func (e *emitter) main() {
	k := e.k
	e.line("@compute @workgroup_size(%d)", k.Invocations())
	e.line("fn main(@builtin(workgroup_id) group: vec3<u32>, %s@builtin(local_invocation_id) local: vec3<u32>) {",
		gridParameter(k.Fold))
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
	// dc and sums are the x[0] terms of a Rader stage.
	var outputs, dc, sums []fragment
	for s, st := range steps {
		e.line("")
		e.stepComment(s, len(steps), st)
		inputs := e.stepInputs(s, st)
		var extra []fragment
		switch {
		case st.gather:
			dc = e.raderDC(st, inputs)
			extra = dc
		case s == 1 && k.Rader.Prime > 0 && !steps[0].multiply:
			var from []fragment
			from, dc = e.carryDC(steps[0], multiplyStep(steps), dc)
			outputs, extra = append(outputs, from...), dc
		}
		all := append(slices.Clone(inputs), extra...)
		switch {
		case s > 0 && st.exchanged:
			e.exchange(outputs, all)
		case st.inRegisters:
			for b := range inputs {
				for i := range inputs[b].values {
					inputs[b].values[i] = outputs[i].values[b]
				}
			}
		case s > 0:
			for b := range inputs {
				inputs[b].values = outputs[b].values
			}
		case k.Load.Path == Staged:
			e.exchange(e.loadStaged(), all)
		case k.hasHalfMirrorLoad():
			e.loadHalfMirror(st, inputs)
		case st.mirrorColumns && k.hasMirrorRows():
			e.loadMirrorRows(st, inputs)
		case st.mirrorColumns:
			e.loadMirrorColumns(st, inputs)
		case k.hasMirrorLoad():
			e.loadMirrorInRow(st, inputs)
		default:
			e.load(all)
		}
		e.fence(FenceStages)
		e.applyTwiddles(s, st, inputs)
		outputs = e.stepButterflies(s, st, inputs, s == len(steps)-1)
		switch {
		case st.multiply && k.Rader.Prime > 0:
			exchanged := k.Store.Path == Staged || k.Store.Real.IsSplit() || len(k.Radices.List()) > 0
			sums = e.raderProduct(s, st, outputs, dc, exchanged)
		case st.multiply:
			e.multiplySpectrum(s, st, outputs)
		case st.scatter:
			outputs = append(outputs, sums...)
		}
	}
	e.line("")
	e.line("// store")
	switch {
	case k.Store.Path == Staged:
		fragments := e.stagedFragments("z")
		e.exchange(outputs, fragments)
		e.storeStaged(fragments)
	case k.hasMirrorRows() && !k.hasMirrorColumnsLoad():
		e.storeMirrorRows(len(steps)-1, steps[len(steps)-1], outputs)
	case k.MirrorColumns && k.MirrorInRow && !k.hasMirrorColumnsLoad():
		e.storeMirrorColumns(len(steps)-1, steps[len(steps)-1], outputs)
	case k.MirrorColumns && !k.MirrorInRow:
		e.exchangeColumnPairs(outputs)
	case k.hasPairExchange():
		e.exchangePairs(outputs)
	case k.Store.Real.IsSplit():
		e.storeMirrorInRow(len(steps)-1, steps[len(steps)-1], outputs)
	case k.hasHalfMirrorStore():
		e.storeHalfMirror(len(steps)-1, steps[len(steps)-1], outputs)
	default:
		e.store(outputs)
	}
	e.line("}")
}

// multiplyStep returns the step whose outputs are multiplied by the spectrum.
func multiplyStep(steps []step) step {
	return steps[slices.IndexFunc(steps, func(st step) bool { return st.multiply })]
}

// threadIndices writes t, the thread of the transform, and q, the transform of the workgroup. If
// the first stage has another thread order it writes t_in and q_in as well. seq is the number of
// the transform in the batch.
func (e *emitter) threadIndices() {
	k := e.k
	firstIndex := times(groupNumber(k.Fold), k.TransformsPerGroup)
	if k.Offset {
		firstIndex = "batch.first + " + firstIndex
	}
	e.line("let first = %s; // the workgroup's first transform", firstIndex)
	if k.Load.Order != k.Store.Order {
		t, q := e.threadAndTransform(k.Load.Order)
		e.line("let t_in = %s; // thread of the transform in the first stage", t)
		e.line("let q_in = %s; // transform of the workgroup in the first stage", q)
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
			e.line("let seq = first + %s; // transform of the batch", q)
		}
	}
}

// threadAndTransform returns the WGSL of the thread and of the transform of an invocation in a
// thread order.
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

// threadNames returns the names of the thread and of the transform of an invocation. Phase 0 is
// before the first exchange between steps, phase 1 after it.
func (e *emitter) threadNames(phase int) (t, q string) {
	if phase == 0 && e.k.Load.Order != e.k.Store.Order {
		return "t_in", "q_in"
	}
	return "t", "q"
}

// transformName returns the name of the transform of the workgroup that butterfly b of a thread
// belongs to.
func (e *emitter) transformName(s int, st step, b int) string {
	if st.mirrorColumns {
		return fmt.Sprintf("q%s%d", letter(s), b)
	}
	_, q := e.threadNames(st.phase)
	return q
}

// declareOnce writes a variable unless an earlier call has written it.
func (e *emitter) declareOnce(name, value string) {
	if e.declared == nil {
		e.declared = map[string]bool{}
	}
	if !e.declared[name] {
		e.declared[name] = true
		e.line("let %s = %s;", name, value)
	}
}

// stepComment writes the comment of step s: radix, twiddle, and the transforms that it belongs to.
func (e *emitter) stepComment(s, of int, st step) {
	text := fmt.Sprintf("// stage %d of %d: radix %d", s+1, of, st.R)
	if e.k.MatrixProduct {
		text += " as a matrix product"
	}
	interleave, p := st.interleave(), st.twiddlePeriod()
	switch {
	case st.twiddleFree:
		text += fmt.Sprintf(", residues modulo %d, no twiddles (Good and Thomas)", st.R)
	case p > 1 && e.k.isCyclic(st.position):
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j div %d))", p, st.R*p, st.sameTwiddles())
	case p > 1 && interleave > 1:
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j div %d mod %d))", p, st.R*p, interleave, p)
	case p > 1:
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j mod %d))", p, st.R*p, p)
	}
	if st.inRegisters {
		text += ", its points are in registers"
	}
	if transforms := st.transforms * interleave; transforms > 1 {
		text += fmt.Sprintf(", %d transforms of %d points", transforms, st.N/interleave)
	}
	if interleave > 1 {
		text += fmt.Sprintf(", %d interleaved", interleave)
	}
	switch {
	case st.mirrorColumns && e.k.hasMirrorRows():
		text += fmt.Sprintf(", butterfly j of a row and %d - j of its mirror row in one thread", st.Butterflies())
	case st.mirrorColumns:
		mirror := st.Butterflies() - 1
		text += fmt.Sprintf(", butterfly j of a column and %d - j of its mirror column in one thread", mirror)
	}
	if st.mirrorInRow && st.pairSize() > 1 {
		_, mirror := st.mirrorPair(1)
		text += fmt.Sprintf(", butterflies j and %d - j in one thread", 1+mirror)
	}
	e.line("%s", text)
}

// letter returns the prefix of the names of stage s: a, b, c ...
func letter(s int) string {
	if s < 26 {
		return string(rune('a' + s))
	}
	return "z" + letter(s-26)
}

// butterflyIndex writes j, the number of butterfly b of this thread. It returns its name and its
// largest value.
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

// activeCondition returns the condition under which a thread has a butterfly b in a step, or "" if
// all threads have one.
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

// applyTwiddles multiplies the inputs of a step by their twiddles.
func (e *emitter) applyTwiddles(s int, st step, inputs []fragment) {
	if !st.hasTwiddles() {
		return
	}
	p := st.twiddlePeriod()
	for b := range inputs {
		w := fmt.Sprintf("w%s%d", letter(s), b)
		derived, isDerived := e.k.derivedTwiddle(st, b)
		if !isDerived {
			index := e.twiddleIndex(st, fmt.Sprintf("j%s%d", letter(s), b))
			e.line("let %s = %s;", w, plus(index, e.k.twiddleOffset(st)))
		}
		for i := 1; i < st.R; i++ {
			v, value := inputs[b].values[i], ""
			if isDerived {
				value = derived.expression(fmt.Sprintf("w%s0_%d", letter(s), i), st.R*p, i, isSelfConjugate(s))
			} else {
				value = e.twiddleElement(st, i, w)
			}
			name := v + "t"
			if st.inRegisters { // v is a field of the outputs before
				name = fmt.Sprintf("%s%d_%dt", letter(s), b, i)
			}
			e.line("let %s = %s;", name, e.twiddled(v, w, i, value))
			inputs[b].values[i] = name
		}
	}
}

// twiddleIndex returns the WGSL of Kernel.twiddleExponent for butterfly j of a step.
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

// stepButterflies writes the butterflies of a step and returns their outputs. If final is true the
// step is the last one.
func (e *emitter) stepButterflies(s int, st step, inputs []fragment, final bool) []fragment {
	direct := final && e.k.Store.Path == Direct && !e.k.hasPairExchange()
	var outputs []fragment
	for b, c := range inputs {
		y := fmt.Sprintf("y%s%d", letter(s), b)
		e.line("let %s = %s(%s);", y, e.k.smallFunction(st), strings.Join(c.values, ", "))
		out := fragment{
			values:  make([]string, st.R),
			offsets: make([]int, st.R),
			aligned: st.P * st.R,
			active:  e.activeCondition(st, b),
		}
		for m := range st.R {
			out.values[m] = fmt.Sprintf("%s.y%d", y, m)
			out.offsets[m] = st.Out(0, m)
		}
		outputs = append(outputs, out)
	}
	switch {
	case st.scatter && e.k.Rader.Fold:
		return outputs
	case st.scatter:
		return e.raderScatter(s, st, outputs, !direct)
	case st.multiply, st.keepsOutputs: // the next step reads them in registers
		return outputs
	}
	// The indices follow all butterflies, so that no index occupies a register during a butterfly.
	for b := range outputs {
		c := &outputs[b]
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
		if st.P > 1 { // outputIndex is not monotone in j: the range covers whole runs of P R points
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
		c.point = c.base // only a direct store reads it
		e.line("let %s = %s;", c.base, index)
	}
	return outputs
}

// outputIndex returns the WGSL of the point that slot 0 of butterfly j writes.
func (st step) outputIndex(j string) string {
	switch {
	case st.P == st.butterflyCount():
		return j
	case st.P == 1:
		return times(j, st.R)
	}
	return fmt.Sprintf("%s / %du * %du + %s %% %du", j, st.P, st.P*st.R, j, st.P)
}

// multiplySpectrum multiplies the transform by the spectrum and swaps real and imaginary parts,
// because the inverse transform is a forward transform of swapped parts.
func (e *emitter) multiplySpectrum(s int, st step, outputs []fragment) {
	e.line("// multiply by the spectrum; .yx begins the inverse transform")
	stride := 1
	if e.k.ConvolutionSpectra > 1 {
		_, q := e.threadNames(st.phase)
		stride = e.spectrumRow(q)
	}
	for b := range outputs {
		base := fmt.Sprintf("j%s%d", letter(s), b)
		if e.k.ConvolutionSpectra > 1 {
			e.line("let k%s%d = row + %s;", letter(s), b, times(base, stride))
			base = fmt.Sprintf("k%s%d", letter(s), b)
		}
		for m, v := range outputs[b].values {
			name := fmt.Sprintf("product%d_%d", b, m)
			e.line("let %s = cmul(%s, %s).yx;", name, v, e.spectrumElement(plus(base, st.Out(0, m)*stride), base, b, m))
			outputs[b].values[m] = name
		}
	}
}
