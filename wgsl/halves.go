package wgsl

import (
	"fmt"
	"math"
)

// Halves are the types of numbers of 16 bits in memory: binary16 of IEEE 754, and bfloat16, the upper
// half of an f32. A load converts to f32. A store rounds to the nearest number, ties to even; numbers
// beyond the range become infinite.
type Halves struct {
	Bfloat  bool // bfloat16 in place of binary16
	Complex bool // an element is a complex number: the real part, then the imaginary part

	// Packed converts binary16 by the functions pack2x16float and unpack2x16float of WGSL. Their rounding
	// depends on the driver. Otherwise the conversion has integer operations, which cost more and give
	// the same results on every driver.
	Packed bool
}

// halvesParsers returns the parsers of the types.
func halvesParsers() (all []Parser[Element]) {
	for _, h := range []Halves{{}, {Packed: true}, {Bfloat: true}} {
		for _, h.Complex = range []bool{false, true} {
			all = append(all, Parser[Element]{h.Tag(), func(rest string) (Element, error) {
				return h, onlyPrefix(rest)
			}})
		}
	}
	return all
}

// Tag returns f16 or bf16, then x2 for complex numbers, then packed.
func (h Halves) Tag() string {
	tag := "f16"
	if h.Bfloat {
		tag = "bf16"
	}
	if h.Complex {
		tag += "x2"
	}
	if h.Packed {
		tag += "packed"
	}
	return tag
}

// String returns float16 or bfloat16.
func (h Halves) String() string {
	if h.Bfloat {
		return "bfloat16"
	}
	return "float16"
}

// Check returns an error for packed bfloat16, because WGSL has no function for it.
func (h Halves) Check() error {
	if h.Bfloat && h.Packed {
		return fmt.Errorf("halves: WGSL has no function that packs bfloat16: leave out Packed")
	}
	return nil
}

// Remark describes the type.
func (h Halves) Remark() string { return h.String() + ", rounded to the nearest" }

// For returns the type for real or complex numbers.
func (h Halves) For(isReal bool) Element {
	h.Complex = !isReal
	return h
}

// IsReal reports whether an element is a real number.
func (h Halves) IsReal() bool { return !h.Complex }

// Bytes returns the size of an element: 2 or 4.
func (h Halves) Bytes() int {
	if h.Complex {
		return 4
	}
	return 2
}

// Type returns the type of the words. Lanes write the real numbers of one word by atomic operations.
func (h Halves) Type(isWritten bool) string {
	if isWritten && !h.Complex {
		return "atomic<u32>"
	}
	return "u32"
}

// names returns the functions that convert two f32 to a word and a word to two f32.
func (h Halves) names() (toWord, toNumbers string) {
	switch {
	case h.Packed:
		return "pack2x16float", "unpack2x16float"
	case h.Bfloat:
		return "bf16_word", "bf16_numbers"
	}
	return "f16_word", "f16_numbers"
}

// Read returns the statements that return element i of an array as f32.
func (h Halves) Read(array, i string) string {
	_, numbers := h.names()
	if h.Complex {
		return fmt.Sprintf("return %s(%s[%s]);", numbers, array, i)
	}
	return fmt.Sprintf("return %s(%s[%s >> 1u] >> ((%s & 1u) * 16u)).x;", numbers, array, i, i)
}

// Write returns the statements that store v as element i of an array.
func (h Halves) Write(array, i string) string {
	word, _ := h.names()
	if h.Complex {
		return fmt.Sprintf("%s[%s] = %s(v);", array, i, word)
	}
	return fmt.Sprintf("let shift = (%s & 1u) * 16u;\n", i) +
		setBits(array, i+" >> 1u", fmt.Sprintf("(%s(vec2<f32>(v, 0.0)) << shift)", word), "(65535u << shift)")
}

// WritePair returns the statements that store v.x and v.y as real elements i and i + 1. If they fill a
// word, it is stored without a mask.
func (h Halves) WritePair(array, i string) string {
	word, _ := h.names()
	return fmt.Sprintf(`if ((%s & 1u) == 1u) {
put_%s(e, v.x);
put_%s(e + 1u, v.y);
return;
}
atomicStore(&%s[%s >> 1u], %s(v));`, i, array, array, array, i, word)
}

