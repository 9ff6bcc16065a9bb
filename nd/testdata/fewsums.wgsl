// Reduces [4 64] elements along axes [true false], one result for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> src1: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let o = i32((group.y * 32768u + group.x) * 64u + local);
	if (o >= 64) {
		return;
	}
	var sum = vec2<f32>();
	for (var e = 0; e < 4; e += 1) {
		let k0 = e % 4;
		let k1 = o % 64;
		let i = k0 * 64 + k1;
		let v0 = src0[i];
		let v1 = src1[i];
		let v2 = v0 * v1;
		sum = sum + v2;
	}
	dst[o] = sum;
}
