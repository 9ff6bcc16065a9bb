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
	groupsPerRow = 32768 // workgroups along x, if there are more than these
)

// compute implements machine. One invocation computes one element, those of one word, or those of a long kernel.
func (g *gpu) compute(_ context.Context, k *kernel) error {
	return g.record(k, nil, k.groups())
}

// record records a kernel, or one that reduces chunks if f is not nil.
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
		if p, err = g.dev.NewPipeline(newText(k).module(f, groups)); err != nil {
			return err
		}
		g.kernels[string(g.key)] = p
	}
	bind := append(g.bind[:0], device.Whole(k.dst.mem.gpu.buf))
	for _, mem := range k.inputs(nil) {
		bind = append(bind, device.Whole(mem.gpu.buf))
	}
	if len(numbers) > 0 {
		b, err := g.params.add(g.dev, numbers)
		if err != nil {
			return err
		}
		bind = append(bind, b)
	}
	g.bind = bind
	return g.dispatch(p, groups, bind)
}

// A text is a kernel that is written as WGSL. The values of scalars are parameters, so the text does
// not depend on them.
type text struct {
	k       *kernel
	inputs  []*memory // the arrays that are read, without the one that is written
	end     *end      // the load or the store of a transform; nil for a kernel of its own
	params  int       // the number of parameters
	body    strings.Builder
	helpers []string // the functions that the body calls
	funcs   []*Func  // the functions of the program that the body calls
	indices bool     // the body uses the index along each axis
}

// newText writes the body of a kernel.
func newText(k *kernel) *text {
	t := &text{k: k, inputs: k.inputs(nil)}
	t.write()
	return t
}

// write writes the body.
func (t *text) write() {
	for i := range t.k.code {
		fmt.Fprintf(&t.body, "\tlet v%d = %s;\n", i, t.value(&t.k.code[i]))
	}
}

// store returns the statement that stores the result.
func (t *text) store() string {
	if t.k.dst.mem.dtype.perWord() > 1 {
		return t.storePart()
	}
	return fmt.Sprintf("\tdst[%s] = v%d;\n", t.place(&t.k.dst), len(t.k.code)-1)
}

// module returns the kernel with its bindings. It reduces chunks if f is not nil.
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
	store := t.store() // sets indices
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{groupSize, 1, 1}}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, one for each invocation.\n", n, t.k.shape[:t.k.rank])
	t.declare(&b, &m)
	fmt.Fprintf(&b, "\n@compute @workgroup_size(%d)\n", groupSize)
	b.WriteString(mainLine)
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

// mainLine begins the entry point.
const mainLine = "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {\n"

// declare writes the bindings and the functions of a kernel.
func (t *text) declare(b *strings.Builder, m *wgsl.Module) {
	add := func(name string, access wgsl.Access, space, typ string) {
		fmt.Fprintf(b, "@group(0) @binding(%d) var<%s> %s: %s;\n", len(m.Bindings), space, name, typ)
		m.Bindings = append(m.Bindings, wgsl.Binding{Name: name, Access: access, Type: typ})
	}
	add("dst", wgsl.ReadWrite, "storage, read_write", t.typeOfDst())
	for i, mem := range t.inputs {
		add(fmt.Sprintf("src%d", i), wgsl.Read, "storage, read", arrayOf(mem.dtype))
	}
	if t.params > 0 {
		add("params", wgsl.Uniform, "uniform", fmt.Sprintf("array<vec4<f32>, %d>", t.params))
	}
	for _, h := range t.helpers {
		b.WriteString("\n" + h)
	}
}

// indexText returns the statements that compute the index along each axis.
func (t *text) indexText() string {
	var b strings.Builder
	step := t.k.contiguous()
	for axis := range t.k.rank {
		fmt.Fprintf(&b, "\tlet k%d = %s;\n", axis, digit("i", step[axis], t.k.shape[axis], axis == 0))
	}
	return b.String()
}

// digit returns the expression x / step % n. isLast means that x / step is less than n.
func digit(x string, step, n int, isLast bool) string {
	if step > 1 {
		x = fmt.Sprintf("%s / %d", x, step)
	}
	if isLast {
		return x
	}
	return fmt.Sprintf("%s %% %d", x, n)
}

// product returns the expression of an index times a stride.
func product(index string, stride int) string {
	if stride == 1 {
		return index
	}
	return fmt.Sprintf("%s * %d", index, stride)
}

