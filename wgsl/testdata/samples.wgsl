// fft16_4.4_p4_t4_split_inrow32x0_inarray32x4+2_inuint8_in(realpoints)_outrow17x0_out(split32)_tail
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// x[j] of transform q: number j of row q; rows have 32 elements
// load: array of extent x stride of each dimension, the innermost first, + offset: 32x4+2
// load: elements are uint8, rounded to the nearest and clamped
// load: point n is numbers 2n and 2n+1
// X[j] of transform q: number j of row q; rows have 17 elements
// store: real row r, x[j] = r[2j] + i r[2j+1]: X[k] and X[-k] make twice its bins k and 16-k of 17, of w_32
// 4 transforms per workgroup, 4 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> real_roots: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// element e of src
fn get_src(e: u32) -> f32 {
    let i = 2u + e * 4u;
    let word = src[i >> 2u];
    let shift = (i & 3u) * 8u;
    return f32((word >> shift) & 255u);
}

var<workgroup> shared_points: array<f32, 64>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// number n of the row at a
fn number(a: u32, n: u32) -> f32 {
    return get_src(a + n);
}

// point n of the row at a
fn in_point(a: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n * 2u), number(a, n * 2u + 1u));
}

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// w_32^e, e up to 16
fn real_root(e: u32) -> vec2<f32> {
    return real_roots[e];
}

// bin k of the row at a
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// stores the elements of the points p = X[k] and c = X[-k]
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    if (k * 2u != 16u) {
        put_bin(a, 16u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 4
    let in_a = seq * 32u;
    let a0_0 = in_point(in_a, t);
    let n0_1 = t + 4u;
    let a0_1 = in_point(in_a, n0_1);
    let n0_2 = t + 8u;
    let a0_2 = in_point(in_a, n0_2);
    let n0_3 = t + 12u;
    let a0_3 = in_point(in_a, n0_3);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 16u + t * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let inb0 = q * 16u + t;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b0_2_x = shared_points[inb0 + 8u];
    let b0_3_x = shared_points[inb0 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b0_2_y = shared_points[inb0 + 8u];
    let b0_3_y = shared_points[inb0 + 12u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b0_2t = cmul(b0_2, twiddles[t + 4u]);
    let b0_3t = cmul(b0_3, twiddles[t + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // store

    // bring points k and -k of a transform together
    let outb0 = q * 16u + t;
    let pair0 = local.x % 9u;
    let transform0 = local.x / 9u;
    let pair1 = (local.x + 16u) % 9u;
    let transform1 = (local.x + 16u) / 9u;
    let pair2 = (local.x + 32u) % 9u;
    let transform2 = (local.x + 32u) / 9u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 4u] = yb0.y1.x;
    shared_points[outb0 + 8u] = yb0.y2.x;
    shared_points[outb0 + 12u] = yb0.y3.x;
    workgroupBarrier();
    let points0_0_x = shared_points[transform0 * 16u + pair0];
    let points0_1_x = shared_points[transform0 * 16u + select(16u - pair0, 0u, pair0 == 0u)];
    let points1_0_x = shared_points[transform1 * 16u + pair1];
    let points1_1_x = shared_points[transform1 * 16u + select(16u - pair1, 0u, pair1 == 0u)];
    var points2_0_x: f32;
    var points2_1_x: f32;
    if (local.x + 32u < 36u) {
        points2_0_x = shared_points[transform2 * 16u + pair2];
        points2_1_x = shared_points[transform2 * 16u + select(16u - pair2, 0u, pair2 == 0u)];
    }
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 4u] = yb0.y1.y;
    shared_points[outb0 + 8u] = yb0.y2.y;
    shared_points[outb0 + 12u] = yb0.y3.y;
    workgroupBarrier();
    let points0_0_y = shared_points[transform0 * 16u + pair0];
    let points0_1_y = shared_points[transform0 * 16u + select(16u - pair0, 0u, pair0 == 0u)];
    let points1_0_y = shared_points[transform1 * 16u + pair1];
    let points1_1_y = shared_points[transform1 * 16u + select(16u - pair1, 0u, pair1 == 0u)];
    var points2_0_y: f32;
    var points2_1_y: f32;
    if (local.x + 32u < 36u) {
        points2_0_y = shared_points[transform2 * 16u + pair2];
        points2_1_y = shared_points[transform2 * 16u + select(16u - pair2, 0u, pair2 == 0u)];
    }
    let points0_0 = vec2<f32>(points0_0_x, points0_0_y);
    let points0_1 = vec2<f32>(points0_1_x, points0_1_y);
    let points1_0 = vec2<f32>(points1_0_x, points1_0_y);
    let points1_1 = vec2<f32>(points1_1_x, points1_1_y);
    let points2_0 = vec2<f32>(points2_0_x, points2_0_y);
    let points2_1 = vec2<f32>(points2_1_x, points2_1_y);
    if (first + transform0 < batch.end) {
        let out0_a = (first + transform0) * 17u;
        out_pair(out0_a, pair0, points0_0, points0_1);
    }
    if (first + transform1 < batch.end) {
        let out1_a = (first + transform1) * 17u;
        out_pair(out1_a, pair1, points1_0, points1_1);
    }
    if (local.x + 32u < 36u && first + transform2 < batch.end) {
        let out2_a = (first + transform2) * 17u;
        out_pair(out2_a, pair2, points2_0, points2_1);
    }
}
