// fft16_4.4_p4_t1_complex_linear_outhalf32_scale0.5_aligned2
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16); times 0.5
// point j of transform q: x at q * 16 + j * 1, X at q * 16 + j * 1
// 1 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// of points k and -k of the complex transform twice bin k, or 16 - k where that is far, to element at
fn out_bin(at: u32, k: u32, far: bool, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));
    dst[at] = select(even + odd, vec2<f32>(even.x - odd.x, odd.y - even.y), far);
}

var<workgroup> shared_points: array<vec2<f32>, 16>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_32^e, e up to 16
fn wave(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

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
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q;

    // stage 1 of 2: radix 4
    let ja0 = t;
    let source = seq * 16u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 4u];
    let a0_2 = src[source + ja0 + 8u];
    let a0_3 = src[source + ja0 + 12u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = ja0 * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 1u] = ya0.y1;
    shared_points[outa0 + 2u] = ya0.y2;
    shared_points[outa0 + 3u] = ya0.y3;
    workgroupBarrier();
    let b0_0 = shared_points[jb0];
    let b0_1 = shared_points[jb0 + 4u];
    let b0_2 = shared_points[jb0 + 8u];
    let b0_3 = shared_points[jb0 + 12u];
    let wb0 = jb0;
    let b0_1t = turn(b0_1, twiddles[wb0]);
    let b0_2t = turn(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = turn(b0_3, twiddles[wb0 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // points k and -k of a transform together, for each bin
    let begin = first * 17u;
    let line = begin - begin % 16u; // of memory, in which the first bin lies
    let at0 = line + local.x;
    let bin0 = at0 - begin;
    let pair0 = min(bin0, 16u - bin0);
    let at1 = line + local.x + 4u;
    let bin1 = at1 - begin;
    let pair1 = min(bin1, 16u - bin1);
    let at2 = line + local.x + 8u;
    let bin2 = at2 - begin;
    let pair2 = min(bin2, 16u - bin2);
    let at3 = line + local.x + 12u;
    let bin3 = at3 - begin;
    let pair3 = min(bin3, 16u - bin3);
    let at4 = line + local.x + 16u;
    let bin4 = at4 - begin;
    let pair4 = min(bin4, 16u - bin4);
    let at5 = line + local.x + 20u;
    let bin5 = at5 - begin;
    let pair5 = min(bin5, 16u - bin5);
    let at6 = line + local.x + 24u;
    let bin6 = at6 - begin;
    let pair6 = min(bin6, 16u - bin6);
    let at7 = line + local.x + 28u;
    let bin7 = at7 - begin;
    let pair7 = min(bin7, 16u - bin7);
    workgroupBarrier();
    shared_points[jb0] = yb0.y0;
    shared_points[jb0 + 4u] = yb0.y1;
    shared_points[jb0 + 8u] = yb0.y2;
    shared_points[jb0 + 12u] = yb0.y3;
    workgroupBarrier();
    var p0: vec2<f32>;
    var c0: vec2<f32>;
    if (bin0 < 17u) {
        p0 = shared_points[pair0];
        c0 = shared_points[select(16u - pair0, 0u, pair0 == 0u)];
    }
    var p1: vec2<f32>;
    var c1: vec2<f32>;
    if (bin1 < 17u) {
        p1 = shared_points[pair1];
        c1 = shared_points[select(16u - pair1, 0u, pair1 == 0u)];
    }
    var p2: vec2<f32>;
    var c2: vec2<f32>;
    if (bin2 < 17u) {
        p2 = shared_points[pair2];
        c2 = shared_points[select(16u - pair2, 0u, pair2 == 0u)];
    }
    var p3: vec2<f32>;
    var c3: vec2<f32>;
    if (bin3 < 17u) {
        p3 = shared_points[pair3];
        c3 = shared_points[select(16u - pair3, 0u, pair3 == 0u)];
    }
    var p4: vec2<f32>;
    var c4: vec2<f32>;
    if (bin4 < 17u) {
        p4 = shared_points[pair4];
        c4 = shared_points[select(16u - pair4, 0u, pair4 == 0u)];
    }
    var p5: vec2<f32>;
    var c5: vec2<f32>;
    if (bin5 < 17u) {
        p5 = shared_points[pair5];
        c5 = shared_points[select(16u - pair5, 0u, pair5 == 0u)];
    }
    var p6: vec2<f32>;
    var c6: vec2<f32>;
    if (bin6 < 17u) {
        p6 = shared_points[pair6];
        c6 = shared_points[select(16u - pair6, 0u, pair6 == 0u)];
    }
    var p7: vec2<f32>;
    var c7: vec2<f32>;
    if (bin7 < 17u) {
        p7 = shared_points[pair7];
        c7 = shared_points[select(16u - pair7, 0u, pair7 == 0u)];
    }
    if (bin0 < 17u) {
        out_bin(at0, pair0, bin0 != pair0, scaled(p0), scaled(c0));
    }
    if (bin1 < 17u) {
        out_bin(at1, pair1, bin1 != pair1, scaled(p1), scaled(c1));
    }
    if (bin2 < 17u) {
        out_bin(at2, pair2, bin2 != pair2, scaled(p2), scaled(c2));
    }
    if (bin3 < 17u) {
        out_bin(at3, pair3, bin3 != pair3, scaled(p3), scaled(c3));
    }
    if (bin4 < 17u) {
        out_bin(at4, pair4, bin4 != pair4, scaled(p4), scaled(c4));
    }
    if (bin5 < 17u) {
        out_bin(at5, pair5, bin5 != pair5, scaled(p5), scaled(c5));
    }
    if (bin6 < 17u) {
        out_bin(at6, pair6, bin6 != pair6, scaled(p6), scaled(c6));
    }
    if (bin7 < 17u) {
        out_bin(at7, pair7, bin7 != pair7, scaled(p7), scaled(c7));
    }
}
