// fft25_5.5_p5_t4_complex_linear_in4x1_out1x32
// X[k] = sum over j of x[j] w_25^(jk), w_25 = exp(-2 pi i / 25)
// point j of transform q: x at q * 1 + j * 4, X at q * 32 + j * 1
// 4 transforms per workgroup, 5 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<vec2<f32>, 100>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

@compute @workgroup_size(20)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 5u; // thread of the transform
    let q = local.x / 5u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 5
    let ja0 = t;
    let source = seq;
    let a0_0 = src[source + ja0 * 4u];
    let a0_1 = src[source + ja0 * 4u + 20u];
    let a0_2 = src[source + ja0 * 4u + 40u];
    let a0_3 = src[source + ja0 * 4u + 60u];
    let a0_4 = src[source + ja0 * 4u + 80u];
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);
    let outa0 = q * 25u + ja0 * 5u;

    // stage 2 of 2: radix 5, p = 5, twiddle w_25^(i (j mod 5))
    let jb0 = t;
    let inb0 = q * 25u + jb0;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 1u] = ya0.y1;
    shared_points[outa0 + 2u] = ya0.y2;
    shared_points[outa0 + 3u] = ya0.y3;
    shared_points[outa0 + 4u] = ya0.y4;
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 5u];
    let b0_2 = shared_points[inb0 + 10u];
    let b0_3 = shared_points[inb0 + 15u];
    let b0_4 = shared_points[inb0 + 20u];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 5u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 10u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 15u]);
    let yb0 = dft5(b0_0, b0_1t, b0_2t, b0_3t, b0_4t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 32u;
    dst[target_base + jb0] = yb0.y0;
    dst[target_base + jb0 + 5u] = yb0.y1;
    dst[target_base + jb0 + 10u] = yb0.y2;
    dst[target_base + jb0 + 15u] = yb0.y3;
    dst[target_base + jb0 + 20u] = yb0.y4;
}
