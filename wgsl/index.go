package wgsl

import (
	"fmt"
	"strconv"
	"sync"
)

// An Index is a u32 expression of an invocation, such as the address of an element. It prints as
// WGSL and can be evaluated for any lane of a workgroup. The generator checks facts about an index
// by evaluating it. Operations on constants are folded. Methods never change their operands.
type Index struct {
	op      indexOp
	a, b, c *Index // operands; b is nil for an operation with the constant n
	n       int    // value of a constant; right operand of an operation with a constant
	*label         // of a variable, a let or a call
}

// A label holds the fields of an index with a name. They are not in Index, because planning makes many
// indices, and most of them have no name.
type label struct {
	name string // of a variable, a let or a function
	note string // comment after a let
	fn   func(int) int
	of   *IndexFunc // the function of a call, if the writer has to define it
}

// An IndexFunc is a function of the shader from an index to an index or, if Bool is set, to a
// condition. The writer defines it where it is first called.
type IndexFunc struct {
	Name    string
	Comment string
	Param   string
	Bool    bool
	Body    func(x *Index) *Index
}

// Call returns the function of x.
func (f *IndexFunc) Call(x *Index) *Index {
	body := sync.OnceValue(func() *Index { return f.Body(parameter) })
	fn := func(n int) int { return body().Eval(&Env{parameter: n}) }
	return &Index{op: opCall, a: x, label: &label{name: f.Name, of: f, fn: fn}}
}

// An indexOp is the operation at the root of an Index.
type indexOp uint8

const (
	opConst  indexOp = iota
	opVar            // a name with a value in the environment
	opLet            // a name for operand a
	opTerm           // a as one term: see Term
	opCall           // name(a), with the value fn
	opLookup         // name[a], with the value fn
	opSelect         // a if c holds, otherwise b
	opNot            // a does not hold
	opMin
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opAnd
	opShift
	opEqual
	opNotEqual
	opLess
	opAtMost
	opAtLeast
	opGreater
	opBoth
	opEither
)

// signs are the operators of binary operations.
var signs = [...]string{
	opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opMod: "%", opAnd: "&", opShift: ">>", opEqual: "==",
	opNotEqual: "!=", opLess: "<", opAtMost: "<=", opAtLeast: ">=", opGreater: ">", opBoth: "&&", opEither: "||",
}

// The indices that every invocation has.
var (
	lane        = Var("local.x")
	group       = Var("group.x")
	foldedGroup = Var("(group.y * groups.x + group.x)")
	parameter   = Var("parameter")
)

// labeled returns an index with a label, both in one allocation.
func labeled(x Index, l label) *Index {
	both := &struct {
		x Index
		l label
	}{x, l}
	both.x.label = &both.l
	return &both.x
}

// Const returns the constant n.
func Const(n int) *Index { return &Index{op: opConst, n: n} }

// Var returns a variable that the text declares elsewhere, such as a parameter of a function.
func Var(name string) *Index { return labeled(Index{op: opVar}, label{name: name}) }

// Let names an index. The writer declares the name before its first use. If note is empty, Let returns
// constants and named indices unchanged.
func Let(name string, x *Index, note string) *Index {
	if note == "" && (x.op == opConst || x.op == opLet || x.op == opVar) {
		return x
	}
	return named(name, x, note)
}

// derived names y, an index that is a function of x. The name is name_ and the name of x. If x has no name,
// derived returns y.
func (x *Index) derived(name string, y *Index) *Index {
	if x.label == nil || y.op == opConst {
		return y
	}
	return named(name+"_"+x.name, y, "")
}

// Call returns name(x), a WGSL function with the value fn.
func Call(name string, fn func(int) int, x *Index) *Index {
	if x.op == opConst {
		return Const(fn(x.n))
	}
	return &Index{op: opCall, label: &label{name: name, fn: fn}, a: x}
}

// Lookup returns name[x], an element of an array of u32 with the values fn.
func Lookup(name string, fn func(int) int, x *Index) *Index {
	return labeled(Index{op: opLookup, a: x}, label{name: name, fn: fn})
}

// Select returns a if the condition holds, and b otherwise.
func Select(condition, a, b *Index) *Index { return &Index{op: opSelect, a: a, b: b, c: condition} }

// Both returns the condition that a and b hold. A nil condition always holds.
func Both(a, b *Index) *Index {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case b.op == opBoth:
		return Both(Both(a, b.a), b.b)
	}
	return &Index{op: opBoth, a: a, b: b}
}

// Either returns the condition that a or b holds.
func Either(a, b *Index) *Index { return &Index{op: opEither, a: a, b: b} }

// Not returns the condition that x does not hold.
func Not(x *Index) *Index { return &Index{op: opNot, a: x} }

// Value returns the value of a constant, and reports whether the index is one.
func (x *Index) Value() (n int, isConst bool) { return x.n, x.op == opConst }

// split returns x as base + off with a constant off. The base of a constant is nil.
func (x *Index) split() (base *Index, off int) {
	switch {
	case x.op == opConst:
		return nil, x.n
	case x.op == opAdd && x.b == nil:
		return x.a, x.n
	case x.op == opSub && x.b == nil:
		return x.a, -x.n
	}
	return x, 0
}

