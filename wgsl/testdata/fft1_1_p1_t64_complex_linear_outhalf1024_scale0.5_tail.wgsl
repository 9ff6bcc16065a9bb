// fft1_1_p1_t64_complex_linear_outhalf1024_scale0.5_tail
// X[k] = sum over j of x[j] w_1^(jk), w_1 = exp(-2 pi i / 1); times 0.5
// point j of transform q: x at q * 1 + j * 1, X at q * 1 + j * 1
// 64 transforms per workgroup, 1 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> batch: Batch;

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    if (2u * k != 512u) {
        put_bin(a, 512u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_1024^e, e up to 512
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 64u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform
    let number = seq / 1u;
    let k = number % 257u;
    let row = number / 257u;
    let source = row * 512u;
    let p = src[source + (k)];
    let c = src[source + (select(512u - k, 0u, k == 0u))];
    if (first + q < batch.end) {
        let out_a = (row) * 513u;
        out_pair(out_a, k, scaled(p), scaled(c));
    }
}
