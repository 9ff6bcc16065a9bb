// fft24_3.2x4_p8_t8_interleave10_split_linear_in30x720x30_inbatchfastest_intwiddle12x3_out30x720x30_outbatchfastest_inplace
// the transform of 6 x 4 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at (q div 30) * 720 + q mod 30 + j * 30, X at (q div 30) * 720 + q mod 30 + j * 30
// x[j] is multiplied by w_12^((j mod 4) (q mod 3)) on load
// of 10 arrays side by side: here q counts without them but for the places
// 8 transforms per workgroup, 3 threads each

@group(0) @binding(0) var<storage, read_write> data: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> roots: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 192>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_12^e by way of w^(e mod 4) and w^(e - e mod 4)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 3u], roots[4u + (e >> 2u)]);
}

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
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

@compute @workgroup_size(24)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x / 8u; // thread of the transform
    let q = local.x % 8u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 3, 4 transforms of 6 points, 4 interleaved
    let ja0 = t;
    let ja1 = t + 3u;
    let ja2 = min(t + 6u, 7u); // threads without a butterfly repeat the last
    let source = seq / 30u * 720u;
    let column = seq % 30u;
    let twiddle_column_in = seq / 10u % 3u;
    let base_twiddle_in0 = root(ja0 % 4u * twiddle_column_in); // w_12^(j column)
    let a0_0 = cmul(data[source + column + ja0 * 30u], base_twiddle_in0);
    let a0_1 = cmul(data[source + column + ja0 * 30u + 240u], base_twiddle_in0);
    let a0_2 = cmul(data[source + column + ja0 * 30u + 480u], base_twiddle_in0);
    let base_twiddle_in1 = root(ja1 % 4u * twiddle_column_in); // w_12^(j column)
    let a1_0 = cmul(data[source + column + ja1 * 30u], base_twiddle_in1);
    let a1_1 = cmul(data[source + column + ja1 * 30u + 240u], base_twiddle_in1);
    let a1_2 = cmul(data[source + column + ja1 * 30u + 480u], base_twiddle_in1);
    let base_twiddle_in2 = root(ja2 % 4u * twiddle_column_in); // w_12^(j column)
    let a2_0 = cmul(data[source + column + ja2 * 30u], base_twiddle_in2);
    let a2_1 = cmul(data[source + column + ja2 * 30u + 240u], base_twiddle_in2);
    let a2_2 = cmul(data[source + column + ja2 * 30u + 480u], base_twiddle_in2);
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let ya2 = dft3(a2_0, a2_1, a2_2);
    let outa0 = (ja0 / 4u * 12u + ja0 % 4u) * 8u + q;
    let outa1 = (ja1 / 4u * 12u + ja1 % 4u) * 8u + q;
    let outa2 = (ja2 / 4u * 12u + ja2 % 4u) * 8u + q;

    // stage 2 of 3: radix 2, p = 3, twiddle w_6^(i (j div 4 mod 3)), 4 transforms of 6 points, 4 interleaved
    let jb0 = t * 4u;
    let inb0 = (jb0) * 8u + q;
    let jb1 = t * 4u + 1u;
    let inb1 = (jb1) * 8u + q;
    let jb2 = t * 4u + 2u;
    let inb2 = (jb2) * 8u + q;
    let jb3 = t * 4u + 3u;
    let inb3 = (jb3) * 8u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 32u] = ya0.y1.x;
    shared_points[outa0 + 64u] = ya0.y2.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 32u] = ya1.y1.x;
    shared_points[outa1 + 64u] = ya1.y2.x;
    if (t + 6u < 8u) {
        shared_points[outa2] = ya2.y0.x;
        shared_points[outa2 + 32u] = ya2.y1.x;
        shared_points[outa2 + 64u] = ya2.y2.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 96u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 96u];
    let b2_0_x = shared_points[inb2];
    let b2_1_x = shared_points[inb2 + 96u];
    let b3_0_x = shared_points[inb3];
    let b3_1_x = shared_points[inb3 + 96u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 32u] = ya0.y1.y;
    shared_points[outa0 + 64u] = ya0.y2.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 32u] = ya1.y1.y;
    shared_points[outa1 + 64u] = ya1.y2.y;
    if (t + 6u < 8u) {
        shared_points[outa2] = ya2.y0.y;
        shared_points[outa2 + 32u] = ya2.y1.y;
        shared_points[outa2 + 64u] = ya2.y2.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 96u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 96u];
    let b2_0_y = shared_points[inb2];
    let b2_1_y = shared_points[inb2 + 96u];
    let b3_0_y = shared_points[inb3];
    let b3_1_y = shared_points[inb3 + 96u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b2_0 = vec2<f32>(b2_0_x, b2_0_y);
    let b2_1 = vec2<f32>(b2_1_x, b2_1_y);
    let b3_0 = vec2<f32>(b3_0_x, b3_0_y);
    let b3_1 = vec2<f32>(b3_1_x, b3_1_y);
    let wb0 = jb0 / 4u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1 / 4u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let wb2 = jb2 / 4u;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let wb3 = jb3 / 4u;
    let b3_1t = cmul(b3_1, twiddles[wb3]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);
    let yb2 = dft2(b2_0, b2_1t);
    let yb3 = dft2(b3_0, b3_1t);

    // stage 3 of 3: radix 4, its points are in registers, 6 transforms of 4 points
    let jc0 = t;
    let jc1 = t + 3u;
    let yc0 = dft4(yb0.y0, yb1.y0, yb2.y0, yb3.y0);
    let yc1 = dft4(yb0.y1, yb1.y1, yb2.y1, yb3.y1);
    let outc0 = jc0 * 4u;
    let outc1 = jc1 * 4u;

    // store
    let target_seq = first + q;
    let target_base = target_seq / 30u * 720u;
    let target_column = target_seq % 30u;
    data[target_base + target_column + outc0 * 30u] = yc0.y0;
    data[target_base + target_column + outc0 * 30u + 30u] = yc0.y1;
    data[target_base + target_column + outc0 * 30u + 60u] = yc0.y2;
    data[target_base + target_column + outc0 * 30u + 90u] = yc0.y3;
    data[target_base + target_column + outc1 * 30u] = yc1.y0;
    data[target_base + target_column + outc1 * 30u + 30u] = yc1.y1;
    data[target_base + target_column + outc1 * 30u + 60u] = yc1.y2;
    data[target_base + target_column + outc1 * 30u + 90u] = yc1.y3;
}
