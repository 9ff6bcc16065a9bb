package gpu

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wgfft"
	"wgfft/device"
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

const (
	groupSize    = 64    // invocations of a workgroup
	groupsPerRow = 32768 // the largest number of workgroups along x; more workgroups continue along y
)

// Compute implements machine. An invocation computes one element, the elements of one word, or
// longEach elements of a long kernel.
func (g *Machine) Compute(_ context.Context, k *expr.Kernel) error {
	return g.record(k, nil, groupsOf(k))
}

// record records a kernel, or its reduction if f is not nil, with the given number of workgroups.
func (g *Machine) record(k *expr.Kernel, f *expr.Fold, groups int) error {
	numbers := numbersOf(k, g.numbers[:0])
	g.numbers = numbers
	if len(numbers) > maxParams {
		return &wgfft.LimitError{What: "nd: numbers of a kernel", Need: int64(len(numbers)), Have: maxParams,
			Hint: "Pin a part of the expression"}
	}
	g.key = AppendKernelKey(k, g.key[:0], f)
	p, ok := g.kernels[string(g.key)]
	if !ok {
		var err error
		if p, err = g.dev.NewPipeline(ModuleOf(k, f, groups, g.double.Format)); err != nil {
			return err
		}
		g.kernels[string(g.key)] = p
	}
	bind := append(g.bind[:0], device.Whole(k.Dst.Memory.Buffer))
	for _, mem := range k.Inputs(nil) {
		bind = append(bind, device.Whole(mem.Buffer))
	}
	if len(numbers) > 0 {
		f := g.double.ParamFormat(k)
		if err := f.Check(numbers); err != nil {
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

// ModuleOf returns a kernel as WGSL, or its reduction if f is not nil. A reduction has the given number of workgroups.
// double is the format of double precision.
func ModuleOf(k *expr.Kernel, f *expr.Fold, groups int, double *expr.Format) wgsl.Module {
	return newText(k, double, nil).module(f, groups)
}

// A text writes a kernel as WGSL. The values of scalars are parameters, so the text does not depend
// on them.
type text struct {
	expr.Functions
	k       *expr.Kernel
	inputs  []*expr.Memory // the arrays that the kernel reads, without the one that it writes
	end     *end           // the load or the store of a transform; nil if the kernel runs alone
	params  int            // the number of parameters
	body    strings.Builder
	funcs   []*expr.Func // the functions of the program that the body calls
	indices bool         // the body uses the index along each axis
	double  *expr.Format // the format of double precision; nil if it is not known
	hasOne  bool         // the kernel uses PairOne
	words   int          // the number of calls of nd_philox
	places  map[*expr.Load]*placeText
}

// newText writes the body of a kernel. double is the format of double precision. e is the end of the transform that
// the kernel computes, or nil for a kernel that runs alone.
func newText(k *expr.Kernel, double *expr.Format, e *end) *text {
	t := &text{k: k, inputs: k.Inputs(nil), end: e, double: double}
	for i := range k.Loads {
		t.declarePlace(&k.Loads[i])
	}
	for i := range k.Code {
		fmt.Fprintf(&t.body, "\tlet v%d = %s;\n", i, t.value(&k.Code[i]).Text)
	}
	if hasVariablePlace(k) {
		t.declarePlace(&k.Dst)
	}
	return t
}

// store returns the statement that stores the result.
func (t *text) store() string {
	if t.k.Dst.Memory.Type.PerWord() > 1 {
		return t.storePart()
	}
	return fmt.Sprintf("\tdst[%s] = v%d;\n", t.place(&t.k.Dst).Text, len(t.k.Code)-1)
}

// module returns the kernel with its bindings, or its reduction if f is not nil.
func (t *text) module(f *expr.Fold, groups int) wgsl.Module {
	if f != nil {
		return t.foldModule(f, groups)
	}
	if storesWords(t.k) {
		return t.wordModule()
	}
	if isLong(t.k) {
		return t.longModule()
	}
	n := t.k.Size()
	store := t.store() // may set t.indices
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{groupSize, 1, 1}}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, one for each invocation.\n", n, t.k.Shape[:t.k.Rank])
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

// mainText returns the beginning of the entry point. group.z is 0, so PairOne is 1.
func (t *text) mainText() string {
	begin := "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {\n"
	if t.hasOne {
		begin += "\t" + expr.PairOne + " = f32(1u + group.z);\n"
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
		add(fmt.Sprintf("src%d", i), wgsl.Read, "storage, read", t.arrayOf(mem.Type))
	}
	if t.params > 0 {
		add("params", wgsl.Uniform, "uniform", fmt.Sprintf("array<%s, %d>", t.paramType(), t.params))
	}
	helpers := strings.Join(t.Texts, "\n")
	if t.hasOne = strings.Contains(helpers+body, expr.PairOne); t.hasOne {
		b.WriteString("\nvar<private> " + expr.PairOne + ": f32;\n")
	}
	if t.double != nil && t.double.IsPair {
		for _, f := range wgsl.UsedFunctions(t.double.Number, helpers+body) {
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
	step := t.k.Contiguous()
	for axis := range t.k.Rank {
		fmt.Fprintf(&b, "\tlet k%d = %s;\n", axis, digit("i", step[axis], t.k.Shape[axis], axis == 0).Text)
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
	for _, in := range t.k.Code {
		switch {
		case in.Op == expr.OpApply:
			names = append(names, in.Func.Name)
		case in.Op > expr.OpSource:
			names = append(names, expr.Operations[in.Op].Name)
		}
	}
	return strings.Join(names, " ")
}

// arrayOf returns the WGSL type of an array in memory.
func (t *text) arrayOf(d expr.DType) string {
	if d.PerWord() > 1 {
		return "array<u32>"
	}
	return "array<" + t.typeOf(d) + ">"
}

// typeOf returns the WGSL type of elements.
func (t *text) typeOf(d expr.DType) string {
	switch d {
	case expr.Int32:
		return "i32"
	case expr.SingleSquares, expr.DoubleSquares:
		return "Squares"
	}
	return t.in(d).TypeOf(!d.IsComplex())
}

// array returns the name of an array in the kernel.
func (t *text) array(m *expr.Memory) string {
	switch {
	case t.end != nil:
		return t.end.operand(m)
	case m == t.k.Dst.Memory:
		return "dst"
	}
	return fmt.Sprintf("src%d", slices.Index(t.inputs, m))
}

// value returns the expression of an instruction.
func (t *text) value(in *expr.Instruction) wgsl.Value {
	a := make([]wgsl.Value, len(in.Args))
	for i, arg := range in.Args {
		a[i] = wgsl.Value{Text: fmt.Sprintf("v%d", arg), Real: !t.k.Code[arg].Type.IsComplex()}
	}
	switch in.Op {
	case expr.OpLoad:
		l := &t.k.Loads[in.Number]
		return wgsl.Value{Text: t.load(t.array(l.Memory), l), Real: !in.Type.IsComplex()}
	case expr.OpResult:
		return wgsl.Value{Text: "it", Real: !in.Type.IsComplex()}
	case expr.OpParam:
		if in.Type == expr.Int32 {
			return wgsl.Value{Text: t.whole(), Real: true}
		}
		return t.param(in.Type)
	case expr.OpSource:
		return t.source(t.in(in.Type), in.Source)
	case expr.OpCast:
		return t.cast(in.Type, in.Calc, a[0])
	case expr.OpApply:
		return t.apply(t.in(in.Calc), in.Func, a)
	case expr.OpMatch:
		return t.match(in, a)
	case expr.OpTruth:
		return t.truth(in, a[0])
	case expr.OpOrdinal, expr.OpOrdinalLow:
		return t.in(in.Calc).Ordinal(in.Op, a[0])
	case expr.OpFromOrdinal:
		return t.in(in.Type).FromOrdinal(a)
	case expr.OpRound:
		return wgsl.Value{Text: t.round(expr.DType(in.Number), a[0].Text), Real: true}
	}
	if in.Calc == expr.Int32 {
		return t.integer(in, a)
	}
	return t.in(in.Calc).Operation(in.Op, !in.Calc.IsComplex(), a)
}

// source returns the expression of a source.
func (t *text) source(w expr.Writer, s *expr.Source) wgsl.Value {
	if s.IsRandom() {
		return t.random(w, s)
	}
	var sum wgsl.Value
	for i, u := range s.Used() {
		x := t.term(w, &u)
		switch s.Form {
		case expr.FormReal:
			return x
		case expr.FormImaginary:
			return w.Call("C", w.Zero(true), x)
		}
		x = w.Call("nd_square", x)
		if i == 0 {
			sum = x
		} else {
			sum = w.Binary("+", sum, x)
		}
	}
	return sum
}

// term returns the expression of a term of a source.
func (t *text) term(w expr.Writer, s *expr.Term) wgsl.Value {
	t.indices = true
	k := fmt.Sprintf("k%d", s.Axis)
	index := k
	if s.N > 0 {
		index = fmt.Sprintf("select(%s, %s - %d, %s > %d)", index, k, s.N, k, (s.N-1)/2)
	}
	if s.Nyquist >= 0 {
		index = fmt.Sprintf("select(%s, 0, %s == %d)", index, k, s.Nyquist)
	}
	return w.Binary("*", w.Index(index), t.param(w.Dtype()))
}

// in returns the writer for numbers of the precision of d.
func (t *text) in(d expr.DType) expr.Writer {
	if d.IsDouble() {
		return expr.Writer{Format: t.double, To: &t.Functions}
	}
	return expr.Writer{Format: expr.Single, To: &t.Functions}
}
