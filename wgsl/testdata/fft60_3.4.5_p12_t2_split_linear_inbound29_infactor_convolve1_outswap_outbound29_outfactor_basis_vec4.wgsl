// fft60_3.4.5_p12_t2_split_linear_inbound29_infactor_convolve1_outswap_outbound29_outfactor_basis_vec4
// X[k] = sum over j of x[j] w_60^(jk), w_60 = exp(-2 pi i / 60); x[n] times in_factors[n]; X[k] times spectrum[k], parts swapped, and the transform again; X[n] times out_factors[n]; parts swapped on store
// point j of transform q: x at q * 60 + j * 1, X at q * 60 + j * 1
// elements from number 29 on are zero on load
// elements from number 29 on are not stored
// 2 transforms per workgroup, 5 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> in_factors: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> spectrum: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> out_factors: array<vec4<f32>>;

var<workgroup> shared_points: array<f32, 120>;

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

@compute @workgroup_size(10)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 5u; // thread of the transform
    let q = local.x / 5u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 6: radix 3
    let ja0 = t;
    let ja1 = t + 5u;
    let ja2 = t + 10u;
    let ja3 = t + 15u;
    let source = seq * 60u;
    let n0_0 = ja0;
    let in_factors0_0 = in_factors[ja0];
    let a0_0 = cmul(src[source + n0_0], in_factors0_0.xy);
    let n0_1 = ja0 + 20u;
    let a0_1 = cmul(src[source + n0_1], in_factors0_0.zw);
    let a0_2 = vec2<f32>(0.0, 0.0);
    let n1_0 = ja1;
    let in_factors1_0 = in_factors[ja1];
    let a1_0 = cmul(src[source + n1_0], in_factors1_0.xy);
    let n1_1 = ja1 + 20u;
    var a1_1: vec2<f32>; // zero from element 29
    if (n1_1 < 29u) {
        a1_1 = cmul(src[source + n1_1], in_factors1_0.zw);
    }
    let a1_2 = vec2<f32>(0.0, 0.0);
    let n2_0 = ja2;
    let in_factors2_0 = in_factors[ja2];
    let a2_0 = cmul(src[source + n2_0], in_factors2_0.xy);
    let a2_1 = vec2<f32>(0.0, 0.0);
    let a2_2 = vec2<f32>(0.0, 0.0);
    let n3_0 = ja3;
    let in_factors3_0 = in_factors[ja3];
    let a3_0 = cmul(src[source + n3_0], in_factors3_0.xy);
    let a3_1 = vec2<f32>(0.0, 0.0);
    let a3_2 = vec2<f32>(0.0, 0.0);
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let ya2 = dft3(a2_0, a2_1, a2_2);
    let ya3 = dft3(a3_0, a3_1, a3_2);
    let outa0 = q * 60u + ja0 * 3u;
    let outa1 = q * 60u + ja1 * 3u;
    let outa2 = q * 60u + ja2 * 3u;
    let outa3 = q * 60u + ja3 * 3u;

    // stage 2 of 6: radix 4, p = 3, twiddle w_12^(i (j mod 3))
    let jb0 = t;
    let inb0 = q * 60u + jb0;
    let jb1 = t + 5u;
    let inb1 = q * 60u + jb1;
    let jb2 = t + 10u;
    let inb2 = q * 60u + jb2;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 1u] = ya1.y1.x;
    shared_points[outa1 + 2u] = ya1.y2.x;
    shared_points[outa2] = ya2.y0.x;
    shared_points[outa2 + 1u] = ya2.y1.x;
    shared_points[outa2 + 2u] = ya2.y2.x;
    shared_points[outa3] = ya3.y0.x;
    shared_points[outa3 + 1u] = ya3.y1.x;
    shared_points[outa3 + 2u] = ya3.y2.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 15u];
    let b0_2_x = shared_points[inb0 + 30u];
    let b0_3_x = shared_points[inb0 + 45u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 15u];
    let b1_2_x = shared_points[inb1 + 30u];
    let b1_3_x = shared_points[inb1 + 45u];
    let b2_0_x = shared_points[inb2];
    let b2_1_x = shared_points[inb2 + 15u];
    let b2_2_x = shared_points[inb2 + 30u];
    let b2_3_x = shared_points[inb2 + 45u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 1u] = ya1.y1.y;
    shared_points[outa1 + 2u] = ya1.y2.y;
    shared_points[outa2] = ya2.y0.y;
    shared_points[outa2 + 1u] = ya2.y1.y;
    shared_points[outa2 + 2u] = ya2.y2.y;
    shared_points[outa3] = ya3.y0.y;
    shared_points[outa3 + 1u] = ya3.y1.y;
    shared_points[outa3 + 2u] = ya3.y2.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 15u];
    let b0_2_y = shared_points[inb0 + 30u];
    let b0_3_y = shared_points[inb0 + 45u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 15u];
    let b1_2_y = shared_points[inb1 + 30u];
    let b1_3_y = shared_points[inb1 + 45u];
    let b2_0_y = shared_points[inb2];
    let b2_1_y = shared_points[inb2 + 15u];
    let b2_2_y = shared_points[inb2 + 30u];
    let b2_3_y = shared_points[inb2 + 45u];
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
    let wb0_pair0 = twiddles[wb0];
    let wb0_1 = wb0_pair0.xy;
    let b0_1t = cmul(b0_1, wb0_1);
    let wb0_2 = wb0_pair0.zw;
    let b0_2t = cmul(b0_2, wb0_2);
    let wb0_3 = cmul(wb0_2, wb0_1);
    let b0_3t = cmul(b0_3, wb0_3);
    let wb1 = jb1 % 3u;
    let wb1_pair0 = twiddles[wb1];
    let wb1_1 = wb1_pair0.xy;
    let b1_1t = cmul(b1_1, wb1_1);
    let wb1_2 = wb1_pair0.zw;
    let b1_2t = cmul(b1_2, wb1_2);
    let wb1_3 = cmul(wb1_2, wb1_1);
    let b1_3t = cmul(b1_3, wb1_3);
    let wb2 = jb2 % 3u;
    let wb2_pair0 = twiddles[wb2];
    let wb2_1 = wb2_pair0.xy;
    let b2_1t = cmul(b2_1, wb2_1);
    let wb2_2 = wb2_pair0.zw;
    let b2_2t = cmul(b2_2, wb2_2);
    let wb2_3 = cmul(wb2_2, wb2_1);
    let b2_3t = cmul(b2_3, wb2_3);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);
    let yb2 = dft4(b2_0, b2_1t, b2_2t, b2_3t);
    let outb0 = q * 60u + jb0 / 3u * 12u + jb0 % 3u;
    let outb1 = q * 60u + jb1 / 3u * 12u + jb1 % 3u;
    let outb2 = q * 60u + jb2 / 3u * 12u + jb2 % 3u;

    // stage 3 of 6: radix 5, p = 12, twiddle w_60^(i (j mod 12))
    let jc0 = t;
    let inc0 = q * 60u + jc0;
    let jc1 = t + 5u;
    let inc1 = q * 60u + jc1;
    let jc2 = min(t + 10u, 11u); // threads without a butterfly repeat the last
    let inc2 = q * 60u + jc2;
    // exchange real parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 3u] = yb0.y1.x;
    shared_points[outb0 + 6u] = yb0.y2.x;
    shared_points[outb0 + 9u] = yb0.y3.x;
    shared_points[outb1] = yb1.y0.x;
    shared_points[outb1 + 3u] = yb1.y1.x;
    shared_points[outb1 + 6u] = yb1.y2.x;
    shared_points[outb1 + 9u] = yb1.y3.x;
    shared_points[outb2] = yb2.y0.x;
    shared_points[outb2 + 3u] = yb2.y1.x;
    shared_points[outb2 + 6u] = yb2.y2.x;
    shared_points[outb2 + 9u] = yb2.y3.x;
    workgroupBarrier();
    let c0_0_x = shared_points[inc0];
    let c0_1_x = shared_points[inc0 + 12u];
    let c0_2_x = shared_points[inc0 + 24u];
    let c0_3_x = shared_points[inc0 + 36u];
    let c0_4_x = shared_points[inc0 + 48u];
    let c1_0_x = shared_points[inc1];
    let c1_1_x = shared_points[inc1 + 12u];
    let c1_2_x = shared_points[inc1 + 24u];
    let c1_3_x = shared_points[inc1 + 36u];
    let c1_4_x = shared_points[inc1 + 48u];
    let c2_0_x = shared_points[inc2];
    let c2_1_x = shared_points[inc2 + 12u];
    let c2_2_x = shared_points[inc2 + 24u];
    let c2_3_x = shared_points[inc2 + 36u];
    let c2_4_x = shared_points[inc2 + 48u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 3u] = yb0.y1.y;
    shared_points[outb0 + 6u] = yb0.y2.y;
    shared_points[outb0 + 9u] = yb0.y3.y;
    shared_points[outb1] = yb1.y0.y;
    shared_points[outb1 + 3u] = yb1.y1.y;
    shared_points[outb1 + 6u] = yb1.y2.y;
    shared_points[outb1 + 9u] = yb1.y3.y;
    shared_points[outb2] = yb2.y0.y;
    shared_points[outb2 + 3u] = yb2.y1.y;
    shared_points[outb2 + 6u] = yb2.y2.y;
    shared_points[outb2 + 9u] = yb2.y3.y;
    workgroupBarrier();
    let c0_0_y = shared_points[inc0];
    let c0_1_y = shared_points[inc0 + 12u];
    let c0_2_y = shared_points[inc0 + 24u];
    let c0_3_y = shared_points[inc0 + 36u];
    let c0_4_y = shared_points[inc0 + 48u];
    let c1_0_y = shared_points[inc1];
    let c1_1_y = shared_points[inc1 + 12u];
    let c1_2_y = shared_points[inc1 + 24u];
    let c1_3_y = shared_points[inc1 + 36u];
    let c1_4_y = shared_points[inc1 + 48u];
    let c2_0_y = shared_points[inc2];
    let c2_1_y = shared_points[inc2 + 12u];
    let c2_2_y = shared_points[inc2 + 24u];
    let c2_3_y = shared_points[inc2 + 36u];
    let c2_4_y = shared_points[inc2 + 48u];
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
    let wc0 = jc0 + 3u;
    let wc0_pair0 = twiddles[wc0];
    let wc0_1 = wc0_pair0.xy;
    let c0_1t = cmul(c0_1, wc0_1);
    let wc0_2 = wc0_pair0.zw;
    let c0_2t = cmul(c0_2, wc0_2);
    let wc0_3 = cmul(wc0_2, wc0_1);
    let c0_3t = cmul(c0_3, wc0_3);
    let wc0_pair1 = twiddles[wc0 + 12u];
    let wc0_4 = wc0_pair1.xy;
    let c0_4t = cmul(c0_4, wc0_4);
    let wc1 = jc1 + 3u;
    let wc1_pair0 = twiddles[wc1];
    let wc1_1 = wc1_pair0.xy;
    let c1_1t = cmul(c1_1, wc1_1);
    let wc1_2 = wc1_pair0.zw;
    let c1_2t = cmul(c1_2, wc1_2);
    let wc1_3 = cmul(wc1_2, wc1_1);
    let c1_3t = cmul(c1_3, wc1_3);
    let wc1_pair1 = twiddles[wc1 + 12u];
    let wc1_4 = wc1_pair1.xy;
    let c1_4t = cmul(c1_4, wc1_4);
    let wc2 = jc2 + 3u;
    let wc2_pair0 = twiddles[wc2];
    let wc2_1 = wc2_pair0.xy;
    let c2_1t = cmul(c2_1, wc2_1);
    let wc2_2 = wc2_pair0.zw;
    let c2_2t = cmul(c2_2, wc2_2);
    let wc2_3 = cmul(wc2_2, wc2_1);
    let c2_3t = cmul(c2_3, wc2_3);
    let wc2_pair1 = twiddles[wc2 + 12u];
    let wc2_4 = wc2_pair1.xy;
    let c2_4t = cmul(c2_4, wc2_4);
    let yc0 = dft5(c0_0, c0_1t, c0_2t, c0_3t, c0_4t);
    let yc1 = dft5(c1_0, c1_1t, c1_2t, c1_3t, c1_4t);
    let yc2 = dft5(c2_0, c2_1t, c2_2t, c2_3t, c2_4t);
    // multiply by the spectrum; .yx begins the inverse transform
    let spectrum0_0 = spectrum[jc0];
    let product0_0 = cmul(yc0.y0, spectrum0_0.xy).yx;
    let product0_1 = cmul(yc0.y1, spectrum0_0.zw).yx;
    let spectrum0_1 = spectrum[jc0 + 12u];
    let product0_2 = cmul(yc0.y2, spectrum0_1.xy).yx;
    let product0_3 = cmul(yc0.y3, spectrum0_1.zw).yx;
    let spectrum0_2 = spectrum[jc0 + 24u];
    let product0_4 = cmul(yc0.y4, spectrum0_2.xy).yx;
    let spectrum1_0 = spectrum[jc1];
    let product1_0 = cmul(yc1.y0, spectrum1_0.xy).yx;
    let product1_1 = cmul(yc1.y1, spectrum1_0.zw).yx;
    let spectrum1_1 = spectrum[jc1 + 12u];
    let product1_2 = cmul(yc1.y2, spectrum1_1.xy).yx;
    let product1_3 = cmul(yc1.y3, spectrum1_1.zw).yx;
    let spectrum1_2 = spectrum[jc1 + 24u];
    let product1_4 = cmul(yc1.y4, spectrum1_2.xy).yx;
    let spectrum2_0 = spectrum[jc2];
    let product2_0 = cmul(yc2.y0, spectrum2_0.xy).yx;
    let product2_1 = cmul(yc2.y1, spectrum2_0.zw).yx;
    let spectrum2_1 = spectrum[jc2 + 12u];
    let product2_2 = cmul(yc2.y2, spectrum2_1.xy).yx;
    let product2_3 = cmul(yc2.y3, spectrum2_1.zw).yx;
    let spectrum2_2 = spectrum[jc2 + 24u];
    let product2_4 = cmul(yc2.y4, spectrum2_2.xy).yx;

    // stage 4 of 6: radix 5
    let jd0 = t;
    let jd1 = t + 5u;
    let jd2 = min(t + 10u, 11u); // threads without a butterfly repeat the last
    let yd0 = dft5(product0_0, product0_1, product0_2, product0_3, product0_4);
    let yd1 = dft5(product1_0, product1_1, product1_2, product1_3, product1_4);
    let yd2 = dft5(product2_0, product2_1, product2_2, product2_3, product2_4);
    let outd0 = q * 60u + jd0 * 5u;
    let outd1 = q * 60u + jd1 * 5u;
    let outd2 = q * 60u + jd2 * 5u;

    // stage 5 of 6: radix 4, p = 5, twiddle w_20^(i (j mod 5))
    let je0 = t;
    let ine0 = q * 60u + je0;
    let je1 = t + 5u;
    let ine1 = q * 60u + je1;
    let je2 = t + 10u;
    let ine2 = q * 60u + je2;
    // exchange real parts
    workgroupBarrier();
    shared_points[outd0] = yd0.y0.x;
    shared_points[outd0 + 1u] = yd0.y1.x;
    shared_points[outd0 + 2u] = yd0.y2.x;
    shared_points[outd0 + 3u] = yd0.y3.x;
    shared_points[outd0 + 4u] = yd0.y4.x;
    shared_points[outd1] = yd1.y0.x;
    shared_points[outd1 + 1u] = yd1.y1.x;
    shared_points[outd1 + 2u] = yd1.y2.x;
    shared_points[outd1 + 3u] = yd1.y3.x;
    shared_points[outd1 + 4u] = yd1.y4.x;
    if (t + 10u < 12u) {
        shared_points[outd2] = yd2.y0.x;
        shared_points[outd2 + 1u] = yd2.y1.x;
        shared_points[outd2 + 2u] = yd2.y2.x;
        shared_points[outd2 + 3u] = yd2.y3.x;
        shared_points[outd2 + 4u] = yd2.y4.x;
    }
    workgroupBarrier();
    let e0_0_x = shared_points[ine0];
    let e0_1_x = shared_points[ine0 + 15u];
    let e0_2_x = shared_points[ine0 + 30u];
    let e0_3_x = shared_points[ine0 + 45u];
    let e1_0_x = shared_points[ine1];
    let e1_1_x = shared_points[ine1 + 15u];
    let e1_2_x = shared_points[ine1 + 30u];
    let e1_3_x = shared_points[ine1 + 45u];
    let e2_0_x = shared_points[ine2];
    let e2_1_x = shared_points[ine2 + 15u];
    let e2_2_x = shared_points[ine2 + 30u];
    let e2_3_x = shared_points[ine2 + 45u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outd0] = yd0.y0.y;
    shared_points[outd0 + 1u] = yd0.y1.y;
    shared_points[outd0 + 2u] = yd0.y2.y;
    shared_points[outd0 + 3u] = yd0.y3.y;
    shared_points[outd0 + 4u] = yd0.y4.y;
    shared_points[outd1] = yd1.y0.y;
    shared_points[outd1 + 1u] = yd1.y1.y;
    shared_points[outd1 + 2u] = yd1.y2.y;
    shared_points[outd1 + 3u] = yd1.y3.y;
    shared_points[outd1 + 4u] = yd1.y4.y;
    if (t + 10u < 12u) {
        shared_points[outd2] = yd2.y0.y;
        shared_points[outd2 + 1u] = yd2.y1.y;
        shared_points[outd2 + 2u] = yd2.y2.y;
        shared_points[outd2 + 3u] = yd2.y3.y;
        shared_points[outd2 + 4u] = yd2.y4.y;
    }
    workgroupBarrier();
    let e0_0_y = shared_points[ine0];
    let e0_1_y = shared_points[ine0 + 15u];
    let e0_2_y = shared_points[ine0 + 30u];
    let e0_3_y = shared_points[ine0 + 45u];
    let e1_0_y = shared_points[ine1];
    let e1_1_y = shared_points[ine1 + 15u];
    let e1_2_y = shared_points[ine1 + 30u];
    let e1_3_y = shared_points[ine1 + 45u];
    let e2_0_y = shared_points[ine2];
    let e2_1_y = shared_points[ine2 + 15u];
    let e2_2_y = shared_points[ine2 + 30u];
    let e2_3_y = shared_points[ine2 + 45u];
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
    let we0 = je0 % 5u + 27u;
    let we0_pair0 = twiddles[we0];
    let we0_1 = we0_pair0.xy;
    let e0_1t = cmul(e0_1, we0_1);
    let we0_2 = we0_pair0.zw;
    let e0_2t = cmul(e0_2, we0_2);
    let we0_3 = cmul(we0_2, we0_1);
    let e0_3t = cmul(e0_3, we0_3);
    let we1 = je1 % 5u + 27u;
    let we1_pair0 = twiddles[we1];
    let we1_1 = we1_pair0.xy;
    let e1_1t = cmul(e1_1, we1_1);
    let we1_2 = we1_pair0.zw;
    let e1_2t = cmul(e1_2, we1_2);
    let we1_3 = cmul(we1_2, we1_1);
    let e1_3t = cmul(e1_3, we1_3);
    let we2 = je2 % 5u + 27u;
    let we2_pair0 = twiddles[we2];
    let we2_1 = we2_pair0.xy;
    let e2_1t = cmul(e2_1, we2_1);
    let we2_2 = we2_pair0.zw;
    let e2_2t = cmul(e2_2, we2_2);
    let we2_3 = cmul(we2_2, we2_1);
    let e2_3t = cmul(e2_3, we2_3);
    let ye0 = dft4(e0_0, e0_1t, e0_2t, e0_3t);
    let ye1 = dft4(e1_0, e1_1t, e1_2t, e1_3t);
    let ye2 = dft4(e2_0, e2_1t, e2_2t, e2_3t);
    let oute0 = q * 60u + je0 / 5u * 20u + je0 % 5u;
    let oute1 = q * 60u + je1 / 5u * 20u + je1 % 5u;
    let oute2 = q * 60u + je2 / 5u * 20u + je2 % 5u;

    // stage 6 of 6: radix 3, p = 20, twiddle w_60^(i (j mod 20))
    let jf0 = t;
    let inf0 = q * 60u + jf0;
    let jf1 = t + 5u;
    let inf1 = q * 60u + jf1;
    let jf2 = t + 10u;
    let inf2 = q * 60u + jf2;
    let jf3 = t + 15u;
    let inf3 = q * 60u + jf3;
    // exchange real parts
    workgroupBarrier();
    shared_points[oute0] = ye0.y0.x;
    shared_points[oute0 + 5u] = ye0.y1.x;
    shared_points[oute0 + 10u] = ye0.y2.x;
    shared_points[oute0 + 15u] = ye0.y3.x;
    shared_points[oute1] = ye1.y0.x;
    shared_points[oute1 + 5u] = ye1.y1.x;
    shared_points[oute1 + 10u] = ye1.y2.x;
    shared_points[oute1 + 15u] = ye1.y3.x;
    shared_points[oute2] = ye2.y0.x;
    shared_points[oute2 + 5u] = ye2.y1.x;
    shared_points[oute2 + 10u] = ye2.y2.x;
    shared_points[oute2 + 15u] = ye2.y3.x;
    workgroupBarrier();
    let f0_0_x = shared_points[inf0];
    let f0_1_x = shared_points[inf0 + 20u];
    let f0_2_x = shared_points[inf0 + 40u];
    let f1_0_x = shared_points[inf1];
    let f1_1_x = shared_points[inf1 + 20u];
    let f1_2_x = shared_points[inf1 + 40u];
    let f2_0_x = shared_points[inf2];
    let f2_1_x = shared_points[inf2 + 20u];
    let f2_2_x = shared_points[inf2 + 40u];
    let f3_0_x = shared_points[inf3];
    let f3_1_x = shared_points[inf3 + 20u];
    let f3_2_x = shared_points[inf3 + 40u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[oute0] = ye0.y0.y;
    shared_points[oute0 + 5u] = ye0.y1.y;
    shared_points[oute0 + 10u] = ye0.y2.y;
    shared_points[oute0 + 15u] = ye0.y3.y;
    shared_points[oute1] = ye1.y0.y;
    shared_points[oute1 + 5u] = ye1.y1.y;
    shared_points[oute1 + 10u] = ye1.y2.y;
    shared_points[oute1 + 15u] = ye1.y3.y;
    shared_points[oute2] = ye2.y0.y;
    shared_points[oute2 + 5u] = ye2.y1.y;
    shared_points[oute2 + 10u] = ye2.y2.y;
    shared_points[oute2 + 15u] = ye2.y3.y;
    workgroupBarrier();
    let f0_0_y = shared_points[inf0];
    let f0_1_y = shared_points[inf0 + 20u];
    let f0_2_y = shared_points[inf0 + 40u];
    let f1_0_y = shared_points[inf1];
    let f1_1_y = shared_points[inf1 + 20u];
    let f1_2_y = shared_points[inf1 + 40u];
    let f2_0_y = shared_points[inf2];
    let f2_1_y = shared_points[inf2 + 20u];
    let f2_2_y = shared_points[inf2 + 40u];
    let f3_0_y = shared_points[inf3];
    let f3_1_y = shared_points[inf3 + 20u];
    let f3_2_y = shared_points[inf3 + 40u];
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
    let wf0 = jf0 + 32u;
    let wf0_pair0 = twiddles[wf0];
    let wf0_1 = wf0_pair0.xy;
    let f0_1t = cmul(f0_1, wf0_1);
    let wf0_2 = wf0_pair0.zw;
    let f0_2t = cmul(f0_2, wf0_2);
    let wf1 = jf1 + 32u;
    let wf1_pair0 = twiddles[wf1];
    let wf1_1 = wf1_pair0.xy;
    let f1_1t = cmul(f1_1, wf1_1);
    let wf1_2 = wf1_pair0.zw;
    let f1_2t = cmul(f1_2, wf1_2);
    let wf2 = jf2 + 32u;
    let wf2_pair0 = twiddles[wf2];
    let wf2_1 = wf2_pair0.xy;
    let f2_1t = cmul(f2_1, wf2_1);
    let wf2_2 = wf2_pair0.zw;
    let f2_2t = cmul(f2_2, wf2_2);
    let wf3 = jf3 + 32u;
    let wf3_pair0 = twiddles[wf3];
    let wf3_1 = wf3_pair0.xy;
    let f3_1t = cmul(f3_1, wf3_1);
    let wf3_2 = wf3_pair0.zw;
    let f3_2t = cmul(f3_2, wf3_2);
    let yf0 = dft3(f0_0, f0_1t, f0_2t);
    let yf1 = dft3(f1_0, f1_1t, f1_2t);
    let yf2 = dft3(f2_0, f2_1t, f2_2t);
    let yf3 = dft3(f3_0, f3_1t, f3_2t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 60u;
    let m0_0 = jf0;
    let out_factors0_0 = out_factors[jf0];
    dst[target_base + m0_0] = cmul(yf0.y0.yx, out_factors0_0.xy);
    let m0_1 = jf0 + 20u;
    if (m0_1 < 29u) {
        dst[target_base + m0_1] = cmul(yf0.y1.yx, out_factors0_0.zw);
    }
    let m1_0 = jf1;
    let out_factors1_0 = out_factors[jf1];
    dst[target_base + m1_0] = cmul(yf1.y0.yx, out_factors1_0.xy);
    let m1_1 = jf1 + 20u;
    if (m1_1 < 29u) {
        dst[target_base + m1_1] = cmul(yf1.y1.yx, out_factors1_0.zw);
    }
    let m2_0 = jf2;
    let out_factors2_0 = out_factors[jf2];
    dst[target_base + m2_0] = cmul(yf2.y0.yx, out_factors2_0.xy);
    let m2_1 = jf2 + 20u;
    if (m2_1 < 29u) {
        dst[target_base + m2_1] = cmul(yf2.y1.yx, out_factors2_0.zw);
    }
    let m3_0 = jf3;
    let out_factors3_0 = out_factors[jf3];
    dst[target_base + m3_0] = cmul(yf3.y0.yx, out_factors3_0.xy);
    let m3_1 = jf3 + 20u;
    if (m3_1 < 29u) {
        dst[target_base + m3_1] = cmul(yf3.y1.yx, out_factors3_0.zw);
    }
}
