// fft4_4_p4_t4_split_linear_outhalf8_scale0.5_mirror
// X[k] = sum over j of x[j] w_4^(jk), w_4 = exp(-2 pi i / 4); times 0.5
// point j of transform q: x at q * 4 + j * 1, X at q * 4 + j * 1
// 4 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    put_bin(a, 4u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_8^e, e up to 4
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 1: radix 4
    let ja0 = t;
    let source = seq * 4u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 1u];
    let a0_2 = src[source + ja0 + 2u];
    let a0_3 = src[source + ja0 + 3u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);

    // store
    // points k and -k of a transform together, which one thread has
    let target_seq = first + q;
    let out_a = (target_seq) * 5u;
    out_pair(out_a, ja0, scaled(ya0.y0), scaled(ya0.y0));
    out_pair(out_a, ja0 + 1u, scaled(ya0.y1), scaled(ya0.y3));
    out_pair(out_a, 2u, scaled(ya0.y2), scaled(ya0.y2));
}
