package nd

import "fmt"

// The functions that kernels call. Absolute values are scaled by the larger part, so that squares of
// numbers in the range of float32 do not overflow.
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

// realSigns and complexSigns have the operations that WGSL writes as a sign between two numbers.
var (
	realSigns    = map[opcode]string{opAdd: " + ", opSub: " - ", opMul: " * ", opDiv: " / "}
	complexSigns = map[opcode]string{opAdd: " + ", opSub: " - ", opScale: " * ", opDivide: " / "}
)

// realValue returns the expression of an operation on real numbers.
func (t *text) realValue(op opcode, a []string) string {
	if sign := realSigns[op]; sign != "" {
		return a[0] + sign + a[1]
	}
	switch op {
	case opMulAdd:
		return fmt.Sprintf("%s * %s + %s", a[0], a[1], a[2])
	case opAbs:
		return call("abs", a)
	case opAbs2:
		return a[0] + " * " + a[0]
	case opPhase:
		return "select(0.0, 3.14159265358979, " + a[0] + " < 0.0)"
	case opImag:
		return "0.0"
	case opComplex:
		return call("vec2<f32>", a)
	case opExp:
		return call("exp", a)
	case opLog:
		return call("log", a)
	case opSqrt:
		return call("sqrt", a)
	case opPow:
		return call("pow", a)
	case opMinimum:
		return call("min", a)
	case opMaximum:
		return call("max", a)
	case opClamp:
		return fmt.Sprintf("max(%s, min(%s, %s))", a[1], a[2], a[0])
	case opLess:
		return fmt.Sprintf("select(0.0, 1.0, %s < %s)", a[0], a[1])
	}
	return fmt.Sprintf("select(%s, %s, %s != 0.0)", a[2], a[1], a[0]) // opWhere
}

// complexValue returns the expression of an operation on complex numbers.
func (t *text) complexValue(op opcode, a []string) string {
	if sign := complexSigns[op]; sign != "" {
		return a[0] + sign + a[1]
	}
	switch op {
	case opMul:
		t.helper(helperMul)
		return call("nd_mul", a)
	case opDiv:
		t.helper(helperDiv)
		return call("nd_div", a)
	case opMulAdd:
		t.helper(helperMul)
		return call("nd_mul", a[:2]) + " + " + a[2]
	case opConj:
		return fmt.Sprintf("vec2<f32>(%s.x, -%s.y)", a[0], a[0])
	case opAbs:
		t.helper(helperAbs)
		return call("nd_abs", a)
	case opAbs2:
		return fmt.Sprintf("dot(%s, %s)", a[0], a[0])
	case opPhase:
		t.helper(helperPhase)
		return call("nd_phase", a)
	case opReal:
		return a[0] + ".x"
	case opImag:
		return a[0] + ".y"
	case opExp:
		t.helper(helperExp)
		return call("nd_exp", a)
	case opLog:
		t.helper(helperAbs)
		t.helper(helperPhase)
		t.helper(helperLog)
		return call("nd_log", a)
	case opSqrt:
		t.helper(helperAbs)
		t.helper(helperSqrt)
		return call("nd_sqrt", a)
	}
	return fmt.Sprintf("select(%s, %s, any(%s != vec2<f32>(0.0, 0.0)))", a[2], a[1], a[0]) // opWhere
}

// call returns the call of a function.
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
