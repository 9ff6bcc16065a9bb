package wgsl

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// DoubleSingle is a format with about twice the digits of f32, which needs f32 only. A real number is the sum of
// two f32, hi + lo with |lo| <= 2^-24 |hi|; it is a vec2 of hi and lo. A complex number is a vec4 of two real
// numbers. Sums and products have relative errors of a few 2^-48. The format has the range of f32. Numbers below
// 2^-78 have fewer digits on devices that flush denormal numbers to zero. Infinities become NaN.
//
// The arithmetic computes the exact error of a rounded sum or product (Dekker, A floating-point technique for
// extending the available precision, 1971; Knuth, The Art of Computer Programming, volume 2, section 4.2.2):
//
//	s = fl(a + b)    v = fl(s - a)    a + b = s + ((a - (s - v)) + (b - v))               (1)
//	p = fl(a b)                       a b = p + fma(a, b, -p)                             (2)
//
// Drivers may simplify (1) by the laws of real numbers. The error would then be 0, and lo would be lost. The
// fields select forms of (1) and (2) that prevent this. The zero value is the safest form. DoubleSingles lists
// all of them. Package exactness finds the cheapest form that a device computes exactly.
type DoubleSingle struct {
	Guard   Guard
	Product ExactProduct
}

// A Guard lists the intermediate results that are hidden from the driver's optimiser. A hidden value x is
//
//	bitcast<f32>(min(bitcast<u32>(x), 0xfffffffeu))
//
// It equals x unless x is one of the NaNs.
type Guard uint8

// The guards.
const (
	GuardAll  Guard = iota // all results of (1) and (2)
	GuardSums              // s of (1), and p of (2)
	NoGuard                // none
)

// An ExactProduct is the form of (2).
type ExactProduct uint8

// The forms of exact products.
const (
	// SplitProduct splits a and b into halves of 12 bits. Products of the halves are exact in f32.
	SplitProduct ExactProduct = iota
	// FusedProduct uses fma. Drivers may round the product within fma.
	FusedProduct
)

// guardTags and productTags are the parts of tags.
var (
	guardTags   = [...]string{GuardAll: "", GuardSums: ".sums", NoGuard: ".none"}
	productTags = [...]string{SplitProduct: "", FusedProduct: ".fma"}
)

// DoubleSingles returns all forms, the cheapest first: in the order of the costs of sums, then products.
func DoubleSingles() []DoubleSingle {
	return []DoubleSingle{
		{NoGuard, FusedProduct}, {NoGuard, SplitProduct}, {GuardSums, FusedProduct},
		{GuardSums, SplitProduct}, {GuardAll, FusedProduct}, {GuardAll, SplitProduct},
	}
}

// parseDoubleSingle reads the text after ds in a tag.
func parseDoubleSingle(rest string) (Number, error) {
	var tags []string
	for _, d := range DoubleSingles() {
		if d.Tag() == "ds"+rest {
			return d, nil
		}
		tags = append(tags, d.Tag())
	}
	return nil, fmt.Errorf("no number format ds%s: want one of %s", rest, strings.Join(tags, ", "))
}

// Tag returns ds, the guard and the product: ds.sums.fma. The parts of the zero value are left out.
func (d DoubleSingle) Tag() string {
	if d.Check() != nil {
		return fmt.Sprintf("ds.%d.%d", d.Guard, d.Product)
	}
	return "ds" + guardTags[d.Guard] + productTags[d.Product]
}

// Check returns an error if a field has none of the constants of its type.
func (d DoubleSingle) Check() error {
	if d.Guard > NoGuard || d.Product > FusedProduct {
		return fmt.Errorf("double-single with guard %d and product %d: use the constants", d.Guard, d.Product)
	}
	return nil
}

// Cost returns the instructions of the functions. A guard takes one.
func (d DoubleSingle) Cost() NumberCost {
	sum := [...]float64{NoGuard: 11, GuardSums: 11 + 2, GuardAll: 11 + 7}[d.Guard]
	product := [...]float64{NoGuard: 1, GuardSums: 1 + 1, GuardAll: 1 + 1}[d.Guard]
	rest := [...]float64{NoGuard: 8, GuardSums: 8, GuardAll: 12 + 9}[d.Guard] // guards keep products out of sums
	if d.Product == FusedProduct {
		rest = 1
	}
	// Each part of a complex product has two products with their errors, three instructions for the low parts of
	// each, and a sum.
	return NumberCost{Sum: sum, Product: 2 * (2*(product+rest+3) + sum)}
}

// Types returns vec2<f32> and vec4<f32>.
func (DoubleSingle) Types() (real, complex string) { return "vec2<f32>", "vec4<f32>" }

// Pair returns no type: two complex numbers have eight f32.
func (DoubleSingle) Pair() (kind string, halves [2]string) { return "", halves }

