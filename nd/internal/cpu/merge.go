package cpu

import (
	"math"

	"wgfft/nd/internal/expr"
)

// Factors without a parameter. For every x, x + minusZero is x.
var (
	one       = expr.Factor{Param: -1, By: 1}
	minusOne  = expr.Factor{Param: -1, By: -1}
	minusZero = expr.Factor{Param: -1, By: math.Copysign(0, -1)}
)

// A summand is an operand of a sum: the product args[0] args[1], the product args[0] s, or the
// number s.
type summand struct {
	args []int
	s    expr.Factor
}

// isPlain reports whether the summand is args[0].
func (x *summand) isPlain() bool { return len(x.args) == 1 && x.s == one }

// A merger merges the instructions of a kernel.
type merger struct {
	*expr.Kernel
	uses []int // the number of uses of each result
}

// Merge implements machine. It merges instructions, so that the CPU runs one loop instead of several. It merges
// products with parameters, sums of products, products with conjugates, and comparisons with Where. The results stay
// the same, bit by bit: products are still rounded, and multiplication by 1 or -1 and addition of -0 are exact.
func (c *Machine) Merge(k *expr.Kernel) {
	m := merger{k, make([]int, len(k.Code))}
	for i := range k.Code {
		for _, a := range k.Code[i].Args {
			m.uses[a]++
		}
	}
	for i := range k.Code {
		in := &k.Code[i]
		if in.Calc == expr.Int32 {
			continue // integers are not merged
		}
		if in.Op == expr.OpAbs2 && !in.Calc.IsComplex() {
			in.Op, in.Args = expr.OpMul, []int{in.Args[0], in.Args[0]}
		}
		switch in.Op {
		case expr.OpAdd, expr.OpSub:
			m.sum(in, m.summand(in.Args[0], in.Calc), m.summand(in.Args[1], in.Calc))
		case expr.OpMulAdd:
			m.sum(in, m.product(in), m.summand(in.Args[2], in.Calc))
		case expr.OpMul:
			m.mul(in)
		case expr.OpScale:
			m.scale(in)
		case expr.OpSqrt:
			if a := m.once(in.Args[0], expr.OpMulAddMul); a != nil && !in.Calc.IsComplex() {
				in.Op, in.Args = expr.OpSqrtSum, a.Args
			}
		case expr.OpWhere:
			if a := m.once(in.Args[0], expr.OpLess); a != nil && a.Calc == in.Calc {
				in.Op, in.Args = expr.OpWhereLess, []int{a.Args[0], a.Args[1], in.Args[1], in.Args[2]}
			}
		}
	}
	removeUnused(k)
}

// number returns instruction i as a factor. It reports whether the instruction is a parameter.
func (m *merger) number(i int) (expr.Factor, bool) {
	in := &m.Code[i]
	return expr.Factor{Param: in.Number, By: 1}, in.Op == expr.OpParam
}

// once returns instruction i if it has the given operation and its result has one use. Otherwise it returns nil.
func (m *merger) once(i int, op expr.Opcode) *expr.Instruction {
	if in := &m.Code[i]; in.Op == op && m.uses[i] == 1 {
		return in
	}
	return nil
}

