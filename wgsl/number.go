package wgsl

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Number is a format of real numbers, and of complex numbers made of two: WGSL types, arithmetic,
// constants, and how a table is rounded. Numbers are comparable; Tag is the format's part of a
// kernel's name. The nil Number of a kernel is F32. A Number may have a method Check() error, which returns an error
// for an invalid format. A Number with exact arithmetic is a [Ring], too.
//
//	format        arithmetic            bytes  spacing at 1
//	F32           f32                   4      2^-23
//	F64           f64 of wgpu-native    8      2^-52
//	DoubleSingle  pairs of f32          8      2^-47
type Number interface {
	Tag() string
	// Types returns the WGSL types of a real and of a complex number.
	Types() (real, complex string)
	// Pair returns the WGSL type of two complex numbers that are read together, and the selectors of
	// the two. It returns an empty type if the format has none.
	Pair() (kind string, halves [2]string)
	// Vector returns the WGSL type of n real numbers that are read together, or "" if there is none.
	Vector(n int) string
	// Bytes returns the size of a real number.
	Bytes() int
	// Cost returns the instructions of the arithmetic.
	Cost() NumberCost
	// Functions returns the WGSL functions that the arithmetic calls. A function comes after the functions it calls.
	Functions() []Func
	// Constant returns a literal.
	Constant(c Constant, isReal bool) Value
	// Round returns x as the format holds it.
	Round(x float64) float64
	Add(a, b Value) Value
	Sub(a, b Value) Value
	Neg(v Value) Value
	// FlipSign returns -v where the highest bit of a u32 is set, and v otherwise.
	FlipSign(word, v Value) Value
	// Mul multiplies complex numbers, Scale by a real constant, Times by a real value.
	Mul(a, w Value) Value
	Scale(c Constant, v Value) Value
	// ScaleExactly multiplies by a real constant that the format may not hold, with the error of one
	// rounding of the product.
	ScaleExactly(c Constant, v Value) Value
	Times(r, v Value) Value
	// Part returns the real part (0) or the imaginary part (1).
	Part(v Value, i int) Value
	Join(re, im Value) Value
	Swap(v Value) Value
	// Append appends a complex table entry, rounded, in the byte order of the device.
	Append(b []byte, c Constant) []byte
}

// A NumberCost is the cost of arithmetic in instructions of the hardware. A multiplication with an addition counts
// as one. Instructions of F64 are f64 instructions, which take longer.
type NumberCost struct {
	Sum     float64 // of real numbers
	Product float64 // of complex numbers
}

// A scalar is a WGSL type of real numbers that has vectors. A complex number is a vec2 of it.
type scalar string

func (s scalar) types() (real, complex string) { return string(s), s.vector(2) }

func (s scalar) pair() (kind string, halves [2]string) { return s.vector(4), [2]string{".xy", ".zw"} }

func (s scalar) vector(n int) string {
	if n < 2 || n > 4 {
		return ""
	}
	return fmt.Sprintf("vec%d<%s>", n, string(s))
}

// functions returns the complex product.
func (s scalar) functions() []Func {
	return []Func{{Name: "cmul", Text: strings.ReplaceAll(`// a * w, complex
fn cmul(a: vec2<T>, w: vec2<T>) -> vec2<T> {
    return vec2<T>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}
`, "<T>", "<"+string(s)+">")}}
}

// F32 is the format of WGSL's f32. A complex number is a vec2 of real and imaginary part.
type F32 struct{}

// Tag returns the empty tag of the default format.
func (F32) Tag() string { return "" }

// Types returns f32 and vec2<f32>.
func (F32) Types() (real, complex string) { return scalar("f32").types() }

// Pair returns vec4<f32>.
func (F32) Pair() (kind string, halves [2]string) { return scalar("f32").pair() }

// Vector returns vec2<f32> to vec4<f32>.
func (F32) Vector(n int) string { return scalar("f32").vector(n) }

// Bytes returns 4.
func (F32) Bytes() int { return 4 }

