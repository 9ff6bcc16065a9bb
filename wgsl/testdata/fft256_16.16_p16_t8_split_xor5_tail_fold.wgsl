// fft256_16.16_p16_t8_split_xor5_tail_fold
// X[k] = sum over j of x[j] w_256^(jk), w_256 = exp(-2 pi i / 256)
// point j of transform q: x at q * 256 + j * 1, X at q * 256 + j * 1
// 8 transforms per workgroup, 16 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 2048>;

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

fn shared_index(i: u32) -> u32 { return i ^ ((i >> 5u) & 31u); }

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = (group.y * groups.x + group.x) * 8u; // the workgroup's first transform
    let t = local.x % 16u; // thread of the transform
    let q = local.x / 16u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 16
    let ja0 = t;
    let source = seq * 256u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 16u];
    let a0_2 = src[source + ja0 + 32u];
    let a0_3 = src[source + ja0 + 48u];
    let a0_4 = src[source + ja0 + 64u];
    let a0_5 = src[source + ja0 + 80u];
    let a0_6 = src[source + ja0 + 96u];
    let a0_7 = src[source + ja0 + 112u];
    let a0_8 = src[source + ja0 + 128u];
    let a0_9 = src[source + ja0 + 144u];
    let a0_10 = src[source + ja0 + 160u];
    let a0_11 = src[source + ja0 + 176u];
    let a0_12 = src[source + ja0 + 192u];
    let a0_13 = src[source + ja0 + 208u];
    let a0_14 = src[source + ja0 + 224u];
    let a0_15 = src[source + ja0 + 240u];
    let ya0 = dft16(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14, a0_15);
    let outa0 = q * 256u + ja0 * 16u;

    // stage 2 of 2: radix 16, p = 16, twiddle w_256^(i (j mod 16))
    let jb0 = t;
    let inb0 = q * 256u + jb0;
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.x;
    shared_points[shared_index(outa0 + 1u)] = ya0.y1.x;
    shared_points[shared_index(outa0 + 2u)] = ya0.y2.x;
    shared_points[shared_index(outa0 + 3u)] = ya0.y3.x;
    shared_points[shared_index(outa0 + 4u)] = ya0.y4.x;
    shared_points[shared_index(outa0 + 5u)] = ya0.y5.x;
    shared_points[shared_index(outa0 + 6u)] = ya0.y6.x;
    shared_points[shared_index(outa0 + 7u)] = ya0.y7.x;
    shared_points[shared_index(outa0 + 8u)] = ya0.y8.x;
    shared_points[shared_index(outa0 + 9u)] = ya0.y9.x;
    shared_points[shared_index(outa0 + 10u)] = ya0.y10.x;
    shared_points[shared_index(outa0 + 11u)] = ya0.y11.x;
    shared_points[shared_index(outa0 + 12u)] = ya0.y12.x;
    shared_points[shared_index(outa0 + 13u)] = ya0.y13.x;
    shared_points[shared_index(outa0 + 14u)] = ya0.y14.x;
    shared_points[shared_index(outa0 + 15u)] = ya0.y15.x;
    workgroupBarrier();
    let b0_0_x = shared_points[shared_index(inb0)];
    let b0_1_x = shared_points[shared_index(inb0 + 16u)];
    let b0_2_x = shared_points[shared_index(inb0 + 32u)];
    let b0_3_x = shared_points[shared_index(inb0 + 48u)];
    let b0_4_x = shared_points[shared_index(inb0 + 64u)];
    let b0_5_x = shared_points[shared_index(inb0 + 80u)];
    let b0_6_x = shared_points[shared_index(inb0 + 96u)];
    let b0_7_x = shared_points[shared_index(inb0 + 112u)];
    let b0_8_x = shared_points[shared_index(inb0 + 128u)];
    let b0_9_x = shared_points[shared_index(inb0 + 144u)];
    let b0_10_x = shared_points[shared_index(inb0 + 160u)];
    let b0_11_x = shared_points[shared_index(inb0 + 176u)];
    let b0_12_x = shared_points[shared_index(inb0 + 192u)];
    let b0_13_x = shared_points[shared_index(inb0 + 208u)];
    let b0_14_x = shared_points[shared_index(inb0 + 224u)];
    let b0_15_x = shared_points[shared_index(inb0 + 240u)];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.y;
    shared_points[shared_index(outa0 + 1u)] = ya0.y1.y;
    shared_points[shared_index(outa0 + 2u)] = ya0.y2.y;
    shared_points[shared_index(outa0 + 3u)] = ya0.y3.y;
    shared_points[shared_index(outa0 + 4u)] = ya0.y4.y;
    shared_points[shared_index(outa0 + 5u)] = ya0.y5.y;
    shared_points[shared_index(outa0 + 6u)] = ya0.y6.y;
    shared_points[shared_index(outa0 + 7u)] = ya0.y7.y;
    shared_points[shared_index(outa0 + 8u)] = ya0.y8.y;
    shared_points[shared_index(outa0 + 9u)] = ya0.y9.y;
    shared_points[shared_index(outa0 + 10u)] = ya0.y10.y;
    shared_points[shared_index(outa0 + 11u)] = ya0.y11.y;
    shared_points[shared_index(outa0 + 12u)] = ya0.y12.y;
    shared_points[shared_index(outa0 + 13u)] = ya0.y13.y;
    shared_points[shared_index(outa0 + 14u)] = ya0.y14.y;
    shared_points[shared_index(outa0 + 15u)] = ya0.y15.y;
    workgroupBarrier();
    let b0_0_y = shared_points[shared_index(inb0)];
    let b0_1_y = shared_points[shared_index(inb0 + 16u)];
    let b0_2_y = shared_points[shared_index(inb0 + 32u)];
    let b0_3_y = shared_points[shared_index(inb0 + 48u)];
    let b0_4_y = shared_points[shared_index(inb0 + 64u)];
    let b0_5_y = shared_points[shared_index(inb0 + 80u)];
    let b0_6_y = shared_points[shared_index(inb0 + 96u)];
    let b0_7_y = shared_points[shared_index(inb0 + 112u)];
    let b0_8_y = shared_points[shared_index(inb0 + 128u)];
    let b0_9_y = shared_points[shared_index(inb0 + 144u)];
    let b0_10_y = shared_points[shared_index(inb0 + 160u)];
    let b0_11_y = shared_points[shared_index(inb0 + 176u)];
    let b0_12_y = shared_points[shared_index(inb0 + 192u)];
    let b0_13_y = shared_points[shared_index(inb0 + 208u)];
    let b0_14_y = shared_points[shared_index(inb0 + 224u)];
    let b0_15_y = shared_points[shared_index(inb0 + 240u)];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b0_8 = vec2<f32>(b0_8_x, b0_8_y);
    let b0_9 = vec2<f32>(b0_9_x, b0_9_y);
    let b0_10 = vec2<f32>(b0_10_x, b0_10_y);
    let b0_11 = vec2<f32>(b0_11_x, b0_11_y);
    let b0_12 = vec2<f32>(b0_12_x, b0_12_y);
    let b0_13 = vec2<f32>(b0_13_x, b0_13_y);
    let b0_14 = vec2<f32>(b0_14_x, b0_14_y);
    let b0_15 = vec2<f32>(b0_15_x, b0_15_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 16u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 32u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 48u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 64u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 80u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 96u]);
    let b0_8t = cmul(b0_8, twiddles[wb0 + 112u]);
    let b0_9t = cmul(b0_9, twiddles[wb0 + 128u]);
    let b0_10t = cmul(b0_10, twiddles[wb0 + 144u]);
    let b0_11t = cmul(b0_11, twiddles[wb0 + 160u]);
    let b0_12t = cmul(b0_12, twiddles[wb0 + 176u]);
    let b0_13t = cmul(b0_13, twiddles[wb0 + 192u]);
    let b0_14t = cmul(b0_14, twiddles[wb0 + 208u]);
    let b0_15t = cmul(b0_15, twiddles[wb0 + 224u]);
    let yb0 = dft16(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t, b0_8t, b0_9t, b0_10t, b0_11t, b0_12t, b0_13t, b0_14t, b0_15t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 256u;
        dst[target_base + jb0] = yb0.y0;
        dst[target_base + jb0 + 16u] = yb0.y1;
        dst[target_base + jb0 + 32u] = yb0.y2;
        dst[target_base + jb0 + 48u] = yb0.y3;
        dst[target_base + jb0 + 64u] = yb0.y4;
        dst[target_base + jb0 + 80u] = yb0.y5;
        dst[target_base + jb0 + 96u] = yb0.y6;
        dst[target_base + jb0 + 112u] = yb0.y7;
        dst[target_base + jb0 + 128u] = yb0.y8;
        dst[target_base + jb0 + 144u] = yb0.y9;
        dst[target_base + jb0 + 160u] = yb0.y10;
        dst[target_base + jb0 + 176u] = yb0.y11;
        dst[target_base + jb0 + 192u] = yb0.y12;
        dst[target_base + jb0 + 208u] = yb0.y13;
        dst[target_base + jb0 + 224u] = yb0.y14;
        dst[target_base + jb0 + 240u] = yb0.y15;
    }
}
