// fft768_3.16.16_p16_t2_split3_pad5
// X[k] = sum over j of x[j] w_768^(jk), w_768 = exp(-2 pi i / 768)
// point j of transform q: x at q * 768 + j * 1, X at q * 768 + j * 1
// 2 transforms per workgroup, 48 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 527>;

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

fn shared_index(i: u32) -> u32 { return i + (i >> 5u); }

@compute @workgroup_size(96)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 48u; // thread of the transform
    let q = local.x / 48u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 3
    let ja0 = t;
    let ja1 = t + 48u;
    let ja2 = t + 96u;
    let ja3 = t + 144u;
    let ja4 = t + 192u;
    let ja5 = min(t + 240u, 255u); // threads without a butterfly repeat the last
    let source = seq * 768u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 256u];
    let a0_2 = src[source + ja0 + 512u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 256u];
    let a1_2 = src[source + ja1 + 512u];
    let a2_0 = src[source + ja2];
    let a2_1 = src[source + ja2 + 256u];
    let a2_2 = src[source + ja2 + 512u];
    let a3_0 = src[source + ja3];
    let a3_1 = src[source + ja3 + 256u];
    let a3_2 = src[source + ja3 + 512u];
    let a4_0 = src[source + ja4];
    let a4_1 = src[source + ja4 + 256u];
    let a4_2 = src[source + ja4 + 512u];
    let a5_0 = src[source + ja5];
    let a5_1 = src[source + ja5 + 256u];
    let a5_2 = src[source + ja5 + 512u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let ya2 = dft3(a2_0, a2_1, a2_2);
    let ya3 = dft3(a3_0, a3_1, a3_2);
    let ya4 = dft3(a4_0, a4_1, a4_2);
    let ya5 = dft3(a5_0, a5_1, a5_2);
    let outa0 = (ja0 * 3u) * 2u + q;
    let outa1 = (ja1 * 3u) * 2u + q;
    let outa2 = (ja2 * 3u) * 2u + q;
    let outa3 = (ja3 * 3u) * 2u + q;
    let outa4 = (ja4 * 3u) * 2u + q;
    let outa5 = (ja5 * 3u) * 2u + q;

    // stage 2 of 3: radix 16, p = 3, twiddle w_48^(i (j mod 3))
    let jb0 = t;
    let inb0 = (jb0) * 2u + q;
    // exchange real parts, slice 1 of 3
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.x;
    shared_points[shared_index(outa0 + 2u)] = ya0.y1.x;
    shared_points[shared_index(outa0 + 4u)] = ya0.y2.x;
    if ((outa1) / 512u == 0u) {
        shared_points[shared_index(outa1)] = ya1.y0.x;
    }
    if ((outa1 + 2u) / 512u == 0u) {
        shared_points[shared_index(outa1 + 2u)] = ya1.y1.x;
    }
    if ((outa1 + 4u) / 512u == 0u) {
        shared_points[shared_index(outa1 + 4u)] = ya1.y2.x;
    }
    if (t + 240u < 256u) {
    }
    workgroupBarrier();
    var b0_5_x: f32;
    var b0_10_x: f32;
    let b0_0_x = shared_points[shared_index(inb0)];
    let b0_1_x = shared_points[shared_index(inb0) + 99u];
    let b0_2_x = shared_points[shared_index(inb0) + 198u];
    let b0_3_x = shared_points[shared_index(inb0) + 297u];
    let b0_4_x = shared_points[shared_index(inb0) + 396u];
    if ((inb0 + 480u) / 512u == 0u) {
        b0_5_x = shared_points[shared_index(inb0) + 495u];
    }
    // exchange real parts, slice 2 of 3
    workgroupBarrier();
    if ((outa1) / 512u == 1u) {
        shared_points[shared_index(outa1 - 512u)] = ya1.y0.x;
    }
    if ((outa1 + 2u) / 512u == 1u) {
        shared_points[shared_index(outa1 - 510u)] = ya1.y1.x;
    }
    if ((outa1 + 4u) / 512u == 1u) {
        shared_points[shared_index(outa1 - 508u)] = ya1.y2.x;
    }
    shared_points[shared_index(outa2 - 512u)] = ya2.y0.x;
    shared_points[shared_index(outa2 - 510u)] = ya2.y1.x;
    shared_points[shared_index(outa2 - 508u)] = ya2.y2.x;
    if ((outa3) / 512u == 1u) {
        shared_points[shared_index(outa3 - 512u)] = ya3.y0.x;
    }
    if ((outa3 + 2u) / 512u == 1u) {
        shared_points[shared_index(outa3 - 510u)] = ya3.y1.x;
    }
    if ((outa3 + 4u) / 512u == 1u) {
        shared_points[shared_index(outa3 - 508u)] = ya3.y2.x;
    }
    if (t + 240u < 256u) {
    }
    workgroupBarrier();
    if ((inb0 + 480u) / 512u == 1u) {
        b0_5_x = shared_points[shared_index(inb0 - 32u)];
    }
    let b0_6_x = shared_points[shared_index(inb0) + 66u];
    let b0_7_x = shared_points[shared_index(inb0) + 165u];
    let b0_8_x = shared_points[shared_index(inb0) + 264u];
    let b0_9_x = shared_points[shared_index(inb0) + 363u];
    if ((inb0 + 960u) / 512u == 1u) {
        b0_10_x = shared_points[shared_index(inb0) + 462u];
    }
    // exchange real parts, slice 3 of 3
    workgroupBarrier();
    if ((outa3) / 512u == 2u) {
        shared_points[shared_index(outa3 - 1024u)] = ya3.y0.x;
    }
    if ((outa3 + 2u) / 512u == 2u) {
        shared_points[shared_index(outa3 - 1022u)] = ya3.y1.x;
    }
    if ((outa3 + 4u) / 512u == 2u) {
        shared_points[shared_index(outa3 - 1020u)] = ya3.y2.x;
    }
    shared_points[shared_index(outa4 - 1024u)] = ya4.y0.x;
    shared_points[shared_index(outa4 - 1022u)] = ya4.y1.x;
    shared_points[shared_index(outa4 - 1020u)] = ya4.y2.x;
    if (t + 240u < 256u) {
        shared_points[shared_index(outa5 - 1024u)] = ya5.y0.x;
        shared_points[shared_index(outa5 - 1022u)] = ya5.y1.x;
        shared_points[shared_index(outa5 - 1020u)] = ya5.y2.x;
    }
    workgroupBarrier();
    if ((inb0 + 960u) / 512u == 2u) {
        b0_10_x = shared_points[shared_index(inb0 - 64u)];
    }
    let b0_11_x = shared_points[shared_index(inb0) + 33u];
    let b0_12_x = shared_points[shared_index(inb0) + 132u];
    let b0_13_x = shared_points[shared_index(inb0) + 231u];
    let b0_14_x = shared_points[shared_index(inb0) + 330u];
    let b0_15_x = shared_points[shared_index(inb0) + 429u];
    // exchange imaginary parts, slice 1 of 3
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.y;
    shared_points[shared_index(outa0 + 2u)] = ya0.y1.y;
    shared_points[shared_index(outa0 + 4u)] = ya0.y2.y;
    if ((outa1) / 512u == 0u) {
        shared_points[shared_index(outa1)] = ya1.y0.y;
    }
    if ((outa1 + 2u) / 512u == 0u) {
        shared_points[shared_index(outa1 + 2u)] = ya1.y1.y;
    }
    if ((outa1 + 4u) / 512u == 0u) {
        shared_points[shared_index(outa1 + 4u)] = ya1.y2.y;
    }
    if (t + 240u < 256u) {
    }
    workgroupBarrier();
    var b0_5_y: f32;
    var b0_10_y: f32;
    let b0_0_y = shared_points[shared_index(inb0)];
    let b0_1_y = shared_points[shared_index(inb0) + 99u];
    let b0_2_y = shared_points[shared_index(inb0) + 198u];
    let b0_3_y = shared_points[shared_index(inb0) + 297u];
    let b0_4_y = shared_points[shared_index(inb0) + 396u];
    if ((inb0 + 480u) / 512u == 0u) {
        b0_5_y = shared_points[shared_index(inb0) + 495u];
    }
    // exchange imaginary parts, slice 2 of 3
    workgroupBarrier();
    if ((outa1) / 512u == 1u) {
        shared_points[shared_index(outa1 - 512u)] = ya1.y0.y;
    }
    if ((outa1 + 2u) / 512u == 1u) {
        shared_points[shared_index(outa1 - 510u)] = ya1.y1.y;
    }
    if ((outa1 + 4u) / 512u == 1u) {
        shared_points[shared_index(outa1 - 508u)] = ya1.y2.y;
    }
    shared_points[shared_index(outa2 - 512u)] = ya2.y0.y;
    shared_points[shared_index(outa2 - 510u)] = ya2.y1.y;
    shared_points[shared_index(outa2 - 508u)] = ya2.y2.y;
    if ((outa3) / 512u == 1u) {
        shared_points[shared_index(outa3 - 512u)] = ya3.y0.y;
    }
    if ((outa3 + 2u) / 512u == 1u) {
        shared_points[shared_index(outa3 - 510u)] = ya3.y1.y;
    }
    if ((outa3 + 4u) / 512u == 1u) {
        shared_points[shared_index(outa3 - 508u)] = ya3.y2.y;
    }
    if (t + 240u < 256u) {
    }
    workgroupBarrier();
    if ((inb0 + 480u) / 512u == 1u) {
        b0_5_y = shared_points[shared_index(inb0 - 32u)];
    }
    let b0_6_y = shared_points[shared_index(inb0) + 66u];
    let b0_7_y = shared_points[shared_index(inb0) + 165u];
    let b0_8_y = shared_points[shared_index(inb0) + 264u];
    let b0_9_y = shared_points[shared_index(inb0) + 363u];
    if ((inb0 + 960u) / 512u == 1u) {
        b0_10_y = shared_points[shared_index(inb0) + 462u];
    }
    // exchange imaginary parts, slice 3 of 3
    workgroupBarrier();
    if ((outa3) / 512u == 2u) {
        shared_points[shared_index(outa3 - 1024u)] = ya3.y0.y;
    }
    if ((outa3 + 2u) / 512u == 2u) {
        shared_points[shared_index(outa3 - 1022u)] = ya3.y1.y;
    }
    if ((outa3 + 4u) / 512u == 2u) {
        shared_points[shared_index(outa3 - 1020u)] = ya3.y2.y;
    }
    shared_points[shared_index(outa4 - 1024u)] = ya4.y0.y;
    shared_points[shared_index(outa4 - 1022u)] = ya4.y1.y;
    shared_points[shared_index(outa4 - 1020u)] = ya4.y2.y;
    if (t + 240u < 256u) {
        shared_points[shared_index(outa5 - 1024u)] = ya5.y0.y;
        shared_points[shared_index(outa5 - 1022u)] = ya5.y1.y;
        shared_points[shared_index(outa5 - 1020u)] = ya5.y2.y;
    }
    workgroupBarrier();
    if ((inb0 + 960u) / 512u == 2u) {
        b0_10_y = shared_points[shared_index(inb0 - 64u)];
    }
    let b0_11_y = shared_points[shared_index(inb0) + 33u];
    let b0_12_y = shared_points[shared_index(inb0) + 132u];
    let b0_13_y = shared_points[shared_index(inb0) + 231u];
    let b0_14_y = shared_points[shared_index(inb0) + 330u];
    let b0_15_y = shared_points[shared_index(inb0) + 429u];
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
    let wb0 = jb0 % 3u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 9u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 12u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 15u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 18u]);
    let b0_8t = cmul(b0_8, twiddles[wb0 + 21u]);
    let b0_9t = cmul(b0_9, twiddles[wb0 + 24u]);
    let b0_10t = cmul(b0_10, twiddles[wb0 + 27u]);
    let b0_11t = cmul(b0_11, twiddles[wb0 + 30u]);
    let b0_12t = cmul(b0_12, twiddles[wb0 + 33u]);
    let b0_13t = cmul(b0_13, twiddles[wb0 + 36u]);
    let b0_14t = cmul(b0_14, twiddles[wb0 + 39u]);
    let b0_15t = cmul(b0_15, twiddles[wb0 + 42u]);
    let yb0 = dft16(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t, b0_8t, b0_9t, b0_10t, b0_11t, b0_12t, b0_13t, b0_14t, b0_15t);
    let outb0 = (jb0 / 3u * 48u + jb0 % 3u) * 2u + q;

    // stage 3 of 3: radix 16, p = 48, twiddle w_768^(i (j mod 48))
    let jc0 = t;
    let inc0 = (jc0) * 2u + q;
    // exchange real parts, slice 1 of 3
    workgroupBarrier();
    if ((outb0) / 512u == 0u) {
        shared_points[shared_index(outb0)] = yb0.y0.x;
    }
    if ((outb0 + 6u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 6u)] = yb0.y1.x;
    }
    if ((outb0 + 12u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 12u)] = yb0.y2.x;
    }
    if ((outb0 + 18u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 18u)] = yb0.y3.x;
    }
    if ((outb0 + 24u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 24u)] = yb0.y4.x;
    }
    if ((outb0 + 30u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 30u)] = yb0.y5.x;
    }
    if ((outb0 + 36u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 36u)] = yb0.y6.x;
    }
    if ((outb0 + 42u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 42u)] = yb0.y7.x;
    }
    if ((outb0 + 48u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 48u)] = yb0.y8.x;
    }
    if ((outb0 + 54u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 54u)] = yb0.y9.x;
    }
    if ((outb0 + 60u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 60u)] = yb0.y10.x;
    }
    if ((outb0 + 66u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 66u)] = yb0.y11.x;
    }
    if ((outb0 + 72u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 72u)] = yb0.y12.x;
    }
    if ((outb0 + 78u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 78u)] = yb0.y13.x;
    }
    if ((outb0 + 84u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 84u)] = yb0.y14.x;
    }
    if ((outb0 + 90u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 90u)] = yb0.y15.x;
    }
    workgroupBarrier();
    var c0_5_x: f32;
    var c0_10_x: f32;
    let c0_0_x = shared_points[shared_index(inc0)];
    let c0_1_x = shared_points[shared_index(inc0) + 99u];
    let c0_2_x = shared_points[shared_index(inc0) + 198u];
    let c0_3_x = shared_points[shared_index(inc0) + 297u];
    let c0_4_x = shared_points[shared_index(inc0) + 396u];
    if ((inc0 + 480u) / 512u == 0u) {
        c0_5_x = shared_points[shared_index(inc0) + 495u];
    }
    // exchange real parts, slice 2 of 3
    workgroupBarrier();
    if ((outb0) / 512u == 1u) {
        shared_points[shared_index(outb0 - 512u)] = yb0.y0.x;
    }
    if ((outb0 + 6u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 506u)] = yb0.y1.x;
    }
    if ((outb0 + 12u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 500u)] = yb0.y2.x;
    }
    if ((outb0 + 18u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 494u)] = yb0.y3.x;
    }
    if ((outb0 + 24u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 488u)] = yb0.y4.x;
    }
    if ((outb0 + 30u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 482u)] = yb0.y5.x;
    }
    if ((outb0 + 36u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 476u)] = yb0.y6.x;
    }
    if ((outb0 + 42u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 470u)] = yb0.y7.x;
    }
    if ((outb0 + 48u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 464u)] = yb0.y8.x;
    }
    if ((outb0 + 54u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 458u)] = yb0.y9.x;
    }
    if ((outb0 + 60u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 452u)] = yb0.y10.x;
    }
    if ((outb0 + 66u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 446u)] = yb0.y11.x;
    }
    if ((outb0 + 72u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 440u)] = yb0.y12.x;
    }
    if ((outb0 + 78u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 434u)] = yb0.y13.x;
    }
    if ((outb0 + 84u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 428u)] = yb0.y14.x;
    }
    if ((outb0 + 90u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 422u)] = yb0.y15.x;
    }
    workgroupBarrier();
    if ((inc0 + 480u) / 512u == 1u) {
        c0_5_x = shared_points[shared_index(inc0 - 32u)];
    }
    let c0_6_x = shared_points[shared_index(inc0) + 66u];
    let c0_7_x = shared_points[shared_index(inc0) + 165u];
    let c0_8_x = shared_points[shared_index(inc0) + 264u];
    let c0_9_x = shared_points[shared_index(inc0) + 363u];
    if ((inc0 + 960u) / 512u == 1u) {
        c0_10_x = shared_points[shared_index(inc0) + 462u];
    }
    // exchange real parts, slice 3 of 3
    workgroupBarrier();
    if ((outb0) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1024u)] = yb0.y0.x;
    }
    if ((outb0 + 6u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1018u)] = yb0.y1.x;
    }
    if ((outb0 + 12u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1012u)] = yb0.y2.x;
    }
    if ((outb0 + 18u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1006u)] = yb0.y3.x;
    }
    if ((outb0 + 24u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1000u)] = yb0.y4.x;
    }
    if ((outb0 + 30u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 994u)] = yb0.y5.x;
    }
    if ((outb0 + 36u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 988u)] = yb0.y6.x;
    }
    if ((outb0 + 42u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 982u)] = yb0.y7.x;
    }
    if ((outb0 + 48u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 976u)] = yb0.y8.x;
    }
    if ((outb0 + 54u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 970u)] = yb0.y9.x;
    }
    if ((outb0 + 60u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 964u)] = yb0.y10.x;
    }
    if ((outb0 + 66u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 958u)] = yb0.y11.x;
    }
    if ((outb0 + 72u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 952u)] = yb0.y12.x;
    }
    if ((outb0 + 78u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 946u)] = yb0.y13.x;
    }
    if ((outb0 + 84u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 940u)] = yb0.y14.x;
    }
    if ((outb0 + 90u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 934u)] = yb0.y15.x;
    }
    workgroupBarrier();
    if ((inc0 + 960u) / 512u == 2u) {
        c0_10_x = shared_points[shared_index(inc0 - 64u)];
    }
    let c0_11_x = shared_points[shared_index(inc0) + 33u];
    let c0_12_x = shared_points[shared_index(inc0) + 132u];
    let c0_13_x = shared_points[shared_index(inc0) + 231u];
    let c0_14_x = shared_points[shared_index(inc0) + 330u];
    let c0_15_x = shared_points[shared_index(inc0) + 429u];
    // exchange imaginary parts, slice 1 of 3
    workgroupBarrier();
    if ((outb0) / 512u == 0u) {
        shared_points[shared_index(outb0)] = yb0.y0.y;
    }
    if ((outb0 + 6u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 6u)] = yb0.y1.y;
    }
    if ((outb0 + 12u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 12u)] = yb0.y2.y;
    }
    if ((outb0 + 18u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 18u)] = yb0.y3.y;
    }
    if ((outb0 + 24u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 24u)] = yb0.y4.y;
    }
    if ((outb0 + 30u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 30u)] = yb0.y5.y;
    }
    if ((outb0 + 36u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 36u)] = yb0.y6.y;
    }
    if ((outb0 + 42u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 42u)] = yb0.y7.y;
    }
    if ((outb0 + 48u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 48u)] = yb0.y8.y;
    }
    if ((outb0 + 54u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 54u)] = yb0.y9.y;
    }
    if ((outb0 + 60u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 60u)] = yb0.y10.y;
    }
    if ((outb0 + 66u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 66u)] = yb0.y11.y;
    }
    if ((outb0 + 72u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 72u)] = yb0.y12.y;
    }
    if ((outb0 + 78u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 78u)] = yb0.y13.y;
    }
    if ((outb0 + 84u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 84u)] = yb0.y14.y;
    }
    if ((outb0 + 90u) / 512u == 0u) {
        shared_points[shared_index(outb0 + 90u)] = yb0.y15.y;
    }
    workgroupBarrier();
    var c0_5_y: f32;
    var c0_10_y: f32;
    let c0_0_y = shared_points[shared_index(inc0)];
    let c0_1_y = shared_points[shared_index(inc0) + 99u];
    let c0_2_y = shared_points[shared_index(inc0) + 198u];
    let c0_3_y = shared_points[shared_index(inc0) + 297u];
    let c0_4_y = shared_points[shared_index(inc0) + 396u];
    if ((inc0 + 480u) / 512u == 0u) {
        c0_5_y = shared_points[shared_index(inc0) + 495u];
    }
    // exchange imaginary parts, slice 2 of 3
    workgroupBarrier();
    if ((outb0) / 512u == 1u) {
        shared_points[shared_index(outb0 - 512u)] = yb0.y0.y;
    }
    if ((outb0 + 6u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 506u)] = yb0.y1.y;
    }
    if ((outb0 + 12u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 500u)] = yb0.y2.y;
    }
    if ((outb0 + 18u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 494u)] = yb0.y3.y;
    }
    if ((outb0 + 24u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 488u)] = yb0.y4.y;
    }
    if ((outb0 + 30u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 482u)] = yb0.y5.y;
    }
    if ((outb0 + 36u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 476u)] = yb0.y6.y;
    }
    if ((outb0 + 42u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 470u)] = yb0.y7.y;
    }
    if ((outb0 + 48u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 464u)] = yb0.y8.y;
    }
    if ((outb0 + 54u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 458u)] = yb0.y9.y;
    }
    if ((outb0 + 60u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 452u)] = yb0.y10.y;
    }
    if ((outb0 + 66u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 446u)] = yb0.y11.y;
    }
    if ((outb0 + 72u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 440u)] = yb0.y12.y;
    }
    if ((outb0 + 78u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 434u)] = yb0.y13.y;
    }
    if ((outb0 + 84u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 428u)] = yb0.y14.y;
    }
    if ((outb0 + 90u) / 512u == 1u) {
        shared_points[shared_index(outb0 - 422u)] = yb0.y15.y;
    }
    workgroupBarrier();
    if ((inc0 + 480u) / 512u == 1u) {
        c0_5_y = shared_points[shared_index(inc0 - 32u)];
    }
    let c0_6_y = shared_points[shared_index(inc0) + 66u];
    let c0_7_y = shared_points[shared_index(inc0) + 165u];
    let c0_8_y = shared_points[shared_index(inc0) + 264u];
    let c0_9_y = shared_points[shared_index(inc0) + 363u];
    if ((inc0 + 960u) / 512u == 1u) {
        c0_10_y = shared_points[shared_index(inc0) + 462u];
    }
    // exchange imaginary parts, slice 3 of 3
    workgroupBarrier();
    if ((outb0) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1024u)] = yb0.y0.y;
    }
    if ((outb0 + 6u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1018u)] = yb0.y1.y;
    }
    if ((outb0 + 12u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1012u)] = yb0.y2.y;
    }
    if ((outb0 + 18u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1006u)] = yb0.y3.y;
    }
    if ((outb0 + 24u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 1000u)] = yb0.y4.y;
    }
    if ((outb0 + 30u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 994u)] = yb0.y5.y;
    }
    if ((outb0 + 36u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 988u)] = yb0.y6.y;
    }
    if ((outb0 + 42u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 982u)] = yb0.y7.y;
    }
    if ((outb0 + 48u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 976u)] = yb0.y8.y;
    }
    if ((outb0 + 54u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 970u)] = yb0.y9.y;
    }
    if ((outb0 + 60u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 964u)] = yb0.y10.y;
    }
    if ((outb0 + 66u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 958u)] = yb0.y11.y;
    }
    if ((outb0 + 72u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 952u)] = yb0.y12.y;
    }
    if ((outb0 + 78u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 946u)] = yb0.y13.y;
    }
    if ((outb0 + 84u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 940u)] = yb0.y14.y;
    }
    if ((outb0 + 90u) / 512u == 2u) {
        shared_points[shared_index(outb0 - 934u)] = yb0.y15.y;
    }
    workgroupBarrier();
    if ((inc0 + 960u) / 512u == 2u) {
        c0_10_y = shared_points[shared_index(inc0 - 64u)];
    }
    let c0_11_y = shared_points[shared_index(inc0) + 33u];
    let c0_12_y = shared_points[shared_index(inc0) + 132u];
    let c0_13_y = shared_points[shared_index(inc0) + 231u];
    let c0_14_y = shared_points[shared_index(inc0) + 330u];
    let c0_15_y = shared_points[shared_index(inc0) + 429u];
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
    let wc0 = jc0 + 45u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 48u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 96u]);
    let c0_4t = cmul(c0_4, twiddles[wc0 + 144u]);
    let c0_5t = cmul(c0_5, twiddles[wc0 + 192u]);
    let c0_6t = cmul(c0_6, twiddles[wc0 + 240u]);
    let c0_7t = cmul(c0_7, twiddles[wc0 + 288u]);
    let c0_8t = cmul(c0_8, twiddles[wc0 + 336u]);
    let c0_9t = cmul(c0_9, twiddles[wc0 + 384u]);
    let c0_10t = cmul(c0_10, twiddles[wc0 + 432u]);
    let c0_11t = cmul(c0_11, twiddles[wc0 + 480u]);
    let c0_12t = cmul(c0_12, twiddles[wc0 + 528u]);
    let c0_13t = cmul(c0_13, twiddles[wc0 + 576u]);
    let c0_14t = cmul(c0_14, twiddles[wc0 + 624u]);
    let c0_15t = cmul(c0_15, twiddles[wc0 + 672u]);
    let yc0 = dft16(c0_0, c0_1t, c0_2t, c0_3t, c0_4t, c0_5t, c0_6t, c0_7t, c0_8t, c0_9t, c0_10t, c0_11t, c0_12t, c0_13t, c0_14t, c0_15t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 768u;
    dst[target_base + jc0] = yc0.y0;
    dst[target_base + jc0 + 48u] = yc0.y1;
    dst[target_base + jc0 + 96u] = yc0.y2;
    dst[target_base + jc0 + 144u] = yc0.y3;
    dst[target_base + jc0 + 192u] = yc0.y4;
    dst[target_base + jc0 + 240u] = yc0.y5;
    dst[target_base + jc0 + 288u] = yc0.y6;
    dst[target_base + jc0 + 336u] = yc0.y7;
    dst[target_base + jc0 + 384u] = yc0.y8;
    dst[target_base + jc0 + 432u] = yc0.y9;
    dst[target_base + jc0 + 480u] = yc0.y10;
    dst[target_base + jc0 + 528u] = yc0.y11;
    dst[target_base + jc0 + 576u] = yc0.y12;
    dst[target_base + jc0 + 624u] = yc0.y13;
    dst[target_base + jc0 + 672u] = yc0.y14;
    dst[target_base + jc0 + 720u] = yc0.y15;
}
