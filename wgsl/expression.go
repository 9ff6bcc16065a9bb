package wgsl

import "strings"

// A syntax is the rule of WGSL's grammar that an expression matches. The rules from primary to relational are ordered:
// an operand of a later rule includes all expressions of the earlier ones. See "Operator Precedence and
// Associativity" in the specification of WGSL.
type syntax uint8

const (
	primary         syntax = iota // a name, a literal, a call, an element, a member, an expression in brackets
	unary                         // -a !a ~a
	multiplicative                // a * b / c % d
	additive                      // a + b - c
	shift                         // a << b, a >> b
	relational                    // a < b, a == b
	binaryAnd                     // a & b & c
	binaryXor                     // a ^ b ^ c
	binaryOr                      // a | b | c
	shortCircuitAnd               // a && b && c
	shortCircuitOr                // a || b || c
)

// An operator has the syntax of a op b, and the last of the rules that include its operands. If it chains, its left
// operand may be an expression of its own syntax, too. Other operands need brackets.
type operator struct {
	syntax, operand syntax
	chains          bool
}

// operators are the binary operators of WGSL.
var operators = map[string]operator{
	"*": {multiplicative, unary, true}, "/": {multiplicative, unary, true}, "%": {multiplicative, unary, true},
	"+": {additive, multiplicative, true}, "-": {additive, multiplicative, true},
	"<<": {shift, unary, false}, ">>": {shift, unary, false},
	"<": {relational, shift, false}, ">": {relational, shift, false}, "<=": {relational, shift, false},
	">=": {relational, shift, false}, "==": {relational, shift, false}, "!=": {relational, shift, false},
	"&": {binaryAnd, unary, true}, "^": {binaryXor, unary, true}, "|": {binaryOr, unary, true},
	"&&": {shortCircuitAnd, relational, true}, "||": {shortCircuitOr, relational, true},
}

// Binary returns a op b for a binary operator of WGSL. Operands get the brackets that they need. The result is
// real if both operands are.
func Binary(op string, a, b Value) Value {
	o := operators[op]
	left := o.operand
	if o.chains && a.syntax == o.syntax {
		left = o.syntax
	}
	return Value{Text: a.within(left) + " " + op + " " + b.within(o.operand), Real: a.Real && b.Real, syntax: o.syntax}
}

// Unary returns op v for the operator -, ! or ~.
func Unary(op string, v Value) Value {
	return Value{Text: op + v.within(primary), Real: v.Real, syntax: unary}
}

// Member returns v.name, a component of a vector or a field of a struct, or a vector of components. The result
// counts as complex; the caller sets Real.
func (v Value) Member(name string) Value { return Value{Text: v.within(primary) + "." + name} }

// within returns the text of an operand, in brackets if the rule most does not include it.
func (v Value) within(most syntax) string {
	if v.syntax > most {
		return "(" + v.Text + ")"
	}
	return v.Text
}

// negated returns -v for a float. It adds the sign to the first factor of a product, or removes it.
func (v Value) negated() Value {
	if rest, isNegative := v.withoutSign(); isNegative {
		return rest
	}
	if v.syntax == multiplicative {
		v.Text = "-" + v.Text
		return v
	}
	return Unary("-", v)
}

// withoutSign returns -v, and reports whether v begins with a minus sign that applies to all of it.
func (v Value) withoutSign() (rest Value, isNegative bool) {
	text, isNegative := strings.CutPrefix(v.Text, "-")
	if !isNegative || v.syntax > multiplicative {
		return v, false
	}
	rest = Value{Text: text, Real: v.Real}
	if v.syntax == multiplicative {
		rest.syntax = multiplicative
	}
	return rest, true
}

// signed returns a literal, which may be negative.
func signed(text string) Value {
	v := Value{Text: text, Real: true}
	if strings.HasPrefix(text, "-") {
		v.syntax = unary
	}
	return v
}
