package nd

import (
	"math"
	"math/cmplx"
	"sync"
)

// mathTexts has the functions of double precision that WGSL does not have. Each is written once, in
// the language of a Func, for f64 and for double-single. A Func of a program can't call the
// functions with names that begin with nd_: see internals.
//
// Arguments are reduced by constants in parts of 12 bits, whose products with small integers are exact (Cody and
// Waite, Software Manual for the Elementary Functions, 1980). Each part is subtracted by fma. Compilers reassociate
// plain differences, which adds up the parts. The polynomials of exp and log come from FreeBSD's msun. The polynomials
// of cis, arctangent and tanh come from the Cephes library (Moshier, Methods and Programs for Mathematical Functions,
// 1989).
var mathTexts = []string{
	`fn abs(x: R) -> R { return select(x, -x, x < 0.0); }`,
	`fn sign(x: R) -> R { return select(select(0.0, -1.0, x < 0.0), 1.0, x > 0.0); }`,
	`fn min(a: R, b: R) -> R {
		if (nd_isnan(a)) { return a; }
		return select(a, b, nd_before(b, a) || nd_isnan(b));
	}`,
	`fn max(a: R, b: R) -> R {
		if (nd_isnan(a)) { return a; }
		return select(a, b, nd_before(a, b) || nd_isnan(b));
	}`,
	`fn clamp(x: R, lo: R, hi: R) -> R { return min(max(x, lo), hi); }`,
	`fn ceil(x: R) -> R { return -floor(-x); }`,
	`fn round(x: R) -> R { // half to even
		let n = floor(x + 0.5);
		if (n - x == 0.5 && 2.0 * floor(0.5 * n) != n) { return n - 1.0; }
		return n;
	}`,
	`fn nd_mod(a: R, b: R) -> R {
		let v = abs(b);
		var r = abs(a);
		r -= v * floor(r / v);
		if (r < 0.0) { r += v; }
		if (r >= v) { r -= v; }
		return select(r, -r, a < 0.0);
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
		if (x <= 0.0) { return s; }
		let t = s + nd_quotient(x - s * s, 2.0 * s);
		return t + nd_quotient(x - t * t, 2.0 * t);
	}`,
	// exp(x) = 2^n exp(r) with n ln 2 + r = x.
	`fn exp(x: R) -> R {
		let y = clamp(x, -800.0, 800.0);
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
		if (x <= 0.0) { return nd_root(x) - nd_quotient(1.0, x); }
		var e = nd_exponent(x);
		var m = nd_ldexp(x, -e);
		if (m > 1.4142135623730951) {
			m *= 0.5;
			e += 1.0;
		}
		let f = m - 1.0;
		let s = f / (2.0 + f);
		let z = s * s;
		let w = z * z;
		let u = 3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01);
		let v = 2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01);
		let h = 0.5 * f * f;
		let p = h + (w * u + z * (6.666666666666735130e-01 + w * v));
		return e * 0.693115234375 - ((h - (s * p + e * 3.1946184945309415e-05)) - f);
	}`,
	// x^y = 2^n exp((y e - n) ln 2 + y log m) with x = 2^e m and m from sqrt(1/2) to sqrt(2).
	`fn pow(x: R, y: R) -> R {
		if (x == 0.0) { return select(0.0, 1.0, y == 0.0); }
		var e = nd_exponent(x);
		var m = nd_ldexp(x, -e);
		if (m > 1.4142135623730951) {
			m *= 0.5;
			e += 1.0;
		}
		let n = floor(y * e + 0.5);
		return nd_ldexp(exp(0.6931471805599453 * fma(y, e, -n) + y * log(m)), n);
	}`,
	// cis(x) = cos x + i sin x with x = n pi/2 + r.
	`fn cis(x: R) -> C {
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
		let q = n - 4.0 * floor(0.25 * n);
		if (q == 1.0) { return C(-s, c); }
		if (q == 2.0) { return C(-c, -s); }
		if (q == 3.0) { return C(s, -c); }
		return C(c, s);
	}`,
	`fn sin(x: R) -> R { return cis(x).y; }`,
	`fn cos(x: R) -> R { return cis(x).x; }`,
	`fn tan(x: R) -> R {
		let z = cis(x);
		return z.y / z.x;
	}`,
	// nd_arc is the arctangent of numbers from -0.21 to 0.66.
	`fn nd_arc(x: R) -> R {
		let z = x * x;
		let p = -1.615753718733365076637e+01 + z * -8.750608600031904122785e-01;
		let q = 4.853903996359136964868e+02 + z * (4.328810604912902668951e+02 + z * (1.650270098316988542046e+02
			+ z * (2.485846490142306297962e+01 + z)));
		let r = -6.485021904942025371773e+01 + z * (-1.228866684490136173410e+02 + z * (-7.500855792314704667340e+01
			+ z * p));
		return x + x * (z * r / (1.945506571482613964425e+02 + z * q));
	}`,
	`fn atan2(y: R, x: R) -> R {
		let u = abs(x);
		let v = abs(y);
		let m = max(u, v);
		if (m == 0.0) { return 0.0; }
		let t = min(u, v) / m;
		var a = 0.0;
		if (t > 0.66) { a = 0.7853981633974483 + nd_arc((t - 1.0) / (t + 1.0)); } else { a = nd_arc(t); }
		if (v > u) { a = 1.5707963267948966 - a; }
		if (x < 0.0) { a = 3.141592653589793 - a; }
		return select(a, -a, y < 0.0);
	}`,
	`fn atan(x: R) -> R { return atan2(x, 1.0); }`,
	`fn tanh(x: R) -> R {
		let u = abs(x);
		if (u < 0.625) {
			let s = x * x;
			let p = -1.61468768441708447952e3 + s * (-9.92877231001918586564e1 + s * -9.64399179425052238628e-1);
			let q = 4.84406305325125486048e3 + s * (2.23548839060100448583e3 + s * (1.12811678491632931402e2 + s));
			return x + x * s * p / q;
		}
		let t = 1.0 - 2.0 / (exp(2.0 * min(u, 40.0)) + 1.0);
		return select(t, -t, x < 0.0);
	}`,
	`fn conj(a: C) -> C { return C(a.x, -a.y); }`,
	`fn cmul(a: C, b: C) -> C { return C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }`,
	`fn cdiv(a: C, b: C) -> C {
		let m = max(abs(b.x), abs(b.y));
		let c = b / m;
		return C(a.x * c.x + a.y * c.y, a.y * c.x - a.x * c.y) / (m * cabs2(c));
	}`,
	`fn cabs2(a: C) -> R { return a.x * a.x + a.y * a.y; }`,
	`fn cabs(a: C) -> R {
		let u = abs(a.x);
		let v = abs(a.y);
		let m = max(u, v);
		if (m == 0.0) { return 0.0; }
		let t = min(u, v) / m;
		return m * sqrt(1.0 + t * t);
	}`,
	`fn cexp(a: C) -> C { return exp(a.x) * cis(a.y); }`,
	`fn nd_phase(a: C) -> R { return atan2(a.y, a.x); }`,
	`fn nd_clog(a: C) -> C { return C(log(cabs(a)), nd_phase(a)); }`,
	`fn nd_csqrt(a: C) -> C {
		let t = sqrt(0.5 * (cabs(a) + abs(a.x)));
		if (t == 0.0) { return C(0.0, 0.0); }
		let u = 0.5 * a.y / t;
		if (a.x >= 0.0) { return C(t, u); }
		return C(abs(u), select(t, -t, a.y < 0.0));
	}`,
}

