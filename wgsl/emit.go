package wgsl

import (
	"fmt"
	"slices"
	"strings"
)

// An emitter writes one FFT kernel.
type emitter struct {
	writer
	k         Kernel
	named     map[string]bool // variables written already, of those that several parts need
	exchanged bool            // workgroup memory has been used
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
	e.threads()
	if k.Rader.Fold {
		e.pairwise()
		e.line("}")
		return
	}
	steps := k.steps()
	if len(steps) == 0 && k.Store.Real.IsSplit() {
		e.pairsFromMemory()
		e.line("}")
		return
	}
	if len(steps) == 0 {
		e.line("let ja0 = 0u; // the only point")
		e.load([]cluster{{values: []string{"a0_0"}, offsets: []int{0}, point: "ja0"}})
		e.store([]cluster{{values: []string{"a0_0"}, point: "ja0", offsets: []int{0}}})
		e.line("}")
		return
	}
	var held, lone, sums []cluster
	for s, st := range steps {
		e.line("")
		e.stepComment(s, len(steps), st)
		need := e.inputs(s, st)
		var beside []cluster
		switch {
		case st.gather:
			lone = e.lone(st, need)
			beside = lone
		case s == 1 && k.Rader.Prime > 0 && !steps[0].product:
			var from []cluster
			from, lone = e.carry(steps[0], productStep(steps), lone)
			held, beside = append(held, from...), lone
		}
		all := append(slices.Clone(need), beside...)
		switch {
		case s > 0 && st.apart:
			e.exchange(held, all)
		case st.merged:
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
			e.exchange(e.loadBlock(), all)
		case k.facesIn():
			e.loadFacing(st, need)
		case st.mates && k.opposed():
			e.loadOpposed(st, need)
		case st.mates:
			e.loadMates(st, need)
		case k.joins():
			e.loadCouples(st, need)
		default:
			e.load(all)
		}
		e.interrupt(FenceStages)
		e.twiddle(s, st, need)
		held = e.butterfliesOf(s, st, need, s == len(steps)-1)
		switch {
		case st.product && k.Rader.Prime > 0:
			sums = e.raderProduct(s, st, held, lone, k.Store.Path == Staged || k.Store.Real.IsSplit() || len(k.Radices.List()) > 0)
		case st.product:
			e.product(s, st, held)
		case st.scatter:
			held = append(held, sums...)
		}
	}
	e.line("")
	switch {
	case k.Store.Path == Staged:
		block := e.block("z")
		e.exchange(held, block)
		e.storeBlock(block)
	case k.opposed() && !k.matesIn():
		e.storeOpposed(len(steps)-1, steps[len(steps)-1], held)
	case k.MirrorColumns && k.MirrorInRow && !k.matesIn():
		e.storeMates(len(steps)-1, steps[len(steps)-1], held)
	case k.MirrorColumns && !k.MirrorInRow:
		e.matedPairs(held)
	case k.gathers():
		e.pairs(held)
	case k.Store.Real.IsSplit():
		e.storeCouples(len(steps)-1, steps[len(steps)-1], held)
	case k.facesOut():
		e.storeFacing(len(steps)-1, steps[len(steps)-1], held)
	default:
		e.store(held)
	}
	e.line("}")
}

// productStep is the step whose outputs are multiplied by the spectrum.
func productStep(steps []step) step {
	return steps[slices.IndexFunc(steps, func(st step) bool { return st.product })]
}

