package nd

// A kernel computes an expression for each element of an array, and stores it.
type kernel struct {
	extent
	loads  []load
	params []complex128
	code   []instr // the last one is the result
	dst    load    // the place of the result in memory
	from   []int   // operand.number of each parameter
	places []int   // the places of the arrays of loads, then of dst, in a stepPlan
}

// A load is the layout of elements that a kernel reads or writes in memory. Element (k_0, k_1, ...)
// lies at offset + sum of stride_i k_i. If shift is not nil, it maps the index first, and k is the
// index in the operand.
type load struct {
	mem    *memory
	stride [MaxRank]int // 0 along axes of length 1
	offset int
	shift  *shift // for Roll, FFTShift, IFFTShift and Pad; nil for others
}

// An instr computes one value of a kernel from earlier ones.
type instr struct {
	op     opcode
	d      DType // the type of the result
	calc   DType // the type of the operands
	args   []int // the instructions that compute the operands
	number int   // the number of the load or the parameter; for opRound the storage type
	source *source
	f      *innerFunc
	s, t   factor // for the instructions that merge makes
}

// An output is a value that a kernel stores: the number of its instruction, and its place in
// memory.
type output struct {
	value int
	to    load
}

// rowMajor returns the load of an array of extent e that fills mem in row-major order.
func rowMajor(e extent, mem *memory) load {
	l := load{mem: mem}
	stride := e.contiguous()
	for i, s := range e.shape[:e.rank] {
		if s > 1 {
			l.stride[i] = stride[i]
		}
	}
	return l
}

// loadOf returns the load of n, an array or a view, in mem.
func loadOf(n *node, mem *memory) load {
	l := rowMajor(n.extent, mem)
	if n.kind != kindView {
		return l
	}
	l.offset = n.offset
	for i, s := range n.shape[:n.rank] {
		if s > 1 {
			l.stride[i] = n.stride[i]
		}
	}
	return l
}

// isContiguous reports whether the load reads the elements of an extent without gaps, in row-major
// order.
func (l *load) isContiguous(e *extent) bool {
	if l.shift != nil {
		return false
	}
	for i, s := range e.contiguous() {
		if i < e.rank && e.shape[i] > 1 && l.stride[i] != s {
			return false
		}
	}
	return true
}

// overlaps reports whether the kernel reads the array that it writes, at other places or in another
// order. The result then needs memory of its own.
func (k *kernel) overlaps() bool {
	for i := range k.loads {
		if l := &k.loads[i]; l.mem == k.dst.mem && *l != k.dst {
			return true
		}
	}
	return false
}

// reads iterates over the arrays that the loads read. A nil kernel reads none.
func (k *kernel) reads(yield func(*memory) bool) {
	if k == nil {
		return
	}
	for i := range k.loads {
		if !yield(k.loads[i].mem) {
			return
		}
	}
}

// A builder makes the kernel of an expression.
type builder struct {
	k      kernel
	on     *shared
	at     map[*node]int // the number of the instruction of each node
	result *node         // the transform, if the kernel belongs to its store; nil for other kernels
	// memoryOf returns the memory of a node that is not inline.
	memoryOf func(n *node) (*memory, error)
	err      error
}

// add appends an instruction and returns its number.
func (b *builder) add(i instr) int {
	b.k.code = append(b.k.code, i)
	return len(b.k.code) - 1
}

// operand returns the instruction that computes an operand in type d.
func (b *builder) operand(o operand, d DType) int {
	var i int
	if o.n.kind != kindScalar {
		i = b.node(o.n)
	} else {
		b.k.params, b.k.from = append(b.k.params, o.num), append(b.k.from, o.number)
		i = b.add(instr{op: opParam, d: d, number: len(b.k.params) - 1})
	}
	if have := b.k.code[i].d; have != d {
		return b.add(instr{op: opCast, d: d, calc: have, args: []int{i}})
	}
	return i
}

