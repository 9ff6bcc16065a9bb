package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Operands have the brackets that the grammar of WGSL asks for. Some compilers accept less.
func TestBrackets(t *testing.T) {
	x, y, z := Var("x"), Var("y"), Var("z")
	for want, index := range map[string]*Index{
		"(x & 1u) == 1u":              x.BitAnd(1).Equal(Const(1)),
		"(x + 1u) & 3u":               x.Add(1).BitAnd(3),
		"(x >> 2u) & 3u":              x.ShiftRight(2).BitAnd(3),
		"x & 7u & 3u":                 x.BitAnd(7).BitAnd(3),
		"(x >> 2u) >> 1u":             x.ShiftRight(2).ShiftRight(1),
		"(x * 2u) >> 1u":              x.Times(2).ShiftRight(1),
		"(x >> 1u) + 5u":              x.ShiftRight(1).Add(5),
		"(x & 1u) * 5u":               x.BitAnd(1).Times(5),
		"x / 2u % 3u":                 x.Div(2).Mod(3),
		"x * (y % 3u)":                x.Mul(y.Mod(3)),
		"x - (y - z)":                 x.Minus(y.Minus(z)),
		"x + y - z":                   x.Plus(y.Minus(z)),
		"(x < y) == (y < z)":          x.Less(y).Equal(y.Less(z)),
		"(x < y && y < z) || x == 0u": Either(Both(x.Less(y), y.Less(z)), x.Equal(Const(0))),
		"x == 0u && (x < y || y < z)": Both(x.Equal(Const(0)), Either(x.Less(y), y.Less(z))),
		"x < y || y < z || z < x":     Either(Either(x.Less(y), y.Less(z)), z.Less(x)),
		"!(x < y) && !(y < z)":        Both(Not(x.Less(y)), Not(y.Less(z))),
	} {
		require.Equal(t, want, index.String())
	}
	a, b, two := Value{Text: "a"}, Value{Text: "b"}, F32{}.Constant(Float(2), true)
	f := F32{}
	for want, v := range map[string]Value{
		"a - (b - a)":          f.Sub(a, f.Sub(b, a)),
		"a - b":                f.Add(a, f.Neg(b)),
		"a - 2.0 * b":          f.Add(a, f.Neg(f.Scale(Float(2), b))),
		"a + -2.0":             Binary("+", a, f.Constant(Float(-2), true)),
		"2.0 * (a + b)":        f.Scale(Float(2), f.Add(a, b)),
		"2.0 * (2.0 * a)":      f.Times(two, f.Scale(Float(2), a)),
		"-(a + b)":             f.Neg(f.Add(a, b)),
		"a * 2.0":              f.Neg(f.Neg(f.ScaleExactly(Float(2), a))),
		"(a * 2.0).x":          f.Part(f.ScaleExactly(Float(2), a), 0),
		"(-a).yx":              f.Swap(f.Neg(a)),
		"-(-a)":                Unary("-", Unary("-", a)),
		"(a & b) ^ b":          Binary("^", Binary("&", a, b), b),
		"a << two < b":         Binary("<", Binary("<<", a, Value{Text: "two"}), b),
		"~(a | b)":             Unary("~", Binary("|", a, b)),
		"a | (a ^ b)":          Binary("|", a, Binary("^", a, b)),
		"(a && b) || (b && a)": Binary("||", Binary("&&", a, b), Binary("&&", b, a)),
	} {
		require.Equal(t, want, v.Text)
	}
}
