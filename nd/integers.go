package nd

import (
	"math"

	"wgfft/wgsl"
)

// selects reports whether the results of an operation are elements of operands, or depend on their order alone.
func (op opcode) selects() bool {
	return op == opMinimum || op == opMaximum || op == opClamp || op == opLess || op == opWhere || op == opMatch
}

// areIntegers reports whether the operands of a selection are compared as integers: one of them has type Int32, and
// the others are integers of any type, or scalars with values of Int32.
func areIntegers(args []operand) bool {
	isInt32 := false
	for _, a := range args {
		switch d := a.n.dtype; {
		case d == Int32:
			isInt32 = true
		case d == Uint8 || d == Int8 || d == Uint16 || d == Int16:
		case a.n.kind == kindScalar && d == weakReal && float64(toInt32(a.num)) == real(a.num):
		default:
			return false
		}
	}
	return isInt32
}

// toInt32 returns the integer that is nearest to a real number, ties to even.
func toInt32(z complex128) int32 {
	var to [1]int32
	toInteger(to[:], []float64{real(z)}, math.MinInt32, math.MaxInt32)
	return to[0]
}

// calcOf returns the type in which an operation computes.
func calcOf(op opcode, args []operand) (DType, error) {
	of := args
	if op == opWhere {
		of = args[1:] // the condition has a type of its own
	}
	if op.selects() && areIntegers(of) {
		return Int32, nil
	}
	d, err := combined(of)
	if err == nil && d.isWeak() {
		d, err = combined(args)
		if op == opWhere && !of[0].n.dtype.IsComplex() && !of[1].n.dtype.IsComplex() {
			d = d.real()
		}
	}
	return d, err
}

// condition returns the instruction that computes the condition of Where in type calc: the operand itself, or 1 where
// it is not 0.
func (b *builder) condition(o operand, calc DType) int {
	own := b.on.concrete(o.n.dtype.value())
	isExact := own == calc || calc != Int32 && !own.IsComplex() && (calc.isDouble() || !own.isDouble())
	if isExact {
		return b.operand(o, calc)
	}
	return b.add(instr{op: opTruth, d: calc, calc: own, args: []int{b.operand(o, own)}})
}

// truth returns the expression of opTruth.
func (t *text) truth(in *instr, a wgsl.Value) wgsl.Value {
	isReal := !in.d.IsComplex()
	isTrue := t.in(in.calc).isTrue(a)
	if in.d == Int32 {
		return wgsl.Value{Text: call("select", []string{"0", "1", isTrue.Text}), Real: true}
	}
	w := t.in(in.d)
	return w.call("select", w.zero(isReal), w.number.Constant(1, isReal), isTrue)
}

// integer returns the expression of an operation on integers.
func (t *text) integer(in *instr, a []wgsl.Value) wgsl.Value {
	function := func(name string, args ...wgsl.Value) wgsl.Value {
		texts := make([]string, len(args))
		for i, x := range args {
			texts[i] = x.Text
		}
		return wgsl.Value{Text: call(name, texts), Real: true}
	}
	one, zero := whole(1), whole(0)
	switch in.op {
	case opAdd:
		return wgsl.Binary("+", a[0], a[1])
	case opMinimum:
		return function("min", a...)
	case opMaximum:
		return function("max", a...)
	case opClamp:
		return function("min", function("max", a[:2]...), a[2])
	case opLess:
		if in.d != Int32 {
			one, zero = single.number.Constant(1, true), single.number.Constant(0, true)
		}
		return function("select", zero, one, wgsl.Binary("<", a[0], a[1]))
	case opBelow:
		low := wgsl.Binary("&&", wgsl.Binary("==", a[0], a[1]), wgsl.Binary("<", a[2], a[3]))
		return function("select", zero, one, wgsl.Binary("||", wgsl.Binary("<", a[0], a[1]), low))
	}
	return function("select", a[2], a[1], wgsl.Binary("!=", a[0], zero)) // opWhere
}
