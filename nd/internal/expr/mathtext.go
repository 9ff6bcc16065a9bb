package expr

import (
	"maps"
	"math"
	"math/cmplx"
	"sync"
)

// mathTexts has the functions that WGSL does not have, or for which it promises too little. Each is written once, in
// the language of a Func, for all formats. singleTexts has other texts of some functions for single precision. The
// functions of a program can't call the functions with names that begin with nd_: see internals.
//
// Special results follow C99: Annex F for real functions, Annex G for complex ones. The functions test bits for
// zeros, infinities and NaN, because WGSL lets a device ignore them.
//
// Arguments are reduced by constants in parts of 12 bits, whose products with small integers are exact (Cody and
// Waite, Software Manual for the Elementary Functions, 1980). Each part is subtracted by fma. Compilers reassociate
// plain differences, which adds up the parts. The polynomials of exp and log come from FreeBSD's msun. The polynomials
// of cis, arctangent and tanh come from the Cephes library (Moshier, Methods and Programs for Mathematical Functions,
// 1989).
var mathTexts = []string{
	`fn abs(x: R) -> R { return select(x, -x, nd_isnegative(x)); }`,
	`fn sign(x: R) -> R {
		if (nd_isnan(x)) { return x; }
		return select(0.0, select(1.0, -1.0, nd_isnegative(x)), nd_istrue(x));
	}`,
	`fn nd_copysign(x: R, y: R) -> R { let u = abs(x); return select(u, -u, nd_isnegative(y)); }`,
	`fn min(a: R, b: R) -> R {
		if (nd_isnan(a)) { return a; }
		return select(a, b, nd_before(b, a) || nd_isnan(b));
	}`,
	`fn max(a: R, b: R) -> R {
		if (nd_isnan(a)) { return a; }
		return select(a, b, nd_before(a, b) || nd_isnan(b));
	}`,
	`fn clamp(x: R, lo: R, hi: R) -> R { return min(max(x, lo), hi); }`,
	// nd_limit limits x to the range from -most to most. NaN stays NaN.
	`fn nd_limit(x: R, most: R) -> R { return select(select(x, -most, x < -most), most, x > most); }`,
	`fn ceil(x: R) -> R { return -floor(-x); }`,
	`fn round(x: R) -> R { // half to even
		let n = floor(x + 0.5);
		if (n - x == 0.5 && 2.0 * floor(0.5 * n) != n) { return n - 1.0; }
		return nd_copysign(n, x);
	}`,
	`fn nd_mod(a: R, b: R) -> R {
		let v = abs(b);
		var r = abs(a);
		r -= v * floor(r / v);
		if (r < 0.0) { r += v; }
		if (r >= v) { r -= v; }
		return nd_copysign(r, a);
	}`,
	`fn nd_square(x: R) -> R { return x * x; }`,
	// nd_div and sqrt refine the quotient and the root of the high parts by Newton's method.
	`fn nd_div(a: R, b: R) -> R {
		let q = nd_quotient(a, b);
		let r = a - q * b;
		let p = nd_quotient(r, b);
		return q + (p + nd_quotient(r - p * b, b));
	}`,
	`fn nd_divide(a: C, b: R) -> C { return C(a.x / b, a.y / b); }`,
	`fn sqrt(x: R) -> R {
		let s = nd_root(x);
		if (!nd_isplain(x) || x < 0.0) { return s; }
		let t = s + nd_quotient(x - s * s, 2.0 * s);
		return t + nd_quotient(x - t * t, 2.0 * t);
	}`,
	// exp(x) = 2^n exp(r) with n ln 2 + r = x.
	`fn exp(x: R) -> R {
		if (nd_isnan(x)) { return x; }
		let y = nd_limit(x, 800.0);
		let n = floor(1.4426950408889634 * y + 0.5);
		let a = fma(n, -3.1948089599609375e-05, fma(n, -0.693115234375, y));
		let r = fma(n, 1.904654299957768e-09, a);
		let t = r * r;
		let p = 6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08);
		let c = r - t * (1.66666666666666657415e-01 + t * (-2.77777777770155933842e-03 + t * p));
		return nd_ldexp(1.0 + (r * c / (2.0 - c) + r), n);
	}`,
	// log(x) = e ln 2 + log(1 + f) with f from sqrt(1/2) - 1 to sqrt(2) - 1.
	`fn log(x: R) -> R {
		if (!nd_isplain(x) || nd_isnegative(x)) {
			if (!nd_istrue(x)) { return -nd_inf(); }
			if (nd_isnan(x)) { return x; }
			return select(nd_inf(), nd_nan(), nd_isnegative(x));
		}
		let e = nd_exponent(x);
		let m = nd_mantissa(x);
		if (m > 1.4142135623730951) { return nd_ln(0.5 * m - 1.0, e + 1.0); }
		return nd_ln(m - 1.0, e);
	}`,
	// nd_ln returns e ln 2 + log(1 + f).
	`fn nd_ln(f: R, e: R) -> R {
		let s = f / (2.0 + f);
		let z = s * s;
		let w = z * z;
		let u = 3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01);
		let v = 2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01);
		let h = 0.5 * f * f;
		let p = h + (w * u + z * (6.666666666666735130e-01 + w * v));
		return e * 0.693115234375 - ((h - (s * p + e * 3.1946184945309415e-05)) - f);
	}`,
	// nd_log1p returns log(1 + t) for t from 0 to 1.
	`fn nd_log1p(t: R) -> R {
		if (t > 0.4142135623730951) { return nd_ln(0.5 * t - 0.5, 1.0); }
		return nd_ln(t, 0.0);
	}`,
	// x^y = 2^n exp((y e - n) ln 2 + y log m) with |x| = 2^e m and m from sqrt(1/2) to sqrt(2).
	`fn pow(x: R, y: R) -> R {
		if (!nd_istrue(y) || x == 1.0) { return 1.0; }
		if (nd_isnan(x)) { return x; }
		if (nd_isnan(y)) { return y; }
		let isWhole = nd_isinf(y) || floor(y) == y;
		let isOdd = isWhole && !nd_isinf(y) && 2.0 * floor(0.5 * y) != y;
		let u = abs(x);
		let same = select(1.0, x, isOdd); // has the sign of the result
		if (!nd_isplain(x) || nd_isinf(y)) {
			if (u == 1.0) { return 1.0; }
			let isLarge = u > 1.0 && !nd_isnegative(y) || u < 1.0 && nd_isnegative(y);
			return nd_copysign(select(0.0, nd_inf(), isLarge), same);
		}
		if (nd_isnegative(x) && !isWhole) { return nd_nan(); }
		var e = nd_exponent(x);
		var m = nd_mantissa(x);
		if (m > 1.4142135623730951) {
			m *= 0.5;
			e += 1.0;
		}
		let w = nd_limit(y, 18446744073709551616.0); // no result is finite beyond
		let n = floor(nd_limit(w * e, 4000.0) + 0.5);
		let r = 0.6931471805599453 * nd_rest(w, e, n) + w * nd_ln(m - 1.0, 0.0);
		return nd_copysign(nd_ldexp(exp(r), n), same);
	}`,
	// nd_rest returns y e - n.
	`fn nd_rest(y: R, e: R, n: R) -> R { return fma(y, e, -n); }`,
	// cis(x) = cos x + i sin x with x = n pi/2 + r.
	`fn cis(x: R) -> C {
		if (abs(x) < 1e-8) { return C(1.0, x); }
		if (!(abs(x) < 4294967296.0)) { return C(nd_nan(), nd_nan()); }
		let n = floor(0.6366197723675814 * x + 0.5);
		let a = fma(n, 4.453584551811218e-06, fma(n, -1.57080078125, x));
		let b = fma(n, 8.706138032721356e-10, a);
		let r = fma(n, -5.721188726109832e-18, fma(n, -6.222800053024002e-14, b));
		let z = r * r;
		let u = 2.75573136213857245213e-6 + z * (-2.50507477628578072866e-8 + z * 1.58962301576546568060e-10);
		let v = 8.33333333332211858878e-3 + z * (-1.98412698295895385996e-4 + z * u);
		let s = r + r * z * (-1.66666666666666307295e-1 + z * v);
		let g = -2.75573141792967388112e-7 + z * (2.08757008419747316778e-9 + z * -1.13585365213876817300e-11);
		let h = -1.38888888888730564116e-3 + z * (2.48015872888517045348e-5 + z * g);
		let c = 1.0 - (0.5 * z - z * z * (4.16666666666665929218e-2 + z * h));
		return nd_quarter(C(c, s), n);
	}`,
	// nd_quarter returns i^n z for a whole number n.
	`fn nd_quarter(z: C, n: R) -> C {
		let q = n - 4.0 * floor(0.25 * n);
		if (q == 1.0) { return C(-z.y, z.x); }
		if (q == 2.0) { return C(-z.x, -z.y); }
		if (q == 3.0) { return C(z.y, -z.x); }
		return z;
	}`,
	`fn sin(x: R) -> R { return cis(x).y; }`,
	`fn cos(x: R) -> R { return cis(x).x; }`,
	`fn tan(x: R) -> R {
		let z = cis(x);
		return z.y / z.x;
	}`,
	// nd_arc is the arctangent of numbers from 0 to 1.
	`fn nd_arc(t: R) -> R {
		var x = t;
		if (t > 0.66) { x = (t - 1.0) / (t + 1.0); }
		let z = x * x;
		let p = -1.615753718733365076637e+01 + z * -8.750608600031904122785e-01;
		let q = 4.853903996359136964868e+02 + z * (4.328810604912902668951e+02 + z * (1.650270098316988542046e+02
			+ z * (2.485846490142306297962e+01 + z)));
		let r = -6.485021904942025371773e+01 + z * (-1.228866684490136173410e+02 + z * (-7.500855792314704667340e+01
			+ z * p));
		let a = x + x * (z * r / (1.945506571482613964425e+02 + z * q));
		return select(a, 0.7853981633974483 + a, t > 0.66);
	}`,
	// nd_ratio returns a / b for finite numbers with 0 <= a <= b and b > 0.
	`fn nd_ratio(a: R, b: R) -> R { return a / b; }`,
	`fn atan2(y: R, x: R) -> R {
		if (nd_isnan(x)) { return x; }
		if (nd_isnan(y)) { return y; }
		var u = abs(x);
		var v = abs(y);
		if (nd_isinf(u) || nd_isinf(v)) {
			u = select(0.0, 1.0, nd_isinf(u));
			v = select(0.0, 1.0, nd_isinf(v));
		}
		var a = 0.0;
		if (nd_less(u, v)) {
			a = 1.5707963267948966 - nd_arc(nd_ratio(u, v));
		} else if (nd_istrue(v)) {
			a = nd_arc(nd_ratio(v, u));
		}
		if (nd_isnegative(x)) { a = 3.141592653589793 - a; }
		return nd_copysign(a, y);
	}`,
	`fn atan(x: R) -> R { return atan2(x, 1.0); }`,
	`fn tanh(x: R) -> R {
		if (nd_isnan(x)) { return x; }
		let u = abs(x);
		if (u < 1e-8) { return x; }
		if (u < 0.625) {
			let s = x * x;
			let p = -1.61468768441708447952e3 + s * (-9.92877231001918586564e1 + s * -9.64399179425052238628e-1);
			let q = 4.84406305325125486048e3 + s * (2.23548839060100448583e3 + s * (1.12811678491632931402e2 + s));
			return x + x * s * p / q;
		}
		return nd_copysign(1.0 - 2.0 / (exp(2.0 * nd_limit(u, 40.0)) + 1.0), x);
	}`,
	`fn conj(a: C) -> C { return C(a.x, -a.y); }`,
	`fn cmul(a: C, b: C) -> C { return C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }`,
	// nd_top returns the larger magnitude of both parts. An infinity is larger than NaN.
	`fn nd_top(a: C) -> R {
		if (nd_isinf(a.x) || nd_isinf(a.y)) { return nd_inf(); }
		return max(abs(a.x), abs(a.y));
	}`,
	`fn nd_cldexp(a: C, n: R) -> C { return C(nd_ldexp(a.x, n), nd_ldexp(a.y, n)); }`,
	// cdiv scales both operands by powers of two: a = 2^m c, b = 2^n d.
	`fn cdiv(a: C, b: C) -> C {
		let u = nd_top(a);
		let v = nd_top(b);
		if (nd_isplain(v) && !nd_isinf(u)) {
			let m = select(0.0, nd_exponent(u), nd_isplain(u));
			let n = nd_exponent(v);
			let c = nd_cldexp(a, -m);
			let d = nd_cldexp(b, -n);
			let h = floor(0.5 * (m - n)); // two steps, because m - n is beyond the exponents
			let z = C(c.x * d.x + c.y * d.y, c.y * d.x - c.x * d.y) / cabs2(d);
			return nd_cldexp(nd_cldexp(z, h), m - n - h);
		}
		if (!nd_istrue(v)) { return C(nd_endless(a.x, b.x), nd_endless(a.y, b.x)); }
		if (nd_isinf(v) && nd_isfinite(a.x) && nd_isfinite(a.y)) {
			let d = nd_direction(b);
			return C(nd_copysign(0.0, a.x * d.x + a.y * d.y), nd_copysign(0.0, a.y * d.x - a.x * d.y));
		}
		if (nd_isinf(u) && nd_isfinite(b.x) && nd_isfinite(b.y)) {
			let c = nd_direction(a);
			let d = nd_cldexp(b, select(0.0, -nd_exponent(v), v < 1.0)); // no longer denormal
			let z = C(c.x * d.x + c.y * d.y, c.y * d.x - c.x * d.y);
			return C(nd_endless(z.x, 1.0), nd_endless(z.y, 1.0));
		}
		return C(nd_nan(), nd_nan());
	}`,
	// nd_direction replaces infinite parts by 1 and other parts by 0, with their signs.
	`fn nd_direction(a: C) -> C {
		return C(nd_copysign(select(0.0, 1.0, nd_isinf(a.x)), a.x), nd_copysign(select(0.0, 1.0, nd_isinf(a.y)), a.y));
	}`,
	// nd_endless returns a times an infinity with the sign of b.
	`fn nd_endless(a: R, b: R) -> R {
		if (nd_isnan(a) || !nd_istrue(a)) { return nd_nan(); }
		return nd_copysign(nd_inf(), select(a, -a, nd_isnegative(b)));
	}`,
	`fn cabs2(a: C) -> R { return a.x * a.x + a.y * a.y; }`,
	`fn cabs(a: C) -> R {
		let m = nd_top(a);
		if (!nd_isplain(m)) { return m; }
		let e = nd_exponent(m);
		return nd_ldexp(sqrt(cabs2(nd_cldexp(a, -e))), e);
	}`,
	`fn cexp(a: C) -> C {
		if (!nd_istrue(a.y)) { return C(exp(a.x), a.y); }
		if (!nd_isfinite(a.y)) {
			if (!nd_isinf(a.x)) { return C(nd_nan(), nd_nan()); }
			if (nd_isnegative(a.x)) { return C(0.0, nd_copysign(0.0, a.y)); }
			return C(a.x, nd_nan());
		}
		let z = cis(a.y);
		if (a.x > 80.0) { // e^x may overflow, and its product with a cosine may not
			let t = exp(0.5 * a.x);
			if (nd_isinf(t)) { return C(nd_copysign(t, z.x), nd_copysign(t, z.y)); }
			return nd_cldexp(nd_mantissa(t) * (t * z), nd_exponent(t));
		}
		return exp(a.x) * z;
	}`,
	`fn nd_phase(a: C) -> R { return atan2(a.y, a.x); }`,
	`fn nd_phase1(x: R) -> R { // of a real number
		if (nd_isnan(x)) { return x; }
		return select(0.0, 3.141592653589793, nd_isnegative(x));
	}`,
	// |z| = p sqrt(1 + (q/p)^2)
	`fn nd_clog(a: C) -> C {
		let p = nd_top(a);
		if (!nd_isplain(p)) { return C(log(p), nd_phase(a)); }
		let u = abs(a.x);
		let v = abs(a.y);
		let t = nd_ratio(select(v, u, nd_less(u, v)), p);
		return C(log(p) + 0.5 * nd_log1p(t * t), nd_phase(a));
	}`,
	// nd_csqrt scales by an even power of two.
	`fn nd_csqrt(a: C) -> C {
		let m = nd_top(a);
		if (!nd_isplain(m)) {
			if (!nd_istrue(m)) { return C(0.0, a.y); }
			if (nd_isinf(a.y)) { return C(m, a.y); }
			if (!nd_isinf(a.x)) { return C(nd_nan(), nd_nan()); }
			let zero = select(0.0, a.y, nd_isnan(a.y));
			if (nd_isnegative(a.x)) { return C(zero, nd_copysign(m, a.y)); }
			return C(m, select(nd_copysign(0.0, a.y), a.y, nd_isnan(a.y)));
		}
		let h = floor(0.5 * nd_exponent(m));
		let c = nd_cldexp(a, -2.0 * h);
		let t = sqrt(0.5 * (sqrt(cabs2(c)) + abs(c.x)));
		let s = 0.5 * c.y / t;
		if (nd_isnegative(a.x)) { return nd_cldexp(C(abs(s), nd_copysign(t, a.y)), h); }
		return nd_cldexp(C(t, s), h);
	}`,
	// nd_mantissa returns |x| times a power of two, from 1 to 2.
	`fn nd_mantissa(x: R) -> R { return nd_ldexp(abs(x), -nd_exponent(x)); }`,
}

