// fft64_8.8_p8_t16_split_pad3_inbatchfastest_inpoints64_inbatch64x1.4096
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64)
// x[j] of transform q: element q div 64 * 4096 + q mod 64 + j * 64
// X[j] of transform q: element q * 64 + j
// 16 transforms per workgroup, 8 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 1151>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points8 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>,
        y6: vec2<f32>, y7: vec2<f32> }

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// y[k] = sum over j of x[j] w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>,
        x7: vec2<f32>) -> Points8 {
    let u0 = dft2(x0, x4);
    let u1 = dft2(x1, x5);
    let u2 = dft2(x2, x6);
    let u3 = dft2(x3, x7);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, 0.70710677 * vec2<f32>(u1.y1.x + u1.y1.y, u1.y1.y - u1.y1.x), vec2<f32>(u2.y1.y, -u2.y1.x),
            0.70710677 * vec2<f32>(u3.y1.y - u3.y1.x, -u3.y1.x - u3.y1.y));
    return Points8(v0.y0, v1.y0, v0.y1, v1.y1, v0.y2, v1.y2, v0.y3, v1.y3);
}

fn shared_index(i: u32) -> u32 { return i + (i >> 3u); }

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 16u; // the workgroup's first transform
    let t_in = local.x / 16u; // thread of the transform in the first stage
    let q_in = local.x % 16u; // transform of the workgroup in the first stage
    let t = local.x % 8u; // thread of the transform
    let q = local.x / 8u; // transform of the workgroup
    let seq = first + q_in; // transform of the batch

    // stage 1 of 2: radix 8
    let source = seq / 64u * 4096u;
    let column = seq % 64u;
    let a0_0 = src[source + column + t_in * 64u];
    let a0_1 = src[source + column + t_in * 64u + 512u];
    let a0_2 = src[source + column + t_in * 64u + 1024u];
    let a0_3 = src[source + column + t_in * 64u + 1536u];
    let a0_4 = src[source + column + t_in * 64u + 2048u];
    let a0_5 = src[source + column + t_in * 64u + 2560u];
    let a0_6 = src[source + column + t_in * 64u + 3072u];
    let a0_7 = src[source + column + t_in * 64u + 3584u];
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let outa0 = (t_in * 8u) * 16u + q_in;

    // stage 2 of 2: radix 8, p = 8, twiddle w_64^(i (j mod 8))
    let inb0 = t * 16u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.x;
    shared_points[shared_index(outa0) + 18u] = ya0.y1.x;
    shared_points[shared_index(outa0) + 36u] = ya0.y2.x;
    shared_points[shared_index(outa0) + 54u] = ya0.y3.x;
    shared_points[shared_index(outa0) + 72u] = ya0.y4.x;
    shared_points[shared_index(outa0) + 90u] = ya0.y5.x;
    shared_points[shared_index(outa0) + 108u] = ya0.y6.x;
    shared_points[shared_index(outa0) + 126u] = ya0.y7.x;
    workgroupBarrier();
    let b0_0_x = shared_points[shared_index(inb0)];
    let b0_1_x = shared_points[shared_index(inb0) + 144u];
    let b0_2_x = shared_points[shared_index(inb0) + 288u];
    let b0_3_x = shared_points[shared_index(inb0) + 432u];
    let b0_4_x = shared_points[shared_index(inb0) + 576u];
    let b0_5_x = shared_points[shared_index(inb0) + 720u];
    let b0_6_x = shared_points[shared_index(inb0) + 864u];
    let b0_7_x = shared_points[shared_index(inb0) + 1008u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.y;
    shared_points[shared_index(outa0) + 18u] = ya0.y1.y;
    shared_points[shared_index(outa0) + 36u] = ya0.y2.y;
    shared_points[shared_index(outa0) + 54u] = ya0.y3.y;
    shared_points[shared_index(outa0) + 72u] = ya0.y4.y;
    shared_points[shared_index(outa0) + 90u] = ya0.y5.y;
    shared_points[shared_index(outa0) + 108u] = ya0.y6.y;
    shared_points[shared_index(outa0) + 126u] = ya0.y7.y;
    workgroupBarrier();
    let b0_0_y = shared_points[shared_index(inb0)];
    let b0_1_y = shared_points[shared_index(inb0) + 144u];
    let b0_2_y = shared_points[shared_index(inb0) + 288u];
    let b0_3_y = shared_points[shared_index(inb0) + 432u];
    let b0_4_y = shared_points[shared_index(inb0) + 576u];
    let b0_5_y = shared_points[shared_index(inb0) + 720u];
    let b0_6_y = shared_points[shared_index(inb0) + 864u];
    let b0_7_y = shared_points[shared_index(inb0) + 1008u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b0_2t = cmul(b0_2, twiddles[t + 8u]);
    let b0_3t = cmul(b0_3, twiddles[t + 16u]);
    let b0_4t = cmul(b0_4, twiddles[t + 24u]);
    let b0_5t = cmul(b0_5, twiddles[t + 32u]);
    let b0_6t = cmul(b0_6, twiddles[t + 40u]);
    let b0_7t = cmul(b0_7, twiddles[t + 48u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 64u;
    dst[target_base + t] = yb0.y0;
    dst[target_base + t + 8u] = yb0.y1;
    dst[target_base + t + 16u] = yb0.y2;
    dst[target_base + t + 24u] = yb0.y3;
    dst[target_base + t + 32u] = yb0.y4;
    dst[target_base + t + 40u] = yb0.y5;
    dst[target_base + t + 48u] = yb0.y6;
    dst[target_base + t + 56u] = yb0.y7;
}
