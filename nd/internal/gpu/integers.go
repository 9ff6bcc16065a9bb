package gpu

import (
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// truth returns the expression of OpTruth.
func (t *text) truth(in *expr.Instruction, a wgsl.Value) wgsl.Value {
	isReal := !in.Type.IsComplex()
	isTrue := t.in(in.Calc).IsTrue(a)
	if in.Type == expr.Int32 {
		return wgsl.Value{Text: expr.Call("select", []string{"0", "1", isTrue.Text}), Real: true}
	}
	w := t.in(in.Type)
	return w.Call("select", w.Zero(isReal), w.Number.Constant(wgsl.Float(1), isReal), isTrue)
}

// integer returns the expression of an operation on integers.
func (t *text) integer(in *expr.Instruction, a []wgsl.Value) wgsl.Value {
	function := func(name string, args ...wgsl.Value) wgsl.Value {
		texts := make([]string, len(args))
		for i, x := range args {
			texts[i] = x.Text
		}
		return wgsl.Value{Text: expr.Call(name, texts), Real: true}
	}
	one, zero := whole(1), whole(0)
	switch in.Op {
	case expr.OpAdd:
		return wgsl.Binary("+", a[0], a[1])
	case expr.OpMinimum:
		return function("min", a...)
	case expr.OpMaximum:
		return function("max", a...)
	case expr.OpClamp:
		return function("min", function("max", a[:2]...), a[2])
	case expr.OpLess:
		if in.Type != expr.Int32 {
			number := expr.Single.Number
			one, zero = number.Constant(wgsl.Float(1), true), number.Constant(wgsl.Float(0), true)
		}
		return function("select", zero, one, wgsl.Binary("<", a[0], a[1]))
	case expr.OpBelow:
		low := wgsl.Binary("&&", wgsl.Binary("==", a[0], a[1]), wgsl.Binary("<", a[2], a[3]))
		return function("select", zero, one, wgsl.Binary("||", wgsl.Binary("<", a[0], a[1]), low))
	}
	return function("select", a[2], a[1], wgsl.Binary("!=", a[0], zero)) // OpWhere
}
