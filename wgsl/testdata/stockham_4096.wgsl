// fft4096_16.16.16_p16_t1_split2_xor5
// X[k] = sum over j of x[j] w_4096^(jk), w_4096 = exp(-2 pi i / 4096)
// x[j] of transform q: element q * 4096 + j
// X[j] of transform q: element q * 4096 + j
// 1 transform per workgroup, 256 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 2048>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points16 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>,
        y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>,
        y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32> }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// y[k] = sum over j of x[j] w_16^(jk), as 4 by 4 (Cooley and Tukey)
fn dft16(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>,
        x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>,
        x14: vec2<f32>, x15: vec2<f32>) -> Points16 {
    let u0 = dft4(x0, x4, x8, x12);
    let u1 = dft4(x1, x5, x9, x13);
    let u2 = dft4(x2, x6, x10, x14);
    let u3 = dft4(x3, x7, x11, x15);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, cmul(u1.y1, vec2<f32>(0.9238795, -0.38268343)),
            0.70710677 * vec2<f32>(u2.y1.x + u2.y1.y, u2.y1.y - u2.y1.x),
            cmul(u3.y1, vec2<f32>(0.38268343, -0.9238795)));
    let v2 = dft4(u0.y2, 0.70710677 * vec2<f32>(u1.y2.x + u1.y2.y, u1.y2.y - u1.y2.x), vec2<f32>(u2.y2.y, -u2.y2.x),
            0.70710677 * vec2<f32>(u3.y2.y - u3.y2.x, -u3.y2.x - u3.y2.y));
    let v3 = dft4(u0.y3, cmul(u1.y3, vec2<f32>(0.38268343, -0.9238795)),
            0.70710677 * vec2<f32>(u2.y3.y - u2.y3.x, -u2.y3.x - u2.y3.y),
            cmul(u3.y3, vec2<f32>(-0.9238795, 0.38268343)));
    return Points16(v0.y0, v1.y0, v2.y0, v3.y0, v0.y1, v1.y1, v2.y1, v3.y1, v0.y2, v1.y2, v2.y2, v3.y2, v0.y3, v1.y3,
            v2.y3, v3.y3);
}

