// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f64>>;
@group(0) @binding(1) var<storage, read> src0: array<f64>;
@group(0) @binding(2) var<storage, read> src1: array<f32>;
@group(0) @binding(3) var<uniform> params: array<vec2<f64>, 1>;

fn nd2_nan() -> f64 {
	var bits = 0x7fc00000u; // compilers refuse constant NaN
	return f64(bitcast<f32>(bits));
}

fn nd2_quarter(z_: vec2<f64>, n_: f64) -> vec2<f64> {
	let q_ = n_ - 4.0lf * floor(0.25lf * n_);
	if (q_ == 1.0lf) {
		return vec2<f64>(-z_.y, z_.x);
	}
	if (q_ == 2.0lf) {
		return vec2<f64>(-z_.x, -z_.y);
	}
	if (q_ == 3.0lf) {
		return vec2<f64>(z_.y, -z_.x);
	}
	return z_;
}

fn nd2_cis(x_: f64) -> vec2<f64> {
	if (abs(x_) < 1e-08lf) {
		return vec2<f64>(1.0lf, x_);
	}
	if (!(abs(x_) < 4294967296.0lf)) {
		return vec2<f64>(nd2_nan(), nd2_nan());
	}
	let n_ = floor(0.6366197723675814lf * x_ + 0.5lf);
	let a_ = fma(n_, 0.000004453584551811218lf, fma(n_, -1.57080078125lf, x_));
	let b_ = fma(n_, 8.706138032721356e-10lf, a_);
	let r_ = fma(n_, -5.721188726109832e-18lf, fma(n_, -6.222800053024002e-14lf, b_));
	let z_ = r_ * r_;
	let u_ = 0.0000027557313621385722lf + z_ * (-2.5050747762857807e-08lf + z_ * 1.5896230157654656e-10lf);
	let v_ = 0.008333333333322118lf + z_ * (-0.0001984126982958954lf + z_ * u_);
	let s_ = r_ + r_ * z_ * (-0.1666666666666663lf + z_ * v_);
	let g_ = -2.755731417929674e-07lf + z_ * (2.087570084197473e-09lf + z_ * -1.1358536521387682e-11lf);
	let h_ = -0.0013888888888873056lf + z_ * (0.000024801587288851704lf + z_ * g_);
	let c_ = 1.0lf - (0.5lf * z_ - z_ * z_ * (0.041666666666666595lf + z_ * h_));
	return nd2_quarter(vec2<f64>(c_, s_), n_);
}

fn nd2_cmul(a_: vec2<f64>, b_: vec2<f64>) -> vec2<f64> {
	return vec2<f64>(a_.x * b_.x - a_.y * b_.y, a_.x * b_.y + a_.y * b_.x);
}

fn nd2_f0_kick(psi_: vec2<f64>, v_: f64, dt_: f64) -> vec2<f64> {
	if (v_ == 0.0lf) {
		return psi_;
	}
	return nd2_cmul(psi_, nd2_cis(-dt_ * v_));
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
	let v3 = nd2_f0_kick(v0, v1, v2);
	let v4 = src1[i];
	let v5 = f64(v4);
	let v6 = v3 / v5;
	dst[i] = v6;
}
