package gpu

import (
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// match returns the expression of OpMatch: the place of the element if it equals the second operand
// or is NaN, and the last place otherwise.
func (t *text) match(in *expr.Instruction, a []wgsl.Value) wgsl.Value {
	l := &in.Source.Place
	isMost := t.isMost(in.Calc, a[0], a[1])
	last := whole(l.LastOf(&t.k.Extent)).Text
	return wgsl.Value{Text: expr.Call("select", []string{last, t.place(l).Text, isMost.Text}), Real: true}
}

// isMost returns the condition that x equals most or is NaN. It compares numbers as nd_less does, which a device that
// flushes denormals does, too.
func (t *text) isMost(calc expr.DType, x, most wgsl.Value) wgsl.Value {
	if calc == expr.Int32 {
		return wgsl.Binary("==", x, most)
	}
	w := t.in(calc)
	differs := w.Binary("||", w.Call("nd_less", x, most), w.Call("nd_less", most, x))
	differs = w.Binary("||", differs, w.Call("nd_isnan", most))
	return w.Binary("||", w.Call("nd_isnan", x), wgsl.Unary("!", differs))
}
