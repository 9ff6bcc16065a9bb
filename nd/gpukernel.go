package nd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wgfft"
	"wgfft/device"
	"wgfft/wgsl"
)

const (
	groupSize    = 64    // invocations of a workgroup
	groupsPerRow = 32768 // the largest number of workgroups along x; more workgroups continue along y
)

// compute implements machine. An invocation computes one element, the elements of one word, or
// longEach elements of a long kernel.
func (g *gpu) compute(_ context.Context, k *kernel) error {
	return g.record(k, nil, k.groups())
}

// record records a kernel, or its reduction if f is not nil, with the given number of workgroups.
func (g *gpu) record(k *kernel, f *fold, groups int) error {
	numbers := k.numbers(g.numbers[:0])
	g.numbers = numbers
	if len(numbers) > maxParams {
		return &wgfft.LimitError{What: "nd: numbers of a kernel", Need: int64(len(numbers)), Have: maxParams,
			Hint: "Pin a part of the expression"}
	}
	g.key = k.appendKey(g.key[:0], f)
	p, ok := g.kernels[string(g.key)]
	if !ok {
		var err error
		if p, err = g.dev.NewPipeline(moduleOf(k, f, groups, g.double.format)); err != nil {
			return err
		}
		g.kernels[string(g.key)] = p
	}
	bind := append(g.bind[:0], device.Whole(k.dst.mem.buf))
	for _, mem := range k.inputs(nil) {
		bind = append(bind, device.Whole(mem.buf))
	}
	if len(numbers) > 0 {
		f := g.double.paramFormat(k)
		if err := f.check(numbers); err != nil {
			return err
		}
		b, err := g.params.add(g.dev, numbers, f)
		if err != nil {
			return err
		}
		bind = append(bind, b)
	}
	g.bind = bind
	return g.dispatch(p, groups, bind)
}

// moduleOf returns a kernel as WGSL, or its reduction if f is not nil. A reduction has the given number of workgroups.
// double is the format of double precision.
func moduleOf(k *kernel, f *fold, groups int, double *format) wgsl.Module {
	return newText(k, double, nil).module(f, groups)
}

// A text writes a kernel as WGSL. The values of scalars are parameters, so the text does not depend
// on them.
type text struct {
	functions
	k       *kernel
	inputs  []*memory // the arrays that the kernel reads, without the one that it writes
	end     *end      // the load or the store of a transform; nil if the kernel runs alone
	params  int       // the number of parameters
	body    strings.Builder
	funcs   []*innerFunc // the functions of the program that the body calls
	indices bool         // the body uses the index along each axis
	double  *format      // the format of double precision; nil if it is not known
	hasOne  bool         // the kernel uses pairOne
	words   int          // the number of calls of nd_philox
	places  map[*load]*placeText
}

// newText writes the body of a kernel. double is the format of double precision. e is the end of the transform that
// the kernel computes, or nil for a kernel that runs alone.
func newText(k *kernel, double *format, e *end) *text {
	t := &text{k: k, inputs: k.inputs(nil), end: e, double: double}
	for i := range k.loads {
		t.declarePlace(&k.loads[i])
	}
	for i := range k.code {
		fmt.Fprintf(&t.body, "\tlet v%d = %s;\n", i, t.value(&k.code[i]).Text)
	}
	if k.hasVariablePlace() {
		t.declarePlace(&k.dst)
	}
	return t
}

// store returns the statement that stores the result.
func (t *text) store() string {
	if t.k.dst.mem.dtype.perWord() > 1 {
		return t.storePart()
	}
	return fmt.Sprintf("\tdst[%s] = v%d;\n", t.place(&t.k.dst).Text, len(t.k.code)-1)
}

// module returns the kernel with its bindings, or its reduction if f is not nil.
func (t *text) module(f *fold, groups int) wgsl.Module {
	if f != nil {
		return t.foldModule(f, groups)
	}
	if t.k.storesWords() {
		return t.wordModule()
	}
	if t.k.isLong() {
		return t.longModule()
	}
	n := t.k.size()
	store := t.store() // may set t.indices
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{groupSize, 1, 1}}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, one for each invocation.\n", n, t.k.shape[:t.k.rank])
	t.declare(&b, &m, t.body.String())
	fmt.Fprintf(&b, "\n@compute @workgroup_size(%d)\n", groupSize)
	b.WriteString(t.mainText())
	fmt.Fprintf(&b, "\tlet i = i32((group.y * %du + group.x) * %du + local);\n", groupsPerRow, groupSize)
	fmt.Fprintf(&b, "\tif (i >= %d) {\n\t\treturn;\n\t}\n", n)
	if t.indices {
		b.WriteString(t.indexText())
	}
	b.WriteString(t.body.String() + store + "}\n")
	m.Text = b.String()
	m.Name = t.name()
	return m
}

// mainText returns the beginning of the entry point. group.z is 0, so pairOne is 1.
func (t *text) mainText() string {
	begin := "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {\n"
	if t.hasOne {
		begin += "\t" + pairOne + " = f32(1u + group.z);\n"
	}
	return begin
}

