// Reduces [48 64] elements along axes [true false], 512 elements for each workgroup.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> src1: array<f32>;

var<workgroup> sums: array<vec2<f32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let g = i32(group.y * 32768u + group.x);
	if (g >= 64) {
		return;
	}
	let o = g;
	let first = (g % 1) * 512;
	var sum = vec2<f32>();
	let end = min(first + 512, 48);
	for (var e = first + i32(local); e < end; e += 64) {
		let k0 = e % 48;
		let k1 = o % 64;
		let i = k0 * 64 + k1;
		let v0 = src0[i];
		let v1 = src1[i];
		let v2 = v0 * v1;
		sum = sum + v2;
	}
	sums[local] = sum;
	workgroupBarrier();
	for (var s = 32u; s > 0u; s = s / 2u) {
		if (local < s) {
			sums[local] = sums[local] + sums[local + s];
		}
		workgroupBarrier();
	}
	if (local == 0u) {
		dst[g] = sums[0];
	}
}
