package nd

import "wgfft/wgsl"

// signs has the operations that are operators in WGSL.
var signs = map[opcode]string{opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opScale: "*", opDivide: "/"}

// calls has the operations that are functions in the text of a Func, or functions of internals. The
// first name is for real numbers, the second for complex ones.
var calls = map[opcode][2]string{
	opMul: {"", "cmul"}, opDiv: {"", "cdiv"}, opConj: {"", "conj"},
	opAbs: {"abs", "cabs"}, opAbs2: {"nd_square", "cabs2"},
	opPhase: {"nd_phase1", "nd_phase"}, opComplex: {"C", ""}, opExp: {"exp", "cexp"}, opLog: {"log", "nd_clog"},
	opSqrt: {"sqrt", "nd_csqrt"}, opPow: {"pow", ""}, opMinimum: {"min", ""}, opMaximum: {"max", ""},
}

// operation returns the expression of an operation on real or complex numbers.
func (w writer) operation(op opcode, isReal bool, a []wgsl.Value) wgsl.Value {
	if f := calls[op][boolIndex(!isReal)]; f != "" {
		return w.call(f, a...)
	}
	if sign := signs[op]; sign != "" {
		return w.binary(sign, a[0], a[1])
	}
	zero := w.zero(isReal)
	switch op {
	case opMulAdd:
		return w.binary("+", w.operation(opMul, isReal, a[:2]), a[2])
	case opReal:
		return w.number.Part(a[0], 0)
	case opImag:
		if isReal {
			return zero
		}
		return w.number.Part(a[0], 1)
	case opClamp:
		return w.call("clamp", a[0], a[1], a[2])
	case opLess:
		return w.call("select", zero, w.constant(1), w.call("nd_less", a[0], a[1]))
	}
	return w.call("select", a[2], a[1], w.isTrue(a[0])) // opWhere
}

// isTrue returns the condition that a number is not 0. NaN is not 0.
func (w writer) isTrue(a wgsl.Value) wgsl.Value {
	if a.Real {
		return w.call("nd_istrue", a)
	}
	return w.binary("||", w.call("nd_istrue", w.number.Part(a, 0)), w.call("nd_istrue", w.number.Part(a, 1)))
}

// call returns the text of the call of function f.
func call(f string, a []string) string {
	text := f + "("
	for i, x := range a {
		if i > 0 {
			text += ", "
		}
		text += x
	}
	return text + ")"
}
