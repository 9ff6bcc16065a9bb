package nd

import (
	"regexp"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A writer writes expressions of one precision for a kernel. It adds the functions that they call
// to the kernel. Value.Real is true for real numbers and for bools.
type writer struct {
	*format
	to        *functions
	inLibrary bool // writes a function of mathTexts, whose divisors are within the range of devices
}

// functions has the WGSL functions that a kernel calls.
type functions struct {
	texts   []string        // in the order in which a kernel defines them
	written map[string]bool // the names of the functions that writers have added
}

// add adds a text, unless f has it.
func (f *functions) add(text string) {
	if !slices.Contains(f.texts, text) {
		f.texts = append(f.texts, text)
	}
}

// single is the format of single precision.
var single = newFormat(wgsl.F32{})

// constant returns a real number.
func (w writer) constant(x float64) wgsl.Value {
	c := w.number.Constant(complex(x, 0), true)
	if w.isPair && x != 0 {
		return wgsl.Binary("*", c, wgsl.Value{Text: pairOne, Real: true})
	}
	return c
}

// pairOne is a variable with the value 1, which compilers can't know. Kernels multiply constants of double-single by
// it. Compilers simplify sums and products of constants, such as (x + 1) - 1, even if they keep sums of variables.
const pairOne = "nd2_one"

// zero returns 0 as a real or a complex number.
func (w writer) zero(isReal bool) wgsl.Value { return w.number.Constant(0, isReal) }

// binary returns a op b, where op is an operator of precedence. The operands have types that
// parser.binary accepts.
func (w writer) binary(op string, a, b wgsl.Value) wgsl.Value {
	isReal := a.Real && b.Real
	switch {
	case op == "&&" || op == "||":
		return wgsl.Binary(op, a, b)
	case precedence[op] == precedence["<"] || precedence[op] == precedence["=="]:
		return w.comparison(op, a, b)
	case op == "%":
		return w.call("nd_mod", a, b)
	case w.isPair:
		return w.pair(op, a, b)
	case op == "/" && w.isSingle && !w.inLibrary && isReal:
		return w.call("nd_div", a, b)
	case op == "/" && w.isSingle && !w.inLibrary:
		return w.call("nd_divide", a, b)
	}
	return wgsl.Binary(op, a, b)
}

// pair returns a op b for double-single.
func (w writer) pair(op string, a, b wgsl.Value) wgsl.Value {
	switch {
	case op == "+":
		return w.number.Add(a, b)
	case op == "-":
		return w.number.Sub(a, b)
	case op == "/" && a.Real:
		return w.call("nd_div", a, b)
	case op == "/":
		return w.call("nd_divide", a, b)
	case a.Real:
		return w.number.Times(a, b)
	}
	return w.number.Times(b, a)
}

// comparison returns a op b, which is a bool.
func (w writer) comparison(op string, a, b wgsl.Value) wgsl.Value {
	if op == "!=" { // true for NaN, unlike != of some compilers
		return wgsl.Unary("!", w.comparison("==", a, b))
	}
	if w.isPair {
		switch op {
		case "<":
			return w.call("nd_less", a, b)
		case ">":
			return w.call("nd_less", b, a)
		case "<=":
			return w.call("nd_atmost", a, b)
		case ">=":
			return w.call("nd_atmost", b, a)
		}
		return wgsl.Value{Text: call("all", []string{wgsl.Binary(op, a, b).Text}), Real: true}
	}
	return wgsl.Binary(op, a, b)
}

// call returns the call of a function of builtins or internals.
func (w writer) call(name string, args ...wgsl.Value) wgsl.Value {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	switch {
	case name == "C":
		return w.number.Join(args[0], args[1])
	case name == "select":
		return wgsl.Value{Text: call(name, texts), Real: args[0].Real}
	case name == "fma" && w.isPair:
		return w.number.Add(w.number.Times(args[0], args[1]), args[2])
	case name == "cmul" && w.isPair:
		return w.number.Mul(args[0], args[1])
	case name == "nd_quotient" && !w.isPair:
		return w.binary("/", args[0], args[1])
	}
	f, ok := builtins[name]
	if !ok {
		f = internals[name]
	}
	return wgsl.Value{Text: call(w.function(name), texts), Real: f.t != typC}
}

// function returns the WGSL name of a function. It adds the text of the function to the kernel, if
// WGSL does not have the function.
func (w writer) function(name string) string {
	if f := w.native[name]; f != "" {
		return f
	}
	of := w.prefix + strings.TrimPrefix(name, "nd_")
	if w.to.written[of] {
		return of
	}
	if w.to.written == nil {
		w.to.written = map[string]bool{}
	}
	w.to.written[of] = true
	if text := w.primitives[name]; text != "" {
		for _, other := range ownFunction.FindAllString(text, -1) {
			called := "nd_" + strings.TrimPrefix(other, w.prefix)
			if called != name && (w.primitives[called] != "" || w.library()[called] != nil) {
				w.function(called)
			}
		}
		w.to.add(text)
	} else {
		w.inLibrary = true
		w.to.add(w.definition(of, w.library()[name]))
	}
	return of
}

// ownFunction matches the names of functions of this package in WGSL.
var ownFunction = regexp.MustCompile(`\bnd2?_\w+`)

// definition returns the WGSL of a parsed function.
func (w writer) definition(name string, p *function) string {
	params := make([]string, len(p.params))
	for i, t := range p.params {
		params[i] = variableName(p.names[i]) + ": " + w.typeOf(t == typR)
	}
	return "fn " + call(name, params) + " -> " + w.typeOf(p.result == typR) + " {\n" + w.block(p.body) + "}\n"
}

// block returns statements, one a line.
func (w writer) block(list []statement) string {
	var b strings.Builder
	for _, s := range list {
		value := w.value(s.value).Text
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
		}
	}
	return indent(b.String())
}

// value returns an expression.
func (w writer) value(c code) wgsl.Value {
	args := make([]wgsl.Value, len(c.args))
	for i, a := range c.args {
		args[i] = w.value(a)
	}
	switch c.form {
	case codeNumber:
		return w.constant(c.value)
	case codeVariable:
		return wgsl.Value{Text: variableName(c.name), Real: c.t != typC}
	case codeUnary:
		if c.name == "-" {
			return w.number.Neg(args[0])
		}
		return wgsl.Unary(c.name, args[0])
	case codeBinary:
		return w.binary(c.name, args[0], args[1])
	case codePart:
		return w.number.Part(args[0], strings.Index("xy", c.name))
	}
	return w.call(c.name, args...)
}

// variableName returns the name of a variable in kernels. With the underscore it can't be a word of
// WGSL.
func variableName(name string) string { return name + "_" }
