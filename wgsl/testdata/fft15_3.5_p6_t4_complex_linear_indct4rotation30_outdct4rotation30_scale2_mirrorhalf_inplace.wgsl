// fft15_3.5_p6_t4_complex_linear_indct4rotation30_outdct4rotation30_scale2_mirrorhalf_inplace
// X[k] = sum over j of x[j] w_15^(jk), w_15 = exp(-2 pi i / 15); times 2
// point j of transform q: x at q * 15 + j * 1, X at q * 15 + j * 1
// 4 transforms per workgroup, 3 threads each

@group(0) @binding(0) var<storage, read_write> data: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// points n and 14 - n of the complex transform, n up to half its points
struct Pair { p: vec2<f32>, c: vec2<f32> }

fn in_facing(a: u32, n: u32, w: vec2<f32>, v: vec2<f32>) -> Pair {
    let x = data[a / 2u + n];
    let y = data[a / 2u + 14u - n];
    return Pair(cmul(vec2<f32>(x.x, y.y), w), cmul(vec2<f32>(y.x, x.y), v));
}

// points n and 14 - n of the complex transform, n up to half its points
fn out_facing(a: u32, n: u32, w: vec2<f32>, v: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {
    let x = cmul(p, w);
    let y = cmul(c, v);
    data[a / 2u + n] = vec2<f32>(x.x, -y.y);
    data[a / 2u + 14u - n] = vec2<f32>(y.x, -x.y);
}

var<workgroup> shared_points: array<vec2<f32>, 60>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_240^e, e up to 120
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 2.0; }

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

    // stage 1 of 2: radix 3, butterflies j and 4 - j in one thread
    let ja0 = t;
    let ja1 = 4u - ja0; // the butterfly that faces it
    let in_a = (seq) * 30u;
    let in_w_a0 = real_root(4u * ja0 + 1u);
    let in_v_a0 = real_root(57u - 4u * ja0);
    let in_w_a1 = real_root(4u * ja1 + 1u);
    let in_v_a1 = real_root(57u - 4u * ja1);
    let facing0_0 = in_facing(in_a, ja0, in_w_a0, in_v_a0);
    let a0_0 = facing0_0.p;
    let a1_2 = facing0_0.c;
    let facing0_1 = in_facing(in_a, ja0 + 5u, cmul(in_w_a0, vec2<f32>(0.8660254, -0.5)), cmul(in_v_a0, vec2<f32>(0.8660254, 0.5)));
    let a0_1 = facing0_1.p;
    let a1_1 = facing0_1.c;
    let facing1_0 = in_facing(in_a, ja1, in_w_a1, in_v_a1);
    let a1_0 = facing1_0.p;
    let a0_2 = facing1_0.c;
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let outa0 = q * 15u + ja0 * 3u;
    let outa1 = q * 15u + ja1 * 3u;

    // stage 2 of 2: radix 5, p = 3, twiddle w_15^(i (j mod 3)), butterflies j and 2 - j in one thread
    let jb0 = min(t, 1u); // threads without a couple repeat the last
    let inb0 = q * 15u + jb0;
    let jb1 = 2u - jb0; // the butterfly that faces it
    let inb1 = q * 15u + jb1;
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
    let b1_0 = shared_points[inb1];
    let b1_1 = shared_points[inb1 + 3u];
    let b1_2 = shared_points[inb1 + 6u];
    let b1_3 = shared_points[inb1 + 9u];
    let b1_4 = shared_points[inb1 + 12u];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 9u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 3u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 6u]);
    let b1_4t = cmul(b1_4, twiddles[wb1 + 9u]);
    let yb0 = dft5(b0_0, b0_1t, b0_2t, b0_3t, b0_4t);
    let yb1 = dft5(b1_0, b1_1t, b1_2t, b1_3t, b1_4t);

    // store
    // points n and 14 - n together, which one thread has
    let target_seq = first + q;
    let out_a = (target_seq) * 30u;
    if (t < 2u) {
        let out_w_b0 = real_root(4u * jb0);
        let out_v_b0 = real_root(56u - 4u * jb0);
        let out_w_b1 = real_root(4u * jb1);
        let out_v_b1 = real_root(56u - 4u * jb1);
        out_facing(out_a, jb0, out_w_b0, out_v_b0, scaled(yb0.y0), scaled(yb1.y4));
        out_facing(out_a, jb0 + 3u, cmul(out_w_b0, vec2<f32>(0.95105654, -0.309017)), cmul(out_v_b0, vec2<f32>(0.95105654, 0.309017)), scaled(yb0.y1), scaled(yb1.y3));
        out_facing(out_a, jb0 + 6u, cmul(out_w_b0, vec2<f32>(0.809017, -0.58778524)), cmul(out_v_b0, vec2<f32>(0.809017, 0.58778524)), scaled(yb0.y2), scaled(yb1.y2));
        out_facing(out_a, jb1, out_w_b1, out_v_b1, scaled(yb1.y0), scaled(yb0.y4));
        out_facing(out_a, jb1 + 3u, cmul(out_w_b1, vec2<f32>(0.95105654, -0.309017)), cmul(out_v_b1, vec2<f32>(0.95105654, 0.309017)), scaled(yb1.y1), scaled(yb0.y3));
    }
}
