// fft16_8.2_p8_t4_split_outrow17x0_outmirrorzero_out(scale0.5)(split32)_tail
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// x[j] of transform q: element q * 16 + j
// X[j] of transform q: number j of row q; rows have 17 elements
// store: times 0.5
// store: real row r, x[j] = r[2j] + i r[2j+1]: X[k] and X[-k] make twice its bins k and 16-k of 17, of w_32
// 4 transforms per workgroup, 2 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> real_roots: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 64>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points8 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>,
        y6: vec2<f32>, y7: vec2<f32> }

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// y[k] = sum over j of x[j] w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>,
        x7: vec2<f32>) -> Points8 {
    let u0 = dft2(x0, x4);
    let u1 = dft2(x1, x5);
    let u2 = dft2(x2, x6);
    let u3 = dft2(x3, x7);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, 0.70710677 * vec2<f32>(u1.y1.x + u1.y1.y, u1.y1.y - u1.y1.x), vec2<f32>(u2.y1.y, -u2.y1.x),
            0.70710677 * vec2<f32>(u3.y1.y - u3.y1.x, -u3.y1.x - u3.y1.y));
    return Points8(v0.y0, v1.y0, v0.y1, v1.y1, v0.y2, v1.y2, v0.y3, v1.y3);
}

fn scaled_0_5(v: vec2<f32>) -> vec2<f32> {
    return v * 0.5;
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
    put_bin(a, 16u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 8
    let source = seq * 16u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 2u];
    let a0_2 = src[source + t + 4u];
    let a0_3 = src[source + t + 6u];
    let a0_4 = src[source + t + 8u];
    let a0_5 = src[source + t + 10u];
    let a0_6 = src[source + t + 12u];
    let a0_7 = src[source + t + 14u];
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let outa0 = q * 16u + t * 8u;

    // stage 2 of 2: radix 2, p = 8, twiddle w_16^(i (j mod 8))
    let inb0 = q * 16u + t;
    let jb1 = select(8u - t, 4u, t == 0u); // the mirror butterfly
    let inb1 = q * 16u + jb1;
    let jb2 = t + 2u;
    let inb2 = q * 16u + jb2;
    let jb3 = 8u - jb2; // the mirror butterfly
    let inb3 = q * 16u + jb3;
    // exchange real parts
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
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 8u];
    let b2_0_x = shared_points[inb2];
    let b2_1_x = shared_points[inb2 + 8u];
    let b3_0_x = shared_points[inb3];
    let b3_1_x = shared_points[inb3 + 8u];
    // exchange imaginary parts
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
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 8u];
    let b2_0_y = shared_points[inb2];
    let b2_1_y = shared_points[inb2 + 8u];
    let b3_0_y = shared_points[inb3];
    let b3_1_y = shared_points[inb3 + 8u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b2_0 = vec2<f32>(b2_0_x, b2_0_y);
    let b2_1 = vec2<f32>(b2_1_x, b2_1_y);
    let b3_0 = vec2<f32>(b3_0_x, b3_0_y);
    let b3_1 = vec2<f32>(b3_1_x, b3_1_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b1_1t = cmul(b1_1, twiddles[jb1]);
    let b2_1t = cmul(b2_1, twiddles[jb2]);
    let b3_1t = cmul(b3_1, twiddles[jb3]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);
    let yb2 = dft2(b2_0, b2_1t);
    let yb3 = dft2(b3_0, b3_1t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let out_a = target_seq * 17u;
        let self_conjugateb = t == 0u; // these butterflies are self-conjugate
        out_pair(out_a, t, scaled_0_5(yb0.y0), scaled_0_5(select(yb1.y1, yb0.y0, self_conjugateb)));
        out_pair(out_a, jb1, scaled_0_5(yb1.y0), scaled_0_5(select(yb0.y1, yb1.y1, self_conjugateb)));
        if (self_conjugateb) {
            out_pair(out_a, 8u, scaled_0_5(yb0.y1), scaled_0_5(yb0.y1));
        }
        out_pair(out_a, jb2, scaled_0_5(yb2.y0), scaled_0_5(yb3.y1));
        out_pair(out_a, jb3, scaled_0_5(yb3.y0), scaled_0_5(yb2.y1));
    }
}
