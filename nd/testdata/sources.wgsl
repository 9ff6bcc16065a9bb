// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<uniform> params: array<vec4<f32>, 3>;

fn nd_square(x_: f32) -> f32 {
	return x_ * x_;
}

fn nd_isnan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }

fn nd_limit(x_: f32, most_: f32) -> f32 {
	return select(select(x_, -most_, x_ < -most_), most_, x_ > most_);
}

// a 2^n, in two steps for n beyond the exponents of f32
fn nd_ldexp(a: f32, n: f32) -> f32 {
	let k = clamp(i32(n), -252, 252);
	let h = k / 2;
	return a * bitcast<f32>(u32(h + 127) << 23u) * bitcast<f32>(u32(k - h + 127) << 23u);
}

fn nd_exp(x_: f32) -> f32 {
	if (nd_isnan(x_)) {
		return x_;
	}
	let y_ = nd_limit(x_, 120.0);
	let n_ = floor(1.442695 * y_ + 0.5);
	let a_ = fma(n_, -0.00003194809, fma(n_, -0.69311523, y_));
	let r_ = fma(n_, 1.9046542e-09, a_);
	let p_ = 0.041665796 + r_ * (0.008333452 + r_ * (0.0013981999 + r_ * 0.00019875691));
	return nd_ldexp(1.0 + (r_ + r_ * r_ * (0.5 + r_ * (0.16666666 + r_ * p_))), n_);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 3072) {
		return;
	}
	let k0 = i / 64;
	let k1 = i % 64;
	let v0 = vec2<f32>(0.0, f32(select(select(k1, k1 - 64, k1 > 31), 0, k1 == 32)) * params[0].x);
	let v1 = nd_square(f32(select(k0, k0 - 48, k0 > 23)) * params[1].x) + nd_square(f32(select(k1, k1 - 64, k1 > 31)) * params[2].x);
	let v2 = nd_exp(v1);
	let v3 = v0 * v2;
	dst[i] = v3;
}
