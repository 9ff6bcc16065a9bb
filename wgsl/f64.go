package wgsl

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// F64 is the format of f64, an extension of WGSL in wgpu-native for devices with Adapter.F64. A complex number
// is a vec2 of real and imaginary part. Expressions that don't depend on a type are inherited from [F32].
type F64 struct{}

// Tag returns f64.
func (F64) Tag() string { return "f64" }

// Types returns f64 and vec2<f64>.
func (F64) Types() (real, complex string) { return scalar("f64").types() }

// Pair returns vec4<f64>.
func (F64) Pair() (kind string, halves [2]string) { return scalar("f64").pair() }

// Vector returns vec2<f64> to vec4<f64>.
func (F64) Vector(n int) string { return scalar("f64").vector(n) }

// Bytes returns 8.
func (F64) Bytes() int { return 8 }

// Cost returns one instruction for a sum and four for a product.
func (F64) Cost() NumberCost { return F32{}.Cost() }

// Functions returns the complex product.
func (F64) Functions() []Func { return scalar("f64").functions() }

// Round returns x.
func (F64) Round(x float64) float64 { return x }

// Constant returns a literal, the f64 nearest to each part.
func (F64) Constant(c Constant, isReal bool) Value {
	z := c.Z + c.rest()
	if isReal {
		return signed(float64Literal(real(z)))
	}
	return Value{Text: fmt.Sprintf("vec2<f64>(%s, %s)", float64Literal(real(z)), float64Literal(imag(z)))}
}

// Add returns a + b, or a - c where b is -c.
func (F64) Add(a, b Value) Value { return F32{}.Add(a, b) }

// Sub returns a - b.
func (F64) Sub(a, b Value) Value { return F32{}.Sub(a, b) }

// Neg returns -v.
func (F64) Neg(v Value) Value { return F32{}.Neg(v) }

// FlipSign returns -v or v. WGSL has no bitcast of f64.
func (F64) FlipSign(word, v Value) Value {
	text := fmt.Sprintf("select(%s, %s, %s)", v.Text, v.negated().Text, isSigned(word).Text)
	return Value{Text: text, Real: v.Real}
}

// Mul returns the complex product a w.
func (F64) Mul(a, w Value) Value { return F32{}.Mul(a, w) }

// Scale returns c v.
func (f F64) Scale(c Constant, v Value) Value { return f.scaled(real(c.Z+c.rest()), 0, v) }

// ScaleExactly returns v c.
func (f F64) ScaleExactly(c Constant, v Value) Value { return f.scaled(real(c.Z), real(c.rest()), v) }

// scaled returns v (c + rest). A factor that is no f64 is the sum c + rest of two. A single f64 would have an error of
// up to half a unit in the last place, the same for all points.
func (F64) scaled(c, rest float64, v Value) Value {
	if rest == 0 {
		return Binary("*", signed(float64Literal(c)), v)
	}
	near := float64Literal(c)
	if !v.Real {
		near = "vec2<f64>(" + near + ")"
	}
	low := Binary("*", v, signed(float64Literal(rest)))
	return Value{Text: fmt.Sprintf("fma(%s, %s, %s)", v.Text, near, low.Text), Real: v.Real}
}

// Times returns r v.
func (F64) Times(r, v Value) Value { return F32{}.Times(r, v) }

// Part returns a component.
func (F64) Part(v Value, i int) Value { return F32{}.Part(v, i) }

// Join returns a vec2.
func (F64) Join(re, im Value) Value {
	return Value{Text: fmt.Sprintf("vec2<f64>(%s, %s)", re.Text, im.Text)}
}

// Swap returns the components in the other order.
func (F64) Swap(v Value) Value { return F32{}.Swap(v) }

// Append appends two little-endian float64: each part, rounded.
func (F64) Append(b []byte, c Constant) []byte {
	z := c.Z + c.rest()
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(real(z)))
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(imag(z)))
}

// float64Literal returns the shortest f64 literal that is v, of up to 17 digits.
func float64Literal(v float64) string {
	if math.Abs(v) < 1e-6 && v != 0 || math.Abs(v) > 1e15 {
		return strconv.FormatFloat(v, 'e', -1, 64) + "lf"
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s + "lf"
}
