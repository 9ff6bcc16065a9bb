package nd

// A kernel computes an expression for each element of an array, and stores it.
type kernel struct {
	extent
	loads  []load
	params []complex128
	code   []instr // the last one is the result
	dst    load    // where the result goes
	from   []int   // the operands that are the parameters: see operand.number
	places []int   // of the arrays of loads and of dst, in a plan
}

// A load is a way to read or write elements of an array in memory: element (k_0, k_1, ...) lies at
// offset + sum of stride_i k_i. With a shift, k is the index that it returns.
type load struct {
	mem    *memory
	stride [MaxRank]int // 0 along axes of length 1
	offset int
	shift  *shift // of Roll and Pad
}

// An instr computes one value of a kernel from earlier ones.
type instr struct {
	op     opcode
	d      DType // of the result
	calc   DType // of the operands
	args   []int // the instructions that compute the operands
	number int   // of the load or the parameter; the storage type of opRound
	source *source
	f      *Func
	s, t   factor // of the instructions that merge makes
}

// An output is a value of a kernel that is stored: the number of the instruction, and where it goes.
type output struct {
	value int
	to    load
}

// rowMajor returns the way to the elements of an extent that has all of a memory.
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

// loadOf returns the way to the elements of an array with a place in memory.
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

// isContiguous reports whether elements of an extent are neighbors in row-major order.
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

// overlaps reports whether the kernel reads the array that it writes in another order than it writes
// it. The result then needs memory of its own.
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
	at     map[*node]int // the instructions of nodes
	result *node         // the transform in whose store the kernel is; nil for other kernels
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
		have := d
		if d == Int32 {
			have, _ = b.on.concrete(weakReal)
		}
		b.k.params, b.k.from = append(b.k.params, o.num), append(b.k.from, o.number)
		i = b.add(instr{op: opParam, d: have, number: len(b.k.params) - 1})
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

// load returns the instruction that reads a node from memory, at the index of a shift if that is not nil.
func (b *builder) load(n *node, s *shift) int {
	mem := n.mem
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
	calc, _ := b.on.concrete(n.work.calc)
	result, _ := b.on.concrete(n.dtype)
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
		args[i] = b.operand(a, n.work.param(i, calc))
	}
	i := b.add(instr{op: code, d: result, calc: calc, args: args, f: n.work.f, source: n.source})
	if d, _ := b.on.concrete(n.dtype); d != result {
		return b.add(instr{op: opCast, d: d, calc: result, args: []int{i}})
	}
	return i
}

// mixed returns the instruction of a product or a quotient of a complex operand and a real one. It
// reports whether the operation is one. Then the real operand does not become complex.
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

// param returns the type in which an operation computes operand i.
func (e *elementwise) param(i int, calc DType) DType {
	if e.code != opApply {
		return calc
	}
	if e.f.text.params[i] == typC {
		return calc.complex()
	}
	return calc.real()
}

// store sets where the result goes. It appends a cast if the result has another type.
func (b *builder) store(o operand, dst load) {
	b.operand(o, dst.mem.dtype.value())
	b.k.dst = dst
}
