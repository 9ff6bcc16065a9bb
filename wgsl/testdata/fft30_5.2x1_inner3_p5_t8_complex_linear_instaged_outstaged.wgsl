// fft30_5.2x1_inner3_p5_t8_complex_linear_instaged_outstaged
// the transform of 10 x 1 points, 3 side by side, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 30 + j * 1, X at q * 30 + j * 1
// 8 transforms per workgroup, 6 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<vec2<f32>, 240>;

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

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(48)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x % 6u; // thread of the transform
    let q = local.x / 6u; // transform of the workgroup

    // stage 1 of 2: radix 5, 3 transforms of 10 points, 3 interleaved
    let ja0 = t;
    let ina0 = q * 30u + ja0;
    let source = first * 30u + local.x;
    let x0 = src[source];
    let x1 = src[source + 48u];
    let x2 = src[source + 96u];
    let x3 = src[source + 144u];
    let x4 = src[source + 192u];
    // exchange
    workgroupBarrier();
    shared_points[local.x] = x0;
    shared_points[local.x + 48u] = x1;
    shared_points[local.x + 96u] = x2;
    shared_points[local.x + 144u] = x3;
    shared_points[local.x + 192u] = x4;
    workgroupBarrier();
    let a0_0 = shared_points[ina0];
    let a0_1 = shared_points[ina0 + 6u];
    let a0_2 = shared_points[ina0 + 12u];
    let a0_3 = shared_points[ina0 + 18u];
    let a0_4 = shared_points[ina0 + 24u];
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);
    let outa0 = q * 30u + ja0 / 3u * 15u + ja0 % 3u;

    // stage 2 of 2: radix 2, p = 5, twiddle w_10^(i (j div 3 mod 5)), 3 transforms of 10 points, 3 interleaved
    let jb0 = t;
    let inb0 = q * 30u + jb0;
    let jb1 = t + 6u;
    let inb1 = q * 30u + jb1;
    let jb2 = min(t + 12u, 14u); // threads without a butterfly repeat the last
    let inb2 = q * 30u + jb2;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 3u] = ya0.y1;
    shared_points[outa0 + 6u] = ya0.y2;
    shared_points[outa0 + 9u] = ya0.y3;
    shared_points[outa0 + 12u] = ya0.y4;
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 15u];
    let b1_0 = shared_points[inb1];
    let b1_1 = shared_points[inb1 + 15u];
    let b2_0 = shared_points[inb2];
    let b2_1 = shared_points[inb2 + 15u];
    let wb0 = jb0 / 3u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1 / 3u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let wb2 = jb2 / 3u;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);
    let yb2 = dft2(b2_0, b2_1t);
    let outb0 = q * 30u + jb0;
    let outb1 = q * 30u + jb1;
    let outb2 = q * 30u + jb2;

    // store
    // exchange
    workgroupBarrier();
    shared_points[outb0] = yb0.y0;
    shared_points[outb0 + 15u] = yb0.y1;
    shared_points[outb1] = yb1.y0;
    shared_points[outb1 + 15u] = yb1.y1;
    if (t + 12u < 15u) {
        shared_points[outb2] = yb2.y0;
        shared_points[outb2 + 15u] = yb2.y1;
    }
    workgroupBarrier();
    let z0 = shared_points[local.x];
    let z1 = shared_points[local.x + 48u];
    let z2 = shared_points[local.x + 96u];
    let z3 = shared_points[local.x + 144u];
    let z4 = shared_points[local.x + 192u];
    let target_base = first * 30u + local.x;
    dst[target_base] = z0;
    dst[target_base + 48u] = z1;
    dst[target_base + 96u] = z2;
    dst[target_base + 144u] = z3;
    dst[target_base + 192u] = z4;
}
