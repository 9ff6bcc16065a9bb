package wgsl_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"testing"

	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// doubleSingle is a number format that no other file knows: a real number is hi + lo of two f32, a
// complex one is (re.hi, re.lo, im.hi, im.lo). It has the range of f32 and 48 significant bits.
type doubleSingle struct{}

func (doubleSingle) Tag() string                           { return "doublesingle" }
func (doubleSingle) Types() (real, complex string)         { return "vec2<f32>", "vec4<f32>" }
func (doubleSingle) Pair() (kind string, halves [2]string) { return "", [2]string{} }
func (doubleSingle) Vector(int) string                     { return "" }
func (doubleSingle) Bytes() int                            { return 8 }

// The error of a sum, and of a product split on bits, is exact only as it is written. exact hides a value
// from compilers that reassociate.
var doubleSingleFunctions = []wgsl.Func{
	{Name: "exact", Text: `// x, opaque to the compiler
fn exact(x: vec2<f32>) -> vec2<f32> {
    return bitcast<vec2<f32>>(min(bitcast<vec2<u32>>(x), vec2<u32>(0xfffffffeu)));
}
`},
	{Name: "sums", Text: `// two sums a + b of hi and lo (Knuth 1969, the low parts added without their error)
fn sums(ah: vec2<f32>, al: vec2<f32>, bh: vec2<f32>, bl: vec2<f32>) -> vec4<f32> {
    let s = exact(ah + bh);
    let v = exact(s - ah);
    let e = exact(ah - exact(s - v)) + exact(bh - v) + (al + bl);
    let h = exact(s + e);
    let l = e - exact(h - s);
    return vec4<f32>(h.x, l.x, h.y, l.y);
}
`},
	{Name: "products", Text: `// two products a b of hi and lo: halves of 12 bits have exact products (Dekker 1971)
fn products(ah: vec2<f32>, al: vec2<f32>, bh: vec2<f32>, bl: vec2<f32>) -> vec4<f32> {
    let p = exact(ah * bh);
    let a1 = bitcast<vec2<f32>>(bitcast<vec2<u32>>(ah) & vec2<u32>(0xfffff000u));
    let a2 = exact(ah - a1);
    let b1 = bitcast<vec2<f32>>(bitcast<vec2<u32>>(bh) & vec2<u32>(0xfffff000u));
    let b2 = exact(bh - b1);
    let e = exact(exact(exact(exact(a1 * b1) - p) + exact(a1 * b2)) + exact(a2 * b1)) + exact(a2 * b2) +
        (ah * bl + al * bh);
    let h = exact(p + e);
    let l = e - exact(h - p);
    return vec4<f32>(h.x, l.x, h.y, l.y);
}
`},
	{Name: "add_complex", Text: `
fn add_complex(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> { return sums(a.xz, a.yw, b.xz, b.yw); }
`},
	{Name: "add_real", Text: `
fn add_real(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> { return sums(a.xx, a.yy, b.xx, b.yy).xy; }
`},
	{Name: "scale_complex", Text: `
fn scale_complex(r: vec2<f32>, v: vec4<f32>) -> vec4<f32> { return products(r.xx, r.yy, v.xz, v.yw); }
`},
	{Name: "scale_real", Text: `
fn scale_real(r: vec2<f32>, v: vec2<f32>) -> vec2<f32> { return products(r.xx, r.yy, v.xx, v.yy).xy; }
`},
	{Name: "mul_complex", Text: `fn mul_complex(a: vec4<f32>, w: vec4<f32>) -> vec4<f32> {
    let x = products(a.xx, a.yy, w.xz, w.yw);
    let y = products(a.zz, a.ww, w.zx, w.wy);
    return add_complex(x, vec4<f32>(-y.xy, y.zw));
}
`},
}

func (doubleSingle) Functions() []wgsl.Func { return doubleSingleFunctions }

// halves returns hi and lo of a number.
func (doubleSingle) halves(x float64) (hi, lo float64) {
	hi = float64(float32(x))
	return hi, float64(float32(x - hi))
}

