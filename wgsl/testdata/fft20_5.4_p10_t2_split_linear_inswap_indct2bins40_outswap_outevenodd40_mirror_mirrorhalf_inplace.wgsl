// fft20_5.4_p10_t2_split_linear_inswap_indct2bins40_outswap_outevenodd40_mirror_mirrorhalf_inplace
// X[k] = sum over j of x[j] w_20^(jk), w_20 = exp(-2 pi i / 20); parts swapped on load; parts swapped on store
// point j of transform q: x at q * 20 + j * 1, X at q * 20 + j * 1
// 2 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to 20
fn bin(a: u32, k: u32) -> vec2<f32> {
    let w = real_root(k);
    let x = data[a + k];
    let y = select(data[a + select(40u - k, 0u, k == 0u)], 0.0, k == 0u);
    return vec2<f32>(x * w.x - y * w.y, -x * w.y - y * w.x);
}

struct Pair { p: vec2<f32>, c: vec2<f32> }

// points k and -k of the complex transform, of the bins k and 20 - k
fn pair_of(p: vec2<f32>, c: vec2<f32>, w: vec2<f32>) -> Pair {
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// points k and -k of the complex transform, k up to half its points
fn in_pair(a: u32, k: u32) -> Pair {
    return pair_of(bin(a, k), bin(a, 20u - k), real_root(4u * k));
}

// points n and 19 - n of the complex transform, n up to half its points
fn out_facing(a: u32, n: u32, p: vec2<f32>, c: vec2<f32>) {
    data[a + 4u * (n)] = p.x;
    data[a + 4u * (n) + 1u] = c.y;
    data[a + 4u * (n) + 2u] = p.y;
    data[a + 4u * (n) + 3u] = c.x;
}

var<workgroup> shared_points: array<f32, 40>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_160^e, e up to 80
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

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

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 5, butterflies j and 4 - j in one thread
    let ja0 = t;
    let ja1 = select(4u - ja0, 2u, ja0 == 0u); // the butterfly with the mates
    let in_a = (seq) * 40u;
    let lonea = ja0 == 0u; // these butterflies are their own mates
    let pair0_0 = in_pair(in_a, ja0);
    let pair0_1 = in_pair(in_a, ja0 + 4u);
    let pair0_2 = in_pair(in_a, ja0 + 8u);
    let pair1_0 = in_pair(in_a, ja1);
    let pair1_1 = in_pair(in_a, ja1 + 4u);
    var middle: vec2<f32>;
    if (lonea) {
        middle = in_pair(in_a, 10u).p.yx;
    }
    let a0_0 = pair0_0.p.yx;
    let a0_1 = pair0_1.p.yx;
    let a0_2 = pair0_2.p.yx;
    let a0_3 = select(pair1_1.c.yx, pair0_2.c.yx, lonea);
    let a0_4 = select(pair1_0.c.yx, pair0_1.c.yx, lonea);
    let a1_0 = pair1_0.p.yx;
    let a1_1 = pair1_1.p.yx;
    let a1_2 = select(pair0_2.c.yx, middle, lonea);
    let a1_3 = select(pair0_1.c.yx, pair1_1.c.yx, lonea);
    let a1_4 = select(pair0_0.c.yx, pair1_0.c.yx, lonea);
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);
    let ya1 = dft5(a1_0, a1_1, a1_2, a1_3, a1_4);
    let outa0 = q * 20u + ja0 * 5u;
    let outa1 = q * 20u + ja1 * 5u;

    // stage 2 of 2: radix 4, p = 5, twiddle w_20^(i (j mod 5)), butterflies j and 4 - j in one thread
    let jb0 = t;
    let inb0 = q * 20u + jb0;
    let jb1 = 4u - jb0; // the butterfly that faces it
    let inb1 = q * 20u + jb1;
    let jb2 = min(t + 2u, 2u); // threads without a couple repeat the last
    let inb2 = q * 20u + jb2;
    let jb3 = 4u - jb2; // the butterfly that faces it
    let inb3 = q * 20u + jb3;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 1u] = ya1.y1.x;
    shared_points[outa1 + 2u] = ya1.y2.x;
    shared_points[outa1 + 3u] = ya1.y3.x;
    shared_points[outa1 + 4u] = ya1.y4.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 5u];
    let b0_2_x = shared_points[inb0 + 10u];
    let b0_3_x = shared_points[inb0 + 15u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 5u];
    let b1_2_x = shared_points[inb1 + 10u];
    let b1_3_x = shared_points[inb1 + 15u];
    let b2_0_x = shared_points[inb2];
    let b2_1_x = shared_points[inb2 + 5u];
    let b2_2_x = shared_points[inb2 + 10u];
    let b2_3_x = shared_points[inb2 + 15u];
    let b3_0_x = shared_points[inb3];
    let b3_1_x = shared_points[inb3 + 5u];
    let b3_2_x = shared_points[inb3 + 10u];
    let b3_3_x = shared_points[inb3 + 15u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 1u] = ya1.y1.y;
    shared_points[outa1 + 2u] = ya1.y2.y;
    shared_points[outa1 + 3u] = ya1.y3.y;
    shared_points[outa1 + 4u] = ya1.y4.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 5u];
    let b0_2_y = shared_points[inb0 + 10u];
    let b0_3_y = shared_points[inb0 + 15u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 5u];
    let b1_2_y = shared_points[inb1 + 10u];
    let b1_3_y = shared_points[inb1 + 15u];
    let b2_0_y = shared_points[inb2];
    let b2_1_y = shared_points[inb2 + 5u];
    let b2_2_y = shared_points[inb2 + 10u];
    let b2_3_y = shared_points[inb2 + 15u];
    let b3_0_y = shared_points[inb3];
    let b3_1_y = shared_points[inb3 + 5u];
    let b3_2_y = shared_points[inb3 + 10u];
    let b3_3_y = shared_points[inb3 + 15u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let b2_0 = vec2<f32>(b2_0_x, b2_0_y);
    let b2_1 = vec2<f32>(b2_1_x, b2_1_y);
    let b2_2 = vec2<f32>(b2_2_x, b2_2_y);
    let b2_3 = vec2<f32>(b2_3_x, b2_3_y);
    let b3_0 = vec2<f32>(b3_0_x, b3_0_y);
    let b3_1 = vec2<f32>(b3_1_x, b3_1_y);
    let b3_2 = vec2<f32>(b3_2_x, b3_2_y);
    let b3_3 = vec2<f32>(b3_3_x, b3_3_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 5u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 10u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 5u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 10u]);
    let wb2 = jb2;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let b2_2t = cmul(b2_2, twiddles[wb2 + 5u]);
    let b2_3t = cmul(b2_3, twiddles[wb2 + 10u]);
    let wb3 = jb3;
    let b3_1t = cmul(b3_1, twiddles[wb3]);
    let b3_2t = cmul(b3_2, twiddles[wb3 + 5u]);
    let b3_3t = cmul(b3_3, twiddles[wb3 + 10u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);
    let yb2 = dft4(b2_0, b2_1t, b2_2t, b2_3t);
    let yb3 = dft4(b3_0, b3_1t, b3_2t, b3_3t);

    // store
    // points n and 19 - n together, which one thread has
    let target_seq = first + q;
    let out_a = (target_seq) * 40u;
    out_facing(out_a, jb0, yb0.y0.yx, yb1.y3.yx);
    out_facing(out_a, jb0 + 5u, yb0.y1.yx, yb1.y2.yx);
    out_facing(out_a, jb1, yb1.y0.yx, yb0.y3.yx);
    out_facing(out_a, jb1 + 5u, yb1.y1.yx, yb0.y2.yx);
    if (t + 2u < 3u) {
        out_facing(out_a, jb2, yb2.y0.yx, yb3.y3.yx);
        out_facing(out_a, jb2 + 5u, yb2.y1.yx, yb3.y2.yx);
        out_facing(out_a, jb3, yb3.y0.yx, yb2.y3.yx);
        out_facing(out_a, jb3 + 5u, yb3.y1.yx, yb2.y2.yx);
    }
}
