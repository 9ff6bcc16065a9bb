// fft16_4.4_p4_t4_split_filter(spectra64/1/16)_out(swap)_inplace
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// x[j] of transform q: element q * 16 + j
// X[j] of transform q: element q * 16 + j
// store: real and imaginary parts swapped
// middle: X[k] times entry k of spectrum q mod 64, parts swapped, and the transform again
// 4 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read_write> data: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> spectrum: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 64>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 4
    let source = seq * 16u;
    let a0_0 = data[source + t];
    let a0_1 = data[source + t + 4u];
    let a0_2 = data[source + t + 8u];
    let a0_3 = data[source + t + 12u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 16u + t * 4u;

    // stage 2 of 4: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let inb0 = q * 16u + t;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b0_2_x = shared_points[inb0 + 8u];
    let b0_3_x = shared_points[inb0 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b0_2_y = shared_points[inb0 + 8u];
    let b0_3_y = shared_points[inb0 + 12u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b0_2t = cmul(b0_2, twiddles[t + 4u]);
    let b0_3t = cmul(b0_3, twiddles[t + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    // the middle of the convolution; swapped parts begin the inverse transform
    let row = (first + q) % 64u * 16u;
    let k0 = row + t;
    let product0_0 = cmul(yb0.y0, spectrum[k0]).yx;
    let product0_1 = cmul(yb0.y1, spectrum[k0 + 4u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[k0 + 8u]).yx;
    let product0_3 = cmul(yb0.y3, spectrum[k0 + 12u]).yx;

    // stage 3 of 4: radix 4
    let yc0 = dft4(product0_0, product0_1, product0_2, product0_3);
    let outc0 = q * 16u + t * 4u;

    // stage 4 of 4: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let ind0 = q * 16u + t;
    // exchange real parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 1u] = yc0.y1.x;
    shared_points[outc0 + 2u] = yc0.y2.x;
    shared_points[outc0 + 3u] = yc0.y3.x;
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 4u];
    let d0_2_x = shared_points[ind0 + 8u];
    let d0_3_x = shared_points[ind0 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 1u] = yc0.y1.y;
    shared_points[outc0 + 2u] = yc0.y2.y;
    shared_points[outc0 + 3u] = yc0.y3.y;
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 4u];
    let d0_2_y = shared_points[ind0 + 8u];
    let d0_3_y = shared_points[ind0 + 12u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_1t = cmul(d0_1, twiddles[t]);
    let d0_2t = cmul(d0_2, twiddles[t + 4u]);
    let d0_3t = cmul(d0_3, twiddles[t + 8u]);
    let yd0 = dft4(d0_0, d0_1t, d0_2t, d0_3t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 16u;
    data[target_base + t] = yd0.y0.yx;
    data[target_base + t + 4u] = yd0.y1.yx;
    data[target_base + t + 8u] = yd0.y2.yx;
    data[target_base + t + 12u] = yd0.y3.yx;
}
