// fft19_rader19x3.6_1_p7_t2_split_linear_instaged_outstaged
// X[k] = sum over j of x[j] w_19^(jk), w_19 = exp(-2 pi i / 19)
// point j of transform q: x at q * 19 + j * 1, X at q * 19 + j * 1
// the first 19 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_19^(g^(b-a)), g = 2
// 2 transforms per workgroup, 3 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> powers: array<u32>;

var<workgroup> shared_points: array<f32, 38>;

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

@compute @workgroup_size(6)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 3u; // thread of the transform
    let q = local.x / 3u; // transform of the workgroup

    // stage 1 of 4: radix 3
    let ja0 = t;
    let ga0 = powers[18u - ja0];
    let pa0_0 = ga0;
    let ba0_0 = q * 19u + pa0_0;
    let pa0_1 = ga0 * 11u % 19u;
    let ba0_1 = q * 19u + pa0_1;
    let pa0_2 = ga0 * 7u % 19u;
    let ba0_2 = q * 19u + pa0_2;
    let ja1 = t + 3u;
    let ga1 = powers[18u - ja1];
    let pa1_0 = ga1;
    let ba1_0 = q * 19u + pa1_0;
    let pa1_1 = ga1 * 11u % 19u;
    let ba1_1 = q * 19u + pa1_1;
    let pa1_2 = ga1 * 7u % 19u;
    let ba1_2 = q * 19u + pa1_2;
    let x0_at0 = q * 19u;
    let source = first * 19u + local.x;
    let x0 = src[source];
    let x1 = src[source + 6u];
    let x2 = src[source + 12u];
    let x3 = src[source + 18u];
    let x4 = src[source + 24u];
    let x5 = src[source + 30u];
    let x6 = src[min(source + 36u, first * 19u + 37u)];
    // exchange real parts
    workgroupBarrier();
    shared_points[local.x] = x0.x;
    shared_points[local.x + 6u] = x1.x;
    shared_points[local.x + 12u] = x2.x;
    shared_points[local.x + 18u] = x3.x;
    shared_points[local.x + 24u] = x4.x;
    shared_points[local.x + 30u] = x5.x;
    if (local.x + 36u < 38u) {
        shared_points[local.x + 36u] = x6.x;
    }
    workgroupBarrier();
    let a0_0_x = shared_points[ba0_0];
    let a0_1_x = shared_points[ba0_1];
    let a0_2_x = shared_points[ba0_2];
    let a1_0_x = shared_points[ba1_0];
    let a1_1_x = shared_points[ba1_1];
    let a1_2_x = shared_points[ba1_2];
    let x0_0_x = shared_points[x0_at0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[local.x] = x0.y;
    shared_points[local.x + 6u] = x1.y;
    shared_points[local.x + 12u] = x2.y;
    shared_points[local.x + 18u] = x3.y;
    shared_points[local.x + 24u] = x4.y;
    shared_points[local.x + 30u] = x5.y;
    if (local.x + 36u < 38u) {
        shared_points[local.x + 36u] = x6.y;
    }
    workgroupBarrier();
    let a0_0_y = shared_points[ba0_0];
    let a0_1_y = shared_points[ba0_1];
    let a0_2_y = shared_points[ba0_2];
    let a1_0_y = shared_points[ba1_0];
    let a1_1_y = shared_points[ba1_1];
    let a1_2_y = shared_points[ba1_2];
    let x0_0_y = shared_points[x0_at0];
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let a0_2 = vec2<f32>(a0_2_x, a0_2_y);
    let a1_0 = vec2<f32>(a1_0_x, a1_0_y);
    let a1_1 = vec2<f32>(a1_1_x, a1_1_y);
    let a1_2 = vec2<f32>(a1_2_x, a1_2_y);
    let x0_0 = vec2<f32>(x0_0_x, x0_0_y);
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let outa0 = q * 19u + ja0 * 3u;
    let outa1 = q * 19u + ja1 * 3u;

    // stage 2 of 4: radix 6, p = 3, twiddle w_18^(i (j mod 3))
    let jb0 = t;
    let inb0 = q * 19u + jb0;
    let x0_out0 = q * 19u;
    let x0_in0 = q * 19u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 1u] = ya1.y1.x;
    shared_points[outa1 + 2u] = ya1.y2.x;
    if (ja0 == 0u) {
        shared_points[x0_out0 + 18u] = x0_0.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 3u];
    let b0_2_x = shared_points[inb0 + 6u];
    let b0_3_x = shared_points[inb0 + 9u];
    let b0_4_x = shared_points[inb0 + 12u];
    let b0_5_x = shared_points[inb0 + 15u];
    let x0_last0_x = shared_points[x0_in0 + 18u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 1u] = ya1.y1.y;
    shared_points[outa1 + 2u] = ya1.y2.y;
    if (ja0 == 0u) {
        shared_points[x0_out0 + 18u] = x0_0.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 3u];
    let b0_2_y = shared_points[inb0 + 6u];
    let b0_3_y = shared_points[inb0 + 9u];
    let b0_4_y = shared_points[inb0 + 12u];
    let b0_5_y = shared_points[inb0 + 15u];
    let x0_last0_y = shared_points[x0_in0 + 18u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let x0_last0 = vec2<f32>(x0_last0_x, x0_last0_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 9u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 12u]);
    let yb0 = dft6(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t);
    let sum0 = x0_last0 + yb0.y0; // X[0], where the butterfly is the first
    let product0_0 = (cmul(yb0.y0, spectrum[jb0]) + select(vec2<f32>(), x0_last0, jb0 == 0u)).yx;
    let sum_in0 = q * 19u;
    let product0_1 = cmul(yb0.y1, spectrum[jb0 + 3u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[jb0 + 6u]).yx;
    let product0_3 = cmul(yb0.y3, spectrum[jb0 + 9u]).yx;
    let product0_4 = cmul(yb0.y4, spectrum[jb0 + 12u]).yx;
    let product0_5 = cmul(yb0.y5, spectrum[jb0 + 15u]).yx;

    // stage 3 of 4: radix 6
    let jc0 = t;
    let yc0 = dft6(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5);
    let outc0 = q * 19u + jc0 * 6u;

    // stage 4 of 4: radix 3, p = 6, twiddle w_18^(i (j mod 6))
    let jd0 = t;
    let ind0 = q * 19u + jd0;
    let jd1 = t + 3u;
    let ind1 = q * 19u + jd1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 1u] = yc0.y1.x;
    shared_points[outc0 + 2u] = yc0.y2.x;
    shared_points[outc0 + 3u] = yc0.y3.x;
    shared_points[outc0 + 4u] = yc0.y4.x;
    shared_points[outc0 + 5u] = yc0.y5.x;
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 6u];
    let d0_2_x = shared_points[ind0 + 12u];
    let d1_0_x = shared_points[ind1];
    let d1_1_x = shared_points[ind1 + 6u];
    let d1_2_x = shared_points[ind1 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 1u] = yc0.y1.y;
    shared_points[outc0 + 2u] = yc0.y2.y;
    shared_points[outc0 + 3u] = yc0.y3.y;
    shared_points[outc0 + 4u] = yc0.y4.y;
    shared_points[outc0 + 5u] = yc0.y5.y;
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 6u];
    let d0_2_y = shared_points[ind0 + 12u];
    let d1_0_y = shared_points[ind1];
    let d1_1_y = shared_points[ind1 + 6u];
    let d1_2_y = shared_points[ind1 + 12u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let d1_2 = vec2<f32>(d1_2_x, d1_2_y);
    let wd0 = jd0 + 15u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 6u]);
    let wd1 = jd1 + 15u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let d1_2t = cmul(d1_2, twiddles[wd1 + 6u]);
    let yd0 = dft3(d0_0, d0_1t, d0_2t);
    let yd1 = dft3(d1_0, d1_1t, d1_2t);
    let gd0 = powers[jd0];
    let pd0_0 = gd0;
    let bd0_0 = q * 19u + pd0_0;
    let pd0_1 = gd0 * 7u % 19u;
    let bd0_1 = q * 19u + pd0_1;
    let pd0_2 = gd0 * 11u % 19u;
    let bd0_2 = q * 19u + pd0_2;
    let gd1 = powers[jd1];
    let pd1_0 = gd1;
    let bd1_0 = q * 19u + pd1_0;
    let pd1_1 = gd1 * 7u % 19u;
    let bd1_1 = q * 19u + pd1_1;
    let pd1_2 = gd1 * 11u % 19u;
    let bd1_2 = q * 19u + pd1_2;

    // store
    // exchange real parts
    workgroupBarrier();
    shared_points[bd0_0] = yd0.y0.yx.x;
    shared_points[bd0_1] = yd0.y1.yx.x;
    shared_points[bd0_2] = yd0.y2.yx.x;
    shared_points[bd1_0] = yd1.y0.yx.x;
    shared_points[bd1_1] = yd1.y1.yx.x;
    shared_points[bd1_2] = yd1.y2.yx.x;
    if (jb0 == 0u) {
        shared_points[sum_in0] = sum0.x;
    }
    workgroupBarrier();
    let z0_x = shared_points[local.x];
    let z1_x = shared_points[local.x + 6u];
    let z2_x = shared_points[local.x + 12u];
    let z3_x = shared_points[local.x + 18u];
    let z4_x = shared_points[local.x + 24u];
    let z5_x = shared_points[local.x + 30u];
    var z6_x: f32;
    if (local.x + 36u < 38u) {
        z6_x = shared_points[local.x + 36u];
    }
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[bd0_0] = yd0.y0.yx.y;
    shared_points[bd0_1] = yd0.y1.yx.y;
    shared_points[bd0_2] = yd0.y2.yx.y;
    shared_points[bd1_0] = yd1.y0.yx.y;
    shared_points[bd1_1] = yd1.y1.yx.y;
    shared_points[bd1_2] = yd1.y2.yx.y;
    if (jb0 == 0u) {
        shared_points[sum_in0] = sum0.y;
    }
    workgroupBarrier();
    let z0_y = shared_points[local.x];
    let z1_y = shared_points[local.x + 6u];
    let z2_y = shared_points[local.x + 12u];
    let z3_y = shared_points[local.x + 18u];
    let z4_y = shared_points[local.x + 24u];
    let z5_y = shared_points[local.x + 30u];
    var z6_y: f32;
    if (local.x + 36u < 38u) {
        z6_y = shared_points[local.x + 36u];
    }
    let z0 = vec2<f32>(z0_x, z0_y);
    let z1 = vec2<f32>(z1_x, z1_y);
    let z2 = vec2<f32>(z2_x, z2_y);
    let z3 = vec2<f32>(z3_x, z3_y);
    let z4 = vec2<f32>(z4_x, z4_y);
    let z5 = vec2<f32>(z5_x, z5_y);
    let z6 = vec2<f32>(z6_x, z6_y);
    let target_base = first * 19u + local.x;
    dst[target_base] = z0;
    dst[target_base + 6u] = z1;
    dst[target_base + 12u] = z2;
    dst[target_base + 18u] = z3;
    dst[target_base + 24u] = z4;
    dst[target_base + 30u] = z5;
    if (local.x + 36u < 38u) {
        dst[target_base + 36u] = z6;
    }
}
