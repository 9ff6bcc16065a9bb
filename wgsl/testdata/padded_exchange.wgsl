// fft64_4.4.4_p4_t2_split_pad4
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64)
// x[j] of transform q: element q * 64 + j
// X[j] of transform q: element q * 64 + j
// 2 transforms per workgroup, 16 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 135>;

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

fn shared_index(i: u32) -> u32 { return i + (i >> 4u); }

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 16u; // thread of the transform
    let q = local.x / 16u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 4
    let source = seq * 64u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 16u];
    let a0_2 = src[source + t + 32u];
    let a0_3 = src[source + t + 48u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 64u + t * 4u;

    // stage 2 of 3: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let inb0 = q * 64u + t;
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.x;
    shared_points[shared_index(outa0 + 1u)] = ya0.y1.x;
    shared_points[shared_index(outa0 + 2u)] = ya0.y2.x;
    shared_points[shared_index(outa0 + 3u)] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[shared_index(inb0)];
    let b0_1_x = shared_points[shared_index(inb0) + 17u];
    let b0_2_x = shared_points[shared_index(inb0) + 34u];
    let b0_3_x = shared_points[shared_index(inb0) + 51u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.y;
    shared_points[shared_index(outa0 + 1u)] = ya0.y1.y;
    shared_points[shared_index(outa0 + 2u)] = ya0.y2.y;
    shared_points[shared_index(outa0 + 3u)] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[shared_index(inb0)];
    let b0_1_y = shared_points[shared_index(inb0) + 17u];
    let b0_2_y = shared_points[shared_index(inb0) + 34u];
    let b0_3_y = shared_points[shared_index(inb0) + 51u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let wb0 = t % 4u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let outb0 = q * 64u + t / 4u * 16u + t % 4u;

    // stage 3 of 3: radix 4, p = 16, twiddle w_64^(i (j mod 16))
    let inc0 = q * 64u + t;
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(outb0)] = yb0.y0.x;
    shared_points[shared_index(outb0 + 4u)] = yb0.y1.x;
    shared_points[shared_index(outb0 + 8u)] = yb0.y2.x;
    shared_points[shared_index(outb0 + 12u)] = yb0.y3.x;
    workgroupBarrier();
    let c0_0_x = shared_points[shared_index(inc0)];
    let c0_1_x = shared_points[shared_index(inc0) + 17u];
    let c0_2_x = shared_points[shared_index(inc0) + 34u];
    let c0_3_x = shared_points[shared_index(inc0) + 51u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(outb0)] = yb0.y0.y;
    shared_points[shared_index(outb0 + 4u)] = yb0.y1.y;
    shared_points[shared_index(outb0 + 8u)] = yb0.y2.y;
    shared_points[shared_index(outb0 + 12u)] = yb0.y3.y;
    workgroupBarrier();
    let c0_0_y = shared_points[shared_index(inc0)];
    let c0_1_y = shared_points[shared_index(inc0) + 17u];
    let c0_2_y = shared_points[shared_index(inc0) + 34u];
    let c0_3_y = shared_points[shared_index(inc0) + 51u];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let wc0 = t + 12u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 16u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 32u]);
    let yc0 = dft4(c0_0, c0_1t, c0_2t, c0_3t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 64u;
    dst[target_base + t] = yc0.y0;
    dst[target_base + t + 16u] = yc0.y1;
    dst[target_base + t + 32u] = yc0.y2;
    dst[target_base + t + 48u] = yc0.y3;
}