// product returns the product of the first two operands of an instruction.
func (m *merger) product(in *expr.Instruction) summand {
	a, b := in.Args[0], in.Args[1]
	if in.Calc.IsComplex() {
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
func (m *merger) summand(i int, calc expr.DType) summand {
	if in := m.once(i, expr.OpMul); in != nil {
		return summand{args: in.Args}
	}
	if in := m.once(i, expr.OpAffine); in != nil && in.T == minusZero {
		return summand{in.Args, in.S}
	}
	if s, ok := m.number(i); ok && !calc.IsComplex() {
		return summand{s: s}
	}
	return summand{[]int{i}, one}
}

// sum merges in, the sum or the difference of x and y.
func (m *merger) sum(in *expr.Instruction, x, y summand) {
	isSub := in.Op == expr.OpSub
	either := func(add, sub expr.Opcode) expr.Opcode {
		if isSub {
			return sub
		}
		return add
	}
	signed := func(f expr.Factor) expr.Factor {
		if isSub {
			f.By = -f.By
		}
		return f
	}
	become := func(op expr.Opcode, s, t expr.Factor, args ...int) {
		in.Op, in.S, in.T, in.Args = op, s, t, args
	}
	isReal := !in.Calc.IsComplex()
	switch nx, ny := len(x.args), len(y.args); {
	case nx == 2 && ny == 2:
		become(either(expr.OpMulAddMul, expr.OpMulSubMul), one, one, x.args[0], x.args[1], y.args[0], y.args[1])
	case nx == 2 && y.isPlain():
		become(either(expr.OpMulAdd, expr.OpMulSub), one, one, x.args[0], x.args[1], y.args[0])
	case x.isPlain() && ny == 2:
		become(either(expr.OpMulAdd, expr.OpSubMul), one, one, y.args[0], y.args[1], x.args[0])
	case nx == 2 && ny == 1 && isReal:
		become(expr.OpMulLinear, signed(y.s), one, x.args[0], x.args[1], y.args[0])
	case nx == 1 && ny == 2 && isReal && !isSub:
		become(expr.OpMulLinear, x.s, one, y.args[0], y.args[1], x.args[0])
	case nx == 1 && ny == 1 && !(x.isPlain() && y.isPlain()):
		become(expr.OpLinear, x.s, signed(y.s), x.args[0], y.args[0])
	case nx == 1 && ny == 0:
		become(expr.OpAffine, x.s, signed(y.s), x.args[0])
	case nx == 0 && ny == 1:
		become(expr.OpAffine, signed(y.s), x.s, y.args[0])
	}
}

// mul merges a product.
func (m *merger) mul(in *expr.Instruction) {
	if p := m.product(in); len(p.args) == 1 {
		in.Op, in.Args, in.S, in.T = expr.OpAffine, p.args, p.s, minusZero
		return
	}
	for i := range 2 {
		if a := m.once(in.Args[i], expr.OpConj); a != nil {
			in.Op, in.Args, in.S, in.T = expr.OpProduct, []int{a.Args[0], in.Args[1-i]}, one, minusOne
			return
		}
	}
}

// scale merges a product of complex numbers and a parameter.
func (m *merger) scale(in *expr.Instruction) {
	s, ok := m.number(in.Args[1])
	if !ok {
		return
	}
	a := in.Args[0]
	if p := m.once(a, expr.OpProduct); p != nil && p.S == one {
		in.Op, in.Args, in.S, in.T = expr.OpProduct, p.Args, s, p.T
	} else if p := m.once(a, expr.OpMul); p != nil {
		in.Op, in.Args, in.S, in.T = expr.OpProduct, p.Args, s, one
	} else {
		in.Op, in.Args, in.S, in.T = expr.OpAffine, in.Args[:1], s, minusZero
	}
}

// removeUnused removes instructions if no other instruction uses their results. The last one stays.
func removeUnused(k *expr.Kernel) {
	last := len(k.Code) - 1
	isUsed := make([]bool, last+1)
	isUsed[last] = true
	for i := last; i >= 0; i-- {
		for _, a := range k.Code[i].Args {
			isUsed[a] = isUsed[a] || isUsed[i]
		}
	}
	number := make([]int, last+1) // the new numbers
	left := k.Code[:0]
	for i, in := range k.Code {
		if !isUsed[i] {
			continue
		}
		args := make([]int, len(in.Args)) // merged instructions share their slice of operands
		for j, a := range in.Args {
			args[j] = number[a]
		}
		in.Args, number[i] = args, len(left)
		left = append(left, in)
	}
	k.Code = left
}
