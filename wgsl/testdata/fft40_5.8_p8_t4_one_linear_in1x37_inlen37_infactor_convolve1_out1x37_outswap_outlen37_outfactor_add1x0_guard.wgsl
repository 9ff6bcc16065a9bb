// fft40_5.8_p8_t4_one_linear_in1x37_inlen37_infactor_convolve1_out1x37_outswap_outlen37_outfactor_add1x0_guard
// X[k] = sum over j of x[j] w_40^(jk), w_40 = exp(-2 pi i / 40); x[n] times in_factors[n]; X[k] times spectrum[k], parts swapped, and the transform again; X[n] times out_factors[n]; parts swapped on store; plus what is in addends
// point j of transform q: x at q * 37 + j * 1, X at q * 37 + j * 1
// elements from number 37 on are zero on load
// elements from number 37 on are not stored
// 4 transforms per workgroup, 5 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> in_factors: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read> out_factors: array<vec2<f32>>;
@group(0) @binding(6) var<storage, read> addends: array<vec2<f32>>;
@group(0) @binding(7) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 160>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

@compute @workgroup_size(20)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 5u; // thread of the transform
    let q = local.x / 5u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 4: radix 5
    let ja0 = t;
    let ja1 = min(t + 5u, 7u); // threads without a butterfly repeat the last
    let source = seq * 37u;
    let n0_0 = ja0;
    let a0_0 = turn(src[source + n0_0], in_factors[n0_0]);
    let n0_1 = ja0 + 8u;
    let a0_1 = turn(src[source + n0_1], in_factors[n0_1]);
    let n0_2 = ja0 + 16u;
    let a0_2 = turn(src[source + n0_2], in_factors[n0_2]);
    let n0_3 = ja0 + 24u;
    let a0_3 = turn(src[source + n0_3], in_factors[n0_3]);
    let n0_4 = ja0 + 32u;
    let a0_4 = turn(src[source + n0_4], in_factors[n0_4]);
    let n1_0 = ja1;
    let a1_0 = turn(src[source + n1_0], in_factors[n1_0]);
    let n1_1 = ja1 + 8u;
    let a1_1 = turn(src[source + n1_1], in_factors[n1_1]);
    let n1_2 = ja1 + 16u;
    let a1_2 = turn(src[source + n1_2], in_factors[n1_2]);
    let n1_3 = ja1 + 24u;
    let a1_3 = turn(src[source + n1_3], in_factors[n1_3]);
    let a1_4 = vec2<f32>(0.0, 0.0);
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);
    let ya1 = dft5(a1_0, a1_1, a1_2, a1_3, a1_4);
    let outa0 = q * 40u + ja0 * 5u;
    let outa1 = q * 40u + ja1 * 5u;

    // stage 2 of 4: radix 8, p = 5, twiddle w_40^(i (j mod 5))
    let jb0 = t;
    let inb0 = q * 40u + jb0;
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    if (t + 5u < 8u) {
        shared_points[outa1] = ya1.y0.x;
        shared_points[outa1 + 1u] = ya1.y1.x;
        shared_points[outa1 + 2u] = ya1.y2.x;
        shared_points[outa1 + 3u] = ya1.y3.x;
        shared_points[outa1 + 4u] = ya1.y4.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 5u];
    let b0_2_x = shared_points[inb0 + 10u];
    let b0_3_x = shared_points[inb0 + 15u];
    let b0_4_x = shared_points[inb0 + 20u];
    let b0_5_x = shared_points[inb0 + 25u];
    let b0_6_x = shared_points[inb0 + 30u];
    let b0_7_x = shared_points[inb0 + 35u];
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    if (t + 5u < 8u) {
        shared_points[outa1] = ya1.y0.y;
        shared_points[outa1 + 1u] = ya1.y1.y;
        shared_points[outa1 + 2u] = ya1.y2.y;
        shared_points[outa1 + 3u] = ya1.y3.y;
        shared_points[outa1 + 4u] = ya1.y4.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 5u];
    let b0_2_y = shared_points[inb0 + 10u];
    let b0_3_y = shared_points[inb0 + 15u];
    let b0_4_y = shared_points[inb0 + 20u];
    let b0_5_y = shared_points[inb0 + 25u];
    let b0_6_y = shared_points[inb0 + 30u];
    let b0_7_y = shared_points[inb0 + 35u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let wb0 = jb0;
    let b0_1t = turn(b0_1, twiddles[wb0]);
    let b0_2t = turn(b0_2, twiddles[wb0 + 5u]);
    let b0_3t = turn(b0_3, twiddles[wb0 + 10u]);
    let b0_4t = turn(b0_4, twiddles[wb0 + 15u]);
    let b0_5t = turn(b0_5, twiddles[wb0 + 20u]);
    let b0_6t = turn(b0_6, twiddles[wb0 + 25u]);
    let b0_7t = turn(b0_7, twiddles[wb0 + 30u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);
    // the product of the spectra
    let product0_0 = turn(yb0.y0, spectrum[jb0]).yx;
    let product0_1 = turn(yb0.y1, spectrum[jb0 + 5u]).yx;
    let product0_2 = turn(yb0.y2, spectrum[jb0 + 10u]).yx;
    let product0_3 = turn(yb0.y3, spectrum[jb0 + 15u]).yx;
    let product0_4 = turn(yb0.y4, spectrum[jb0 + 20u]).yx;
    let product0_5 = turn(yb0.y5, spectrum[jb0 + 25u]).yx;
    let product0_6 = turn(yb0.y6, spectrum[jb0 + 30u]).yx;
    let product0_7 = turn(yb0.y7, spectrum[jb0 + 35u]).yx;

    // stage 3 of 4: radix 8
    let jc0 = t;
    let yc0 = dft8(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7);
    let outc0 = q * 40u + jc0 * 8u;

    // stage 4 of 4: radix 5, p = 8, twiddle w_40^(i (j mod 8))
    let jd0 = t;
    let ind0 = q * 40u + jd0;
    let jd1 = min(t + 5u, 7u); // threads without a butterfly repeat the last
    let ind1 = q * 40u + jd1;
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 1u] = yc0.y1.x;
    shared_points[outc0 + 2u] = yc0.y2.x;
    shared_points[outc0 + 3u] = yc0.y3.x;
    shared_points[outc0 + 4u] = yc0.y4.x;
    shared_points[outc0 + 5u] = yc0.y5.x;
    shared_points[outc0 + 6u] = yc0.y6.x;
    shared_points[outc0 + 7u] = yc0.y7.x;
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 8u];
    let d0_2_x = shared_points[ind0 + 16u];
    let d0_3_x = shared_points[ind0 + 24u];
    let d0_4_x = shared_points[ind0 + 32u];
    let d1_0_x = shared_points[ind1];
    let d1_1_x = shared_points[ind1 + 8u];
    let d1_2_x = shared_points[ind1 + 16u];
    let d1_3_x = shared_points[ind1 + 24u];
    let d1_4_x = shared_points[ind1 + 32u];
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 1u] = yc0.y1.y;
    shared_points[outc0 + 2u] = yc0.y2.y;
    shared_points[outc0 + 3u] = yc0.y3.y;
    shared_points[outc0 + 4u] = yc0.y4.y;
    shared_points[outc0 + 5u] = yc0.y5.y;
    shared_points[outc0 + 6u] = yc0.y6.y;
    shared_points[outc0 + 7u] = yc0.y7.y;
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 8u];
    let d0_2_y = shared_points[ind0 + 16u];
    let d0_3_y = shared_points[ind0 + 24u];
    let d0_4_y = shared_points[ind0 + 32u];
    let d1_0_y = shared_points[ind1];
    let d1_1_y = shared_points[ind1 + 8u];
    let d1_2_y = shared_points[ind1 + 16u];
    let d1_3_y = shared_points[ind1 + 24u];
    let d1_4_y = shared_points[ind1 + 32u];
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
    let wd0 = jd0 + 35u;
    let d0_1t = turn(d0_1, twiddles[wd0]);
    let d0_2t = turn(d0_2, twiddles[wd0 + 8u]);
    let d0_3t = turn(d0_3, twiddles[wd0 + 16u]);
    let d0_4t = turn(d0_4, twiddles[wd0 + 24u]);
    let wd1 = jd1 + 35u;
    let d1_1t = turn(d1_1, twiddles[wd1]);
    let d1_2t = turn(d1_2, twiddles[wd1 + 8u]);
    let d1_3t = turn(d1_3, twiddles[wd1 + 16u]);
    let d1_4t = turn(d1_4, twiddles[wd1 + 24u]);
    let yd0 = dft5(d0_0, d0_1t, d0_2t, d0_3t, d0_4t);
    let yd1 = dft5(d1_0, d1_1t, d1_2t, d1_3t, d1_4t);

    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 37u;
        let addend_base = target_seq * 37u;
        let addend0_0 = addends[addend_base + jd0];
        let addend0_1 = addends[addend_base + jd0 + 8u];
        let addend0_2 = addends[addend_base + jd0 + 16u];
        let addend0_3 = addends[addend_base + jd0 + 24u];
        let m0_0 = jd0;
        dst[target_base + m0_0] = turn(yd0.y0.yx, out_factors[m0_0]) + addend0_0;
        let m0_1 = jd0 + 8u;
        dst[target_base + m0_1] = turn(yd0.y1.yx, out_factors[m0_1]) + addend0_1;
        let m0_2 = jd0 + 16u;
        dst[target_base + m0_2] = turn(yd0.y2.yx, out_factors[m0_2]) + addend0_2;
        let m0_3 = jd0 + 24u;
        dst[target_base + m0_3] = turn(yd0.y3.yx, out_factors[m0_3]) + addend0_3;
        let m0_4 = jd0 + 32u;
        if (m0_4 < 37u) {
            dst[target_base + m0_4] = turn(yd0.y4.yx, out_factors[m0_4]) + addends[addend_base + m0_4];
        }
        if (t + 5u < 8u) {
            let addend1_0 = addends[addend_base + jd1];
            let addend1_1 = addends[addend_base + jd1 + 8u];
            let addend1_2 = addends[addend_base + jd1 + 16u];
            let addend1_3 = addends[addend_base + jd1 + 24u];
            let m1_0 = jd1;
            dst[target_base + m1_0] = turn(yd1.y0.yx, out_factors[m1_0]) + addend1_0;
            let m1_1 = jd1 + 8u;
            dst[target_base + m1_1] = turn(yd1.y1.yx, out_factors[m1_1]) + addend1_1;
            let m1_2 = jd1 + 16u;
            dst[target_base + m1_2] = turn(yd1.y2.yx, out_factors[m1_2]) + addend1_2;
            let m1_3 = jd1 + 24u;
            dst[target_base + m1_3] = turn(yd1.y3.yx, out_factors[m1_3]) + addend1_3;
            let m1_4 = jd1 + 32u;
            if (m1_4 < 37u) {
                dst[target_base + m1_4] = turn(yd1.y4.yx, out_factors[m1_4]) + addends[addend_base + m1_4];
            }
        }
    }
}
