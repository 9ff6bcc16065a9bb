// fft127_rader127x14.9_1_p14_t4_split_linear_instaged_outstaged_tail
// X[k] = sum over j of x[j] w_127^(jk), w_127 = exp(-2 pi i / 127)
// point j of transform q: x at q * 127 + j * 1, X at q * 127 + j * 1
// the first 127 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_127^(g^(b-a)), g = 3
// a and b by residues (Good and Thomas): 99 i_1 + 28 i_2 mod 126, i_1, i_2 below 14, 9
// 4 transforms per workgroup, 10 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> powers: array<u32>;
@group(0) @binding(4) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 508>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
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

struct Points14 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32> }

// y[k] = sum over j of x[j] w_14^(jk), as 2 by 7 (Good and Thomas)
fn dft14(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>) -> Points14 {
    let u0 = dft2(x0, x7);
    let u1 = dft2(x2, x9);
    let u2 = dft2(x4, x11);
    let u3 = dft2(x6, x13);
    let u4 = dft2(x8, x1);
    let u5 = dft2(x10, x3);
    let u6 = dft2(x12, x5);
    let v0 = dft7(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0, u5.y0, u6.y0);
    let v1 = dft7(u0.y1, u1.y1, u2.y1, u3.y1, u4.y1, u5.y1, u6.y1);
    return Points14(v0.y0, v1.y1, v0.y2, v1.y3, v0.y4, v1.y5, v0.y6, v1.y0, v0.y1, v1.y2, v0.y3, v1.y4, v0.y5, v1.y6);
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

struct Points9 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32> }

// y[k] = sum over j of x[j] w_9^(jk), as 3 by 3 (Cooley and Tukey)
fn dft9(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>) -> Points9 {
    let u0 = dft3(x0, x3, x6);
    let u1 = dft3(x1, x4, x7);
    let u2 = dft3(x2, x5, x8);
    let v0 = dft3(u0.y0, u1.y0, u2.y0);
    let v1 = dft3(u0.y1, cmul(u1.y1, vec2<f32>(0.76604444, -0.64278764)), cmul(u2.y1, vec2<f32>(0.17364818, -0.9848077)));
    let v2 = dft3(u0.y2, cmul(u1.y2, vec2<f32>(0.17364818, -0.9848077)), cmul(u2.y2, vec2<f32>(-0.9396926, -0.34202015)));
    return Points9(v0.y0, v1.y0, v2.y0, v0.y1, v1.y1, v2.y1, v0.y2, v1.y2, v2.y2);
}

