package nd

import (
	"wgfft/nd/internal/expr"
)

// loadOf returns the load of n, an array or a view, in mem.
func loadOf(n *node, mem *expr.Memory) expr.Load {
	l := expr.RowMajor(n.Extent, mem)
	if n.kind != kindView {
		return l
	}
	l.Offset = n.offset
	for i, s := range n.Shape[:n.Rank] {
		if s > 1 {
			l.Stride[i] = n.stride[i]
		}
	}
	return l
}

// A builder makes the kernel of an expression.
type builder struct {
	k      expr.Kernel
	on     *shared
	at     map[*node]int // the number of the instruction of each node
	result *node         // the transform, if the kernel belongs to its store; nil for other kernels
	// memoryOf returns the memory of a node that is not inline.
	memoryOf func(n *node) (*expr.Memory, error)
	err      error
}

// add appends an instruction and returns its number.
func (b *builder) add(i expr.Instruction) int {
	b.k.Code = append(b.k.Code, i)
	return len(b.k.Code) - 1
}

// operand returns the instruction that computes an operand in type d.
func (b *builder) operand(o operand, d expr.DType) int {
	var i int
	if o.n.kind != kindScalar {
		i = b.node(o.n)
	} else {
		b.k.Params, b.k.From = append(b.k.Params, o.num), append(b.k.From, o.number)
		i = b.add(expr.Instruction{Op: expr.OpParam, Type: d, Number: len(b.k.Params) - 1})
	}
	if have := b.k.Code[i].Type; have != d {
		return b.add(expr.Instruction{Op: expr.OpCast, Type: d, Calc: have, Args: []int{i}})
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
		i = b.add(expr.Instruction{Op: expr.OpResult, Type: n.dtype})
	case n.kind == kindSource:
		i = b.add(expr.Instruction{Op: expr.OpSource, Type: n.dtype, Source: n.source})
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
func (b *builder) load(n *node, s *expr.Shift) int {
	mem := n.memory()
	if mem == nil {
		var err error
		if mem, err = b.memoryOf(n); err != nil {
			b.err = err
			return b.add(expr.Instruction{Op: expr.OpParam, Type: expr.Float32})
		}
	}
	l := loadOf(n, mem)
	l.Shift = s
	number := -1
	for i := range b.k.Loads {
		if b.k.Loads[i] == l {
			number = i
		}
	}
	if number < 0 {
		number = len(b.k.Loads)
		b.k.Loads = append(b.k.Loads, l)
	}
	return b.add(expr.Instruction{Op: expr.OpLoad, Type: mem.Type.Value(), Number: number})
}

// element returns the instruction of an element-wise operation.
func (b *builder) element(n *node) int {
	if n.work.code == expr.OpShift {
		return b.load(n.args[0].n, n.work.shift)
	}
	calc := b.on.concrete(n.work.calc)
	result := b.on.concrete(n.dtype)
	code := n.work.code
	if code == expr.OpApply && !b.on.m.HasText() {
		calc, result = calc.Double(), result.Double() // Go functions have double precision
	}
	isReal := !calc.IsComplex()
	if code == expr.OpCast || isReal && (code == expr.OpConj || code == expr.OpReal) {
		i := b.operand(n.args[0], calc.Value())
		if calc.Value() != calc && n.args[0].n.dtype != calc {
			d := calc.Value()
			i = b.add(expr.Instruction{Op: expr.OpRound, Type: d, Calc: d, Args: []int{i}, Number: int(calc)})
		}
		return i
	}
	if i, ok := b.mixed(n, calc); ok {
		return i
	}
	args := make([]int, len(n.args))
	for i, a := range n.args {
		if code == expr.OpWhere && i == 0 {
			args[i] = b.condition(a, calc)
			continue
		}
		args[i] = b.operand(a, n.work.param(i, calc))
	}
	i := b.add(expr.Instruction{Op: code, Type: result, Calc: calc, Args: args, Func: n.work.f, Source: n.source})
	if d := b.on.concrete(n.dtype); d != result {
		return b.add(expr.Instruction{Op: expr.OpCast, Type: d, Calc: result, Args: []int{i}})
	}
	return i
}

// mixed returns the instruction for the product of a complex and a real operand, or for a complex
// operand divided by a real one. It does not convert the real operand to complex. It returns false
// for other operations.
func (b *builder) mixed(n *node, calc expr.DType) (int, bool) {
	code := n.work.code
	if !calc.IsComplex() || code != expr.OpMul && code != expr.OpMulAdd && code != expr.OpDiv {
		return 0, false
	}
	x, y := n.args[0], n.args[1]
	if code != expr.OpDiv && !x.n.dtype.IsComplex() {
		x, y = y, x
	}
	if y.n.dtype.IsComplex() || !x.n.dtype.IsComplex() {
		return 0, false
	}
	args := []int{b.operand(x, calc), b.operand(y, calc.Real())}
	in := expr.Instruction{Op: expr.OpScale, Type: calc, Calc: calc, Args: args}
	if code == expr.OpDiv {
		in.Op = expr.OpDivide
	}
	i := b.add(in)
	if code == expr.OpMulAdd {
		i = b.add(expr.Instruction{Op: expr.OpAdd, Type: calc, Calc: calc, Args: []int{i, b.operand(n.args[2], calc)}})
	}
	return i, true
}

// param returns the type to which an operation converts operand i.
func (e *elementwise) param(i int, calc expr.DType) expr.DType {
	if e.code != expr.OpApply {
		return calc
	}
	if e.f.Params[i] == expr.TypeC {
		return calc.Complex()
	}
	return calc.Real()
}
