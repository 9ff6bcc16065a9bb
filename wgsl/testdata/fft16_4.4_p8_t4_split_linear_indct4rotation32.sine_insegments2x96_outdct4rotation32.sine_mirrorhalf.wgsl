// fft16_4.4_p8_t4_split_linear_indct4rotation32.sine_insegments2x96_outdct4rotation32.sine_mirrorhalf
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// point j of transform q: x at q * 16 + j * 1, X at q * 16 + j * 1
// the source lies in 2 pages of 96 elements
// 4 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read> src1: array<f32>;
@group(0) @binding(1) var<storage, read> src2: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> waves: array<vec2<f32>>;

// element e of src, where it lies
fn get_src(e: u32) -> f32 {
    var v: f32;
    if (e < 96u) {
        v = src1[e];
    } else {
        v = src2[e - 96u];
    }
    return v;
}

// points n and 15 - n of the complex transform, n up to half its points
struct Pair { p: vec2<f32>, c: vec2<f32> }

fn in_facing(a: u32, n: u32, w: vec2<f32>, v: vec2<f32>) -> Pair {
    let x = vec2<f32>(get_src(a + 2u * (n)), get_src(a + 2u * (n) + 1u));
    let y = vec2<f32>(get_src(a + 2u * (15u - n)), get_src(a + 2u * (15u - n) + 1u));
    return Pair(cmul(vec2<f32>(y.y, x.x), w), cmul(vec2<f32>(x.y, y.x), v));
}

// points n and 15 - n of the complex transform, n up to half its points
fn out_facing(a: u32, n: u32, w: vec2<f32>, v: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {
    let x = cmul(p, w);
    let y = cmul(c, v);
    dst[a / 2u + n] = vec2<f32>(x.x, y.y);
    dst[a / 2u + 15u - n] = vec2<f32>(y.x, x.y);
}

var<workgroup> shared_points: array<f32, 64>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_256^e, e up to 128
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

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4, butterflies j and 3 - j in one thread
    let ja0 = t;
    let ja1 = 3u - ja0; // the butterfly that faces it
    let in_a = (seq) * 32u;
    let in_w_a0 = real_root(4u * ja0 + 1u);
    let in_v_a0 = real_root(61u - 4u * ja0);
    let in_w_a1 = real_root(4u * ja1 + 1u);
    let in_v_a1 = real_root(61u - 4u * ja1);
    let facing0_0 = in_facing(in_a, ja0, in_w_a0, in_v_a0);
    let a0_0 = facing0_0.p;
    let a1_3 = facing0_0.c;
    let facing0_1 = in_facing(in_a, ja0 + 4u, cmul(in_w_a0, vec2<f32>(0.9238795, -0.38268343)), cmul(in_v_a0, vec2<f32>(0.9238795, 0.38268343)));
    let a0_1 = facing0_1.p;
    let a1_2 = facing0_1.c;
    let facing1_0 = in_facing(in_a, ja1, in_w_a1, in_v_a1);
    let a1_0 = facing1_0.p;
    let a0_3 = facing1_0.c;
    let facing1_1 = in_facing(in_a, ja1 + 4u, cmul(in_w_a1, vec2<f32>(0.9238795, -0.38268343)), cmul(in_v_a1, vec2<f32>(0.9238795, 0.38268343)));
    let a1_1 = facing1_1.p;
    let a0_2 = facing1_1.c;
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = q * 16u + ja0 * 4u;
    let outa1 = q * 16u + ja1 * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4)), butterflies j and 3 - j in one thread
    let jb0 = t;
    let inb0 = q * 16u + jb0;
    let jb1 = 3u - jb0; // the butterfly that faces it
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
    // points n and 15 - n together, which one thread has
    let target_seq = first + q;
    let out_a = (target_seq) * 32u;
    let out_w_b0 = real_root(4u * jb0);
    let out_v_b0 = real_root(60u - 4u * jb0);
    let out_w_b1 = real_root(4u * jb1);
    let out_v_b1 = real_root(60u - 4u * jb1);
    out_facing(out_a, jb0, out_w_b0, out_v_b0, yb0.y0, yb1.y3);
    out_facing(out_a, jb0 + 4u, cmul(out_w_b0, vec2<f32>(0.9238795, -0.38268343)), cmul(out_v_b0, vec2<f32>(0.9238795, 0.38268343)), yb0.y1, yb1.y2);
    out_facing(out_a, jb1, out_w_b1, out_v_b1, yb1.y0, yb0.y3);
    out_facing(out_a, jb1 + 4u, cmul(out_w_b1, vec2<f32>(0.9238795, -0.38268343)), cmul(out_v_b1, vec2<f32>(0.9238795, 0.38268343)), yb1.y1, yb0.y2);
}
