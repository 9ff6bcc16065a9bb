package expr

import (
	"fmt"
	"math"
	"strconv"
)

// precedence has the precedence of each binary operator.
var precedence = map[string]int{
	"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5,
}

// expr reads an expression. It ends at the first binary operator with a precedence of at most
// least.
func (p *parser) expr(least int) code {
	p.enter()
	defer func() { p.depth-- }()
	a := p.unary()
	for {
		op := p.peek()
		k := precedence[op]
		if k == 0 || k <= least {
			return a
		}
		p.next()
		a = p.binary(op, a, p.expr(k))
	}
}

// rounded counts an operation. If p.isSingle, it rounds the result to float32.
func (p *parser) rounded(c code) code {
	p.Work++
	p.checkWork()
	if f := c.eval; p.isSingle && c.t != TypeBool {
		c.eval = func(env []complex128) complex128 { return complex128(complex64(f(env))) }
	}
	return c
}

// checkWork refuses a text with too many operations.
func (p *parser) checkWork() {
	if p.Work > maxOperations {
		panic(Refusal(fmt.Sprintf("more than %d operations", maxOperations)))
	}
}

// truth returns a bool as a number.
func truth(b bool) complex128 {
	if b {
		return 1
	}
	return 0
}

// binary returns x op y.
func (p *parser) binary(op string, x, y code) code {
	c := p.operation(op, x, y)
	c.form, c.name, c.args = codeBinary, op, []code{x, y}
	return c
}

// operation returns x op y with its type and its eval.
func (p *parser) operation(op string, x, y code) code {
	switch op {
	case "&&", "||":
		return logical(op, x, y)
	case "+", "-":
		return p.sum(op, x, y)
	case "*":
		return p.product(x, y)
	case "/":
		return p.quotient(x, y)
	}
	o, a, b := realOperators[op], x.eval, y.eval
	if x.t != TypeR || y.t != TypeR {
		refuseOperands(op, x, y, "")
	}
	return p.rounded(code{t: o.t, eval: func(e []complex128) complex128 { return o.f(real(a(e)), real(b(e))) }})
}

// realOperators has the operators that take real operands only, with the types of their results.
var realOperators = map[string]struct {
	t Type
	f func(a, b float64) complex128
}{
	"%":  {TypeR, func(a, b float64) complex128 { return complex(math.Mod(a, b), 0) }},
	"<":  {TypeBool, func(a, b float64) complex128 { return truth(a < b) }},
	">":  {TypeBool, func(a, b float64) complex128 { return truth(a > b) }},
	"<=": {TypeBool, func(a, b float64) complex128 { return truth(a <= b) }},
	">=": {TypeBool, func(a, b float64) complex128 { return truth(a >= b) }},
	"==": {TypeBool, func(a, b float64) complex128 { return truth(a == b) }},
	"!=": {TypeBool, func(a, b float64) complex128 { return truth(a != b) }},
}

// refuseOperands refuses x op y because of the types of x and y. The refusal ends with hint.
func refuseOperands(op string, x, y code, hint string) {
	panic(Refusal(fmt.Sprintf("can't compute %v %s %v%s", x.t, op, y.t, hint)))
}

// logical returns x && y or x || y.
func logical(op string, x, y code) code {
	if x.t != TypeBool || y.t != TypeBool {
		refuseOperands(op, x, y, "")
	}
	a, b := x.eval, y.eval
	if op == "&&" {
		return code{t: TypeBool, eval: func(e []complex128) complex128 { return truth(a(e) != 0 && b(e) != 0) }}
	}
	return code{t: TypeBool, eval: func(e []complex128) complex128 { return truth(a(e) != 0 || b(e) != 0) }}
}

// sum returns x + y or x - y.
func (p *parser) sum(op string, x, y code) code {
	if x.t != y.t || x.t == TypeBool {
		refuseOperands(op, x, y, ": write C(r, 0.0); WGSL would add to both parts")
	}
	a, b := x.eval, y.eval
	if op == "+" {
		return p.rounded(code{t: x.t, eval: func(e []complex128) complex128 { return a(e) + b(e) }})
	}
	return p.rounded(code{t: x.t, eval: func(e []complex128) complex128 { return a(e) - b(e) }})
}

