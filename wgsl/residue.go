package wgsl

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/cmplx"
	"strconv"
	"strings"

	"wgfft/internal/modular"
)

// Residue is the format of residues modulo a prime P below 2^31. A real number is a u32 below P. A complex number is a
// vec2 of two: a + b I in F_P[I], with I*I = -1. If P is 3 modulo 4, this ring is the field with P^2 elements. If P is
// 1 modulo 4, it is a product of two fields F_P.
//
// The elements a + b I with a*a + b*b = 1 form a cyclic group, as the complex numbers of modulus 1 do. Its order is
// P + 1 or P - 1. The root exp(2 pi i e/n) is its element of the same order, and conjugation is the inverse there. So
// all kernels without floating-point constants compute exact transforms.
//
// For P = 2^31 - 1 products are reduced by a shift and a sum. For other primes, constants and tables hold residues
// times 2^32, and products are those of Montgomery (Modular multiplication without trial division, 1985): the product
// of an element of an array and a constant is an element of an array.
type Residue struct{ modular.Field }

// Tag returns mod, the prime, g and the generator: mod998244353g3.
func (f Residue) Tag() string { return fmt.Sprintf("mod%dg%d", f.P, f.G) }

// parseResidue reads the text after mod in a tag.
func parseResidue(rest string) (Number, error) {
	prime, generator, _ := strings.Cut(rest, "g")
	p, err := strconv.ParseUint(prime, 10, 32)
	if err != nil {
		return nil, err
	}
	g, err := strconv.ParseUint(generator, 10, 32)
	if err != nil {
		return nil, err
	}
	f, err := modular.New(uint32(p), uint32(g))
	return Residue{f}, err
}

// Types returns u32 and vec2<u32>.
func (Residue) Types() (real, complex string) { return scalar("u32").types() }

// Pair returns vec4<u32>.
func (Residue) Pair() (kind string, halves [2]string) { return scalar("u32").pair() }

// Vector returns vec2<u32> to vec4<u32>.
func (Residue) Vector(n int) string { return scalar("u32").vector(n) }

// Bytes returns 4.
func (Residue) Bytes() int { return 4 }

// Cost returns the instructions of the functions.
func (f Residue) Cost() NumberCost {
	high, product := 10.0, 5.0
	if !f.isMersenne() {
		product = high + 5
	}
	return NumberCost{Sum: 3, Product: 4*(high+product) + 6}
}

// isMersenne reports whether P is 2^31 - 1.
func (f Residue) isMersenne() bool { return f.P == modular.Mersenne31 }

// Functions returns the arithmetic. Functions NAME1 take one residue, functions NAME2 two of them.
func (f Residue) Functions() []Func {
	product := `// a b / 2^32 modulo P (Montgomery 1985)
fn mod_mul1(a: u32, b: u32) -> u32 {
    let d = mul_high(a, b) - mul_high(a * b * INVERSEu, Pu);
    return min(d, d + Pu);
}
`
	if f.isMersenne() {
		product = `// a b modulo P = 2^31 - 1: the bits from 2^31 on count as a number of their own
fn mod_mul1(a: u32, b: u32) -> u32 {
    let low = a * b;
    let s = (low & Pu) + ((mul_high(a, b) << 1u) | (low >> 31u));
    return min(s, s - Pu);
}
`
	}
	all := []Func{{Name: "mul_high", Text: `// the upper word of a b
fn mul_high(a: u32, b: u32) -> u32 {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let middle = a1 * b0 + ((a0 * b0) >> 16u);
    let rest = a0 * b1 + (middle & 0xffffu);
    return a1 * b1 + (middle >> 16u) + (rest >> 16u);
}
`}, {Name: "mod_mul1", Text: product}, {Name: "mod_mul2", Text: `// r v, r real
fn mod_mul2(r: u32, v: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(mod_mul1(r, v.x), mod_mul1(r, v.y));
}
`}}
	for i, t := range []string{"u32", "vec2<u32>"} {
		n := strconv.Itoa(i + 1)
		all = append(all, Func{Name: "mod_add" + n, Text: strings.NewReplacer("#", n, "T", t).Replace(`// a + b modulo P
fn mod_add#(a: T, b: T) -> T {
    let s = a + b;
    return min(s, s - T(Pu));
}
`)}, Func{Name: "mod_sub" + n, Text: strings.NewReplacer("#", n, "T", t).Replace(`// a - b modulo P
fn mod_sub#(a: T, b: T) -> T {
    let s = a - b;
    return min(s, s + T(Pu));
}
`)})
	}
	all = append(all, Func{Name: "mod_cmul", Text: `// a w
fn mod_cmul(a: vec2<u32>, w: vec2<u32>) -> vec2<u32> {
    let x = mod_sub1(mod_mul1(a.x, w.x), mod_mul1(a.y, w.y));
    return vec2<u32>(x, mod_add1(mod_mul1(a.x, w.y), mod_mul1(a.y, w.x)));
}
`})
	literal := func(x uint32) string { return fmt.Sprintf("%du", x) }
	numbers := strings.NewReplacer("INVERSEu", literal(modular.Inverse32(f.P)), "Pu", literal(f.P))
	for i := range all {
		all[i].Text = numbers.Replace(all[i].Text)
	}
	return all
}

// call returns the call of a function of residues, or of pairs of them.
func (Residue) call(name string, a, b Value) Value {
	n := "2"
	if b.Real {
		n = "1"
	}
	return Value{Text: fmt.Sprintf("mod_%s%s(%s, %s)", name, n, a.Text, b.Text), Real: b.Real}
}