// name returns the operations of the kernel, for errors.
func (t *text) name() string {
	names := []string{"nd"}
	for _, in := range t.k.code {
		switch {
		case in.op == opApply:
			names = append(names, in.f.name())
		case in.op > opSource:
			names = append(names, opInfos[in.op].name)
		}
	}
	return strings.Join(names, " ")
}

// arrayOf returns the WGSL type of an array in memory.
func arrayOf(d DType) string {
	if d.perWord() > 1 {
		return "array<u32>"
	}
	return "array<" + typeOf(d) + ">"
}

// typeOf returns the WGSL type of elements.
func typeOf(d DType) string {
	switch {
	case d.IsComplex():
		return "vec2<f32>"
	case d == Int32:
		return "i32"
	}
	return "f32"
}

// place returns the index of an element in memory.
func (t *text) place(l *load) string {
	if l.isContiguous(&t.k.extent) {
		if l.offset == 0 {
			return "i"
		}
		return fmt.Sprintf("i + %d", l.offset)
	}
	var terms []string
	for axis, s := range l.stride[:t.k.rank] {
		if s != 0 {
			terms = append(terms, product(l.shift.text(axis), s))
			t.indices = true
		}
	}
	if l.offset != 0 || len(terms) == 0 {
		terms = append(terms, fmt.Sprint(l.offset))
	}
	return strings.Join(terms, " + ")
}

// array returns the name of an array.
func (t *text) array(m *memory) string {
	switch {
	case t.end != nil:
		return t.end.operand(m)
	case m == t.k.dst.mem:
		return "dst"
	}
	return fmt.Sprintf("src%d", slices.Index(t.inputs, m))
}

// param returns the text of the next parameter: see kernel.numbers.
func (t *text) param(d DType) string {
	name := "params"
	if t.end != nil {
		name = t.end.params
	}
	t.params++
	if d.IsComplex() {
		return fmt.Sprintf("%s[%d].xy", name, t.params-1)
	}
	return fmt.Sprintf("%s[%d].x", name, t.params-1)
}

// value returns the expression of an instruction.
func (t *text) value(in *instr) string {
	a := make([]string, len(in.args))
	for i, arg := range in.args {
		a[i] = fmt.Sprintf("v%d", arg)
	}
	switch in.op {
	case opLoad:
		l := &t.k.loads[in.number]
		return t.load(t.array(l.mem), l)
	case opResult:
		return "it"
	case opParam:
		return t.param(in.d)
	case opSource:
		return t.source(in.source)
	case opCast:
		switch {
		case in.d == Int32:
			t.helper(helperInt32)
			return call("nd_int32", a)
		case in.calc == Int32 && in.d.IsComplex():
			return "vec2<f32>(f32(" + a[0] + "), 0.0)"
		case in.calc == Int32:
			return call("f32", a)
		case in.d.IsComplex() && !in.calc.IsComplex():
			return "vec2<f32>(" + a[0] + ", 0.0)"
		case !in.d.IsComplex() && in.calc.IsComplex():
			return a[0] + ".x"
		}
		return a[0]
	case opApply:
		return t.apply(in.f, a)
	case opMatch:
		return t.match(in, a)
	case opRound:
		return t.round(DType(in.number), a[0])
	}
	if in.calc.IsComplex() {
		return t.complexValue(in.op, a)
	}
	return t.realValue(in.op, a)
}

// source returns the expression of a source.
func (t *text) source(s *source) string {
	if s.isRandom() {
		return t.random(s)
	}
	var squares []string
	for _, u := range s.used() {
		x := t.term(&u)
		switch s.form {
		case formReal:
			return x
		case formImaginary:
			return "vec2<f32>(0.0, " + x + ")"
		}
		t.helper(helperSquare)
		squares = append(squares, "nd_square("+x+")")
	}
	return strings.Join(squares, " + ")
}

// term returns the expression of a term of a source.
func (t *text) term(s *term) string {
	t.indices = true
	k := fmt.Sprintf("k%d", s.axis)
	index := k
	if s.n > 0 {
		index = fmt.Sprintf("select(%s, %s - %d, %s > %d)", index, k, s.n, k, (s.n-1)/2)
	}
	if s.nyquist >= 0 {
		index = fmt.Sprintf("select(%s, 0, %s == %d)", index, k, s.nyquist)
	}
	return fmt.Sprintf("f32(%s) * %s", index, t.param(Float32))
}

// helper notes that the body calls a function.
func (t *text) helper(h string) {
	if !slices.Contains(t.helpers, h) {
		t.helpers = append(t.helpers, h)
	}
}
