package expr

// f32Functions has the WGSL functions of single precision, by their names in the text of a Func. WGSL rounds or
// selects with them, or promises an error of a few units in the last place.
var f32Functions = map[string]string{
	"ceil": "ceil", "floor": "floor", "fma": "fma", "nd_root": "sqrt", "round": "round",
}

// singleTexts has the functions of single precision that differ from those of mathTexts. Their polynomials have fewer
// terms. They come from the single-precision functions of the Cephes library, and that of nd_ln from FreeBSD's msun.
var singleTexts = []string{
	`fn sqrt(x: R) -> R {
		if (nd_isplain(x) && !nd_isnegative(x)) { return nd_root(x); }
		return select(x, nd_nan(), nd_less(x, 0.0));
	}`,
	`fn exp(x: R) -> R {
		if (nd_isnan(x)) { return x; }
		let y = nd_limit(x, 120.0);
		let n = floor(1.442695041 * y + 0.5);
		let a = fma(n, -3.1948089599609375e-05, fma(n, -0.693115234375, y));
		let r = fma(n, 1.904654299957768e-09, a);
		let p = 4.1665795894e-2 + r * (8.3334519073e-3 + r * (1.3981999507e-3 + r * 1.9875691500e-4));
		return nd_ldexp(1.0 + (r + r * r * (5.0000001201e-1 + r * (1.6666665459e-1 + r * p))), n);
	}`,
	`fn nd_ln(f: R, e: R) -> R {
		let s = f / (2.0 + f);
		let z = s * s;
		let w = z * z;
		let u = w * (0.40000972152 + w * 0.24279078841);
		let v = z * (0.66666662693 + w * 0.28498786688);
		let h = 0.5 * f * f;
		return e * 0.693115234375 - ((h - (s * (h + (u + v)) + e * 3.19461846e-05)) - f);
	}`,
	`fn nd_ratio(a: R, b: R) -> R {
		if (!nd_istrue(a)) { return 0.0; }
		return nd_ldexp(nd_mantissa(a) / nd_mantissa(b), nd_exponent(a) - nd_exponent(b));
	}`,
	`fn nd_cldexp(a: C, n: R) -> C { return C(nd_scaled(a.x, n), nd_scaled(a.y, n)); }`,
	`fn nd_arc(t: R) -> R {
		var x = t;
		if (t > 0.4142135624) { x = (t - 1.0) / (t + 1.0); }
		let z = x * x;
		let p = 1.99777106478e-1 + z * (-1.38776856032e-1 + z * 8.05374449538e-2);
		let a = x + x * z * (-3.33329491539e-1 + z * p);
		return select(a, 0.7853981634 + a, t > 0.4142135624);
	}`,
	`fn cis(x: R) -> C {
		var n = floor(0.6366197724 * x + 0.5);
		var r = fma(n, 8.706138032721356e-10, fma(n, 4.453584551811218e-06, fma(n, -1.57080078125, x)));
		if (n == 0.0) { r = x; } // also for -0
		if (!(abs(x) < 6000.0)) {
			let t = nd_turn(x);
			r = t.x;
			n = t.y;
		}
		let z = r * r;
		let t = r * z * (-1.6666654611e-1 + z * (8.3321608736e-3 - z * 1.9515295891e-4));
		let s = select(r + t, r, z < 1e-8); // keeps -0
		let h = 4.166664568298827e-2 + z * (-1.388731625493765e-3 + z * 2.443315711809948e-5);
		return nd_quarter(C(1.0 - (0.5 * z - z * z * h), s), n);
	}`,
	`fn nd_quarter(z: C, n: R) -> C {
		let q = n - 4.0 * floor(0.25 * n);
		let isOdd = q == 1.0 || q == 3.0;
		let c = select(z.x, z.y, isOdd);
		let s = select(z.y, z.x, isOdd);
		return C(select(c, -c, q == 1.0 || q == 2.0), select(s, -s, q > 1.5));
	}`,
	`fn tanh(x: R) -> R {
		if (nd_isnan(x)) { return x; }
		let u = abs(x);
		if (u < 0.0001) { return x; }
		if (u < 0.625) {
			let z = x * x;
			let p = -5.37397155531e-2 + z * (2.06390887954e-2 - z * 5.70498872745e-3);
			return x + x * z * (-3.33332819422e-1 + z * (1.33314422036e-1 + z * p));
		}
		return nd_copysign(1.0 - 2.0 / (exp(2.0 * nd_limit(u, 40.0)) + 1.0), x);
	}`,
}