// test1 is a test of a real number.
func test1(f func(float64) bool) builtin {
	return builtin{"R", TypeBool, func(x *[4]complex128) complex128 { return truth(f(real(x[0]))) }}
}

// test2 is a test of two real numbers.
func test2(f func(a, b float64) bool) builtin {
	return builtin{"RR", TypeBool, func(x *[4]complex128) complex128 { return truth(f(real(x[0]), real(x[1]))) }}
}

// isBefore reports whether a is less than b, or a is -0 and b is 0. The order of NaN is not defined.
func isBefore(a, b float64) bool { return a < b || a == b && math.Signbit(a) && !math.Signbit(b) }

// internals are the functions that only mathTexts may call, by name.
var internals = withOperations(map[string]builtin{
	"nd_isnan":      test1(math.IsNaN),
	"nd_isinf":      test1(func(x float64) bool { return math.IsInf(x, 0) }),
	"nd_isfinite":   test1(func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }),
	"nd_isplain":    test1(func(x float64) bool { return x != 0 && !math.IsNaN(x) && !math.IsInf(x, 0) }),
	"nd_isnegative": test1(math.Signbit),
	"nd_istrue":     test1(func(x float64) bool { return x != 0 }),
	"nd_less":       test2(func(a, b float64) bool { return a < b }),
	"nd_before":     test2(isBefore),
	"nd_inf":        {"", TypeR, func(*[4]complex128) complex128 { return complex(math.Inf(1), 0) }},
	"nd_nan":        {"", TypeR, func(*[4]complex128) complex128 { return complex(math.NaN(), 0) }},
	"nd_copysign":   realTwo(math.Copysign),
	"nd_limit":      realTwo(func(x, most float64) float64 { return max(-most, min(x, most)) }),
	"nd_quotient":   realTwo(func(a, b float64) float64 { return a / b }),
	"nd_ratio":      realTwo(func(a, b float64) float64 { return a / b }),
	"nd_div":        realTwo(func(a, b float64) float64 { return a / b }),
	"nd_mod":        realTwo(math.Mod),
	"nd_scaled":     realTwo(func(x, n float64) float64 { return math.Ldexp(x, int(n)) }),
	"nd_ldexp":      realTwo(func(x, n float64) float64 { return math.Ldexp(x, int(n)) }),
	"nd_root":       real1(math.Sqrt),
	"nd_square":     real1(func(x float64) float64 { return x * x }),
	"nd_exponent":   real1(func(x float64) float64 { return float64(math.Ilogb(x)) }),
	"nd_mantissa":   real1(func(x float64) float64 { return math.Ldexp(math.Abs(x), -math.Ilogb(x)) }),
	"nd_ln":         realTwo(func(f, e float64) float64 { return e*math.Ln2 + math.Log1p(f) }),
	"nd_log1p":      real1(math.Log1p),
	"nd_rest": {"RRR", TypeR, func(x *[4]complex128) complex128 {
		return complex(math.FMA(real(x[0]), real(x[1]), -real(x[2])), 0)
	}},
	"nd_arc":       real1(math.Atan),
	"nd_phase1":    real1(func(x float64) float64 { return math.Atan2(0, x) }),
	"nd_endless":   realTwo(func(a, b float64) float64 { return a * math.Copysign(math.Inf(1), b) }),
	"nd_top":       {"C", TypeR, func(x *[4]complex128) complex128 { return complex(top(x[0]), 0) }},
	"nd_direction": complex1(direction),
	"nd_cldexp":    {"CR", TypeC, func(x *[4]complex128) complex128 { return scaled(x[0], int(real(x[1]))) }},
	"nd_quarter": {"CR", TypeC, func(x *[4]complex128) complex128 {
		return x[0] * [4]complex128{1, 1i, -1, -1i}[int(real(x[1]))&3]
	}},
	"nd_turn": {"R", TypeC, func(x *[4]complex128) complex128 { return turn(real(x[0])) }},
	"nd_divide": {"CR", TypeC, func(x *[4]complex128) complex128 {
		return complex(real(x[0])/real(x[1]), imag(x[0])/real(x[1]))
	}},
	"nd_phase": {"C", TypeR, func(x *[4]complex128) complex128 { return complex(cmplx.Phase(x[0]), 0) }},
	"nd_clog":  complex1(ComplexLog),
	"nd_csqrt": complex1(ComplexSqrt),
})

// withOperations adds the functions that are texts of operations.
func withOperations(all map[string]builtin) map[string]builtin {
	for i := range Operations {
		if o := &Operations[i]; o.Texts[0] != "" {
			all[o.Calls[0]] = real1(o.Go.Real)
		}
	}
	return all
}

// library returns the parsed functions of mathTexts by name.
var library = sync.OnceValue(func() map[string]*Function {
	return parsed(append(textsOf(false), mathTexts...), false)
})

// singleLibrary returns the parsed functions of single precision by name.
var singleLibrary = sync.OnceValue(func() map[string]*Function {
	all := parsed(append(textsOf(false), mathTexts...), true)
	maps.Copy(all, parsed(append(textsOf(true), singleTexts...), true))
	return all
})

// parsed returns the parsed functions of texts by name.
func parsed(texts []string, isSingle bool) map[string]*Function {
	all := map[string]*Function{}
	for _, text := range texts {
		p, err := (&parser{isSingle: isSingle, internal: internals}).parse(text)
		if err != nil {
			panic(err) // a wrong text of this package
		}
		all[p.Name] = p
	}
	return all
}