// threads writes which transform and which of its threads this invocation is: t and q, and where the first stage's
// threads have another order, t_in and q_in.
func (e *emitter) threads() {
	k := e.k
	number := times(groupNumber(k.Fold), k.TransformsPerGroup)
	if k.Offset {
		number = "batch.first + " + number
	}
	e.line("let first = %s; // the workgroup's first transform", number)
	if k.Load.Order != k.Store.Order {
		t, q := e.split(k.Load.Order)
		e.line("let t_in = %s; // on the way in: thread of the transform", t)
		e.line("let q_in = %s; // and transform of the workgroup", q)
	}
	t, q := e.split(k.Store.Order)
	e.line("let t = %s; // thread of the transform", t)
	e.line("let q = %s; // transform of the workgroup", q)
	if k.Load.Path == Direct && !k.matesIn() {
		_, q := e.lane(0)
		switch {
		case k.MirrorColumns && k.Tail:
			e.line("let seq = mated(min(first + %s, batch.end - 1u)); // idle threads repeat the last transform", q)
		case k.MirrorColumns:
			e.line("let seq = mated(first + %s);", q)
		case k.Tail:
			e.line("let seq = min(first + %s, batch.end - 1u); // idle threads repeat the last transform", q)
		default:
			e.line("let seq = first + %s;", q)
		}
	}
}

// split is the WGSL of the thread and the transform of an invocation.
func (e *emitter) split(o Order) (t, q string) {
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
func (e *emitter) lane(lane int) (t, q string) {
	if lane == 0 && e.k.Load.Order != e.k.Store.Order {
		return "t_in", "q_in"
	}
	return "t", "q"
}

// transform names the transform of the workgroup that a thread's b-th butterfly of a step is of.
func (e *emitter) transform(s int, st step, b int) string {
	if st.mates {
		return fmt.Sprintf("q%s%d", letter(s), b)
	}
	_, q := e.lane(st.lane)
	return q
}

// once writes a variable that several parts need, the first time.
func (e *emitter) once(name, value string) {
	if e.named == nil {
		e.named = map[string]bool{}
	}
	if !e.named[name] {
		e.named[name] = true
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
	case st.plain:
		text += fmt.Sprintf(", along the residues modulo %d", st.R)
	case p > 1 && e.k.cyclic(st.at):
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j div %d))", p, st.R*p, st.alike())
	case p > 1 && lanes > 1:
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j div %d mod %d))", p, st.R*p, lanes, p)
	case p > 1:
		text += fmt.Sprintf(", p = %d, twiddle w_%d^(i (j mod %d))", p, st.R*p, p)
	}
	if st.merged {
		text += ", of points that are here already"
	}
	if transforms := st.subs * lanes; transforms > 1 {
		text += fmt.Sprintf(", of %d transforms of %d points", transforms, st.N/lanes)
	}
	if lanes > 1 {
		text += fmt.Sprintf(", %d side by side", lanes)
	}
	switch {
	case st.mates && e.k.opposed():
		text += fmt.Sprintf(", butterflies j of a row and %d - j of the one opposite in one thread", st.Butterflies())
	case st.mates:
		text += fmt.Sprintf(", butterflies j of a column and %d - j of its mate in one thread", st.Butterflies()-1)
	}
	if st.coupled && st.members() > 1 {
		_, mate := st.couple(1)
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
	if st.coupled {
		return e.coupleIndex(s, st, b), st.all() - 1
	}
	if st.near > 0 {
		return e.mergeIndex(s, st, b), st.all() - 1
	}
	threads, all := e.k.Threads(), st.all()
	j = fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.lane(st.lane)
	number := plus(t, b*threads)
	if (b+1)*threads <= all {
		e.line("let %s = %s;", j, number)
		return j, (b+1)*threads - 1
	}
	e.line("let %s = min(%s, %du); // threads without a butterfly repeat the last", j, number, all-1)
	return j, all - 1
}

// activity returns the condition under which a thread has a b-th butterfly of a step, "" if all threads have one.
func (e *emitter) activity(st step, b int) string {
	if st.mates {
		return e.mateActivity(st, b)
	}
	threads, items := e.k.Threads(), st.all()
	if st.coupled {
		b, items = b/st.members(), st.MirrorPairs()
	}
	if (b+1)*threads <= items {
		return ""
	}
	t, _ := e.lane(st.lane)
	return fmt.Sprintf("%s < %du", plus(t, b*threads), items)
}

