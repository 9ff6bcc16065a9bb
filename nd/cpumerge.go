package nd

import "math"

// A factor is the product of a kernel's parameter param and the number by. If param is -1, it is
// the number by.
type factor struct {
	param int
	by    float64
}

// Factors without a parameter. For every x, x + minusZero is x.
var (
	one       = factor{-1, 1}
	minusOne  = factor{-1, -1}
	minusZero = factor{-1, math.Copysign(0, -1)}
)

// value returns the factor for the given parameters.
func (f factor) value(params []complex128) float64 {
	if f.param < 0 {
		return f.by
	}
	return f.by * real(params[f.param])
}

// A summand is an operand of a sum: the product args[0] args[1], the product args[0] s, or the
// number s.
type summand struct {
	args []int
	s    factor
}

// isPlain reports whether the summand is args[0].
func (x *summand) isPlain() bool { return len(x.args) == 1 && x.s == one }

// A merger merges the instructions of a kernel.
type merger struct {
	*kernel
	uses []int // the number of uses of each result
}

// merge implements machine. It merges instructions, so that the CPU runs one loop instead of several. It merges products
// with parameters, sums of products, products with conjugates, and comparisons with Where. The results stay the same,
// bit by bit: products are still rounded, and multiplication by 1 or -1 and addition of -0 are exact.
func (c *cpu) merge(k *kernel) {
	m := merger{k, make([]int, len(k.code))}
	for i := range k.code {
		for _, a := range k.code[i].args {
			m.uses[a]++
		}
	}
	for i := range k.code {
		in := &k.code[i]
		if in.calc == Int32 {
			continue // integers are not merged
		}
		if in.op == opAbs2 && !in.calc.IsComplex() {
			in.op, in.args = opMul, []int{in.args[0], in.args[0]}
		}
		switch in.op {
		case opAdd, opSub:
			m.sum(in, m.summand(in.args[0], in.calc), m.summand(in.args[1], in.calc))
		case opMulAdd:
			m.sum(in, m.product(in), m.summand(in.args[2], in.calc))
		case opMul:
			m.mul(in)
		case opScale:
			m.scale(in)
		case opSqrt:
			if a := m.once(in.args[0], opMulAddMul); a != nil && !in.calc.IsComplex() {
				in.op, in.args = opSqrtSum, a.args
			}
		case opWhere:
			if a := m.once(in.args[0], opLess); a != nil && a.calc == in.calc {
				in.op, in.args = opWhereLess, []int{a.args[0], a.args[1], in.args[1], in.args[2]}
			}
		}
	}
	k.removeUnused()
}

// number returns instruction i as a factor. It reports whether the instruction is a parameter.
func (m *merger) number(i int) (factor, bool) {
	in := &m.code[i]
	return factor{in.number, 1}, in.op == opParam
}

// once returns instruction i if it has the given operation and its result has one use. Otherwise it returns nil.
func (m *merger) once(i int, op opcode) *instr {
	if in := &m.code[i]; in.op == op && m.uses[i] == 1 {
		return in
	}
	return nil
}

// product returns the product of the first two operands of an instruction.
func (m *merger) product(in *instr) summand {
	a, b := in.args[0], in.args[1]
	if in.calc.IsComplex() {
		return summand{args: []int{a, b}}
	}
	if s, ok := m.number(b); ok {
		return summand{[]int{a}, s}
	}
	if s, ok := m.number(a); ok {
		return summand{[]int{b}, s}
	}
	return summand{args: []int{a, b}}
}

// summand returns instruction i as an operand of a sum.
func (m *merger) summand(i int, calc DType) summand {
	if in := m.once(i, opMul); in != nil {
		return summand{args: in.args}
	}
	if in := m.once(i, opAffine); in != nil && in.t == minusZero {
		return summand{in.args, in.s}
	}
	if s, ok := m.number(i); ok && !calc.IsComplex() {
		return summand{s: s}
	}
	return summand{[]int{i}, one}
}

// sum merges in, the sum or the difference of x and y.
func (m *merger) sum(in *instr, x, y summand) {
	isSub := in.op == opSub
	either := func(add, sub opcode) opcode {
		if isSub {
			return sub
		}
		return add
	}
	signed := func(f factor) factor {
		if isSub {
			f.by = -f.by
		}
		return f
	}
	become := func(op opcode, s, t factor, args ...int) {
		in.op, in.s, in.t, in.args = op, s, t, args
	}
	isReal := !in.calc.IsComplex()
	switch nx, ny := len(x.args), len(y.args); {
	case nx == 2 && ny == 2:
		become(either(opMulAddMul, opMulSubMul), one, one, x.args[0], x.args[1], y.args[0], y.args[1])
	case nx == 2 && y.isPlain():
		become(either(opMulAdd, opMulSub), one, one, x.args[0], x.args[1], y.args[0])
	case x.isPlain() && ny == 2:
		become(either(opMulAdd, opSubMul), one, one, y.args[0], y.args[1], x.args[0])
	case nx == 2 && ny == 1 && isReal:
		become(opMulLinear, signed(y.s), one, x.args[0], x.args[1], y.args[0])
	case nx == 1 && ny == 2 && isReal && !isSub:
		become(opMulLinear, x.s, one, y.args[0], y.args[1], x.args[0])
	case nx == 1 && ny == 1 && !(x.isPlain() && y.isPlain()):
		become(opLinear, x.s, signed(y.s), x.args[0], y.args[0])
	case nx == 1 && ny == 0:
		become(opAffine, x.s, signed(y.s), x.args[0])
	case nx == 0 && ny == 1:
		become(opAffine, signed(y.s), x.s, y.args[0])
	}
}

// mul merges a product.
func (m *merger) mul(in *instr) {
	if p := m.product(in); len(p.args) == 1 {
		in.op, in.args, in.s, in.t = opAffine, p.args, p.s, minusZero
		return
	}
	for i := range 2 {
		if a := m.once(in.args[i], opConj); a != nil {
			in.op, in.args, in.s, in.t = opProduct, []int{a.args[0], in.args[1-i]}, one, minusOne
			return
		}
	}
}

// scale merges a product of complex numbers and a parameter.
func (m *merger) scale(in *instr) {
	s, ok := m.number(in.args[1])
	if !ok {
		return
	}
	a := in.args[0]
	if p := m.once(a, opProduct); p != nil && p.s == one {
		in.op, in.args, in.s, in.t = opProduct, p.args, s, p.t
	} else if p := m.once(a, opMul); p != nil {
		in.op, in.args, in.s, in.t = opProduct, p.args, s, one
	} else {
		in.op, in.args, in.s, in.t = opAffine, in.args[:1], s, minusZero
	}
}

// removeUnused removes instructions if no other instruction uses their results. The last one stays.
func (k *kernel) removeUnused() {
	last := len(k.code) - 1
	isUsed := make([]bool, last+1)
	isUsed[last] = true
	for i := last; i >= 0; i-- {
		for _, a := range k.code[i].args {
			isUsed[a] = isUsed[a] || isUsed[i]
		}
	}
	number := make([]int, last+1) // the new numbers
	left := k.code[:0]
	for i, in := range k.code {
		if !isUsed[i] {
			continue
		}
		args := make([]int, len(in.args)) // merged instructions share their slice of operands
		for j, a := range in.args {
			args[j] = number[a]
		}
		in.args, number[i] = args, len(left)
		left = append(left, in)
	}
	k.code = left
}