// stored returns a part of an element as constants and tables hold it.
func (f Residue) stored(part float64) uint32 {
	if f.isMersenne() {
		return uint32(part)
	}
	return uint32(uint64(part) << 32 % uint64(f.P))
}

// words returns the two words of a constant. They are 0 for a constant that Element refuses, and so does Check.
func (f Residue) words(c Constant) (a, b uint32) {
	z, err := f.Element(c)
	if err != nil {
		return 0, 0
	}
	return f.stored(real(z)), f.stored(imag(z))
}

// Constant returns a literal.
func (f Residue) Constant(c Constant, isReal bool) Value {
	a, b := f.words(c)
	if isReal {
		return Value{Text: fmt.Sprintf("%du", a), Real: true}
	}
	return Value{Text: fmt.Sprintf("vec2<u32>(%du, %du)", a, b)}
}

// Round returns x.
func (Residue) Round(x float64) float64 { return x }

// Add returns a + b.
func (f Residue) Add(a, b Value) Value { return f.call("add", a, b) }

// Sub returns a - b.
func (f Residue) Sub(a, b Value) Value { return f.call("sub", a, b) }

// Neg returns 0 - v.
func (f Residue) Neg(v Value) Value { return f.call("sub", f.Constant(Constant{}, v.Real), v) }

// FlipSign returns -v or v.
func (f Residue) FlipSign(word, v Value) Value {
	return Value{Text: fmt.Sprintf("select(%s, %s, %s)", v.Text, f.Neg(v).Text, isSigned(word).Text), Real: v.Real}
}

// Mul returns the product a w in F_P[I].
func (Residue) Mul(a, w Value) Value {
	return Value{Text: fmt.Sprintf("mod_cmul(%s, %s)", a.Text, w.Text)}
}

// Scale returns c v.
func (f Residue) Scale(c Constant, v Value) Value { return f.Times(f.Constant(c, true), v) }

// ScaleExactly returns c v.
func (f Residue) ScaleExactly(c Constant, v Value) Value { return f.Scale(c, v) }

// Times returns r v.
func (f Residue) Times(r, v Value) Value { return f.call("mul", r, v) }

// Part returns a component.
func (Residue) Part(v Value, i int) Value { return F32{}.Part(v, i) }

// Join returns a vec2.
func (Residue) Join(re, im Value) Value {
	return Value{Text: fmt.Sprintf("vec2<u32>(%s, %s)", re.Text, im.Text)}
}

// Swap returns the components in the other order.
func (Residue) Swap(v Value) Value { return F32{}.Swap(v) }

// Append appends two little-endian words.
func (f Residue) Append(b []byte, c Constant) []byte {
	x, y := f.words(c)
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, x), y)
}

// HasRoot returns an error unless n divides the order of the group of roots.
func (f Residue) HasRoot(n int) error { return f.Field.HasRoot(n) }

// Element returns the element that a constant names. A constant without a name must have whole numbers as its parts.
func (f Residue) Element(c Constant) (complex128, error) {
	if c.factors[0].kind == noFactor {
		whole := func(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1<<53 }
		if !whole(real(c.Z)) || !whole(imag(c.Z)) {
			return 0, fmt.Errorf("number format %s has no constant %v: want a root of unity or a ratio", f.Tag(), c.Z)
		}
		return element(modular.Pair{A: f.Of(int64(real(c.Z))), B: f.Of(int64(imag(c.Z)))}), nil
	}
	z := modular.Pair{A: 1}
	for _, x := range c.factors {
		var y modular.Pair
		switch x.kind {
		case noFactor:
			continue
		case ratio:
			y.A = f.Field.Mul(f.Of(x.e), f.Inverse(f.Of(x.n)))
			if x.n%int64(f.P) == 0 {
				return 0, fmt.Errorf("number format %s has no ratio %d/%d", f.Tag(), x.e, x.n)
			}
		case rootFactor, reFactor, imFactor:
			if err := f.HasRoot(int(x.n)); err != nil {
				return 0, err
			}
			y = f.Root(uint64(x.n), uint64(x.n-x.e)) // w_n is exp(-2 pi i/n)
			switch x.kind {
			case reFactor:
				y.B = 0
			case imFactor:
				y = modular.Pair{A: y.B}
			}
		default:
			return 0, fmt.Errorf("number format %s has no square root of 1/%d: use another norm", f.Tag(), x.n)
		}
		z = f.Product2(z, y)
	}
	return element(z), nil
}

// element returns a pair as an element of the ring.
func element(z modular.Pair) complex128 { return complex(float64(z.A), float64(z.B)) }

// pair returns an element of the ring as a pair.
func pair(z complex128) modular.Pair { return modular.Pair{A: uint32(real(z)), B: uint32(imag(z))} }

// combined returns the result of an operation. It is NaN if an operand is, which no kernel may have written.
func combined(a, b complex128, do func(a, b modular.Pair) modular.Pair) complex128 {
	if cmplx.IsNaN(a) || cmplx.IsNaN(b) {
		return cmplx.NaN()
	}
	return element(do(pair(a), pair(b)))
}

// Sum returns a + b.
func (f Residue) Sum(a, b complex128) complex128 {
	return combined(a, b, func(x, y modular.Pair) modular.Pair {
		return modular.Pair{A: f.Field.Add(x.A, y.A), B: f.Field.Add(x.B, y.B)}
	})
}

// Difference returns a - b.
func (f Residue) Difference(a, b complex128) complex128 {
	return combined(a, b, func(x, y modular.Pair) modular.Pair {
		return modular.Pair{A: f.Field.Sub(x.A, y.A), B: f.Field.Sub(x.B, y.B)}
	})
}

// Product returns a b.
func (f Residue) Product(a, b complex128) complex128 { return combined(a, b, f.Product2) }
