// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> src1: array<f32>;
@group(0) @binding(3) var<uniform> params: array<vec4<f32>, 2>;

fn nd_variable(p: vec4<f32>) -> i32 { return i32(p.x) + 65536 * i32(p.y); }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 3072) {
		return;
	}
	let k0 = i / 64;
	let k1 = i % 64;
	let v0 = src0[select(k0 - nd_variable(params[0]), k0 + 48 - nd_variable(params[0]), k0 < nd_variable(params[0])) * 64 + select(k1 - nd_variable(params[1]), k1 + 64 - nd_variable(params[1]), k1 < nd_variable(params[1]))];
	let v1 = select(f32(), src1[k1], k0 >= 40 && k0 < 41);
	let v2 = v0 * v1;
	dst[i] = v2;
}
