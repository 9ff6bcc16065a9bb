// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<f32>;
@group(0) @binding(1) var<uniform> params: array<vec4<f32>, 4>;

// the high word of a b
fn nd_high(a: u32, b: u32) -> u32 {
	let m = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
	let n = (a & 0xffffu) * (b >> 16u) + (m & 0xffffu);
	return (a >> 16u) * (b >> 16u) + (m >> 16u) + (n >> 16u);
}

// Philox4x32-10 of the counter (i, 0, 0, 0). low and high have the key in parts of 16 bits.
fn nd_philox(i: i32, low: vec2<f32>, high: vec2<f32>) -> vec4<u32> {
	var c = vec4<u32>(u32(i), 0u, 0u, 0u);
	var key = vec2<u32>(u32(low.x) | (u32(low.y) << 16u), u32(high.x) | (u32(high.y) << 16u));
	for (var r = 0; r < 10; r += 1) {
		let h0 = nd_high(0xd2511f53u, c.x);
		let h1 = nd_high(0xcd9e8d57u, c.z);
		c = vec4<u32>(h1 ^ c.y ^ key.x, 0xcd9e8d57u * c.z, h0 ^ c.w ^ key.y, 0xd2511f53u * c.x);
		key += vec2<u32>(0x9e3779b9u, 0xbb67ae85u);
	}
	return c;
}

fn nd_whole(w0: u32, w1: u32) -> f32 { return f32(w0 >> 8u); }

// not zero, infinite or NaN
fn nd_isplain(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) - 1u < 0x7f7fffffu; }

fn nd_isnegative(x: f32) -> bool { return bitcast<u32>(x) >= 0x80000000u; }

fn nd_istrue(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) != 0u; }

fn nd_inf() -> f32 {
	var bits = 0x7f800000u; // compilers refuse constant infinities
	return bitcast<f32>(bits);
}

fn nd_isnan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }

fn nd_nan() -> f32 {
	var bits = 0x7fc00000u; // compilers refuse constant NaN
	return bitcast<f32>(bits);
}

fn nd_exponent(x: f32) -> f32 {
	let u = bitcast<u32>(x) & 0x7fffffffu;
	if (u < 0x800000u) { // zero or denormal
		return -118.0 - f32(countLeadingZeros(u));
	}
	return f32(u >> 23u) - 127.0;
}

// |x| times a power of two, from 1 to 2
fn nd_mantissa(x: f32) -> f32 {
	var u = bitcast<u32>(x) & 0x7fffffffu;
	if (u < 0x800000u) { // denormal
		u <<= countLeadingZeros(u) - 8u;
	}
	return bitcast<f32>((u & 0x7fffffu) | 0x3f800000u);
}

fn nd_ln(f_: f32, e_: f32) -> f32 {
	let s_ = f_ / (2.0 + f_);
	let z_ = s_ * s_;
	let w_ = z_ * z_;
	let u_ = w_ * (0.40000972 + w_ * 0.24279079);
	let v_ = z_ * (0.6666666 + w_ * 0.28498787);
	let h_ = 0.5 * f_ * f_;
	return e_ * 0.69311523 - (h_ - (s_ * (h_ + (u_ + v_)) + e_ * 0.000031946183) - f_);
}

fn nd_log(x_: f32) -> f32 {
	if (!nd_isplain(x_) || nd_isnegative(x_)) {
		if (!nd_istrue(x_)) {
			return -nd_inf();
		}
		if (nd_isnan(x_)) {
			return x_;
		}
		return select(nd_inf(), nd_nan(), nd_isnegative(x_));
	}
	let e_ = nd_exponent(x_);
	let m_ = nd_mantissa(x_);
	if (m_ > 1.4142135) {
		return nd_ln(0.5 * m_ - 1.0, e_ + 1.0);
	}
	return nd_ln(m_ - 1.0, e_);
}

fn nd_less(a: f32, b: f32) -> bool {
	let u = bitcast<u32>(a) & 0x7fffffffu;
	let v = bitcast<u32>(b) & 0x7fffffffu;
	let i = select(i32(u), -i32(u), bitcast<i32>(a) < 0);
	let j = select(i32(v), -i32(v), bitcast<i32>(b) < 0);
	return i < j && max(u, v) <= 0x7f800000u;
}

fn nd_sqrt(x_: f32) -> f32 {
	if (nd_isplain(x_) && !nd_isnegative(x_)) {
		return sqrt(x_);
	}
	return select(x_, nd_nan(), nd_less(x_, 0.0));
}

fn nd_abs(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) & 0x7fffffffu); }

// word k of 0 and the bits of 2/pi; an array would take memory of every thread
fn nd_word(k: u32) -> u32 {
	let isOdd = (k & 1u) != 0u;
	let a = select(0u, 0xa2f9836eu, isOdd);
	let b = select(0x4e441529u, 0xfc2757d1u, isOdd);
	let c = select(0xf534ddc0u, 0xdb629599u, isOdd);
	let d = select(0x3c439041u, 0xfe5163abu, isOdd);
	return select(select(a, b, (k & 2u) != 0u), select(c, d, (k & 2u) != 0u), k >= 4u);
}

// r and n with x = n pi/2 + r, for |x| >= 2^12 (Payne and Hanek, Radian reduction for
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

fn nd_quarter(z_: vec2<f32>, n_: f32) -> vec2<f32> {
	let q_ = n_ - 4.0 * floor(0.25 * n_);
	let isOdd_ = q_ == 1.0 || q_ == 3.0;
	let c_ = select(z_.x, z_.y, isOdd_);
	let s_ = select(z_.y, z_.x, isOdd_);
	return vec2<f32>(select(c_, -c_, q_ == 1.0 || q_ == 2.0), select(s_, -s_, q_ > 1.5));
}

fn nd_cis(x_: f32) -> vec2<f32> {
	var n_ = floor(0.63661975 * x_ + 0.5);
	var r_ = fma(n_, 8.706138e-10, fma(n_, 0.0000044535846, fma(n_, -1.5708008, x_)));
	if (n_ == 0.0) {
		r_ = x_;
	}
	if (!(nd_abs(x_) < 6000.0)) {
		let t_ = nd_turn(x_);
		r_ = t_.x;
		n_ = t_.y;
	}
	let z_ = r_ * r_;
	let t_ = r_ * z_ * (-0.16666655 + z_ * (0.008332161 - z_ * 0.00019515296));
	let s_ = select(r_ + t_, r_, z_ < 1e-08);
	let h_ = 0.041666646 + z_ * (-0.0013887316 + z_ * 0.000024433157);
	return nd_quarter(vec2<f32>(1.0 - (0.5 * z_ - z_ * z_ * h_), s_), n_);
}

fn nd_cos(x_: f32) -> f32 {
	return nd_cis(x_).x;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 3072) {
		return;
	}
	let k0 = i / 64;
	let k1 = i % 64;
	let w0 = nd_philox(i, params[0].xy, params[1].xy);
	let v0 = nd_whole(w0.x, w0.y) * 5.9604645e-08;
	let w1 = nd_philox(k1, params[2].xy, params[3].xy);
	let v1 = nd_sqrt(-2.0 * nd_log((nd_whole(w1.x, w1.y) + 1.0) * 5.9604645e-08)) * nd_cos(3.1415927 * (nd_whole(w1.y, w1.y) * 1.1920929e-07 - 1.0));
	let v2 = v0 * v1;
	dst[i] = v2;
}
