// fft16_16_p16_t64_complex_linear
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// point j of transform q: x at q * 16 + j * 1, X at q * 16 + j * 1
// 64 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;

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

struct Points16 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32> }

// y[k] = sum over j of x[j] w_16^(jk), as 4 by 4 (Cooley and Tukey)
fn dft16(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>) -> Points16 {
    let u0 = dft4(x0, x4, x8, x12);
    let u1 = dft4(x1, x5, x9, x13);
    let u2 = dft4(x2, x6, x10, x14);
    let u3 = dft4(x3, x7, x11, x15);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, cmul(u1.y1, vec2<f32>(0.9238795, -0.38268343)), 0.70710677 * vec2<f32>(u2.y1.x + u2.y1.y, u2.y1.y - u2.y1.x), cmul(u3.y1, vec2<f32>(0.38268343, -0.9238795)));
    let v2 = dft4(u0.y2, 0.70710677 * vec2<f32>(u1.y2.x + u1.y2.y, u1.y2.y - u1.y2.x), vec2<f32>(u2.y2.y, -u2.y2.x), 0.70710677 * vec2<f32>(u3.y2.y - u3.y2.x, -u3.y2.x - u3.y2.y));
    let v3 = dft4(u0.y3, cmul(u1.y3, vec2<f32>(0.38268343, -0.9238795)), 0.70710677 * vec2<f32>(u2.y3.y - u2.y3.x, -u2.y3.x - u2.y3.y), cmul(u3.y3, vec2<f32>(-0.9238795, 0.38268343)));
    return Points16(v0.y0, v1.y0, v2.y0, v3.y0, v0.y1, v1.y1, v2.y1, v3.y1, v0.y2, v1.y2, v2.y2, v3.y2, v0.y3, v1.y3, v2.y3, v3.y3);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 64u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 1: radix 16
    let ja0 = t;
    let source = seq * 16u;
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
    let ya0 = dft16(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14, a0_15);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 16u;
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
}
