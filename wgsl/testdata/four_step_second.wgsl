// fft16_4.4_p4_t8_split_inbatchfastest_inpoints16_inbatch16x1.256_in(twiddle256x16)_outbatchfastest_outpoints16_outbatch16x1.256_inplace
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// x[j] of transform q: element q div 16 * 256 + q mod 16 + j * 16
// load: point j times w_256^(j (q mod 16))
// X[j] of transform q: element q div 16 * 256 + q mod 16 + j * 16
// 8 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read_write> data: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> roots: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 128>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// w_256^e = w^(e mod 16) w^(e - e mod 16)
fn root256(e: u32) -> vec2<f32> {
    return cmul(roots[e & 15u], roots[(e >> 4u) + 16u]);
}

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
    let source = seq / 16u * 256u;
    let column = seq % 16u;
    let twiddle_column_in = seq % 16u; // column
    let base_twiddle_in0 = root256(t * twiddle_column_in);
    let a0_0 = cmul(data[source + column + t * 16u], base_twiddle_in0);
    let a0_1 = cmul(data[source + column + t * 16u + 64u], cmul(base_twiddle_in0, roots[twiddle_column_in + 32u]));
    let a0_2 = cmul(data[source + column + t * 16u + 128u], cmul(base_twiddle_in0, roots[twiddle_column_in + 48u]));
    let a0_3 = cmul(data[source + column + t * 16u + 192u], cmul(base_twiddle_in0, roots[twiddle_column_in + 64u]));
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = (t * 4u) * 8u + q;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let inb0 = t * 8u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 8u] = ya0.y1.x;
    shared_points[outa0 + 16u] = ya0.y2.x;
    shared_points[outa0 + 24u] = ya0.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 32u];
    let b0_2_x = shared_points[inb0 + 64u];
    let b0_3_x = shared_points[inb0 + 96u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 8u] = ya0.y1.y;
    shared_points[outa0 + 16u] = ya0.y2.y;
    shared_points[outa0 + 24u] = ya0.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 32u];
    let b0_2_y = shared_points[inb0 + 64u];
    let b0_3_y = shared_points[inb0 + 96u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_1t = cmul(b0_1, twiddles[t]);
    let b0_2t = cmul(b0_2, twiddles[t + 4u]);
    let b0_3t = cmul(b0_3, twiddles[t + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // store
    let target_seq = first + q;
    let target_base = target_seq / 16u * 256u;
    let target_column = target_seq % 16u;
    data[target_base + target_column + t * 16u] = yb0.y0;
    data[target_base + target_column + t * 16u + 64u] = yb0.y1;
    data[target_base + target_column + t * 16u + 128u] = yb0.y2;
    data[target_base + target_column + t * 16u + 192u] = yb0.y3;
}
