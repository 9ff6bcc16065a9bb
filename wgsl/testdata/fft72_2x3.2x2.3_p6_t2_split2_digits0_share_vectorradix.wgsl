// fft72_2x3.2x2.3_p6_t2_split2_digits0_share_vectorradix
// the transform of 2 x 6 x 6 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 72 + j * 1, X at q * 72 + j * 1
// 2 transforms per workgroup, 12 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<array<array<array<f32, 2>, 1>, 3>, 2>, 2>, 3>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
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

@compute @workgroup_size(24)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 12u; // thread of the transform
    let q = local.x / 12u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 5: radix 2, 36 transforms of 2 points, 36 interleaved
    let ja0 = t;
    let ja1 = t + 12u;
    let ja2 = t + 24u;
    let source = seq * 72u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 36u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 36u];
    let a2_0 = src[source + ja2];
    let a2_1 = src[source + ja2 + 36u];
    let ya0 = dft2(a0_0, a0_1);
    let ya1 = dft2(a1_0, a1_1);
    let ya2 = dft2(a2_0, a2_1);
    let xa0_4 = ja0 % 3u;
    let xa0_3 = ja0 / 3u % 2u;
    let xa0_2 = ja0 / 6u % 2u;
    let xa0_1 = ja0 / 12u;
    let xa1_1 = xa0_1 + 1u;
    let xa2_1 = xa0_1 + 2u;

    // stage 2 of 5: radix 3, 12 transforms of 6 points, 6 interleaved
    let xb_4 = t % 3u;
    let xb_2 = t / 3u % 2u;
    let xb_0 = t / 6u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xa0_4][xa0_3][xa0_2][xa0_1][0u][q] = ya0.y0.x;
    shared_points[xa0_4][xa0_3][xa0_2][xa1_1][0u][q] = ya1.y0.x;
    shared_points[xa0_4][xa0_3][xa0_2][xa2_1][0u][q] = ya2.y0.x;
    workgroupBarrier();
    var b0_0_x: f32;
    var b0_1_x: f32;
    var b0_2_x: f32;
    if (xb_0 / 1u == 0u) {
        b0_0_x = shared_points[xb_4][0u][xb_2][0u][xb_0][q];
        b0_1_x = shared_points[xb_4][0u][xb_2][1u][xb_0][q];
        b0_2_x = shared_points[xb_4][0u][xb_2][2u][xb_0][q];
    }
    var b1_0_x: f32;
    var b1_1_x: f32;
    var b1_2_x: f32;
    if (xb_0 / 1u == 0u) {
        b1_0_x = shared_points[xb_4][1u][xb_2][0u][xb_0][q];
        b1_1_x = shared_points[xb_4][1u][xb_2][1u][xb_0][q];
        b1_2_x = shared_points[xb_4][1u][xb_2][2u][xb_0][q];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xa0_4][xa0_3][xa0_2][xa0_1][0u][q] = ya0.y1.x;
    shared_points[xa0_4][xa0_3][xa0_2][xa1_1][0u][q] = ya1.y1.x;
    shared_points[xa0_4][xa0_3][xa0_2][xa2_1][0u][q] = ya2.y1.x;
    workgroupBarrier();
    if (xb_0 / 1u == 1u) {
        b0_0_x = shared_points[xb_4][0u][xb_2][0u][xb_0 - 1u][q];
        b0_1_x = shared_points[xb_4][0u][xb_2][1u][xb_0 - 1u][q];
        b0_2_x = shared_points[xb_4][0u][xb_2][2u][xb_0 - 1u][q];
    }
    if (xb_0 / 1u == 1u) {
        b1_0_x = shared_points[xb_4][1u][xb_2][0u][xb_0 - 1u][q];
        b1_1_x = shared_points[xb_4][1u][xb_2][1u][xb_0 - 1u][q];
        b1_2_x = shared_points[xb_4][1u][xb_2][2u][xb_0 - 1u][q];
    }
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xa0_4][xa0_3][xa0_2][xa0_1][0u][q] = ya0.y0.y;
    shared_points[xa0_4][xa0_3][xa0_2][xa1_1][0u][q] = ya1.y0.y;
    shared_points[xa0_4][xa0_3][xa0_2][xa2_1][0u][q] = ya2.y0.y;
    workgroupBarrier();
    var b0_0_y: f32;
    var b0_1_y: f32;
    var b0_2_y: f32;
    if (xb_0 / 1u == 0u) {
        b0_0_y = shared_points[xb_4][0u][xb_2][0u][xb_0][q];
        b0_1_y = shared_points[xb_4][0u][xb_2][1u][xb_0][q];
        b0_2_y = shared_points[xb_4][0u][xb_2][2u][xb_0][q];
    }
    var b1_0_y: f32;
    var b1_1_y: f32;
    var b1_2_y: f32;
    if (xb_0 / 1u == 0u) {
        b1_0_y = shared_points[xb_4][1u][xb_2][0u][xb_0][q];
        b1_1_y = shared_points[xb_4][1u][xb_2][1u][xb_0][q];
        b1_2_y = shared_points[xb_4][1u][xb_2][2u][xb_0][q];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xa0_4][xa0_3][xa0_2][xa0_1][0u][q] = ya0.y1.y;
    shared_points[xa0_4][xa0_3][xa0_2][xa1_1][0u][q] = ya1.y1.y;
    shared_points[xa0_4][xa0_3][xa0_2][xa2_1][0u][q] = ya2.y1.y;
    workgroupBarrier();
    if (xb_0 / 1u == 1u) {
        b0_0_y = shared_points[xb_4][0u][xb_2][0u][xb_0 - 1u][q];
        b0_1_y = shared_points[xb_4][0u][xb_2][1u][xb_0 - 1u][q];
        b0_2_y = shared_points[xb_4][0u][xb_2][2u][xb_0 - 1u][q];
    }
    if (xb_0 / 1u == 1u) {
        b1_0_y = shared_points[xb_4][1u][xb_2][0u][xb_0 - 1u][q];
        b1_1_y = shared_points[xb_4][1u][xb_2][1u][xb_0 - 1u][q];
        b1_2_y = shared_points[xb_4][1u][xb_2][2u][xb_0 - 1u][q];
    }
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let yb0 = dft3(b0_0, b0_1, b0_2);
    let yb1 = dft3(b1_0, b1_1, b1_2);

    // stage 3 of 5: radix 2, its points are in registers, 12 transforms of 6 points
    let yc0 = dft2(yb0.y0, yb1.y0);
    let yc1 = dft2(yb0.y1, yb1.y1);
    let yc2 = dft2(yb0.y2, yb1.y2);

    // stage 4 of 5: radix 2, p = 3, twiddle w_6^(i (j div 6 mod 3)), 12 transforms of 6 points, 6 interleaved
    let jd0 = t * 3u;
    let xd_3 = t % 2u;
    let xd_1 = t / 2u % 3u;
    let xd_0 = t / 6u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (xb_0 / 1u == 0u) {
        shared_points[xb_4][0u][xb_2][0u][xb_0][q] = yc0.y0.x;
        shared_points[xb_4][1u][xb_2][0u][xb_0][q] = yc0.y1.x;
    }
    if (xb_0 / 1u == 0u) {
        shared_points[xb_4][0u][xb_2][1u][xb_0][q] = yc1.y0.x;
        shared_points[xb_4][1u][xb_2][1u][xb_0][q] = yc1.y1.x;
    }
    if (xb_0 / 1u == 0u) {
        shared_points[xb_4][0u][xb_2][2u][xb_0][q] = yc2.y0.x;
        shared_points[xb_4][1u][xb_2][2u][xb_0][q] = yc2.y1.x;
    }
    workgroupBarrier();
    var d0_0_x: f32;
    var d0_1_x: f32;
    if (xd_0 / 1u == 0u) {
        d0_0_x = shared_points[0u][xd_3][0u][xd_1][xd_0][q];
        d0_1_x = shared_points[0u][xd_3][1u][xd_1][xd_0][q];
    }
    var d1_0_x: f32;
    var d1_1_x: f32;
    if (xd_0 / 1u == 0u) {
        d1_0_x = shared_points[1u][xd_3][0u][xd_1][xd_0][q];
        d1_1_x = shared_points[1u][xd_3][1u][xd_1][xd_0][q];
    }
    var d2_0_x: f32;
    var d2_1_x: f32;
    if (xd_0 / 1u == 0u) {
        d2_0_x = shared_points[2u][xd_3][0u][xd_1][xd_0][q];
        d2_1_x = shared_points[2u][xd_3][1u][xd_1][xd_0][q];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (xb_0 / 1u == 1u) {
        shared_points[xb_4][0u][xb_2][0u][xb_0 - 1u][q] = yc0.y0.x;
        shared_points[xb_4][1u][xb_2][0u][xb_0 - 1u][q] = yc0.y1.x;
    }
    if (xb_0 / 1u == 1u) {
        shared_points[xb_4][0u][xb_2][1u][xb_0 - 1u][q] = yc1.y0.x;
        shared_points[xb_4][1u][xb_2][1u][xb_0 - 1u][q] = yc1.y1.x;
    }
    if (xb_0 / 1u == 1u) {
        shared_points[xb_4][0u][xb_2][2u][xb_0 - 1u][q] = yc2.y0.x;
        shared_points[xb_4][1u][xb_2][2u][xb_0 - 1u][q] = yc2.y1.x;
    }
    workgroupBarrier();
    if (xd_0 / 1u == 1u) {
        d0_0_x = shared_points[0u][xd_3][0u][xd_1][xd_0 - 1u][q];
        d0_1_x = shared_points[0u][xd_3][1u][xd_1][xd_0 - 1u][q];
    }
    if (xd_0 / 1u == 1u) {
        d1_0_x = shared_points[1u][xd_3][0u][xd_1][xd_0 - 1u][q];
        d1_1_x = shared_points[1u][xd_3][1u][xd_1][xd_0 - 1u][q];
    }
    if (xd_0 / 1u == 1u) {
        d2_0_x = shared_points[2u][xd_3][0u][xd_1][xd_0 - 1u][q];
        d2_1_x = shared_points[2u][xd_3][1u][xd_1][xd_0 - 1u][q];
    }
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (xb_0 / 1u == 0u) {
        shared_points[xb_4][0u][xb_2][0u][xb_0][q] = yc0.y0.y;
        shared_points[xb_4][1u][xb_2][0u][xb_0][q] = yc0.y1.y;
    }
    if (xb_0 / 1u == 0u) {
        shared_points[xb_4][0u][xb_2][1u][xb_0][q] = yc1.y0.y;
        shared_points[xb_4][1u][xb_2][1u][xb_0][q] = yc1.y1.y;
    }
    if (xb_0 / 1u == 0u) {
        shared_points[xb_4][0u][xb_2][2u][xb_0][q] = yc2.y0.y;
        shared_points[xb_4][1u][xb_2][2u][xb_0][q] = yc2.y1.y;
    }
    workgroupBarrier();
    var d0_0_y: f32;
    var d0_1_y: f32;
    if (xd_0 / 1u == 0u) {
        d0_0_y = shared_points[0u][xd_3][0u][xd_1][xd_0][q];
        d0_1_y = shared_points[0u][xd_3][1u][xd_1][xd_0][q];
    }
    var d1_0_y: f32;
    var d1_1_y: f32;
    if (xd_0 / 1u == 0u) {
        d1_0_y = shared_points[1u][xd_3][0u][xd_1][xd_0][q];
        d1_1_y = shared_points[1u][xd_3][1u][xd_1][xd_0][q];
    }
    var d2_0_y: f32;
    var d2_1_y: f32;
    if (xd_0 / 1u == 0u) {
        d2_0_y = shared_points[2u][xd_3][0u][xd_1][xd_0][q];
        d2_1_y = shared_points[2u][xd_3][1u][xd_1][xd_0][q];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (xb_0 / 1u == 1u) {
        shared_points[xb_4][0u][xb_2][0u][xb_0 - 1u][q] = yc0.y0.y;
        shared_points[xb_4][1u][xb_2][0u][xb_0 - 1u][q] = yc0.y1.y;
    }
    if (xb_0 / 1u == 1u) {
        shared_points[xb_4][0u][xb_2][1u][xb_0 - 1u][q] = yc1.y0.y;
        shared_points[xb_4][1u][xb_2][1u][xb_0 - 1u][q] = yc1.y1.y;
    }
    if (xb_0 / 1u == 1u) {
        shared_points[xb_4][0u][xb_2][2u][xb_0 - 1u][q] = yc2.y0.y;
        shared_points[xb_4][1u][xb_2][2u][xb_0 - 1u][q] = yc2.y1.y;
    }
    workgroupBarrier();
    if (xd_0 / 1u == 1u) {
        d0_0_y = shared_points[0u][xd_3][0u][xd_1][xd_0 - 1u][q];
        d0_1_y = shared_points[0u][xd_3][1u][xd_1][xd_0 - 1u][q];
    }
    if (xd_0 / 1u == 1u) {
        d1_0_y = shared_points[1u][xd_3][0u][xd_1][xd_0 - 1u][q];
        d1_1_y = shared_points[1u][xd_3][1u][xd_1][xd_0 - 1u][q];
    }
    if (xd_0 / 1u == 1u) {
        d2_0_y = shared_points[2u][xd_3][0u][xd_1][xd_0 - 1u][q];
        d2_1_y = shared_points[2u][xd_3][1u][xd_1][xd_0 - 1u][q];
    }
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let d2_0 = vec2<f32>(d2_0_x, d2_0_y);
    let d2_1 = vec2<f32>(d2_1_x, d2_1_y);
    let wd0 = jd0 / 6u % 3u;
    let wd0_1 = twiddles[wd0];
    let d0_1t = cmul(d0_1, wd0_1);
    let wd1_1 = wd0_1;
    let d1_1t = cmul(d1_1, wd1_1);
    let wd2_1 = wd0_1;
    let d2_1t = cmul(d2_1, wd2_1);
    let yd0 = dft2(d0_0, d0_1t);
    let yd1 = dft2(d1_0, d1_1t);
    let yd2 = dft2(d2_0, d2_1t);

    // stage 5 of 5: radix 3, p = 2, twiddle w_6^(i (j mod 2)), its points are in registers, 12 transforms of 6 points
    let je0 = t / 6u * 12u + t % 6u;
    let je1 = t / 6u * 12u + t % 6u + 6u;
    let we0 = je0 % 2u + 3u;
    let we0_1 = twiddles[we0];
    let e0_1t = cmul(yd1.y0, we0_1);
    let we0_2 = twiddles[we0 + 2u];
    let e0_2t = cmul(yd2.y0, we0_2);
    let we1_1 = we0_1;
    let e1_1t = cmul(yd1.y1, we1_1);
    let we1_2 = we0_2;
    let e1_2t = cmul(yd2.y1, we1_2);
    let ye0 = dft3(yd0.y0, e0_1t, e0_2t);
    let ye1 = dft3(yd0.y1, e1_1t, e1_2t);
    let oute0 = je0 / 2u * 6u + je0 % 2u;
    let oute1 = je1 / 2u * 6u + je1 % 2u;

    // store
    let target_seq = first + q;
    let target_base = target_seq * 72u;
    dst[target_base + oute0] = ye0.y0;
    dst[target_base + oute0 + 2u] = ye0.y1;
    dst[target_base + oute0 + 4u] = ye0.y2;
    dst[target_base + oute1] = ye1.y0;
    dst[target_base + oute1 + 2u] = ye1.y1;
    dst[target_base + oute1 + 4u] = ye1.y2;
}