// Vector returns no type.
func (DoubleSingle) Vector(int) string { return "" }

// Bytes returns 8.
func (DoubleSingle) Bytes() int { return 8 }

// Functions returns the arithmetic. Functions ds1_NAME compute with one number, with parts of type f32.
// Functions ds2_NAME compute with two numbers together, with parts of type vec2<f32>.
func (d DoubleSingle) Functions() []Func {
	one := d.arithmetic("#", "1", "T", "f32", "U", "u32", "R", "vec2<f32>", "PACK", "vec2<f32>(h, l)")
	two := d.arithmetic("#", "2", "T", "vec2<f32>", "U", "vec2<u32>", "R", "vec4<f32>",
		"PACK", "vec4<f32>(h.x, l.x, h.y, l.y)")
	return slices.Concat(one, two, []Func{
		{Name: "ds_add_real", Text: `fn ds_add_real(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return ds1_sum(a.x, a.y, b.x, b.y);
}
`},
		{Name: "ds_add_complex", Text: `fn ds_add_complex(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return ds2_sum(a.xz, a.yw, b.xz, b.yw);
}
`},
		{Name: "ds_times_real", Text: `fn ds_times_real(r: vec2<f32>, v: vec2<f32>) -> vec2<f32> {
    return ds1_product(r.x, r.y, v.x, v.y);
}
`},
		{Name: "ds_times_complex", Text: `// r v, r real
fn ds_times_complex(r: vec2<f32>, v: vec4<f32>) -> vec4<f32> {
    return ds2_product(r.xx, r.yy, v.xz, v.yw);
}
`},
		{Name: "ds_mul_complex", Text: strings.ReplaceAll(`// a w = re(a) w + im(a) i w, complex
fn ds_mul_complex(a: vec4<f32>, w: vec4<f32>) -> vec4<f32> {
    let iw = vec4<f32>(-w.zw, w.xy);
    let p = `+d.guard("a.xx * w.xz")+`;
    let q = `+d.guard("a.zz * iw.xz")+`;
    let e = ds2_rest(a.xx, w.xz, p) + (a.xx * w.yw + a.yy * w.xz);
    let f = ds2_rest(a.zz, iw.xz, q) + (a.zz * iw.yw + a.ww * iw.xz);
    return ds2_sum(p, e, q, f);
}
`, "#", "2")},
	})
}

// guard hides an expression, unless the guard is NoGuard.
func (d DoubleSingle) guard(x string) string {
	if d.Guard == NoGuard {
		return x
	}
	return "ds#_hidden(" + x + ")"
}

// guardAll hides an expression if the guard is GuardAll.
func (d DoubleSingle) guardAll(x string) string {
	if d.Guard == GuardAll {
		return "ds#_hidden(" + x + ")"
	}
	return x
}

// guardTerm is guardAll for a sum that is a term of another sum.
func (d DoubleSingle) guardTerm(x string) string {
	if d.Guard == GuardAll {
		return d.guardAll(x)
	}
	return "(" + x + ")"
}

// arithmetic returns the functions for numbers with parts of type T and bits of type U. PACK makes results of type R
// from parts h and l. # is the digit in the functions' names. replace has these words and their replacements.
func (d DoubleSingle) arithmetic(replace ...string) []Func {
	rest := `// a b - p for p = a b rounded, exactly
fn ds#_rest(a: T, b: T, p: T) -> T {
    return fma(a, b, -p);
}
`
	if d.Product == SplitProduct {
		rest = `// a b - p for p = a b rounded, exactly: products of halves of 12 bits are exact (Dekker 1971)
fn ds#_rest(a: T, b: T, p: T) -> T {
    let a1 = bitcast<T>(bitcast<U>(a) & U(0xfffff000u));
    let b1 = bitcast<T>(bitcast<U>(b) & U(0xfffff000u));
    let a2 = ` + d.guardAll("a - a1") + `;
    let b2 = ` + d.guardAll("b - b1") + `;
    var e = ` + d.guardAll(d.guardAll("a1 * b1")+" - p") + `;
    e = ` + d.guardAll("e + "+d.guardAll("a1 * b2")) + `;
    e = ` + d.guardAll("e + "+d.guardAll("a2 * b1")) + `;
    return e + ` + d.guardAll("a2 * b2") + `;
}
`
	}
	all := []Func{
		{Name: "ds#_hidden", Text: `// x, hidden from the optimiser
fn ds#_hidden(x: T) -> T {
    return bitcast<T>(min(bitcast<U>(x), U(0xfffffffeu)));
}
`},
		{Name: "ds#_rest", Text: rest},
		{Name: "ds#_normal", Text: `// hi + lo as a number (Dekker 1971)
fn ds#_normal(hi: T, lo: T) -> R {
    let h = ` + d.guard("hi + lo") + `;
    let l = lo - ` + d.guardTerm("h - hi") + `;
    return PACK;
}
`},
		{Name: "ds#_sum", Text: `// a + b of high and low parts, with the exact error of the high parts (Knuth)
fn ds#_sum(ah: T, al: T, bh: T, bl: T) -> R {
    let s = ` + d.guard("ah + bh") + `;
    let v = ` + d.guardAll("s - ah") + `;
    let e = ` + d.guardTerm("ah - "+d.guardTerm("s - v")) + " + " + d.guardTerm("bh - v") + ` + (al + bl);
    return ds#_normal(s, e);
}
`},
		{Name: "ds#_product", Text: `// a b of high and low parts, with the exact error of the high parts
fn ds#_product(ah: T, al: T, bh: T, bl: T) -> R {
    let p = ` + d.guard("ah * bh") + `;
    return ds#_normal(p, ds#_rest(ah, bh, p) + (ah * bl + al * bh));
}
`},
	}
	to := strings.NewReplacer(replace...)
	for i := range all {
		all[i].Name, all[i].Text = to.Replace(all[i].Name), to.Replace(all[i].Text)
	}
	return all
}

