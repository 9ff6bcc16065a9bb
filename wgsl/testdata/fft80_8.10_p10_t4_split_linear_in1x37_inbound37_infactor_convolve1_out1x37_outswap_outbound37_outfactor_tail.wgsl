// fft80_8.10_p10_t4_split_linear_in1x37_inbound37_infactor_convolve1_out1x37_outswap_outbound37_outfactor_tail
// X[k] = sum over j of x[j] w_80^(jk), w_80 = exp(-2 pi i / 80); x[n] times in_factors[n]; X[k] times spectrum[k], parts swapped, and the transform again; X[n] times out_factors[n]; parts swapped on store
// point j of transform q: x at q * 37 + j * 1, X at q * 37 + j * 1
// elements from number 37 on are zero on load
// elements from number 37 on are not stored
// 4 transforms per workgroup, 8 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> in_factors: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read> out_factors: array<vec2<f32>>;
@group(0) @binding(6) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 320>;

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

struct Points10 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32> }

// y[k] = sum over j of x[j] w_10^(jk), as 2 by 5 (Good and Thomas)
fn dft10(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>) -> Points10 {
    let u0 = dft2(x0, x5);
    let u1 = dft2(x2, x7);
    let u2 = dft2(x4, x9);
    let u3 = dft2(x6, x1);
    let u4 = dft2(x8, x3);
    let v0 = dft5(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0);
    let v1 = dft5(u0.y1, u1.y1, u2.y1, u3.y1, u4.y1);
    return Points10(v0.y0, v1.y1, v0.y2, v1.y3, v0.y4, v1.y0, v0.y1, v1.y2, v0.y3, v1.y4);
}

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 8u; // thread of the transform
    let q = local.x / 8u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 4: radix 8
    let ja0 = t;
    let ja1 = min(t + 8u, 9u); // threads without a butterfly repeat the last
    let source = seq * 37u;
    let n0_0 = ja0;
    let a0_0 = cmul(src[source + n0_0], in_factors[n0_0]);
    let n0_1 = ja0 + 10u;
    let a0_1 = cmul(src[source + n0_1], in_factors[n0_1]);
    let n0_2 = ja0 + 20u;
    let a0_2 = cmul(src[source + n0_2], in_factors[n0_2]);
    let n0_3 = ja0 + 30u;
    var a0_3: vec2<f32>; // zero from element 37
    if (n0_3 < 37u) {
        a0_3 = cmul(src[source + n0_3], in_factors[n0_3]);
    }
    let a0_4 = vec2<f32>(0.0, 0.0);
    let a0_5 = vec2<f32>(0.0, 0.0);
    let a0_6 = vec2<f32>(0.0, 0.0);
    let a0_7 = vec2<f32>(0.0, 0.0);
    let n1_0 = ja1;
    let a1_0 = cmul(src[source + n1_0], in_factors[n1_0]);
    let n1_1 = ja1 + 10u;
    let a1_1 = cmul(src[source + n1_1], in_factors[n1_1]);
    let n1_2 = ja1 + 20u;
    let a1_2 = cmul(src[source + n1_2], in_factors[n1_2]);
    let a1_3 = vec2<f32>(0.0, 0.0);
    let a1_4 = vec2<f32>(0.0, 0.0);
    let a1_5 = vec2<f32>(0.0, 0.0);
    let a1_6 = vec2<f32>(0.0, 0.0);
    let a1_7 = vec2<f32>(0.0, 0.0);
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let ya1 = dft8(a1_0, a1_1, a1_2, a1_3, a1_4, a1_5, a1_6, a1_7);
    let outa0 = q * 80u + ja0 * 8u;
    let outa1 = q * 80u + ja1 * 8u;

    // stage 2 of 4: radix 10, p = 8, twiddle w_80^(i (j mod 8))
    let jb0 = t;
    let inb0 = q * 80u + jb0;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    shared_points[outa0 + 5u] = ya0.y5.x;
    shared_points[outa0 + 6u] = ya0.y6.x;
    shared_points[outa0 + 7u] = ya0.y7.x;
    if (t + 8u < 10u) {
        shared_points[outa1] = ya1.y0.x;
        shared_points[outa1 + 1u] = ya1.y1.x;
        shared_points[outa1 + 2u] = ya1.y2.x;
        shared_points[outa1 + 3u] = ya1.y3.x;
        shared_points[outa1 + 4u] = ya1.y4.x;
        shared_points[outa1 + 5u] = ya1.y5.x;
        shared_points[outa1 + 6u] = ya1.y6.x;
        shared_points[outa1 + 7u] = ya1.y7.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 8u];
    let b0_2_x = shared_points[inb0 + 16u];
    let b0_3_x = shared_points[inb0 + 24u];
    let b0_4_x = shared_points[inb0 + 32u];
    let b0_5_x = shared_points[inb0 + 40u];
    let b0_6_x = shared_points[inb0 + 48u];
    let b0_7_x = shared_points[inb0 + 56u];
    let b0_8_x = shared_points[inb0 + 64u];
    let b0_9_x = shared_points[inb0 + 72u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    shared_points[outa0 + 5u] = ya0.y5.y;
    shared_points[outa0 + 6u] = ya0.y6.y;
    shared_points[outa0 + 7u] = ya0.y7.y;
    if (t + 8u < 10u) {
        shared_points[outa1] = ya1.y0.y;
        shared_points[outa1 + 1u] = ya1.y1.y;
        shared_points[outa1 + 2u] = ya1.y2.y;
        shared_points[outa1 + 3u] = ya1.y3.y;
        shared_points[outa1 + 4u] = ya1.y4.y;
        shared_points[outa1 + 5u] = ya1.y5.y;
        shared_points[outa1 + 6u] = ya1.y6.y;
        shared_points[outa1 + 7u] = ya1.y7.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 8u];
    let b0_2_y = shared_points[inb0 + 16u];
    let b0_3_y = shared_points[inb0 + 24u];
    let b0_4_y = shared_points[inb0 + 32u];
    let b0_5_y = shared_points[inb0 + 40u];
    let b0_6_y = shared_points[inb0 + 48u];
    let b0_7_y = shared_points[inb0 + 56u];
    let b0_8_y = shared_points[inb0 + 64u];
    let b0_9_y = shared_points[inb0 + 72u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b0_8 = vec2<f32>(b0_8_x, b0_8_y);
    let b0_9 = vec2<f32>(b0_9_x, b0_9_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 8u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 16u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 24u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 32u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 40u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 48u]);
    let b0_8t = cmul(b0_8, twiddles[wb0 + 56u]);
    let b0_9t = cmul(b0_9, twiddles[wb0 + 64u]);
    let yb0 = dft10(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t, b0_8t, b0_9t);
    // multiply by the spectrum; .yx begins the inverse transform
    let product0_0 = cmul(yb0.y0, spectrum[jb0]).yx;
    let product0_1 = cmul(yb0.y1, spectrum[jb0 + 8u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[jb0 + 16u]).yx;
    let product0_3 = cmul(yb0.y3, spectrum[jb0 + 24u]).yx;
    let product0_4 = cmul(yb0.y4, spectrum[jb0 + 32u]).yx;
    let product0_5 = cmul(yb0.y5, spectrum[jb0 + 40u]).yx;
    let product0_6 = cmul(yb0.y6, spectrum[jb0 + 48u]).yx;
    let product0_7 = cmul(yb0.y7, spectrum[jb0 + 56u]).yx;
    let product0_8 = cmul(yb0.y8, spectrum[jb0 + 64u]).yx;
    let product0_9 = cmul(yb0.y9, spectrum[jb0 + 72u]).yx;

    // stage 3 of 4: radix 10
    let jc0 = t;
    let yc0 = dft10(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7, product0_8, product0_9);
    let outc0 = q * 80u + jc0 * 10u;

    // stage 4 of 4: radix 8, p = 10, twiddle w_80^(i (j mod 10))
    let jd0 = t;
    let ind0 = q * 80u + jd0;
    let jd1 = min(t + 8u, 9u); // threads without a butterfly repeat the last
    let ind1 = q * 80u + jd1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 1u] = yc0.y1.x;
    shared_points[outc0 + 2u] = yc0.y2.x;
    shared_points[outc0 + 3u] = yc0.y3.x;
    shared_points[outc0 + 4u] = yc0.y4.x;
    shared_points[outc0 + 5u] = yc0.y5.x;
    shared_points[outc0 + 6u] = yc0.y6.x;
    shared_points[outc0 + 7u] = yc0.y7.x;
    shared_points[outc0 + 8u] = yc0.y8.x;
    shared_points[outc0 + 9u] = yc0.y9.x;
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 10u];
    let d0_2_x = shared_points[ind0 + 20u];
    let d0_3_x = shared_points[ind0 + 30u];
    let d0_4_x = shared_points[ind0 + 40u];
    let d0_5_x = shared_points[ind0 + 50u];
    let d0_6_x = shared_points[ind0 + 60u];
    let d0_7_x = shared_points[ind0 + 70u];
    let d1_0_x = shared_points[ind1];
    let d1_1_x = shared_points[ind1 + 10u];
    let d1_2_x = shared_points[ind1 + 20u];
    let d1_3_x = shared_points[ind1 + 30u];
    let d1_4_x = shared_points[ind1 + 40u];
    let d1_5_x = shared_points[ind1 + 50u];
    let d1_6_x = shared_points[ind1 + 60u];
    let d1_7_x = shared_points[ind1 + 70u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 1u] = yc0.y1.y;
    shared_points[outc0 + 2u] = yc0.y2.y;
    shared_points[outc0 + 3u] = yc0.y3.y;
    shared_points[outc0 + 4u] = yc0.y4.y;
    shared_points[outc0 + 5u] = yc0.y5.y;
    shared_points[outc0 + 6u] = yc0.y6.y;
    shared_points[outc0 + 7u] = yc0.y7.y;
    shared_points[outc0 + 8u] = yc0.y8.y;
    shared_points[outc0 + 9u] = yc0.y9.y;
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 10u];
    let d0_2_y = shared_points[ind0 + 20u];
    let d0_3_y = shared_points[ind0 + 30u];
    let d0_4_y = shared_points[ind0 + 40u];
    let d0_5_y = shared_points[ind0 + 50u];
    let d0_6_y = shared_points[ind0 + 60u];
    let d0_7_y = shared_points[ind0 + 70u];
    let d1_0_y = shared_points[ind1];
    let d1_1_y = shared_points[ind1 + 10u];
    let d1_2_y = shared_points[ind1 + 20u];
    let d1_3_y = shared_points[ind1 + 30u];
    let d1_4_y = shared_points[ind1 + 40u];
    let d1_5_y = shared_points[ind1 + 50u];
    let d1_6_y = shared_points[ind1 + 60u];
    let d1_7_y = shared_points[ind1 + 70u];
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
    let wd0 = jd0 + 72u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 10u]);
    let d0_3t = cmul(d0_3, twiddles[wd0 + 20u]);
    let d0_4t = cmul(d0_4, twiddles[wd0 + 30u]);
    let d0_5t = cmul(d0_5, twiddles[wd0 + 40u]);
    let d0_6t = cmul(d0_6, twiddles[wd0 + 50u]);
    let d0_7t = cmul(d0_7, twiddles[wd0 + 60u]);
    let wd1 = jd1 + 72u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let d1_2t = cmul(d1_2, twiddles[wd1 + 10u]);
    let d1_3t = cmul(d1_3, twiddles[wd1 + 20u]);
    let d1_4t = cmul(d1_4, twiddles[wd1 + 30u]);
    let d1_5t = cmul(d1_5, twiddles[wd1 + 40u]);
    let d1_6t = cmul(d1_6, twiddles[wd1 + 50u]);
    let d1_7t = cmul(d1_7, twiddles[wd1 + 60u]);
    let yd0 = dft8(d0_0, d0_1t, d0_2t, d0_3t, d0_4t, d0_5t, d0_6t, d0_7t);
    let yd1 = dft8(d1_0, d1_1t, d1_2t, d1_3t, d1_4t, d1_5t, d1_6t, d1_7t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 37u;
        let m0_0 = jd0;
        dst[target_base + m0_0] = cmul(yd0.y0.yx, out_factors[m0_0]);
        let m0_1 = jd0 + 10u;
        dst[target_base + m0_1] = cmul(yd0.y1.yx, out_factors[m0_1]);
        let m0_2 = jd0 + 20u;
        dst[target_base + m0_2] = cmul(yd0.y2.yx, out_factors[m0_2]);
        let m0_3 = jd0 + 30u;
        if (m0_3 < 37u) {
            dst[target_base + m0_3] = cmul(yd0.y3.yx, out_factors[m0_3]);
        }
        if (t + 8u < 10u) {
            let m1_0 = jd1;
            dst[target_base + m1_0] = cmul(yd1.y0.yx, out_factors[m1_0]);
            let m1_1 = jd1 + 10u;
            dst[target_base + m1_1] = cmul(yd1.y1.yx, out_factors[m1_1]);
            let m1_2 = jd1 + 20u;
            dst[target_base + m1_2] = cmul(yd1.y2.yx, out_factors[m1_2]);
            let m1_3 = jd1 + 30u;
            if (m1_3 < 37u) {
                dst[target_base + m1_3] = cmul(yd1.y3.yx, out_factors[m1_3]);
            }
        }
    }
}
