// fft8_4.2_p4_t2_f64_split
// X[k] = sum over j of x[j] w_8^(jk), w_8 = exp(-2 pi i / 8)
// x[j] of transform q: element q * 8 + j
// X[j] of transform q: element q * 8 + j
// 2 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f64>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f64>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f64>>;

var<workgroup> shared_points: array<f64, 16>;

// a * w, complex
fn cmul(a: vec2<f64>, w: vec2<f64>) -> vec2<f64> {
    return vec2<f64>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f64>, y1: vec2<f64>, y2: vec2<f64>, y3: vec2<f64> }

struct Points2 { y0: vec2<f64>, y1: vec2<f64> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f64>, x1: vec2<f64>, x2: vec2<f64>, x3: vec2<f64>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f64>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f64>, x1: vec2<f64>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4
    let source = seq * 8u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 2u];
    let a0_2 = src[source + t + 4u];
    let a0_3 = src[source + t + 6u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 8u + t * 4u;

    // stage 2 of 2: radix 2, p = 4, twiddle w_8^(i (j mod 4))
    let inb0 = q * 8u + t;
    let jb1 = t + 2u;
    let inb1 = q * 8u + jb1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 4u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 4u];
    let b0_0 = vec2<f64>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f64>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f64>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f64>(b1_1_x, b1_1_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b1_1t = cmul(b1_1, twiddles[jb1]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 8u;
    dst[target_base + t] = yb0.y0;
    dst[target_base + t + 4u] = yb0.y1;
    dst[target_base + jb1] = yb1.y0;
    dst[target_base + jb1 + 4u] = yb1.y1;
}