// offset returns base + off, the inverse of split.
func offset(base *Index, off int) *Index {
	switch {
	case base == nil:
		return Const(off)
	case off < 0:
		return &Index{op: opSub, a: base, n: -off}
	case off == 0:
		return base
	}
	return &Index{op: opAdd, a: base, n: off}
}

// Add returns x + n.
func (x *Index) Add(n int) *Index {
	base, off := x.split()
	return offset(base, off+n)
}

// Plus returns x + y. It simplifies x/n*n + x%n to x.
func (x *Index) Plus(y *Index) *Index {
	base, off := x.split()
	more, n := y.split()
	switch {
	case more == nil:
		return offset(base, off+n)
	case base == nil:
		return offset(more, off+n)
	case base.op == opMul && base.a.op == opDiv && more.op == opMod &&
		base.a.a == more.a && base.a.n == more.n && base.n == more.n:
		return offset(more.a, off+n)
	}
	return offset(&Index{op: opAdd, a: base, b: more}, off+n)
}

// Minus returns x - y.
func (x *Index) Minus(y *Index) *Index {
	if y.op == opConst {
		return x.Add(-y.n)
	}
	return &Index{op: opSub, a: x, b: y}
}

// withConst returns the operation with a constant right operand.
func (x *Index) withConst(op indexOp, n int) *Index {
	if x.op == opConst {
		return Const(applied(op, x.n, n))
	}
	return &Index{op: op, a: x, n: n}
}

// Times returns x * n. For x = base + off with a constant off it returns base*n + off*n.
func (x *Index) Times(n int) *Index {
	if n == 1 {
		return x
	}
	if base, off := x.split(); base != nil && off != 0 {
		return offset(base.Times(n), off*n)
	}
	return x.withConst(opMul, n)
}

// Div returns x / n, rounded down.
func (x *Index) Div(n int) *Index {
	if n == 1 {
		return x
	}
	return x.withConst(opDiv, n)
}

// Mod returns x % n.
func (x *Index) Mod(n int) *Index {
	if n == 1 {
		return Const(0)
	}
	return x.withConst(opMod, n)
}

// BitAnd returns x & n.
func (x *Index) BitAnd(n int) *Index { return x.withConst(opAnd, n) }

// ShiftRight returns x >> n.
func (x *Index) ShiftRight(n int) *Index { return x.withConst(opShift, n) }

// Mul returns the product of two indices.
func (x *Index) Mul(y *Index) *Index {
	if x.op == opConst {
		x, y = y, x
	}
	if y.op == opConst {
		return x.Times(y.n)
	}
	return &Index{op: opMul, a: x, b: y}
}

// Min returns the lesser of two indices.
func (x *Index) Min(y *Index) *Index { return &Index{op: opMin, a: x, b: y} }

// Term returns x in brackets, as one term: Times and Plus do not take a sum apart.
func (x *Index) Term() *Index { return &Index{op: opTerm, a: x} }

// Less returns the condition x < y.
func (x *Index) Less(y *Index) *Index { return &Index{op: opLess, a: x, b: y} }

// AtMost returns the condition x <= y.
func (x *Index) AtMost(y *Index) *Index { return &Index{op: opAtMost, a: x, b: y} }

// AtLeast returns the condition x >= y.
func (x *Index) AtLeast(y *Index) *Index { return &Index{op: opAtLeast, a: x, b: y} }

// Greater returns the condition x > y.
func (x *Index) Greater(y *Index) *Index { return &Index{op: opGreater, a: x, b: y} }

// Equal returns the condition x == y.
func (x *Index) Equal(y *Index) *Index { return &Index{op: opEqual, a: x, b: y} }

// NotEqual returns the condition x != y.
func (x *Index) NotEqual(y *Index) *Index { return &Index{op: opNotEqual, a: x, b: y} }

// String returns the WGSL of x.
func (x *Index) String() string { return x.expression().Text }

// isAlias reports whether x is a second name of an index and has no note. It prints as the first name.
func (x *Index) isAlias() bool {
	return x.op == opLet && x.note == "" && (x.a.op == opVar || x.a.op == opLet)
}

// expression returns x as an expression of WGSL.
func (x *Index) expression() Value {
	switch x.op {
	case opConst:
		return Value{Text: literal(x.n)}
	case opLet:
		if x.isAlias() {
			return x.a.expression()
		}
		return Value{Text: x.name}
	case opVar:
		return Value{Text: x.name}
	case opTerm:
		if x.a.op <= opLet { // a constant or a name
			return x.a.expression()
		}
		return Value{Text: "(" + x.a.String() + ")"}
	case opCall:
		return Value{Text: x.name + "(" + x.a.String() + ")"}
	case opNot:
		return Unary("!", x.a.expression())
	case opLookup:
		return Value{Text: x.name + "[" + x.a.String() + "]"}
	case opMin:
		return Value{Text: fmt.Sprintf("min(%v, %v)", x.a, x.b)}
	case opSelect:
		return Value{Text: fmt.Sprintf("select(%v, %v, %v)", x.b, x.a, x.c)}
	}
	right := Value{Text: literal(x.n)}
	if x.b != nil {
		right = x.b.expression()
	}
	if x.op == opAdd && right.syntax == additive { // a + (b - c) is a + b - c for u32
		right.syntax = multiplicative
	}
	return Binary(signs[x.op], x.a.expression(), right)
}

// literal returns a number of 32 bits as WGSL.
func literal(n int) string { return strconv.FormatUint(uint64(uint32(n)), 10) + "u" }
