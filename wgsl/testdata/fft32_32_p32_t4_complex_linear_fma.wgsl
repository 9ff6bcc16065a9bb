// fft32_32_p32_t4_complex_linear_fma
// X[k] = sum over j of x[j] w_32^(jk), w_32 = exp(-2 pi i / 32)
// point j of transform q: x at q * 32 + j * 1, X at q * 32 + j * 1
// 4 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

// y[k] = sum over j of x[j] w_8^j w_4^(jk)
fn dft4_8_1(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let t1 = vec2<f32>(x1.y, -x1.x) + x1;
    let t2 = vec2<f32>(x2.y, -x2.x);
    let t3 = x3 + vec2<f32>(-x3.y, x3.x);
    let s1 = x0 + t2;
    let d1 = x0 - t2;
    let s2 = t1 - t3;
    let d2 = t1 + t3;
    let t4 = vec2<f32>(d2.y, -d2.x);
    let s3 = s1 + 0.70710677 * s2;
    let d3 = s1 - 0.70710677 * s2;
    let s4 = d1 + 0.70710677 * t4;
    let d4 = d1 - 0.70710677 * t4;
    return Points4(s3, s4, d3, d4);
}

struct Points8 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32> }

// y[k] = sum over j of x[j] w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let u0 = dft2(x0, x4);
    let u1 = dft2(x1, x5);
    let u2 = dft2(x2, x6);
    let u3 = dft2(x3, x7);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4_8_1(u0.y1, u1.y1, u2.y1, u3.y1);
    return Points8(v0.y0, v1.y0, v0.y1, v1.y1, v0.y2, v1.y2, v0.y3, v1.y3);
}

// y[k] = sum over j of x[j] w_32^j w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8_32_1(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let t1 = x1 + 0.19891237 * vec2<f32>(x1.y, -x1.x);
    let t2 = x2 + 0.41421357 * vec2<f32>(x2.y, -x2.x);
    let t3 = x3 + 0.6681787 * vec2<f32>(x3.y, -x3.x);
    let t4 = vec2<f32>(x4.y, -x4.x) + x4;
    let t5 = vec2<f32>(x5.y, -x5.x) + 0.6681787 * x5;
    let t6 = vec2<f32>(x6.y, -x6.x) + 0.41421357 * x6;
    let t7 = vec2<f32>(x7.y, -x7.x) + 0.19891237 * x7;
    let s1 = x0 + 0.70710677 * t4;
    let d1 = x0 - 0.70710677 * t4;
    let s2 = t1 + 0.84775907 * t5;
    let d2 = t1 - 0.84775907 * t5;
    let s3 = t2 + t6;
    let d3 = t2 - t6;
    let s4 = t3 + 1.1795805 * t7;
    let d4 = t3 - 1.1795805 * t7;
    let s5 = s1 + 0.9238795 * s3;
    let d5 = s1 - 0.9238795 * s3;
    let s6 = s2 + 0.84775907 * s4;
    let d6 = s2 - 0.84775907 * s4;
    let t8 = vec2<f32>(d6.y, -d6.x);
    let s7 = s5 + 0.98078525 * s6;
    let d7 = s5 - 0.98078525 * s6;
    let s8 = d5 + 0.98078525 * t8;
    let d8 = d5 - 0.98078525 * t8;
    let t9 = vec2<f32>(d2.y, -d2.x) + d2;
    let t10 = vec2<f32>(d3.y, -d3.x);
    let t11 = d4 + vec2<f32>(-d4.y, d4.x);
    let s9 = d1 + 0.9238795 * t10;
    let d9 = d1 - 0.9238795 * t10;
    let s10 = t9 - 0.84775907 * t11;
    let d10 = t9 + 0.84775907 * t11;
    let t12 = vec2<f32>(d10.y, -d10.x);
    let s11 = s9 + 0.6935199 * s10;
    let d11 = s9 - 0.6935199 * s10;
    let s12 = d9 + 0.6935199 * t12;
    let d12 = d9 - 0.6935199 * t12;
    return Points8(s7, s11, s8, s12, d7, d11, d8, d12);
}

