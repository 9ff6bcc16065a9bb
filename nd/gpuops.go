package nd

import (
	"math"

	"wgfft/wgsl"
)

// Functions that kernels call. nd_abs and nd_div divide by the larger part of a complex number, so
// that squares do not overflow float32.
const (
	helperSquare = "fn nd_square(x: f32) -> f32 { return x * x; }\n"

	helperMul = `fn nd_mul(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
`
	helperDiv = `fn nd_div(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
	let m = max(abs(b.x), abs(b.y));
	let c = b / m;
	return vec2<f32>(a.x * c.x + a.y * c.y, a.y * c.x - a.x * c.y) / (m * dot(c, c));
}
`
	helperAbs = `fn nd_abs(a: vec2<f32>) -> f32 {
	let b = abs(a);
	let m = max(b.x, b.y);
	if (m == 0.0) {
		return 0.0;
	}
	let r = min(b.x, b.y) / m;
	return m * sqrt(1.0 + r * r);
}
`
	helperPhase = `fn nd_phase(a: vec2<f32>) -> f32 {
	if (a.x == 0.0 && a.y == 0.0) {
		return 0.0;
	}
	return atan2(a.y, a.x);
}
`
	helperExp = `fn nd_exp(a: vec2<f32>) -> vec2<f32> { return exp(a.x) * vec2<f32>(cos(a.y), sin(a.y)); }
`
	helperLog = `fn nd_log(a: vec2<f32>) -> vec2<f32> { return vec2<f32>(log(nd_abs(a)), nd_phase(a)); }
`
	helperSqrt = `fn nd_sqrt(a: vec2<f32>) -> vec2<f32> {
	let t = sqrt(0.5 * (nd_abs(a) + abs(a.x)));
	if (t == 0.0) {
		return vec2<f32>(0.0, 0.0);
	}
	let u = 0.5 * a.y / t;
	return select(vec2<f32>(abs(u), select(t, -t, a.y < 0.0)), vec2<f32>(t, u), a.x >= 0.0);
}
`
)

// signs has the operations that are operators in WGSL.
var signs = map[opcode]string{opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opScale: "*", opDivide: "/"}

// calls has the operations that are functions in the text of a Func, or functions of internals. The
// first name is for real numbers, the second for complex ones.
var calls = map[opcode][2]string{
	opMul: {"", "cmul"}, opDiv: {"", "cdiv"}, opConj: {"", "conj"},
	opAbs: {"abs", "cabs"}, opAbs2: {"nd_square", "cabs2"},
	opPhase: {"", "nd_phase"}, opComplex: {"C", ""}, opExp: {"exp", "cexp"}, opLog: {"log", "nd_clog"},
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
	case opPhase:
		return w.call("select", zero, w.constant(math.Pi), w.comparison("<", a[0], zero))
	case opReal:
		return w.part(a[0], 0)
	case opImag:
		if isReal {
			return zero
		}
		return w.part(a[0], 1)
	case opClamp:
		return w.call("max", a[1], w.call("min", a[2], a[0]))
	case opLess:
		return w.call("select", zero, w.constant(1), w.comparison("<", a[0], a[1]))
	}
	isTrue := w.comparison("!=", a[0], zero) // the condition of opWhere
	if !isReal && !w.isPair {
		isTrue.Text = "any(" + isTrue.Text + ")"
	}
	return w.call("select", a[2], a[1], isTrue)
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
