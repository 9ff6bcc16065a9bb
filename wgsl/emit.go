package wgsl

import "fmt"

// An emitter writes one FFT kernel.
type emitter struct {
	writer
	k FFT
}

// Module writes the kernel.
func (k FFT) Module() Module {
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

func (e *emitter) header() {
	k := e.k
	e.line("// %s", k.Name())
	e.line("// X[k] = sum over j of x[j] w_%d^(jk), w_%d = exp(-2 pi i / %d)%s", k.N(), k.N(), k.N(), e.remark())
	e.line("// point j of transform q: x at %v, X at %v", k.Load.Map, k.Store.Map)
	if k.Load.Length > 0 {
		e.line("// elements from number %d on are zero on load", k.Load.Length)
	}
	if k.Store.Length > 0 {
		e.line("// elements from number %d on are not stored", k.Store.Length)
	}
	if turn := k.Load.Turn; turn.Order > 0 {
		e.line("// x[j] is multiplied by w_%d^(j (q mod %d)) on load", turn.Order, turn.Inner)
	}
	e.line("// %d transforms per workgroup, %d threads each", k.Transforms, k.Threads())
	e.line("")
}

func (e *emitter) remark() string {
	s := ""
	if e.k.Load.Swap {
		s += "; parts swapped on load"
	}
	if e.k.Load.Factor {
		s += "; x[n] times in_factors[n]"
	}
	if e.k.Convolve {
		s += "; X[k] times spectrum[k], parts swapped, and the transform again"
	}
	if e.k.Store.Factor {
		s += "; X[n] times out_factors[n]"
	}
	if e.k.Store.Swap {
		s += "; parts swapped on store"
	}
	if e.k.Store.scaled() {
		s += fmt.Sprintf("; times %v", e.k.Store.Scale)
	}
	return s
}

// src and dst are the names of the bindings.
func (e *emitter) src() string { return e.k.Bindings()[0].Name }

func (e *emitter) dst() string {
	if e.k.InPlace {
		return SourceAndTarget.Name
	}
	return Target.Name
}

// Bindings returns the bindings of the kernel in order.
func (k FFT) Bindings() []Binding {
	all := []Binding{Source, Target}
	if k.InPlace {
		all = []Binding{SourceAndTarget}
	}
	if k.twiddled() {
		all = append(all, TwiddleTable)
	}
	if k.Load.Turn.Order > 0 {
		all = append(all, RootTable)
	}
	if k.Load.Factor {
		all = append(all, LoadFactors)
	}
	if k.Convolve {
		all = append(all, SpectrumTable)
	}
	if k.Store.Factor {
		all = append(all, StoreFactors)
	}
	if k.Guard {
		all = append(all, BatchCount)
	}
	return all
}

// declarations writes the bindings and the workgroup memory.
func (e *emitter) declarations() {
	if e.k.Guard {
		e.line("struct Batch { count: u32 }")
	}
	for i, b := range e.k.Bindings() {
		space := [...]string{"storage, read", "storage, read_write", "uniform"}[b.Access]
		e.line("@group(0) @binding(%d) var<%s> %s: %s;", i, space, b.Name, b.Type)
	}
	e.line("")
	if e.k.exchanges() {
		element := "vec2<f32>"
		if e.k.Exchange.Component {
			element = "f32"
		}
		e.line("var<workgroup> shared_points: array<%s, %d>;", element, e.k.Layout.size(e.k.slice()))
		e.line("")
	}
}

// twiddled says whether the kernel reads a twiddle table.
func (k FFT) twiddled() bool { return len(k.Chain.Radices()) > 1 }

func (e *emitter) functions() {
	radices := e.k.Chain.Radices()
	if e.k.twiddled() || needsTurn(radices) || e.k.Load.Turn.Order > 0 || e.k.Load.Factor || e.k.Store.Factor || e.k.Convolve {
		e.line("// a * w, complex")
		e.line("fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {")
		e.line("return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);")
		e.line("}")
		e.line("")
	}
	if n := e.k.Load.Turn.Order; n > 0 {
		bits := rootBits(n)
		e.line("// w_%d^e by way of w^(e mod %d) and w^(e - e mod %d)", n, 1<<bits, 1<<bits)
		e.line("fn root(e: u32) -> vec2<f32> {")
		e.line("return turn(roots[e & %du], roots[%du + (e >> %du)]);", 1<<bits-1, 1<<bits, bits)
		e.line("}")
		e.line("")
	}
	if s := e.k.Store.Scale; e.k.Store.scaled() {
		product := "v * " + float(s)
		if rest := s - float64(float32(s)); rest != 0 {
			e.line("// the factor in two parts: rounded to one it would be off by up to eps/4 everywhere")
			product = fmt.Sprintf("fma(v, vec2<f32>(%s), v * %s)", float(s), float(rest))
		}
		e.line("fn scaled(v: vec2<f32>) -> vec2<f32> { return %s; }", product)
		e.line("")
	}
	e.butterflies(radices)
	if f := e.k.Layout.function(); f != "" && e.k.exchanges() {
		e.line("%s", f)
		e.line("")
	}
}

func (e *emitter) main() {
	k := e.k
	e.line("@compute @workgroup_size(%d)", k.Invocations())
	e.line("fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {")
	e.threads()
	stages := k.Chain.Stages()
	if len(stages) == 0 {
		e.line("let ja0 = 0u; // the only point")
		e.load([]cluster{{values: []string{"a0_0"}, offsets: []int{0}}})
		e.store([]cluster{{values: []string{"a0_0"}, base: "ja0", offsets: []int{0}}})
		e.line("}")
		return
	}
	there := len(stages)
	if k.Convolve {
		stages = append(stages, stages...)
	}
	var held []cluster
	for s, st := range stages {
		e.line("")
		e.stageComment(s, len(stages), st)
		need := e.inputs(s, st)
		switch {
		case s > 0:
			e.exchange(held, need)
		case k.Load.Path == Staged:
			e.exchange(e.loadBlock(), need)
		default:
			e.load(need)
		}
		e.twiddle(s, st, need)
		held = e.butterfliesOf(s, st, need, s == len(stages)-1)
		if k.Convolve && s == there-1 {
			e.product(s, st, held)
		}
	}
	e.line("")
	if k.Store.Path == Staged {
		block := e.block("z")
		e.exchange(held, block)
		e.storeBlock(block)
	} else {
		e.store(held)
	}
	e.line("}")
}

// threads writes which transform and which of its threads this invocation is: t and q, and where the first stage's
// threads have another order, t_in and q_in.
func (e *emitter) threads() {
	k := e.k
	number := "group.x"
	if k.Fold {
		number = fmt.Sprintf("(group.y * %du + group.x)", FoldWidth)
	}
	e.line("let first = %s; // the workgroup's first transform", times(number, k.Transforms))
	if k.Load.Order != k.Store.Order {
		t, q := e.split(k.Load.Order)
		e.line("let t_in = %s; // on the way in: thread of the transform", t)
		e.line("let q_in = %s; // and transform of the workgroup", q)
	}
	t, q := e.split(k.Store.Order)
	e.line("let t = %s; // thread of the transform", t)
	e.line("let q = %s; // transform of the workgroup", q)
	if k.Load.Path == Direct {
		_, q := e.lane(0)
		if k.Guard {
			e.line("let seq = min(first + %s, batch.count - 1u); // idle threads repeat the last transform", q)
		} else {
			e.line("let seq = first + %s;", q)
		}
	}
}

// split is the WGSL of the thread and the transform of an invocation.
func (e *emitter) split(o Order) (t, q string) {
	k := e.k
	switch {
	case k.Transforms == 1:
		return "local.x", "0u"
	case k.Threads() == 1:
		return "0u", "local.x"
	case o == TransformsFirst:
		return fmt.Sprintf("local.x / %du", k.Transforms), fmt.Sprintf("local.x %% %du", k.Transforms)
	}
	return fmt.Sprintf("local.x %% %du", k.Threads()), fmt.Sprintf("local.x / %du", k.Threads())
}

// lane names the thread and the transform of an invocation in a stage.
func (e *emitter) lane(s int) (t, q string) {
	if s == 0 && e.k.Load.Order != e.k.Store.Order {
		return "t_in", "q_in"
	}
	return "t", "q"
}

func (e *emitter) stageComment(s, of int, st Stage) {
	if st.P == 1 {
		e.line("// stage %d of %d: radix %d", s+1, of, st.R)
		return
	}
	e.line("// stage %d of %d: radix %d, p = %d, twiddle w_%d^(i (j mod %d))", s+1, of, st.R, st.P, st.R*st.P, st.P)
}

// letter names the values of a stage: a, b, c ...
func letter(s int) string { return string(rune('a' + s)) }

// butterflyIndex writes j, the number of the b-th butterfly of this thread, and returns its name, its largest
// value, and the condition under which the thread has it.
func (e *emitter) butterflyIndex(s int, st Stage, b int) (j string, hi int, active string) {
	threads, all := e.k.Threads(), st.Butterflies()
	j = fmt.Sprintf("j%s%d", letter(s), b)
	t, _ := e.lane(s)
	number := plus(t, b*threads)
	if (b+1)*threads <= all {
		e.line("let %s = %s;", j, number)
		return j, (b+1)*threads - 1, ""
	}
	active = fmt.Sprintf("%s < %du", number, all)
	e.line("let %s = min(%s, %du); // threads without a butterfly repeat the last", j, number, all-1)
	return j, all - 1, active
}

// perThread is how many butterflies of a stage a thread does.
func (k FFT) perThread(st Stage) int { return (st.Butterflies() + k.Threads() - 1) / k.Threads() }

// twiddle turns the inputs of a stage.
func (e *emitter) twiddle(s int, st Stage, need []cluster) {
	if st.P == 1 {
		return
	}
	for b := range need {
		w := fmt.Sprintf("w%s%d", letter(s), b)
		index := fmt.Sprintf("j%s%d %% %du", letter(s), b, st.P)
		if st.P == st.Butterflies() {
			index = fmt.Sprintf("j%s%d", letter(s), b)
		}
		e.line("let %s = %s;", w, plus(index, st.Table))
		for i := 1; i < st.R; i++ {
			v := need[b].values[i]
			e.line("let %st = turn(%s, twiddles[%s]);", v, v, plus(w, (i-1)*st.P))
			need[b].values[i] = v + "t"
		}
	}
}

// butterfliesOf writes the butterflies of a stage and returns their outputs as clusters.
func (e *emitter) butterfliesOf(s int, st Stage, need []cluster, final bool) []cluster {
	var held []cluster
	for b, c := range need {
		y := fmt.Sprintf("y%s%d", letter(s), b)
		e.line("let %s = dft%d(%s);", y, st.R, join(c.values))
		out := cluster{values: make([]string, st.R), offsets: make([]int, st.R), aligned: st.P * st.R}
		for m := range st.R {
			out.values[m] = fmt.Sprintf("%s.y%d", y, m)
			out.offsets[m] = st.Out(0, m)
		}
		held = append(held, out)
	}
	// Where the outputs go, written after all butterflies so that indices don't live through them.
	last := st.P*st.R == st.N
	direct := final && e.k.Store.Path == Direct
	for b := range held {
		c := &held[b]
		threads, all := e.k.Threads(), st.Butterflies()
		lo, hi := b*threads, min((b+1)*threads, all)-1
		if (b+1)*threads > all {
			t, _ := e.lane(s)
			c.active = fmt.Sprintf("%s < %du", plus(t, b*threads), all)
		}
		j := fmt.Sprintf("j%s%d", letter(s), b)
		index := ""
		switch {
		case last: // P = number of butterflies: j stays
			index = j
		case st.P == 1:
			index, c.step = times(j, st.R), st.R
		default:
			index = fmt.Sprintf("%s / %du * %du + %s %% %du", j, st.P, st.P*st.R, j, st.P)
		}
		c.lo, c.hi = st.Out(lo, 0), st.Out(hi, 0)
		if st.P > 1 { // not monotone in j: the bounds are those of the runs
			c.lo, c.hi = lo/st.P*st.P*st.R, hi/st.P*st.P*st.R+st.P-1
		}
		if e.k.Transforms > 1 && !direct {
			_, q := e.lane(s)
			index = fmt.Sprintf("%s * %du + %s", q, st.N, index)
			c.hi += (e.k.Transforms - 1) * st.N
		}
		if index == j {
			c.base = j
			continue
		}
		c.base = fmt.Sprintf("out%s%d", letter(s), b)
		e.line("let %s = %s;", c.base, index)
	}
	return held
}

// product multiplies the transform by the spectrum and swaps its parts, for the transform back.
func (e *emitter) product(s int, st Stage, held []cluster) {
	e.line("// the product of the spectra")
	for b := range held {
		for m, v := range held[b].values {
			name := fmt.Sprintf("product%d_%d", b, m)
			point := plus(fmt.Sprintf("j%s%d", letter(s), b), st.Out(0, m))
			e.line("let %s = turn(%s, spectrum[%s]).yx;", name, v, point)
			held[b].values[m] = name
		}
	}
}
