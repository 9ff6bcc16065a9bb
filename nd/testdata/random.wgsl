// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<f32>;
@group(0) @binding(1) var<uniform> params: array<vec4<f32>, 4>;

fn nd_high(a: u32, b: u32) -> u32 {
	let m = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
	let n = (a & 0xffffu) * (b >> 16u) + (m & 0xffffu);
	return (a >> 16u) * (b >> 16u) + (m >> 16u) + (n >> 16u);
}

// Philox4x32-10 of the counter (i, 0, 0, 0). low and high have the key in parts of 16 bits.
fn nd_philox(i: i32, low: vec2<f32>, high: vec2<f32>) -> vec4<u32> {
	var c = vec4<u32>(u32(i), 0u, 0u, 0u);
	var key = vec2<u32>(u32(low.x) | (u32(low.y) << 16u), u32(high.x) | (u32(high.y) << 16u));
	for (var r = 0; r < 10; r += 1) {
		let h0 = nd_high(0xd2511f53u, c.x);
		let h1 = nd_high(0xcd9e8d57u, c.z);
		c = vec4<u32>(h1 ^ c.y ^ key.x, 0xcd9e8d57u * c.z, h0 ^ c.w ^ key.y, 0xd2511f53u * c.x);
		key += vec2<u32>(0x9e3779b9u, 0xbb67ae85u);
	}
	return c;
}

fn nd_whole(w0: u32, w1: u32) -> f32 { return f32(w0 >> 8u); }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 3072) {
		return;
	}
	let k0 = i / 64;
	let k1 = i % 64;
	let w0 = nd_philox(i, params[0].xy, params[1].xy);
	let v0 = nd_whole(w0.x, w0.y) * 5.9604645e-08;
	let w1 = nd_philox(k1, params[2].xy, params[3].xy);
	let v1 = sqrt((-2.0) * log((nd_whole(w1.x, w1.y) + 1.0) * 5.9604645e-08)) * cos(3.1415927 * (nd_whole(w1.y, w1.y) * 1.1920929e-07 - 1.0));
	let v2 = v0 * v1;
	dst[i] = v2;
}
