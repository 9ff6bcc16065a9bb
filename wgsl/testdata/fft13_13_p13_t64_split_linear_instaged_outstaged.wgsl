// fft13_13_p13_t64_split_linear_instaged_outstaged
// X[k] = sum over j of x[j] w_13^(jk), w_13 = exp(-2 pi i / 13)
// point j of transform q: x at q * 13 + j * 1, X at q * 13 + j * 1
// 64 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 832>;

struct Points13 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32> }

// y[k] = sum over j of x[j] w_13^(jk), x[j] and x[r-j] combined
fn dft13(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>) -> Points13 {
    let s1 = x1 + x12;
    let d1 = x1 - x12;
    let s2 = x2 + x11;
    let d2 = x2 - x11;
    let s3 = x3 + x10;
    let d3 = x3 - x10;
    let s4 = x4 + x9;
    let d4 = x4 - x9;
    let s5 = x5 + x8;
    let d5 = x5 - x8;
    let s6 = x6 + x7;
    let d6 = x6 - x7;
    let e1 = (x0 + 0.885456 * s1 + 0.56806475 * s2 + 0.12053668 * s3) + (-0.3546049 * s4 - 0.7485108 * s5 - 0.97094184 * s6);
    let o1 = (0.46472317 * d1 + 0.82298386 * d2 + 0.99270886 * d3) + (0.9350162 * d4 + 0.66312265 * d5 + 0.23931566 * d6);
    let e2 = (x0 + 0.56806475 * s1 - 0.3546049 * s2 - 0.97094184 * s3) + (-0.7485108 * s4 + 0.12053668 * s5 + 0.885456 * s6);
    let o2 = (0.82298386 * d1 + 0.9350162 * d2 + 0.23931566 * d3) + (-0.66312265 * d4 - 0.99270886 * d5 - 0.46472317 * d6);
    let e3 = (x0 + 0.12053668 * s1 - 0.97094184 * s2 - 0.3546049 * s3) + (0.885456 * s4 + 0.56806475 * s5 - 0.7485108 * s6);
    let o3 = (0.99270886 * d1 + 0.23931566 * d2 - 0.9350162 * d3) + (-0.46472317 * d4 + 0.82298386 * d5 + 0.66312265 * d6);
    let e4 = (x0 - 0.3546049 * s1 - 0.7485108 * s2 + 0.885456 * s3) + (0.12053668 * s4 - 0.97094184 * s5 + 0.56806475 * s6);
    let o4 = (0.9350162 * d1 - 0.66312265 * d2 - 0.46472317 * d3) + (0.99270886 * d4 - 0.23931566 * d5 - 0.82298386 * d6);
    let e5 = (x0 - 0.7485108 * s1 + 0.12053668 * s2 + 0.56806475 * s3) + (-0.97094184 * s4 + 0.885456 * s5 - 0.3546049 * s6);
    let o5 = (0.66312265 * d1 - 0.99270886 * d2 + 0.82298386 * d3) + (-0.23931566 * d4 - 0.46472317 * d5 + 0.9350162 * d6);
    let e6 = (x0 - 0.97094184 * s1 + 0.885456 * s2 - 0.7485108 * s3) + (0.56806475 * s4 - 0.3546049 * s5 + 0.12053668 * s6);
    let o6 = (0.23931566 * d1 - 0.46472317 * d2 + 0.66312265 * d3) + (-0.82298386 * d4 + 0.9350162 * d5 - 0.99270886 * d6);
    return Points13((x0 + s1 + s2 + s3) + (s4 + s5 + s6), vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(e3.x + o3.y, e3.y - o3.x), vec2<f32>(e4.x + o4.y, e4.y - o4.x), vec2<f32>(e5.x + o5.y, e5.y - o5.x), vec2<f32>(e6.x + o6.y, e6.y - o6.x), vec2<f32>(e6.x - o6.y, e6.y + o6.x), vec2<f32>(e5.x - o5.y, e5.y + o5.x), vec2<f32>(e4.x - o4.y, e4.y + o4.x), vec2<f32>(e3.x - o3.y, e3.y + o3.x), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 64u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup

    // stage 1 of 1: radix 13
    let ja0 = t;
    let ina0 = q * 13u + ja0;
    let source = first * 13u + local.x;
    let x0 = src[source];
    let x1 = src[source + 64u];
    let x2 = src[source + 128u];
    let x3 = src[source + 192u];
    let x4 = src[source + 256u];
    let x5 = src[source + 320u];
    let x6 = src[source + 384u];
    let x7 = src[source + 448u];
    let x8 = src[source + 512u];
    let x9 = src[source + 576u];
    let x10 = src[source + 640u];
    let x11 = src[source + 704u];
    let x12 = src[source + 768u];
    // exchange real parts
    workgroupBarrier();
    shared_points[local.x] = x0.x;
    shared_points[local.x + 64u] = x1.x;
    shared_points[local.x + 128u] = x2.x;
    shared_points[local.x + 192u] = x3.x;
    shared_points[local.x + 256u] = x4.x;
    shared_points[local.x + 320u] = x5.x;
    shared_points[local.x + 384u] = x6.x;
    shared_points[local.x + 448u] = x7.x;
    shared_points[local.x + 512u] = x8.x;
    shared_points[local.x + 576u] = x9.x;
    shared_points[local.x + 640u] = x10.x;
    shared_points[local.x + 704u] = x11.x;
    shared_points[local.x + 768u] = x12.x;
    workgroupBarrier();
    let a0_0_x = shared_points[ina0];
    let a0_1_x = shared_points[ina0 + 1u];
    let a0_2_x = shared_points[ina0 + 2u];
    let a0_3_x = shared_points[ina0 + 3u];
    let a0_4_x = shared_points[ina0 + 4u];
    let a0_5_x = shared_points[ina0 + 5u];
    let a0_6_x = shared_points[ina0 + 6u];
    let a0_7_x = shared_points[ina0 + 7u];
    let a0_8_x = shared_points[ina0 + 8u];
    let a0_9_x = shared_points[ina0 + 9u];
    let a0_10_x = shared_points[ina0 + 10u];
    let a0_11_x = shared_points[ina0 + 11u];
    let a0_12_x = shared_points[ina0 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[local.x] = x0.y;
    shared_points[local.x + 64u] = x1.y;
    shared_points[local.x + 128u] = x2.y;
    shared_points[local.x + 192u] = x3.y;
    shared_points[local.x + 256u] = x4.y;
    shared_points[local.x + 320u] = x5.y;
    shared_points[local.x + 384u] = x6.y;
    shared_points[local.x + 448u] = x7.y;
    shared_points[local.x + 512u] = x8.y;
    shared_points[local.x + 576u] = x9.y;
    shared_points[local.x + 640u] = x10.y;
    shared_points[local.x + 704u] = x11.y;
    shared_points[local.x + 768u] = x12.y;
    workgroupBarrier();
    let a0_0_y = shared_points[ina0];
    let a0_1_y = shared_points[ina0 + 1u];
    let a0_2_y = shared_points[ina0 + 2u];
    let a0_3_y = shared_points[ina0 + 3u];
    let a0_4_y = shared_points[ina0 + 4u];
    let a0_5_y = shared_points[ina0 + 5u];
    let a0_6_y = shared_points[ina0 + 6u];
    let a0_7_y = shared_points[ina0 + 7u];
    let a0_8_y = shared_points[ina0 + 8u];
    let a0_9_y = shared_points[ina0 + 9u];
    let a0_10_y = shared_points[ina0 + 10u];
    let a0_11_y = shared_points[ina0 + 11u];
    let a0_12_y = shared_points[ina0 + 12u];
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let a0_2 = vec2<f32>(a0_2_x, a0_2_y);
    let a0_3 = vec2<f32>(a0_3_x, a0_3_y);
    let a0_4 = vec2<f32>(a0_4_x, a0_4_y);
    let a0_5 = vec2<f32>(a0_5_x, a0_5_y);
    let a0_6 = vec2<f32>(a0_6_x, a0_6_y);
    let a0_7 = vec2<f32>(a0_7_x, a0_7_y);
    let a0_8 = vec2<f32>(a0_8_x, a0_8_y);
    let a0_9 = vec2<f32>(a0_9_x, a0_9_y);
    let a0_10 = vec2<f32>(a0_10_x, a0_10_y);
    let a0_11 = vec2<f32>(a0_11_x, a0_11_y);
    let a0_12 = vec2<f32>(a0_12_x, a0_12_y);
    let ya0 = dft13(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12);
    let outa0 = q * 13u + ja0;

    // store
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    shared_points[outa0 + 5u] = ya0.y5.x;
    shared_points[outa0 + 6u] = ya0.y6.x;
    shared_points[outa0 + 7u] = ya0.y7.x;
    shared_points[outa0 + 8u] = ya0.y8.x;
    shared_points[outa0 + 9u] = ya0.y9.x;
    shared_points[outa0 + 10u] = ya0.y10.x;
    shared_points[outa0 + 11u] = ya0.y11.x;
    shared_points[outa0 + 12u] = ya0.y12.x;
    workgroupBarrier();
    let z0_x = shared_points[local.x];
    let z1_x = shared_points[local.x + 64u];
    let z2_x = shared_points[local.x + 128u];
    let z3_x = shared_points[local.x + 192u];
    let z4_x = shared_points[local.x + 256u];
    let z5_x = shared_points[local.x + 320u];
    let z6_x = shared_points[local.x + 384u];
    let z7_x = shared_points[local.x + 448u];
    let z8_x = shared_points[local.x + 512u];
    let z9_x = shared_points[local.x + 576u];
    let z10_x = shared_points[local.x + 640u];
    let z11_x = shared_points[local.x + 704u];
    let z12_x = shared_points[local.x + 768u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    shared_points[outa0 + 5u] = ya0.y5.y;
    shared_points[outa0 + 6u] = ya0.y6.y;
    shared_points[outa0 + 7u] = ya0.y7.y;
    shared_points[outa0 + 8u] = ya0.y8.y;
    shared_points[outa0 + 9u] = ya0.y9.y;
    shared_points[outa0 + 10u] = ya0.y10.y;
    shared_points[outa0 + 11u] = ya0.y11.y;
    shared_points[outa0 + 12u] = ya0.y12.y;
    workgroupBarrier();
    let z0_y = shared_points[local.x];
    let z1_y = shared_points[local.x + 64u];
    let z2_y = shared_points[local.x + 128u];
    let z3_y = shared_points[local.x + 192u];
    let z4_y = shared_points[local.x + 256u];
    let z5_y = shared_points[local.x + 320u];
    let z6_y = shared_points[local.x + 384u];
    let z7_y = shared_points[local.x + 448u];
    let z8_y = shared_points[local.x + 512u];
    let z9_y = shared_points[local.x + 576u];
    let z10_y = shared_points[local.x + 640u];
    let z11_y = shared_points[local.x + 704u];
    let z12_y = shared_points[local.x + 768u];
    let z0 = vec2<f32>(z0_x, z0_y);
    let z1 = vec2<f32>(z1_x, z1_y);
    let z2 = vec2<f32>(z2_x, z2_y);
    let z3 = vec2<f32>(z3_x, z3_y);
    let z4 = vec2<f32>(z4_x, z4_y);
    let z5 = vec2<f32>(z5_x, z5_y);
    let z6 = vec2<f32>(z6_x, z6_y);
    let z7 = vec2<f32>(z7_x, z7_y);
    let z8 = vec2<f32>(z8_x, z8_y);
    let z9 = vec2<f32>(z9_x, z9_y);
    let z10 = vec2<f32>(z10_x, z10_y);
    let z11 = vec2<f32>(z11_x, z11_y);
    let z12 = vec2<f32>(z12_x, z12_y);
    let target_base = first * 13u + local.x;
    dst[target_base] = z0;
    dst[target_base + 64u] = z1;
    dst[target_base + 128u] = z2;
    dst[target_base + 192u] = z3;
    dst[target_base + 256u] = z4;
    dst[target_base + 320u] = z5;
    dst[target_base + 384u] = z6;
    dst[target_base + 448u] = z7;
    dst[target_base + 512u] = z8;
    dst[target_base + 576u] = z9;
    dst[target_base + 640u] = z10;
    dst[target_base + 704u] = z11;
    dst[target_base + 768u] = z12;
}
