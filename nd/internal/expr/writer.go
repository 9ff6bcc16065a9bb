package expr

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// Dtype returns the type of real numbers in the writer's precision.
func (w Writer) Dtype() DType {
	if w.isSingle {
		return Float32
	}
	return Float64
}

// Index returns k, an expression of type i32, as a real number.
func (w Writer) Index(k string) wgsl.Value {
	name := w.real
	if w.IsPair {
		name = w.Function("nd_index")
	}
	return wgsl.Value{Text: Call(name, []string{k}), Real: true}
}

// ToInt32 returns the expression of a real number rounded to the nearest i32, ties to even.
func (w Writer) ToInt32(a wgsl.Value) string {
	switch {
	case w.isSingle:
		w.To.Add(helperInt32)
		return Call("nd_int32", []string{a.Text})
	case w.IsPair:
		a = w.Call("round", a)
		w.To.Add(helperPairInt32)
		return Call("nd2_int32", []string{a.Text})
	}
	return fmt.Sprintf("i32(clamp(round(%s), -2147483648.0lf, 2147483647.0lf))", a.Text)
}

// helperPairInt32 converts a double-single to i32. The double-single is a whole number. The sum of
// the i32 parts may leave the range of i32 before the last part is added. It wraps there and back:
// 2^31 - 1 is the pair (2^31, -1), which adds up to -2^31 + (-1) = 2^31 - 1.
const helperPairInt32 = `fn nd2_int32(a: vec2<f32>) -> i32 {
	if (a.x > 2147483648.0 || (a.x == 2147483648.0 && a.y >= 0.0)) {
		return 2147483647;
	}
	if (a.x < -2147483648.0 || (a.x == -2147483648.0 && a.y < 0.0)) {
		return -2147483647 - 1;
	}
	let high = floor(a.x / 65536.0);
	return i32(high) * 65536 + i32(a.x - high * 65536.0) + i32(a.y);
}
`

// Indent indents lines by one more tab.
func Indent(lines string) string {
	return "\t" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n\t") + "\n"
}

// Bit returns 1 for true and 0 for false.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Operation returns the expression of an operation on real or complex numbers.
func (w Writer) Operation(op Opcode, isReal bool, a []wgsl.Value) wgsl.Value {
	row := &Operations[op]
	if f := row.Calls[Bit(!isReal)]; f != "" {
		return w.Call(f, a...)
	}
	if row.Sign != "" {
		return w.Binary(row.Sign, a[0], a[1])
	}
	zero := w.Zero(isReal)
	switch op {
	case OpMulAdd:
		return w.Binary("+", w.Operation(OpMul, isReal, a[:2]), a[2])
	case OpReal:
		return w.Number.Part(a[0], 0)
	case OpImag:
		if isReal {
			return zero
		}
		return w.Number.Part(a[0], 1)
	case OpLess:
		return w.Call("select", zero, w.Constant(1), w.Call("nd_less", a[0], a[1]))
	}
	return w.Call("select", a[2], a[1], w.IsTrue(a[0])) // OpWhere
}

// IsTrue returns the condition that a number is not 0. NaN is not 0.
func (w Writer) IsTrue(a wgsl.Value) wgsl.Value {
	if a.Real {
		return w.Call("nd_istrue", a)
	}
	return w.Binary("||", w.Call("nd_istrue", w.Number.Part(a, 0)), w.Call("nd_istrue", w.Number.Part(a, 1)))
}

// Call returns the text of the call of function f.
func Call(f string, a []string) string {
	text := f + "("
	for i, x := range a {
		if i > 0 {
			text += ", "
		}
		text += x
	}
	return text + ")"
}

// helperInt32 is the WGSL function that rounds to the nearest i32, ties to even.
const helperInt32 = `fn nd_int32(x: f32) -> i32 {
	let r = round(x);
	return select(i32(clamp(r, -2147483648.0, 2147483520.0)), 2147483647, r >= 2147483648.0);
}
`

