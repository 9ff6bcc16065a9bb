package expr

import (
	"math"

	"wgfft/wgsl"
)

// The ordinal of a real number is an integer. Ordinals have the order of their numbers, and -0 comes before +0. All
// NaN have the largest ordinal. Ordinals of single precision have 32 bits and type Int32: the bits of the number,
// with the lower 31 bits inverted for a negative number. Those of double precision are two Int32. They are compared
// first by the high ones:
//
//	float64         the upper half of the 64 bits, and the lower half minus 2^31; both inverted as above
//	double-single   the ordinals of both float32
//
// An integer of type Int32 is its own ordinal.

// NanOrdinal is the ordinal of NaN, or the high one of two.
const NanOrdinal = math.MaxInt32

// Ordinal returns the expression of OpOrdinal or OpOrdinalLow.
func (w Writer) Ordinal(op Opcode, a wgsl.Value) wgsl.Value {
	text := Call(w.primitive("nd_ordinal", "nd_isnan", "nd_isnegative", "nd_exponent", "nd_ldexp"), []string{a.Text})
	switch {
	case w.isSingle:
	case op == OpOrdinal:
		text += ".x"
	default:
		text += ".y"
	}
	return wgsl.Value{Text: text, Real: true}
}

// FromOrdinal returns the expression of OpFromOrdinal.
func (w Writer) FromOrdinal(a []wgsl.Value) wgsl.Value {
	texts := []string{a[0].Text}
	if !w.isSingle {
		texts = append(texts, a[1].Text)
	}
	return wgsl.Value{Text: Call(w.primitive("nd_fromordinal", "nd_ldexp"), texts), Real: true}
}

// primitive returns the WGSL name of a function of w.primitives. It adds the text of the function, and those of the
// functions that it may call.
func (w Writer) primitive(name string, calls ...string) string {
	if w.IsPair || w.isSingle {
		calls = nil
	}
	for _, f := range calls {
		w.Function(f)
	}
	return w.Function(name)
}

// The WGSL texts of ordinals.
const (
	singleOrdinal = `fn nd_ordinal(x: f32) -> i32 {
	let i = bitcast<i32>(x);
	return select(i ^ ((i >> 31u) & 0x7fffffff), 0x7fffffff, (i & 0x7fffffff) > 0x7f800000);
}
`
	singleFromOrdinal = "fn nd_fromordinal(i: i32) -> f32 { return bitcast<f32>(i ^ ((i >> 31u) & 0x7fffffff)); }\n"

	pairOrdinal = `fn nd2_ordinal(a: vec2<f32>) -> vec2<i32> {
	let i = bitcast<vec2<i32>>(a);
	let isnan = any((i & vec2<i32>(0x7fffffff)) > vec2<i32>(0x7f800000));
	return select(i ^ ((i >> vec2<u32>(31u)) & vec2<i32>(0x7fffffff)), vec2<i32>(0x7fffffff), isnan);
}
`
	pairFromOrdinal = `fn nd2_fromordinal(high: i32, low: i32) -> vec2<f32> {
	let i = vec2<i32>(high, low);
	return bitcast<vec2<f32>>(i ^ ((i >> vec2<u32>(31u)) & vec2<i32>(0x7fffffff)));
}
`
	// |x| = 2^(e-20) (h + l 2^-32), with h from 2^20 to 2^21 for normal numbers
	f64Ordinal = `fn nd2_ordinal(x: f64) -> vec2<i32> {
	if (nd2_isnan(x)) {
		return vec2<i32>(0x7fffffff);
	}
	let a = abs(x);
	var i = vec2<i32>(0x7ff00000, -2147483647 - 1);
	if (a <= 1.7976931348623157e308lf) {
		var e = max(i32(nd2_exponent(a)), -1022);
		if (e > -1022 && nd2_ldexp(a, f64(-e)) < 1.0lf) {
			e -= 1; // nd2_exponent has rounded a to f32
		}
		let m = nd2_ldexp(a, f64(20 - e));
		let h = floor(m);
		i = vec2<i32>(((e + 1022) << 20u) + i32(h), i32((m - h) * 4294967296.0lf - 2147483648.0lf));
	}
	return i ^ vec2<i32>(select(0, -1, nd2_isnegative(x)));
}
`
	f64FromOrdinal = `fn nd2_fromordinal(high: i32, low: i32) -> f64 {
	let sign = high >> 31u; // 0 or -1
	let i = vec2<i32>(high ^ sign, low ^ sign);
	if (i.x > 0x7ff00000) {
		return f64(bitcast<f32>(i.x));
	}
	let e = max(i.x >> 20u, 1);
	let h = f64(i.x - ((e - 1) << 20u));
	let a = nd2_ldexp(h + (f64(i.y) + 2147483648.0lf) * 2.3283064365386963e-10lf, f64(e - 1043));
	return a * f64(1 + 2 * sign);
}
`
)
