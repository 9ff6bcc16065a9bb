// fft60_3.4.5_p12_t1_split_digits1down.pad1x0_convolve1_outswap
// X[k] = sum over j of x[j] w_60^(jk), w_60 = exp(-2 pi i / 60); X[k] times spectrum[k], parts swapped, and the transform again; parts swapped on store
// point j of transform q: x at q * 60 + j * 1, X at q * 60 + j * 1
// 1 transforms per workgroup, 5 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> spectrum: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<f32, 5>, 5>, 3>;

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

@compute @workgroup_size(5)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 6: radix 3
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

    // stage 2 of 6: radix 4, p = 3, twiddle w_12^(i (j mod 3))
    let jb0 = t;
    let xb0_0 = jb0 % 3u;
    let xb0_2 = jb0 / 3u;
    let jb1 = t + 5u;
    let xb1_0 = jb1 % 3u;
    let xb1_2 = jb1 / 3u;
    let jb2 = t + 10u;
    let xb2_0 = jb2 % 3u;
    let xb2_2 = jb2 / 3u;
    // exchange real parts
    workgroupBarrier();
    shared_points[0u][xa0_2][xa0_1] = ya0.y0.x;
    shared_points[1u][xa0_2][xa0_1] = ya0.y1.x;
    shared_points[2u][xa0_2][xa0_1] = ya0.y2.x;
    shared_points[0u][xa0_2][xa1_1] = ya1.y0.x;
    shared_points[1u][xa0_2][xa1_1] = ya1.y1.x;
    shared_points[2u][xa0_2][xa1_1] = ya1.y2.x;
    shared_points[0u][xa0_2][xa2_1] = ya2.y0.x;
    shared_points[1u][xa0_2][xa2_1] = ya2.y1.x;
    shared_points[2u][xa0_2][xa2_1] = ya2.y2.x;
    shared_points[0u][xa0_2][xa3_1] = ya3.y0.x;
    shared_points[1u][xa0_2][xa3_1] = ya3.y1.x;
    shared_points[2u][xa0_2][xa3_1] = ya3.y2.x;
    workgroupBarrier();
    let b0_0_x = shared_points[xb0_0][xb0_2][0u];
    let b0_1_x = shared_points[xb0_0][xb0_2][1u];
    let b0_2_x = shared_points[xb0_0][xb0_2][2u];
    let b0_3_x = shared_points[xb0_0][xb0_2][3u];
    let b1_0_x = shared_points[xb1_0][xb1_2][0u];
    let b1_1_x = shared_points[xb1_0][xb1_2][1u];
    let b1_2_x = shared_points[xb1_0][xb1_2][2u];
    let b1_3_x = shared_points[xb1_0][xb1_2][3u];
    let b2_0_x = shared_points[xb2_0][xb2_2][0u];
    let b2_1_x = shared_points[xb2_0][xb2_2][1u];
    let b2_2_x = shared_points[xb2_0][xb2_2][2u];
    let b2_3_x = shared_points[xb2_0][xb2_2][3u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[0u][xa0_2][xa0_1] = ya0.y0.y;
    shared_points[1u][xa0_2][xa0_1] = ya0.y1.y;
    shared_points[2u][xa0_2][xa0_1] = ya0.y2.y;
    shared_points[0u][xa0_2][xa1_1] = ya1.y0.y;
    shared_points[1u][xa0_2][xa1_1] = ya1.y1.y;
    shared_points[2u][xa0_2][xa1_1] = ya1.y2.y;
    shared_points[0u][xa0_2][xa2_1] = ya2.y0.y;
    shared_points[1u][xa0_2][xa2_1] = ya2.y1.y;
    shared_points[2u][xa0_2][xa2_1] = ya2.y2.y;
    shared_points[0u][xa0_2][xa3_1] = ya3.y0.y;
    shared_points[1u][xa0_2][xa3_1] = ya3.y1.y;
    shared_points[2u][xa0_2][xa3_1] = ya3.y2.y;
    workgroupBarrier();
    let b0_0_y = shared_points[xb0_0][xb0_2][0u];
    let b0_1_y = shared_points[xb0_0][xb0_2][1u];
    let b0_2_y = shared_points[xb0_0][xb0_2][2u];
    let b0_3_y = shared_points[xb0_0][xb0_2][3u];
    let b1_0_y = shared_points[xb1_0][xb1_2][0u];
    let b1_1_y = shared_points[xb1_0][xb1_2][1u];
    let b1_2_y = shared_points[xb1_0][xb1_2][2u];
    let b1_3_y = shared_points[xb1_0][xb1_2][3u];
    let b2_0_y = shared_points[xb2_0][xb2_2][0u];
    let b2_1_y = shared_points[xb2_0][xb2_2][1u];
    let b2_2_y = shared_points[xb2_0][xb2_2][2u];
    let b2_3_y = shared_points[xb2_0][xb2_2][3u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let b2_0 = vec2<f32>(b2_0_x, b2_0_y);
    let b2_1 = vec2<f32>(b2_1_x, b2_1_y);
    let b2_2 = vec2<f32>(b2_2_x, b2_2_y);
    let b2_3 = vec2<f32>(b2_3_x, b2_3_y);
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

    // stage 3 of 6: radix 5, p = 12, twiddle w_60^(i (j mod 12))
    let jc0 = t;
    let xc0_0 = jc0 % 3u;
    let xc0_1 = jc0 / 3u;
    let jc1 = t + 5u;
    let xc1_0 = jc1 % 3u;
    let xc1_1 = jc1 / 3u;
    let jc2 = min(t + 10u, 11u); // threads without a butterfly repeat the last
    let xc2_0 = xc0_0 + 1u;
    let xc2_1 = xc0_1 + 3u;
    // exchange real parts
    shared_points[xb0_0][xb0_2][0u] = yb0.y0.x;
    shared_points[xb0_0][xb0_2][1u] = yb0.y1.x;
    shared_points[xb0_0][xb0_2][2u] = yb0.y2.x;
    shared_points[xb0_0][xb0_2][3u] = yb0.y3.x;
    shared_points[xb1_0][xb1_2][0u] = yb1.y0.x;
    shared_points[xb1_0][xb1_2][1u] = yb1.y1.x;
    shared_points[xb1_0][xb1_2][2u] = yb1.y2.x;
    shared_points[xb1_0][xb1_2][3u] = yb1.y3.x;
    shared_points[xb2_0][xb2_2][0u] = yb2.y0.x;
    shared_points[xb2_0][xb2_2][1u] = yb2.y1.x;
    shared_points[xb2_0][xb2_2][2u] = yb2.y2.x;
    shared_points[xb2_0][xb2_2][3u] = yb2.y3.x;
    workgroupBarrier();
    let c0_0_x = shared_points[xc0_0][0u][xc0_1];
    let c0_1_x = shared_points[xc0_0][1u][xc0_1];
    let c0_2_x = shared_points[xc0_0][2u][xc0_1];
    let c0_3_x = shared_points[xc0_0][3u][xc0_1];
    let c0_4_x = shared_points[xc0_0][4u][xc0_1];
    let c1_0_x = shared_points[xc1_0][0u][xc1_1];
    let c1_1_x = shared_points[xc1_0][1u][xc1_1];
    let c1_2_x = shared_points[xc1_0][2u][xc1_1];
    let c1_3_x = shared_points[xc1_0][3u][xc1_1];
    let c1_4_x = shared_points[xc1_0][4u][xc1_1];
    var c2_0_x: f32;
    var c2_1_x: f32;
    var c2_2_x: f32;
    var c2_3_x: f32;
    var c2_4_x: f32;
    if (t + 10u < 12u) {
        c2_0_x = shared_points[xc2_0][0u][xc2_1];
        c2_1_x = shared_points[xc2_0][1u][xc2_1];
        c2_2_x = shared_points[xc2_0][2u][xc2_1];
        c2_3_x = shared_points[xc2_0][3u][xc2_1];
        c2_4_x = shared_points[xc2_0][4u][xc2_1];
    }
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[xb0_0][xb0_2][0u] = yb0.y0.y;
    shared_points[xb0_0][xb0_2][1u] = yb0.y1.y;
    shared_points[xb0_0][xb0_2][2u] = yb0.y2.y;
    shared_points[xb0_0][xb0_2][3u] = yb0.y3.y;
    shared_points[xb1_0][xb1_2][0u] = yb1.y0.y;
    shared_points[xb1_0][xb1_2][1u] = yb1.y1.y;
    shared_points[xb1_0][xb1_2][2u] = yb1.y2.y;
    shared_points[xb1_0][xb1_2][3u] = yb1.y3.y;
    shared_points[xb2_0][xb2_2][0u] = yb2.y0.y;
    shared_points[xb2_0][xb2_2][1u] = yb2.y1.y;
    shared_points[xb2_0][xb2_2][2u] = yb2.y2.y;
    shared_points[xb2_0][xb2_2][3u] = yb2.y3.y;
    workgroupBarrier();
    let c0_0_y = shared_points[xc0_0][0u][xc0_1];
    let c0_1_y = shared_points[xc0_0][1u][xc0_1];
    let c0_2_y = shared_points[xc0_0][2u][xc0_1];
    let c0_3_y = shared_points[xc0_0][3u][xc0_1];
    let c0_4_y = shared_points[xc0_0][4u][xc0_1];
    let c1_0_y = shared_points[xc1_0][0u][xc1_1];
    let c1_1_y = shared_points[xc1_0][1u][xc1_1];
    let c1_2_y = shared_points[xc1_0][2u][xc1_1];
    let c1_3_y = shared_points[xc1_0][3u][xc1_1];
    let c1_4_y = shared_points[xc1_0][4u][xc1_1];
    var c2_0_y: f32;
    var c2_1_y: f32;
    var c2_2_y: f32;
    var c2_3_y: f32;
    var c2_4_y: f32;
    if (t + 10u < 12u) {
        c2_0_y = shared_points[xc2_0][0u][xc2_1];
        c2_1_y = shared_points[xc2_0][1u][xc2_1];
        c2_2_y = shared_points[xc2_0][2u][xc2_1];
        c2_3_y = shared_points[xc2_0][3u][xc2_1];
        c2_4_y = shared_points[xc2_0][4u][xc2_1];
    }
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c0_4 = vec2<f32>(c0_4_x, c0_4_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c1_2 = vec2<f32>(c1_2_x, c1_2_y);
    let c1_3 = vec2<f32>(c1_3_x, c1_3_y);
    let c1_4 = vec2<f32>(c1_4_x, c1_4_y);
    let c2_0 = vec2<f32>(c2_0_x, c2_0_y);
    let c2_1 = vec2<f32>(c2_1_x, c2_1_y);
    let c2_2 = vec2<f32>(c2_2_x, c2_2_y);
    let c2_3 = vec2<f32>(c2_3_x, c2_3_y);
    let c2_4 = vec2<f32>(c2_4_x, c2_4_y);
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
    // multiply by the spectrum; .yx begins the inverse transform
    let product0_0 = cmul(yc0.y0, spectrum[jc0]).yx;
    let product0_1 = cmul(yc0.y1, spectrum[jc0 + 12u]).yx;
    let product0_2 = cmul(yc0.y2, spectrum[jc0 + 24u]).yx;
    let product0_3 = cmul(yc0.y3, spectrum[jc0 + 36u]).yx;
    let product0_4 = cmul(yc0.y4, spectrum[jc0 + 48u]).yx;
    let product1_0 = cmul(yc1.y0, spectrum[jc1]).yx;
    let product1_1 = cmul(yc1.y1, spectrum[jc1 + 12u]).yx;
    let product1_2 = cmul(yc1.y2, spectrum[jc1 + 24u]).yx;
    let product1_3 = cmul(yc1.y3, spectrum[jc1 + 36u]).yx;
    let product1_4 = cmul(yc1.y4, spectrum[jc1 + 48u]).yx;
    let product2_0 = cmul(yc2.y0, spectrum[jc2]).yx;
    let product2_1 = cmul(yc2.y1, spectrum[jc2 + 12u]).yx;
    let product2_2 = cmul(yc2.y2, spectrum[jc2 + 24u]).yx;
    let product2_3 = cmul(yc2.y3, spectrum[jc2 + 36u]).yx;
    let product2_4 = cmul(yc2.y4, spectrum[jc2 + 48u]).yx;

    // stage 4 of 6: radix 5
    let jd0 = t;
    let xd0_0 = jd0 % 3u;
    let xd0_1 = jd0 / 3u;
    let jd1 = t + 5u;
    let xd1_0 = jd1 % 3u;
    let xd1_1 = jd1 / 3u;
    let jd2 = min(t + 10u, 11u); // threads without a butterfly repeat the last
    let xd2_0 = xd0_0 + 1u;
    let xd2_1 = xd0_1 + 3u;
    let yd0 = dft5(product0_0, product0_1, product0_2, product0_3, product0_4);
    let yd1 = dft5(product1_0, product1_1, product1_2, product1_3, product1_4);
    let yd2 = dft5(product2_0, product2_1, product2_2, product2_3, product2_4);

    // stage 5 of 6: radix 4, p = 5, twiddle w_20^(i (j mod 5))
    let je0 = t;
    let xe0_2 = je0 % 5u;
    let xe0_0 = je0 / 5u;
    let je1 = t + 5u;
    let xe1_0 = xe0_0 + 1u;
    let je2 = t + 10u;
    let xe2_0 = xe0_0 + 2u;
    // exchange real parts
    shared_points[xd0_0][0u][xd0_1] = yd0.y0.x;
    shared_points[xd0_0][1u][xd0_1] = yd0.y1.x;
    shared_points[xd0_0][2u][xd0_1] = yd0.y2.x;
    shared_points[xd0_0][3u][xd0_1] = yd0.y3.x;
    shared_points[xd0_0][4u][xd0_1] = yd0.y4.x;
    shared_points[xd1_0][0u][xd1_1] = yd1.y0.x;
    shared_points[xd1_0][1u][xd1_1] = yd1.y1.x;
    shared_points[xd1_0][2u][xd1_1] = yd1.y2.x;
    shared_points[xd1_0][3u][xd1_1] = yd1.y3.x;
    shared_points[xd1_0][4u][xd1_1] = yd1.y4.x;
    if (t + 10u < 12u) {
        shared_points[xd2_0][0u][xd2_1] = yd2.y0.x;
        shared_points[xd2_0][1u][xd2_1] = yd2.y1.x;
        shared_points[xd2_0][2u][xd2_1] = yd2.y2.x;
        shared_points[xd2_0][3u][xd2_1] = yd2.y3.x;
        shared_points[xd2_0][4u][xd2_1] = yd2.y4.x;
    }
    workgroupBarrier();
    let e0_0_x = shared_points[xe0_0][xe0_2][0u];
    let e0_1_x = shared_points[xe0_0][xe0_2][1u];
    let e0_2_x = shared_points[xe0_0][xe0_2][2u];
    let e0_3_x = shared_points[xe0_0][xe0_2][3u];
    let e1_0_x = shared_points[xe1_0][xe0_2][0u];
    let e1_1_x = shared_points[xe1_0][xe0_2][1u];
    let e1_2_x = shared_points[xe1_0][xe0_2][2u];
    let e1_3_x = shared_points[xe1_0][xe0_2][3u];
    let e2_0_x = shared_points[xe2_0][xe0_2][0u];
    let e2_1_x = shared_points[xe2_0][xe0_2][1u];
    let e2_2_x = shared_points[xe2_0][xe0_2][2u];
    let e2_3_x = shared_points[xe2_0][xe0_2][3u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[xd0_0][0u][xd0_1] = yd0.y0.y;
    shared_points[xd0_0][1u][xd0_1] = yd0.y1.y;
    shared_points[xd0_0][2u][xd0_1] = yd0.y2.y;
    shared_points[xd0_0][3u][xd0_1] = yd0.y3.y;
    shared_points[xd0_0][4u][xd0_1] = yd0.y4.y;
    shared_points[xd1_0][0u][xd1_1] = yd1.y0.y;
    shared_points[xd1_0][1u][xd1_1] = yd1.y1.y;
    shared_points[xd1_0][2u][xd1_1] = yd1.y2.y;
    shared_points[xd1_0][3u][xd1_1] = yd1.y3.y;
    shared_points[xd1_0][4u][xd1_1] = yd1.y4.y;
    if (t + 10u < 12u) {
        shared_points[xd2_0][0u][xd2_1] = yd2.y0.y;
        shared_points[xd2_0][1u][xd2_1] = yd2.y1.y;
        shared_points[xd2_0][2u][xd2_1] = yd2.y2.y;
        shared_points[xd2_0][3u][xd2_1] = yd2.y3.y;
        shared_points[xd2_0][4u][xd2_1] = yd2.y4.y;
    }
    workgroupBarrier();
    let e0_0_y = shared_points[xe0_0][xe0_2][0u];
    let e0_1_y = shared_points[xe0_0][xe0_2][1u];
    let e0_2_y = shared_points[xe0_0][xe0_2][2u];
    let e0_3_y = shared_points[xe0_0][xe0_2][3u];
    let e1_0_y = shared_points[xe1_0][xe0_2][0u];
    let e1_1_y = shared_points[xe1_0][xe0_2][1u];
    let e1_2_y = shared_points[xe1_0][xe0_2][2u];
    let e1_3_y = shared_points[xe1_0][xe0_2][3u];
    let e2_0_y = shared_points[xe2_0][xe0_2][0u];
    let e2_1_y = shared_points[xe2_0][xe0_2][1u];
    let e2_2_y = shared_points[xe2_0][xe0_2][2u];
    let e2_3_y = shared_points[xe2_0][xe0_2][3u];
    let e0_0 = vec2<f32>(e0_0_x, e0_0_y);
    let e0_1 = vec2<f32>(e0_1_x, e0_1_y);
    let e0_2 = vec2<f32>(e0_2_x, e0_2_y);
    let e0_3 = vec2<f32>(e0_3_x, e0_3_y);
    let e1_0 = vec2<f32>(e1_0_x, e1_0_y);
    let e1_1 = vec2<f32>(e1_1_x, e1_1_y);
    let e1_2 = vec2<f32>(e1_2_x, e1_2_y);
    let e1_3 = vec2<f32>(e1_3_x, e1_3_y);
    let e2_0 = vec2<f32>(e2_0_x, e2_0_y);
    let e2_1 = vec2<f32>(e2_1_x, e2_1_y);
    let e2_2 = vec2<f32>(e2_2_x, e2_2_y);
    let e2_3 = vec2<f32>(e2_3_x, e2_3_y);
    let we0 = je0 % 5u + 57u;
    let e0_1t = cmul(e0_1, twiddles[we0]);
    let e0_2t = cmul(e0_2, twiddles[we0 + 5u]);
    let e0_3t = cmul(e0_3, twiddles[we0 + 10u]);
    let we1 = je1 % 5u + 57u;
    let e1_1t = cmul(e1_1, twiddles[we1]);
    let e1_2t = cmul(e1_2, twiddles[we1 + 5u]);
    let e1_3t = cmul(e1_3, twiddles[we1 + 10u]);
    let we2 = je2 % 5u + 57u;
    let e2_1t = cmul(e2_1, twiddles[we2]);
    let e2_2t = cmul(e2_2, twiddles[we2 + 5u]);
    let e2_3t = cmul(e2_3, twiddles[we2 + 10u]);
    let ye0 = dft4(e0_0, e0_1t, e0_2t, e0_3t);
    let ye1 = dft4(e1_0, e1_1t, e1_2t, e1_3t);
    let ye2 = dft4(e2_0, e2_1t, e2_2t, e2_3t);

    // stage 6 of 6: radix 3, p = 20, twiddle w_60^(i (j mod 20))
    let jf0 = t;
    let xf0_2 = jf0 % 5u;
    let xf0_1 = jf0 / 5u;
    let jf1 = t + 5u;
    let xf1_1 = xf0_1 + 1u;
    let jf2 = t + 10u;
    let xf2_1 = xf0_1 + 2u;
    let jf3 = t + 15u;
    let xf3_1 = xf0_1 + 3u;
    // exchange real parts
    shared_points[xe0_0][xe0_2][0u] = ye0.y0.x;
    shared_points[xe0_0][xe0_2][1u] = ye0.y1.x;
    shared_points[xe0_0][xe0_2][2u] = ye0.y2.x;
    shared_points[xe0_0][xe0_2][3u] = ye0.y3.x;
    shared_points[xe1_0][xe0_2][0u] = ye1.y0.x;
    shared_points[xe1_0][xe0_2][1u] = ye1.y1.x;
    shared_points[xe1_0][xe0_2][2u] = ye1.y2.x;
    shared_points[xe1_0][xe0_2][3u] = ye1.y3.x;
    shared_points[xe2_0][xe0_2][0u] = ye2.y0.x;
    shared_points[xe2_0][xe0_2][1u] = ye2.y1.x;
    shared_points[xe2_0][xe0_2][2u] = ye2.y2.x;
    shared_points[xe2_0][xe0_2][3u] = ye2.y3.x;
    workgroupBarrier();
    let f0_0_x = shared_points[0u][xf0_2][xf0_1];
    let f0_1_x = shared_points[1u][xf0_2][xf0_1];
    let f0_2_x = shared_points[2u][xf0_2][xf0_1];
    let f1_0_x = shared_points[0u][xf0_2][xf1_1];
    let f1_1_x = shared_points[1u][xf0_2][xf1_1];
    let f1_2_x = shared_points[2u][xf0_2][xf1_1];
    let f2_0_x = shared_points[0u][xf0_2][xf2_1];
    let f2_1_x = shared_points[1u][xf0_2][xf2_1];
    let f2_2_x = shared_points[2u][xf0_2][xf2_1];
    let f3_0_x = shared_points[0u][xf0_2][xf3_1];
    let f3_1_x = shared_points[1u][xf0_2][xf3_1];
    let f3_2_x = shared_points[2u][xf0_2][xf3_1];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[xe0_0][xe0_2][0u] = ye0.y0.y;
    shared_points[xe0_0][xe0_2][1u] = ye0.y1.y;
    shared_points[xe0_0][xe0_2][2u] = ye0.y2.y;
    shared_points[xe0_0][xe0_2][3u] = ye0.y3.y;
    shared_points[xe1_0][xe0_2][0u] = ye1.y0.y;
    shared_points[xe1_0][xe0_2][1u] = ye1.y1.y;
    shared_points[xe1_0][xe0_2][2u] = ye1.y2.y;
    shared_points[xe1_0][xe0_2][3u] = ye1.y3.y;
    shared_points[xe2_0][xe0_2][0u] = ye2.y0.y;
    shared_points[xe2_0][xe0_2][1u] = ye2.y1.y;
    shared_points[xe2_0][xe0_2][2u] = ye2.y2.y;
    shared_points[xe2_0][xe0_2][3u] = ye2.y3.y;
    workgroupBarrier();
    let f0_0_y = shared_points[0u][xf0_2][xf0_1];
    let f0_1_y = shared_points[1u][xf0_2][xf0_1];
    let f0_2_y = shared_points[2u][xf0_2][xf0_1];
    let f1_0_y = shared_points[0u][xf0_2][xf1_1];
    let f1_1_y = shared_points[1u][xf0_2][xf1_1];
    let f1_2_y = shared_points[2u][xf0_2][xf1_1];
    let f2_0_y = shared_points[0u][xf0_2][xf2_1];
    let f2_1_y = shared_points[1u][xf0_2][xf2_1];
    let f2_2_y = shared_points[2u][xf0_2][xf2_1];
    let f3_0_y = shared_points[0u][xf0_2][xf3_1];
    let f3_1_y = shared_points[1u][xf0_2][xf3_1];
    let f3_2_y = shared_points[2u][xf0_2][xf3_1];
    let f0_0 = vec2<f32>(f0_0_x, f0_0_y);
    let f0_1 = vec2<f32>(f0_1_x, f0_1_y);
    let f0_2 = vec2<f32>(f0_2_x, f0_2_y);
    let f1_0 = vec2<f32>(f1_0_x, f1_0_y);
    let f1_1 = vec2<f32>(f1_1_x, f1_1_y);
    let f1_2 = vec2<f32>(f1_2_x, f1_2_y);
    let f2_0 = vec2<f32>(f2_0_x, f2_0_y);
    let f2_1 = vec2<f32>(f2_1_x, f2_1_y);
    let f2_2 = vec2<f32>(f2_2_x, f2_2_y);
    let f3_0 = vec2<f32>(f3_0_x, f3_0_y);
    let f3_1 = vec2<f32>(f3_1_x, f3_1_y);
    let f3_2 = vec2<f32>(f3_2_x, f3_2_y);
    let wf0 = jf0 + 72u;
    let f0_1t = cmul(f0_1, twiddles[wf0]);
    let f0_2t = cmul(f0_2, twiddles[wf0 + 20u]);
    let wf1 = jf1 + 72u;
    let f1_1t = cmul(f1_1, twiddles[wf1]);
    let f1_2t = cmul(f1_2, twiddles[wf1 + 20u]);
    let wf2 = jf2 + 72u;
    let f2_1t = cmul(f2_1, twiddles[wf2]);
    let f2_2t = cmul(f2_2, twiddles[wf2 + 20u]);
    let wf3 = jf3 + 72u;
    let f3_1t = cmul(f3_1, twiddles[wf3]);
    let f3_2t = cmul(f3_2, twiddles[wf3 + 20u]);
    let yf0 = dft3(f0_0, f0_1t, f0_2t);
    let yf1 = dft3(f1_0, f1_1t, f1_2t);
    let yf2 = dft3(f2_0, f2_1t, f2_2t);
    let yf3 = dft3(f3_0, f3_1t, f3_2t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 60u;
    dst[target_base + jf0] = yf0.y0.yx;
    dst[target_base + jf0 + 20u] = yf0.y1.yx;
    dst[target_base + jf0 + 40u] = yf0.y2.yx;
    dst[target_base + jf1] = yf1.y0.yx;
    dst[target_base + jf1 + 20u] = yf1.y1.yx;
    dst[target_base + jf1 + 40u] = yf1.y2.yx;
    dst[target_base + jf2] = yf2.y0.yx;
    dst[target_base + jf2 + 20u] = yf2.y1.yx;
    dst[target_base + jf2 + 40u] = yf2.y2.yx;
    dst[target_base + jf3] = yf3.y0.yx;
    dst[target_base + jf3 + 20u] = yf3.y1.yx;
    dst[target_base + jf3 + 40u] = yf3.y2.yx;
}