// product returns x * y. At most one of the two is complex.
func (p *parser) product(x, y code) code {
	if x.t == TypeC && y.t == TypeC {
		refuseOperands("*", x, y, ": use cmul; WGSL would multiply part by part")
	}
	if x.t == TypeBool || y.t == TypeBool {
		refuseOperands("*", x, y, "")
	}
	a, b := x.eval, y.eval
	return p.rounded(code{t: max(x.t, y.t), eval: func(e []complex128) complex128 {
		switch u, v := a(e), b(e); {
		case x.t == TypeC:
			return complex(real(u)*real(v), imag(u)*real(v))
		case y.t == TypeC:
			return complex(real(u)*real(v), real(u)*imag(v))
		default:
			return complex(real(u)*real(v), 0)
		}
	}})
}

// quotient returns x / y of a real y.
func (p *parser) quotient(x, y code) code {
	if y.t != TypeR || x.t == TypeBool {
		refuseOperands("/", x, y, ": use cdiv")
	}
	if y.form == codeNumber && y.value == 0 {
		panic(Refusal("division by 0"))
	}
	a, b := x.eval, y.eval
	return p.rounded(code{t: x.t, eval: func(e []complex128) complex128 {
		u, v := a(e), real(b(e))
		if x.t == TypeR {
			return complex(real(u)/v, 0)
		}
		return complex(real(u)/v, imag(u)/v)
	}})
}

// unary reads an operand with leading - and !, and trailing .x and .y.
func (p *parser) unary() code {
	p.enter()
	defer func() { p.depth-- }()
	switch p.peek() {
	case "-":
		p.next()
		x := p.unary()
		if x.t == TypeBool {
			panic(Refusal("operator - takes a number, not a bool"))
		}
		return code{t: x.t, eval: func(e []complex128) complex128 { return -x.eval(e) }, form: codeUnary, name: "-",
			args: []code{x}}
	case "!":
		p.next()
		x := p.unary()
		if x.t != TypeBool {
			panic(Refusal("operator ! takes a bool, not a number"))
		}
		return code{t: TypeBool, eval: func(e []complex128) complex128 { return 1 - x.eval(e) }, form: codeUnary,
			name: "!", args: []code{x}}
	}
	x := p.primary()
	for p.peek() == "." {
		p.next()
		part := p.next()
		if x.t != TypeC || part != "x" && part != "y" {
			panic(Refusal(fmt.Sprintf("%v has no part .%s", x.t, part)))
		}
		f := x.eval
		x = code{t: TypeR, eval: func(e []complex128) complex128 { return complex(real(f(e)), 0) }, form: codePart,
			name: part, args: []code{x}}
		if part == "y" {
			x.eval = func(e []complex128) complex128 { return complex(imag(f(e)), 0) }
		}
	}
	return x
}

// primary reads a number, a variable, a call or an expression in parentheses.
func (p *parser) primary() code {
	t := p.next()
	switch {
	case t == "(":
		x := p.expr(0)
		p.want(")")
		return x
	case t[0] >= '0' && t[0] <= '9' || t[0] == '.':
		v, err := strconv.ParseFloat(t, 64)
		if err != nil || v > math.MaxFloat32 {
			panic(Refusal(fmt.Sprintf("number %q: want numbers up to %.3g, which float32 holds", t, math.MaxFloat32)))
		}
		return code{t: TypeR, eval: func([]complex128) complex128 { return complex(v, 0) }, form: codeNumber, value: v}
	case p.peek() != "(":
		return p.look(t).code(t)
	}
	return p.call(t)
}

// call reads the operands of function t in parentheses.
func (p *parser) call(t string) code {
	f, ok := builtins[t]
	if !ok {
		f, ok = p.internal[t]
	}
	if !ok {
		panic(Refusal(fmt.Sprintf("function %q is not known, or not allowed", t)))
	}
	p.want("(")
	var args []code
	sign := ""
	for p.peek() != ")" {
		a := p.expr(0)
		args, sign = append(args, a), sign+a.t.String()[:1]
		if p.peek() == "," {
			p.next()
		}
	}
	p.want(")")
	if sign != f.sign && !(t == "select" && sign == "CCb") {
		panic(Refusal(fmt.Sprintf("%s takes operands of types %s, not %s", t, f.sign, sign)))
	}
	if t == "select" {
		f.t = args[0].t
	}
	return p.rounded(code{t: f.t, eval: func(e []complex128) complex128 {
		var x [4]complex128
		for i, a := range args {
			x[i] = a.eval(e)
		}
		return f.f(&x)
	}, form: codeCall, name: t, args: args})
}
