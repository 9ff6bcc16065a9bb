// fft16_2.2x2.2_p4_t2_split_digits
// the transform of 4 x 4 points, w_n = exp(-2 pi i / n)
// x[j] of transform q: element q * 16 + j
// X[j] of transform q: element q * 16 + j
// 2 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<array<array<array<array<f32, 2>, 2>, 2>, 2>, 2>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 2, 4 transforms of 4 points, 4 interleaved
    let ja1 = t + 4u;
    let source = seq * 16u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 8u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 8u];
    let ya0 = dft2(a0_0, a0_1);
    let ya1 = dft2(a1_0, a1_1);
    let xa0_3 = t % 2u;
    let xa0_2 = t / 2u % 2u;
    let xa0_1 = t / 4u;
    let xa1_1 = xa0_1 + 1u;

    // stage 2 of 4: radix 2, p = 2, twiddle w_4^(i (j div 4 mod 2)), 4 transforms of 4 points, 4 interleaved
    let jb0 = t / 2u * 4u + t % 2u;
    let xb_3 = t % 2u;
    let xb_0 = t / 2u;
    let jb1 = t / 2u * 4u + t % 2u + 2u;
    // exchange real parts
    workgroupBarrier();
    shared_points[q][xa0_3][xa0_2][xa0_1][0u] = ya0.y0.x;
    shared_points[q][xa0_3][xa0_2][xa0_1][1u] = ya0.y1.x;
    shared_points[q][xa0_3][xa0_2][xa1_1][0u] = ya1.y0.x;
    shared_points[q][xa0_3][xa0_2][xa1_1][1u] = ya1.y1.x;
    workgroupBarrier();
    let b0_0_x = shared_points[q][xb_3][0u][0u][xb_0];
    let b0_1_x = shared_points[q][xb_3][0u][1u][xb_0];
    let b1_0_x = shared_points[q][xb_3][1u][0u][xb_0];
    let b1_1_x = shared_points[q][xb_3][1u][1u][xb_0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][xa0_3][xa0_2][xa0_1][0u] = ya0.y0.y;
    shared_points[q][xa0_3][xa0_2][xa0_1][1u] = ya0.y1.y;
    shared_points[q][xa0_3][xa0_2][xa1_1][0u] = ya1.y0.y;
    shared_points[q][xa0_3][xa0_2][xa1_1][1u] = ya1.y1.y;
    workgroupBarrier();
    let b0_0_y = shared_points[q][xb_3][0u][0u][xb_0];
    let b0_1_y = shared_points[q][xb_3][0u][1u][xb_0];
    let b1_0_y = shared_points[q][xb_3][1u][0u][xb_0];
    let b1_1_y = shared_points[q][xb_3][1u][1u][xb_0];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let wb0 = jb0 / 4u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1 / 4u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);

    // stage 3 of 4: radix 2, its points are in registers, 4 transforms of 4 points
    let yc0 = dft2(yb0.y0, yb1.y0);
    let yc1 = dft2(yb0.y1, yb1.y1);

    // stage 4 of 4: radix 2, p = 2, twiddle w_4^(i (j mod 2)), 4 transforms of 4 points
    let xd0_2 = t % 2u;
    let xd0_0 = t / 2u % 2u;
    let xd0_1 = t / 4u;
    let jd1 = t + 4u;
    let xd1_1 = xd0_1 + 1u;
    // exchange real parts
    shared_points[q][xb_3][0u][0u][xb_0] = yc0.y0.x;
    shared_points[q][xb_3][1u][0u][xb_0] = yc0.y1.x;
    shared_points[q][xb_3][0u][1u][xb_0] = yc1.y0.x;
    shared_points[q][xb_3][1u][1u][xb_0] = yc1.y1.x;
    workgroupBarrier();
    let d0_0_x = shared_points[q][0u][xd0_2][xd0_1][xd0_0];
    let d0_1_x = shared_points[q][1u][xd0_2][xd0_1][xd0_0];
    let d1_0_x = shared_points[q][0u][xd0_2][xd1_1][xd0_0];
    let d1_1_x = shared_points[q][1u][xd0_2][xd1_1][xd0_0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][xb_3][0u][0u][xb_0] = yc0.y0.y;
    shared_points[q][xb_3][1u][0u][xb_0] = yc0.y1.y;
    shared_points[q][xb_3][0u][1u][xb_0] = yc1.y0.y;
    shared_points[q][xb_3][1u][1u][xb_0] = yc1.y1.y;
    workgroupBarrier();
    let d0_0_y = shared_points[q][0u][xd0_2][xd0_1][xd0_0];
    let d0_1_y = shared_points[q][1u][xd0_2][xd0_1][xd0_0];
    let d1_0_y = shared_points[q][0u][xd0_2][xd1_1][xd0_0];
    let d1_1_y = shared_points[q][1u][xd0_2][xd1_1][xd0_0];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d1_0 = vec2<f32>(d1_0_x, d1_0_y);
    let d1_1 = vec2<f32>(d1_1_x, d1_1_y);
    let wd0 = t % 2u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let wd1 = jd1 % 2u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let yd0 = dft2(d0_0, d0_1t);
    let yd1 = dft2(d1_0, d1_1t);

    // store
    let out_jd0 = t / 2u * 4u + t % 2u;
    let out_jd1 = jd1 / 2u * 4u + jd1 % 2u;
    let target_seq = first + q;
    let target_base = target_seq * 16u;
    dst[target_base + out_jd0] = yd0.y0;
    dst[target_base + out_jd0 + 2u] = yd0.y1;
    dst[target_base + out_jd1] = yd1.y0;
    dst[target_base + out_jd1 + 2u] = yd1.y1;
}
