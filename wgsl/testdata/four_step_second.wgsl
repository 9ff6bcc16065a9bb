// fft64_8.8_p8_t16_split_linear_in64x4096x64_inbatchfastest_intwiddle4096x64_out64x4096x64_outbatchfastest_inplace
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64)
// point j of transform q: x at (q div 64) * 4096 + q mod 64 + j * 64, X at (q div 64) * 4096 + q mod 64 + j * 64
// x[j] is multiplied by w_4096^(j (q mod 64)) on load
// 16 transforms per workgroup, 8 threads each

@group(0) @binding(0) var<storage, read_write> data: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> roots: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 1024>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_4096^e = w^(e mod 64) w^(e - e mod 64)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 63u], roots[64u + (e >> 6u)]);
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

struct Points8 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32> }

// y[k] = sum over j of x[j] w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let u0 = dft2(x0, x4);
    let u1 = dft2(x1, x5);
    let u2 = dft2(x2, x6);
    let u3 = dft2(x3, x7);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, 0.70710677 * vec2<f32>(u1.y1.x + u1.y1.y, u1.y1.y - u1.y1.x), vec2<f32>(u2.y1.y, -u2.y1.x), 0.70710677 * vec2<f32>(u3.y1.y - u3.y1.x, -u3.y1.x - u3.y1.y));
    return Points8(v0.y0, v1.y0, v0.y1, v1.y1, v0.y2, v1.y2, v0.y3, v1.y3);
}

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 16u; // the workgroup's first transform
    let t = local.x / 16u; // thread of the transform
    let q = local.x % 16u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 8
    let ja0 = t;
    let source = seq / 64u * 4096u;
    let column = seq % 64u;
    let twiddle_column_in = seq % 64u;
    let base_twiddle_in0 = root(ja0 * twiddle_column_in); // w_4096^(j column)
    let a0_0 = cmul(data[source + column + ja0 * 64u], base_twiddle_in0);
    let a0_1 = cmul(data[source + column + ja0 * 64u + 512u], cmul(base_twiddle_in0, roots[twiddle_column_in + 128u]));
    let a0_2 = cmul(data[source + column + ja0 * 64u + 1024u], cmul(base_twiddle_in0, roots[twiddle_column_in + 192u]));
    let a0_3 = cmul(data[source + column + ja0 * 64u + 1536u], cmul(base_twiddle_in0, roots[twiddle_column_in + 256u]));
    let a0_4 = cmul(data[source + column + ja0 * 64u + 2048u], cmul(base_twiddle_in0, roots[twiddle_column_in + 320u]));
    let a0_5 = cmul(data[source + column + ja0 * 64u + 2560u], cmul(base_twiddle_in0, roots[twiddle_column_in + 384u]));
    let a0_6 = cmul(data[source + column + ja0 * 64u + 3072u], cmul(base_twiddle_in0, roots[twiddle_column_in + 448u]));
    let a0_7 = cmul(data[source + column + ja0 * 64u + 3584u], cmul(base_twiddle_in0, roots[twiddle_column_in + 512u]));
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let outa0 = (ja0 * 8u) * 16u + q;

    // stage 2 of 2: radix 8, p = 8, twiddle w_64^(i (j mod 8))
    let jb0 = t;
    let inb0 = (jb0) * 16u + q;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 16u] = ya0.y1.x;
    shared_points[outa0 + 32u] = ya0.y2.x;
    shared_points[outa0 + 48u] = ya0.y3.x;
    shared_points[outa0 + 64u] = ya0.y4.x;
    shared_points[outa0 + 80u] = ya0.y5.x;
    shared_points[outa0 + 96u] = ya0.y6.x;
    shared_points[outa0 + 112u] = ya0.y7.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 128u];
    let b0_2_x = shared_points[inb0 + 256u];
    let b0_3_x = shared_points[inb0 + 384u];
    let b0_4_x = shared_points[inb0 + 512u];
    let b0_5_x = shared_points[inb0 + 640u];
    let b0_6_x = shared_points[inb0 + 768u];
    let b0_7_x = shared_points[inb0 + 896u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 16u] = ya0.y1.y;
    shared_points[outa0 + 32u] = ya0.y2.y;
    shared_points[outa0 + 48u] = ya0.y3.y;
    shared_points[outa0 + 64u] = ya0.y4.y;
    shared_points[outa0 + 80u] = ya0.y5.y;
    shared_points[outa0 + 96u] = ya0.y6.y;
    shared_points[outa0 + 112u] = ya0.y7.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 128u];
    let b0_2_y = shared_points[inb0 + 256u];
    let b0_3_y = shared_points[inb0 + 384u];
    let b0_4_y = shared_points[inb0 + 512u];
    let b0_5_y = shared_points[inb0 + 640u];
    let b0_6_y = shared_points[inb0 + 768u];
    let b0_7_y = shared_points[inb0 + 896u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 8u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 16u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 24u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 32u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 40u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 48u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);

    // store
    let target_seq = first + q;
    let target_base = target_seq / 64u * 4096u;
    let target_column = target_seq % 64u;
    data[target_base + target_column + jb0 * 64u] = yb0.y0;
    data[target_base + target_column + jb0 * 64u + 512u] = yb0.y1;
    data[target_base + target_column + jb0 * 64u + 1024u] = yb0.y2;
    data[target_base + target_column + jb0 * 64u + 1536u] = yb0.y3;
    data[target_base + target_column + jb0 * 64u + 2048u] = yb0.y4;
    data[target_base + target_column + jb0 * 64u + 2560u] = yb0.y5;
    data[target_base + target_column + jb0 * 64u + 3072u] = yb0.y6;
    data[target_base + target_column + jb0 * 64u + 3584u] = yb0.y7;
}
