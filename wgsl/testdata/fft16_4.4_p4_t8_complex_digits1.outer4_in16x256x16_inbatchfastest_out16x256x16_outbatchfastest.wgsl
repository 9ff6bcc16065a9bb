// fft16_4.4_p4_t8_complex_digits1.outer4_in16x256x16_inbatchfastest_out16x256x16_outbatchfastest
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// point j of transform q: x at (q div 16) * 256 + q mod 16 + j * 16, X at (q div 16) * 256 + q mod 16 + j * 16
// 8 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

struct Slab { at: array<array<vec2<f32>, 8>, 4>, gap: array<vec2<f32>, 4> }

var<workgroup> shared_points: array<Slab, 4>;

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

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x / 8u; // thread of the transform
    let q = local.x % 8u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4
    let ja0 = t;
    let source = seq / 16u * 256u;
    let column = seq % 16u;
    let a0_0 = src[source + column + ja0 * 16u];
    let a0_1 = src[source + column + ja0 * 16u + 64u];
    let a0_2 = src[source + column + ja0 * 16u + 128u];
    let a0_3 = src[source + column + ja0 * 16u + 192u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let xa0_1 = ja0;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    let xb0_0 = jb0;
    // exchange
    workgroupBarrier();
    shared_points[0u].at[xa0_1][q] = ya0.y0;
    shared_points[1u].at[xa0_1][q] = ya0.y1;
    shared_points[2u].at[xa0_1][q] = ya0.y2;
    shared_points[3u].at[xa0_1][q] = ya0.y3;
    workgroupBarrier();
    let b0_0 = shared_points[xb0_0].at[0u][q];
    let b0_1 = shared_points[xb0_0].at[1u][q];
    let b0_2 = shared_points[xb0_0].at[2u][q];
    let b0_3 = shared_points[xb0_0].at[3u][q];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // store
    let target_seq = first + q;
    let target_base = target_seq / 16u * 256u;
    let target_column = target_seq % 16u;
    dst[target_base + target_column + jb0 * 16u] = yb0.y0;
    dst[target_base + target_column + jb0 * 16u + 64u] = yb0.y1;
    dst[target_base + target_column + jb0 * 16u + 128u] = yb0.y2;
    dst[target_base + target_column + jb0 * 16u + 192u] = yb0.y3;
}
