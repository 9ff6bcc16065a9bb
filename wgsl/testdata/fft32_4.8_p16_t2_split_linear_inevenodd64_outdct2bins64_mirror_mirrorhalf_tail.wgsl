// fft32_4.8_p16_t2_split_linear_inevenodd64_outdct2bins64_mirror_mirrorhalf_tail
// X[k] = sum over j of x[j] w_32^(jk), w_32 = exp(-2 pi i / 32)
// point j of transform q: x at q * 32 + j * 1, X at q * 32 + j * 1
// 2 transforms per workgroup, 2 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// points n and 31 - n of the complex transform, n up to half its points
struct Pair { p: vec2<f32>, c: vec2<f32> }

fn in_facing(a: u32, n: u32) -> Pair {
    let x = src[a / 4u + n];
    return Pair(vec2<f32>(x.x, x.z), vec2<f32>(x.w, x.y));
}

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    let x = cmul(v, real_root(k));
    dst[a + k] = x.x;
    if (k > 0u && 2u * k != 64u) {
        dst[a + 64u - k] = -x.y;
    }
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(4u * k));
    put_bin(a, k, even + odd);
    put_bin(a, 32u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
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
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 4, butterflies j and 7 - j in one thread
    let ja0 = t;
    let ja1 = 7u - ja0; // the butterfly that faces it
    let ja2 = t + 2u;
    let ja3 = 7u - ja2; // the butterfly that faces it
    let in_a = (seq) * 64u;
    let facing0_0 = in_facing(in_a, ja0);
    let a0_0 = facing0_0.p;
    let a1_3 = facing0_0.c;
    let facing0_1 = in_facing(in_a, ja0 + 8u);
    let a0_1 = facing0_1.p;
    let a1_2 = facing0_1.c;
    let facing1_0 = in_facing(in_a, ja1);
    let a1_0 = facing1_0.p;
    let a0_3 = facing1_0.c;
    let facing1_1 = in_facing(in_a, ja1 + 8u);
    let a1_1 = facing1_1.p;
    let a0_2 = facing1_1.c;
    let facing2_0 = in_facing(in_a, ja2);
    let a2_0 = facing2_0.p;
    let a3_3 = facing2_0.c;
    let facing2_1 = in_facing(in_a, ja2 + 8u);
    let a2_1 = facing2_1.p;
    let a3_2 = facing2_1.c;
    let facing3_0 = in_facing(in_a, ja3);
    let a3_0 = facing3_0.p;
    let a2_3 = facing3_0.c;
    let facing3_1 = in_facing(in_a, ja3 + 8u);
    let a3_1 = facing3_1.p;
    let a2_2 = facing3_1.c;
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let ya2 = dft4(a2_0, a2_1, a2_2, a2_3);
    let ya3 = dft4(a3_0, a3_1, a3_2, a3_3);
    let outa0 = q * 32u + ja0 * 4u;
    let outa1 = q * 32u + ja1 * 4u;
    let outa2 = q * 32u + ja2 * 4u;
    let outa3 = q * 32u + ja3 * 4u;

    // stage 2 of 2: radix 8, p = 4, twiddle w_32^(i (j mod 4)), butterflies j and 4 - j in one thread
    let jb0 = t;
    let inb0 = q * 32u + jb0;
    let jb1 = select(4u - jb0, 2u, jb0 == 0u); // the butterfly with the mates
    let inb1 = q * 32u + jb1;
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
    shared_points[outa2] = ya2.y0.x;
    shared_points[outa2 + 1u] = ya2.y1.x;
    shared_points[outa2 + 2u] = ya2.y2.x;
    shared_points[outa2 + 3u] = ya2.y3.x;
    shared_points[outa3] = ya3.y0.x;
    shared_points[outa3 + 1u] = ya3.y1.x;
    shared_points[outa3 + 2u] = ya3.y2.x;
    shared_points[outa3 + 3u] = ya3.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b0_2_x = shared_points[inb0 + 8u];
    let b0_3_x = shared_points[inb0 + 12u];
    let b0_4_x = shared_points[inb0 + 16u];
    let b0_5_x = shared_points[inb0 + 20u];
    let b0_6_x = shared_points[inb0 + 24u];
    let b0_7_x = shared_points[inb0 + 28u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 4u];
    let b1_2_x = shared_points[inb1 + 8u];
    let b1_3_x = shared_points[inb1 + 12u];
    let b1_4_x = shared_points[inb1 + 16u];
    let b1_5_x = shared_points[inb1 + 20u];
    let b1_6_x = shared_points[inb1 + 24u];
    let b1_7_x = shared_points[inb1 + 28u];
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
    shared_points[outa2] = ya2.y0.y;
    shared_points[outa2 + 1u] = ya2.y1.y;
    shared_points[outa2 + 2u] = ya2.y2.y;
    shared_points[outa2 + 3u] = ya2.y3.y;
    shared_points[outa3] = ya3.y0.y;
    shared_points[outa3 + 1u] = ya3.y1.y;
    shared_points[outa3 + 2u] = ya3.y2.y;
    shared_points[outa3 + 3u] = ya3.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b0_2_y = shared_points[inb0 + 8u];
    let b0_3_y = shared_points[inb0 + 12u];
    let b0_4_y = shared_points[inb0 + 16u];
    let b0_5_y = shared_points[inb0 + 20u];
    let b0_6_y = shared_points[inb0 + 24u];
    let b0_7_y = shared_points[inb0 + 28u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 4u];
    let b1_2_y = shared_points[inb1 + 8u];
    let b1_3_y = shared_points[inb1 + 12u];
    let b1_4_y = shared_points[inb1 + 16u];
    let b1_5_y = shared_points[inb1 + 20u];
    let b1_6_y = shared_points[inb1 + 24u];
    let b1_7_y = shared_points[inb1 + 28u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let b1_4 = vec2<f32>(b1_4_x, b1_4_y);
    let b1_5 = vec2<f32>(b1_5_x, b1_5_y);
    let b1_6 = vec2<f32>(b1_6_x, b1_6_y);
    let b1_7 = vec2<f32>(b1_7_x, b1_7_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 12u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 16u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 20u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 24u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 4u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 8u]);
    let b1_4t = cmul(b1_4, twiddles[wb1 + 12u]);
    let b1_5t = cmul(b1_5, twiddles[wb1 + 16u]);
    let b1_6t = cmul(b1_6, twiddles[wb1 + 20u]);
    let b1_7t = cmul(b1_7, twiddles[wb1 + 24u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);
    let yb1 = dft8(b1_0, b1_1t, b1_2t, b1_3t, b1_4t, b1_5t, b1_6t, b1_7t);

    // store
    // points k and -k of a transform together, which one thread has
    if (first + q < batch.end) {
        let target_seq = first + q;
        let out_a = (target_seq) * 64u;
        let loneb = jb0 == 0u; // these butterflies are their own mates
        out_pair(out_a, jb0, yb0.y0, select(yb1.y7, yb0.y0, loneb));
        out_pair(out_a, jb0 + 4u, yb0.y1, select(yb1.y6, yb0.y7, loneb));
        out_pair(out_a, jb0 + 8u, yb0.y2, select(yb1.y5, yb0.y6, loneb));
        out_pair(out_a, jb0 + 12u, yb0.y3, select(yb1.y4, yb0.y5, loneb));
        out_pair(out_a, jb1, yb1.y0, select(yb0.y7, yb1.y7, loneb));
        out_pair(out_a, jb1 + 4u, yb1.y1, select(yb0.y6, yb1.y6, loneb));
        out_pair(out_a, jb1 + 8u, yb1.y2, select(yb0.y5, yb1.y5, loneb));
        out_pair(out_a, jb1 + 12u, yb1.y3, select(yb0.y4, yb1.y4, loneb));
        if (loneb) {
            out_pair(out_a, 16u, yb0.y4, yb0.y4);
        }
    }
}
