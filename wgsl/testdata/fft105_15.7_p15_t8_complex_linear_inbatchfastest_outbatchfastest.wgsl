// fft105_15.7_p15_t8_complex_linear_inbatchfastest_outbatchfastest
// X[k] = sum over j of x[j] w_105^(jk), w_105 = exp(-2 pi i / 105)
// point j of transform q: x at q * 105 + j * 1, X at q * 105 + j * 1
// 8 transforms per workgroup, 7 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<vec2<f32>, 840>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

struct Points15 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32> }

// y[k] = sum over j of x[j] w_15^(jk), as 3 by 5 (Good and Thomas)
fn dft15(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>) -> Points15 {
    let u0 = dft3(x0, x5, x10);
    let u1 = dft3(x3, x8, x13);
    let u2 = dft3(x6, x11, x1);
    let u3 = dft3(x9, x14, x4);
    let u4 = dft3(x12, x2, x7);
    let v0 = dft5(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0);
    let v1 = dft5(u0.y1, u1.y1, u2.y1, u3.y1, u4.y1);
    let v2 = dft5(u0.y2, u1.y2, u2.y2, u3.y2, u4.y2);
    return Points15(v0.y0, v1.y1, v2.y2, v0.y3, v1.y4, v2.y0, v0.y1, v1.y2, v2.y3, v0.y4, v1.y0, v2.y1, v0.y2, v1.y3, v2.y4);
}

struct Points7 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32> }

