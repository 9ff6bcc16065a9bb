// fft16_4.4_p4_t4_split_inrow17x0_in(halfspectrum32)(merge32)(swap)_outrow32x0_out(swap)(realpoints)
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// x[j] of transform q: number j of row q; rows have 17 elements
// load: the ends are real
// load: real row r, X[j] = r[2j] + i r[2j+1]: its bins k and 16-k of 17, of w_32, make x[k] and x[-k]
// load: real and imaginary parts swapped
// X[j] of transform q: number j of row q; rows have 32 elements
// store: real and imaginary parts swapped
// store: point n is numbers 2n and 2n+1
// 4 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> real_roots: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 64>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// bin k of the row at a
fn bin(a: u32, k: u32) -> vec2<f32> {
    let x = src[a + k];
    return vec2<f32>(x.x, select(x.y, 0.0, k == 0u || k == 16u));
}

// w_32^e, e up to 16
fn real_root(e: u32) -> vec2<f32> {
    return real_roots[e];
}

// point n of the row at a
fn in_point(a: u32, n: u32) -> vec2<f32> {
    let p = bin(a, n);
    let c = bin(a, 16u - n);
    let w = real_root(n);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return vec2<f32>(p.x + c.x - d.y, p.y - c.y + d.x);
}

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// number n of the row at a
fn put_number(a: u32, n: u32, v: f32) {
    dst[a + n] = v;
}

// point n of the row at a
fn out_point(a: u32, n: u32, z: vec2<f32>) {
    put_number(a, n * 2u, z.x);
    put_number(a, n * 2u + 1u, z.y);
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4
    let in_a = seq * 17u;
    let a0_0 = in_point(in_a, t).yx;
    let n0_1 = t + 4u;
    let a0_1 = in_point(in_a, n0_1).yx;
    let n0_2 = t + 8u;
    let a0_2 = in_point(in_a, n0_2).yx;
    let n0_3 = t + 12u;
    let a0_3 = in_point(in_a, n0_3).yx;
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 16u + t * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let inb0 = q * 16u + t;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b0_2_x = shared_points[inb0 + 8u];
    let b0_3_x = shared_points[inb0 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b0_2_y = shared_points[inb0 + 8u];
    let b0_3_y = shared_points[inb0 + 12u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b0_2t = cmul(b0_2, twiddles[t + 4u]);
    let b0_3t = cmul(b0_3, twiddles[t + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // store
    let target_seq = first + q;
    let out_a = target_seq * 32u;
    out_point(out_a, t, yb0.y0.yx);
    let m0_1 = t + 4u;
    out_point(out_a, m0_1, yb0.y1.yx);
    let m0_2 = t + 8u;
    out_point(out_a, m0_2, yb0.y2.yx);
    let m0_3 = t + 12u;
    out_point(out_a, m0_3, yb0.y3.yx);
}