// declare writes the bindings of a kernel, and the functions that its body calls.
func (t *text) declare(b *strings.Builder, m *wgsl.Module, body string) {
	add := func(name string, access wgsl.Access, space, typ string) {
		fmt.Fprintf(b, "@group(0) @binding(%d) var<%s> %s: %s;\n", len(m.Bindings), space, name, typ)
		m.Bindings = append(m.Bindings, wgsl.Binding{Name: name, Access: access, Type: typ})
	}
	add("dst", wgsl.ReadWrite, "storage, read_write", t.typeOfDst())
	for i, mem := range t.inputs {
		add(fmt.Sprintf("src%d", i), wgsl.Read, "storage, read", t.arrayOf(mem.dtype))
	}
	if t.params > 0 {
		add("params", wgsl.Uniform, "uniform", fmt.Sprintf("array<%s, %d>", t.paramType(), t.params))
	}
	helpers := strings.Join(t.texts, "\n")
	if t.hasOne = strings.Contains(helpers+body, pairOne); t.hasOne {
		b.WriteString("\nvar<private> " + pairOne + ": f32;\n")
	}
	if t.double != nil && t.double.isPair {
		for _, f := range wgsl.UsedFunctions(t.double.number, helpers+body) {
			b.WriteString("\n" + f)
		}
	}
	if helpers != "" {
		b.WriteString("\n" + helpers)
	}
}

// indexText returns the statements that compute the index along each axis.
func (t *text) indexText() string {
	var b strings.Builder
	step := t.k.contiguous()
	for axis := range t.k.rank {
		fmt.Fprintf(&b, "\tlet k%d = %s;\n", axis, digit("i", step[axis], t.k.shape[axis], axis == 0).Text)
	}
	return b.String()
}

// digit returns the expression x / step % n. It omits % n if isLast, which means that x / step is
// less than n.
func digit(x string, step, n int, isLast bool) wgsl.Value {
	at := wgsl.Value{Text: x}
	if step > 1 {
		at = wgsl.Binary("/", at, whole(step))
	}
	if isLast {
		return at
	}
	return wgsl.Binary("%", at, whole(n))
}

// product returns the expression of an index times a stride.
func product(index wgsl.Value, stride int) wgsl.Value {
	if stride == 1 {
		return index
	}
	return wgsl.Binary("*", index, whole(stride))
}

// name returns the names of the operations of the kernel, for errors.
func (t *text) name() string {
	names := []string{"nd"}
	for _, in := range t.k.code {
		switch {
		case in.op == opApply:
			names = append(names, in.f.name)
		case in.op > opSource:
			names = append(names, opInfos[in.op].name)
		}
	}
	return strings.Join(names, " ")
}

// arrayOf returns the WGSL type of an array in memory.
func (t *text) arrayOf(d DType) string {
	if d.perWord() > 1 {
		return "array<u32>"
	}
	return "array<" + t.typeOf(d) + ">"
}

// typeOf returns the WGSL type of elements.
func (t *text) typeOf(d DType) string {
	switch d {
	case Int32:
		return "i32"
	case singleSquares, doubleSquares:
		return "Squares"
	}
	return t.in(d).typeOf(!d.IsComplex())
}

// array returns the name of an array in the kernel.
func (t *text) array(m *memory) string {
	switch {
	case t.end != nil:
		return t.end.operand(m)
	case m == t.k.dst.mem:
		return "dst"
	}
	return fmt.Sprintf("src%d", slices.Index(t.inputs, m))
}

// value returns the expression of an instruction.
func (t *text) value(in *instr) wgsl.Value {
	a := make([]wgsl.Value, len(in.args))
	for i, arg := range in.args {
		a[i] = wgsl.Value{Text: fmt.Sprintf("v%d", arg), Real: !t.k.code[arg].d.IsComplex()}
	}
	switch in.op {
	case opLoad:
		l := &t.k.loads[in.number]
		return wgsl.Value{Text: t.load(t.array(l.mem), l), Real: !in.d.IsComplex()}
	case opResult:
		return wgsl.Value{Text: "it", Real: !in.d.IsComplex()}
	case opParam:
		if in.d == Int32 {
			return wgsl.Value{Text: t.whole(), Real: true}
		}
		return t.param(in.d)
	case opSource:
		return t.source(t.in(in.d), in.source)
	case opCast:
		return t.cast(in.d, in.calc, a[0])
	case opApply:
		return t.apply(t.in(in.calc), in.f, a)
	case opMatch:
		return t.match(in, a)
	case opTruth:
		return t.truth(in, a[0])
	case opOrdinal, opOrdinalLow:
		return t.in(in.calc).ordinal(in.op, a[0])
	case opFromOrdinal:
		return t.in(in.d).fromOrdinal(a)
	case opRound:
		return wgsl.Value{Text: t.round(DType(in.number), a[0].Text), Real: true}
	}
	if in.calc == Int32 {
		return t.integer(in, a)
	}
	return t.in(in.calc).operation(in.op, !in.calc.IsComplex(), a)
}

// source returns the expression of a source.
func (t *text) source(w writer, s *source) wgsl.Value {
	if s.isRandom() {
		return t.random(w, s)
	}
	var sum wgsl.Value
	for i, u := range s.used() {
		x := t.term(w, &u)
		switch s.form {
		case formReal:
			return x
		case formImaginary:
			return w.call("C", w.zero(true), x)
		}
		x = w.call("nd_square", x)
		if i == 0 {
			sum = x
		} else {
			sum = w.binary("+", sum, x)
		}
	}
	return sum
}

// term returns the expression of a term of a source.
func (t *text) term(w writer, s *term) wgsl.Value {
	t.indices = true
	k := fmt.Sprintf("k%d", s.axis)
	index := k
	if s.n > 0 {
		index = fmt.Sprintf("select(%s, %s - %d, %s > %d)", index, k, s.n, k, (s.n-1)/2)
	}
	if s.nyquist >= 0 {
		index = fmt.Sprintf("select(%s, 0, %s == %d)", index, k, s.nyquist)
	}
	return w.binary("*", w.index(index), t.param(w.dtype()))
}

// in returns the writer for numbers of the precision of d.
func (t *text) in(d DType) writer {
	if d.isDouble() {
		return writer{format: t.double, to: &t.functions}
	}
	return writer{format: single, to: &t.functions}
}
