// fft296_rader37x36_4.2_p12_t2_complex_linear_inbatchfastest_outbatchfastest
// X[k] = sum over j of x[j] w_296^(jk), w_296 = exp(-2 pi i / 296)
// point j of transform q: x at q * 296 + j * 1, X at q * 296 + j * 1
// the first 37 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_37^(g^(b-a)), g = 2
// 2 transforms per workgroup, 25 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> powers: array<u32>;

var<workgroup> shared_points: array<vec2<f32>, 592>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
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

struct Points36 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32>, y16: vec2<f32>, y17: vec2<f32>, y18: vec2<f32>, y19: vec2<f32>, y20: vec2<f32>, y21: vec2<f32>, y22: vec2<f32>, y23: vec2<f32>, y24: vec2<f32>, y25: vec2<f32>, y26: vec2<f32>, y27: vec2<f32>, y28: vec2<f32>, y29: vec2<f32>, y30: vec2<f32>, y31: vec2<f32>, y32: vec2<f32>, y33: vec2<f32>, y34: vec2<f32>, y35: vec2<f32> }

// y[k] = sum over j of x[j] w_36^(jk), as 4 by 9 (Good and Thomas)
fn dft36(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>, x16: vec2<f32>, x17: vec2<f32>, x18: vec2<f32>, x19: vec2<f32>, x20: vec2<f32>, x21: vec2<f32>, x22: vec2<f32>, x23: vec2<f32>, x24: vec2<f32>, x25: vec2<f32>, x26: vec2<f32>, x27: vec2<f32>, x28: vec2<f32>, x29: vec2<f32>, x30: vec2<f32>, x31: vec2<f32>, x32: vec2<f32>, x33: vec2<f32>, x34: vec2<f32>, x35: vec2<f32>) -> Points36 {
    let u0 = dft4(x0, x9, x18, x27);
    let u1 = dft4(x4, x13, x22, x31);
    let u2 = dft4(x8, x17, x26, x35);
    let u3 = dft4(x12, x21, x30, x3);
    let u4 = dft4(x16, x25, x34, x7);
    let u5 = dft4(x20, x29, x2, x11);
    let u6 = dft4(x24, x33, x6, x15);
    let u7 = dft4(x28, x1, x10, x19);
    let u8 = dft4(x32, x5, x14, x23);
    let v0 = dft9(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0, u5.y0, u6.y0, u7.y0, u8.y0);
    let v1 = dft9(u0.y1, u1.y1, u2.y1, u3.y1, u4.y1, u5.y1, u6.y1, u7.y1, u8.y1);
    let v2 = dft9(u0.y2, u1.y2, u2.y2, u3.y2, u4.y2, u5.y2, u6.y2, u7.y2, u8.y2);
    let v3 = dft9(u0.y3, u1.y3, u2.y3, u3.y3, u4.y3, u5.y3, u6.y3, u7.y3, u8.y3);
    return Points36(v0.y0, v1.y1, v2.y2, v3.y3, v0.y4, v1.y5, v2.y6, v3.y7, v0.y8, v1.y0, v2.y1, v3.y2, v0.y3, v1.y4, v2.y5, v3.y6, v0.y7, v1.y8, v2.y0, v3.y1, v0.y2, v1.y3, v2.y4, v3.y5, v0.y6, v1.y7, v2.y8, v3.y0, v0.y1, v1.y2, v2.y3, v3.y4, v0.y5, v1.y6, v2.y7, v3.y8);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(50)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x / 2u; // thread of the transform
    let q = local.x % 2u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 36, 8 transforms of 36 points
    let ja0 = min(t, 7u); // threads without a butterfly repeat the last
    let suba0 = ja0;
    let ua0 = 0u;
    let ga0 = powers[36u - ua0];
    let pa0_0 = suba0 + ga0 * 8u;
    let pa0_1 = suba0 + ga0 * 19u % 37u * 8u;
    let pa0_2 = suba0 + ga0 * 28u % 37u * 8u;
    let pa0_3 = suba0 + ga0 * 14u % 37u * 8u;
    let pa0_4 = suba0 + ga0 * 7u % 37u * 8u;
    let pa0_5 = suba0 + ga0 * 22u % 37u * 8u;
    let pa0_6 = suba0 + ga0 * 11u % 37u * 8u;
    let pa0_7 = suba0 + ga0 * 24u % 37u * 8u;
    let pa0_8 = suba0 + ga0 * 12u % 37u * 8u;
    let pa0_9 = suba0 + ga0 * 6u % 37u * 8u;
    let pa0_10 = suba0 + ga0 * 3u % 37u * 8u;
    let pa0_11 = suba0 + ga0 * 20u % 37u * 8u;
    let pa0_12 = suba0 + ga0 * 10u % 37u * 8u;
    let pa0_13 = suba0 + ga0 * 5u % 37u * 8u;
    let pa0_14 = suba0 + ga0 * 21u % 37u * 8u;
    let pa0_15 = suba0 + ga0 * 29u % 37u * 8u;
    let pa0_16 = suba0 + ga0 * 33u % 37u * 8u;
    let pa0_17 = suba0 + ga0 * 35u % 37u * 8u;
    let pa0_18 = suba0 + 296u - ga0 * 8u;
    let pa0_19 = suba0 + ga0 * 18u % 37u * 8u;
    let pa0_20 = suba0 + ga0 * 9u % 37u * 8u;
    let pa0_21 = suba0 + ga0 * 23u % 37u * 8u;
    let pa0_22 = suba0 + ga0 * 30u % 37u * 8u;
    let pa0_23 = suba0 + ga0 * 15u % 37u * 8u;
    let pa0_24 = suba0 + ga0 * 26u % 37u * 8u;
    let pa0_25 = suba0 + ga0 * 13u % 37u * 8u;
    let pa0_26 = suba0 + ga0 * 25u % 37u * 8u;
    let pa0_27 = suba0 + ga0 * 31u % 37u * 8u;
    let pa0_28 = suba0 + ga0 * 34u % 37u * 8u;
    let pa0_29 = suba0 + ga0 * 17u % 37u * 8u;
    let pa0_30 = suba0 + ga0 * 27u % 37u * 8u;
    let pa0_31 = suba0 + ga0 * 32u % 37u * 8u;
    let pa0_32 = suba0 + ga0 * 16u % 37u * 8u;
    let pa0_33 = suba0 + ga0 * 8u % 37u * 8u;
    let pa0_34 = suba0 + ga0 * 4u % 37u * 8u;
    let pa0_35 = suba0 + ga0 * 2u % 37u * 8u;
    let source = seq * 296u;
    let a0_0 = src[source + pa0_0];
    let a0_1 = src[source + pa0_1];
    let a0_2 = src[source + pa0_2];
    let a0_3 = src[source + pa0_3];
    let a0_4 = src[source + pa0_4];
    let a0_5 = src[source + pa0_5];
    let a0_6 = src[source + pa0_6];
    let a0_7 = src[source + pa0_7];
    let a0_8 = src[source + pa0_8];
    let a0_9 = src[source + pa0_9];
    let a0_10 = src[source + pa0_10];
    let a0_11 = src[source + pa0_11];
    let a0_12 = src[source + pa0_12];
    let a0_13 = src[source + pa0_13];
    let a0_14 = src[source + pa0_14];
    let a0_15 = src[source + pa0_15];
    let a0_16 = src[source + pa0_16];
    let a0_17 = src[source + pa0_17];
    let a0_18 = src[source + pa0_18];
    let a0_19 = src[source + pa0_19];
    let a0_20 = src[source + pa0_20];
    let a0_21 = src[source + pa0_21];
    let a0_22 = src[source + pa0_22];
    let a0_23 = src[source + pa0_23];
    let a0_24 = src[source + pa0_24];
    let a0_25 = src[source + pa0_25];
    let a0_26 = src[source + pa0_26];
    let a0_27 = src[source + pa0_27];
    let a0_28 = src[source + pa0_28];
    let a0_29 = src[source + pa0_29];
    let a0_30 = src[source + pa0_30];
    let a0_31 = src[source + pa0_31];
    let a0_32 = src[source + pa0_32];
    let a0_33 = src[source + pa0_33];
    let a0_34 = src[source + pa0_34];
    let a0_35 = src[source + pa0_35];
    let x0_0 = src[source + suba0];
    let ya0 = dft36(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14, a0_15, a0_16, a0_17, a0_18, a0_19, a0_20, a0_21, a0_22, a0_23, a0_24, a0_25, a0_26, a0_27, a0_28, a0_29, a0_30, a0_31, a0_32, a0_33, a0_34, a0_35);
    let sum0 = x0_0 + ya0.y0; // X[0], where the butterfly is the first
    let product0_0 = (cmul(ya0.y0, spectrum[ua0]) + select(vec2<f32>(), x0_0, ua0 == 0u)).yx;
    let sum_at0 = suba0 * 37u;
    let sum_in0 = (sum_at0) * 2u + q;
    let product0_1 = cmul(ya0.y1, spectrum[ua0 + 1u]).yx;
    let product0_2 = cmul(ya0.y2, spectrum[ua0 + 2u]).yx;
    let product0_3 = cmul(ya0.y3, spectrum[ua0 + 3u]).yx;
    let product0_4 = cmul(ya0.y4, spectrum[ua0 + 4u]).yx;
    let product0_5 = cmul(ya0.y5, spectrum[ua0 + 5u]).yx;
    let product0_6 = cmul(ya0.y6, spectrum[ua0 + 6u]).yx;
    let product0_7 = cmul(ya0.y7, spectrum[ua0 + 7u]).yx;
    let product0_8 = cmul(ya0.y8, spectrum[ua0 + 8u]).yx;
    let product0_9 = cmul(ya0.y9, spectrum[ua0 + 9u]).yx;
    let product0_10 = cmul(ya0.y10, spectrum[ua0 + 10u]).yx;
    let product0_11 = cmul(ya0.y11, spectrum[ua0 + 11u]).yx;
    let product0_12 = cmul(ya0.y12, spectrum[ua0 + 12u]).yx;
    let product0_13 = cmul(ya0.y13, spectrum[ua0 + 13u]).yx;
    let product0_14 = cmul(ya0.y14, spectrum[ua0 + 14u]).yx;
    let product0_15 = cmul(ya0.y15, spectrum[ua0 + 15u]).yx;
    let product0_16 = cmul(ya0.y16, spectrum[ua0 + 16u]).yx;
    let product0_17 = cmul(ya0.y17, spectrum[ua0 + 17u]).yx;
    let product0_18 = cmul(ya0.y18, spectrum[ua0 + 18u]).yx;
    let product0_19 = cmul(ya0.y19, spectrum[ua0 + 19u]).yx;
    let product0_20 = cmul(ya0.y20, spectrum[ua0 + 20u]).yx;
    let product0_21 = cmul(ya0.y21, spectrum[ua0 + 21u]).yx;
    let product0_22 = cmul(ya0.y22, spectrum[ua0 + 22u]).yx;
    let product0_23 = cmul(ya0.y23, spectrum[ua0 + 23u]).yx;
    let product0_24 = cmul(ya0.y24, spectrum[ua0 + 24u]).yx;
    let product0_25 = cmul(ya0.y25, spectrum[ua0 + 25u]).yx;
    let product0_26 = cmul(ya0.y26, spectrum[ua0 + 26u]).yx;
    let product0_27 = cmul(ya0.y27, spectrum[ua0 + 27u]).yx;
    let product0_28 = cmul(ya0.y28, spectrum[ua0 + 28u]).yx;
    let product0_29 = cmul(ya0.y29, spectrum[ua0 + 29u]).yx;
    let product0_30 = cmul(ya0.y30, spectrum[ua0 + 30u]).yx;
    let product0_31 = cmul(ya0.y31, spectrum[ua0 + 31u]).yx;
    let product0_32 = cmul(ya0.y32, spectrum[ua0 + 32u]).yx;
    let product0_33 = cmul(ya0.y33, spectrum[ua0 + 33u]).yx;
    let product0_34 = cmul(ya0.y34, spectrum[ua0 + 34u]).yx;
    let product0_35 = cmul(ya0.y35, spectrum[ua0 + 35u]).yx;

    // stage 2 of 4: radix 36, 8 transforms of 36 points
    let jb0 = min(t, 7u); // threads without a butterfly repeat the last
    let yb0 = dft36(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7, product0_8, product0_9, product0_10, product0_11, product0_12, product0_13, product0_14, product0_15, product0_16, product0_17, product0_18, product0_19, product0_20, product0_21, product0_22, product0_23, product0_24, product0_25, product0_26, product0_27, product0_28, product0_29, product0_30, product0_31, product0_32, product0_33, product0_34, product0_35);
    let subb0 = jb0;
    let ub0 = 0u;
    let gb0 = powers[ub0];
    let pb0_0 = subb0 * 37u + gb0;
    let bb0_0 = (pb0_0) * 2u + q;
    let pb0_1 = subb0 * 37u + gb0 * 2u % 37u;
    let bb0_1 = (pb0_1) * 2u + q;
    let pb0_2 = subb0 * 37u + gb0 * 4u % 37u;
    let bb0_2 = (pb0_2) * 2u + q;
    let pb0_3 = subb0 * 37u + gb0 * 8u % 37u;
    let bb0_3 = (pb0_3) * 2u + q;
    let pb0_4 = subb0 * 37u + gb0 * 16u % 37u;
    let bb0_4 = (pb0_4) * 2u + q;
    let pb0_5 = subb0 * 37u + gb0 * 32u % 37u;
    let bb0_5 = (pb0_5) * 2u + q;
    let pb0_6 = subb0 * 37u + gb0 * 27u % 37u;
    let bb0_6 = (pb0_6) * 2u + q;
    let pb0_7 = subb0 * 37u + gb0 * 17u % 37u;
    let bb0_7 = (pb0_7) * 2u + q;
    let pb0_8 = subb0 * 37u + gb0 * 34u % 37u;
    let bb0_8 = (pb0_8) * 2u + q;
    let pb0_9 = subb0 * 37u + gb0 * 31u % 37u;
    let bb0_9 = (pb0_9) * 2u + q;
    let pb0_10 = subb0 * 37u + gb0 * 25u % 37u;
    let bb0_10 = (pb0_10) * 2u + q;
    let pb0_11 = subb0 * 37u + gb0 * 13u % 37u;
    let bb0_11 = (pb0_11) * 2u + q;
    let pb0_12 = subb0 * 37u + gb0 * 26u % 37u;
    let bb0_12 = (pb0_12) * 2u + q;
    let pb0_13 = subb0 * 37u + gb0 * 15u % 37u;
    let bb0_13 = (pb0_13) * 2u + q;
    let pb0_14 = subb0 * 37u + gb0 * 30u % 37u;
    let bb0_14 = (pb0_14) * 2u + q;
    let pb0_15 = subb0 * 37u + gb0 * 23u % 37u;
    let bb0_15 = (pb0_15) * 2u + q;
    let pb0_16 = subb0 * 37u + gb0 * 9u % 37u;
    let bb0_16 = (pb0_16) * 2u + q;
    let pb0_17 = subb0 * 37u + gb0 * 18u % 37u;
    let bb0_17 = (pb0_17) * 2u + q;
    let pb0_18 = subb0 * 37u + 37u - gb0;
    let bb0_18 = (pb0_18) * 2u + q;
    let pb0_19 = subb0 * 37u + gb0 * 35u % 37u;
    let bb0_19 = (pb0_19) * 2u + q;
    let pb0_20 = subb0 * 37u + gb0 * 33u % 37u;
    let bb0_20 = (pb0_20) * 2u + q;
    let pb0_21 = subb0 * 37u + gb0 * 29u % 37u;
    let bb0_21 = (pb0_21) * 2u + q;
    let pb0_22 = subb0 * 37u + gb0 * 21u % 37u;
    let bb0_22 = (pb0_22) * 2u + q;
    let pb0_23 = subb0 * 37u + gb0 * 5u % 37u;
    let bb0_23 = (pb0_23) * 2u + q;
    let pb0_24 = subb0 * 37u + gb0 * 10u % 37u;
    let bb0_24 = (pb0_24) * 2u + q;
    let pb0_25 = subb0 * 37u + gb0 * 20u % 37u;
    let bb0_25 = (pb0_25) * 2u + q;
    let pb0_26 = subb0 * 37u + gb0 * 3u % 37u;
    let bb0_26 = (pb0_26) * 2u + q;
    let pb0_27 = subb0 * 37u + gb0 * 6u % 37u;
    let bb0_27 = (pb0_27) * 2u + q;
    let pb0_28 = subb0 * 37u + gb0 * 12u % 37u;
    let bb0_28 = (pb0_28) * 2u + q;
    let pb0_29 = subb0 * 37u + gb0 * 24u % 37u;
    let bb0_29 = (pb0_29) * 2u + q;
    let pb0_30 = subb0 * 37u + gb0 * 11u % 37u;
    let bb0_30 = (pb0_30) * 2u + q;
    let pb0_31 = subb0 * 37u + gb0 * 22u % 37u;
    let bb0_31 = (pb0_31) * 2u + q;
    let pb0_32 = subb0 * 37u + gb0 * 7u % 37u;
    let bb0_32 = (pb0_32) * 2u + q;
    let pb0_33 = subb0 * 37u + gb0 * 14u % 37u;
    let bb0_33 = (pb0_33) * 2u + q;
    let pb0_34 = subb0 * 37u + gb0 * 28u % 37u;
    let bb0_34 = (pb0_34) * 2u + q;
    let pb0_35 = subb0 * 37u + gb0 * 19u % 37u;
    let bb0_35 = (pb0_35) * 2u + q;

    // stage 3 of 4: radix 4, p = 37, twiddle w_148^(i (j mod 37))
    let jc0 = t;
    let inc0 = (jc0) * 2u + q;
    let jc1 = t + 25u;
    let inc1 = (jc1) * 2u + q;
    let jc2 = min(t + 50u, 73u); // threads without a butterfly repeat the last
    let inc2 = (jc2) * 2u + q;
    // exchange
    workgroupBarrier();
    if (t < 8u) {
        shared_points[bb0_0] = yb0.y0.yx;
        shared_points[bb0_1] = yb0.y1.yx;
        shared_points[bb0_2] = yb0.y2.yx;
        shared_points[bb0_3] = yb0.y3.yx;
        shared_points[bb0_4] = yb0.y4.yx;
        shared_points[bb0_5] = yb0.y5.yx;
        shared_points[bb0_6] = yb0.y6.yx;
        shared_points[bb0_7] = yb0.y7.yx;
        shared_points[bb0_8] = yb0.y8.yx;
        shared_points[bb0_9] = yb0.y9.yx;
        shared_points[bb0_10] = yb0.y10.yx;
        shared_points[bb0_11] = yb0.y11.yx;
        shared_points[bb0_12] = yb0.y12.yx;
        shared_points[bb0_13] = yb0.y13.yx;
        shared_points[bb0_14] = yb0.y14.yx;
        shared_points[bb0_15] = yb0.y15.yx;
        shared_points[bb0_16] = yb0.y16.yx;
        shared_points[bb0_17] = yb0.y17.yx;
        shared_points[bb0_18] = yb0.y18.yx;
        shared_points[bb0_19] = yb0.y19.yx;
        shared_points[bb0_20] = yb0.y20.yx;
        shared_points[bb0_21] = yb0.y21.yx;
        shared_points[bb0_22] = yb0.y22.yx;
        shared_points[bb0_23] = yb0.y23.yx;
        shared_points[bb0_24] = yb0.y24.yx;
        shared_points[bb0_25] = yb0.y25.yx;
        shared_points[bb0_26] = yb0.y26.yx;
        shared_points[bb0_27] = yb0.y27.yx;
        shared_points[bb0_28] = yb0.y28.yx;
        shared_points[bb0_29] = yb0.y29.yx;
        shared_points[bb0_30] = yb0.y30.yx;
        shared_points[bb0_31] = yb0.y31.yx;
        shared_points[bb0_32] = yb0.y32.yx;
        shared_points[bb0_33] = yb0.y33.yx;
        shared_points[bb0_34] = yb0.y34.yx;
        shared_points[bb0_35] = yb0.y35.yx;
    }
    if (ua0 == 0u && t < 8u) {
        shared_points[sum_in0] = sum0;
    }
    workgroupBarrier();
    let c0_0 = shared_points[inc0];
    let c0_1 = shared_points[inc0 + 148u];
    let c0_2 = shared_points[inc0 + 296u];
    let c0_3 = shared_points[inc0 + 444u];
    let c1_0 = shared_points[inc1];
    let c1_1 = shared_points[inc1 + 148u];
    let c1_2 = shared_points[inc1 + 296u];
    let c1_3 = shared_points[inc1 + 444u];
    let c2_0 = shared_points[inc2];
    let c2_1 = shared_points[inc2 + 148u];
    let c2_2 = shared_points[inc2 + 296u];
    let c2_3 = shared_points[inc2 + 444u];
    let wc0 = jc0 % 37u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 37u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 74u]);
    let wc1 = jc1 % 37u;
    let c1_1t = cmul(c1_1, twiddles[wc1]);
    let c1_2t = cmul(c1_2, twiddles[wc1 + 37u]);
    let c1_3t = cmul(c1_3, twiddles[wc1 + 74u]);
    let wc2 = jc2 % 37u;
    let c2_1t = cmul(c2_1, twiddles[wc2]);
    let c2_2t = cmul(c2_2, twiddles[wc2 + 37u]);
    let c2_3t = cmul(c2_3, twiddles[wc2 + 74u]);
    let yc0 = dft4(c0_0, c0_1t, c0_2t, c0_3t);
    let yc1 = dft4(c1_0, c1_1t, c1_2t, c1_3t);
    let yc2 = dft4(c2_0, c2_1t, c2_2t, c2_3t);
    let outc0 = (jc0 / 37u * 148u + jc0 % 37u) * 2u + q;
    let outc1 = (jc1 / 37u * 148u + jc1 % 37u) * 2u + q;
    let outc2 = (jc2 / 37u * 148u + jc2 % 37u) * 2u + q;

    // stage 4 of 4: radix 2, p = 148, twiddle w_296^(i (j mod 148))
    let jd0 = t;
    let ind0 = (jd0) * 2u + q;
    let jd1 = t + 25u;
    let ind1 = (jd1) * 2u + q;
    let jd2 = t + 50u;
    let ind2 = (jd2) * 2u + q;
    let jd3 = t + 75u;
    let ind3 = (jd3) * 2u + q;
    let jd4 = t + 100u;
    let ind4 = (jd4) * 2u + q;
    let jd5 = min(t + 125u, 147u); // threads without a butterfly repeat the last
    let ind5 = (jd5) * 2u + q;
    // exchange
    workgroupBarrier();
    shared_points[outc0] = yc0.y0;
    shared_points[outc0 + 74u] = yc0.y1;
    shared_points[outc0 + 148u] = yc0.y2;
    shared_points[outc0 + 222u] = yc0.y3;
    shared_points[outc1] = yc1.y0;
    shared_points[outc1 + 74u] = yc1.y1;
    shared_points[outc1 + 148u] = yc1.y2;
    shared_points[outc1 + 222u] = yc1.y3;
    if (t + 50u < 74u) {
        shared_points[outc2] = yc2.y0;
        shared_points[outc2 + 74u] = yc2.y1;
        shared_points[outc2 + 148u] = yc2.y2;
        shared_points[outc2 + 222u] = yc2.y3;
    }
    workgroupBarrier();
    let d0_0 = shared_points[ind0];
    let d0_1 = shared_points[ind0 + 296u];
    let d1_0 = shared_points[ind1];
    let d1_1 = shared_points[ind1 + 296u];
    let d2_0 = shared_points[ind2];
    let d2_1 = shared_points[ind2 + 296u];
    let d3_0 = shared_points[ind3];
    let d3_1 = shared_points[ind3 + 296u];
    let d4_0 = shared_points[ind4];
    let d4_1 = shared_points[ind4 + 296u];
    let d5_0 = shared_points[ind5];
    let d5_1 = shared_points[ind5 + 296u];
    let wd0 = jd0 + 111u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let wd1 = jd1 + 111u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let wd2 = jd2 + 111u;
    let d2_1t = cmul(d2_1, twiddles[wd2]);
    let wd3 = jd3 + 111u;
    let d3_1t = cmul(d3_1, twiddles[wd3]);
    let wd4 = jd4 + 111u;
    let d4_1t = cmul(d4_1, twiddles[wd4]);
    let wd5 = jd5 + 111u;
    let d5_1t = cmul(d5_1, twiddles[wd5]);
    let yd0 = dft2(d0_0, d0_1t);
    let yd1 = dft2(d1_0, d1_1t);
    let yd2 = dft2(d2_0, d2_1t);
    let yd3 = dft2(d3_0, d3_1t);
    let yd4 = dft2(d4_0, d4_1t);
    let yd5 = dft2(d5_0, d5_1t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 296u;
    dst[target_base + jd0] = yd0.y0;
    dst[target_base + jd0 + 148u] = yd0.y1;
    dst[target_base + jd1] = yd1.y0;
    dst[target_base + jd1 + 148u] = yd1.y1;
    dst[target_base + jd2] = yd2.y0;
    dst[target_base + jd2 + 148u] = yd2.y1;
    dst[target_base + jd3] = yd3.y0;
    dst[target_base + jd3 + 148u] = yd3.y1;
    dst[target_base + jd4] = yd4.y0;
    dst[target_base + jd4 + 148u] = yd4.y1;
    if (t + 125u < 148u) {
        dst[target_base + jd5] = yd5.y0;
        dst[target_base + jd5 + 148u] = yd5.y1;
    }
}
