// fft256_4.2x4.8_p8_t2_split2_digits0.pad1x1
// the transform of 8 x 32 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 256 + j * 1, X at q * 256 + j * 1
// 2 transforms per workgroup, 32 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<array<array<f32, 2>, 5>, 3>, 2>, 8>;

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

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

struct Points8 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32> }

// y[k] = sum over j of x[j] w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let u0 = dft2(x0, x4);
    let u1 = dft2(x1, x5);
    let u2 = dft2(x2, x6);
    let u3 = dft2(x3, x7);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, 0.70710677 * vec2<f32>(u1.y1.x + u1.y1.y, u1.y1.y - u1.y1.x), vec2<f32>(u2.y1.y, -u2.y1.x), 0.70710677 * vec2<f32>(u3.y1.y - u3.y1.x, -u3.y1.x - u3.y1.y));
    return Points8(v0.y0, v1.y0, v0.y1, v1.y1, v0.y2, v1.y2, v0.y3, v1.y3);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 32u; // thread of the transform
    let q = local.x / 32u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 4, 32 transforms of 8 points, 32 interleaved
    let ja0 = t;
    let ja1 = t + 32u;
    let source = seq * 256u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 64u];
    let a0_2 = src[source + ja0 + 128u];
    let a0_3 = src[source + ja0 + 192u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 64u];
    let a1_2 = src[source + ja1 + 128u];
    let a1_3 = src[source + ja1 + 192u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let xa0_3 = ja0 % 8u;
    let xa0_2 = ja0 / 8u % 4u;
    let xa0_1 = ja0 / 32u;
    let xa1_1 = xa0_1 + 1u;

    // stage 2 of 4: radix 2, p = 4, twiddle w_8^(i (j div 32 mod 4)), 32 transforms of 8 points, 32 interleaved
    let jb0 = t / 8u * 32u + t % 8u;
    let xb_3 = t % 8u;
    let xb_0 = t / 8u;
    let jb1 = t / 8u * 32u + t % 8u + 8u;
    let jb2 = t / 8u * 32u + t % 8u + 16u;
    let jb3 = t / 8u * 32u + t % 8u + 24u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (xa0_2 / 2u == 0u) {
        shared_points[xa0_3][xa0_2][xa0_1][0u][q] = ya0.y0.x;
        shared_points[xa0_3][xa0_2][xa0_1][1u][q] = ya0.y1.x;
        shared_points[xa0_3][xa0_2][xa0_1][2u][q] = ya0.y2.x;
        shared_points[xa0_3][xa0_2][xa0_1][3u][q] = ya0.y3.x;
    }
    if (xa0_2 / 2u == 0u) {
        shared_points[xa0_3][xa0_2][xa1_1][0u][q] = ya1.y0.x;
        shared_points[xa0_3][xa0_2][xa1_1][1u][q] = ya1.y1.x;
        shared_points[xa0_3][xa0_2][xa1_1][2u][q] = ya1.y2.x;
        shared_points[xa0_3][xa0_2][xa1_1][3u][q] = ya1.y3.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[xb_3][0u][0u][xb_0][q];
    let b0_1_x = shared_points[xb_3][0u][1u][xb_0][q];
    let b1_0_x = shared_points[xb_3][1u][0u][xb_0][q];
    let b1_1_x = shared_points[xb_3][1u][1u][xb_0][q];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (xa0_2 / 2u == 1u) {
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][0u][q] = ya0.y0.x;
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][1u][q] = ya0.y1.x;
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][2u][q] = ya0.y2.x;
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][3u][q] = ya0.y3.x;
    }
    if (xa0_2 / 2u == 1u) {
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][0u][q] = ya1.y0.x;
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][1u][q] = ya1.y1.x;
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][2u][q] = ya1.y2.x;
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][3u][q] = ya1.y3.x;
    }
    workgroupBarrier();
    let b2_0_x = shared_points[xb_3][0u][0u][xb_0][q];
    let b2_1_x = shared_points[xb_3][0u][1u][xb_0][q];
    let b3_0_x = shared_points[xb_3][1u][0u][xb_0][q];
    let b3_1_x = shared_points[xb_3][1u][1u][xb_0][q];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (xa0_2 / 2u == 0u) {
        shared_points[xa0_3][xa0_2][xa0_1][0u][q] = ya0.y0.y;
        shared_points[xa0_3][xa0_2][xa0_1][1u][q] = ya0.y1.y;
        shared_points[xa0_3][xa0_2][xa0_1][2u][q] = ya0.y2.y;
        shared_points[xa0_3][xa0_2][xa0_1][3u][q] = ya0.y3.y;
    }
    if (xa0_2 / 2u == 0u) {
        shared_points[xa0_3][xa0_2][xa1_1][0u][q] = ya1.y0.y;
        shared_points[xa0_3][xa0_2][xa1_1][1u][q] = ya1.y1.y;
        shared_points[xa0_3][xa0_2][xa1_1][2u][q] = ya1.y2.y;
        shared_points[xa0_3][xa0_2][xa1_1][3u][q] = ya1.y3.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[xb_3][0u][0u][xb_0][q];
    let b0_1_y = shared_points[xb_3][0u][1u][xb_0][q];
    let b1_0_y = shared_points[xb_3][1u][0u][xb_0][q];
    let b1_1_y = shared_points[xb_3][1u][1u][xb_0][q];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (xa0_2 / 2u == 1u) {
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][0u][q] = ya0.y0.y;
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][1u][q] = ya0.y1.y;
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][2u][q] = ya0.y2.y;
        shared_points[xa0_3][xa0_2 - 2u][xa0_1][3u][q] = ya0.y3.y;
    }
    if (xa0_2 / 2u == 1u) {
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][0u][q] = ya1.y0.y;
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][1u][q] = ya1.y1.y;
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][2u][q] = ya1.y2.y;
        shared_points[xa0_3][xa0_2 - 2u][xa1_1][3u][q] = ya1.y3.y;
    }
    workgroupBarrier();
    let b2_0_y = shared_points[xb_3][0u][0u][xb_0][q];
    let b2_1_y = shared_points[xb_3][0u][1u][xb_0][q];
    let b3_0_y = shared_points[xb_3][1u][0u][xb_0][q];
    let b3_1_y = shared_points[xb_3][1u][1u][xb_0][q];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b2_0 = vec2<f32>(b2_0_x, b2_0_y);
    let b2_1 = vec2<f32>(b2_1_x, b2_1_y);
    let b3_0 = vec2<f32>(b3_0_x, b3_0_y);
    let b3_1 = vec2<f32>(b3_1_x, b3_1_y);
    let wb0 = jb0 / 32u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1 / 32u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let wb2 = jb2 / 32u;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let wb3 = jb3 / 32u;
    let b3_1t = cmul(b3_1, twiddles[wb3]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);
    let yb2 = dft2(b2_0, b2_1t);
    let yb3 = dft2(b3_0, b3_1t);

    // stage 3 of 4: radix 4, its points are in registers, 8 transforms of 32 points
    let yc0 = dft4(yb0.y0, yb1.y0, yb2.y0, yb3.y0);
    let yc1 = dft4(yb0.y1, yb1.y1, yb2.y1, yb3.y1);

    // stage 4 of 4: radix 8, p = 4, twiddle w_32^(i (j mod 4)), 8 transforms of 32 points
    let jd0 = t;
    let xd0_2 = jd0 % 4u;
    let xd0_0 = jd0 / 4u % 4u;
    let xd0_1 = jd0 / 16u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xb_3][0u][0u][xb_0][q] = yc0.y0.x;
    shared_points[xb_3][1u][0u][xb_0][q] = yc0.y1.x;
    shared_points[xb_3][0u][1u][xb_0][q] = yc1.y0.x;
    shared_points[xb_3][1u][1u][xb_0][q] = yc1.y1.x;
    workgroupBarrier();
    var d0_0_x: f32;
    var d0_1_x: f32;
    var d0_2_x: f32;
    var d0_3_x: f32;
    var d0_4_x: f32;
    var d0_5_x: f32;
    var d0_6_x: f32;
    var d0_7_x: f32;
    if (xd0_2 / 2u == 0u) {
        d0_0_x = shared_points[0u][xd0_2][xd0_1][xd0_0][q];
        d0_1_x = shared_points[1u][xd0_2][xd0_1][xd0_0][q];
        d0_2_x = shared_points[2u][xd0_2][xd0_1][xd0_0][q];
        d0_3_x = shared_points[3u][xd0_2][xd0_1][xd0_0][q];
        d0_4_x = shared_points[4u][xd0_2][xd0_1][xd0_0][q];
        d0_5_x = shared_points[5u][xd0_2][xd0_1][xd0_0][q];
        d0_6_x = shared_points[6u][xd0_2][xd0_1][xd0_0][q];
        d0_7_x = shared_points[7u][xd0_2][xd0_1][xd0_0][q];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xb_3][0u][0u][xb_0][q] = yc0.y2.x;
    shared_points[xb_3][1u][0u][xb_0][q] = yc0.y3.x;
    shared_points[xb_3][0u][1u][xb_0][q] = yc1.y2.x;
    shared_points[xb_3][1u][1u][xb_0][q] = yc1.y3.x;
    workgroupBarrier();
    if (xd0_2 / 2u == 1u) {
        d0_0_x = shared_points[0u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_1_x = shared_points[1u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_2_x = shared_points[2u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_3_x = shared_points[3u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_4_x = shared_points[4u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_5_x = shared_points[5u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_6_x = shared_points[6u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_7_x = shared_points[7u][xd0_2 - 2u][xd0_1][xd0_0][q];
    }
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xb_3][0u][0u][xb_0][q] = yc0.y0.y;
    shared_points[xb_3][1u][0u][xb_0][q] = yc0.y1.y;
    shared_points[xb_3][0u][1u][xb_0][q] = yc1.y0.y;
    shared_points[xb_3][1u][1u][xb_0][q] = yc1.y1.y;
    workgroupBarrier();
    var d0_0_y: f32;
    var d0_1_y: f32;
    var d0_2_y: f32;
    var d0_3_y: f32;
    var d0_4_y: f32;
    var d0_5_y: f32;
    var d0_6_y: f32;
    var d0_7_y: f32;
    if (xd0_2 / 2u == 0u) {
        d0_0_y = shared_points[0u][xd0_2][xd0_1][xd0_0][q];
        d0_1_y = shared_points[1u][xd0_2][xd0_1][xd0_0][q];
        d0_2_y = shared_points[2u][xd0_2][xd0_1][xd0_0][q];
        d0_3_y = shared_points[3u][xd0_2][xd0_1][xd0_0][q];
        d0_4_y = shared_points[4u][xd0_2][xd0_1][xd0_0][q];
        d0_5_y = shared_points[5u][xd0_2][xd0_1][xd0_0][q];
        d0_6_y = shared_points[6u][xd0_2][xd0_1][xd0_0][q];
        d0_7_y = shared_points[7u][xd0_2][xd0_1][xd0_0][q];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xb_3][0u][0u][xb_0][q] = yc0.y2.y;
    shared_points[xb_3][1u][0u][xb_0][q] = yc0.y3.y;
    shared_points[xb_3][0u][1u][xb_0][q] = yc1.y2.y;
    shared_points[xb_3][1u][1u][xb_0][q] = yc1.y3.y;
    workgroupBarrier();
    if (xd0_2 / 2u == 1u) {
        d0_0_y = shared_points[0u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_1_y = shared_points[1u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_2_y = shared_points[2u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_3_y = shared_points[3u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_4_y = shared_points[4u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_5_y = shared_points[5u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_6_y = shared_points[6u][xd0_2 - 2u][xd0_1][xd0_0][q];
        d0_7_y = shared_points[7u][xd0_2 - 2u][xd0_1][xd0_0][q];
    }
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_4 = vec2<f32>(d0_4_x, d0_4_y);
    let d0_5 = vec2<f32>(d0_5_x, d0_5_y);
    let d0_6 = vec2<f32>(d0_6_x, d0_6_y);
    let d0_7 = vec2<f32>(d0_7_x, d0_7_y);
    let wd0 = jd0 % 4u + 4u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 4u]);
    let d0_3t = cmul(d0_3, twiddles[wd0 + 8u]);
    let d0_4t = cmul(d0_4, twiddles[wd0 + 12u]);
    let d0_5t = cmul(d0_5, twiddles[wd0 + 16u]);
    let d0_6t = cmul(d0_6, twiddles[wd0 + 20u]);
    let d0_7t = cmul(d0_7, twiddles[wd0 + 24u]);
    let yd0 = dft8(d0_0, d0_1t, d0_2t, d0_3t, d0_4t, d0_5t, d0_6t, d0_7t);
    let outd0 = jd0 / 4u * 32u + jd0 % 4u;

    // store
    let target_seq = first + q;
    let target_base = target_seq * 256u;
    dst[target_base + outd0] = yd0.y0;
    dst[target_base + outd0 + 4u] = yd0.y1;
    dst[target_base + outd0 + 8u] = yd0.y2;
    dst[target_base + outd0 + 12u] = yd0.y3;
    dst[target_base + outd0 + 16u] = yd0.y4;
    dst[target_base + outd0 + 20u] = yd0.y5;
    dst[target_base + outd0 + 24u] = yd0.y6;
    dst[target_base + outd0 + 28u] = yd0.y7;
}