// Cost returns one instruction for a sum and four for a product.
func (F32) Cost() NumberCost { return NumberCost{Sum: 1, Product: 4} }

// Functions returns the complex product.
func (F32) Functions() []Func { return scalar("f32").functions() }

// Round returns the f32 nearest to x.
func (F32) Round(x float64) float64 { return float64(float32(x)) }

// Constant returns a literal, the f32 nearest to each part.
func (F32) Constant(c Constant, isReal bool) Value {
	if isReal {
		return signed(float(real(c.Z)))
	}
	return Value{Text: fmt.Sprintf("vec2<f32>(%s, %s)", float(real(c.Z)), float(imag(c.Z)))}
}

// Add returns a + b, or a - c where b is -c.
func (F32) Add(a, b Value) Value {
	if c, isNegative := b.withoutSign(); isNegative {
		return Binary("-", a, c)
	}
	return Binary("+", a, b)
}

// Sub returns a - b.
func (F32) Sub(a, b Value) Value { return Binary("-", a, b) }

// Neg returns -v.
func (F32) Neg(v Value) Value { return v.negated() }

// FlipSign returns v with its sign bits changed.
func (F32) FlipSign(word, v Value) Value {
	real, bits, sign := "f32", "u32", Binary("&", word, signBit)
	if !v.Real {
		real, bits, sign = "vec2<f32>", "vec2<u32>", Value{Text: "vec2<u32>(" + sign.Text + ")"}
	}
	flipped := Binary("^", Value{Text: fmt.Sprintf("bitcast<%s>(%s)", bits, v.Text)}, sign)
	return Value{Text: fmt.Sprintf("bitcast<%s>(%s)", real, flipped.Text), Real: v.Real}
}

// signBit is the highest bit of a word.
var signBit = Value{Text: "0x80000000u"}

// isSigned returns the condition that the highest bit of a word is set.
func isSigned(word Value) Value { return Binary("!=", Binary("&", word, signBit), Value{Text: "0u"}) }

// Mul returns the complex product a w.
func (F32) Mul(a, w Value) Value { return Value{Text: fmt.Sprintf("cmul(%s, %s)", a.Text, w.Text)} }

// Scale returns c v.
func (F32) Scale(c Constant, v Value) Value { return Binary("*", signed(float(c.Float64())), v) }

// ScaleExactly returns v by. If by is no f32, the product uses the sum of two f32. A single f32 would have an error
// of up to half a unit in the last place.
func (f F32) ScaleExactly(by Constant, v Value) Value {
	c := by.Float64()
	near := float64(float32(c))
	if near == c {
		return Binary("*", v, signed(float(c)))
	}
	literal := float(near)
	if !v.Real {
		literal = "vec2<f32>(" + literal + ")"
	}
	low := Binary("*", v, signed(float(c-near)))
	return Value{Text: fmt.Sprintf("fma(%s, %s, %s)", v.Text, literal, low.Text), Real: v.Real}
}

// Times returns r v.
func (F32) Times(r, v Value) Value { return Binary("*", r, v) }

// Part returns a component.
func (F32) Part(v Value, i int) Value {
	part := v.Member([2]string{"x", "y"}[i])
	part.Real = true
	return part
}

// Join returns a vec2.
func (F32) Join(re, im Value) Value {
	return Value{Text: fmt.Sprintf("vec2<f32>(%s, %s)", re.Text, im.Text)}
}

// Swap returns the components in the other order.
func (F32) Swap(v Value) Value { return v.Member("yx") }

// Append appends two little-endian float32.
func (F32) Append(b []byte, c Constant) []byte {
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(real(c.Z))))
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(imag(c.Z))))
}

// float returns the shortest f32 literal nearest to v. It is never an integer literal.
func float(v float64) string {
	if math.Abs(v) < 1e-6 && v != 0 {
		return strconv.FormatFloat(float64(float32(v)), 'e', -1, 32)
	}
	s := strconv.FormatFloat(float64(float32(v)), 'f', -1, 32)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
