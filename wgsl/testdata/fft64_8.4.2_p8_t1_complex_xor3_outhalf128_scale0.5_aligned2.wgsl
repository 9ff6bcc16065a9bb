// fft64_8.4.2_p8_t1_complex_xor3_outhalf128_scale0.5_aligned2
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64); times 0.5
// point j of transform q: x at q * 64 + j * 1, X at q * 64 + j * 1
// 1 transforms per workgroup, 8 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// of points k and -k of the complex transform twice bin k, or 64 - k where that is far, to element at
fn out_bin(at: u32, k: u32, far: bool, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));
    dst[at] = select(even + odd, vec2<f32>(even.x - odd.x, odd.y - even.y), far);
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
    let b0_1t = turn(b0_1, twiddles[wb0]);
    let b0_2t = turn(b0_2, twiddles[wb0 + 8u]);
    let b0_3t = turn(b0_3, twiddles[wb0 + 16u]);
    let wb1 = jb1 % 8u;
    let b1_1t = turn(b1_1, twiddles[wb1]);
    let b1_2t = turn(b1_2, twiddles[wb1 + 8u]);
    let b1_3t = turn(b1_3, twiddles[wb1 + 16u]);
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
    let c0_1t = turn(c0_1, twiddles[wc0]);
    let wc1 = jc1 + 24u;
    let c1_1t = turn(c1_1, twiddles[wc1]);
    let wc2 = jc2 + 24u;
    let c2_1t = turn(c2_1, twiddles[wc2]);
    let wc3 = jc3 + 24u;
    let c3_1t = turn(c3_1, twiddles[wc3]);
    let yc0 = dft2(c0_0, c0_1t);
    let yc1 = dft2(c1_0, c1_1t);
    let yc2 = dft2(c2_0, c2_1t);
    let yc3 = dft2(c3_0, c3_1t);

    // points k and -k of a transform together, for each bin
    let begin = first * 65u;
    let line = begin - begin % 16u; // of memory, in which the first bin lies
    let at0 = line + local.x;
    let bin0 = at0 - begin;
    let pair0 = min(bin0, 64u - bin0);
    let at1 = line + local.x + 8u;
    let bin1 = at1 - begin;
    let pair1 = min(bin1, 64u - bin1);
    let at2 = line + local.x + 16u;
    let bin2 = at2 - begin;
    let pair2 = min(bin2, 64u - bin2);
    let at3 = line + local.x + 24u;
    let bin3 = at3 - begin;
    let pair3 = min(bin3, 64u - bin3);
    let at4 = line + local.x + 32u;
    let bin4 = at4 - begin;
    let pair4 = min(bin4, 64u - bin4);
    let at5 = line + local.x + 40u;
    let bin5 = at5 - begin;
    let pair5 = min(bin5, 64u - bin5);
    let at6 = line + local.x + 48u;
    let bin6 = at6 - begin;
    let pair6 = min(bin6, 64u - bin6);
    let at7 = line + local.x + 56u;
    let bin7 = at7 - begin;
    let pair7 = min(bin7, 64u - bin7);
    let at8 = line + local.x + 64u;
    let bin8 = at8 - begin;
    let pair8 = min(bin8, 64u - bin8);
    let at9 = line + local.x + 72u;
    let bin9 = at9 - begin;
    let pair9 = min(bin9, 64u - bin9);
    workgroupBarrier();
    shared_points[jc0] = yc0.y0;
    shared_points[jc0 + 32u] = yc0.y1;
    shared_points[jc1] = yc1.y0;
    shared_points[jc1 + 32u] = yc1.y1;
    shared_points[jc2] = yc2.y0;
    shared_points[jc2 + 32u] = yc2.y1;
    shared_points[jc3] = yc3.y0;
    shared_points[jc3 + 32u] = yc3.y1;
    workgroupBarrier();
    var p0: vec2<f32>;
    var c0: vec2<f32>;
    if (bin0 < 65u) {
        p0 = shared_points[pair0];
        c0 = shared_points[select(64u - pair0, 0u, pair0 == 0u)];
    }
    var p1: vec2<f32>;
    var c1: vec2<f32>;
    if (bin1 < 65u) {
        p1 = shared_points[pair1];
        c1 = shared_points[select(64u - pair1, 0u, pair1 == 0u)];
    }
    let p2 = shared_points[pair2];
    let c2 = shared_points[select(64u - pair2, 0u, pair2 == 0u)];
    let p3 = shared_points[pair3];
    let c3 = shared_points[select(64u - pair3, 0u, pair3 == 0u)];
    let p4 = shared_points[pair4];
    let c4 = shared_points[select(64u - pair4, 0u, pair4 == 0u)];
    let p5 = shared_points[pair5];
    let c5 = shared_points[select(64u - pair5, 0u, pair5 == 0u)];
    let p6 = shared_points[pair6];
    let c6 = shared_points[select(64u - pair6, 0u, pair6 == 0u)];
    let p7 = shared_points[pair7];
    let c7 = shared_points[select(64u - pair7, 0u, pair7 == 0u)];
    var p8: vec2<f32>;
    var c8: vec2<f32>;
    if (bin8 < 65u) {
        p8 = shared_points[pair8];
        c8 = shared_points[select(64u - pair8, 0u, pair8 == 0u)];
    }
    var p9: vec2<f32>;
    var c9: vec2<f32>;
    if (bin9 < 65u) {
        p9 = shared_points[pair9];
        c9 = shared_points[select(64u - pair9, 0u, pair9 == 0u)];
    }
    if (bin0 < 65u) {
        out_bin(at0, pair0, bin0 != pair0, scaled(p0), scaled(c0));
    }
    if (bin1 < 65u) {
        out_bin(at1, pair1, bin1 != pair1, scaled(p1), scaled(c1));
    }
    {
        out_bin(at2, pair2, bin2 != pair2, scaled(p2), scaled(c2));
    }
    {
        out_bin(at3, pair3, bin3 != pair3, scaled(p3), scaled(c3));
    }
    {
        out_bin(at4, pair4, bin4 != pair4, scaled(p4), scaled(c4));
    }
    {
        out_bin(at5, pair5, bin5 != pair5, scaled(p5), scaled(c5));
    }
    {
        out_bin(at6, pair6, bin6 != pair6, scaled(p6), scaled(c6));
    }
    {
        out_bin(at7, pair7, bin7 != pair7, scaled(p7), scaled(c7));
    }
    if (bin8 < 65u) {
        out_bin(at8, pair8, bin8 != pair8, scaled(p8), scaled(c8));
    }
    if (bin9 < 65u) {
        out_bin(at9, pair9, bin9 != pair9, scaled(p9), scaled(c9));
    }
}
