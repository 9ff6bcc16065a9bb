// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<f32>;
@group(0) @binding(2) var<uniform> params: array<vec4<f32>, 1>;

fn nd_cis(x_: f32) -> vec2<f32> {
	let n_ = floor(0.63661975 * x_ + 0.5);
	let a_ = fma(n_, 0.0000044535846, fma(n_, -1.5708008, x_));
	let b_ = fma(n_, 8.706138e-10, a_);
	let r_ = fma(n_, -5.721189e-18, fma(n_, -6.2228e-14, b_));
	let z_ = r_ * r_;
	let u_ = 0.0000027557314 + (z_ * (-2.5050747e-08 + (z_ * 1.589623e-10)));
	let v_ = 0.008333334 + (z_ * (-0.0001984127 + (z_ * u_)));
	let s_ = r_ + ((r_ * z_) * (-0.16666667 + (z_ * v_)));
	let g_ = -2.7557314e-07 + (z_ * (2.0875701e-09 + (z_ * (-1.13585365e-11))));
	let h_ = -0.0013888889 + (z_ * (0.000024801588 + (z_ * g_)));
	let c_ = 1.0 - (0.5 * z_ - ((z_ * z_) * (0.041666668 + (z_ * h_))));
	let q_ = n_ - (4.0 * floor(0.25 * n_));
	if (q_ == 1.0) {
		return vec2<f32>(-s_, c_);
	}
	if (q_ == 2.0) {
		return vec2<f32>(-c_, -s_);
	}
	if (q_ == 3.0) {
		return vec2<f32>(s_, -c_);
	}
	return vec2<f32>(c_, s_);
}

fn nd_cmul(a_: vec2<f32>, b_: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(a_.x * b_.x - (a_.y * b_.y), a_.x * b_.y + (a_.y * b_.x));
}

fn nd_f0_kick(psi_: vec2<f32>, v_: f32, dt_: f32) -> vec2<f32> {
	if (v_ == 0.0) {
		return psi_;
	}
	return nd_cmul(psi_, nd_cis((-dt_) * v_));
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
