package expr

import (
	"fmt"
	"math"
	"strings"

	"wgfft/wgsl"
)

// A Format has the WGSL types and functions for the numbers of one precision.
type Format struct {
	Number        wgsl.Number
	library       func() map[string]*Function // the functions that are written in the language of a Func
	real, Complex string                      // WGSL types
	Prefix        string                      // the prefix of the names of functions
	native        map[string]string           // WGSL built-in functions by their names in a Func
	primitives    map[string]string           // WGSL texts of functions that can't be written as a Func
	isSingle      bool                        // single precision
	IsPair        bool                        // a number is a double-single, for which WGSL has no operators
}

// NewFormat returns the format of kernels for numbers.
func NewFormat(n wgsl.Number) *Format {
	f := &Format{Number: n, Prefix: "nd2_", library: library}
	f.real, f.Complex = n.Types()
	switch n.(type) {
	case wgsl.F32:
		f.Prefix, f.native, f.primitives, f.isSingle = "nd_", f32Functions, f32Primitives, true
		f.library = singleLibrary
	case wgsl.F64:
		f.native, f.primitives = f64Functions, f64Primitives
	default:
		f.native, f.primitives, f.IsPair = nil, pairPrimitives, true
	}
	return f
}

// TypeOf returns the WGSL type of a real or a complex number.
func (f *Format) TypeOf(isReal bool) string {
	if isReal {
		return f.real
	}
	return f.Complex
}

// f64Functions has the WGSL functions that accept f64, by their names in the text of a Func.
var f64Functions = map[string]string{
	"abs": "abs", "ceil": "ceil", "floor": "floor", "fma": "fma", "nd_root": "sqrt", "round": "round", "sqrt": "sqrt",
}

// pairPrimitives has the WGSL texts of the double-single functions that can't be written as a Func.
// nd_quotient and nd_root return the f32 quotient and the f32 root of the high parts. ds1_hidden
// hides these results from the driver's optimizer, because the functions nd_div and sqrt of
// mathTexts correct their rounding errors.
var pairPrimitives = map[string]string{
	"nd_ordinal": pairOrdinal, "nd_fromordinal": pairFromOrdinal,
	"nd_isnan": `fn nd2_isnan(a: vec2<f32>) -> bool {
	return any((bitcast<vec2<u32>>(a) & vec2<u32>(0x7fffffffu)) > vec2<u32>(0x7f800000u));
}
`,
	"nd_isinf": `fn nd2_isinf(a: vec2<f32>) -> bool { return (bitcast<u32>(a.x) & 0x7fffffffu) == 0x7f800000u; }
`,
	"nd_isfinite": `fn nd2_isfinite(a: vec2<f32>) -> bool { return !nd2_isnan(a) && !nd2_isinf(a); }
`,
	"nd_isplain": `// not zero, infinite or NaN
fn nd2_isplain(a: vec2<f32>) -> bool { return nd2_isfinite(a) && nd2_istrue(a); }
`,
	"nd_isnegative": `fn nd2_isnegative(a: vec2<f32>) -> bool { return bitcast<u32>(a.x) >= 0x80000000u; }
`,
	"nd_istrue": `fn nd2_istrue(a: vec2<f32>) -> bool { return (bitcast<u32>(a.x) & 0x7fffffffu) != 0u; }
`,
	"nd_inf": `fn nd2_inf() -> vec2<f32> {
	var bits = 0x7f800000u; // compilers refuse constant infinities
	return vec2<f32>(bitcast<f32>(bits), 0.0);
}
`,
	"nd_nan": `fn nd2_nan() -> vec2<f32> {
	var bits = 0x7fc00000u; // compilers refuse constant NaN
	return vec2<f32>(bitcast<f32>(bits), 0.0);
}
`,
	"nd_before": `fn nd2_before(a: vec2<f32>, b: vec2<f32>) -> bool {
	return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && bitcast<u32>(a.x) > bitcast<u32>(b.x))));
}
`,
	"nd_quotient": `fn nd2_quotient(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
	let s = select(1.0, 0.25, abs(b.x) > 4.25352959e37); // 1/b is denormal for b above 2^126
	return vec2<f32>(ds1_hidden((a.x * s) / (b.x * s)), 0.0);
}
`,
	"nd_root": `fn nd2_root(a: vec2<f32>) -> vec2<f32> { return vec2<f32>(ds1_hidden(sqrt(a.x)), 0.0); }
`,
	"floor": `fn nd2_floor(a: vec2<f32>) -> vec2<f32> {
	let h = floor(a.x);
	if (h != a.x) {
		return vec2<f32>(h, 0.0);
	}
	return ds1_normal(h, floor(a.y));
}
`,
	"nd_less": `fn nd2_less(a: vec2<f32>, b: vec2<f32>) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }
`,
	"nd_atmost": `fn nd2_atmost(a: vec2<f32>, b: vec2<f32>) -> bool { return a.x < b.x || (a.x == b.x && a.y <= b.y); }
`,
	"nd_ldexp": `// a 2^n, in two steps for n beyond the exponents of f32
fn nd2_ldexp(a: vec2<f32>, n: vec2<f32>) -> vec2<f32> {
	let k = clamp(i32(n.x), -252, 252);
	let h = k / 2;
	return a * bitcast<f32>(u32(h + 127) << 23u) * bitcast<f32>(u32(k - h + 127) << 23u);
}
`,
	"nd_exponent": `fn nd2_exponent(a: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(f32((bitcast<u32>(a.x) >> 23u) & 255u) - 127.0, 0.0);
}
`,
	"nd_index": `fn nd2_index(k: i32) -> vec2<f32> { return ds1_normal(f32(k >> 12u) * 4096.0, f32(k & 4095)); }
`,
}

