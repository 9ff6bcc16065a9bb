// fft4_4_p4_t4_interleave3_split_linear_in3x12x3_inbatchfastest_inswap_inhalf8.inner3_out3x12x3_outbatchfastest_outswap_outreal8.inner3
// X[k] = sum over j of x[j] w_4^(jk), w_4 = exp(-2 pi i / 4); parts swapped on load; parts swapped on store
// point j of transform q: x at (q div 3) * 12 + q mod 3 + j * 3, X at (q div 3) * 12 + q mod 3 + j * 3
// of 3 arrays side by side: here q counts without them but for the places
// 4 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to 4
fn bin(a: u32, k: u32) -> vec2<f32> {
    let x = src[a + (k) * 3u];
    return vec2<f32>(x.x, select(x.y, 0.0, k == 0u || k == 4u));
}

// point n of the complex transform
fn in_point(a: u32, n: u32) -> vec2<f32> {
    let p = bin(a, n);
    let c = bin(a, 4u - n);
    let w = real_root(n);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return vec2<f32>(p.x + c.x - d.y, p.y - c.y + d.x);
}

// v[n] of the row at a
fn put_number(a: u32, n: u32, v: f32) {
    dst[a + (n) * 3u] = v;
}

// point n of the complex transform
fn out_point(a: u32, n: u32, z: vec2<f32>) {
    put_number(a, 2u * n, z.x);
    put_number(a, 2u * n + 1u, z.y);
}

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_8^e, e up to 4
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

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
    let column = seq % 3u;
    let in_a = (seq / 3u) * 15u + column % 3u;
    let array_column = column / 3u;
    let n0_0 = array_column + ja0;
    let a0_0 = in_point(in_a, n0_0).yx;
    let n0_1 = array_column + ja0 + 1u;
    let a0_1 = in_point(in_a, n0_1).yx;
    let n0_2 = array_column + ja0 + 2u;
    let a0_2 = in_point(in_a, n0_2).yx;
    let n0_3 = array_column + ja0 + 3u;
    let a0_3 = in_point(in_a, n0_3).yx;
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);

    // store
    let target_seq = first + q;
    let target_column = target_seq % 3u;
    let out_a = (target_seq / 3u) * 24u + target_column % 3u;
    let target_array_column = target_column / 3u;
    let m0_0 = target_array_column + ja0;
    out_point(out_a, m0_0, ya0.y0.yx);
    let m0_1 = target_array_column + ja0 + 1u;
    out_point(out_a, m0_1, ya0.y1.yx);
    let m0_2 = target_array_column + ja0 + 2u;
    out_point(out_a, m0_2, ya0.y2.yx);
    let m0_3 = target_array_column + ja0 + 3u;
    out_point(out_a, m0_3, ya0.y3.yx);
}
