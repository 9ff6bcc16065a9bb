// fft64_8.8_p8_t4_one_linear_outhalf128_scale0.5_guard
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64); times 0.5
// point j of transform q: x at q * 64 + j * 1, X at q * 64 + j * 1
// 4 transforms per workgroup, 8 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// V[k] of the row at a, k up to half its points; v is twice that
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));
    put_bin(a, k, even + odd);
    if (2u * k != 64u) {
        put_bin(a, 64u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

var<workgroup> shared_points: array<f32, 256>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_128^e, e up to 64
fn wave(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
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

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 8u; // thread of the transform
    let q = local.x / 8u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 8
    let ja0 = t;
    let source = seq * 64u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 8u];
    let a0_2 = src[source + ja0 + 16u];
    let a0_3 = src[source + ja0 + 24u];
    let a0_4 = src[source + ja0 + 32u];
    let a0_5 = src[source + ja0 + 40u];
    let a0_6 = src[source + ja0 + 48u];
    let a0_7 = src[source + ja0 + 56u];
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let outa0 = q * 64u + ja0 * 8u;

    // stage 2 of 2: radix 8, p = 8, twiddle w_64^(i (j mod 8))
    let jb0 = t;
    let inb0 = q * 64u + jb0;
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    shared_points[outa0 + 5u] = ya0.y5.x;
    shared_points[outa0 + 6u] = ya0.y6.x;
    shared_points[outa0 + 7u] = ya0.y7.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 8u];
    let b0_2_x = shared_points[inb0 + 16u];
    let b0_3_x = shared_points[inb0 + 24u];
    let b0_4_x = shared_points[inb0 + 32u];
    let b0_5_x = shared_points[inb0 + 40u];
    let b0_6_x = shared_points[inb0 + 48u];
    let b0_7_x = shared_points[inb0 + 56u];
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    shared_points[outa0 + 5u] = ya0.y5.y;
    shared_points[outa0 + 6u] = ya0.y6.y;
    shared_points[outa0 + 7u] = ya0.y7.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 8u];
    let b0_2_y = shared_points[inb0 + 16u];
    let b0_3_y = shared_points[inb0 + 24u];
    let b0_4_y = shared_points[inb0 + 32u];
    let b0_5_y = shared_points[inb0 + 40u];
    let b0_6_y = shared_points[inb0 + 48u];
    let b0_7_y = shared_points[inb0 + 56u];
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
    let b0_2t = turn(b0_2, twiddles[wb0 + 8u]);
    let b0_3t = turn(b0_3, twiddles[wb0 + 16u]);
    let b0_4t = turn(b0_4, twiddles[wb0 + 24u]);
    let b0_5t = turn(b0_5, twiddles[wb0 + 32u]);
    let b0_6t = turn(b0_6, twiddles[wb0 + 40u]);
    let b0_7t = turn(b0_7, twiddles[wb0 + 48u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);
    let outb0 = q * 64u + jb0;

    // points k and -k of a transform together
    let pair0 = (local.x) % 33u;
    let of0 = (local.x) / 33u;
    let pair1 = (local.x + 32u) % 33u;
    let of1 = (local.x + 32u) / 33u;
    let pair2 = (local.x + 64u) % 33u;
    let of2 = (local.x + 64u) / 33u;
    let pair3 = (local.x + 96u) % 33u;
    let of3 = (local.x + 96u) / 33u;
    let pair4 = (local.x + 128u) % 33u;
    let of4 = (local.x + 128u) / 33u;
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 8u] = yb0.y1.x;
    shared_points[outb0 + 16u] = yb0.y2.x;
    shared_points[outb0 + 24u] = yb0.y3.x;
    shared_points[outb0 + 32u] = yb0.y4.x;
    shared_points[outb0 + 40u] = yb0.y5.x;
    shared_points[outb0 + 48u] = yb0.y6.x;
    shared_points[outb0 + 56u] = yb0.y7.x;
    workgroupBarrier();
    let p0_x = shared_points[of0 * 64u + pair0];
    let c0_x = shared_points[of0 * 64u + select(64u - pair0, 0u, pair0 == 0u)];
    let p1_x = shared_points[of1 * 64u + pair1];
    let c1_x = shared_points[of1 * 64u + select(64u - pair1, 0u, pair1 == 0u)];
    let p2_x = shared_points[of2 * 64u + pair2];
    let c2_x = shared_points[of2 * 64u + select(64u - pair2, 0u, pair2 == 0u)];
    let p3_x = shared_points[of3 * 64u + pair3];
    let c3_x = shared_points[of3 * 64u + select(64u - pair3, 0u, pair3 == 0u)];
    var p4_x: f32;
    var c4_x: f32;
    if (local.x + 128u < 132u) {
        p4_x = shared_points[of4 * 64u + pair4];
        c4_x = shared_points[of4 * 64u + select(64u - pair4, 0u, pair4 == 0u)];
    }
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 8u] = yb0.y1.y;
    shared_points[outb0 + 16u] = yb0.y2.y;
    shared_points[outb0 + 24u] = yb0.y3.y;
    shared_points[outb0 + 32u] = yb0.y4.y;
    shared_points[outb0 + 40u] = yb0.y5.y;
    shared_points[outb0 + 48u] = yb0.y6.y;
    shared_points[outb0 + 56u] = yb0.y7.y;
    workgroupBarrier();
    let p0_y = shared_points[of0 * 64u + pair0];
    let c0_y = shared_points[of0 * 64u + select(64u - pair0, 0u, pair0 == 0u)];
    let p1_y = shared_points[of1 * 64u + pair1];
    let c1_y = shared_points[of1 * 64u + select(64u - pair1, 0u, pair1 == 0u)];
    let p2_y = shared_points[of2 * 64u + pair2];
    let c2_y = shared_points[of2 * 64u + select(64u - pair2, 0u, pair2 == 0u)];
    let p3_y = shared_points[of3 * 64u + pair3];
    let c3_y = shared_points[of3 * 64u + select(64u - pair3, 0u, pair3 == 0u)];
    var p4_y: f32;
    var c4_y: f32;
    if (local.x + 128u < 132u) {
        p4_y = shared_points[of4 * 64u + pair4];
        c4_y = shared_points[of4 * 64u + select(64u - pair4, 0u, pair4 == 0u)];
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
    if (first + of0 < batch.end) {
        let out0_a = (first + of0) * 65u;
        out_pair(out0_a, pair0, scaled(p0), scaled(c0));
    }
    if (first + of1 < batch.end) {
        let out1_a = (first + of1) * 65u;
        out_pair(out1_a, pair1, scaled(p1), scaled(c1));
    }
    if (first + of2 < batch.end) {
        let out2_a = (first + of2) * 65u;
        out_pair(out2_a, pair2, scaled(p2), scaled(c2));
    }
    if (first + of3 < batch.end) {
        let out3_a = (first + of3) * 65u;
        out_pair(out3_a, pair3, scaled(p3), scaled(c3));
    }
    if (local.x + 128u < 132u && first + of4 < batch.end) {
        let out4_a = (first + of4) * 65u;
        out_pair(out4_a, pair4, scaled(p4), scaled(c4));
    }
}
