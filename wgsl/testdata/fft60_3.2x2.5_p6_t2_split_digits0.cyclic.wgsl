// fft60_3.2x2.5_p6_t2_split_digits0.cyclic
// the transform of 6 x 10 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 60 + j * 1, X at q * 60 + j * 1
// 2 transforms per workgroup, 10 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<array<array<f32, 3>, 2>, 2>, 5>, 2>;

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

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
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

@compute @workgroup_size(20)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 10u; // thread of the transform
    let q = local.x / 10u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 3, 10 transforms of 6 points, 10 interleaved
    let ja0 = t;
    let ja1 = t + 10u;
    let source = seq * 60u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 20u];
    let a0_2 = src[source + ja0 + 40u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 20u];
    let a1_2 = src[source + ja1 + 40u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let xa0_3 = ja0 % 5u;
    let xa0_2 = ja0 / 5u % 2u;
    let xa0_1 = ja0 / 10u;
    let xa1_1 = xa0_1 + 1u;

    // stage 2 of 4: radix 2, p = 3, twiddle w_6^(i (j div 10)), 10 transforms of 6 points, 10 interleaved
    let jb0 = t;
    let xb0_2 = jb0 % 2u;
    let xb0_3 = jb0 / 2u % 5u;
    let xb0_0 = jb0 / 10u;
    let jb1 = t + 10u;
    let xb1_0 = xb0_0 + 1u;
    let jb2 = t + 20u;
    let xb2_0 = xb0_0 + 2u;
    // exchange real parts
    workgroupBarrier();
    shared_points[q][xa0_3][xa0_2][xa0_1][0u] = ya0.y0.x;
    shared_points[q][xa0_3][xa0_2][xa0_1][1u] = ya0.y1.x;
    shared_points[q][xa0_3][xa0_2][xa0_1][2u] = ya0.y2.x;
    shared_points[q][xa0_3][xa0_2][xa1_1][0u] = ya1.y0.x;
    shared_points[q][xa0_3][xa0_2][xa1_1][1u] = ya1.y1.x;
    shared_points[q][xa0_3][xa0_2][xa1_1][2u] = ya1.y2.x;
    workgroupBarrier();
    let b0_0_x = shared_points[q][xb0_3][xb0_2][0u][xb0_0];
    let b0_1_x = shared_points[q][xb0_3][xb0_2][1u][xb0_0];
    let b1_0_x = shared_points[q][xb0_3][xb0_2][0u][xb1_0];
    let b1_1_x = shared_points[q][xb0_3][xb0_2][1u][xb1_0];
    let b2_0_x = shared_points[q][xb0_3][xb0_2][0u][xb2_0];
    let b2_1_x = shared_points[q][xb0_3][xb0_2][1u][xb2_0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][xa0_3][xa0_2][xa0_1][0u] = ya0.y0.y;
    shared_points[q][xa0_3][xa0_2][xa0_1][1u] = ya0.y1.y;
    shared_points[q][xa0_3][xa0_2][xa0_1][2u] = ya0.y2.y;
    shared_points[q][xa0_3][xa0_2][xa1_1][0u] = ya1.y0.y;
    shared_points[q][xa0_3][xa0_2][xa1_1][1u] = ya1.y1.y;
    shared_points[q][xa0_3][xa0_2][xa1_1][2u] = ya1.y2.y;
    workgroupBarrier();
    let b0_0_y = shared_points[q][xb0_3][xb0_2][0u][xb0_0];
    let b0_1_y = shared_points[q][xb0_3][xb0_2][1u][xb0_0];
    let b1_0_y = shared_points[q][xb0_3][xb0_2][0u][xb1_0];
    let b1_1_y = shared_points[q][xb0_3][xb0_2][1u][xb1_0];
    let b2_0_y = shared_points[q][xb0_3][xb0_2][0u][xb2_0];
    let b2_1_y = shared_points[q][xb0_3][xb0_2][1u][xb2_0];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b2_0 = vec2<f32>(b2_0_x, b2_0_y);
    let b2_1 = vec2<f32>(b2_1_x, b2_1_y);
    let wb0 = jb0 / 10u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1 / 10u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let wb2 = jb2 / 10u;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);
    let yb2 = dft2(b2_0, b2_1t);

    // stage 3 of 4: radix 2, 6 transforms of 10 points
    let jc0 = t;
    let xc0_3 = jc0 % 5u;
    let xc0_0 = jc0 / 5u % 3u;
    let xc0_1 = jc0 / 15u;
    let jc1 = t + 10u;
    let xc1_0 = jc1 / 5u % 3u;
    let xc1_1 = jc1 / 15u;
    let jc2 = t + 20u;
    let xc2_0 = xc0_0 + 1u;
    let xc2_1 = xc0_1 + 1u;
    // exchange real parts
    shared_points[q][xb0_3][xb0_2][0u][xb0_0] = yb0.y0.x;
    shared_points[q][xb0_3][xb0_2][1u][xb0_0] = yb0.y1.x;
    shared_points[q][xb0_3][xb0_2][0u][xb1_0] = yb1.y0.x;
    shared_points[q][xb0_3][xb0_2][1u][xb1_0] = yb1.y1.x;
    shared_points[q][xb0_3][xb0_2][0u][xb2_0] = yb2.y0.x;
    shared_points[q][xb0_3][xb0_2][1u][xb2_0] = yb2.y1.x;
    workgroupBarrier();
    let c0_0_x = shared_points[q][xc0_3][0u][xc0_1][xc0_0];
    let c0_1_x = shared_points[q][xc0_3][1u][xc0_1][xc0_0];
    let c1_0_x = shared_points[q][xc0_3][0u][xc1_1][xc1_0];
    let c1_1_x = shared_points[q][xc0_3][1u][xc1_1][xc1_0];
    let c2_0_x = shared_points[q][xc0_3][0u][xc2_1][xc2_0];
    let c2_1_x = shared_points[q][xc0_3][1u][xc2_1][xc2_0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][xb0_3][xb0_2][0u][xb0_0] = yb0.y0.y;
    shared_points[q][xb0_3][xb0_2][1u][xb0_0] = yb0.y1.y;
    shared_points[q][xb0_3][xb0_2][0u][xb1_0] = yb1.y0.y;
    shared_points[q][xb0_3][xb0_2][1u][xb1_0] = yb1.y1.y;
    shared_points[q][xb0_3][xb0_2][0u][xb2_0] = yb2.y0.y;
    shared_points[q][xb0_3][xb0_2][1u][xb2_0] = yb2.y1.y;
    workgroupBarrier();
    let c0_0_y = shared_points[q][xc0_3][0u][xc0_1][xc0_0];
    let c0_1_y = shared_points[q][xc0_3][1u][xc0_1][xc0_0];
    let c1_0_y = shared_points[q][xc0_3][0u][xc1_1][xc1_0];
    let c1_1_y = shared_points[q][xc0_3][1u][xc1_1][xc1_0];
    let c2_0_y = shared_points[q][xc0_3][0u][xc2_1][xc2_0];
    let c2_1_y = shared_points[q][xc0_3][1u][xc2_1][xc2_0];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c2_0 = vec2<f32>(c2_0_x, c2_0_y);
    let c2_1 = vec2<f32>(c2_1_x, c2_1_y);
    let yc0 = dft2(c0_0, c0_1);
    let yc1 = dft2(c1_0, c1_1);
    let yc2 = dft2(c2_0, c2_1);

    // stage 4 of 4: radix 5, p = 2, twiddle w_10^(i (j mod 2)), 6 transforms of 10 points
    let jd0 = t;
    let xd0_2 = jd0 % 2u;
    let xd0_0 = jd0 / 2u % 3u;
    let xd0_1 = jd0 / 6u;
    let jd1 = min(t + 10u, 11u); // threads without a butterfly repeat the last
    let xd1_0 = xd0_0 + 2u;
    let xd1_1 = xd0_1 + 1u;
    // exchange real parts
    shared_points[q][xc0_3][0u][xc0_1][xc0_0] = yc0.y0.x;
    shared_points[q][xc0_3][1u][xc0_1][xc0_0] = yc0.y1.x;
    shared_points[q][xc0_3][0u][xc1_1][xc1_0] = yc1.y0.x;
    shared_points[q][xc0_3][1u][xc1_1][xc1_0] = yc1.y1.x;
    shared_points[q][xc0_3][0u][xc2_1][xc2_0] = yc2.y0.x;
    shared_points[q][xc0_3][1u][xc2_1][xc2_0] = yc2.y1.x;
    workgroupBarrier();
    let d0_0_x = shared_points[q][0u][xd0_2][xd0_1][xd0_0];
    let d0_1_x = shared_points[q][1u][xd0_2][xd0_1][xd0_0];
    let d0_2_x = shared_points[q][2u][xd0_2][xd0_1][xd0_0];
    let d0_3_x = shared_points[q][3u][xd0_2][xd0_1][xd0_0];
    let d0_4_x = shared_points[q][4u][xd0_2][xd0_1][xd0_0];
    var d1_0_x: f32;
    var d1_1_x: f32;
    var d1_2_x: f32;
    var d1_3_x: f32;
    var d1_4_x: f32;
    if (t + 10u < 12u) {
        d1_0_x = shared_points[q][0u][xd0_2][xd1_1][xd1_0];
        d1_1_x = shared_points[q][1u][xd0_2][xd1_1][xd1_0];
        d1_2_x = shared_points[q][2u][xd0_2][xd1_1][xd1_0];
        d1_3_x = shared_points[q][3u][xd0_2][xd1_1][xd1_0];
        d1_4_x = shared_points[q][4u][xd0_2][xd1_1][xd1_0];
    }
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][xc0_3][0u][xc0_1][xc0_0] = yc0.y0.y;
    shared_points[q][xc0_3][1u][xc0_1][xc0_0] = yc0.y1.y;
    shared_points[q][xc0_3][0u][xc1_1][xc1_0] = yc1.y0.y;
    shared_points[q][xc0_3][1u][xc1_1][xc1_0] = yc1.y1.y;
    shared_points[q][xc0_3][0u][xc2_1][xc2_0] = yc2.y0.y;
    shared_points[q][xc0_3][1u][xc2_1][xc2_0] = yc2.y1.y;
    workgroupBarrier();
    let d0_0_y = shared_points[q][0u][xd0_2][xd0_1][xd0_0];
    let d0_1_y = shared_points[q][1u][xd0_2][xd0_1][xd0_0];
    let d0_2_y = shared_points[q][2u][xd0_2][xd0_1][xd0_0];
    let d0_3_y = shared_points[q][3u][xd0_2][xd0_1][xd0_0];
    let d0_4_y = shared_points[q][4u][xd0_2][xd0_1][xd0_0];
    var d1_0_y: f32;
    var d1_1_y: f32;
    var d1_2_y: f32;
    var d1_3_y: f32;
    var d1_4_y: f32;
    if (t + 10u < 12u) {
        d1_0_y = shared_points[q][0u][xd0_2][xd1_1][xd1_0];
        d1_1_y = shared_points[q][1u][xd0_2][xd1_1][xd1_0];
        d1_2_y = shared_points[q][2u][xd0_2][xd1_1][xd1_0];
        d1_3_y = shared_points[q][3u][xd0_2][xd1_1][xd1_0];
        d1_4_y = shared_points[q][4u][xd0_2][xd1_1][xd1_0];
    }
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_4 = vec2<f32>(d0_4_x, d0_4_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let d1_2 = vec2<f32>(d1_2_x, d1_2_y);
    let d1_3 = vec2<f32>(d1_3_x, d1_3_y);
    let d1_4 = vec2<f32>(d1_4_x, d1_4_y);
    let wd0 = jd0 % 2u + 3u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 2u]);
    let d0_3t = cmul(d0_3, twiddles[wd0 + 4u]);
    let d0_4t = cmul(d0_4, twiddles[wd0 + 6u]);
    let wd1 = jd1 % 2u + 3u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let d1_2t = cmul(d1_2, twiddles[wd1 + 2u]);
    let d1_3t = cmul(d1_3, twiddles[wd1 + 4u]);
    let d1_4t = cmul(d1_4, twiddles[wd1 + 6u]);
    let yd0 = dft5(d0_0, d0_1t, d0_2t, d0_3t, d0_4t);
    let yd1 = dft5(d1_0, d1_1t, d1_2t, d1_3t, d1_4t);
    let outd0 = jd0 / 2u * 10u + jd0 % 2u;
    let outd1 = jd1 / 2u * 10u + jd1 % 2u;

    // store
    let target_seq = first + q;
    let target_base = target_seq * 60u;
    dst[target_base + outd0] = yd0.y0;
    dst[target_base + outd0 + 2u] = yd0.y1;
    dst[target_base + outd0 + 4u] = yd0.y2;
    dst[target_base + outd0 + 6u] = yd0.y3;
    dst[target_base + outd0 + 8u] = yd0.y4;
    if (t + 10u < 12u) {
        dst[target_base + outd1] = yd1.y0;
        dst[target_base + outd1 + 2u] = yd1.y1;
        dst[target_base + outd1 + 4u] = yd1.y2;
        dst[target_base + outd1 + 6u] = yd1.y3;
        dst[target_base + outd1 + 8u] = yd1.y4;
    }
}
