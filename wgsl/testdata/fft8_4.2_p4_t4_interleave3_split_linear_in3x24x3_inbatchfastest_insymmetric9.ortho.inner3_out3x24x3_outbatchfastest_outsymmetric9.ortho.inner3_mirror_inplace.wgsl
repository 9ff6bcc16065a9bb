// fft8_4.2_p4_t4_interleave3_split_linear_in3x24x3_inbatchfastest_insymmetric9.ortho.inner3_out3x24x3_outbatchfastest_outsymmetric9.ortho.inner3_mirror_inplace
// X[k] = sum over j of x[j] w_8^(jk), w_8 = exp(-2 pi i / 8)
// point j of transform q: x at (q div 3) * 24 + q mod 3 + j * 3, X at (q div 3) * 24 + q mod 3 + j * 3
// of 3 arrays side by side: here q counts without them but for the places
// 4 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    let at = select(n, 16u - n, n > 8u);
    let x = data[a + (at) * 3u];
    return select(x, x * 1.4142135, at == 0u || at == 8u);
}

// point n of the complex transform
fn in_point(a: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, 2u * n), number(a, 2u * n + 1u));
}

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    data[a + (k) * 3u] = v.x * select(1.0, 0.70710677, k == 0u || k == 8u);
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    put_bin(a, 8u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

var<workgroup> shared_points: array<f32, 32>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_16^e, e up to 8
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x / 4u; // thread of the transform
    let q = local.x % 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4
    let ja0 = t;
    let column = seq % 3u;
    let in_a = (seq / 3u) * 27u + column % 3u;
    let array_column = column / 3u;
    let n0_0 = array_column + ja0;
    let a0_0 = in_point(in_a, n0_0);
    let n0_1 = array_column + ja0 + 2u;
    let a0_1 = in_point(in_a, n0_1);
    let n0_2 = array_column + ja0 + 4u;
    let a0_2 = in_point(in_a, n0_2);
    let n0_3 = array_column + ja0 + 6u;
    let a0_3 = in_point(in_a, n0_3);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = (ja0 * 4u) * 4u + q;

    // stage 2 of 2: radix 2, p = 4, twiddle w_8^(i (j mod 4)), butterflies j and 4 - j in one thread
    let jb0 = t;
    let inb0 = (jb0) * 4u + q;
    let jb1 = select(4u - jb0, 2u, jb0 == 0u); // the butterfly with the mates
    let inb1 = (jb1) * 4u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 4u] = ya0.y1.x;
    shared_points[outa0 + 8u] = ya0.y2.x;
    shared_points[outa0 + 12u] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 16u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 16u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 4u] = ya0.y1.y;
    shared_points[outa0 + 8u] = ya0.y2.y;
    shared_points[outa0 + 12u] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 16u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 16u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);

    // store
    // points k and -k of a transform together, which one thread has
    let target_seq = first + q;
    let target_column = target_seq % 3u;
    let out_a = (target_seq / 3u) * 27u + target_column % 3u;
    let loneb = jb0 == 0u; // these butterflies are their own mates
    out_pair(out_a, jb0, yb0.y0, select(yb1.y1, yb0.y0, loneb));
    out_pair(out_a, jb1, yb1.y0, select(yb0.y1, yb1.y1, loneb));
    if (loneb) {
        out_pair(out_a, 4u, yb0.y1, yb0.y1);
    }
}
