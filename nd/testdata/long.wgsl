// 360000 elements of shape [600 600], 4 for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<f32>;
@group(0) @binding(2) var<uniform> params: array<vec4<f32>, 3>;

fn nd_variable(p: vec4<f32>) -> i32 { return i32(p.x) + 65536 * i32(p.y); }

fn nd_value(i: i32) -> vec2<f32> {
	let k0 = i / 600;
	let k1 = i % 600;
	let v0 = src0[k0];
	let v1 = params[0].x;
	let v2 = params[1].x;
	let v3 = v0 * v1 + v2;
	let v4 = vec2<f32>(v3, 0.0);
	return v4;
}

fn nd_place(i: i32) -> i32 {
	let k0 = i / 600;
	let k1 = i % 600;
	return k0 * 600 + k1 * -1 + nd_variable(params[2]);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 1024u + local);
	if (i + 768 < 360000) {
		let x0 = nd_value(i);
		let x1 = nd_value(i + 256);
		let x2 = nd_value(i + 512);
		let x3 = nd_value(i + 768);
		dst[nd_place(i)] = x0;
		dst[nd_place(i + 256)] = x1;
		dst[nd_place(i + 512)] = x2;
		dst[nd_place(i + 768)] = x3;
		return;
	}
	for (var e = i; e < 360000; e += 256) {
		dst[nd_place(e)] = nd_value(e);
	}
}
