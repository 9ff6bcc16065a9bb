// 1536 elements of shape [24 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> params: array<vec4<f32>, 1>;

fn nd_variable(p: vec4<f32>) -> i32 { return i32(p.x) + 65536 * i32(p.y); }

fn nd_conj(a: vec2<f32>) -> vec2<f32> {
	return vec2<f32>(a.x, bitcast<f32>(bitcast<u32>(a.y) ^ 0x80000000u));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 1536) {
		return;
	}
	let k0 = i / 64;
	let k1 = i % 64;
	let v0 = src0[k0 * -128 + k1 + nd_variable(params[0])];
	let v1 = nd_conj(v0);
	dst[k0 * 128 + k1] = v1;
}
