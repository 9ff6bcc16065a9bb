// fft15_15_p15_t4_one_linear_inreals15.rows_outhalf15.rows_scale0.5_guard
// X[k] = sum over j of x[j] w_15^(jk), w_15 = exp(-2 pi i / 15); times 0.5
// point j of transform q: x at q * 15 + j * 1, X at q * 15 + j * 1
// 4 transforms per workgroup, 1 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> batch: Batch;

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    return src[a + n];
}

// point n of the complex transform
fn in_point(a: u32, b: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n), number(b, n));
}

// V[k] of the row at a, k up to half its points; v is twice that
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, b: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    put_bin(a, k, even);
    if (b != a) {
        put_bin(b, k, vec2<f32>(p.y + c.y, c.x - p.x));
    }
}

var<workgroup> shared_points: array<f32, 60>;

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

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

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 1: radix 15
    let ja0 = t;
    let in_a = (seq) * 30u;
    let in_b = select(in_a + 15u, in_a, 2u * (seq) + 1u >= batch.rows);
    let n0_0 = ja0;
    let a0_0 = in_point(in_a, in_b, n0_0);
    let n0_1 = ja0 + 1u;
    let a0_1 = in_point(in_a, in_b, n0_1);
    let n0_2 = ja0 + 2u;
    let a0_2 = in_point(in_a, in_b, n0_2);
    let n0_3 = ja0 + 3u;
    let a0_3 = in_point(in_a, in_b, n0_3);
    let n0_4 = ja0 + 4u;
    let a0_4 = in_point(in_a, in_b, n0_4);
    let n0_5 = ja0 + 5u;
    let a0_5 = in_point(in_a, in_b, n0_5);
    let n0_6 = ja0 + 6u;
    let a0_6 = in_point(in_a, in_b, n0_6);
    let n0_7 = ja0 + 7u;
    let a0_7 = in_point(in_a, in_b, n0_7);
    let n0_8 = ja0 + 8u;
    let a0_8 = in_point(in_a, in_b, n0_8);
    let n0_9 = ja0 + 9u;
    let a0_9 = in_point(in_a, in_b, n0_9);
    let n0_10 = ja0 + 10u;
    let a0_10 = in_point(in_a, in_b, n0_10);
    let n0_11 = ja0 + 11u;
    let a0_11 = in_point(in_a, in_b, n0_11);
    let n0_12 = ja0 + 12u;
    let a0_12 = in_point(in_a, in_b, n0_12);
    let n0_13 = ja0 + 13u;
    let a0_13 = in_point(in_a, in_b, n0_13);
    let n0_14 = ja0 + 14u;
    let a0_14 = in_point(in_a, in_b, n0_14);
    let ya0 = dft15(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14);
    let outa0 = q * 15u + ja0;

    // points k and -k of a transform together
    let pair0 = (local.x) % 8u;
    let of0 = (local.x) / 8u;
    let pair1 = (local.x + 4u) % 8u;
    let of1 = (local.x + 4u) / 8u;
    let pair2 = (local.x + 8u) % 8u;
    let of2 = (local.x + 8u) / 8u;
    let pair3 = (local.x + 12u) % 8u;
    let of3 = (local.x + 12u) / 8u;
    let pair4 = (local.x + 16u) % 8u;
    let of4 = (local.x + 16u) / 8u;
    let pair5 = (local.x + 20u) % 8u;
    let of5 = (local.x + 20u) / 8u;
    let pair6 = (local.x + 24u) % 8u;
    let of6 = (local.x + 24u) / 8u;
    let pair7 = (local.x + 28u) % 8u;
    let of7 = (local.x + 28u) / 8u;
    workgroupBarrier();
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
    shared_points[outa0 + 14u] = ya0.y14.x;
    workgroupBarrier();
    let p0_x = shared_points[of0 * 15u + pair0];
    let c0_x = shared_points[of0 * 15u + select(15u - pair0, 0u, pair0 == 0u)];
    let p1_x = shared_points[of1 * 15u + pair1];
    let c1_x = shared_points[of1 * 15u + select(15u - pair1, 0u, pair1 == 0u)];
    let p2_x = shared_points[of2 * 15u + pair2];
    let c2_x = shared_points[of2 * 15u + select(15u - pair2, 0u, pair2 == 0u)];
    let p3_x = shared_points[of3 * 15u + pair3];
    let c3_x = shared_points[of3 * 15u + select(15u - pair3, 0u, pair3 == 0u)];
    let p4_x = shared_points[of4 * 15u + pair4];
    let c4_x = shared_points[of4 * 15u + select(15u - pair4, 0u, pair4 == 0u)];
    let p5_x = shared_points[of5 * 15u + pair5];
    let c5_x = shared_points[of5 * 15u + select(15u - pair5, 0u, pair5 == 0u)];
    let p6_x = shared_points[of6 * 15u + pair6];
    let c6_x = shared_points[of6 * 15u + select(15u - pair6, 0u, pair6 == 0u)];
    let p7_x = shared_points[of7 * 15u + pair7];
    let c7_x = shared_points[of7 * 15u + select(15u - pair7, 0u, pair7 == 0u)];
    workgroupBarrier();
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
    shared_points[outa0 + 14u] = ya0.y14.y;
    workgroupBarrier();
    let p0_y = shared_points[of0 * 15u + pair0];
    let c0_y = shared_points[of0 * 15u + select(15u - pair0, 0u, pair0 == 0u)];
    let p1_y = shared_points[of1 * 15u + pair1];
    let c1_y = shared_points[of1 * 15u + select(15u - pair1, 0u, pair1 == 0u)];
    let p2_y = shared_points[of2 * 15u + pair2];
    let c2_y = shared_points[of2 * 15u + select(15u - pair2, 0u, pair2 == 0u)];
    let p3_y = shared_points[of3 * 15u + pair3];
    let c3_y = shared_points[of3 * 15u + select(15u - pair3, 0u, pair3 == 0u)];
    let p4_y = shared_points[of4 * 15u + pair4];
    let c4_y = shared_points[of4 * 15u + select(15u - pair4, 0u, pair4 == 0u)];
    let p5_y = shared_points[of5 * 15u + pair5];
    let c5_y = shared_points[of5 * 15u + select(15u - pair5, 0u, pair5 == 0u)];
    let p6_y = shared_points[of6 * 15u + pair6];
    let c6_y = shared_points[of6 * 15u + select(15u - pair6, 0u, pair6 == 0u)];
    let p7_y = shared_points[of7 * 15u + pair7];
    let c7_y = shared_points[of7 * 15u + select(15u - pair7, 0u, pair7 == 0u)];
    let p0 = vec2<f32>(p0_x, p0_y);
    let c0 = vec2<f32>(c0_x, c0_y);
    let p1 = vec2<f32>(p1_x, p1_y);
    let c1 = vec2<f32>(c1_x, c1_y);
    let p2 = vec2<f32>(p2_x, p2_y);
    let c2 = vec2<f32>(c2_x, c2_y);
    let p3 = vec2<f32>(p3_x, p3_y);
    let c3 = vec2<f32>(c3_x, c3_y);
    let p4 = vec2<f32>(p4_x, p4_y);
    let c4 = vec2<f32>(c4_x, c4_y);
    let p5 = vec2<f32>(p5_x, p5_y);
    let c5 = vec2<f32>(c5_x, c5_y);
    let p6 = vec2<f32>(p6_x, p6_y);
    let c6 = vec2<f32>(c6_x, c6_y);
    let p7 = vec2<f32>(p7_x, p7_y);
    let c7 = vec2<f32>(c7_x, c7_y);
    if (first + of0 < batch.end) {
        let out0_a = (first + of0) * 16u;
        let out0_b = select(out0_a + 8u, out0_a, 2u * (first + of0) + 1u >= batch.rows);
        out_pair(out0_a, out0_b, pair0, scaled(p0), scaled(c0));
    }
    if (first + of1 < batch.end) {
        let out1_a = (first + of1) * 16u;
        let out1_b = select(out1_a + 8u, out1_a, 2u * (first + of1) + 1u >= batch.rows);
        out_pair(out1_a, out1_b, pair1, scaled(p1), scaled(c1));
    }
    if (first + of2 < batch.end) {
        let out2_a = (first + of2) * 16u;
        let out2_b = select(out2_a + 8u, out2_a, 2u * (first + of2) + 1u >= batch.rows);
        out_pair(out2_a, out2_b, pair2, scaled(p2), scaled(c2));
    }
    if (first + of3 < batch.end) {
        let out3_a = (first + of3) * 16u;
        let out3_b = select(out3_a + 8u, out3_a, 2u * (first + of3) + 1u >= batch.rows);
        out_pair(out3_a, out3_b, pair3, scaled(p3), scaled(c3));
    }
    if (first + of4 < batch.end) {
        let out4_a = (first + of4) * 16u;
        let out4_b = select(out4_a + 8u, out4_a, 2u * (first + of4) + 1u >= batch.rows);
        out_pair(out4_a, out4_b, pair4, scaled(p4), scaled(c4));
    }
    if (first + of5 < batch.end) {
        let out5_a = (first + of5) * 16u;
        let out5_b = select(out5_a + 8u, out5_a, 2u * (first + of5) + 1u >= batch.rows);
        out_pair(out5_a, out5_b, pair5, scaled(p5), scaled(c5));
    }
    if (first + of6 < batch.end) {
        let out6_a = (first + of6) * 16u;
        let out6_b = select(out6_a + 8u, out6_a, 2u * (first + of6) + 1u >= batch.rows);
        out_pair(out6_a, out6_b, pair6, scaled(p6), scaled(c6));
    }
    if (first + of7 < batch.end) {
        let out7_a = (first + of7) * 16u;
        let out7_b = select(out7_a + 8u, out7_a, 2u * (first + of7) + 1u >= batch.rows);
        out_pair(out7_a, out7_b, pair7, scaled(p7), scaled(c7));
    }
}
