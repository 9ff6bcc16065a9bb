// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<f32>;
@group(0) @binding(2) var<uniform> params: array<vec4<f32>, 1>;

fn nd_cis(x: f32) -> vec2<f32> { return vec2<f32>(cos(x), sin(x)); }

fn nd_mul(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn nd_f0_kick(psi_: vec2<f32>, v_: f32, dt_: f32) -> vec2<f32> {
	if (v_ == 0.0) {
		return psi_;
	}
	return nd_mul(psi_, nd_cis((-dt_) * v_));
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
