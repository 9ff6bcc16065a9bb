// fft15_5.3_p6_t4_split2_linear_inevenodd15.twoforone_outdct2bins15.twoforone_mirror
// X[k] = sum over j of x[j] w_15^(jk), w_15 = exp(-2 pi i / 15)
// point j of transform q: x at q * 15 + j * 1, X at q * 15 + j * 1
// 4 transforms per workgroup, 3 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    let is_odd = 2u * n >= 15u;
    let x = src[a + select(2u * n, 29u - 2u * n, is_odd)];
    return x;
}

// point n of the complex transform
fn in_point(a: u32, b: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n), number(b, n));
}

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    let x = cmul(v, real_root(k));
    dst[a + k] = x.x;
    if (k > 0u) {
        dst[a + 15u - k] = -x.y;
    }
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, b: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    put_bin(a, k, even);
    if (b != a) {
        put_bin(b, k, vec2<f32>(p.y + c.y, c.x - p.x));
    }
}

var<workgroup> shared_points: array<f32, 32>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_60^e, e up to 30
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

struct Points5 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32> }

// y[k] = sum over j of x[j] w_5^(jk), x[j] and x[r-j] combined
fn dft5(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let s1 = x1 + x4;
    let d1 = x1 - x4;
    let s2 = x2 + x3;
    let d2 = x2 - x3;
    let e1 = x0 + 0.309017 * s1 - 0.809017 * s2;
    let o1 = 0.95105654 * d1 + 0.58778524 * d2;
    let e2 = x0 - 0.809017 * s1 + 0.309017 * s2;
    let o2 = 0.58778524 * d1 - 0.95105654 * d2;
    return Points5(x0 + s1 + s2, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(12)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 3u; // thread of the transform
    let q = local.x / 3u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 5
    let ja0 = t;
    let in_a = (seq) * 30u;
    let in_b = select(in_a + 15u, in_a, 2u * (seq) + 1u >= batch.rows);
    let n0_0 = ja0;
    let a0_0 = in_point(in_a, in_b, n0_0);
    let n0_1 = ja0 + 3u;
    let a0_1 = in_point(in_a, in_b, n0_1);
    let n0_2 = ja0 + 6u;
    let a0_2 = in_point(in_a, in_b, n0_2);
    let n0_3 = ja0 + 9u;
    let a0_3 = in_point(in_a, in_b, n0_3);
    let n0_4 = ja0 + 12u;
    let a0_4 = in_point(in_a, in_b, n0_4);
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);
    let outa0 = (ja0 * 5u) * 4u + q;

    // stage 2 of 2: radix 3, p = 5, twiddle w_15^(i (j mod 5)), butterflies j and 5 - j in one thread
    let jb0 = t;
    let inb0 = (jb0) * 4u + q;
    let jb1 = select(5u - jb0, 0u, jb0 == 0u); // the butterfly with the mates
    let inb1 = (jb1) * 4u + q;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if ((outa0) / 32u == 0u) {
        shared_points[outa0] = ya0.y0.x;
    }
    if ((outa0 + 4u) / 32u == 0u) {
        shared_points[outa0 + 4u] = ya0.y1.x;
    }
    if ((outa0 + 8u) / 32u == 0u) {
        shared_points[outa0 + 8u] = ya0.y2.x;
    }
    if ((outa0 + 12u) / 32u == 0u) {
        shared_points[outa0 + 12u] = ya0.y3.x;
    }
    if ((outa0 + 16u) / 32u == 0u) {
        shared_points[outa0 + 16u] = ya0.y4.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 20u];
    var b1_1_x: f32;
    let b1_0_x = shared_points[inb1];
    if ((inb1 + 20u) / 32u == 0u) {
        b1_1_x = shared_points[inb1 + 20u];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if ((outa0) / 32u == 1u) {
        shared_points[outa0 - 32u] = ya0.y0.x;
    }
    if ((outa0 + 4u) / 32u == 1u) {
        shared_points[outa0 - 28u] = ya0.y1.x;
    }
    if ((outa0 + 8u) / 32u == 1u) {
        shared_points[outa0 - 24u] = ya0.y2.x;
    }
    if ((outa0 + 12u) / 32u == 1u) {
        shared_points[outa0 - 20u] = ya0.y3.x;
    }
    if ((outa0 + 16u) / 32u == 1u) {
        shared_points[outa0 - 16u] = ya0.y4.x;
    }
    workgroupBarrier();
    let b0_2_x = shared_points[inb0 + 8u];
    if ((inb1 + 20u) / 32u == 1u) {
        b1_1_x = shared_points[inb1 - 12u];
    }
    let b1_2_x = shared_points[inb1 + 8u];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if ((outa0) / 32u == 0u) {
        shared_points[outa0] = ya0.y0.y;
    }
    if ((outa0 + 4u) / 32u == 0u) {
        shared_points[outa0 + 4u] = ya0.y1.y;
    }
    if ((outa0 + 8u) / 32u == 0u) {
        shared_points[outa0 + 8u] = ya0.y2.y;
    }
    if ((outa0 + 12u) / 32u == 0u) {
        shared_points[outa0 + 12u] = ya0.y3.y;
    }
    if ((outa0 + 16u) / 32u == 0u) {
        shared_points[outa0 + 16u] = ya0.y4.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 20u];
    var b1_1_y: f32;
    let b1_0_y = shared_points[inb1];
    if ((inb1 + 20u) / 32u == 0u) {
        b1_1_y = shared_points[inb1 + 20u];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if ((outa0) / 32u == 1u) {
        shared_points[outa0 - 32u] = ya0.y0.y;
    }
    if ((outa0 + 4u) / 32u == 1u) {
        shared_points[outa0 - 28u] = ya0.y1.y;
    }
    if ((outa0 + 8u) / 32u == 1u) {
        shared_points[outa0 - 24u] = ya0.y2.y;
    }
    if ((outa0 + 12u) / 32u == 1u) {
        shared_points[outa0 - 20u] = ya0.y3.y;
    }
    if ((outa0 + 16u) / 32u == 1u) {
        shared_points[outa0 - 16u] = ya0.y4.y;
    }
    workgroupBarrier();
    let b0_2_y = shared_points[inb0 + 8u];
    if ((inb1 + 20u) / 32u == 1u) {
        b1_1_y = shared_points[inb1 - 12u];
    }
    let b1_2_y = shared_points[inb1 + 8u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 5u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 5u]);
    let yb0 = dft3(b0_0, b0_1t, b0_2t);
    let yb1 = dft3(b1_0, b1_1t, b1_2t);

    // store
    // points k and -k of a transform together, which one thread has
    let target_seq = first + q;
    let out_a = (target_seq) * 30u;
    let out_b = select(out_a + 15u, out_a, 2u * (target_seq) + 1u >= batch.rows);
    let loneb = jb0 == 0u; // these butterflies are their own mates
    out_pair(out_a, out_b, jb0, yb0.y0, select(yb1.y2, yb0.y0, loneb));
    out_pair(out_a, out_b, jb0 + 5u, yb0.y1, select(yb1.y1, yb0.y2, loneb));
    out_pair(out_a, out_b, jb1, yb1.y0, select(yb0.y2, yb1.y0, loneb));
}
