// fft12_4.3_p8_t4_split2_linear_inevenodd12.twoforone.sine_outdct2bins12.twoforone.sine_mirror_mirrorhalf
// X[k] = sum over j of x[j] w_12^(jk), w_12 = exp(-2 pi i / 12)
// point j of transform q: x at q * 12 + j * 1, X at q * 12 + j * 1
// 4 transforms per workgroup, 2 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// points n and 11 - n of the complex transform, n up to half its points
struct Pair { p: vec2<f32>, c: vec2<f32> }

fn in_facing(a: u32, b: u32, n: u32) -> Pair {
    let x = src[a / 2u + n];
    let y = src[b / 2u + n];
    return Pair(vec2<f32>(x.x, y.x), vec2<f32>(-x.y, -y.y));
}

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    let x = cmul(v, real_root(k));
    dst[a + 11u - k] = x.x;
    if (k > 0u && 2u * k != 12u) {
        dst[a + k - 1u] = -x.y;
    }
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, b: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    put_bin(a, k, even);
    if (b != a) {
        put_bin(b, k, vec2<f32>(p.y + c.y, c.x - p.x));
    }
}

var<workgroup> shared_points: array<f32, 24>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_48^e, e up to 24
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

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4, butterflies j and 2 - j in one thread
    let ja0 = t;
    let ja1 = 2u - ja0; // the butterfly that faces it
    let in_a = (seq) * 24u;
    let in_b = select(in_a + 12u, in_a, 2u * (seq) + 1u >= batch.rows);
    let facing0_0 = in_facing(in_a, in_b, ja0);
    let a0_0 = facing0_0.p;
    let a1_3 = facing0_0.c;
    let facing0_1 = in_facing(in_a, in_b, ja0 + 3u);
    let a0_1 = facing0_1.p;
    let a1_2 = facing0_1.c;
    let facing1_0 = in_facing(in_a, in_b, ja1);
    let a1_0 = facing1_0.p;
    let a0_3 = facing1_0.c;
    let facing1_1 = in_facing(in_a, in_b, ja1 + 3u);
    let a1_1 = facing1_1.p;
    let a0_2 = facing1_1.c;
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = (ja0 * 4u) * 4u + q;
    let outa1 = (ja1 * 4u) * 4u + q;

    // stage 2 of 2: radix 3, p = 4, twiddle w_12^(i (j mod 4)), butterflies j and 4 - j in one thread
    let jb0 = t;
    let inb0 = (jb0) * 4u + q;
    let jb1 = select(4u - jb0, 2u, jb0 == 0u); // the butterfly with the mates
    let inb1 = (jb1) * 4u + q;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 4u] = ya0.y1.x;
    if ((outa0 + 8u) / 24u == 0u) {
        shared_points[outa0 + 8u] = ya0.y2.x;
    }
    if ((outa0 + 12u) / 24u == 0u) {
        shared_points[outa0 + 12u] = ya0.y3.x;
    }
    if ((outa1) / 24u == 0u) {
        shared_points[outa1] = ya1.y0.x;
    }
    if ((outa1 + 4u) / 24u == 0u) {
        shared_points[outa1 + 4u] = ya1.y1.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 16u];
    let b1_0_x = shared_points[inb1];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if ((outa0 + 8u) / 24u == 1u) {
        shared_points[outa0 - 16u] = ya0.y2.x;
    }
    if ((outa0 + 12u) / 24u == 1u) {
        shared_points[outa0 - 12u] = ya0.y3.x;
    }
    if ((outa1) / 24u == 1u) {
        shared_points[outa1 - 24u] = ya1.y0.x;
    }
    if ((outa1 + 4u) / 24u == 1u) {
        shared_points[outa1 - 20u] = ya1.y1.x;
    }
    shared_points[outa1 - 16u] = ya1.y2.x;
    shared_points[outa1 - 12u] = ya1.y3.x;
    workgroupBarrier();
    let b0_2_x = shared_points[inb0 + 8u];
    let b1_1_x = shared_points[inb1 - 8u];
    let b1_2_x = shared_points[inb1 + 8u];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 4u] = ya0.y1.y;
    if ((outa0 + 8u) / 24u == 0u) {
        shared_points[outa0 + 8u] = ya0.y2.y;
    }
    if ((outa0 + 12u) / 24u == 0u) {
        shared_points[outa0 + 12u] = ya0.y3.y;
    }
    if ((outa1) / 24u == 0u) {
        shared_points[outa1] = ya1.y0.y;
    }
    if ((outa1 + 4u) / 24u == 0u) {
        shared_points[outa1 + 4u] = ya1.y1.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 16u];
    let b1_0_y = shared_points[inb1];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if ((outa0 + 8u) / 24u == 1u) {
        shared_points[outa0 - 16u] = ya0.y2.y;
    }
    if ((outa0 + 12u) / 24u == 1u) {
        shared_points[outa0 - 12u] = ya0.y3.y;
    }
    if ((outa1) / 24u == 1u) {
        shared_points[outa1 - 24u] = ya1.y0.y;
    }
    if ((outa1 + 4u) / 24u == 1u) {
        shared_points[outa1 - 20u] = ya1.y1.y;
    }
    shared_points[outa1 - 16u] = ya1.y2.y;
    shared_points[outa1 - 12u] = ya1.y3.y;
    workgroupBarrier();
    let b0_2_y = shared_points[inb0 + 8u];
    let b1_1_y = shared_points[inb1 - 8u];
    let b1_2_y = shared_points[inb1 + 8u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 4u]);
    let yb0 = dft3(b0_0, b0_1t, b0_2t);
    let yb1 = dft3(b1_0, b1_1t, b1_2t);

    // store
    // points k and -k of a transform together, which one thread has
    let target_seq = first + q;
    let out_a = (target_seq) * 24u;
    let out_b = select(out_a + 12u, out_a, 2u * (target_seq) + 1u >= batch.rows);
    let loneb = jb0 == 0u; // these butterflies are their own mates
    out_pair(out_a, out_b, jb0, yb0.y0, select(yb1.y2, yb0.y0, loneb));
    out_pair(out_a, out_b, jb0 + 4u, yb0.y1, select(yb1.y1, yb0.y2, loneb));
    out_pair(out_a, out_b, jb1, yb1.y0, select(yb0.y2, yb1.y2, loneb));
    if (loneb) {
        out_pair(out_a, out_b, 6u, yb1.y1, yb1.y1);
    }
}