// A Writer writes expressions of one precision for a kernel. It adds the functions that they call
// to the kernel. Value.Real is true for real numbers and for bools.
type Writer struct {
	*Format
	To        *Functions
	inLibrary bool // writes a function of mathTexts, whose divisors are within the range of devices
}

// Functions has the WGSL functions that a kernel calls.
type Functions struct {
	Texts   []string        // in the order in which a kernel defines them
	written map[string]bool // the names of the functions that writers have added
}

// Add adds a text, unless f has it.
func (f *Functions) Add(text string) {
	if !slices.Contains(f.Texts, text) {
		f.Texts = append(f.Texts, text)
	}
}

// Single is the format of single precision.
var Single = NewFormat(wgsl.F32{})

// Constant returns a real number.
func (w Writer) Constant(x float64) wgsl.Value {
	c := w.Number.Constant(wgsl.Float(x), true)
	if w.IsPair && x != 0 {
		return wgsl.Binary("*", c, wgsl.Value{Text: PairOne, Real: true})
	}
	return c
}

// PairOne is a variable with the value 1, which compilers can't know. Kernels multiply constants of double-single by
// it. Compilers simplify sums and products of constants, such as (x + 1) - 1, even if they keep sums of variables.
const PairOne = "nd2_one"

// Zero returns 0 as a real or a complex number.
func (w Writer) Zero(isReal bool) wgsl.Value { return w.Number.Constant(wgsl.Float(0), isReal) }

// Binary returns a op b, where op is an operator of precedence. The operands have types that
// parser.binary accepts.
func (w Writer) Binary(op string, a, b wgsl.Value) wgsl.Value {
	isReal := a.Real && b.Real
	switch {
	case op == "&&" || op == "||":
		return wgsl.Binary(op, a, b)
	case precedence[op] == precedence["<"] || precedence[op] == precedence["=="]:
		return w.comparison(op, a, b)
	case op == "%":
		return w.Call("nd_mod", a, b)
	case w.IsPair:
		return w.pair(op, a, b)
	case op == "/" && w.isSingle && !w.inLibrary && isReal:
		return w.Call("nd_div", a, b)
	case op == "/" && w.isSingle && !w.inLibrary:
		return w.Call("nd_divide", a, b)
	}
	return wgsl.Binary(op, a, b)
}

// pair returns a op b for double-single.
func (w Writer) pair(op string, a, b wgsl.Value) wgsl.Value {
	switch {
	case op == "+":
		return w.Number.Add(a, b)
	case op == "-":
		return w.Number.Sub(a, b)
	case op == "/" && a.Real:
		return w.Call("nd_div", a, b)
	case op == "/":
		return w.Call("nd_divide", a, b)
	case a.Real:
		return w.Number.Times(a, b)
	}
	return w.Number.Times(b, a)
}

// comparison returns a op b, which is a bool.
func (w Writer) comparison(op string, a, b wgsl.Value) wgsl.Value {
	if op == "!=" { // true for NaN, unlike != of some compilers
		return wgsl.Unary("!", w.comparison("==", a, b))
	}
	if w.IsPair {
		switch op {
		case "<":
			return w.Call("nd_less", a, b)
		case ">":
			return w.Call("nd_less", b, a)
		case "<=":
			return w.Call("nd_atmost", a, b)
		case ">=":
			return w.Call("nd_atmost", b, a)
		}
		return wgsl.Value{Text: Call("all", []string{wgsl.Binary(op, a, b).Text}), Real: true}
	}
	return wgsl.Binary(op, a, b)
}