// test1 is a test of a real number.
func test1(f func(float64) bool) builtin {
	return builtin{"R", typBool, func(x *[4]complex128) complex128 { return truth(f(real(x[0]))) }}
}

// test2 is a test of two real numbers.
func test2(f func(a, b float64) bool) builtin {
	return builtin{"RR", typBool, func(x *[4]complex128) complex128 { return truth(f(real(x[0]), real(x[1]))) }}
}

// isBefore reports whether a is less than b, or a is -0 and b is 0. The order of NaN is not defined.
func isBefore(a, b float64) bool { return a < b || a == b && math.Signbit(a) && !math.Signbit(b) }

// internals are the functions that only mathTexts may call, by name.
var internals = map[string]builtin{
	"nd_isnan":      test1(math.IsNaN),
	"nd_isnegative": test1(math.Signbit),
	"nd_istrue":     test1(func(x float64) bool { return x != 0 }),
	"nd_less":       test2(func(a, b float64) bool { return a < b }),
	"nd_before":     test2(isBefore),
	"nd_quotient":   realTwo(func(a, b float64) float64 { return a / b }),
	"nd_div":        realTwo(func(a, b float64) float64 { return a / b }),
	"nd_mod":        realTwo(math.Mod),
	"nd_ldexp":      realTwo(func(x, n float64) float64 { return math.Ldexp(x, int(n)) }),
	"nd_root":       real1(math.Sqrt),
	"nd_square":     real1(func(x float64) float64 { return x * x }),
	"nd_exponent":   real1(func(x float64) float64 { return float64(math.Ilogb(x)) }),
	"nd_arc":        real1(math.Atan),
	"nd_divide":     {"CR", typC, func(x *[4]complex128) complex128 { return x[0] * complex(1/real(x[1]), 0) }},
	"nd_phase":      {"C", typR, func(x *[4]complex128) complex128 { return complex(cmplx.Phase(x[0]), 0) }},
	"nd_clog":       complex1(cmplx.Log),
	"nd_csqrt":      complex1(cmplx.Sqrt),
}

// library returns the parsed functions of mathTexts by name.
var library = sync.OnceValue(func() map[string]*parser {
	all := map[string]*parser{}
	for _, text := range mathTexts {
		p, err := (&parser{internal: internals}).parse(text)
		if err != nil {
			panic(err) // a wrong text of this package
		}
		all[p.name] = p
	}
	return all
})