// parts returns hi and lo of a number.
func (DoubleSingle) parts(x float64) (hi, lo float32) {
	hi = float32(x)
	return hi, float32(x - float64(hi))
}

// Round returns hi + lo.
func (d DoubleSingle) Round(x float64) float64 {
	hi, lo := d.parts(x)
	return float64(hi) + float64(lo)
}

// Constant returns a vector of literals.
func (d DoubleSingle) Constant(c Constant, isReal bool) Value {
	literal := func(x float64) string {
		hi, lo := d.parts(x)
		return exactFloat(hi) + ", " + exactFloat(lo)
	}
	if isReal {
		return Value{Text: "vec2<f32>(" + literal(real(c.Z)) + ")", Real: true}
	}
	return Value{Text: "vec4<f32>(" + literal(real(c.Z)) + ", " + literal(imag(c.Z)) + ")"}
}

// call returns the call of a function of real or of complex numbers.
func (DoubleSingle) call(name string, a, b Value) Value {
	kind := "complex"
	if b.Real {
		kind = "real"
	}
	return Value{Text: fmt.Sprintf("ds_%s_%s(%s, %s)", name, kind, a.Text, b.Text), Real: b.Real}
}

// Add returns a + b.
func (d DoubleSingle) Add(a, b Value) Value { return d.call("add", a, b) }

// Sub returns a + -b.
func (d DoubleSingle) Sub(a, b Value) Value { return d.call("add", a, d.Neg(b)) }

// Neg returns -v.
func (DoubleSingle) Neg(v Value) Value { return v.negated() }

// FlipSign returns -v or v.
func (d DoubleSingle) FlipSign(word, v Value) Value {
	text := fmt.Sprintf("select(%s, %s, %s)", v.Text, d.Neg(v).Text, isSigned(word).Text)
	return Value{Text: text, Real: v.Real}
}

// Mul returns the complex product a w.
func (d DoubleSingle) Mul(a, w Value) Value { return d.call("mul", a, w) }

// Scale returns c v. A power of two scales both parts exactly.
func (d DoubleSingle) Scale(c Constant, v Value) Value {
	if f, _ := math.Frexp(c.Float64()); math.Abs(f) == 0.5 {
		return Binary("*", signed(exactFloat(float32(c.Float64()))), v)
	}
	return d.Times(d.Constant(c, true), v)
}

// ScaleExactly returns c v.
func (d DoubleSingle) ScaleExactly(c Constant, v Value) Value { return d.Scale(c, v) }

// Times returns r v.
func (d DoubleSingle) Times(r, v Value) Value { return d.call("times", r, v) }

// Part returns a real number.
func (DoubleSingle) Part(v Value, i int) Value {
	part := v.Member([2]string{"xy", "zw"}[i])
	part.Real = true
	return part
}

// Join returns a vec4 of two real numbers.
func (DoubleSingle) Join(re, im Value) Value {
	return Value{Text: fmt.Sprintf("vec4<f32>(%s, %s)", re.Text, im.Text)}
}

// Swap returns the parts in the other order.
func (DoubleSingle) Swap(v Value) Value { return v.Member("zwxy") }

// Append appends four little-endian float32.
func (d DoubleSingle) Append(b []byte, c Constant) []byte {
	for _, x := range []float64{real(c.Z), imag(c.Z)} {
		hi, lo := d.parts(x)
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(hi))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(lo))
	}
	return b
}

// exactFloat returns the shortest f32 literal that is x.
func exactFloat(x float32) string {
	if x == 0 {
		return "0.0"
	}
	return strconv.FormatFloat(float64(x), 'e', -1, 32)
}
