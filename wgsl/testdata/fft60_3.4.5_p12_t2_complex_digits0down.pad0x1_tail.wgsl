// fft60_3.4.5_p12_t2_complex_digits0down.pad0x1_tail
// X[k] = sum over j of x[j] w_60^(jk), w_60 = exp(-2 pi i / 60)
// point j of transform q: x at q * 60 + j * 1, X at q * 60 + j * 1
// 2 transforms per workgroup, 5 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> batch: Batch;

var<workgroup> shared_points: array<array<array<array<vec2<f32>, 3>, 6>, 4>, 2>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
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

@compute @workgroup_size(10)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 5u; // thread of the transform
    let q = local.x / 5u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 3: radix 3
    let ja0 = t;
    let ja1 = t + 5u;
    let ja2 = t + 10u;
    let ja3 = t + 15u;
    let source = seq * 60u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 20u];
    let a0_2 = src[source + ja0 + 40u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 20u];
    let a1_2 = src[source + ja1 + 40u];
    let a2_0 = src[source + ja2];
    let a2_1 = src[source + ja2 + 20u];
    let a2_2 = src[source + ja2 + 40u];
    let a3_0 = src[source + ja3];
    let a3_1 = src[source + ja3 + 20u];
    let a3_2 = src[source + ja3 + 40u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let ya2 = dft3(a2_0, a2_1, a2_2);
    let ya3 = dft3(a3_0, a3_1, a3_2);
    let xa0_2 = ja0 % 5u;
    let xa0_1 = ja0 / 5u;
    let xa1_1 = xa0_1 + 1u;
    let xa2_1 = xa0_1 + 2u;
    let xa3_1 = xa0_1 + 3u;

    // stage 2 of 3: radix 4, p = 3, twiddle w_12^(i (j mod 3))
    let jb0 = t;
    let xb0_0 = jb0 % 3u;
    let xb0_2 = jb0 / 3u;
    let jb1 = t + 5u;
    let xb1_0 = jb1 % 3u;
    let xb1_2 = jb1 / 3u;
    let jb2 = t + 10u;
    let xb2_0 = jb2 % 3u;
    let xb2_2 = jb2 / 3u;
    // exchange
    workgroupBarrier();
    shared_points[q][xa0_1][xa0_2][0u] = ya0.y0;
    shared_points[q][xa0_1][xa0_2][1u] = ya0.y1;
    shared_points[q][xa0_1][xa0_2][2u] = ya0.y2;
    shared_points[q][xa1_1][xa0_2][0u] = ya1.y0;
    shared_points[q][xa1_1][xa0_2][1u] = ya1.y1;
    shared_points[q][xa1_1][xa0_2][2u] = ya1.y2;
    shared_points[q][xa2_1][xa0_2][0u] = ya2.y0;
    shared_points[q][xa2_1][xa0_2][1u] = ya2.y1;
    shared_points[q][xa2_1][xa0_2][2u] = ya2.y2;
    shared_points[q][xa3_1][xa0_2][0u] = ya3.y0;
    shared_points[q][xa3_1][xa0_2][1u] = ya3.y1;
    shared_points[q][xa3_1][xa0_2][2u] = ya3.y2;
    workgroupBarrier();
    let b0_0 = shared_points[q][0u][xb0_2][xb0_0];
    let b0_1 = shared_points[q][1u][xb0_2][xb0_0];
    let b0_2 = shared_points[q][2u][xb0_2][xb0_0];
    let b0_3 = shared_points[q][3u][xb0_2][xb0_0];
    let b1_0 = shared_points[q][0u][xb1_2][xb1_0];
    let b1_1 = shared_points[q][1u][xb1_2][xb1_0];
    let b1_2 = shared_points[q][2u][xb1_2][xb1_0];
    let b1_3 = shared_points[q][3u][xb1_2][xb1_0];
    let b2_0 = shared_points[q][0u][xb2_2][xb2_0];
    let b2_1 = shared_points[q][1u][xb2_2][xb2_0];
    let b2_2 = shared_points[q][2u][xb2_2][xb2_0];
    let b2_3 = shared_points[q][3u][xb2_2][xb2_0];
    let wb0 = jb0 % 3u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let wb1 = jb1 % 3u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 3u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 6u]);
    let wb2 = jb2 % 3u;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let b2_2t = cmul(b2_2, twiddles[wb2 + 3u]);
    let b2_3t = cmul(b2_3, twiddles[wb2 + 6u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);
    let yb2 = dft4(b2_0, b2_1t, b2_2t, b2_3t);

    // stage 3 of 3: radix 5, p = 12, twiddle w_60^(i (j mod 12))
    let jc0 = t;
    let xc0_0 = jc0 % 3u;
    let xc0_1 = jc0 / 3u;
    let jc1 = t + 5u;
    let xc1_0 = jc1 % 3u;
    let xc1_1 = jc1 / 3u;
    let jc2 = min(t + 10u, 11u); // threads without a butterfly repeat the last
    let xc2_0 = xc0_0 + 1u;
    let xc2_1 = xc0_1 + 3u;
    // exchange
    shared_points[q][0u][xb0_2][xb0_0] = yb0.y0;
    shared_points[q][1u][xb0_2][xb0_0] = yb0.y1;
    shared_points[q][2u][xb0_2][xb0_0] = yb0.y2;
    shared_points[q][3u][xb0_2][xb0_0] = yb0.y3;
    shared_points[q][0u][xb1_2][xb1_0] = yb1.y0;
    shared_points[q][1u][xb1_2][xb1_0] = yb1.y1;
    shared_points[q][2u][xb1_2][xb1_0] = yb1.y2;
    shared_points[q][3u][xb1_2][xb1_0] = yb1.y3;
    shared_points[q][0u][xb2_2][xb2_0] = yb2.y0;
    shared_points[q][1u][xb2_2][xb2_0] = yb2.y1;
    shared_points[q][2u][xb2_2][xb2_0] = yb2.y2;
    shared_points[q][3u][xb2_2][xb2_0] = yb2.y3;
    workgroupBarrier();
    let c0_0 = shared_points[q][xc0_1][0u][xc0_0];
    let c0_1 = shared_points[q][xc0_1][1u][xc0_0];
    let c0_2 = shared_points[q][xc0_1][2u][xc0_0];
    let c0_3 = shared_points[q][xc0_1][3u][xc0_0];
    let c0_4 = shared_points[q][xc0_1][4u][xc0_0];
    let c1_0 = shared_points[q][xc1_1][0u][xc1_0];
    let c1_1 = shared_points[q][xc1_1][1u][xc1_0];
    let c1_2 = shared_points[q][xc1_1][2u][xc1_0];
    let c1_3 = shared_points[q][xc1_1][3u][xc1_0];
    let c1_4 = shared_points[q][xc1_1][4u][xc1_0];
    var c2_0: vec2<f32>;
    var c2_1: vec2<f32>;
    var c2_2: vec2<f32>;
    var c2_3: vec2<f32>;
    var c2_4: vec2<f32>;
    if (t + 10u < 12u) {
        c2_0 = shared_points[q][xc2_1][0u][xc2_0];
        c2_1 = shared_points[q][xc2_1][1u][xc2_0];
        c2_2 = shared_points[q][xc2_1][2u][xc2_0];
        c2_3 = shared_points[q][xc2_1][3u][xc2_0];
        c2_4 = shared_points[q][xc2_1][4u][xc2_0];
    }
    let wc0 = jc0 + 9u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 12u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 24u]);
    let c0_4t = cmul(c0_4, twiddles[wc0 + 36u]);
    let wc1 = jc1 + 9u;
    let c1_1t = cmul(c1_1, twiddles[wc1]);
    let c1_2t = cmul(c1_2, twiddles[wc1 + 12u]);
    let c1_3t = cmul(c1_3, twiddles[wc1 + 24u]);
    let c1_4t = cmul(c1_4, twiddles[wc1 + 36u]);
    let wc2 = jc2 + 9u;
    let c2_1t = cmul(c2_1, twiddles[wc2]);
    let c2_2t = cmul(c2_2, twiddles[wc2 + 12u]);
    let c2_3t = cmul(c2_3, twiddles[wc2 + 24u]);
    let c2_4t = cmul(c2_4, twiddles[wc2 + 36u]);
    let yc0 = dft5(c0_0, c0_1t, c0_2t, c0_3t, c0_4t);
    let yc1 = dft5(c1_0, c1_1t, c1_2t, c1_3t, c1_4t);
    let yc2 = dft5(c2_0, c2_1t, c2_2t, c2_3t, c2_4t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 60u;
        dst[target_base + jc0] = yc0.y0;
        dst[target_base + jc0 + 12u] = yc0.y1;
        dst[target_base + jc0 + 24u] = yc0.y2;
        dst[target_base + jc0 + 36u] = yc0.y3;
        dst[target_base + jc0 + 48u] = yc0.y4;
        dst[target_base + jc1] = yc1.y0;
        dst[target_base + jc1 + 12u] = yc1.y1;
        dst[target_base + jc1 + 24u] = yc1.y2;
        dst[target_base + jc1 + 36u] = yc1.y3;
        dst[target_base + jc1 + 48u] = yc1.y4;
        if (t + 10u < 12u) {
            dst[target_base + jc2] = yc2.y0;
            dst[target_base + jc2 + 12u] = yc2.y1;
            dst[target_base + jc2 + 24u] = yc2.y2;
            dst[target_base + jc2 + 36u] = yc2.y3;
            dst[target_base + jc2 + 48u] = yc2.y4;
        }
    }
}