// Call returns the call of a function of builtins or internals.
func (w Writer) Call(name string, args ...wgsl.Value) wgsl.Value {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	switch {
	case name == "C":
		return w.Number.Join(args[0], args[1])
	case name == "select":
		return wgsl.Value{Text: Call(name, texts), Real: args[0].Real}
	case name == "fma" && w.IsPair:
		return w.Number.Add(w.Number.Times(args[0], args[1]), args[2])
	case name == "cmul" && w.IsPair:
		return w.Number.Mul(args[0], args[1])
	case name == "nd_quotient" && !w.IsPair:
		return w.Binary("/", args[0], args[1])
	}
	f, ok := builtins[name]
	if !ok {
		f = internals[name]
	}
	return wgsl.Value{Text: Call(w.Function(name), texts), Real: f.t != TypeC}
}

// Function returns the WGSL name of a function. It adds the text of the function to the kernel, if
// WGSL does not have the function.
func (w Writer) Function(name string) string {
	if f := w.native[name]; f != "" {
		return f
	}
	of := w.Prefix + strings.TrimPrefix(name, "nd_")
	if w.To.written[of] {
		return of
	}
	if w.To.written == nil {
		w.To.written = map[string]bool{}
	}
	w.To.written[of] = true
	if text := w.primitives[name]; text != "" {
		for _, other := range ownFunction.FindAllString(text, -1) {
			called := "nd_" + strings.TrimPrefix(other, w.Prefix)
			if called != name && (w.primitives[called] != "" || w.library()[called] != nil) {
				w.Function(called)
			}
		}
		w.To.Add(text)
	} else {
		w.inLibrary = true
		w.To.Add(w.Definition(of, w.library()[name]))
	}
	return of
}

// ownFunction matches the names of functions of this package in WGSL.
var ownFunction = regexp.MustCompile(`\bnd2?_\w+`)

// Definition returns the WGSL of a parsed function.
func (w Writer) Definition(name string, p *Function) string {
	params := make([]string, len(p.Params))
	for i, t := range p.Params {
		params[i] = variableName(p.names[i]) + ": " + w.TypeOf(t == TypeR)
	}
	return "fn " + Call(name, params) + " -> " + w.TypeOf(p.Result == TypeR) + " {\n" + w.block(p.body) + "}\n"
}

// block returns statements, one a line.
func (w Writer) block(list []statement) string {
	var b strings.Builder
	for _, s := range list {
		value := ""
		if s.word != "for" {
			value = w.value(s.value).Text
		}
		switch s.word {
		case "return":
			b.WriteString("return " + value + ";\n")
		case "let", "var":
			b.WriteString(s.word + " " + variableName(s.name) + " = " + value + ";\n")
		case "=":
			b.WriteString(variableName(s.name) + " = " + value + ";\n")
		case "if":
			b.WriteString("if (" + value + ") {\n" + w.block(s.yes) + "}")
			if len(s.no) > 0 {
				b.WriteString(" else {\n" + w.block(s.no) + "}")
			}
			b.WriteString("\n")
		case "for":
			k := variableName(s.name)
			head := fmt.Sprintf("for (var %[1]s = %[2]d; %[1]s < %[3]d; %[1]s += 1)", k, s.from, s.to)
			b.WriteString(head + " {\n" + w.block(s.yes) + "}\n")
		}
	}
	return Indent(b.String())
}

// value returns an expression.
func (w Writer) value(c code) wgsl.Value {
	args := make([]wgsl.Value, len(c.args))
	for i, a := range c.args {
		args[i] = w.value(a)
	}
	switch c.form {
	case codeNumber:
		return w.Constant(c.value)
	case codeVariable:
		return wgsl.Value{Text: variableName(c.name), Real: c.t != TypeC}
	case codeCounter:
		return w.Index(variableName(c.name))
	case codeUnary:
		if c.name == "-" {
			return w.Number.Neg(args[0])
		}
		return wgsl.Unary(c.name, args[0])
	case codeBinary:
		return w.Binary(c.name, args[0], args[1])
	case codePart:
		return w.Number.Part(args[0], strings.Index("xy", c.name))
	}
	return w.Call(c.name, args...)
}

// variableName returns the name of a variable in kernels. With the underscore it can't be a word of
// WGSL.
func variableName(name string) string { return name + "_" }