// node returns the instruction that computes a node.
func (b *builder) node(n *node) int {
	if i, ok := b.at[n]; ok {
		return i
	}
	var i int
	switch {
	case n == b.result:
		i = b.add(instr{op: opResult, d: n.dtype})
	case n.kind == kindSource:
		i = b.add(instr{op: opSource, d: n.dtype, source: n.source})
	case n.isInline():
		i = b.element(n)
	default:
		i = b.load(n, nil)
	}
	b.at[n] = i
	return i
}

// load returns the instruction that reads a node from memory. If s is not nil, the instruction
// reads at the index that s returns.
func (b *builder) load(n *node, s *shift) int {
	mem := n.memory()
	if mem == nil {
		var err error
		if mem, err = b.memoryOf(n); err != nil {
			b.err = err
			return b.add(instr{op: opParam, d: Float32})
		}
	}
	l := loadOf(n, mem)
	l.shift = s
	number := -1
	for i := range b.k.loads {
		if b.k.loads[i] == l {
			number = i
		}
	}
	if number < 0 {
		number = len(b.k.loads)
		b.k.loads = append(b.k.loads, l)
	}
	return b.add(instr{op: opLoad, d: mem.dtype.value(), number: number})
}

// element returns the instruction of an element-wise operation.
func (b *builder) element(n *node) int {
	if n.work.code == opShift {
		return b.load(n.args[0].n, n.work.shift)
	}
	calc := b.on.concrete(n.work.calc)
	result := b.on.concrete(n.dtype)
	code := n.work.code
	if code == opApply && !b.on.m.hasText() {
		calc, result = calc.double(), result.double() // Go functions have double precision
	}
	isReal := !calc.IsComplex()
	if code == opCast || isReal && (code == opConj || code == opReal) {
		i := b.operand(n.args[0], calc.value())
		if calc.value() != calc && n.args[0].n.dtype != calc {
			i = b.add(instr{op: opRound, d: calc.value(), calc: calc.value(), args: []int{i}, number: int(calc)})
		}
		return i
	}
	if i, ok := b.mixed(n, calc); ok {
		return i
	}
	args := make([]int, len(n.args))
	for i, a := range n.args {
		if code == opWhere && i == 0 {
			args[i] = b.condition(a, calc)
			continue
		}
		args[i] = b.operand(a, n.work.param(i, calc))
	}
	i := b.add(instr{op: code, d: result, calc: calc, args: args, f: n.work.f, source: n.source})
	if d := b.on.concrete(n.dtype); d != result {
		return b.add(instr{op: opCast, d: d, calc: result, args: []int{i}})
	}
	return i
}

// mixed returns the instruction for the product of a complex and a real operand, or for a complex
// operand divided by a real one. It does not convert the real operand to complex. It returns false
// for other operations.
func (b *builder) mixed(n *node, calc DType) (int, bool) {
	code := n.work.code
	if !calc.IsComplex() || code != opMul && code != opMulAdd && code != opDiv {
		return 0, false
	}
	x, y := n.args[0], n.args[1]
	if code != opDiv && !x.n.dtype.IsComplex() {
		x, y = y, x
	}
	if y.n.dtype.IsComplex() || !x.n.dtype.IsComplex() {
		return 0, false
	}
	in := instr{op: opScale, d: calc, calc: calc, args: []int{b.operand(x, calc), b.operand(y, calc.real())}}
	if code == opDiv {
		in.op = opDivide
	}
	i := b.add(in)
	if code == opMulAdd {
		i = b.add(instr{op: opAdd, d: calc, calc: calc, args: []int{i, b.operand(n.args[2], calc)}})
	}
	return i, true
}

// param returns the type to which an operation converts operand i.
func (e *elementwise) param(i int, calc DType) DType {
	if e.code != opApply {
		return calc
	}
	if e.f.params[i] == typC {
		return calc.complex()
	}
	return calc.real()
}