func (d doubleSingle) Round(x float64) float64 {
	hi, lo := d.halves(x)
	return hi + lo
}

// literal returns hi and lo as arguments of a vector.
func (d doubleSingle) literal(x float64) string {
	hi, lo := d.halves(x)
	return strconv.FormatFloat(hi, 'e', -1, 32) + ", " + strconv.FormatFloat(lo, 'e', -1, 32)
}

func (d doubleSingle) Constant(z complex128, isReal bool) wgsl.Value {
	if isReal {
		return wgsl.Value{Text: "vec2<f32>(" + d.literal(real(z)) + ")", Real: true}
	}
	return wgsl.Value{Text: "vec4<f32>(" + d.literal(real(z)) + ", " + d.literal(imag(z)) + ")"}
}

// call returns a call of the function for real or for complex numbers.
func (doubleSingle) call(name string, a, b wgsl.Value) wgsl.Value {
	kind := "complex"
	if b.Real {
		kind = "real"
	}
	return wgsl.Value{Text: fmt.Sprintf("%s_%s(%s, %s)", name, kind, a.Text, b.Text), Real: b.Real}
}

func (d doubleSingle) Add(a, b wgsl.Value) wgsl.Value   { return d.call("add", a, b) }
func (d doubleSingle) Sub(a, b wgsl.Value) wgsl.Value   { return d.call("add", a, d.Neg(b)) }
func (d doubleSingle) Mul(a, w wgsl.Value) wgsl.Value   { return d.call("mul", a, w) }
func (d doubleSingle) Times(r, v wgsl.Value) wgsl.Value { return d.call("scale", r, v) }
func (d doubleSingle) Scale(c float64, v wgsl.Value) wgsl.Value {
	return d.Times(d.Constant(complex(c, 0), true), v)
}
func (d doubleSingle) ScaleExactly(c float64, v wgsl.Value) wgsl.Value { return d.Scale(c, v) }
func (doubleSingle) Neg(v wgsl.Value) wgsl.Value {
	return wgsl.Value{Text: "(-" + v.Text + ")", Real: v.Real}
}

func (d doubleSingle) FlipSign(word string, v wgsl.Value) wgsl.Value {
	text := fmt.Sprintf("select(%s, -%s, (%s & 0x80000000u) != 0u)", v.Text, v.Text, word)
	return wgsl.Value{Text: text, Real: v.Real}
}

func (doubleSingle) Part(v wgsl.Value, i int) wgsl.Value {
	return wgsl.Value{Text: v.Text + [2]string{".xy", ".zw"}[i], Real: true}
}

func (doubleSingle) Join(re, im wgsl.Value) wgsl.Value {
	return wgsl.Value{Text: fmt.Sprintf("vec4<f32>(%s, %s)", re.Text, im.Text)}
}

func (doubleSingle) Swap(v wgsl.Value) wgsl.Value { return wgsl.Value{Text: v.Text + ".zwxy"} }

func (d doubleSingle) Append(b []byte, z complex128) []byte { return d.Put(d.Put(b, real(z)), imag(z)) }

// Put, Get and Eps are for run.
func (d doubleSingle) Put(b []byte, x float64) []byte {
	hi, lo := d.halves(x)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(hi)))
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(lo)))
}

func (doubleSingle) Get(b []byte) float64 { return single{}.Get(b) + single{}.Get(b[4:]) }
func (doubleSingle) Eps() float64         { return 0x1p-47 }

// A number format is one file: kernels of every idea compute in double-single, a hundred million times
// more exactly than in f32.
func TestNumberFormat(t *testing.T) {
	d := testgpu.Open(t)
	for name, tr := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			tr.kernel.Number = doubleSingle{}
			tr.run(t, d, wgsl.Parsers{Numbers: []wgsl.Parser[wgsl.Number]{
				{Prefix: "doublesingle", Parse: func(string) (wgsl.Number, error) { return doubleSingle{}, nil }},
			}})
		})
	}
}