// f64Primitives has the WGSL texts of the f64 functions that can't be written as a Func. They do
// without a bitcast of f64, which WGSL does not have.
var f64Primitives = map[string]string{
	"nd_ordinal": f64Ordinal, "nd_fromordinal": f64FromOrdinal,
	"nd_isnan": `fn nd2_isnan(a: f64) -> bool { return (bitcast<u32>(f32(a)) & 0x7fffffffu) > 0x7f800000u; }
`,
	"nd_isinf": `fn nd2_isinf(a: f64) -> bool { return abs(a) > 1.797693134862315708e308lf; }
`,
	"nd_isfinite": `fn nd2_isfinite(a: f64) -> bool { return abs(a) <= 1.797693134862315708e308lf; }
`,
	"nd_isplain": `// not zero, infinite or NaN
fn nd2_isplain(a: f64) -> bool { return nd2_isfinite(a) && nd2_istrue(a); }
`,
	"nd_isnegative": `fn nd2_isnegative(a: f64) -> bool { return bitcast<u32>(f32(a)) >= 0x80000000u; }
`,
	"nd_istrue": `fn nd2_istrue(a: f64) -> bool { return !(a == 0.0lf); }
`,
	"nd_less": `fn nd2_less(a: f64, b: f64) -> bool { return a < b; }
`,
	"nd_inf": `fn nd2_inf() -> f64 {
	var bits = 0x7f800000u; // compilers refuse constant infinities
	return f64(bitcast<f32>(bits));
}
`,
	"nd_nan": `fn nd2_nan() -> f64 {
	var bits = 0x7fc00000u; // compilers refuse constant NaN
	return f64(bitcast<f32>(bits));
}
`,
	"nd_mod": `// the remainder: long division, one bit of the quotient at a time; all differences are exact
fn nd2_mod(a: f64, b: f64) -> f64 {
	let v = abs(b);
	if (!nd2_isfinite(a) || nd2_isnan(b) || !nd2_istrue(b)) {
		return nd2_nan();
	}
	var r = abs(a);
	if (r < v) {
		return a;
	}
	var k = i32(nd2_exponent(r) - nd2_exponent(v));
	var t = nd2_ldexp(v, f64(k));
	while (k >= 0) {
		if (r >= t) {
			r -= t;
		}
		t *= 0.5lf;
		k -= 1;
	}
	return select(r, -r, nd2_isnegative(a));
}
`,
	"nd_before": `fn nd2_before(a: f64, b: f64) -> bool {
	return a < b || (a == b && bitcast<u32>(f32(a)) > bitcast<u32>(f32(b)));
}
`,
	"nd_ldexp": `// a 2^n, in three steps, so that no power of 2 is beyond the range of f64. The conditions keep
// compilers from multiplying the powers with each other.
fn nd2_ldexp(a: f64, n: f64) -> f64 {
	let k = clamp(i32(n), -2200, 2200);
	let steps = k / 1000;
	let far = select(9.332636185032189e-302lf, 1.0715086071862673e301lf, k > 0); // 2^-1000, 2^1000
	var x = a;
	if (abs(steps) > 1) {
		x *= far;
	}
	let rest = k - 1000 * steps;
	let h = rest / 8;
	let p = f64(bitcast<f32>(u32(h + 127) << 23u)); // 2^h
	let p2 = p * p;
	let p4 = p2 * p2;
	x *= p4 * p4 * f64(bitcast<f32>(u32(rest - 8 * h + 127) << 23u));
	if (steps != 0) {
		x *= far;
	}
	return x;
}
`,
	"nd_exponent": exponentText(),
}

// exponentText returns the WGSL function of the exponent of an f64. The function scales the number
// to the range of f32.
func exponentText() string {
	var b strings.Builder
	b.WriteString("fn nd2_exponent(a: f64) -> f64 {\n\tvar x = abs(a);\n\tvar e = 0.0lf;\n")
	f64 := wgsl.F64{}
	literal := func(x float64) string { return f64.Constant(wgsl.Float(x), true).Text }
	for _, n := range []int{512, 256, 128, 64} {
		large, small := literal(math.Ldexp(1, n)), literal(math.Ldexp(1, -n))
		fmt.Fprintf(&b, "\tif (x >= %s) {\n\t\tx *= %s;\n\t\te += %d.0lf;\n\t}\n", large, small, n)
		fmt.Fprintf(&b, "\tif (x < %s) {\n\t\tx *= %s;\n\t\te -= %d.0lf;\n\t}\n", small, large, n)
	}
	b.WriteString("\tlet bits = bitcast<u32>(f32(x));\n\te += f64(f32((bits >> 23u) & 255u) - 127.0);\n" +
		"\treturn select(e, e - 1.0lf, (bits & 0x7fffffu) == 0u && f64(f32(x)) > x); // f32 rounded up\n}\n")
	return b.String()
}

// ParamFormat returns the format of the parameters of a kernel. A kernel with numbers of double
// precision has parameters of double precision. f is the format of double precision.
func (f *Format) ParamFormat(k *Kernel) *Format {
	if k.IsDouble() {
		return f
	}
	return Single
}

// Check returns an error for numbers that the format can't hold.
func (f *Format) Check(numbers []complex128) error {
	if !f.IsPair {
		return nil
	}
	for _, x := range numbers {
		most := max(math.Abs(real(x)), math.Abs(imag(x)))
		if most > math.MaxFloat32 && !math.IsInf(most, 1) {
			return fmt.Errorf("nd: number %v: double-single holds magnitudes up to %.3g: scale the data, or use the "+
				"CPU engine", x, math.MaxFloat32)
		}
	}
	return nil
}
