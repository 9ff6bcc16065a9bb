// fft36_2.3.2.3_p6_t4_split2_digits3.cyclic_basis_share
// X[k] = sum over j of x[j] w_36^(jk), w_36 = exp(-2 pi i / 36)
// point j of transform q: x at q * 36 + j * 1, X at q * 36 + j * 1
// 4 transforms per workgroup, 6 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<array<array<f32, 4>, 3>, 2>, 3>, 1>;

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
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 6u; // thread of the transform
    let q = local.x / 6u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 2
    let ja0 = t;
    let ja1 = t + 6u;
    let ja2 = t + 12u;
    let source = seq * 36u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 18u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 18u];
    let a2_0 = src[source + ja2];
    let a2_1 = src[source + ja2 + 18u];
    let ya0 = dft2(a0_0, a0_1);
    let ya1 = dft2(a1_0, a1_1);
    let ya2 = dft2(a2_0, a2_1);
    let xa0_3 = ja0 % 3u;
    let xa0_2 = ja0 / 3u % 2u;
    let xa0_1 = ja0 / 6u;
    let xa1_1 = xa0_1 + 1u;
    let xa2_1 = xa0_1 + 2u;

    // stage 2 of 4: radix 3, p = 2, twiddle w_6^(i (j div 6))
    let jb0 = t;
    let xb0_2 = jb0 % 2u;
    let xb0_3 = jb0 / 2u % 3u;
    let xb0_0 = jb0 / 6u;
    let jb1 = t + 6u;
    let xb1_0 = xb0_0 + 1u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (xa0_2 / 1u == 0u) {
        shared_points[xa0_2][xa0_1][0u][xa0_3][q] = ya0.y0.x;
        shared_points[xa0_2][xa0_1][1u][xa0_3][q] = ya0.y1.x;
    }
    if (xa0_2 / 1u == 0u) {
        shared_points[xa0_2][xa1_1][0u][xa0_3][q] = ya1.y0.x;
        shared_points[xa0_2][xa1_1][1u][xa0_3][q] = ya1.y1.x;
    }
    if (xa0_2 / 1u == 0u) {
        shared_points[xa0_2][xa2_1][0u][xa0_3][q] = ya2.y0.x;
        shared_points[xa0_2][xa2_1][1u][xa0_3][q] = ya2.y1.x;
    }
    workgroupBarrier();
    var b0_0_x: f32;
    var b0_1_x: f32;
    var b0_2_x: f32;
    if (xb0_2 / 1u == 0u) {
        b0_0_x = shared_points[xb0_2][0u][xb0_0][xb0_3][q];
        b0_1_x = shared_points[xb0_2][1u][xb0_0][xb0_3][q];
        b0_2_x = shared_points[xb0_2][2u][xb0_0][xb0_3][q];
    }
    var b1_0_x: f32;
    var b1_1_x: f32;
    var b1_2_x: f32;
    if (xb0_2 / 1u == 0u) {
        b1_0_x = shared_points[xb0_2][0u][xb1_0][xb0_3][q];
        b1_1_x = shared_points[xb0_2][1u][xb1_0][xb0_3][q];
        b1_2_x = shared_points[xb0_2][2u][xb1_0][xb0_3][q];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (xa0_2 / 1u == 1u) {
        shared_points[xa0_2 - 1u][xa0_1][0u][xa0_3][q] = ya0.y0.x;
        shared_points[xa0_2 - 1u][xa0_1][1u][xa0_3][q] = ya0.y1.x;
    }
    if (xa0_2 / 1u == 1u) {
        shared_points[xa0_2 - 1u][xa1_1][0u][xa0_3][q] = ya1.y0.x;
        shared_points[xa0_2 - 1u][xa1_1][1u][xa0_3][q] = ya1.y1.x;
    }
    if (xa0_2 / 1u == 1u) {
        shared_points[xa0_2 - 1u][xa2_1][0u][xa0_3][q] = ya2.y0.x;
        shared_points[xa0_2 - 1u][xa2_1][1u][xa0_3][q] = ya2.y1.x;
    }
    workgroupBarrier();
    if (xb0_2 / 1u == 1u) {
        b0_0_x = shared_points[xb0_2 - 1u][0u][xb0_0][xb0_3][q];
        b0_1_x = shared_points[xb0_2 - 1u][1u][xb0_0][xb0_3][q];
        b0_2_x = shared_points[xb0_2 - 1u][2u][xb0_0][xb0_3][q];
    }
    if (xb0_2 / 1u == 1u) {
        b1_0_x = shared_points[xb0_2 - 1u][0u][xb1_0][xb0_3][q];
        b1_1_x = shared_points[xb0_2 - 1u][1u][xb1_0][xb0_3][q];
        b1_2_x = shared_points[xb0_2 - 1u][2u][xb1_0][xb0_3][q];
    }
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (xa0_2 / 1u == 0u) {
        shared_points[xa0_2][xa0_1][0u][xa0_3][q] = ya0.y0.y;
        shared_points[xa0_2][xa0_1][1u][xa0_3][q] = ya0.y1.y;
    }
    if (xa0_2 / 1u == 0u) {
        shared_points[xa0_2][xa1_1][0u][xa0_3][q] = ya1.y0.y;
        shared_points[xa0_2][xa1_1][1u][xa0_3][q] = ya1.y1.y;
    }
    if (xa0_2 / 1u == 0u) {
        shared_points[xa0_2][xa2_1][0u][xa0_3][q] = ya2.y0.y;
        shared_points[xa0_2][xa2_1][1u][xa0_3][q] = ya2.y1.y;
    }
    workgroupBarrier();
    var b0_0_y: f32;
    var b0_1_y: f32;
    var b0_2_y: f32;
    if (xb0_2 / 1u == 0u) {
        b0_0_y = shared_points[xb0_2][0u][xb0_0][xb0_3][q];
        b0_1_y = shared_points[xb0_2][1u][xb0_0][xb0_3][q];
        b0_2_y = shared_points[xb0_2][2u][xb0_0][xb0_3][q];
    }
    var b1_0_y: f32;
    var b1_1_y: f32;
    var b1_2_y: f32;
    if (xb0_2 / 1u == 0u) {
        b1_0_y = shared_points[xb0_2][0u][xb1_0][xb0_3][q];
        b1_1_y = shared_points[xb0_2][1u][xb1_0][xb0_3][q];
        b1_2_y = shared_points[xb0_2][2u][xb1_0][xb0_3][q];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (xa0_2 / 1u == 1u) {
        shared_points[xa0_2 - 1u][xa0_1][0u][xa0_3][q] = ya0.y0.y;
        shared_points[xa0_2 - 1u][xa0_1][1u][xa0_3][q] = ya0.y1.y;
    }
    if (xa0_2 / 1u == 1u) {
        shared_points[xa0_2 - 1u][xa1_1][0u][xa0_3][q] = ya1.y0.y;
        shared_points[xa0_2 - 1u][xa1_1][1u][xa0_3][q] = ya1.y1.y;
    }
    if (xa0_2 / 1u == 1u) {
        shared_points[xa0_2 - 1u][xa2_1][0u][xa0_3][q] = ya2.y0.y;
        shared_points[xa0_2 - 1u][xa2_1][1u][xa0_3][q] = ya2.y1.y;
    }
    workgroupBarrier();
    if (xb0_2 / 1u == 1u) {
        b0_0_y = shared_points[xb0_2 - 1u][0u][xb0_0][xb0_3][q];
        b0_1_y = shared_points[xb0_2 - 1u][1u][xb0_0][xb0_3][q];
        b0_2_y = shared_points[xb0_2 - 1u][2u][xb0_0][xb0_3][q];
    }
    if (xb0_2 / 1u == 1u) {
        b1_0_y = shared_points[xb0_2 - 1u][0u][xb1_0][xb0_3][q];
        b1_1_y = shared_points[xb0_2 - 1u][1u][xb1_0][xb0_3][q];
        b1_2_y = shared_points[xb0_2 - 1u][2u][xb1_0][xb0_3][q];
    }
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let wb0 = jb0 / 6u;
    let wb0_1 = twiddles[wb0];
    let b0_1t = cmul(b0_1, wb0_1);
    let wb0_2 = twiddles[wb0 + 2u];
    let b0_2t = cmul(b0_2, wb0_2);
    let wb1_1 = cmul(wb0_1, vec2<f32>(0.5, -0.8660254));
    let b1_1t = cmul(b1_1, wb1_1);
    let wb1_2 = cmul(wb0_2, vec2<f32>(-0.5, -0.8660254));
    let b1_2t = cmul(b1_2, wb1_2);
    let yb0 = dft3(b0_0, b0_1t, b0_2t);
    let yb1 = dft3(b1_0, b1_1t, b1_2t);

    // stage 3 of 4: radix 2, p = 6, twiddle w_12^(i (j div 3))
    let jc0 = t;
    let xc0_3 = jc0 % 3u;
    let xc0_0 = jc0 / 3u % 2u;
    let xc0_1 = jc0 / 6u;
    let jc1 = t + 6u;
    let xc1_1 = xc0_1 + 1u;
    let jc2 = t + 12u;
    let xc2_1 = xc0_1 + 2u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (xb0_2 / 1u == 0u) {
        shared_points[xb0_2][0u][xb0_0][xb0_3][q] = yb0.y0.x;
        shared_points[xb0_2][1u][xb0_0][xb0_3][q] = yb0.y1.x;
        shared_points[xb0_2][2u][xb0_0][xb0_3][q] = yb0.y2.x;
    }
    if (xb0_2 / 1u == 0u) {
        shared_points[xb0_2][0u][xb1_0][xb0_3][q] = yb1.y0.x;
        shared_points[xb0_2][1u][xb1_0][xb0_3][q] = yb1.y1.x;
        shared_points[xb0_2][2u][xb1_0][xb0_3][q] = yb1.y2.x;
    }
    workgroupBarrier();
    let c0_0_x = shared_points[0u][xc0_1][xc0_0][xc0_3][q];
    let c1_0_x = shared_points[0u][xc1_1][xc0_0][xc0_3][q];
    let c2_0_x = shared_points[0u][xc2_1][xc0_0][xc0_3][q];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (xb0_2 / 1u == 1u) {
        shared_points[xb0_2 - 1u][0u][xb0_0][xb0_3][q] = yb0.y0.x;
        shared_points[xb0_2 - 1u][1u][xb0_0][xb0_3][q] = yb0.y1.x;
        shared_points[xb0_2 - 1u][2u][xb0_0][xb0_3][q] = yb0.y2.x;
    }
    if (xb0_2 / 1u == 1u) {
        shared_points[xb0_2 - 1u][0u][xb1_0][xb0_3][q] = yb1.y0.x;
        shared_points[xb0_2 - 1u][1u][xb1_0][xb0_3][q] = yb1.y1.x;
        shared_points[xb0_2 - 1u][2u][xb1_0][xb0_3][q] = yb1.y2.x;
    }
    workgroupBarrier();
    let c0_1_x = shared_points[0u][xc0_1][xc0_0][xc0_3][q];
    let c1_1_x = shared_points[0u][xc1_1][xc0_0][xc0_3][q];
    let c2_1_x = shared_points[0u][xc2_1][xc0_0][xc0_3][q];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (xb0_2 / 1u == 0u) {
        shared_points[xb0_2][0u][xb0_0][xb0_3][q] = yb0.y0.y;
        shared_points[xb0_2][1u][xb0_0][xb0_3][q] = yb0.y1.y;
        shared_points[xb0_2][2u][xb0_0][xb0_3][q] = yb0.y2.y;
    }
    if (xb0_2 / 1u == 0u) {
        shared_points[xb0_2][0u][xb1_0][xb0_3][q] = yb1.y0.y;
        shared_points[xb0_2][1u][xb1_0][xb0_3][q] = yb1.y1.y;
        shared_points[xb0_2][2u][xb1_0][xb0_3][q] = yb1.y2.y;
    }
    workgroupBarrier();
    let c0_0_y = shared_points[0u][xc0_1][xc0_0][xc0_3][q];
    let c1_0_y = shared_points[0u][xc1_1][xc0_0][xc0_3][q];
    let c2_0_y = shared_points[0u][xc2_1][xc0_0][xc0_3][q];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (xb0_2 / 1u == 1u) {
        shared_points[xb0_2 - 1u][0u][xb0_0][xb0_3][q] = yb0.y0.y;
        shared_points[xb0_2 - 1u][1u][xb0_0][xb0_3][q] = yb0.y1.y;
        shared_points[xb0_2 - 1u][2u][xb0_0][xb0_3][q] = yb0.y2.y;
    }
    if (xb0_2 / 1u == 1u) {
        shared_points[xb0_2 - 1u][0u][xb1_0][xb0_3][q] = yb1.y0.y;
        shared_points[xb0_2 - 1u][1u][xb1_0][xb0_3][q] = yb1.y1.y;
        shared_points[xb0_2 - 1u][2u][xb1_0][xb0_3][q] = yb1.y2.y;
    }
    workgroupBarrier();
    let c0_1_y = shared_points[0u][xc0_1][xc0_0][xc0_3][q];
    let c1_1_y = shared_points[0u][xc1_1][xc0_0][xc0_3][q];
    let c2_1_y = shared_points[0u][xc2_1][xc0_0][xc0_3][q];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c2_0 = vec2<f32>(c2_0_x, c2_0_y);
    let c2_1 = vec2<f32>(c2_1_x, c2_1_y);
    let wc0 = jc0 / 3u + 4u;
    let wc0_1 = twiddles[wc0];
    let c0_1t = cmul(c0_1, wc0_1);
    let wc1_1 = cmul(wc0_1, vec2<f32>(0.5, -0.8660254));
    let c1_1t = cmul(c1_1, wc1_1);
    let wc2_1 = cmul(wc0_1, vec2<f32>(-0.5, -0.8660254));
    let c2_1t = cmul(c2_1, wc2_1);
    let yc0 = dft2(c0_0, c0_1t);
    let yc1 = dft2(c1_0, c1_1t);
    let yc2 = dft2(c2_0, c2_1t);

    // stage 4 of 4: radix 3, p = 12, twiddle w_36^(i (j mod 12))
    let jd0 = t;
    let xd0_0 = jd0 % 2u;
    let xd0_1 = jd0 / 2u % 3u;
    let xd0_2 = jd0 / 6u;
    let jd1 = t + 6u;
    let xd1_2 = xd0_2 + 1u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[0u][xc0_1][xc0_0][xc0_3][q] = yc0.y0.x;
    shared_points[0u][xc1_1][xc0_0][xc0_3][q] = yc1.y0.x;
    shared_points[0u][xc2_1][xc0_0][xc0_3][q] = yc2.y0.x;
    workgroupBarrier();
    let d0_0_x = shared_points[xd0_2][xd0_1][xd0_0][0u][q];
    let d0_1_x = shared_points[xd0_2][xd0_1][xd0_0][1u][q];
    let d0_2_x = shared_points[xd0_2][xd0_1][xd0_0][2u][q];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    shared_points[0u][xc0_1][xc0_0][xc0_3][q] = yc0.y1.x;
    shared_points[0u][xc1_1][xc0_0][xc0_3][q] = yc1.y1.x;
    shared_points[0u][xc2_1][xc0_0][xc0_3][q] = yc2.y1.x;
    workgroupBarrier();
    let d1_0_x = shared_points[xd1_2 - 1u][xd0_1][xd0_0][0u][q];
    let d1_1_x = shared_points[xd1_2 - 1u][xd0_1][xd0_0][1u][q];
    let d1_2_x = shared_points[xd1_2 - 1u][xd0_1][xd0_0][2u][q];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[0u][xc0_1][xc0_0][xc0_3][q] = yc0.y0.y;
    shared_points[0u][xc1_1][xc0_0][xc0_3][q] = yc1.y0.y;
    shared_points[0u][xc2_1][xc0_0][xc0_3][q] = yc2.y0.y;
    workgroupBarrier();
    let d0_0_y = shared_points[xd0_2][xd0_1][xd0_0][0u][q];
    let d0_1_y = shared_points[xd0_2][xd0_1][xd0_0][1u][q];
    let d0_2_y = shared_points[xd0_2][xd0_1][xd0_0][2u][q];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    shared_points[0u][xc0_1][xc0_0][xc0_3][q] = yc0.y1.y;
    shared_points[0u][xc1_1][xc0_0][xc0_3][q] = yc1.y1.y;
    shared_points[0u][xc2_1][xc0_0][xc0_3][q] = yc2.y1.y;
    workgroupBarrier();
    let d1_0_y = shared_points[xd1_2 - 1u][xd0_1][xd0_0][0u][q];
    let d1_1_y = shared_points[xd1_2 - 1u][xd0_1][xd0_0][1u][q];
    let d1_2_y = shared_points[xd1_2 - 1u][xd0_1][xd0_0][2u][q];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let d1_2 = vec2<f32>(d1_2_x, d1_2_y);
    let wd0 = jd0 + 10u;
    let wd0_1 = twiddles[wd0];
    let d0_1t = cmul(d0_1, wd0_1);
    let wd0_2 = twiddles[wd0 + 12u];
    let d0_2t = cmul(d0_2, wd0_2);
    let wd1_1 = cmul(wd0_1, vec2<f32>(0.5, -0.8660254));
    let d1_1t = cmul(d1_1, wd1_1);
    let wd1_2 = cmul(wd0_2, vec2<f32>(-0.5, -0.8660254));
    let d1_2t = cmul(d1_2, wd1_2);
    let yd0 = dft3(d0_0, d0_1t, d0_2t);
    let yd1 = dft3(d1_0, d1_1t, d1_2t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 36u;
    dst[target_base + jd0] = yd0.y0;
    dst[target_base + jd0 + 12u] = yd0.y1;
    dst[target_base + jd0 + 24u] = yd0.y2;
    dst[target_base + jd1] = yd1.y0;
    dst[target_base + jd1 + 12u] = yd1.y1;
    dst[target_base + jd1 + 24u] = yd1.y2;
}
