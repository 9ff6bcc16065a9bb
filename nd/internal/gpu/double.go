package gpu

import (
	"context"
	"fmt"

	"wgfft/internal/attach"
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// A double is the format in which a GPU computes in double precision.
type double struct {
	*expr.Format
	pairs attach.Conversion // converts host data; nil for f64
}

// pairs returns the conversion between host data of type d and the numbers of the GPU. It is nil if
// both have the same format.
func (g *Machine) pairs(d expr.DType) attach.Conversion {
	if d.IsDouble() {
		return g.double.pairs
	}
	return nil
}

// Settle implements machine. It finds the format of double precision.
func (g *Machine) Settle(ctx context.Context) error {
	if g.double.Format != nil {
		return nil
	}
	n, pairs, err := attach.Of(g.eng).Double().KernelFormat(ctx)
	if err != nil {
		return fmt.Errorf("nd: double precision: %w", err)
	}
	g.double = double{expr.NewFormat(n), pairs}
	return nil
}

// cast converts a number of type from to type d.
func (t *text) cast(d, from expr.DType, a wgsl.Value) wgsl.Value {
	w := t.in(d)
	switch {
	case d == expr.Int32:
		return wgsl.Value{Text: t.in(from).ToInt32(a), Real: true}
	case from == expr.Int32:
		a = w.Index(a.Text)
	case d.IsDouble() != from.IsDouble():
		a = t.convert(a, w.TypeOf(a.Real), d.IsDouble())
	}
	switch {
	case d.IsComplex() && a.Real:
		return w.Call("C", a, w.Zero(true))
	case !d.IsComplex() && !a.Real:
		return w.Number.Part(a, 0)
	}
	return a
}

// convert converts a number to the other precision. typ is the WGSL type of the result.
func (t *text) convert(a wgsl.Value, typ string, toDouble bool) wgsl.Value {
	args := []string{a.Text} // for f64
	switch {
	case !t.double.IsPair:
	case toDouble && a.Real:
		args = []string{a.Text, "0.0"}
	case toDouble:
		args = []string{a.Member("x").Text, "0.0", a.Member("y").Text, "0.0"}
	case a.Real:
		high := a.Member("x")
		high.Real = true
		return high
	default:
		return a.Member("xz")
	}
	return wgsl.Value{Text: expr.Call(typ, args), Real: a.Real}
}

// paramFormat returns the format of the parameters of the kernel.
func (t *text) paramFormat() *expr.Format { return t.double.ParamFormat(t.k) }

// paramType returns the WGSL type of a parameter, which takes 16 bytes.
func (t *text) paramType() string {
	if f := t.paramFormat(); f != expr.Single {
		return f.Complex
	}
	return "vec4<f32>"
}

// next returns the expression of the next parameter, of type paramType.
func (t *text) next() string {
	t.params++
	name := "params"
	if t.end != nil {
		name = t.end.params().Name()
	}
	return fmt.Sprintf("%s[%d]", name, t.params-1)
}

// param returns the expression of the next parameter, with type d. kernel.numbers lists the
// parameters in the same order.
func (t *text) param(d expr.DType) wgsl.Value {
	v := wgsl.Value{Text: t.next()}
	f := t.paramFormat()
	switch {
	case f == expr.Single && d.IsComplex():
		return v.Member("xy")
	case !d.IsComplex():
		v = f.Number.Part(v, 0)
	}
	if f != expr.Single && !d.IsDouble() {
		v = t.convert(v, expr.Single.TypeOf(v.Real), false)
	}
	return v
}
