// fft48_6.8_p8_t8_interleave24_split_linear_in24x720x24_inbatchfastest_inbound30_convolve24_spectra24x1x0_out24x960x24_outbatchfastest_outswap_outbound40
// X[k] = sum over j of x[j] w_48^(jk), w_48 = exp(-2 pi i / 48); X[k] times its element of spectrum q mod 24, which lie at q * 1 + j * 24, parts swapped, and the transform again; parts swapped on store
// point j of transform q: x at (q div 24) * 720 + q mod 24 + j * 24, X at (q div 24) * 960 + q mod 24 + j * 24
// elements from number 30 on are zero on load
// elements from number 40 on are not stored
// of 24 arrays side by side: here q counts without them but for the places
// 8 transforms per workgroup, 6 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> spectrum: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 384>;

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

@compute @workgroup_size(48)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x / 8u; // thread of the transform
    let q = local.x % 8u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 6
    let ja0 = t;
    let ja1 = min(t + 6u, 7u); // threads without a butterfly repeat the last
    let source = seq / 24u * 720u;
    let column = seq % 24u;
    let array_column = column / 24u;
    let n0_0 = array_column + ja0;
    let a0_0 = src[source + column + ja0 * 24u];
    let n0_1 = array_column + ja0 + 8u;
    let a0_1 = src[source + column + ja0 * 24u + 192u];
    let n0_2 = array_column + ja0 + 16u;
    let a0_2 = src[source + column + ja0 * 24u + 384u];
    let n0_3 = array_column + ja0 + 24u;
    let a0_3 = src[source + column + ja0 * 24u + 576u];
    let a0_4 = vec2<f32>(0.0, 0.0);
    let a0_5 = vec2<f32>(0.0, 0.0);
    let n1_0 = array_column + ja1;
    let a1_0 = src[source + column + ja1 * 24u];
    let n1_1 = array_column + ja1 + 8u;
    let a1_1 = src[source + column + ja1 * 24u + 192u];
    let n1_2 = array_column + ja1 + 16u;
    let a1_2 = src[source + column + ja1 * 24u + 384u];
    let a1_3 = vec2<f32>(0.0, 0.0);
    let a1_4 = vec2<f32>(0.0, 0.0);
    let a1_5 = vec2<f32>(0.0, 0.0);
    let ya0 = dft6(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5);
    let ya1 = dft6(a1_0, a1_1, a1_2, a1_3, a1_4, a1_5);
    let outa0 = (ja0 * 6u) * 8u + q;
    let outa1 = (ja1 * 6u) * 8u + q;

    // stage 2 of 4: radix 8, p = 6, twiddle w_48^(i (j mod 6))
    let jb0 = t;
    let inb0 = (jb0) * 8u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 8u] = ya0.y1.x;
    shared_points[outa0 + 16u] = ya0.y2.x;
    shared_points[outa0 + 24u] = ya0.y3.x;
    shared_points[outa0 + 32u] = ya0.y4.x;
    shared_points[outa0 + 40u] = ya0.y5.x;
    if (t + 6u < 8u) {
        shared_points[outa1] = ya1.y0.x;
        shared_points[outa1 + 8u] = ya1.y1.x;
        shared_points[outa1 + 16u] = ya1.y2.x;
        shared_points[outa1 + 24u] = ya1.y3.x;
        shared_points[outa1 + 32u] = ya1.y4.x;
        shared_points[outa1 + 40u] = ya1.y5.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 48u];
    let b0_2_x = shared_points[inb0 + 96u];
    let b0_3_x = shared_points[inb0 + 144u];
    let b0_4_x = shared_points[inb0 + 192u];
    let b0_5_x = shared_points[inb0 + 240u];
    let b0_6_x = shared_points[inb0 + 288u];
    let b0_7_x = shared_points[inb0 + 336u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 8u] = ya0.y1.y;
    shared_points[outa0 + 16u] = ya0.y2.y;
    shared_points[outa0 + 24u] = ya0.y3.y;
    shared_points[outa0 + 32u] = ya0.y4.y;
    shared_points[outa0 + 40u] = ya0.y5.y;
    if (t + 6u < 8u) {
        shared_points[outa1] = ya1.y0.y;
        shared_points[outa1 + 8u] = ya1.y1.y;
        shared_points[outa1 + 16u] = ya1.y2.y;
        shared_points[outa1 + 24u] = ya1.y3.y;
        shared_points[outa1 + 32u] = ya1.y4.y;
        shared_points[outa1 + 40u] = ya1.y5.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 48u];
    let b0_2_y = shared_points[inb0 + 96u];
    let b0_3_y = shared_points[inb0 + 144u];
    let b0_4_y = shared_points[inb0 + 192u];
    let b0_5_y = shared_points[inb0 + 240u];
    let b0_6_y = shared_points[inb0 + 288u];
    let b0_7_y = shared_points[inb0 + 336u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 6u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 12u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 18u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 24u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 30u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 36u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);
    // multiply by the spectrum; .yx begins the inverse transform
    let own_spectrum = (first + q) % 24u;
    let row = own_spectrum;
    let kb0 = row + jb0 * 24u;
    let product0_0 = cmul(yb0.y0, spectrum[kb0]).yx;
    let product0_1 = cmul(yb0.y1, spectrum[kb0 + 144u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[kb0 + 288u]).yx;
    let product0_3 = cmul(yb0.y3, spectrum[kb0 + 432u]).yx;
    let product0_4 = cmul(yb0.y4, spectrum[kb0 + 576u]).yx;
    let product0_5 = cmul(yb0.y5, spectrum[kb0 + 720u]).yx;
    let product0_6 = cmul(yb0.y6, spectrum[kb0 + 864u]).yx;
    let product0_7 = cmul(yb0.y7, spectrum[kb0 + 1008u]).yx;

    // stage 3 of 4: radix 8
    let jc0 = t;
    let yc0 = dft8(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7);
    let outc0 = (jc0 * 8u) * 8u + q;

    // stage 4 of 4: radix 6, p = 8, twiddle w_48^(i (j mod 8))
    let jd0 = t;
    let ind0 = (jd0) * 8u + q;
    let jd1 = min(t + 6u, 7u); // threads without a butterfly repeat the last
    let ind1 = (jd1) * 8u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 8u] = yc0.y1.x;
    shared_points[outc0 + 16u] = yc0.y2.x;
    shared_points[outc0 + 24u] = yc0.y3.x;
    shared_points[outc0 + 32u] = yc0.y4.x;
    shared_points[outc0 + 40u] = yc0.y5.x;
    shared_points[outc0 + 48u] = yc0.y6.x;
    shared_points[outc0 + 56u] = yc0.y7.x;
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 64u];
    let d0_2_x = shared_points[ind0 + 128u];
    let d0_3_x = shared_points[ind0 + 192u];
    let d0_4_x = shared_points[ind0 + 256u];
    let d0_5_x = shared_points[ind0 + 320u];
    let d1_0_x = shared_points[ind1];
    let d1_1_x = shared_points[ind1 + 64u];
    let d1_2_x = shared_points[ind1 + 128u];
    let d1_3_x = shared_points[ind1 + 192u];
    let d1_4_x = shared_points[ind1 + 256u];
    let d1_5_x = shared_points[ind1 + 320u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 8u] = yc0.y1.y;
    shared_points[outc0 + 16u] = yc0.y2.y;
    shared_points[outc0 + 24u] = yc0.y3.y;
    shared_points[outc0 + 32u] = yc0.y4.y;
    shared_points[outc0 + 40u] = yc0.y5.y;
    shared_points[outc0 + 48u] = yc0.y6.y;
    shared_points[outc0 + 56u] = yc0.y7.y;
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 64u];
    let d0_2_y = shared_points[ind0 + 128u];
    let d0_3_y = shared_points[ind0 + 192u];
    let d0_4_y = shared_points[ind0 + 256u];
    let d0_5_y = shared_points[ind0 + 320u];
    let d1_0_y = shared_points[ind1];
    let d1_1_y = shared_points[ind1 + 64u];
    let d1_2_y = shared_points[ind1 + 128u];
    let d1_3_y = shared_points[ind1 + 192u];
    let d1_4_y = shared_points[ind1 + 256u];
    let d1_5_y = shared_points[ind1 + 320u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_4 = vec2<f32>(d0_4_x, d0_4_y);
    let d0_5 = vec2<f32>(d0_5_x, d0_5_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let d1_2 = vec2<f32>(d1_2_x, d1_2_y);
    let d1_3 = vec2<f32>(d1_3_x, d1_3_y);
    let d1_4 = vec2<f32>(d1_4_x, d1_4_y);
    let d1_5 = vec2<f32>(d1_5_x, d1_5_y);
    let wd0 = jd0 + 42u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 8u]);
    let d0_3t = cmul(d0_3, twiddles[wd0 + 16u]);
    let d0_4t = cmul(d0_4, twiddles[wd0 + 24u]);
    let d0_5t = cmul(d0_5, twiddles[wd0 + 32u]);
    let wd1 = jd1 + 42u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let d1_2t = cmul(d1_2, twiddles[wd1 + 8u]);
    let d1_3t = cmul(d1_3, twiddles[wd1 + 16u]);
    let d1_4t = cmul(d1_4, twiddles[wd1 + 24u]);
    let d1_5t = cmul(d1_5, twiddles[wd1 + 32u]);
    let yd0 = dft6(d0_0, d0_1t, d0_2t, d0_3t, d0_4t, d0_5t);
    let yd1 = dft6(d1_0, d1_1t, d1_2t, d1_3t, d1_4t, d1_5t);

    // store
    let target_seq = first + q;
    let target_base = target_seq / 24u * 960u;
    let target_column = target_seq % 24u;
    let target_array_column = target_column / 24u;
    let m0_0 = target_array_column + jd0;
    dst[target_base + target_column + jd0 * 24u] = yd0.y0.yx;
    let m0_1 = target_array_column + jd0 + 8u;
    dst[target_base + target_column + jd0 * 24u + 192u] = yd0.y1.yx;
    let m0_2 = target_array_column + jd0 + 16u;
    dst[target_base + target_column + jd0 * 24u + 384u] = yd0.y2.yx;
    let m0_3 = target_array_column + jd0 + 24u;
    dst[target_base + target_column + jd0 * 24u + 576u] = yd0.y3.yx;
    let m0_4 = target_array_column + jd0 + 32u;
    dst[target_base + target_column + jd0 * 24u + 768u] = yd0.y4.yx;
    if (t + 6u < 8u) {
        let m1_0 = target_array_column + jd1;
        dst[target_base + target_column + jd1 * 24u] = yd1.y0.yx;
        let m1_1 = target_array_column + jd1 + 8u;
        dst[target_base + target_column + jd1 * 24u + 192u] = yd1.y1.yx;
        let m1_2 = target_array_column + jd1 + 16u;
        dst[target_base + target_column + jd1 * 24u + 384u] = yd1.y2.yx;
        let m1_3 = target_array_column + jd1 + 24u;
        dst[target_base + target_column + jd1 * 24u + 576u] = yd1.y3.yx;
        let m1_4 = target_array_column + jd1 + 32u;
        dst[target_base + target_column + jd1 * 24u + 768u] = yd1.y4.yx;
    }
}
