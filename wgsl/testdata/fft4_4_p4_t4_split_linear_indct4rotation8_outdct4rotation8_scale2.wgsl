// fft4_4_p4_t4_split_linear_indct4rotation8_outdct4rotation8_scale2
// X[k] = sum over j of x[j] w_4^(jk), w_4 = exp(-2 pi i / 4); times 2
// point j of transform q: x at q * 4 + j * 1, X at q * 4 + j * 1
// 4 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// point n of the complex transform
fn in_point(a: u32, n: u32) -> vec2<f32> {
    return cmul(vec2<f32>(src[a + 2u * n], src[a + 7u - 2u * n]), real_root(4u * n + 1u));
}

// point n of the complex transform to the numbers 2n and 7 - 2n
fn out_point(a: u32, n: u32, z: vec2<f32>) {
    let x = cmul(z, real_root(4u * n));
    dst[a + 2u * n] = x.x;
    dst[a + 7u - 2u * n] = -x.y;
}

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_64^e, e up to 32
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 2.0; }

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
    let in_a = (seq) * 8u;
    let n0_0 = ja0;
    let a0_0 = in_point(in_a, n0_0);
    let n0_1 = ja0 + 1u;
    let a0_1 = in_point(in_a, n0_1);
    let n0_2 = ja0 + 2u;
    let a0_2 = in_point(in_a, n0_2);
    let n0_3 = ja0 + 3u;
    let a0_3 = in_point(in_a, n0_3);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);

    // store
    let target_seq = first + q;
    let out_a = (target_seq) * 8u;
    let m0_0 = ja0;
    out_point(out_a, m0_0, scaled(ya0.y0));
    let m0_1 = ja0 + 1u;
    out_point(out_a, m0_1, scaled(ya0.y1));
    let m0_2 = ja0 + 2u;
    out_point(out_a, m0_2, scaled(ya0.y2));
    let m0_3 = ja0 + 3u;
    out_point(out_a, m0_3, scaled(ya0.y3));
}
