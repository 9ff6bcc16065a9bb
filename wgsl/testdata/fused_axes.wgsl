// fft24_3x2.4_p6_t2_split_inpoints8x1.40_inbatch10x320.3200
// the transform of 3 x 8 points, w_n = exp(-2 pi i / n)
// x[j] of transform q: element q div 10 * 3200 + q mod 10 * 320 + j div 8 * 40 + j mod 8
// X[j] of transform q: element q * 24 + j
// 2 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 48>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

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

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 3, 8 transforms of 3 points, 8 interleaved
    let ja1 = t + 4u;
    let source = seq / 10u * 3200u;
    let column = seq % 10u * 320u;
    let a0_0 = src[source + column + t];
    let a0_1 = src[source + column + t + 40u];
    let a0_2 = src[source + column + t + 80u];
    let a1_0 = src[source + column + ja1];
    let a1_1 = src[source + column + ja1 + 40u];
    let a1_2 = src[source + column + ja1 + 80u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);

    // stage 2 of 3: radix 2, its points are in registers, 3 transforms of 8 points
    let jb1 = t + 4u;
    let jb2 = t + 8u;
    let yb0 = dft2(ya0.y0, ya1.y0);
    let yb1 = dft2(ya0.y1, ya1.y1);
    let yb2 = dft2(ya0.y2, ya1.y2);
    let outb0 = q * 24u + t * 2u;
    let outb1 = q * 24u + jb1 * 2u;
    let outb2 = q * 24u + jb2 * 2u;

    // stage 3 of 3: radix 4, p = 2, twiddle w_8^(i (j mod 2)), 3 transforms of 8 points
    let transform_jc0 = t / 2u;
    let inc0 = q * 24u + t + transform_jc0 * 6u;
    let jc1 = min(t + 4u, 5u); // threads without a butterfly repeat the last
    let transform_jc1 = jc1 / 2u;
    let inc1 = q * 24u + jc1 + transform_jc1 * 6u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 1u] = yb0.y1.x;
    shared_points[outb1] = yb1.y0.x;
    shared_points[outb1 + 1u] = yb1.y1.x;
    shared_points[outb2] = yb2.y0.x;
    shared_points[outb2 + 1u] = yb2.y1.x;
    workgroupBarrier();
    let c0_0_x = shared_points[inc0];
    let c0_1_x = shared_points[inc0 + 2u];
    let c0_2_x = shared_points[inc0 + 4u];
    let c0_3_x = shared_points[inc0 + 6u];
    let c1_0_x = shared_points[inc1];
    let c1_1_x = shared_points[inc1 + 2u];
    let c1_2_x = shared_points[inc1 + 4u];
    let c1_3_x = shared_points[inc1 + 6u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 1u] = yb0.y1.y;
    shared_points[outb1] = yb1.y0.y;
    shared_points[outb1 + 1u] = yb1.y1.y;
    shared_points[outb2] = yb2.y0.y;
    shared_points[outb2 + 1u] = yb2.y1.y;
    workgroupBarrier();
    let c0_0_y = shared_points[inc0];
    let c0_1_y = shared_points[inc0 + 2u];
    let c0_2_y = shared_points[inc0 + 4u];
    let c0_3_y = shared_points[inc0 + 6u];
    let c1_0_y = shared_points[inc1];
    let c1_1_y = shared_points[inc1 + 2u];
    let c1_2_y = shared_points[inc1 + 4u];
    let c1_3_y = shared_points[inc1 + 6u];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c1_2 = vec2<f32>(c1_2_x, c1_2_y);
    let c1_3 = vec2<f32>(c1_3_x, c1_3_y);
    let wc0 = t % 2u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 2u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 4u]);
    let wc1 = jc1 % 2u;
    let c1_1t = cmul(c1_1, twiddles[wc1]);
    let c1_2t = cmul(c1_2, twiddles[wc1 + 2u]);
    let c1_3t = cmul(c1_3, twiddles[wc1 + 4u]);
    let yc0 = dft4(c0_0, c0_1t, c0_2t, c0_3t);
    let yc1 = dft4(c1_0, c1_1t, c1_2t, c1_3t);

    // store
    let out_jc0 = t / 2u * 8u + t % 2u;
    let out_jc1 = jc1 / 2u * 8u + jc1 % 2u;
    let target_seq = first + q;
    let target_base = target_seq * 24u;
    dst[target_base + out_jc0] = yc0.y0;
    dst[target_base + out_jc0 + 2u] = yc0.y1;
    dst[target_base + out_jc0 + 4u] = yc0.y2;
    dst[target_base + out_jc0 + 6u] = yc0.y3;
    if (t + 4u < 6u) {
        dst[target_base + out_jc1] = yc1.y0;
        dst[target_base + out_jc1 + 2u] = yc1.y1;
        dst[target_base + out_jc1 + 4u] = yc1.y2;
        dst[target_base + out_jc1 + 6u] = yc1.y3;
    }
}