// Functions returns the function that Read or Write calls.
func (h Halves) Functions(isWrite bool) []Func {
	if h.Packed {
		return nil
	}
	word, numbers := h.names()
	if isWrite {
		return []Func{{Name: word, Text: halvesText[word]}}
	}
	return []Func{{Name: numbers, Text: halvesText[numbers]}}
}

// halvesText are the functions that convert numbers by integer operations. f16_word rounds normal numbers by
// adding half a unit to their bits. If a number below 2^-14 is added to 0.5, the low bits of the sum are the
// result, because a unit of 0.5 in f32 is 2^-24.
var halvesText = map[string]string{
	"f16_word": `// two binary16: the numbers nearest to the parts of v
fn f16_word(v: vec2<f32>) -> u32 {
    let bits = bitcast<vec2<u32>>(v);
    let size = bits & vec2<u32>(0x7fffffffu);
    let odd = (size >> vec2<u32>(13u)) & vec2<u32>(1u);
    let normal = ((size + vec2<u32>(0xfffu) + odd) >> vec2<u32>(13u)) - vec2<u32>(0x1c000u);
    let small = bitcast<vec2<u32>>(bitcast<vec2<f32>>(size) + vec2<f32>(0.5)) - vec2<u32>(0x3f000000u);
    var half = select(min(normal, vec2<u32>(0x7c00u)), small, size < vec2<u32>(0x38800000u));
    half = select(half, vec2<u32>(0x7e00u), size > vec2<u32>(0x7f800000u));
    half |= (bits >> vec2<u32>(16u)) & vec2<u32>(0x8000u);
    return half.x | (half.y << 16u);
}
`,
	"f16_numbers": `// the values of two binary16
fn f16_numbers(word: u32) -> vec2<f32> {
    let half = vec2<u32>(word & 0xffffu, word >> 16u);
    let size = half & vec2<u32>(0x7fffu);
    let normal = (size << vec2<u32>(13u)) + vec2<u32>(0x38000000u);
    let small = bitcast<vec2<u32>>(vec2<f32>(size) * 5.9604644775390625e-8);
    var bits = select(normal, small, size < vec2<u32>(0x400u));
    bits = select(bits, normal + vec2<u32>(0x38000000u), size >= vec2<u32>(0x7c00u));
    return bitcast<vec2<f32>>(bits | ((half & vec2<u32>(0x8000u)) << vec2<u32>(16u)));
}
`,
	"bf16_word": `// two bfloat16: the numbers nearest to the parts of v
fn bf16_word(v: vec2<f32>) -> u32 {
    let bits = bitcast<vec2<u32>>(v);
    let odd = (bits >> vec2<u32>(16u)) & vec2<u32>(1u);
    let is_nan = (bits & vec2<u32>(0x7fffffffu)) > vec2<u32>(0x7f800000u);
    let half = select(bits + vec2<u32>(0x7fffu) + odd, vec2<u32>(0x7fc00000u), is_nan);
    return (half.x >> 16u) | (half.y & 0xffff0000u);
}
`,
	"bf16_numbers": `// the values of two bfloat16
fn bf16_numbers(word: u32) -> vec2<f32> {
    return bitcast<vec2<f32>>(vec2<u32>(word << 16u, word & 0xffff0000u));
}
`,
}

// Round returns the number nearest to z. Each part of a complex number is rounded.
func (h Halves) Round(z complex128) complex128 {
	if h.Complex {
		return complex(h.round(real(z)), h.round(imag(z)))
	}
	return complex(h.round(real(z)), 0)
}

// round returns the number of the format that is nearest to x.
func (h Halves) round(x float64) float64 {
	digits, least, most := 11, -24, 65520. // most and larger numbers become infinite
	if h.Bfloat {
		digits, least, most = 8, -133, 0x1.ffp127
	}
	if math.Abs(x) >= most {
		return math.Inf(int(math.Copysign(1, x)))
	}
	_, exponent := math.Frexp(x)
	unit := max(exponent-digits, least)
	return math.Ldexp(math.RoundToEven(math.Ldexp(x, -unit)), unit)
}