fn shared_index(i: u32) -> u32 { return i ^ ((i >> 5u) & 31u); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 16
    let source = seq * 4096u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 256u];
    let a0_2 = src[source + t + 512u];
    let a0_3 = src[source + t + 768u];
    let a0_4 = src[source + t + 1024u];
    let a0_5 = src[source + t + 1280u];
    let a0_6 = src[source + t + 1536u];
    let a0_7 = src[source + t + 1792u];
    let a0_8 = src[source + t + 2048u];
    let a0_9 = src[source + t + 2304u];
    let a0_10 = src[source + t + 2560u];
    let a0_11 = src[source + t + 2816u];
    let a0_12 = src[source + t + 3072u];
    let a0_13 = src[source + t + 3328u];
    let a0_14 = src[source + t + 3584u];
    let a0_15 = src[source + t + 3840u];
    let ya0 = dft16(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14,
            a0_15);
    let outa0 = t * 16u;

    // stage 2 of 3: radix 16, p = 16, twiddle w_256^(i (j mod 16))
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (outa0 / 2048u == 0u) {
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
    }
    workgroupBarrier();
    let b0_0_x = shared_points[shared_index(t)];
    let b0_1_x = shared_points[shared_index(t + 256u)];
    let b0_2_x = shared_points[shared_index(t + 512u)];
    let b0_3_x = shared_points[shared_index(t + 768u)];
    let b0_4_x = shared_points[shared_index(t) + 1024u];
    let b0_5_x = shared_points[shared_index(t + 1280u)];
    let b0_6_x = shared_points[shared_index(t + 1536u)];
    let b0_7_x = shared_points[shared_index(t + 1792u)];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (outa0 / 2048u == 1u) {
        shared_points[shared_index(outa0 - 2048u)] = ya0.y0.x;
        shared_points[shared_index(outa0 - 2047u)] = ya0.y1.x;
        shared_points[shared_index(outa0 - 2046u)] = ya0.y2.x;
        shared_points[shared_index(outa0 - 2045u)] = ya0.y3.x;
        shared_points[shared_index(outa0 - 2044u)] = ya0.y4.x;
        shared_points[shared_index(outa0 - 2043u)] = ya0.y5.x;
        shared_points[shared_index(outa0 - 2042u)] = ya0.y6.x;
        shared_points[shared_index(outa0 - 2041u)] = ya0.y7.x;
        shared_points[shared_index(outa0 - 2040u)] = ya0.y8.x;
        shared_points[shared_index(outa0 - 2039u)] = ya0.y9.x;
        shared_points[shared_index(outa0 - 2038u)] = ya0.y10.x;
        shared_points[shared_index(outa0 - 2037u)] = ya0.y11.x;
        shared_points[shared_index(outa0 - 2036u)] = ya0.y12.x;
        shared_points[shared_index(outa0 - 2035u)] = ya0.y13.x;
        shared_points[shared_index(outa0 - 2034u)] = ya0.y14.x;
        shared_points[shared_index(outa0 - 2033u)] = ya0.y15.x;
    }
    workgroupBarrier();
    let b0_8_x = shared_points[shared_index(t)];
    let b0_9_x = shared_points[shared_index(t + 256u)];
    let b0_10_x = shared_points[shared_index(t + 512u)];
    let b0_11_x = shared_points[shared_index(t + 768u)];
    let b0_12_x = shared_points[shared_index(t) + 1024u];
    let b0_13_x = shared_points[shared_index(t + 1280u)];
    let b0_14_x = shared_points[shared_index(t + 1536u)];
    let b0_15_x = shared_points[shared_index(t + 1792u)];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (outa0 / 2048u == 0u) {
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
    }
    workgroupBarrier();
    let b0_0_y = shared_points[shared_index(t)];
    let b0_1_y = shared_points[shared_index(t + 256u)];
    let b0_2_y = shared_points[shared_index(t + 512u)];
    let b0_3_y = shared_points[shared_index(t + 768u)];
    let b0_4_y = shared_points[shared_index(t) + 1024u];
    let b0_5_y = shared_points[shared_index(t + 1280u)];
    let b0_6_y = shared_points[shared_index(t + 1536u)];
    let b0_7_y = shared_points[shared_index(t + 1792u)];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (outa0 / 2048u == 1u) {
        shared_points[shared_index(outa0 - 2048u)] = ya0.y0.y;
        shared_points[shared_index(outa0 - 2047u)] = ya0.y1.y;
        shared_points[shared_index(outa0 - 2046u)] = ya0.y2.y;
        shared_points[shared_index(outa0 - 2045u)] = ya0.y3.y;
        shared_points[shared_index(outa0 - 2044u)] = ya0.y4.y;
        shared_points[shared_index(outa0 - 2043u)] = ya0.y5.y;
        shared_points[shared_index(outa0 - 2042u)] = ya0.y6.y;
        shared_points[shared_index(outa0 - 2041u)] = ya0.y7.y;
        shared_points[shared_index(outa0 - 2040u)] = ya0.y8.y;
        shared_points[shared_index(outa0 - 2039u)] = ya0.y9.y;
        shared_points[shared_index(outa0 - 2038u)] = ya0.y10.y;
        shared_points[shared_index(outa0 - 2037u)] = ya0.y11.y;
        shared_points[shared_index(outa0 - 2036u)] = ya0.y12.y;
        shared_points[shared_index(outa0 - 2035u)] = ya0.y13.y;
        shared_points[shared_index(outa0 - 2034u)] = ya0.y14.y;
        shared_points[shared_index(outa0 - 2033u)] = ya0.y15.y;
    }
    workgroupBarrier();
    let b0_8_y = shared_points[shared_index(t)];
    let b0_9_y = shared_points[shared_index(t + 256u)];
    let b0_10_y = shared_points[shared_index(t + 512u)];
    let b0_11_y = shared_points[shared_index(t + 768u)];
    let b0_12_y = shared_points[shared_index(t) + 1024u];
    let b0_13_y = shared_points[shared_index(t + 1280u)];
    let b0_14_y = shared_points[shared_index(t + 1536u)];
    let b0_15_y = shared_points[shared_index(t + 1792u)];
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
    let wb0 = t % 16u;
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
    let yb0 = dft16(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t, b0_8t, b0_9t, b0_10t, b0_11t, b0_12t, b0_13t,
            b0_14t, b0_15t);
    let outb0 = t / 16u * 256u + t % 16u;

    // stage 3 of 3: radix 16, p = 256, twiddle w_4096^(i (j mod 256))
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (outb0 / 2048u == 0u) {
        shared_points[shared_index(outb0)] = yb0.y0.x;
        shared_points[shared_index(outb0 + 16u)] = yb0.y1.x;
        shared_points[shared_index(outb0 + 32u)] = yb0.y2.x;
        shared_points[shared_index(outb0 + 48u)] = yb0.y3.x;
        shared_points[shared_index(outb0 + 64u)] = yb0.y4.x;
        shared_points[shared_index(outb0 + 80u)] = yb0.y5.x;
        shared_points[shared_index(outb0 + 96u)] = yb0.y6.x;
        shared_points[shared_index(outb0 + 112u)] = yb0.y7.x;
        shared_points[shared_index(outb0 + 128u)] = yb0.y8.x;
        shared_points[shared_index(outb0 + 144u)] = yb0.y9.x;
        shared_points[shared_index(outb0 + 160u)] = yb0.y10.x;
        shared_points[shared_index(outb0 + 176u)] = yb0.y11.x;
        shared_points[shared_index(outb0 + 192u)] = yb0.y12.x;
        shared_points[shared_index(outb0 + 208u)] = yb0.y13.x;
        shared_points[shared_index(outb0 + 224u)] = yb0.y14.x;
        shared_points[shared_index(outb0 + 240u)] = yb0.y15.x;
    }
    workgroupBarrier();
    let c0_0_x = shared_points[shared_index(t)];
    let c0_1_x = shared_points[shared_index(t + 256u)];
    let c0_2_x = shared_points[shared_index(t + 512u)];
    let c0_3_x = shared_points[shared_index(t + 768u)];
    let c0_4_x = shared_points[shared_index(t) + 1024u];
    let c0_5_x = shared_points[shared_index(t + 1280u)];
    let c0_6_x = shared_points[shared_index(t + 1536u)];
    let c0_7_x = shared_points[shared_index(t + 1792u)];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (outb0 / 2048u == 1u) {
        shared_points[shared_index(outb0 - 2048u)] = yb0.y0.x;
        shared_points[shared_index(outb0 - 2032u)] = yb0.y1.x;
        shared_points[shared_index(outb0 - 2016u)] = yb0.y2.x;
        shared_points[shared_index(outb0 - 2000u)] = yb0.y3.x;
        shared_points[shared_index(outb0 - 1984u)] = yb0.y4.x;
        shared_points[shared_index(outb0 - 1968u)] = yb0.y5.x;
        shared_points[shared_index(outb0 - 1952u)] = yb0.y6.x;
        shared_points[shared_index(outb0 - 1936u)] = yb0.y7.x;
        shared_points[shared_index(outb0 - 1920u)] = yb0.y8.x;
        shared_points[shared_index(outb0 - 1904u)] = yb0.y9.x;
        shared_points[shared_index(outb0 - 1888u)] = yb0.y10.x;
        shared_points[shared_index(outb0 - 1872u)] = yb0.y11.x;
        shared_points[shared_index(outb0 - 1856u)] = yb0.y12.x;
        shared_points[shared_index(outb0 - 1840u)] = yb0.y13.x;
        shared_points[shared_index(outb0 - 1824u)] = yb0.y14.x;
        shared_points[shared_index(outb0 - 1808u)] = yb0.y15.x;
    }
    workgroupBarrier();
    let c0_8_x = shared_points[shared_index(t)];
    let c0_9_x = shared_points[shared_index(t + 256u)];
    let c0_10_x = shared_points[shared_index(t + 512u)];
    let c0_11_x = shared_points[shared_index(t + 768u)];
    let c0_12_x = shared_points[shared_index(t) + 1024u];
    let c0_13_x = shared_points[shared_index(t + 1280u)];
    let c0_14_x = shared_points[shared_index(t + 1536u)];
    let c0_15_x = shared_points[shared_index(t + 1792u)];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (outb0 / 2048u == 0u) {
        shared_points[shared_index(outb0)] = yb0.y0.y;
        shared_points[shared_index(outb0 + 16u)] = yb0.y1.y;
        shared_points[shared_index(outb0 + 32u)] = yb0.y2.y;
        shared_points[shared_index(outb0 + 48u)] = yb0.y3.y;
        shared_points[shared_index(outb0 + 64u)] = yb0.y4.y;
        shared_points[shared_index(outb0 + 80u)] = yb0.y5.y;
        shared_points[shared_index(outb0 + 96u)] = yb0.y6.y;
        shared_points[shared_index(outb0 + 112u)] = yb0.y7.y;
        shared_points[shared_index(outb0 + 128u)] = yb0.y8.y;
        shared_points[shared_index(outb0 + 144u)] = yb0.y9.y;
        shared_points[shared_index(outb0 + 160u)] = yb0.y10.y;
        shared_points[shared_index(outb0 + 176u)] = yb0.y11.y;
        shared_points[shared_index(outb0 + 192u)] = yb0.y12.y;
        shared_points[shared_index(outb0 + 208u)] = yb0.y13.y;
        shared_points[shared_index(outb0 + 224u)] = yb0.y14.y;
        shared_points[shared_index(outb0 + 240u)] = yb0.y15.y;
    }
    workgroupBarrier();
    let c0_0_y = shared_points[shared_index(t)];
    let c0_1_y = shared_points[shared_index(t + 256u)];
    let c0_2_y = shared_points[shared_index(t + 512u)];
    let c0_3_y = shared_points[shared_index(t + 768u)];
    let c0_4_y = shared_points[shared_index(t) + 1024u];
    let c0_5_y = shared_points[shared_index(t + 1280u)];
    let c0_6_y = shared_points[shared_index(t + 1536u)];
    let c0_7_y = shared_points[shared_index(t + 1792u)];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (outb0 / 2048u == 1u) {
        shared_points[shared_index(outb0 - 2048u)] = yb0.y0.y;
        shared_points[shared_index(outb0 - 2032u)] = yb0.y1.y;
        shared_points[shared_index(outb0 - 2016u)] = yb0.y2.y;
        shared_points[shared_index(outb0 - 2000u)] = yb0.y3.y;
        shared_points[shared_index(outb0 - 1984u)] = yb0.y4.y;
        shared_points[shared_index(outb0 - 1968u)] = yb0.y5.y;
        shared_points[shared_index(outb0 - 1952u)] = yb0.y6.y;
        shared_points[shared_index(outb0 - 1936u)] = yb0.y7.y;
        shared_points[shared_index(outb0 - 1920u)] = yb0.y8.y;
        shared_points[shared_index(outb0 - 1904u)] = yb0.y9.y;
        shared_points[shared_index(outb0 - 1888u)] = yb0.y10.y;
        shared_points[shared_index(outb0 - 1872u)] = yb0.y11.y;
        shared_points[shared_index(outb0 - 1856u)] = yb0.y12.y;
        shared_points[shared_index(outb0 - 1840u)] = yb0.y13.y;
        shared_points[shared_index(outb0 - 1824u)] = yb0.y14.y;
        shared_points[shared_index(outb0 - 1808u)] = yb0.y15.y;
    }
    workgroupBarrier();
    let c0_8_y = shared_points[shared_index(t)];
    let c0_9_y = shared_points[shared_index(t + 256u)];
    let c0_10_y = shared_points[shared_index(t + 512u)];
    let c0_11_y = shared_points[shared_index(t + 768u)];
    let c0_12_y = shared_points[shared_index(t) + 1024u];
    let c0_13_y = shared_points[shared_index(t + 1280u)];
    let c0_14_y = shared_points[shared_index(t + 1536u)];
    let c0_15_y = shared_points[shared_index(t + 1792u)];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c0_4 = vec2<f32>(c0_4_x, c0_4_y);
    let c0_5 = vec2<f32>(c0_5_x, c0_5_y);
    let c0_6 = vec2<f32>(c0_6_x, c0_6_y);
    let c0_7 = vec2<f32>(c0_7_x, c0_7_y);
    let c0_8 = vec2<f32>(c0_8_x, c0_8_y);
    let c0_9 = vec2<f32>(c0_9_x, c0_9_y);
    let c0_10 = vec2<f32>(c0_10_x, c0_10_y);
    let c0_11 = vec2<f32>(c0_11_x, c0_11_y);
    let c0_12 = vec2<f32>(c0_12_x, c0_12_y);
    let c0_13 = vec2<f32>(c0_13_x, c0_13_y);
    let c0_14 = vec2<f32>(c0_14_x, c0_14_y);
    let c0_15 = vec2<f32>(c0_15_x, c0_15_y);
    let wc0 = t + 240u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 256u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 512u]);
    let c0_4t = cmul(c0_4, twiddles[wc0 + 768u]);
    let c0_5t = cmul(c0_5, twiddles[wc0 + 1024u]);
    let c0_6t = cmul(c0_6, twiddles[wc0 + 1280u]);
    let c0_7t = cmul(c0_7, twiddles[wc0 + 1536u]);
    let c0_8t = cmul(c0_8, twiddles[wc0 + 1792u]);
    let c0_9t = cmul(c0_9, twiddles[wc0 + 2048u]);
    let c0_10t = cmul(c0_10, twiddles[wc0 + 2304u]);
    let c0_11t = cmul(c0_11, twiddles[wc0 + 2560u]);
    let c0_12t = cmul(c0_12, twiddles[wc0 + 2816u]);
    let c0_13t = cmul(c0_13, twiddles[wc0 + 3072u]);
    let c0_14t = cmul(c0_14, twiddles[wc0 + 3328u]);
    let c0_15t = cmul(c0_15, twiddles[wc0 + 3584u]);
    let yc0 = dft16(c0_0, c0_1t, c0_2t, c0_3t, c0_4t, c0_5t, c0_6t, c0_7t, c0_8t, c0_9t, c0_10t, c0_11t, c0_12t, c0_13t,
            c0_14t, c0_15t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 4096u;
    dst[target_base + t] = yc0.y0;
    dst[target_base + t + 256u] = yc0.y1;
    dst[target_base + t + 512u] = yc0.y2;
    dst[target_base + t + 768u] = yc0.y3;
    dst[target_base + t + 1024u] = yc0.y4;
    dst[target_base + t + 1280u] = yc0.y5;
    dst[target_base + t + 1536u] = yc0.y6;
    dst[target_base + t + 1792u] = yc0.y7;
    dst[target_base + t + 2048u] = yc0.y8;
    dst[target_base + t + 2304u] = yc0.y9;
    dst[target_base + t + 2560u] = yc0.y10;
    dst[target_base + t + 2816u] = yc0.y11;
    dst[target_base + t + 3072u] = yc0.y12;
    dst[target_base + t + 3328u] = yc0.y13;
    dst[target_base + t + 3584u] = yc0.y14;
    dst[target_base + t + 3840u] = yc0.y15;
}
