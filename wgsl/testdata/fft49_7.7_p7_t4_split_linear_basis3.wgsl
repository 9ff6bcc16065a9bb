// fft49_7.7_p7_t4_split_linear_basis3
// X[k] = sum over j of x[j] w_49^(jk), w_49 = exp(-2 pi i / 49)
// point j of transform q: x at q * 49 + j * 1, X at q * 49 + j * 1
// 4 transforms per workgroup, 7 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 196>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points7 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32> }

// y[k] = sum over j of x[j] w_7^(jk), x[j] and x[r-j] combined
fn dft7(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>) -> Points7 {
    let s1 = x1 + x6;
    let d1 = x1 - x6;
    let s2 = x2 + x5;
    let d2 = x2 - x5;
    let s3 = x3 + x4;
    let d3 = x3 - x4;
    let e1 = x0 + 0.6234898 * s1 - 0.22252093 * s2 - 0.90096885 * s3;
    let o1 = 0.7818315 * d1 + 0.9749279 * d2 + 0.43388373 * d3;
    let e2 = x0 - 0.22252093 * s1 - 0.90096885 * s2 + 0.6234898 * s3;
    let o2 = 0.9749279 * d1 - 0.43388373 * d2 - 0.7818315 * d3;
    let e3 = x0 - 0.90096885 * s1 + 0.6234898 * s2 - 0.22252093 * s3;
    let o3 = 0.43388373 * d1 - 0.7818315 * d2 + 0.9749279 * d3;
    return Points7(x0 + s1 + s2 + s3, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(e3.x + o3.y, e3.y - o3.x), vec2<f32>(e3.x - o3.y, e3.y + o3.x), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(28)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 7u; // thread of the transform
    let q = local.x / 7u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 7
    let ja0 = t;
    let source = seq * 49u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 7u];
    let a0_2 = src[source + ja0 + 14u];
    let a0_3 = src[source + ja0 + 21u];
    let a0_4 = src[source + ja0 + 28u];
    let a0_5 = src[source + ja0 + 35u];
    let a0_6 = src[source + ja0 + 42u];
    let ya0 = dft7(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6);
    let outa0 = q * 49u + ja0 * 7u;

    // stage 2 of 2: radix 7, p = 7, twiddle w_49^(i (j mod 7))
    let jb0 = t;
    let inb0 = q * 49u + jb0;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    shared_points[outa0 + 5u] = ya0.y5.x;
    shared_points[outa0 + 6u] = ya0.y6.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 7u];
    let b0_2_x = shared_points[inb0 + 14u];
    let b0_3_x = shared_points[inb0 + 21u];
    let b0_4_x = shared_points[inb0 + 28u];
    let b0_5_x = shared_points[inb0 + 35u];
    let b0_6_x = shared_points[inb0 + 42u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    shared_points[outa0 + 5u] = ya0.y5.y;
    shared_points[outa0 + 6u] = ya0.y6.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 7u];
    let b0_2_y = shared_points[inb0 + 14u];
    let b0_3_y = shared_points[inb0 + 21u];
    let b0_4_y = shared_points[inb0 + 28u];
    let b0_5_y = shared_points[inb0 + 35u];
    let b0_6_y = shared_points[inb0 + 42u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let wb0 = jb0;
    let wb0_1 = twiddles[wb0];
    let b0_1t = cmul(b0_1, wb0_1);
    let wb0_2 = twiddles[wb0 + 7u];
    let b0_2t = cmul(b0_2, wb0_2);
    let wb0_3 = twiddles[wb0 + 14u];
    let b0_3t = cmul(b0_3, wb0_3);
    let b0_4t = cmul(cmul(b0_4, wb0_1), wb0_3);
    let b0_5t = cmul(cmul(b0_5, wb0_2), wb0_3);
    let wb0_6 = twiddles[wb0 + 35u];
    let b0_6t = cmul(b0_6, wb0_6);
    let yb0 = dft7(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 49u;
    dst[target_base + jb0] = yb0.y0;
    dst[target_base + jb0 + 7u] = yb0.y1;
    dst[target_base + jb0 + 14u] = yb0.y2;
    dst[target_base + jb0 + 21u] = yb0.y3;
    dst[target_base + jb0 + 28u] = yb0.y4;
    dst[target_base + jb0 + 35u] = yb0.y5;
    dst[target_base + jb0 + 42u] = yb0.y6;
}
