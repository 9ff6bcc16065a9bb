// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<f32>;
@group(0) @binding(2) var<uniform> params: array<vec4<f32>, 1>;

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

// the high word of a b
fn nd_high(a: u32, b: u32) -> u32 {
	let m = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
	let n = (a & 0xffffu) * (b >> 16u) + (m & 0xffffu);
	return (a >> 16u) * (b >> 16u) + (m >> 16u) + (n >> 16u);
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

fn nd_cmul(a_: vec2<f32>, b_: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(a_.x * b_.x - a_.y * b_.y, a_.x * b_.y + a_.y * b_.x);
}

fn nd_f0_kick(psi_: vec2<f32>, v_: f32, dt_: f32) -> vec2<f32> {
	if (v_ == 0.0) {
		return psi_;
	}
	return nd_cmul(psi_, nd_cis(-dt_ * v_));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 3072) {
		return;
	}
	let v0 = dst[i];
	let v1 = src0[i];
	let v2 = params[0].x;
	let v3 = nd_f0_kick(v0, v1, v2);
	dst[i] = v3;
}