// f32Primitives has the WGSL texts of functions of single precision that test or make bits. WGSL lets a device assume
// that no operand is an infinity or NaN, and lets it flush denormals. Integer operations have no such freedom.
var f32Primitives = map[string]string{
	"nd_isnan": `fn nd_isnan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
`,
	"nd_isinf": `fn nd_isinf(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) == 0x7f800000u; }
`,
	"nd_isfinite": `fn nd_isfinite(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) < 0x7f800000u; }
`,
	"nd_isplain": `// not zero, infinite or NaN
fn nd_isplain(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) - 1u < 0x7f7fffffu; }
`,
	"nd_isnegative": `fn nd_isnegative(x: f32) -> bool { return bitcast<u32>(x) >= 0x80000000u; }
`,
	"nd_istrue": `fn nd_istrue(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) != 0u; }
`,
	"nd_less": `fn nd_less(a: f32, b: f32) -> bool {
	let u = bitcast<u32>(a) & 0x7fffffffu;
	let v = bitcast<u32>(b) & 0x7fffffffu;
	let i = select(i32(u), -i32(u), bitcast<i32>(a) < 0);
	let j = select(i32(v), -i32(v), bitcast<i32>(b) < 0);
	return i < j && max(u, v) <= 0x7f800000u;
}
`,
	"nd_before": `// the order of numbers, with -0 before 0
fn nd_before(a: f32, b: f32) -> bool {
	let i = bitcast<i32>(a);
	let j = bitcast<i32>(b);
	return (i ^ ((i >> 31u) & 0x7fffffff)) < (j ^ ((j >> 31u) & 0x7fffffff));
}
`,
	"nd_ordinal": singleOrdinal, "nd_fromordinal": singleFromOrdinal,
	// NaN has the largest ordinal. The ordinals of -a and -b put NaN first for min.
	"max": `fn nd_max(a: f32, b: f32) -> f32 { return select(a, b, nd_ordinal(a) < nd_ordinal(b)); }
`,
	"min": `fn nd_min(a: f32, b: f32) -> f32 {
	let i = nd_ordinal(bitcast<f32>(bitcast<u32>(a) ^ 0x80000000u));
	let j = nd_ordinal(bitcast<f32>(bitcast<u32>(b) ^ 0x80000000u));
	return select(a, b, i < j);
}
`,
	"abs": `fn nd_abs(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) & 0x7fffffffu); }
`,
	"nd_inf": `fn nd_inf() -> f32 {
	var bits = 0x7f800000u; // compilers refuse constant infinities
	return bitcast<f32>(bits);
}
`,
	"nd_nan": `fn nd_nan() -> f32 {
	var bits = 0x7fc00000u; // compilers refuse constant NaN
	return bitcast<f32>(bits);
}
`,
	"nd_copysign": `fn nd_copysign(x: f32, y: f32) -> f32 {
	return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(y) & 0x80000000u));
}
`,
	"nd_top": `// the larger magnitude of both parts; an infinity is larger than NaN
fn nd_top(a: vec2<f32>) -> f32 {
	let u = bitcast<vec2<u32>>(a) & vec2<u32>(0x7fffffffu);
	let least = min(u.x, u.y);
	return bitcast<f32>(select(max(u.x, u.y), least, least == 0x7f800000u));
}
`,
	"nd_div": `// a/b; devices may multiply by 1/b, which is denormal for large b
fn nd_div(a: f32, b: f32) -> f32 {
	let s = select(1.0, 0.25, (bitcast<u32>(b) & 0x7fffffffu) > 0x7e000000u);
	return (a * s) / (b * s);
}
`,
	"nd_divide": `// nd_div for both parts
fn nd_divide(a: vec2<f32>, b: f32) -> vec2<f32> {
	let s = select(1.0, 0.25, (bitcast<u32>(b) & 0x7fffffffu) > 0x7e000000u);
	return (a * s) / (b * s);
}
`,
	"nd_exponent": `fn nd_exponent(x: f32) -> f32 {
	let u = bitcast<u32>(x) & 0x7fffffffu;
	if (u < 0x800000u) { // zero or denormal
		return -118.0 - f32(countLeadingZeros(u));
	}
	return f32(u >> 23u) - 127.0;
}
`,
	"nd_mantissa": `// |x| times a power of two, from 1 to 2
fn nd_mantissa(x: f32) -> f32 {
	var u = bitcast<u32>(x) & 0x7fffffffu;
	if (u < 0x800000u) { // denormal
		u <<= countLeadingZeros(u) - 8u;
	}
	return bitcast<f32>((u & 0x7fffffu) | 0x3f800000u);
}
`,
	"nd_ldexp": `// a 2^n, in two steps for n beyond the exponents of f32
fn nd_ldexp(a: f32, n: f32) -> f32 {
	let k = clamp(i32(n), -252, 252);
	let h = k / 2;
	return a * bitcast<f32>(u32(h + 127) << 23u) * bitcast<f32>(u32(k - h + 127) << 23u);
}
`,
	"nd_scaled": `// nd_ldexp for denormals, too
fn nd_scaled(a: f32, n: f32) -> f32 {
	let u = bitcast<u32>(a) & 0x7fffffffu;
	if (u < 0x800000u) {
		return nd_copysign(nd_ldexp(f32(u), n - 149.0), a);
	}
	return nd_ldexp(a, n);
}
`,
	"conj": `fn nd_conj(a: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(a.x, bitcast<f32>(bitcast<u32>(a.y) ^ 0x80000000u));
}
`,
	"nd_rest": `// y e - n for whole numbers e of 8 bits and n; the product of e and the high bits of y is exact
fn nd_rest(y: f32, e: f32, n: f32) -> f32 {
	let high = bitcast<f32>(bitcast<u32>(y) & 0xffff8000u);
	return (high * e - n) + (y - high) * e;
}
`,
	"nd_mod": `// the remainder: long division of mantissas, 8 bits of the quotient at a time
fn nd_mod(a: f32, b: f32) -> f32 {
	let sign = bitcast<u32>(a) & 0x80000000u;
	let x = bitcast<u32>(a) & 0x7fffffffu;
	let y = bitcast<u32>(b) & 0x7fffffffu;
	if (x >= 0x7f800000u || y > 0x7f800000u || y == 0u) {
		return bitcast<f32>(0x7fc00000u | sign);
	}
	if (x < y) {
		return a;
	}
	let n = max(y >> 23u, 1u);
	let m = (y & 0x7fffffu) | select(0x800000u, 0u, y < 0x800000u);
	var more = max(x >> 23u, 1u) - n;
	var r = ((x & 0x7fffffu) | select(0x800000u, 0u, x < 0x800000u)) % m;
	while (more > 0u && r > 0u) {
		let k = min(more, 8u);
		r = (r << k) % m;
		more -= k;
	}
	if (r == 0u) {
		return bitcast<f32>(sign);
	}
	let up = countLeadingZeros(r) - 8u;
	if (up < n) {
		return bitcast<f32>(sign | (((n - up) << 23u) + ((r << up) & 0x7fffffu)));
	}
	return bitcast<f32>(sign | (r << (n - 1u)));
}
`,
	"nd_high": `// the high word of a b
fn nd_high(a: u32, b: u32) -> u32 {
	let m = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
	let n = (a & 0xffffu) * (b >> 16u) + (m & 0xffffu);
	return (a >> 16u) * (b >> 16u) + (m >> 16u) + (n >> 16u);
}
`,
	"nd_word": `// word k of 0 and the bits of 2/pi; an array would take memory of every thread
fn nd_word(k: u32) -> u32 {
	let isOdd = (k & 1u) != 0u;
	let a = select(0u, 0xa2f9836eu, isOdd);
	let b = select(0x4e441529u, 0xfc2757d1u, isOdd);
	let c = select(0xf534ddc0u, 0xdb629599u, isOdd);
	let d = select(0x3c439041u, 0xfe5163abu, isOdd);
	return select(select(a, b, (k & 2u) != 0u), select(c, d, (k & 2u) != 0u), k >= 4u);
}
`,
	"nd_turn": `// r and n with x = n pi/2 + r, for |x| >= 2^12 (Payne and Hanek, Radian reduction for
// trigonometric functions, 1983).
// The product of x and 2/pi drops the bits that are multiples of 4.
fn nd_turn(x: f32) -> vec2<f32> {
	let bits = bitcast<u32>(x) & 0x7fffffffu;
	if (bits >= 0x7f800000u) {
		return vec2<f32>(bitcast<f32>(bits | 0x7fc00000u), 0.0);
	}
	let m = (bits & 0x7fffffu) | 0x800000u;
	let first = (bits >> 23u) - 120u; // the first bit of the window, of 96 bits
	let k = first / 32u;
	let s = first % 32u;
	let t1 = nd_word(k + 1u);
	let t2 = nd_word(k + 2u);
	let w0 = (nd_word(k) << s) | ((t1 >> 1u) >> (31u - s));
	let w1 = (t1 << s) | ((t2 >> 1u) >> (31u - s));
	let w2 = (t2 << s) | ((nd_word(k + 3u) >> 1u) >> (31u - s));
	let low = w1 * m + nd_high(w2, m);
	let carry = select(0u, 1u, low < w1 * m);
	let top = w0 * m + nd_high(w1, m) + carry;
	var n = top >> 30u;
	var high = (top << 2u) | (low >> 30u); // the fraction, 64 bits
	var rest = (low << 2u) | ((w2 * m) >> 30u);
	var sign = bits ^ bitcast<u32>(x);
	let isNegative = sign != 0u;
	if (high >= 0x80000000u) { // round n to the nearest number
		n += 1u;
		high = ~high;
		rest = ~rest;
		sign ^= 0x80000000u;
	}
	let up = countLeadingZeros(high);
	high = (high << up) | ((rest >> 1u) >> (31u - up));
	let r = f32(high) * 3.6572952e-10 * bitcast<f32>((127u - up) << 23u); // pi/2 2^-32
	return vec2<f32>(bitcast<f32>(bitcast<u32>(r) | sign), select(f32(n), -f32(n), isNegative));
}
`,
}