// y[k] = sum over j of x[j] w_32^(2j) w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8_32_2(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let t1 = x1 + 0.41421357 * vec2<f32>(x1.y, -x1.x);
    let t2 = vec2<f32>(x2.y, -x2.x) + x2;
    let t3 = vec2<f32>(x3.y, -x3.x) + 0.41421357 * x3;
    let t4 = vec2<f32>(x4.y, -x4.x);
    let t5 = vec2<f32>(x5.y, -x5.x) - 0.41421357 * x5;
    let t6 = x6 + vec2<f32>(-x6.y, x6.x);
    let t7 = x7 + 0.41421357 * vec2<f32>(-x7.y, x7.x);
    let s1 = x0 + t4;
    let d1 = x0 - t4;
    let s2 = t1 + t5;
    let d2 = t1 - t5;
    let s3 = t2 - t6;
    let d3 = t2 + t6;
    let s4 = t3 - t7;
    let d4 = t3 + t7;
    let s5 = s1 + 0.70710677 * s3;
    let d5 = s1 - 0.70710677 * s3;
    let s6 = s2 + s4;
    let d6 = s2 - s4;
    let t8 = vec2<f32>(d6.y, -d6.x);
    let s7 = s5 + 0.9238795 * s6;
    let d7 = s5 - 0.9238795 * s6;
    let s8 = d5 + 0.9238795 * t8;
    let d8 = d5 - 0.9238795 * t8;
    let t9 = vec2<f32>(d2.y, -d2.x) + d2;
    let t10 = vec2<f32>(d3.y, -d3.x);
    let t11 = d4 + vec2<f32>(-d4.y, d4.x);
    let s9 = d1 + 0.70710677 * t10;
    let d9 = d1 - 0.70710677 * t10;
    let s10 = t9 - t11;
    let d10 = t9 + t11;
    let t12 = vec2<f32>(d10.y, -d10.x);
    let s11 = s9 + 0.65328145 * s10;
    let d11 = s9 - 0.65328145 * s10;
    let s12 = d9 + 0.65328145 * t12;
    let d12 = d9 - 0.65328145 * t12;
    return Points8(s7, s11, s8, s12, d7, d11, d8, d12);
}

// y[k] = sum over j of x[j] w_32^(3j) w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8_32_3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let t1 = x1 + 0.6681787 * vec2<f32>(x1.y, -x1.x);
    let t2 = vec2<f32>(x2.y, -x2.x) + 0.41421357 * x2;
    let t3 = vec2<f32>(x3.y, -x3.x) - 0.19891237 * x3;
    let t4 = x4 + vec2<f32>(-x4.y, x4.x);
    let t5 = x5 + 0.19891237 * vec2<f32>(-x5.y, x5.x);
    let t6 = x6 + 0.41421357 * vec2<f32>(x6.y, -x6.x);
    let t7 = vec2<f32>(x7.y, -x7.x) + 0.6681786 * x7;
    let s1 = x0 - 0.70710677 * t4;
    let d1 = x0 + 0.70710677 * t4;
    let s2 = t1 - 1.1795805 * t5;
    let d2 = t1 + 1.1795805 * t5;
    let s3 = t2 - t6;
    let d3 = t2 + t6;
    let s4 = t3 - 0.84775907 * t7;
    let d4 = t3 + 0.84775907 * t7;
    let s5 = s1 + 0.9238795 * s3;
    let d5 = s1 - 0.9238795 * s3;
    let s6 = s2 + 1.1795805 * s4;
    let d6 = s2 - 1.1795805 * s4;
    let t8 = vec2<f32>(d6.y, -d6.x);
    let s7 = s5 + 0.8314696 * s6;
    let d7 = s5 - 0.8314696 * s6;
    let s8 = d5 + 0.8314696 * t8;
    let d8 = d5 - 0.8314696 * t8;
    let t9 = vec2<f32>(d2.y, -d2.x) + d2;
    let t10 = vec2<f32>(d3.y, -d3.x);
    let t11 = d4 + vec2<f32>(-d4.y, d4.x);
    let s9 = d1 + 0.9238795 * t10;
    let d9 = d1 - 0.9238795 * t10;
    let s10 = t9 - 1.1795805 * t11;
    let d10 = t9 + 1.1795805 * t11;
    let t12 = vec2<f32>(d10.y, -d10.x);
    let s11 = s9 + 0.5879378 * s10;
    let d11 = s9 - 0.5879378 * s10;
    let s12 = d9 + 0.5879378 * t12;
    let d12 = d9 - 0.5879378 * t12;
    return Points8(s7, s11, s8, s12, d7, d11, d8, d12);
}

struct Points32 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32>, y16: vec2<f32>, y17: vec2<f32>, y18: vec2<f32>, y19: vec2<f32>, y20: vec2<f32>, y21: vec2<f32>, y22: vec2<f32>, y23: vec2<f32>, y24: vec2<f32>, y25: vec2<f32>, y26: vec2<f32>, y27: vec2<f32>, y28: vec2<f32>, y29: vec2<f32>, y30: vec2<f32>, y31: vec2<f32> }

