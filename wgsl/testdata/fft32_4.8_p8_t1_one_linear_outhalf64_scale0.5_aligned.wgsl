// fft32_4.8_p8_t1_one_linear_outhalf64_scale0.5_aligned
// X[k] = sum over j of x[j] w_32^(jk), w_32 = exp(-2 pi i / 32); times 0.5
// point j of transform q: x at q * 32 + j * 1, X at q * 32 + j * 1
// 1 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to half its points; v is twice that
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));
    put_bin(a, k, even + odd);
    if (2u * k != 32u) {
        put_bin(a, 32u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

var<workgroup> shared_points: array<f32, 32>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_64^e, e up to 32
fn wave(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

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

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q;

    // stage 1 of 2: radix 4
    let ja0 = t;
    let ja1 = t + 4u;
    let source = seq * 32u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 8u];
    let a0_2 = src[source + ja0 + 16u];
    let a0_3 = src[source + ja0 + 24u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 8u];
    let a1_2 = src[source + ja1 + 16u];
    let a1_3 = src[source + ja1 + 24u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = ja0 * 4u;
    let outa1 = ja1 * 4u;

    // stage 2 of 2: radix 8, p = 4, twiddle w_32^(i (j mod 4))
    let jb0 = t;
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 1u] = ya1.y1.x;
    shared_points[outa1 + 2u] = ya1.y2.x;
    shared_points[outa1 + 3u] = ya1.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[jb0];
    let b0_1_x = shared_points[jb0 + 4u];
    let b0_2_x = shared_points[jb0 + 8u];
    let b0_3_x = shared_points[jb0 + 12u];
    let b0_4_x = shared_points[jb0 + 16u];
    let b0_5_x = shared_points[jb0 + 20u];
    let b0_6_x = shared_points[jb0 + 24u];
    let b0_7_x = shared_points[jb0 + 28u];
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 1u] = ya1.y1.y;
    shared_points[outa1 + 2u] = ya1.y2.y;
    shared_points[outa1 + 3u] = ya1.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[jb0];
    let b0_1_y = shared_points[jb0 + 4u];
    let b0_2_y = shared_points[jb0 + 8u];
    let b0_3_y = shared_points[jb0 + 12u];
    let b0_4_y = shared_points[jb0 + 16u];
    let b0_5_y = shared_points[jb0 + 20u];
    let b0_6_y = shared_points[jb0 + 24u];
    let b0_7_y = shared_points[jb0 + 28u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let wb0 = jb0;
    let b0_1t = turn(b0_1, twiddles[wb0]);
    let b0_2t = turn(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = turn(b0_3, twiddles[wb0 + 8u]);
    let b0_4t = turn(b0_4, twiddles[wb0 + 12u]);
    let b0_5t = turn(b0_5, twiddles[wb0 + 16u]);
    let b0_6t = turn(b0_6, twiddles[wb0 + 20u]);
    let b0_7t = turn(b0_7, twiddles[wb0 + 24u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);

    // points k and -k of a transform together
    let before = (first * 33u) % 16u;
    let pair0 = local.x - before;
    let of0 = 0u;
    let pair1 = local.x + 4u - before;
    let of1 = 0u;
    let pair2 = local.x + 8u - before;
    let of2 = 0u;
    let pair3 = local.x + 12u - before;
    let of3 = 0u;
    let pair4 = local.x + 16u - before;
    let of4 = 0u;
    let pair5 = local.x + 20u - before;
    let of5 = 0u;
    let pair6 = local.x + 24u - before;
    let of6 = 0u;
    let pair7 = local.x + 28u - before;
    let of7 = 0u;
    workgroupBarrier();
    shared_points[jb0] = yb0.y0.x;
    shared_points[jb0 + 4u] = yb0.y1.x;
    shared_points[jb0 + 8u] = yb0.y2.x;
    shared_points[jb0 + 12u] = yb0.y3.x;
    shared_points[jb0 + 16u] = yb0.y4.x;
    shared_points[jb0 + 20u] = yb0.y5.x;
    shared_points[jb0 + 24u] = yb0.y6.x;
    shared_points[jb0 + 28u] = yb0.y7.x;
    workgroupBarrier();
    var p0_x: f32;
    var c0_x: f32;
    if (pair0 < 17u) {
        p0_x = shared_points[of0 * 32u + pair0];
        c0_x = shared_points[of0 * 32u + select(32u - pair0, 0u, pair0 == 0u)];
    }
    var p1_x: f32;
    var c1_x: f32;
    if (pair1 < 17u) {
        p1_x = shared_points[of1 * 32u + pair1];
        c1_x = shared_points[of1 * 32u + select(32u - pair1, 0u, pair1 == 0u)];
    }
    var p2_x: f32;
    var c2_x: f32;
    if (pair2 < 17u) {
        p2_x = shared_points[of2 * 32u + pair2];
        c2_x = shared_points[of2 * 32u + select(32u - pair2, 0u, pair2 == 0u)];
    }
    var p3_x: f32;
    var c3_x: f32;
    if (pair3 < 17u) {
        p3_x = shared_points[of3 * 32u + pair3];
        c3_x = shared_points[of3 * 32u + select(32u - pair3, 0u, pair3 == 0u)];
    }
    var p4_x: f32;
    var c4_x: f32;
    if (pair4 < 17u) {
        p4_x = shared_points[of4 * 32u + pair4];
        c4_x = shared_points[of4 * 32u + select(32u - pair4, 0u, pair4 == 0u)];
    }
    var p5_x: f32;
    var c5_x: f32;
    if (pair5 < 17u) {
        p5_x = shared_points[of5 * 32u + pair5];
        c5_x = shared_points[of5 * 32u + select(32u - pair5, 0u, pair5 == 0u)];
    }
    var p6_x: f32;
    var c6_x: f32;
    if (pair6 < 17u) {
        p6_x = shared_points[of6 * 32u + pair6];
        c6_x = shared_points[of6 * 32u + select(32u - pair6, 0u, pair6 == 0u)];
    }
    var p7_x: f32;
    var c7_x: f32;
    if (pair7 < 17u) {
        p7_x = shared_points[of7 * 32u + pair7];
        c7_x = shared_points[of7 * 32u + select(32u - pair7, 0u, pair7 == 0u)];
    }
    workgroupBarrier();
    shared_points[jb0] = yb0.y0.y;
    shared_points[jb0 + 4u] = yb0.y1.y;
    shared_points[jb0 + 8u] = yb0.y2.y;
    shared_points[jb0 + 12u] = yb0.y3.y;
    shared_points[jb0 + 16u] = yb0.y4.y;
    shared_points[jb0 + 20u] = yb0.y5.y;
    shared_points[jb0 + 24u] = yb0.y6.y;
    shared_points[jb0 + 28u] = yb0.y7.y;
    workgroupBarrier();
    var p0_y: f32;
    var c0_y: f32;
    if (pair0 < 17u) {
        p0_y = shared_points[of0 * 32u + pair0];
        c0_y = shared_points[of0 * 32u + select(32u - pair0, 0u, pair0 == 0u)];
    }
    var p1_y: f32;
    var c1_y: f32;
    if (pair1 < 17u) {
        p1_y = shared_points[of1 * 32u + pair1];
        c1_y = shared_points[of1 * 32u + select(32u - pair1, 0u, pair1 == 0u)];
    }
    var p2_y: f32;
    var c2_y: f32;
    if (pair2 < 17u) {
        p2_y = shared_points[of2 * 32u + pair2];
        c2_y = shared_points[of2 * 32u + select(32u - pair2, 0u, pair2 == 0u)];
    }
    var p3_y: f32;
    var c3_y: f32;
    if (pair3 < 17u) {
        p3_y = shared_points[of3 * 32u + pair3];
        c3_y = shared_points[of3 * 32u + select(32u - pair3, 0u, pair3 == 0u)];
    }
    var p4_y: f32;
    var c4_y: f32;
    if (pair4 < 17u) {
        p4_y = shared_points[of4 * 32u + pair4];
        c4_y = shared_points[of4 * 32u + select(32u - pair4, 0u, pair4 == 0u)];
    }
    var p5_y: f32;
    var c5_y: f32;
    if (pair5 < 17u) {
        p5_y = shared_points[of5 * 32u + pair5];
        c5_y = shared_points[of5 * 32u + select(32u - pair5, 0u, pair5 == 0u)];
    }
    var p6_y: f32;
    var c6_y: f32;
    if (pair6 < 17u) {
        p6_y = shared_points[of6 * 32u + pair6];
        c6_y = shared_points[of6 * 32u + select(32u - pair6, 0u, pair6 == 0u)];
    }
    var p7_y: f32;
    var c7_y: f32;
    if (pair7 < 17u) {
        p7_y = shared_points[of7 * 32u + pair7];
        c7_y = shared_points[of7 * 32u + select(32u - pair7, 0u, pair7 == 0u)];
    }
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
    if (pair0 < 17u) {
        let out0_a = (first + of0) * 33u;
        out_pair(out0_a, pair0, scaled(p0), scaled(c0));
    }
    if (pair1 < 17u) {
        let out1_a = (first + of1) * 33u;
        out_pair(out1_a, pair1, scaled(p1), scaled(c1));
    }
    if (pair2 < 17u) {
        let out2_a = (first + of2) * 33u;
        out_pair(out2_a, pair2, scaled(p2), scaled(c2));
    }
    if (pair3 < 17u) {
        let out3_a = (first + of3) * 33u;
        out_pair(out3_a, pair3, scaled(p3), scaled(c3));
    }
    if (pair4 < 17u) {
        let out4_a = (first + of4) * 33u;
        out_pair(out4_a, pair4, scaled(p4), scaled(c4));
    }
    if (pair5 < 17u) {
        let out5_a = (first + of5) * 33u;
        out_pair(out5_a, pair5, scaled(p5), scaled(c5));
    }
    if (pair6 < 17u) {
        let out6_a = (first + of6) * 33u;
        out_pair(out6_a, pair6, scaled(p6), scaled(c6));
    }
    if (pair7 < 17u) {
        let out7_a = (first + of7) * 33u;
        out_pair(out7_a, pair7, scaled(p7), scaled(c7));
    }
}