// y[k] = sum over j of x[j] w_7^(jk), x[j] and x[r-j] combined
fn dft7(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>) -> Points7 {
    let s1 = x1 + x6;
    let d1 = x1 - x6;
    let s2 = x2 + x5;
    let d2 = x2 - x5;
    let s3 = x3 + x4;
    let d3 = x3 - x4;
    let e1 = x0 + 0.6234898 * s1 - 0.22252093 * s2 - 0.90096885 * s3;
    let o1 = 0.7818315 * d1 + 0.9749279 * d2 + 0.43388373 * d3;
    let e2 = x0 - 0.22252093 * s1 - 0.90096885 * s2 + 0.6234898 * s3;
    let o2 = 0.9749279 * d1 - 0.43388373 * d2 - 0.7818315 * d3;
    let e3 = x0 - 0.90096885 * s1 + 0.6234898 * s2 - 0.22252093 * s3;
    let o3 = 0.43388373 * d1 - 0.7818315 * d2 + 0.9749279 * d3;
    return Points7(x0 + s1 + s2 + s3, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(e3.x + o3.y, e3.y - o3.x), vec2<f32>(e3.x - o3.y, e3.y + o3.x), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(56)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x / 8u; // thread of the transform
    let q = local.x % 8u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 15
    let ja0 = t;
    let source = seq * 105u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 7u];
    let a0_2 = src[source + ja0 + 14u];
    let a0_3 = src[source + ja0 + 21u];
    let a0_4 = src[source + ja0 + 28u];
    let a0_5 = src[source + ja0 + 35u];
    let a0_6 = src[source + ja0 + 42u];
    let a0_7 = src[source + ja0 + 49u];
    let a0_8 = src[source + ja0 + 56u];
    let a0_9 = src[source + ja0 + 63u];
    let a0_10 = src[source + ja0 + 70u];
    let a0_11 = src[source + ja0 + 77u];
    let a0_12 = src[source + ja0 + 84u];
    let a0_13 = src[source + ja0 + 91u];
    let a0_14 = src[source + ja0 + 98u];
    let ya0 = dft15(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14);
    let outa0 = (ja0 * 15u) * 8u + q;

    // stage 2 of 2: radix 7, p = 15, twiddle w_105^(i (j mod 15))
    let jb0 = t;
    let inb0 = (jb0) * 8u + q;
    let jb1 = t + 7u;
    let inb1 = (jb1) * 8u + q;
    let jb2 = min(t + 14u, 14u); // threads without a butterfly repeat the last
    let inb2 = (jb2) * 8u + q;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 8u] = ya0.y1;
    shared_points[outa0 + 16u] = ya0.y2;
    shared_points[outa0 + 24u] = ya0.y3;
    shared_points[outa0 + 32u] = ya0.y4;
    shared_points[outa0 + 40u] = ya0.y5;
    shared_points[outa0 + 48u] = ya0.y6;
    shared_points[outa0 + 56u] = ya0.y7;
    shared_points[outa0 + 64u] = ya0.y8;
    shared_points[outa0 + 72u] = ya0.y9;
    shared_points[outa0 + 80u] = ya0.y10;
    shared_points[outa0 + 88u] = ya0.y11;
    shared_points[outa0 + 96u] = ya0.y12;
    shared_points[outa0 + 104u] = ya0.y13;
    shared_points[outa0 + 112u] = ya0.y14;
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 120u];
    let b0_2 = shared_points[inb0 + 240u];
    let b0_3 = shared_points[inb0 + 360u];
    let b0_4 = shared_points[inb0 + 480u];
    let b0_5 = shared_points[inb0 + 600u];
    let b0_6 = shared_points[inb0 + 720u];
    let b1_0 = shared_points[inb1];
    let b1_1 = shared_points[inb1 + 120u];
    let b1_2 = shared_points[inb1 + 240u];
    let b1_3 = shared_points[inb1 + 360u];
    let b1_4 = shared_points[inb1 + 480u];
    let b1_5 = shared_points[inb1 + 600u];
    let b1_6 = shared_points[inb1 + 720u];
    let b2_0 = shared_points[inb2];
    let b2_1 = shared_points[inb2 + 120u];
    let b2_2 = shared_points[inb2 + 240u];
    let b2_3 = shared_points[inb2 + 360u];
    let b2_4 = shared_points[inb2 + 480u];
    let b2_5 = shared_points[inb2 + 600u];
    let b2_6 = shared_points[inb2 + 720u];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 15u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 30u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 45u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 60u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 75u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 15u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 30u]);
    let b1_4t = cmul(b1_4, twiddles[wb1 + 45u]);
    let b1_5t = cmul(b1_5, twiddles[wb1 + 60u]);
    let b1_6t = cmul(b1_6, twiddles[wb1 + 75u]);
    let wb2 = jb2;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let b2_2t = cmul(b2_2, twiddles[wb2 + 15u]);
    let b2_3t = cmul(b2_3, twiddles[wb2 + 30u]);
    let b2_4t = cmul(b2_4, twiddles[wb2 + 45u]);
    let b2_5t = cmul(b2_5, twiddles[wb2 + 60u]);
    let b2_6t = cmul(b2_6, twiddles[wb2 + 75u]);
    let yb0 = dft7(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t);
    let yb1 = dft7(b1_0, b1_1t, b1_2t, b1_3t, b1_4t, b1_5t, b1_6t);
    let yb2 = dft7(b2_0, b2_1t, b2_2t, b2_3t, b2_4t, b2_5t, b2_6t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 105u;
    dst[target_base + jb0] = yb0.y0;
    dst[target_base + jb0 + 15u] = yb0.y1;
    dst[target_base + jb0 + 30u] = yb0.y2;
    dst[target_base + jb0 + 45u] = yb0.y3;
    dst[target_base + jb0 + 60u] = yb0.y4;
    dst[target_base + jb0 + 75u] = yb0.y5;
    dst[target_base + jb0 + 90u] = yb0.y6;
    dst[target_base + jb1] = yb1.y0;
    dst[target_base + jb1 + 15u] = yb1.y1;
    dst[target_base + jb1 + 30u] = yb1.y2;
    dst[target_base + jb1 + 45u] = yb1.y3;
    dst[target_base + jb1 + 60u] = yb1.y4;
    dst[target_base + jb1 + 75u] = yb1.y5;
    dst[target_base + jb1 + 90u] = yb1.y6;
    if (t + 14u < 15u) {
        dst[target_base + jb2] = yb2.y0;
        dst[target_base + jb2 + 15u] = yb2.y1;
        dst[target_base + jb2 + 30u] = yb2.y2;
        dst[target_base + jb2 + 45u] = yb2.y3;
        dst[target_base + jb2 + 60u] = yb2.y4;
        dst[target_base + jb2 + 75u] = yb2.y5;
        dst[target_base + jb2 + 90u] = yb2.y6;
    }
}
