// fft64_8.8_p16_t8_split_digits0_convolve1_basis3_fencestages_tail
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64); X[k] times spectrum[k], parts swapped, and the transform again
// point j of transform q: x at q * 64 + j * 1, X at q * 64 + j * 1
// 8 transforms per workgroup, 4 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

var<workgroup> shared_points: array<array<array<f32, 8>, 8>, 8>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

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

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 4: radix 8
    let ja0 = t;
    let ja1 = t + 4u;
    let source = seq * 64u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 8u];
    let a0_2 = src[source + ja0 + 16u];
    let a0_3 = src[source + ja0 + 24u];
    let a0_4 = src[source + ja0 + 32u];
    let a0_5 = src[source + ja0 + 40u];
    let a0_6 = src[source + ja0 + 48u];
    let a0_7 = src[source + ja0 + 56u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 8u];
    let a1_2 = src[source + ja1 + 16u];
    let a1_3 = src[source + ja1 + 24u];
    let a1_4 = src[source + ja1 + 32u];
    let a1_5 = src[source + ja1 + 40u];
    let a1_6 = src[source + ja1 + 48u];
    let a1_7 = src[source + ja1 + 56u];
    if (first >= batch.end) { return; } // hardly ever
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let ya1 = dft8(a1_0, a1_1, a1_2, a1_3, a1_4, a1_5, a1_6, a1_7);
    let xa0_1 = ja0;
    let xa1_1 = ja1;

    // stage 2 of 4: radix 8, p = 8, twiddle w_64^(i (j mod 8))
    let jb0 = t;
    let xb0_0 = jb0;
    let jb1 = t + 4u;
    let xb1_0 = jb1;
    // exchange real parts
    workgroupBarrier();
    shared_points[q][xa0_1][0u] = ya0.y0.x;
    shared_points[q][xa0_1][1u] = ya0.y1.x;
    shared_points[q][xa0_1][2u] = ya0.y2.x;
    shared_points[q][xa0_1][3u] = ya0.y3.x;
    shared_points[q][xa0_1][4u] = ya0.y4.x;
    shared_points[q][xa0_1][5u] = ya0.y5.x;
    shared_points[q][xa0_1][6u] = ya0.y6.x;
    shared_points[q][xa0_1][7u] = ya0.y7.x;
    shared_points[q][xa1_1][0u] = ya1.y0.x;
    shared_points[q][xa1_1][1u] = ya1.y1.x;
    shared_points[q][xa1_1][2u] = ya1.y2.x;
    shared_points[q][xa1_1][3u] = ya1.y3.x;
    shared_points[q][xa1_1][4u] = ya1.y4.x;
    shared_points[q][xa1_1][5u] = ya1.y5.x;
    shared_points[q][xa1_1][6u] = ya1.y6.x;
    shared_points[q][xa1_1][7u] = ya1.y7.x;
    workgroupBarrier();
    let b0_0_x = shared_points[q][0u][xb0_0];
    let b0_1_x = shared_points[q][1u][xb0_0];
    let b0_2_x = shared_points[q][2u][xb0_0];
    let b0_3_x = shared_points[q][3u][xb0_0];
    let b0_4_x = shared_points[q][4u][xb0_0];
    let b0_5_x = shared_points[q][5u][xb0_0];
    let b0_6_x = shared_points[q][6u][xb0_0];
    let b0_7_x = shared_points[q][7u][xb0_0];
    let b1_0_x = shared_points[q][0u][xb1_0];
    let b1_1_x = shared_points[q][1u][xb1_0];
    let b1_2_x = shared_points[q][2u][xb1_0];
    let b1_3_x = shared_points[q][3u][xb1_0];
    let b1_4_x = shared_points[q][4u][xb1_0];
    let b1_5_x = shared_points[q][5u][xb1_0];
    let b1_6_x = shared_points[q][6u][xb1_0];
    let b1_7_x = shared_points[q][7u][xb1_0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][xa0_1][0u] = ya0.y0.y;
    shared_points[q][xa0_1][1u] = ya0.y1.y;
    shared_points[q][xa0_1][2u] = ya0.y2.y;
    shared_points[q][xa0_1][3u] = ya0.y3.y;
    shared_points[q][xa0_1][4u] = ya0.y4.y;
    shared_points[q][xa0_1][5u] = ya0.y5.y;
    shared_points[q][xa0_1][6u] = ya0.y6.y;
    shared_points[q][xa0_1][7u] = ya0.y7.y;
    shared_points[q][xa1_1][0u] = ya1.y0.y;
    shared_points[q][xa1_1][1u] = ya1.y1.y;
    shared_points[q][xa1_1][2u] = ya1.y2.y;
    shared_points[q][xa1_1][3u] = ya1.y3.y;
    shared_points[q][xa1_1][4u] = ya1.y4.y;
    shared_points[q][xa1_1][5u] = ya1.y5.y;
    shared_points[q][xa1_1][6u] = ya1.y6.y;
    shared_points[q][xa1_1][7u] = ya1.y7.y;
    workgroupBarrier();
    let b0_0_y = shared_points[q][0u][xb0_0];
    let b0_1_y = shared_points[q][1u][xb0_0];
    let b0_2_y = shared_points[q][2u][xb0_0];
    let b0_3_y = shared_points[q][3u][xb0_0];
    let b0_4_y = shared_points[q][4u][xb0_0];
    let b0_5_y = shared_points[q][5u][xb0_0];
    let b0_6_y = shared_points[q][6u][xb0_0];
    let b0_7_y = shared_points[q][7u][xb0_0];
    let b1_0_y = shared_points[q][0u][xb1_0];
    let b1_1_y = shared_points[q][1u][xb1_0];
    let b1_2_y = shared_points[q][2u][xb1_0];
    let b1_3_y = shared_points[q][3u][xb1_0];
    let b1_4_y = shared_points[q][4u][xb1_0];
    let b1_5_y = shared_points[q][5u][xb1_0];
    let b1_6_y = shared_points[q][6u][xb1_0];
    let b1_7_y = shared_points[q][7u][xb1_0];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let b1_4 = vec2<f32>(b1_4_x, b1_4_y);
    let b1_5 = vec2<f32>(b1_5_x, b1_5_y);
    let b1_6 = vec2<f32>(b1_6_x, b1_6_y);
    let b1_7 = vec2<f32>(b1_7_x, b1_7_y);
    if (first >= batch.end) { return; } // hardly ever
    let wb0 = jb0;
    let wb0_1 = twiddles[wb0];
    let b0_1t = cmul(b0_1, wb0_1);
    let wb0_2 = twiddles[wb0 + 8u];
    let b0_2t = cmul(b0_2, wb0_2);
    let wb0_3 = twiddles[wb0 + 16u];
    let b0_3t = cmul(b0_3, wb0_3);
    let b0_4t = cmul(cmul(b0_4, wb0_1), wb0_3);
    let b0_5t = cmul(cmul(b0_5, wb0_2), wb0_3);
    let wb0_6 = twiddles[wb0 + 40u];
    let b0_6t = cmul(b0_6, wb0_6);
    let b0_7t = cmul(cmul(b0_7, wb0_1), wb0_6);
    let wb1 = jb1;
    let wb1_1 = twiddles[wb1];
    let b1_1t = cmul(b1_1, wb1_1);
    let wb1_2 = twiddles[wb1 + 8u];
    let b1_2t = cmul(b1_2, wb1_2);
    let wb1_3 = twiddles[wb1 + 16u];
    let b1_3t = cmul(b1_3, wb1_3);
    let b1_4t = cmul(cmul(b1_4, wb1_1), wb1_3);
    let b1_5t = cmul(cmul(b1_5, wb1_2), wb1_3);
    let wb1_6 = twiddles[wb1 + 40u];
    let b1_6t = cmul(b1_6, wb1_6);
    let b1_7t = cmul(cmul(b1_7, wb1_1), wb1_6);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);
    let yb1 = dft8(b1_0, b1_1t, b1_2t, b1_3t, b1_4t, b1_5t, b1_6t, b1_7t);
    // multiply by the spectrum; .yx begins the inverse transform
    let product0_0 = cmul(yb0.y0, spectrum[jb0]).yx;
    let product0_1 = cmul(yb0.y1, spectrum[jb0 + 8u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[jb0 + 16u]).yx;
    let product0_3 = cmul(yb0.y3, spectrum[jb0 + 24u]).yx;
    let product0_4 = cmul(yb0.y4, spectrum[jb0 + 32u]).yx;
    let product0_5 = cmul(yb0.y5, spectrum[jb0 + 40u]).yx;
    let product0_6 = cmul(yb0.y6, spectrum[jb0 + 48u]).yx;
    let product0_7 = cmul(yb0.y7, spectrum[jb0 + 56u]).yx;
    let product1_0 = cmul(yb1.y0, spectrum[jb1]).yx;
    let product1_1 = cmul(yb1.y1, spectrum[jb1 + 8u]).yx;
    let product1_2 = cmul(yb1.y2, spectrum[jb1 + 16u]).yx;
    let product1_3 = cmul(yb1.y3, spectrum[jb1 + 24u]).yx;
    let product1_4 = cmul(yb1.y4, spectrum[jb1 + 32u]).yx;
    let product1_5 = cmul(yb1.y5, spectrum[jb1 + 40u]).yx;
    let product1_6 = cmul(yb1.y6, spectrum[jb1 + 48u]).yx;
    let product1_7 = cmul(yb1.y7, spectrum[jb1 + 56u]).yx;

    // stage 3 of 4: radix 8
    let jc0 = t;
    let xc0_0 = jc0;
    let jc1 = t + 4u;
    let xc1_0 = jc1;
    if (first >= batch.end) { return; } // hardly ever
    let yc0 = dft8(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7);
    let yc1 = dft8(product1_0, product1_1, product1_2, product1_3, product1_4, product1_5, product1_6, product1_7);

    // stage 4 of 4: radix 8, p = 8, twiddle w_64^(i (j mod 8))
    let jd0 = t;
    let xd0_1 = jd0;
    let jd1 = t + 4u;
    let xd1_1 = jd1;
    // exchange real parts
    shared_points[q][0u][xc0_0] = yc0.y0.x;
    shared_points[q][1u][xc0_0] = yc0.y1.x;
    shared_points[q][2u][xc0_0] = yc0.y2.x;
    shared_points[q][3u][xc0_0] = yc0.y3.x;
    shared_points[q][4u][xc0_0] = yc0.y4.x;
    shared_points[q][5u][xc0_0] = yc0.y5.x;
    shared_points[q][6u][xc0_0] = yc0.y6.x;
    shared_points[q][7u][xc0_0] = yc0.y7.x;
    shared_points[q][0u][xc1_0] = yc1.y0.x;
    shared_points[q][1u][xc1_0] = yc1.y1.x;
    shared_points[q][2u][xc1_0] = yc1.y2.x;
    shared_points[q][3u][xc1_0] = yc1.y3.x;
    shared_points[q][4u][xc1_0] = yc1.y4.x;
    shared_points[q][5u][xc1_0] = yc1.y5.x;
    shared_points[q][6u][xc1_0] = yc1.y6.x;
    shared_points[q][7u][xc1_0] = yc1.y7.x;
    workgroupBarrier();
    let d0_0_x = shared_points[q][xd0_1][0u];
    let d0_1_x = shared_points[q][xd0_1][1u];
    let d0_2_x = shared_points[q][xd0_1][2u];
    let d0_3_x = shared_points[q][xd0_1][3u];
    let d0_4_x = shared_points[q][xd0_1][4u];
    let d0_5_x = shared_points[q][xd0_1][5u];
    let d0_6_x = shared_points[q][xd0_1][6u];
    let d0_7_x = shared_points[q][xd0_1][7u];
    let d1_0_x = shared_points[q][xd1_1][0u];
    let d1_1_x = shared_points[q][xd1_1][1u];
    let d1_2_x = shared_points[q][xd1_1][2u];
    let d1_3_x = shared_points[q][xd1_1][3u];
    let d1_4_x = shared_points[q][xd1_1][4u];
    let d1_5_x = shared_points[q][xd1_1][5u];
    let d1_6_x = shared_points[q][xd1_1][6u];
    let d1_7_x = shared_points[q][xd1_1][7u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][0u][xc0_0] = yc0.y0.y;
    shared_points[q][1u][xc0_0] = yc0.y1.y;
    shared_points[q][2u][xc0_0] = yc0.y2.y;
    shared_points[q][3u][xc0_0] = yc0.y3.y;
    shared_points[q][4u][xc0_0] = yc0.y4.y;
    shared_points[q][5u][xc0_0] = yc0.y5.y;
    shared_points[q][6u][xc0_0] = yc0.y6.y;
    shared_points[q][7u][xc0_0] = yc0.y7.y;
    shared_points[q][0u][xc1_0] = yc1.y0.y;
    shared_points[q][1u][xc1_0] = yc1.y1.y;
    shared_points[q][2u][xc1_0] = yc1.y2.y;
    shared_points[q][3u][xc1_0] = yc1.y3.y;
    shared_points[q][4u][xc1_0] = yc1.y4.y;
    shared_points[q][5u][xc1_0] = yc1.y5.y;
    shared_points[q][6u][xc1_0] = yc1.y6.y;
    shared_points[q][7u][xc1_0] = yc1.y7.y;
    workgroupBarrier();
    let d0_0_y = shared_points[q][xd0_1][0u];
    let d0_1_y = shared_points[q][xd0_1][1u];
    let d0_2_y = shared_points[q][xd0_1][2u];
    let d0_3_y = shared_points[q][xd0_1][3u];
    let d0_4_y = shared_points[q][xd0_1][4u];
    let d0_5_y = shared_points[q][xd0_1][5u];
    let d0_6_y = shared_points[q][xd0_1][6u];
    let d0_7_y = shared_points[q][xd0_1][7u];
    let d1_0_y = shared_points[q][xd1_1][0u];
    let d1_1_y = shared_points[q][xd1_1][1u];
    let d1_2_y = shared_points[q][xd1_1][2u];
    let d1_3_y = shared_points[q][xd1_1][3u];
    let d1_4_y = shared_points[q][xd1_1][4u];
    let d1_5_y = shared_points[q][xd1_1][5u];
    let d1_6_y = shared_points[q][xd1_1][6u];
    let d1_7_y = shared_points[q][xd1_1][7u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_4 = vec2<f32>(d0_4_x, d0_4_y);
    let d0_5 = vec2<f32>(d0_5_x, d0_5_y);
    let d0_6 = vec2<f32>(d0_6_x, d0_6_y);
    let d0_7 = vec2<f32>(d0_7_x, d0_7_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let d1_2 = vec2<f32>(d1_2_x, d1_2_y);
    let d1_3 = vec2<f32>(d1_3_x, d1_3_y);
    let d1_4 = vec2<f32>(d1_4_x, d1_4_y);
    let d1_5 = vec2<f32>(d1_5_x, d1_5_y);
    let d1_6 = vec2<f32>(d1_6_x, d1_6_y);
    let d1_7 = vec2<f32>(d1_7_x, d1_7_y);
    if (first >= batch.end) { return; } // hardly ever
    let wd0 = jd0;
    let wd0_1 = twiddles[wd0];
    let d0_1t = cmul(d0_1, wd0_1);
    let wd0_2 = twiddles[wd0 + 8u];
    let d0_2t = cmul(d0_2, wd0_2);
    let wd0_3 = twiddles[wd0 + 16u];
    let d0_3t = cmul(d0_3, wd0_3);
    let d0_4t = cmul(cmul(d0_4, wd0_1), wd0_3);
    let d0_5t = cmul(cmul(d0_5, wd0_2), wd0_3);
    let wd0_6 = twiddles[wd0 + 40u];
    let d0_6t = cmul(d0_6, wd0_6);
    let d0_7t = cmul(cmul(d0_7, wd0_1), wd0_6);
    let wd1 = jd1;
    let wd1_1 = twiddles[wd1];
    let d1_1t = cmul(d1_1, wd1_1);
    let wd1_2 = twiddles[wd1 + 8u];
    let d1_2t = cmul(d1_2, wd1_2);
    let wd1_3 = twiddles[wd1 + 16u];
    let d1_3t = cmul(d1_3, wd1_3);
    let d1_4t = cmul(cmul(d1_4, wd1_1), wd1_3);
    let d1_5t = cmul(cmul(d1_5, wd1_2), wd1_3);
    let wd1_6 = twiddles[wd1 + 40u];
    let d1_6t = cmul(d1_6, wd1_6);
    let d1_7t = cmul(cmul(d1_7, wd1_1), wd1_6);
    let yd0 = dft8(d0_0, d0_1t, d0_2t, d0_3t, d0_4t, d0_5t, d0_6t, d0_7t);
    let yd1 = dft8(d1_0, d1_1t, d1_2t, d1_3t, d1_4t, d1_5t, d1_6t, d1_7t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 64u;
        dst[target_base + jd0] = yd0.y0;
        dst[target_base + jd0 + 8u] = yd0.y1;
        dst[target_base + jd0 + 16u] = yd0.y2;
        dst[target_base + jd0 + 24u] = yd0.y3;
        dst[target_base + jd0 + 32u] = yd0.y4;
        dst[target_base + jd0 + 40u] = yd0.y5;
        dst[target_base + jd0 + 48u] = yd0.y6;
        dst[target_base + jd0 + 56u] = yd0.y7;
        dst[target_base + jd1] = yd1.y0;
        dst[target_base + jd1 + 8u] = yd1.y1;
        dst[target_base + jd1 + 16u] = yd1.y2;
        dst[target_base + jd1 + 24u] = yd1.y3;
        dst[target_base + jd1 + 32u] = yd1.y4;
        dst[target_base + jd1 + 40u] = yd1.y5;
        dst[target_base + jd1 + 48u] = yd1.y6;
        dst[target_base + jd1 + 56u] = yd1.y7;
    }
}
