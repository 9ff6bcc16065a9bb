// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<uniform> params: array<vec4<f32>, 3>;

fn nd_square(x_: f32) -> f32 {
	return x_ * x_;
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
	let v2 = exp(v1);
	let v3 = v0 * v2;
	dst[i] = v3;
}
