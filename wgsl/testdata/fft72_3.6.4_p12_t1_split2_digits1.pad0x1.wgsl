// fft72_3.6.4_p12_t1_split2_digits1.pad0x1
// X[k] = sum over j of x[j] w_72^(jk), w_72 = exp(-2 pi i / 72)
// point j of transform q: x at q * 72 + j * 1, X at q * 72 + j * 1
// 1 transforms per workgroup, 6 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<f32, 3>, 4>, 4>;

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

struct Points6 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32> }

// y[k] = sum over j of x[j] w_6^(jk), as 2 by 3 (Good and Thomas)
fn dft6(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>) -> Points6 {
    let u0 = dft2(x0, x3);
    let u1 = dft2(x2, x5);
    let u2 = dft2(x4, x1);
    let v0 = dft3(u0.y0, u1.y0, u2.y0);
    let v1 = dft3(u0.y1, u1.y1, u2.y1);
    return Points6(v0.y0, v1.y1, v0.y2, v1.y0, v0.y1, v1.y2);
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

@compute @workgroup_size(6)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 3
    let ja0 = t;
    let ja1 = t + 6u;
    let ja2 = t + 12u;
    let ja3 = t + 18u;
    let source = seq * 72u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 24u];
    let a0_2 = src[source + ja0 + 48u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 24u];
    let a1_2 = src[source + ja1 + 48u];
    let a2_0 = src[source + ja2];
    let a2_1 = src[source + ja2 + 24u];
    let a2_2 = src[source + ja2 + 48u];
    let a3_0 = src[source + ja3];
    let a3_1 = src[source + ja3 + 24u];
    let a3_2 = src[source + ja3 + 48u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let ya2 = dft3(a2_0, a2_1, a2_2);
    let ya3 = dft3(a3_0, a3_1, a3_2);
    let xa0_2 = ja0 % 4u;
    let xa0_1 = ja0 / 4u;
    let xa1_2 = ja1 % 4u;
    let xa1_1 = ja1 / 4u;
    let xa2_1 = xa0_1 + 3u;
    let xa3_2 = ja3 % 4u;
    let xa3_1 = ja3 / 4u;

    // stage 2 of 3: radix 6, p = 3, twiddle w_18^(i (j mod 3))
    let jb0 = t;
    let xb0_0 = jb0 % 3u;
    let xb0_2 = jb0 / 3u;
    let jb1 = t + 6u;
    let xb1_2 = xb0_2 + 2u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xa0_2][0u][xa0_1] = ya0.y0.x;
    shared_points[xa0_2][1u][xa0_1] = ya0.y1.x;
    shared_points[xa0_2][2u][xa0_1] = ya0.y2.x;
    shared_points[xa1_2][0u][xa1_1] = ya1.y0.x;
    shared_points[xa1_2][1u][xa1_1] = ya1.y1.x;
    shared_points[xa1_2][2u][xa1_1] = ya1.y2.x;
    workgroupBarrier();
    let b0_0_x = shared_points[xb0_2][xb0_0][0u];
    let b0_1_x = shared_points[xb0_2][xb0_0][1u];
    let b0_2_x = shared_points[xb0_2][xb0_0][2u];
    let b1_0_x = shared_points[xb1_2][xb0_0][0u];
    let b1_1_x = shared_points[xb1_2][xb0_0][1u];
    let b1_2_x = shared_points[xb1_2][xb0_0][2u];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xa0_2][0u][xa2_1 - 3u] = ya2.y0.x;
    shared_points[xa0_2][1u][xa2_1 - 3u] = ya2.y1.x;
    shared_points[xa0_2][2u][xa2_1 - 3u] = ya2.y2.x;
    shared_points[xa3_2][0u][xa3_1 - 3u] = ya3.y0.x;
    shared_points[xa3_2][1u][xa3_1 - 3u] = ya3.y1.x;
    shared_points[xa3_2][2u][xa3_1 - 3u] = ya3.y2.x;
    workgroupBarrier();
    let b0_3_x = shared_points[xb0_2][xb0_0][0u];
    let b0_4_x = shared_points[xb0_2][xb0_0][1u];
    let b0_5_x = shared_points[xb0_2][xb0_0][2u];
    let b1_3_x = shared_points[xb1_2][xb0_0][0u];
    let b1_4_x = shared_points[xb1_2][xb0_0][1u];
    let b1_5_x = shared_points[xb1_2][xb0_0][2u];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xa0_2][0u][xa0_1] = ya0.y0.y;
    shared_points[xa0_2][1u][xa0_1] = ya0.y1.y;
    shared_points[xa0_2][2u][xa0_1] = ya0.y2.y;
    shared_points[xa1_2][0u][xa1_1] = ya1.y0.y;
    shared_points[xa1_2][1u][xa1_1] = ya1.y1.y;
    shared_points[xa1_2][2u][xa1_1] = ya1.y2.y;
    workgroupBarrier();
    let b0_0_y = shared_points[xb0_2][xb0_0][0u];
    let b0_1_y = shared_points[xb0_2][xb0_0][1u];
    let b0_2_y = shared_points[xb0_2][xb0_0][2u];
    let b1_0_y = shared_points[xb1_2][xb0_0][0u];
    let b1_1_y = shared_points[xb1_2][xb0_0][1u];
    let b1_2_y = shared_points[xb1_2][xb0_0][2u];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xa0_2][0u][xa2_1 - 3u] = ya2.y0.y;
    shared_points[xa0_2][1u][xa2_1 - 3u] = ya2.y1.y;
    shared_points[xa0_2][2u][xa2_1 - 3u] = ya2.y2.y;
    shared_points[xa3_2][0u][xa3_1 - 3u] = ya3.y0.y;
    shared_points[xa3_2][1u][xa3_1 - 3u] = ya3.y1.y;
    shared_points[xa3_2][2u][xa3_1 - 3u] = ya3.y2.y;
    workgroupBarrier();
    let b0_3_y = shared_points[xb0_2][xb0_0][0u];
    let b0_4_y = shared_points[xb0_2][xb0_0][1u];
    let b0_5_y = shared_points[xb0_2][xb0_0][2u];
    let b1_3_y = shared_points[xb1_2][xb0_0][0u];
    let b1_4_y = shared_points[xb1_2][xb0_0][1u];
    let b1_5_y = shared_points[xb1_2][xb0_0][2u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let b1_4 = vec2<f32>(b1_4_x, b1_4_y);
    let b1_5 = vec2<f32>(b1_5_x, b1_5_y);
    let wb0 = jb0 % 3u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 9u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 12u]);
    let wb1 = jb1 % 3u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 3u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 6u]);
    let b1_4t = cmul(b1_4, twiddles[wb1 + 9u]);
    let b1_5t = cmul(b1_5, twiddles[wb1 + 12u]);
    let yb0 = dft6(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t);
    let yb1 = dft6(b1_0, b1_1t, b1_2t, b1_3t, b1_4t, b1_5t);

    // stage 3 of 3: radix 4, p = 18, twiddle w_72^(i (j mod 18))
    let jc0 = t;
    let xc0_0 = jc0 % 3u;
    let xc0_1 = jc0 / 3u;
    let jc1 = t + 6u;
    let xc1_1 = xc0_1 + 2u;
    let jc2 = t + 12u;
    let xc2_1 = xc0_1 + 4u;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xb0_2][xb0_0][0u] = yb0.y0.x;
    shared_points[xb0_2][xb0_0][1u] = yb0.y1.x;
    shared_points[xb0_2][xb0_0][2u] = yb0.y2.x;
    shared_points[xb1_2][xb0_0][0u] = yb1.y0.x;
    shared_points[xb1_2][xb0_0][1u] = yb1.y1.x;
    shared_points[xb1_2][xb0_0][2u] = yb1.y2.x;
    workgroupBarrier();
    let c0_0_x = shared_points[0u][xc0_0][xc0_1];
    let c0_1_x = shared_points[1u][xc0_0][xc0_1];
    let c0_2_x = shared_points[2u][xc0_0][xc0_1];
    let c0_3_x = shared_points[3u][xc0_0][xc0_1];
    var c1_0_x: f32;
    var c1_1_x: f32;
    var c1_2_x: f32;
    var c1_3_x: f32;
    if (xc1_1 / 3u == 0u) {
        c1_0_x = shared_points[0u][xc0_0][xc1_1];
        c1_1_x = shared_points[1u][xc0_0][xc1_1];
        c1_2_x = shared_points[2u][xc0_0][xc1_1];
        c1_3_x = shared_points[3u][xc0_0][xc1_1];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xb0_2][xb0_0][0u] = yb0.y3.x;
    shared_points[xb0_2][xb0_0][1u] = yb0.y4.x;
    shared_points[xb0_2][xb0_0][2u] = yb0.y5.x;
    shared_points[xb1_2][xb0_0][0u] = yb1.y3.x;
    shared_points[xb1_2][xb0_0][1u] = yb1.y4.x;
    shared_points[xb1_2][xb0_0][2u] = yb1.y5.x;
    workgroupBarrier();
    if (xc1_1 / 3u == 1u) {
        c1_0_x = shared_points[0u][xc0_0][xc1_1 - 3u];
        c1_1_x = shared_points[1u][xc0_0][xc1_1 - 3u];
        c1_2_x = shared_points[2u][xc0_0][xc1_1 - 3u];
        c1_3_x = shared_points[3u][xc0_0][xc1_1 - 3u];
    }
    let c2_0_x = shared_points[0u][xc0_0][xc2_1 - 3u];
    let c2_1_x = shared_points[1u][xc0_0][xc2_1 - 3u];
    let c2_2_x = shared_points[2u][xc0_0][xc2_1 - 3u];
    let c2_3_x = shared_points[3u][xc0_0][xc2_1 - 3u];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[xb0_2][xb0_0][0u] = yb0.y0.y;
    shared_points[xb0_2][xb0_0][1u] = yb0.y1.y;
    shared_points[xb0_2][xb0_0][2u] = yb0.y2.y;
    shared_points[xb1_2][xb0_0][0u] = yb1.y0.y;
    shared_points[xb1_2][xb0_0][1u] = yb1.y1.y;
    shared_points[xb1_2][xb0_0][2u] = yb1.y2.y;
    workgroupBarrier();
    let c0_0_y = shared_points[0u][xc0_0][xc0_1];
    let c0_1_y = shared_points[1u][xc0_0][xc0_1];
    let c0_2_y = shared_points[2u][xc0_0][xc0_1];
    let c0_3_y = shared_points[3u][xc0_0][xc0_1];
    var c1_0_y: f32;
    var c1_1_y: f32;
    var c1_2_y: f32;
    var c1_3_y: f32;
    if (xc1_1 / 3u == 0u) {
        c1_0_y = shared_points[0u][xc0_0][xc1_1];
        c1_1_y = shared_points[1u][xc0_0][xc1_1];
        c1_2_y = shared_points[2u][xc0_0][xc1_1];
        c1_3_y = shared_points[3u][xc0_0][xc1_1];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    shared_points[xb0_2][xb0_0][0u] = yb0.y3.y;
    shared_points[xb0_2][xb0_0][1u] = yb0.y4.y;
    shared_points[xb0_2][xb0_0][2u] = yb0.y5.y;
    shared_points[xb1_2][xb0_0][0u] = yb1.y3.y;
    shared_points[xb1_2][xb0_0][1u] = yb1.y4.y;
    shared_points[xb1_2][xb0_0][2u] = yb1.y5.y;
    workgroupBarrier();
    if (xc1_1 / 3u == 1u) {
        c1_0_y = shared_points[0u][xc0_0][xc1_1 - 3u];
        c1_1_y = shared_points[1u][xc0_0][xc1_1 - 3u];
        c1_2_y = shared_points[2u][xc0_0][xc1_1 - 3u];
        c1_3_y = shared_points[3u][xc0_0][xc1_1 - 3u];
    }
    let c2_0_y = shared_points[0u][xc0_0][xc2_1 - 3u];
    let c2_1_y = shared_points[1u][xc0_0][xc2_1 - 3u];
    let c2_2_y = shared_points[2u][xc0_0][xc2_1 - 3u];
    let c2_3_y = shared_points[3u][xc0_0][xc2_1 - 3u];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c1_2 = vec2<f32>(c1_2_x, c1_2_y);
    let c1_3 = vec2<f32>(c1_3_x, c1_3_y);
    let c2_0 = vec2<f32>(c2_0_x, c2_0_y);
    let c2_1 = vec2<f32>(c2_1_x, c2_1_y);
    let c2_2 = vec2<f32>(c2_2_x, c2_2_y);
    let c2_3 = vec2<f32>(c2_3_x, c2_3_y);
    let wc0 = jc0 + 15u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 18u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 36u]);
    let wc1 = jc1 + 15u;
    let c1_1t = cmul(c1_1, twiddles[wc1]);
    let c1_2t = cmul(c1_2, twiddles[wc1 + 18u]);
    let c1_3t = cmul(c1_3, twiddles[wc1 + 36u]);
    let wc2 = jc2 + 15u;
    let c2_1t = cmul(c2_1, twiddles[wc2]);
    let c2_2t = cmul(c2_2, twiddles[wc2 + 18u]);
    let c2_3t = cmul(c2_3, twiddles[wc2 + 36u]);
    let yc0 = dft4(c0_0, c0_1t, c0_2t, c0_3t);
    let yc1 = dft4(c1_0, c1_1t, c1_2t, c1_3t);
    let yc2 = dft4(c2_0, c2_1t, c2_2t, c2_3t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 72u;
    dst[target_base + jc0] = yc0.y0;
    dst[target_base + jc0 + 18u] = yc0.y1;
    dst[target_base + jc0 + 36u] = yc0.y2;
    dst[target_base + jc0 + 54u] = yc0.y3;
    dst[target_base + jc1] = yc1.y0;
    dst[target_base + jc1 + 18u] = yc1.y1;
    dst[target_base + jc1 + 36u] = yc1.y2;
    dst[target_base + jc1 + 54u] = yc1.y3;
    dst[target_base + jc2] = yc2.y0;
    dst[target_base + jc2 + 18u] = yc2.y1;
    dst[target_base + jc2 + 36u] = yc2.y2;
    dst[target_base + jc2 + 54u] = yc2.y3;
}
