// fft15_3.5_p6_t4_complex_linear_inswap_indct2bins30.ortho_outswap_outevenodd30_mirror
// X[k] = sum over j of x[j] w_15^(jk), w_15 = exp(-2 pi i / 15); parts swapped on load; parts swapped on store
// point j of transform q: x at q * 15 + j * 1, X at q * 15 + j * 1
// 4 transforms per workgroup, 3 threads each

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to 15
fn bin(a: u32, k: u32) -> vec2<f32> {
    let w = real_root(k);
    let x = src[a + k] * select(1.0, 1.4142135, k == 0u);
    let y = select(src[a + select(30u - k, 0u, k == 0u)], 0.0, k == 0u);
    return vec2<f32>(x * w.x - y * w.y, -x * w.y - y * w.x);
}

struct Pair { p: vec2<f32>, c: vec2<f32> }

// points k and -k of the complex transform, of the bins k and 15 - k
fn pair_of(p: vec2<f32>, c: vec2<f32>, w: vec2<f32>) -> Pair {
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// points k and -k of the complex transform, k up to half its points
fn in_pair(a: u32, k: u32) -> Pair {
    return pair_of(bin(a, k), bin(a, 15u - k), real_root(4u * k));
}

// v[n] of the row at a
fn put_number(a: u32, n: u32, v: f32) {
    let is_odd = 2u * n >= 30u;
    dst[a + select(2u * n, 59u - 2u * n, is_odd)] = v;
}

// point n of the complex transform
fn out_point(a: u32, n: u32, z: vec2<f32>) {
    put_number(a, 2u * n, z.x);
    put_number(a, 2u * n + 1u, z.y);
}

var<workgroup> shared_points: array<vec2<f32>, 60>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_120^e, e up to 60
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

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

@compute @workgroup_size(12)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 3u; // thread of the transform
    let q = local.x / 3u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 3, butterflies j and 5 - j in one thread
    let ja0 = t;
    let ja1 = select(5u - ja0, 0u, ja0 == 0u); // the butterfly with the mates
    let in_a = (seq) * 30u;
    let lonea = ja0 == 0u; // these butterflies are their own mates
    let pair0_0 = in_pair(in_a, ja0);
    let pair0_1 = in_pair(in_a, ja0 + 5u);
    let pair1_0 = in_pair(in_a, ja1);
    let a0_0 = pair0_0.p.yx;
    let a0_1 = pair0_1.p.yx;
    let a0_2 = select(pair1_0.c.yx, pair0_1.c.yx, lonea);
    let a1_0 = pair1_0.p.yx;
    let a1_1 = select(pair0_1.c.yx, a0_1, lonea);
    let a1_2 = select(pair0_0.c.yx, a0_2, lonea);
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let outa0 = q * 15u + ja0 * 3u;
    let outa1 = q * 15u + ja1 * 3u;

    // stage 2 of 2: radix 5, p = 3, twiddle w_15^(i (j mod 3))
    let jb0 = t;
    let inb0 = q * 15u + jb0;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 1u] = ya0.y1;
    shared_points[outa0 + 2u] = ya0.y2;
    shared_points[outa1] = ya1.y0;
    shared_points[outa1 + 1u] = ya1.y1;
    shared_points[outa1 + 2u] = ya1.y2;
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 3u];
    let b0_2 = shared_points[inb0 + 6u];
    let b0_3 = shared_points[inb0 + 9u];
    let b0_4 = shared_points[inb0 + 12u];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 9u]);
    let yb0 = dft5(b0_0, b0_1t, b0_2t, b0_3t, b0_4t);

    // store
    let target_seq = first + q;
    let out_a = (target_seq) * 30u;
    let m0_0 = jb0;
    out_point(out_a, m0_0, yb0.y0.yx);
    let m0_1 = jb0 + 3u;
    out_point(out_a, m0_1, yb0.y1.yx);
    let m0_2 = jb0 + 6u;
    out_point(out_a, m0_2, yb0.y2.yx);
    let m0_3 = jb0 + 9u;
    out_point(out_a, m0_3, yb0.y3.yx);
    let m0_4 = jb0 + 12u;
    out_point(out_a, m0_4, yb0.y4.yx);
}