@compute @workgroup_size(40)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 10u; // thread of the transform
    let q = local.x / 10u; // transform of the workgroup

    // stage 1 of 4: radix 14, residues modulo 14, no twiddles (Good and Thomas)
    let ja0 = min(t, 8u); // threads without a butterfly repeat the last
    let ga0 = powers[ja0 + 9u];
    let pa0_0 = ga0;
    let ba0_0 = q * 127u + pa0_0;
    let pa0_1 = ga0 * 119u % 127u;
    let ba0_1 = q * 127u + pa0_1;
    let pa0_2 = ga0 * 64u % 127u;
    let ba0_2 = q * 127u + pa0_2;
    let pa0_3 = ga0 * 123u % 127u;
    let ba0_3 = q * 127u + pa0_3;
    let pa0_4 = ga0 * 32u % 127u;
    let ba0_4 = q * 127u + pa0_4;
    let pa0_5 = ga0 * 125u % 127u;
    let ba0_5 = q * 127u + pa0_5;
    let pa0_6 = ga0 * 16u % 127u;
    let ba0_6 = q * 127u + pa0_6;
    let pa0_7 = 127u - ga0;
    let ba0_7 = q * 127u + pa0_7;
    let pa0_8 = ga0 * 8u % 127u;
    let ba0_8 = q * 127u + pa0_8;
    let pa0_9 = ga0 * 63u % 127u;
    let ba0_9 = q * 127u + pa0_9;
    let pa0_10 = ga0 * 4u % 127u;
    let ba0_10 = q * 127u + pa0_10;
    let pa0_11 = ga0 * 95u % 127u;
    let ba0_11 = q * 127u + pa0_11;
    let pa0_12 = ga0 * 2u % 127u;
    let ba0_12 = q * 127u + pa0_12;
    let pa0_13 = ga0 * 111u % 127u;
    let ba0_13 = q * 127u + pa0_13;
    let x0_at0 = q * 127u;
    let source = first * 127u + local.x;
    let x0 = src[min(source, batch.end * 127u - 1u)];
    let x1 = src[min(source + 40u, batch.end * 127u - 1u)];
    let x2 = src[min(source + 80u, batch.end * 127u - 1u)];
    let x3 = src[min(source + 120u, batch.end * 127u - 1u)];
    let x4 = src[min(source + 160u, batch.end * 127u - 1u)];
    let x5 = src[min(source + 200u, batch.end * 127u - 1u)];
    let x6 = src[min(source + 240u, batch.end * 127u - 1u)];
    let x7 = src[min(source + 280u, batch.end * 127u - 1u)];
    let x8 = src[min(source + 320u, batch.end * 127u - 1u)];
    let x9 = src[min(source + 360u, batch.end * 127u - 1u)];
    let x10 = src[min(source + 400u, batch.end * 127u - 1u)];
    let x11 = src[min(source + 440u, batch.end * 127u - 1u)];
    let x12 = src[min(source + 480u, batch.end * 127u - 1u)];
    // exchange real parts
    workgroupBarrier();
    shared_points[local.x] = x0.x;
    shared_points[local.x + 40u] = x1.x;
    shared_points[local.x + 80u] = x2.x;
    shared_points[local.x + 120u] = x3.x;
    shared_points[local.x + 160u] = x4.x;
    shared_points[local.x + 200u] = x5.x;
    shared_points[local.x + 240u] = x6.x;
    shared_points[local.x + 280u] = x7.x;
    shared_points[local.x + 320u] = x8.x;
    shared_points[local.x + 360u] = x9.x;
    shared_points[local.x + 400u] = x10.x;
    shared_points[local.x + 440u] = x11.x;
    if (local.x + 480u < 508u) {
        shared_points[local.x + 480u] = x12.x;
    }
    workgroupBarrier();
    let a0_0_x = shared_points[ba0_0];
    let a0_1_x = shared_points[ba0_1];
    let a0_2_x = shared_points[ba0_2];
    let a0_3_x = shared_points[ba0_3];
    let a0_4_x = shared_points[ba0_4];
    let a0_5_x = shared_points[ba0_5];
    let a0_6_x = shared_points[ba0_6];
    let a0_7_x = shared_points[ba0_7];
    let a0_8_x = shared_points[ba0_8];
    let a0_9_x = shared_points[ba0_9];
    let a0_10_x = shared_points[ba0_10];
    let a0_11_x = shared_points[ba0_11];
    let a0_12_x = shared_points[ba0_12];
    let a0_13_x = shared_points[ba0_13];
    let x0_0_x = shared_points[x0_at0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[local.x] = x0.y;
    shared_points[local.x + 40u] = x1.y;
    shared_points[local.x + 80u] = x2.y;
    shared_points[local.x + 120u] = x3.y;
    shared_points[local.x + 160u] = x4.y;
    shared_points[local.x + 200u] = x5.y;
    shared_points[local.x + 240u] = x6.y;
    shared_points[local.x + 280u] = x7.y;
    shared_points[local.x + 320u] = x8.y;
    shared_points[local.x + 360u] = x9.y;
    shared_points[local.x + 400u] = x10.y;
    shared_points[local.x + 440u] = x11.y;
    if (local.x + 480u < 508u) {
        shared_points[local.x + 480u] = x12.y;
    }
    workgroupBarrier();
    let a0_0_y = shared_points[ba0_0];
    let a0_1_y = shared_points[ba0_1];
    let a0_2_y = shared_points[ba0_2];
    let a0_3_y = shared_points[ba0_3];
    let a0_4_y = shared_points[ba0_4];
    let a0_5_y = shared_points[ba0_5];
    let a0_6_y = shared_points[ba0_6];
    let a0_7_y = shared_points[ba0_7];
    let a0_8_y = shared_points[ba0_8];
    let a0_9_y = shared_points[ba0_9];
    let a0_10_y = shared_points[ba0_10];
    let a0_11_y = shared_points[ba0_11];
    let a0_12_y = shared_points[ba0_12];
    let a0_13_y = shared_points[ba0_13];
    let x0_0_y = shared_points[x0_at0];
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let a0_2 = vec2<f32>(a0_2_x, a0_2_y);
    let a0_3 = vec2<f32>(a0_3_x, a0_3_y);
    let a0_4 = vec2<f32>(a0_4_x, a0_4_y);
    let a0_5 = vec2<f32>(a0_5_x, a0_5_y);
    let a0_6 = vec2<f32>(a0_6_x, a0_6_y);
    let a0_7 = vec2<f32>(a0_7_x, a0_7_y);
    let a0_8 = vec2<f32>(a0_8_x, a0_8_y);
    let a0_9 = vec2<f32>(a0_9_x, a0_9_y);
    let a0_10 = vec2<f32>(a0_10_x, a0_10_y);
    let a0_11 = vec2<f32>(a0_11_x, a0_11_y);
    let a0_12 = vec2<f32>(a0_12_x, a0_12_y);
    let a0_13 = vec2<f32>(a0_13_x, a0_13_y);
    let x0_0 = vec2<f32>(x0_0_x, x0_0_y);
    let ya0 = dft14(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13);
    let outa0 = q * 127u + ja0 * 14u;

    // stage 2 of 4: radix 9, residues modulo 9, no twiddles (Good and Thomas)
    let jb0 = t;
    let inb0 = q * 127u + jb0;
    let jb1 = min(t + 10u, 13u); // threads without a butterfly repeat the last
    let inb1 = q * 127u + jb1;
    let x0_out0 = q * 127u;
    let x0_in0 = q * 127u;
    // exchange real parts
    workgroupBarrier();
    if (t < 9u) {
        shared_points[outa0] = ya0.y0.x;
        shared_points[outa0 + 1u] = ya0.y1.x;
        shared_points[outa0 + 2u] = ya0.y2.x;
        shared_points[outa0 + 3u] = ya0.y3.x;
        shared_points[outa0 + 4u] = ya0.y4.x;
        shared_points[outa0 + 5u] = ya0.y5.x;
        shared_points[outa0 + 6u] = ya0.y6.x;
        shared_points[outa0 + 7u] = ya0.y7.x;
        shared_points[outa0 + 8u] = ya0.y8.x;
        shared_points[outa0 + 9u] = ya0.y9.x;
        shared_points[outa0 + 10u] = ya0.y10.x;
        shared_points[outa0 + 11u] = ya0.y11.x;
        shared_points[outa0 + 12u] = ya0.y12.x;
        shared_points[outa0 + 13u] = ya0.y13.x;
    }
    if (ja0 == 0u && t < 9u) {
        shared_points[x0_out0 + 126u] = x0_0.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 14u];
    let b0_2_x = shared_points[inb0 + 28u];
    let b0_3_x = shared_points[inb0 + 42u];
    let b0_4_x = shared_points[inb0 + 56u];
    let b0_5_x = shared_points[inb0 + 70u];
    let b0_6_x = shared_points[inb0 + 84u];
    let b0_7_x = shared_points[inb0 + 98u];
    let b0_8_x = shared_points[inb0 + 112u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 14u];
    let b1_2_x = shared_points[inb1 + 28u];
    let b1_3_x = shared_points[inb1 + 42u];
    let b1_4_x = shared_points[inb1 + 56u];
    let b1_5_x = shared_points[inb1 + 70u];
    let b1_6_x = shared_points[inb1 + 84u];
    let b1_7_x = shared_points[inb1 + 98u];
    let b1_8_x = shared_points[inb1 + 112u];
    let x0_last0_x = shared_points[x0_in0 + 126u];
    // exchange imaginary parts
    workgroupBarrier();
    if (t < 9u) {
        shared_points[outa0] = ya0.y0.y;
        shared_points[outa0 + 1u] = ya0.y1.y;
        shared_points[outa0 + 2u] = ya0.y2.y;
        shared_points[outa0 + 3u] = ya0.y3.y;
        shared_points[outa0 + 4u] = ya0.y4.y;
        shared_points[outa0 + 5u] = ya0.y5.y;
        shared_points[outa0 + 6u] = ya0.y6.y;
        shared_points[outa0 + 7u] = ya0.y7.y;
        shared_points[outa0 + 8u] = ya0.y8.y;
        shared_points[outa0 + 9u] = ya0.y9.y;
        shared_points[outa0 + 10u] = ya0.y10.y;
        shared_points[outa0 + 11u] = ya0.y11.y;
        shared_points[outa0 + 12u] = ya0.y12.y;
        shared_points[outa0 + 13u] = ya0.y13.y;
    }
    if (ja0 == 0u && t < 9u) {
        shared_points[x0_out0 + 126u] = x0_0.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 14u];
    let b0_2_y = shared_points[inb0 + 28u];
    let b0_3_y = shared_points[inb0 + 42u];
    let b0_4_y = shared_points[inb0 + 56u];
    let b0_5_y = shared_points[inb0 + 70u];
    let b0_6_y = shared_points[inb0 + 84u];
    let b0_7_y = shared_points[inb0 + 98u];
    let b0_8_y = shared_points[inb0 + 112u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 14u];
    let b1_2_y = shared_points[inb1 + 28u];
    let b1_3_y = shared_points[inb1 + 42u];
    let b1_4_y = shared_points[inb1 + 56u];
    let b1_5_y = shared_points[inb1 + 70u];
    let b1_6_y = shared_points[inb1 + 84u];
    let b1_7_y = shared_points[inb1 + 98u];
    let b1_8_y = shared_points[inb1 + 112u];
    let x0_last0_y = shared_points[x0_in0 + 126u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b0_8 = vec2<f32>(b0_8_x, b0_8_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let b1_4 = vec2<f32>(b1_4_x, b1_4_y);
    let b1_5 = vec2<f32>(b1_5_x, b1_5_y);
    let b1_6 = vec2<f32>(b1_6_x, b1_6_y);
    let b1_7 = vec2<f32>(b1_7_x, b1_7_y);
    let b1_8 = vec2<f32>(b1_8_x, b1_8_y);
    let x0_last0 = vec2<f32>(x0_last0_x, x0_last0_y);
    let yb0 = dft9(b0_0, b0_1, b0_2, b0_3, b0_4, b0_5, b0_6, b0_7, b0_8);
    let yb1 = dft9(b1_0, b1_1, b1_2, b1_3, b1_4, b1_5, b1_6, b1_7, b1_8);
    let sum0 = x0_last0 + yb0.y0; // X[0], where the butterfly is the first
    let product0_0 = (cmul(yb0.y0, spectrum[jb0]) + select(vec2<f32>(), x0_last0, jb0 == 0u)).yx;
    let sum_in0 = q * 127u;
    let product0_1 = cmul(yb0.y1, spectrum[jb0 + 14u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[jb0 + 28u]).yx;
    let product0_3 = cmul(yb0.y3, spectrum[jb0 + 42u]).yx;
    let product0_4 = cmul(yb0.y4, spectrum[jb0 + 56u]).yx;
    let product0_5 = cmul(yb0.y5, spectrum[jb0 + 70u]).yx;
    let product0_6 = cmul(yb0.y6, spectrum[jb0 + 84u]).yx;
    let product0_7 = cmul(yb0.y7, spectrum[jb0 + 98u]).yx;
    let product0_8 = cmul(yb0.y8, spectrum[jb0 + 112u]).yx;
    let product1_0 = cmul(yb1.y0, spectrum[jb1]).yx;
    let product1_1 = cmul(yb1.y1, spectrum[jb1 + 14u]).yx;
    let product1_2 = cmul(yb1.y2, spectrum[jb1 + 28u]).yx;
    let product1_3 = cmul(yb1.y3, spectrum[jb1 + 42u]).yx;
    let product1_4 = cmul(yb1.y4, spectrum[jb1 + 56u]).yx;
    let product1_5 = cmul(yb1.y5, spectrum[jb1 + 70u]).yx;
    let product1_6 = cmul(yb1.y6, spectrum[jb1 + 84u]).yx;
    let product1_7 = cmul(yb1.y7, spectrum[jb1 + 98u]).yx;
    let product1_8 = cmul(yb1.y8, spectrum[jb1 + 112u]).yx;

    // stage 3 of 4: radix 9, residues modulo 9, no twiddles (Good and Thomas)
    let jc0 = t;
    let jc1 = min(t + 10u, 13u); // threads without a butterfly repeat the last
    let yc0 = dft9(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7, product0_8);
    let yc1 = dft9(product1_0, product1_1, product1_2, product1_3, product1_4, product1_5, product1_6, product1_7, product1_8);
    let outc0 = q * 127u + jc0 * 9u;
    let outc1 = q * 127u + jc1 * 9u;

    // stage 4 of 4: radix 14, residues modulo 14, no twiddles (Good and Thomas)
    let jd0 = min(t, 8u); // threads without a butterfly repeat the last
    let ind0 = q * 127u + jd0;
    // exchange real parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 1u] = yc0.y1.x;
    shared_points[outc0 + 2u] = yc0.y2.x;
    shared_points[outc0 + 3u] = yc0.y3.x;
    shared_points[outc0 + 4u] = yc0.y4.x;
    shared_points[outc0 + 5u] = yc0.y5.x;
    shared_points[outc0 + 6u] = yc0.y6.x;
    shared_points[outc0 + 7u] = yc0.y7.x;
    shared_points[outc0 + 8u] = yc0.y8.x;
    if (t + 10u < 14u) {
        shared_points[outc1] = yc1.y0.x;
        shared_points[outc1 + 1u] = yc1.y1.x;
        shared_points[outc1 + 2u] = yc1.y2.x;
        shared_points[outc1 + 3u] = yc1.y3.x;
        shared_points[outc1 + 4u] = yc1.y4.x;
        shared_points[outc1 + 5u] = yc1.y5.x;
        shared_points[outc1 + 6u] = yc1.y6.x;
        shared_points[outc1 + 7u] = yc1.y7.x;
        shared_points[outc1 + 8u] = yc1.y8.x;
    }
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 9u];
    let d0_2_x = shared_points[ind0 + 18u];
    let d0_3_x = shared_points[ind0 + 27u];
    let d0_4_x = shared_points[ind0 + 36u];
    let d0_5_x = shared_points[ind0 + 45u];
    let d0_6_x = shared_points[ind0 + 54u];
    let d0_7_x = shared_points[ind0 + 63u];
    let d0_8_x = shared_points[ind0 + 72u];
    let d0_9_x = shared_points[ind0 + 81u];
    let d0_10_x = shared_points[ind0 + 90u];
    let d0_11_x = shared_points[ind0 + 99u];
    let d0_12_x = shared_points[ind0 + 108u];
    let d0_13_x = shared_points[ind0 + 117u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 1u] = yc0.y1.y;
    shared_points[outc0 + 2u] = yc0.y2.y;
    shared_points[outc0 + 3u] = yc0.y3.y;
    shared_points[outc0 + 4u] = yc0.y4.y;
    shared_points[outc0 + 5u] = yc0.y5.y;
    shared_points[outc0 + 6u] = yc0.y6.y;
    shared_points[outc0 + 7u] = yc0.y7.y;
    shared_points[outc0 + 8u] = yc0.y8.y;
    if (t + 10u < 14u) {
        shared_points[outc1] = yc1.y0.y;
        shared_points[outc1 + 1u] = yc1.y1.y;
        shared_points[outc1 + 2u] = yc1.y2.y;
        shared_points[outc1 + 3u] = yc1.y3.y;
        shared_points[outc1 + 4u] = yc1.y4.y;
        shared_points[outc1 + 5u] = yc1.y5.y;
        shared_points[outc1 + 6u] = yc1.y6.y;
        shared_points[outc1 + 7u] = yc1.y7.y;
        shared_points[outc1 + 8u] = yc1.y8.y;
    }
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 9u];
    let d0_2_y = shared_points[ind0 + 18u];
    let d0_3_y = shared_points[ind0 + 27u];
    let d0_4_y = shared_points[ind0 + 36u];
    let d0_5_y = shared_points[ind0 + 45u];
    let d0_6_y = shared_points[ind0 + 54u];
    let d0_7_y = shared_points[ind0 + 63u];
    let d0_8_y = shared_points[ind0 + 72u];
    let d0_9_y = shared_points[ind0 + 81u];
    let d0_10_y = shared_points[ind0 + 90u];
    let d0_11_y = shared_points[ind0 + 99u];
    let d0_12_y = shared_points[ind0 + 108u];
    let d0_13_y = shared_points[ind0 + 117u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_4 = vec2<f32>(d0_4_x, d0_4_y);
    let d0_5 = vec2<f32>(d0_5_x, d0_5_y);
    let d0_6 = vec2<f32>(d0_6_x, d0_6_y);
    let d0_7 = vec2<f32>(d0_7_x, d0_7_y);
    let d0_8 = vec2<f32>(d0_8_x, d0_8_y);
    let d0_9 = vec2<f32>(d0_9_x, d0_9_y);
    let d0_10 = vec2<f32>(d0_10_x, d0_10_y);
    let d0_11 = vec2<f32>(d0_11_x, d0_11_y);
    let d0_12 = vec2<f32>(d0_12_x, d0_12_y);
    let d0_13 = vec2<f32>(d0_13_x, d0_13_y);
    let yd0 = dft14(d0_0, d0_1, d0_2, d0_3, d0_4, d0_5, d0_6, d0_7, d0_8, d0_9, d0_10, d0_11, d0_12, d0_13);
    let gd0 = powers[jd0];
    let pd0_0 = gd0;
    let bd0_0 = q * 127u + pd0_0;
    let pd0_1 = gd0 * 111u % 127u;
    let bd0_1 = q * 127u + pd0_1;
    let pd0_2 = gd0 * 2u % 127u;
    let bd0_2 = q * 127u + pd0_2;
    let pd0_3 = gd0 * 95u % 127u;
    let bd0_3 = q * 127u + pd0_3;
    let pd0_4 = gd0 * 4u % 127u;
    let bd0_4 = q * 127u + pd0_4;
    let pd0_5 = gd0 * 63u % 127u;
    let bd0_5 = q * 127u + pd0_5;
    let pd0_6 = gd0 * 8u % 127u;
    let bd0_6 = q * 127u + pd0_6;
    let pd0_7 = 127u - gd0;
    let bd0_7 = q * 127u + pd0_7;
    let pd0_8 = gd0 * 16u % 127u;
    let bd0_8 = q * 127u + pd0_8;
    let pd0_9 = gd0 * 125u % 127u;
    let bd0_9 = q * 127u + pd0_9;
    let pd0_10 = gd0 * 32u % 127u;
    let bd0_10 = q * 127u + pd0_10;
    let pd0_11 = gd0 * 123u % 127u;
    let bd0_11 = q * 127u + pd0_11;
    let pd0_12 = gd0 * 64u % 127u;
    let bd0_12 = q * 127u + pd0_12;
    let pd0_13 = gd0 * 119u % 127u;
    let bd0_13 = q * 127u + pd0_13;

    // store
    // exchange real parts
    workgroupBarrier();
    if (t < 9u) {
        shared_points[bd0_0] = yd0.y0.yx.x;
        shared_points[bd0_1] = yd0.y1.yx.x;
        shared_points[bd0_2] = yd0.y2.yx.x;
        shared_points[bd0_3] = yd0.y3.yx.x;
        shared_points[bd0_4] = yd0.y4.yx.x;
        shared_points[bd0_5] = yd0.y5.yx.x;
        shared_points[bd0_6] = yd0.y6.yx.x;
        shared_points[bd0_7] = yd0.y7.yx.x;
        shared_points[bd0_8] = yd0.y8.yx.x;
        shared_points[bd0_9] = yd0.y9.yx.x;
        shared_points[bd0_10] = yd0.y10.yx.x;
        shared_points[bd0_11] = yd0.y11.yx.x;
        shared_points[bd0_12] = yd0.y12.yx.x;
        shared_points[bd0_13] = yd0.y13.yx.x;
    }
    if (jb0 == 0u) {
        shared_points[sum_in0] = sum0.x;
    }
    workgroupBarrier();
    let z0_x = shared_points[local.x];
    let z1_x = shared_points[local.x + 40u];
    let z2_x = shared_points[local.x + 80u];
    let z3_x = shared_points[local.x + 120u];
    let z4_x = shared_points[local.x + 160u];
    let z5_x = shared_points[local.x + 200u];
    let z6_x = shared_points[local.x + 240u];
    let z7_x = shared_points[local.x + 280u];
    let z8_x = shared_points[local.x + 320u];
    let z9_x = shared_points[local.x + 360u];
    let z10_x = shared_points[local.x + 400u];
    let z11_x = shared_points[local.x + 440u];
    var z12_x: f32;
    if (local.x + 480u < 508u) {
        z12_x = shared_points[local.x + 480u];
    }
    // exchange imaginary parts
    workgroupBarrier();
    if (t < 9u) {
        shared_points[bd0_0] = yd0.y0.yx.y;
        shared_points[bd0_1] = yd0.y1.yx.y;
        shared_points[bd0_2] = yd0.y2.yx.y;
        shared_points[bd0_3] = yd0.y3.yx.y;
        shared_points[bd0_4] = yd0.y4.yx.y;
        shared_points[bd0_5] = yd0.y5.yx.y;
        shared_points[bd0_6] = yd0.y6.yx.y;
        shared_points[bd0_7] = yd0.y7.yx.y;
        shared_points[bd0_8] = yd0.y8.yx.y;
        shared_points[bd0_9] = yd0.y9.yx.y;
        shared_points[bd0_10] = yd0.y10.yx.y;
        shared_points[bd0_11] = yd0.y11.yx.y;
        shared_points[bd0_12] = yd0.y12.yx.y;
        shared_points[bd0_13] = yd0.y13.yx.y;
    }
    if (jb0 == 0u) {
        shared_points[sum_in0] = sum0.y;
    }
    workgroupBarrier();
    let z0_y = shared_points[local.x];
    let z1_y = shared_points[local.x + 40u];
    let z2_y = shared_points[local.x + 80u];
    let z3_y = shared_points[local.x + 120u];
    let z4_y = shared_points[local.x + 160u];
    let z5_y = shared_points[local.x + 200u];
    let z6_y = shared_points[local.x + 240u];
    let z7_y = shared_points[local.x + 280u];
    let z8_y = shared_points[local.x + 320u];
    let z9_y = shared_points[local.x + 360u];
    let z10_y = shared_points[local.x + 400u];
    let z11_y = shared_points[local.x + 440u];
    var z12_y: f32;
    if (local.x + 480u < 508u) {
        z12_y = shared_points[local.x + 480u];
    }
    let z0 = vec2<f32>(z0_x, z0_y);
    let z1 = vec2<f32>(z1_x, z1_y);
    let z2 = vec2<f32>(z2_x, z2_y);
    let z3 = vec2<f32>(z3_x, z3_y);
    let z4 = vec2<f32>(z4_x, z4_y);
    let z5 = vec2<f32>(z5_x, z5_y);
    let z6 = vec2<f32>(z6_x, z6_y);
    let z7 = vec2<f32>(z7_x, z7_y);
    let z8 = vec2<f32>(z8_x, z8_y);
    let z9 = vec2<f32>(z9_x, z9_y);
    let z10 = vec2<f32>(z10_x, z10_y);
    let z11 = vec2<f32>(z11_x, z11_y);
    let z12 = vec2<f32>(z12_x, z12_y);
    let target_base = first * 127u + local.x;
    if (target_base < batch.end * 127u) {
        dst[target_base] = z0;
    }
    if (target_base + 40u < batch.end * 127u) {
        dst[target_base + 40u] = z1;
    }
    if (target_base + 80u < batch.end * 127u) {
        dst[target_base + 80u] = z2;
    }
    if (target_base + 120u < batch.end * 127u) {
        dst[target_base + 120u] = z3;
    }
    if (target_base + 160u < batch.end * 127u) {
        dst[target_base + 160u] = z4;
    }
    if (target_base + 200u < batch.end * 127u) {
        dst[target_base + 200u] = z5;
    }
    if (target_base + 240u < batch.end * 127u) {
        dst[target_base + 240u] = z6;
    }
    if (target_base + 280u < batch.end * 127u) {
        dst[target_base + 280u] = z7;
    }
    if (target_base + 320u < batch.end * 127u) {
        dst[target_base + 320u] = z8;
    }
    if (target_base + 360u < batch.end * 127u) {
        dst[target_base + 360u] = z9;
    }
    if (target_base + 400u < batch.end * 127u) {
        dst[target_base + 400u] = z10;
    }
    if (target_base + 440u < batch.end * 127u) {
        dst[target_base + 440u] = z11;
    }
    if (local.x + 480u < 508u && target_base + 480u < batch.end * 127u) {
        dst[target_base + 480u] = z12;
    }
}
