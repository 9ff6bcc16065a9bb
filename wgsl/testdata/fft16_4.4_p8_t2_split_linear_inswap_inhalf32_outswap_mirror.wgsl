// fft16_4.4_p8_t2_split_linear_inswap_inhalf32_outswap_mirror
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16); parts swapped on load; parts swapped on store
// point j of transform q: x at q * 16 + j * 1, X at q * 16 + j * 1
// 2 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, 0 < k < 16
fn inner_bin(a: u32, k: u32) -> vec2<f32> {
    return src[a + k];
}

// V[k] of the row at a, k up to 16
fn bin(a: u32, k: u32) -> vec2<f32> {
    let x = src[a + k];
    return vec2<f32>(x.x, select(x.y, 0.0, k == 0u || k == 16u));
}

struct Pair { p: vec2<f32>, c: vec2<f32> }

// points k and -k of the complex transform, of the bins k and 16 - k
fn pair_of(p: vec2<f32>, c: vec2<f32>, w: vec2<f32>) -> Pair {
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// points k and -k of the complex transform, k up to half its points
fn in_ends(a: u32, k: u32) -> Pair {
    return pair_of(bin(a, k), bin(a, 16u - k), real_root(k));
}

// points k and -k of the complex transform, k up to half its points, k > 0
fn in_pair(a: u32, k: u32) -> Pair {
    return pair_of(inner_bin(a, k), inner_bin(a, 16u - k), real_root(k));
}

var<workgroup> shared_points: array<f32, 32>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_32^e, e up to 16
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

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

    // stage 1 of 2: radix 4, butterflies j and 4 - j in one thread
    let ja0 = t;
    let ja1 = select(4u - ja0, 2u, ja0 == 0u); // the butterfly with the mates
    let in_a = (seq) * 17u;
    let lonea = ja0 == 0u; // these butterflies are their own mates
    let pair0_0 = in_ends(in_a, ja0);
    let pair0_1 = in_pair(in_a, ja0 + 4u);
    let pair1_0 = in_pair(in_a, ja1);
    let pair1_1 = in_pair(in_a, ja1 + 4u);
    var middle: vec2<f32>;
    if (lonea) {
        middle = in_pair(in_a, 8u).p.yx;
    }
    let a0_0 = pair0_0.p.yx;
    let a0_1 = pair0_1.p.yx;
    let a0_2 = select(pair1_1.c.yx, middle, lonea);
    let a0_3 = select(pair1_0.c.yx, pair0_1.c.yx, lonea);
    let a1_0 = pair1_0.p.yx;
    let a1_1 = pair1_1.p.yx;
    let a1_2 = select(pair0_1.c.yx, pair1_1.c.yx, lonea);
    let a1_3 = select(pair0_0.c.yx, pair1_0.c.yx, lonea);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = q * 16u + ja0 * 4u;
    let outa1 = q * 16u + ja1 * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    let inb0 = q * 16u + jb0;
    let jb1 = t + 2u;
    let inb1 = q * 16u + jb1;
    // exchange real parts
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
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b0_2_x = shared_points[inb0 + 8u];
    let b0_3_x = shared_points[inb0 + 12u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 4u];
    let b1_2_x = shared_points[inb1 + 8u];
    let b1_3_x = shared_points[inb1 + 12u];
    // exchange imaginary parts
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
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b0_2_y = shared_points[inb0 + 8u];
    let b0_3_y = shared_points[inb0 + 12u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 4u];
    let b1_2_y = shared_points[inb1 + 8u];
    let b1_3_y = shared_points[inb1 + 12u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 4u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 16u;
    dst[target_base + jb0] = yb0.y0.yx;
    dst[target_base + jb0 + 4u] = yb0.y1.yx;
    dst[target_base + jb0 + 8u] = yb0.y2.yx;
    dst[target_base + jb0 + 12u] = yb0.y3.yx;
    dst[target_base + jb1] = yb1.y0.yx;
    dst[target_base + jb1 + 4u] = yb1.y1.yx;
    dst[target_base + jb1 + 8u] = yb1.y2.yx;
    dst[target_base + jb1 + 12u] = yb1.y3.yx;
}
