package nd

import (
	"wgfft/nd/internal/expr"
)

// areIntegers reports whether the operands of a selection are compared as integers: one of them has type Int32, and
// the others are integers of any type, or scalars with values of Int32.
func areIntegers(args []operand) bool {
	isInt32 := false
	for _, a := range args {
		switch d := a.n.dtype; {
		case d == expr.Int32:
			isInt32 = true
		case d == expr.Uint8 || d == expr.Int8 || d == expr.Uint16 || d == expr.Int16:
		case a.n.kind == kindScalar && d == expr.WeakReal && float64(expr.ToInt32(a.num)) == real(a.num):
		default:
			return false
		}
	}
	return isInt32
}

// calcOf returns the type in which an operation computes.
func calcOf(op expr.Opcode, args []operand) (expr.DType, error) {
	of := args
	if op == expr.OpWhere {
		of = args[1:] // the condition has a type of its own
	}
	if op.Selects() && areIntegers(of) {
		return expr.Int32, nil
	}
	d, err := combined(of)
	if err == nil && d.IsWeak() {
		d, err = combined(args)
		if op == expr.OpWhere && !of[0].n.dtype.IsComplex() && !of[1].n.dtype.IsComplex() {
			d = d.Real()
		}
	}
	return d, err
}

// condition returns the instruction that computes the condition of Where in type calc: the operand itself, or 1 where
// it is not 0.
func (b *builder) condition(o operand, calc expr.DType) int {
	own := b.on.concrete(o.n.dtype.Value())
	isExact := own == calc || calc != expr.Int32 && !own.IsComplex() && (calc.IsDouble() || !own.IsDouble())
	if isExact {
		return b.operand(o, calc)
	}
	return b.add(expr.Instruction{Op: expr.OpTruth, Type: calc, Calc: own, Args: []int{b.operand(o, own)}})
}
