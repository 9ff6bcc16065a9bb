// 1488 elements of shape [48 31], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> src0: array<u32>;
@group(0) @binding(2) var<uniform> params: array<vec4<f32>, 2>;

fn nd_variable(p: vec4<f32>) -> i32 { return i32(p.x) + 65536 * i32(p.y); }

// the values of two binary16
fn f16_numbers(word: u32) -> vec2<f32> {
    let half = vec2<u32>(word & 0xffffu, word >> 16u);
    let size = half & vec2<u32>(0x7fffu);
    let normal = (size << vec2<u32>(13u)) + vec2<u32>(0x38000000u);
    let small = bitcast<vec2<u32>>(vec2<f32>(size) * 5.9604644775390625e-8);
    var bits = select(normal, small, size < vec2<u32>(0x400u));
    bits = select(bits, normal + vec2<u32>(0x38000000u), size >= vec2<u32>(0x7c00u));
    return bitcast<vec2<f32>>(bits | ((half & vec2<u32>(0x8000u)) << vec2<u32>(16u)));
}

fn nd_put_uint8(x: f32) -> u32 {
	let r = round(x);
	let kept = select(0.0, min(r, 255.0), r > 0.0);
	return bitcast<u32>(i32(kept)) & 255u;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 1488) {
		return;
	}
	let k0 = i / 31;
	let k1 = i % 31;
	let v0 = f16_numbers(src0[(k0 * 64 + k1 * 2 + nd_variable(params[0])) / 2] >> (u32((k0 * 64 + k1 * 2 + nd_variable(params[0])) & 1) * 16u)).x;
	let place = k0 * 64 + k1 * 2 + nd_variable(params[1]);
	let shift = u32(place & 3) * 8u;
	atomicAnd(&dst[place / 4], ~(255u << shift));
	atomicOr(&dst[place / 4], nd_put_uint8(v0) << shift);
}