// twiddle turns the inputs of a step.
func (e *emitter) twiddle(s int, st step, need []cluster) {
	if !st.twiddled() {
		return
	}
	p := st.twiddlePeriod()
	for b := range need {
		w := fmt.Sprintf("w%s%d", letter(s), b)
		loan, borrowed := e.k.loan(st, b)
		if !borrowed {
			index := e.exponent(st, fmt.Sprintf("j%s%d", letter(s), b))
			e.line("let %s = %s;", w, plus(index, e.k.tableOf(st)))
		}
		for i := 1; i < st.R; i++ {
			v, value := need[b].values[i], ""
			if borrowed {
				value = loan.of(fmt.Sprintf("w%s0_%d", letter(s), i), st.R*p, i, firstCouple(s))
			} else {
				value = e.twiddleOf(st, i, w)
			}
			name := v + "t"
			if st.merged { // v is a field
				name = fmt.Sprintf("%s%d_%dt", letter(s), b, i)
			}
			e.line("let %s = %s;", name, e.turned(v, w, i, value))
			need[b].values[i] = name
		}
	}
}

// exponent is the WGSL of FFT.exponent, of the butterfly that is number j of a step.
func (e *emitter) exponent(st step, j string) string {
	if e.k.cyclic(st.at) {
		return fmt.Sprintf("%s / %du", j, st.alike())
	}
	if st.interleave() > 1 {
		j += fmt.Sprintf(" / %du", st.interleave())
	}
	if st.P != st.all() {
		j += fmt.Sprintf(" %% %du", st.twiddlePeriod())
	}
	return j
}

// butterfliesOf writes the butterflies of a step and returns their outputs as clusters.
func (e *emitter) butterfliesOf(s int, st step, need []cluster, final bool) []cluster {
	direct := final && e.k.Store.Path == Direct && !e.k.gathers()
	var held []cluster
	for b, c := range need {
		y := fmt.Sprintf("y%s%d", letter(s), b)
		e.line("let %s = %s(%s);", y, e.k.smallFunction(st), strings.Join(c.values, ", "))
		out := cluster{values: make([]string, st.R), offsets: make([]int, st.R), aligned: st.P * st.R, active: e.activity(st, b)}
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
		return e.scatter(s, st, held, !direct)
	case st.product, st.stays: // they stay where they are
		return held
	}
	// Where the outputs go, written after all butterflies so that indices don't live through them.
	for b := range held {
		c := &held[b]
		threads := e.k.Threads()
		lo, hi := b*threads, min((b+1)*threads, st.all())-1
		switch {
		case st.coupled:
			lo, hi = e.k.coupleSpan(st, b)
		case st.mates:
			lo, hi = e.k.mateSpan(st, b)
		case st.near > 0:
			lo, hi = e.k.mergeSpan(st, b)
		}
		if e.k.Layout.Kind == Digits && !final {
			e.lined(c, s, b, st)
			continue
		}
		j := fmt.Sprintf("j%s%d", letter(s), b)
		index := st.row(j)
		if st.P == 1 && st.P < st.all() {
			c.step = st.R
		}
		c.lo, c.hi = lo*st.R, hi*st.R
		if st.P > 1 { // not monotone in j: the bounds are those of the runs
			c.lo, c.hi = lo/st.P*st.P*st.R, hi/st.P*st.P*st.R+st.P-1
		}
		if e.k.TransformsPerGroup > 1 && !direct {
			index = e.k.spot(e.transform(s, st, b), index)
			e.k.spread(c)
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
func (st step) row(j string) string {
	switch {
	case st.P == st.all(): // j stays
		return j
	case st.P == 1:
		return times(j, st.R)
	}
	return fmt.Sprintf("%s / %du * %du + %s %% %du", j, st.P, st.P*st.R, j, st.P)
}

// product multiplies the transform by the spectrum and swaps its parts, for the transform back.
func (e *emitter) product(s int, st step, held []cluster) {
	e.line("// the product of the spectra")
	stride := 1
	if e.k.ConvolutionSpectra > 1 {
		_, q := e.lane(st.lane)
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
			e.line("let %s = turn(%s, %s).yx;", name, v, e.spectral(plus(base, st.Out(0, m)*stride), base, b, m))
			held[b].values[m] = name
		}
	}
}
