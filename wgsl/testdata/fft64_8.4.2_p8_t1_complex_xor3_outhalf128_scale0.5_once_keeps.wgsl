// fft64_8.4.2_p8_t1_complex_xor3_outhalf128_scale0.5_once_keeps
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64); times 0.5
// point j of transform q: x at q * 64 + j * 1, X at q * 64 + j * 1
// 1 transforms per workgroup, 8 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to half its points; v is twice that
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, w: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), w);
    put_bin(a, k, even + odd);
    put_bin(a, 64u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

var<workgroup> shared_points: array<vec2<f32>, 64>;

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

fn place(i: u32) -> u32 { return i ^ ((i >> 3u) & 31u); }

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q;

    // stage 1 of 3: radix 8
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
    let outa0 = ja0 * 8u;

    // stage 2 of 3: radix 4, p = 8, twiddle w_32^(i (j mod 8))
    let jb0 = t;
    let jb1 = t + 8u;
    workgroupBarrier();
    shared_points[place(outa0)] = ya0.y0;
    shared_points[place(outa0 + 1u)] = ya0.y1;
    shared_points[place(outa0 + 2u)] = ya0.y2;
    shared_points[place(outa0 + 3u)] = ya0.y3;
    shared_points[place(outa0 + 4u)] = ya0.y4;
    shared_points[place(outa0 + 5u)] = ya0.y5;
    shared_points[place(outa0 + 6u)] = ya0.y6;
    shared_points[place(outa0 + 7u)] = ya0.y7;
    workgroupBarrier();
    let b0_0 = shared_points[place(jb0)];
    let b0_1 = shared_points[place(jb0 + 16u)];
    let b0_2 = shared_points[place(jb0 + 32u)];
    let b0_3 = shared_points[place(jb0 + 48u)];
    let b1_0 = shared_points[place(jb1)];
    let b1_1 = shared_points[place(jb1 + 16u)];
    let b1_2 = shared_points[place(jb1 + 32u)];
    let b1_3 = shared_points[place(jb1 + 48u)];
    let wb0 = jb0 % 8u;
    let wb0_1 = twiddles[wb0];
    let b0_1t = turn(b0_1, wb0_1);
    let wb0_2 = twiddles[wb0 + 8u];
    let b0_2t = turn(b0_2, wb0_2);
    let wb0_3 = twiddles[wb0 + 16u];
    let b0_3t = turn(b0_3, wb0_3);
    let wb1_1 = wb0_1;
    let b1_1t = turn(b1_1, wb1_1);
    let wb1_2 = wb0_2;
    let b1_2t = turn(b1_2, wb1_2);
    let wb1_3 = wb0_3;
    let b1_3t = turn(b1_3, wb1_3);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);
    let outb0 = jb0 / 8u * 32u + jb0 % 8u;
    let outb1 = jb1 / 8u * 32u + jb1 % 8u;

    // stage 3 of 3: radix 2, p = 32, twiddle w_64^(i (j mod 32))
    let jc0 = t;
    let jc1 = t + 8u;
    let jc2 = t + 16u;
    let jc3 = t + 24u;
    workgroupBarrier();
    shared_points[place(outb0)] = yb0.y0;
    shared_points[place(outb0 + 8u)] = yb0.y1;
    shared_points[place(outb0 + 16u)] = yb0.y2;
    shared_points[place(outb0 + 24u)] = yb0.y3;
    shared_points[place(outb1)] = yb1.y0;
    shared_points[place(outb1 + 8u)] = yb1.y1;
    shared_points[place(outb1 + 16u)] = yb1.y2;
    shared_points[place(outb1 + 24u)] = yb1.y3;
    workgroupBarrier();
    let c0_0 = shared_points[place(jc0)];
    let c0_1 = shared_points[place(jc0 + 32u)];
    let c1_0 = shared_points[place(jc1)];
    let c1_1 = shared_points[place(jc1 + 32u)];
    let c2_0 = shared_points[place(jc2)];
    let c2_1 = shared_points[place(jc2 + 32u)];
    let c3_0 = shared_points[place(jc3)];
    let c3_1 = shared_points[place(jc3 + 32u)];
    let wc0 = jc0 + 24u;
    let wc0_1 = twiddles[wc0];
    let c0_1t = turn(c0_1, wc0_1);
    let wc1_1 = turn(wc0_1, vec2<f32>(0.70710677, -0.70710677));
    let c1_1t = turn(c1_1, wc1_1);
    let wc2_1 = vec2<f32>(wc0_1.y, -wc0_1.x);
    let c2_1t = turn(c2_1, wc2_1);
    let wc3_1 = turn(wc0_1, vec2<f32>(-0.70710677, -0.70710677));
    let c3_1t = turn(c3_1, wc3_1);
    let yc0 = dft2(c0_0, c0_1t);
    let yc1 = dft2(c1_0, c1_1t);
    let yc2 = dft2(c2_0, c2_1t);
    let yc3 = dft2(c3_0, c3_1t);

    // points k and -k of a transform together: a thread has k, and the 4 of the other half come from others
    workgroupBarrier();
    shared_points[place(t)] = yc0.y1;
    shared_points[place(t + 8u)] = yc1.y1;
    shared_points[place(t + 16u)] = yc2.y1;
    shared_points[place(t + 24u)] = yc3.y1;
    workgroupBarrier();
    let back0 = min(32u - t, 31u); // point 0 is its own mate
    let c0 = select(shared_points[place(back0)], yc0.y0, t == 0u);
    let back1 = 24u - t;
    let c1 = shared_points[place(back1)];
    let back2 = 16u - t;
    let c2 = shared_points[place(back2)];
    let back3 = 8u - t;
    let c3 = shared_points[place(back3)];
    {
        let out_a = (first + q) * 65u;
        let out_w_0 = wave(t);
        out_pair(out_a, t, out_w_0, scaled(yc0.y0), scaled(c0));
        out_pair(out_a, t + 8u, turn(out_w_0, vec2<f32>(0.9238795, -0.38268343)), scaled(yc1.y0), scaled(c1));
        out_pair(out_a, t + 16u, turn(out_w_0, vec2<f32>(0.70710677, -0.70710677)), scaled(yc2.y0), scaled(c2));
        out_pair(out_a, t + 24u, turn(out_w_0, vec2<f32>(0.38268343, -0.9238795)), scaled(yc3.y0), scaled(c3));
        if (t == 0u) {
            out_pair(out_a, 32u, vec2<f32>(-0.0, -1.0), scaled(yc0.y1), scaled(yc0.y1));
        }
    }
}