// y[k] = sum over j of x[j] w_32^(jk), as 4 by 8 (Cooley and Tukey)
fn dft32(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>, x16: vec2<f32>, x17: vec2<f32>, x18: vec2<f32>, x19: vec2<f32>, x20: vec2<f32>, x21: vec2<f32>, x22: vec2<f32>, x23: vec2<f32>, x24: vec2<f32>, x25: vec2<f32>, x26: vec2<f32>, x27: vec2<f32>, x28: vec2<f32>, x29: vec2<f32>, x30: vec2<f32>, x31: vec2<f32>) -> Points32 {
    let u0 = dft4(x0, x8, x16, x24);
    let u1 = dft4(x1, x9, x17, x25);
    let u2 = dft4(x2, x10, x18, x26);
    let u3 = dft4(x3, x11, x19, x27);
    let u4 = dft4(x4, x12, x20, x28);
    let u5 = dft4(x5, x13, x21, x29);
    let u6 = dft4(x6, x14, x22, x30);
    let u7 = dft4(x7, x15, x23, x31);
    let v0 = dft8(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0, u5.y0, u6.y0, u7.y0);
    let v1 = dft8_32_1(u0.y1, u1.y1, u2.y1, u3.y1, u4.y1, u5.y1, u6.y1, u7.y1);
    let v2 = dft8_32_2(u0.y2, u1.y2, u2.y2, u3.y2, u4.y2, u5.y2, u6.y2, u7.y2);
    let v3 = dft8_32_3(u0.y3, u1.y3, u2.y3, u3.y3, u4.y3, u5.y3, u6.y3, u7.y3);
    return Points32(v0.y0, v1.y0, v2.y0, v3.y0, v0.y1, v1.y1, v2.y1, v3.y1, v0.y2, v1.y2, v2.y2, v3.y2, v0.y3, v1.y3, v2.y3, v3.y3, v0.y4, v1.y4, v2.y4, v3.y4, v0.y5, v1.y5, v2.y5, v3.y5, v0.y6, v1.y6, v2.y6, v3.y6, v0.y7, v1.y7, v2.y7, v3.y7);
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 1: radix 32
    let ja0 = t;
    let source = seq * 32u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 1u];
    let a0_2 = src[source + ja0 + 2u];
    let a0_3 = src[source + ja0 + 3u];
    let a0_4 = src[source + ja0 + 4u];
    let a0_5 = src[source + ja0 + 5u];
    let a0_6 = src[source + ja0 + 6u];
    let a0_7 = src[source + ja0 + 7u];
    let a0_8 = src[source + ja0 + 8u];
    let a0_9 = src[source + ja0 + 9u];
    let a0_10 = src[source + ja0 + 10u];
    let a0_11 = src[source + ja0 + 11u];
    let a0_12 = src[source + ja0 + 12u];
    let a0_13 = src[source + ja0 + 13u];
    let a0_14 = src[source + ja0 + 14u];
    let a0_15 = src[source + ja0 + 15u];
    let a0_16 = src[source + ja0 + 16u];
    let a0_17 = src[source + ja0 + 17u];
    let a0_18 = src[source + ja0 + 18u];
    let a0_19 = src[source + ja0 + 19u];
    let a0_20 = src[source + ja0 + 20u];
    let a0_21 = src[source + ja0 + 21u];
    let a0_22 = src[source + ja0 + 22u];
    let a0_23 = src[source + ja0 + 23u];
    let a0_24 = src[source + ja0 + 24u];
    let a0_25 = src[source + ja0 + 25u];
    let a0_26 = src[source + ja0 + 26u];
    let a0_27 = src[source + ja0 + 27u];
    let a0_28 = src[source + ja0 + 28u];
    let a0_29 = src[source + ja0 + 29u];
    let a0_30 = src[source + ja0 + 30u];
    let a0_31 = src[source + ja0 + 31u];
    let ya0 = dft32(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14, a0_15, a0_16, a0_17, a0_18, a0_19, a0_20, a0_21, a0_22, a0_23, a0_24, a0_25, a0_26, a0_27, a0_28, a0_29, a0_30, a0_31);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 32u;
    dst[target_base + ja0] = ya0.y0;
    dst[target_base + ja0 + 1u] = ya0.y1;
    dst[target_base + ja0 + 2u] = ya0.y2;
    dst[target_base + ja0 + 3u] = ya0.y3;
    dst[target_base + ja0 + 4u] = ya0.y4;
    dst[target_base + ja0 + 5u] = ya0.y5;
    dst[target_base + ja0 + 6u] = ya0.y6;
    dst[target_base + ja0 + 7u] = ya0.y7;
    dst[target_base + ja0 + 8u] = ya0.y8;
    dst[target_base + ja0 + 9u] = ya0.y9;
    dst[target_base + ja0 + 10u] = ya0.y10;
    dst[target_base + ja0 + 11u] = ya0.y11;
    dst[target_base + ja0 + 12u] = ya0.y12;
    dst[target_base + ja0 + 13u] = ya0.y13;
    dst[target_base + ja0 + 14u] = ya0.y14;
    dst[target_base + ja0 + 15u] = ya0.y15;
    dst[target_base + ja0 + 16u] = ya0.y16;
    dst[target_base + ja0 + 17u] = ya0.y17;
    dst[target_base + ja0 + 18u] = ya0.y18;
    dst[target_base + ja0 + 19u] = ya0.y19;
    dst[target_base + ja0 + 20u] = ya0.y20;
    dst[target_base + ja0 + 21u] = ya0.y21;
    dst[target_base + ja0 + 22u] = ya0.y22;
    dst[target_base + ja0 + 23u] = ya0.y23;
    dst[target_base + ja0 + 24u] = ya0.y24;
    dst[target_base + ja0 + 25u] = ya0.y25;
    dst[target_base + ja0 + 26u] = ya0.y26;
    dst[target_base + ja0 + 27u] = ya0.y27;
    dst[target_base + ja0 + 28u] = ya0.y28;
    dst[target_base + ja0 + 29u] = ya0.y29;
    dst[target_base + ja0 + 30u] = ya0.y30;
    dst[target_base + ja0 + 31u] = ya0.y31;
}
