// fft16_4.4_p4_t8_split_linear_in16x256x16_inbatchfastest_intwiddle256x16_out16x256x16_outbatchfastest_outhalf512_scale0.5_mirrorcolumns
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16); times 0.5
// point j of transform q: x at (q div 16) * 256 + q mod 16 + j * 16, X at (q div 16) * 256 + q mod 16 + j * 16
// x[j] is multiplied by w_256^(j (q mod 16)) on load
// 8 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> roots: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    if (2u * k != 256u) {
        put_bin(a, 256u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

// the column of transform q of all workgroups' transforms: one of 0 ... 8, or the mate of one, after those of the rows before
fn mated(q: u32) -> u32 {
    let c = min(q / 8u % 3u * 4u + q % 4u, 8u);
    return q / 24u * 16u + select(c, (16u - c) % 16u, q % 8u >= 4u);
}

var<workgroup> shared_points: array<f32, 128>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_256^e by way of w^(e mod 16) and w^(e - e mod 16)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 15u], roots[16u + (e >> 4u)]);
}

// w_512^e, e up to 256
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

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
    let seq = mated(first + q);

    // stage 1 of 2: radix 4
    let ja0 = t;
    let source = seq / 16u * 256u;
    let column = seq % 16u;
    let twiddle_column_in = seq % 16u;
    let base_twiddle_in0 = root(ja0 * twiddle_column_in); // w_256^(j column)
    let a0_0 = cmul(src[source + column + ja0 * 16u], base_twiddle_in0);
    let a0_1 = cmul(src[source + column + ja0 * 16u + 64u], cmul(base_twiddle_in0, roots[twiddle_column_in + 32u]));
    let a0_2 = cmul(src[source + column + ja0 * 16u + 128u], cmul(base_twiddle_in0, roots[twiddle_column_in + 48u]));
    let a0_3 = cmul(src[source + column + ja0 * 16u + 192u], cmul(base_twiddle_in0, roots[twiddle_column_in + 64u]));
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = (ja0 * 4u) * 8u + q;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    let inb0 = (jb0) * 8u + q;
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
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let outb0 = (jb0) * 8u + q;

    // store
    // points k and -k together, of a column and its mate
    let group_number = first / 8u;
    let row = group_number / 3u;
    let slot0 = (local.x) % 4u;
    let j0 = (local.x) / 4u;
    let column0 = group_number % 3u * 4u + slot0;
    let mate0 = select(15u - j0, (16u - j0) % 16u, column0 == 0u);
    let slot1 = (local.x + 32u) % 4u;
    let j1 = (local.x + 32u) / 4u;
    let column1 = group_number % 3u * 4u + slot1;
    let mate1 = select(15u - j1, (16u - j1) % 16u, column1 == 0u);
    // exchange real parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 32u] = yb0.y1.x;
    shared_points[outb0 + 64u] = yb0.y2.x;
    shared_points[outb0 + 96u] = yb0.y3.x;
    workgroupBarrier();
    let p0_x = shared_points[(j0) * 8u + slot0];
    let c0_x = shared_points[(mate0) * 8u + (slot0 + 4u)];
    let p1_x = shared_points[(j1) * 8u + slot1];
    let c1_x = shared_points[(mate1) * 8u + (slot1 + 4u)];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 32u] = yb0.y1.y;
    shared_points[outb0 + 64u] = yb0.y2.y;
    shared_points[outb0 + 96u] = yb0.y3.y;
    workgroupBarrier();
    let p0_y = shared_points[(j0) * 8u + slot0];
    let c0_y = shared_points[(mate0) * 8u + (slot0 + 4u)];
    let p1_y = shared_points[(j1) * 8u + slot1];
    let c1_y = shared_points[(mate1) * 8u + (slot1 + 4u)];
    let p0 = vec2<f32>(p0_x, p0_y);
    let c0 = vec2<f32>(c0_x, c0_y);
    let p1 = vec2<f32>(p1_x, p1_y);
    let c1 = vec2<f32>(c1_x, c1_y);
    if (column0 <= 8u && (column0 > 0u || j0 <= mate0) && (column0 < 8u || j0 <= mate0)) {
        let k0 = column0 + j0 * 16u;
        let out0_a = (row) * 257u;
        out_pair(out0_a, k0, scaled(p0), scaled(c0));
    }
    if (column1 <= 8u && (column1 > 0u || j1 <= mate1) && (column1 < 8u || j1 <= mate1)) {
        let k1 = column1 + j1 * 16u;
        let out1_a = (row) * 257u;
        out_pair(out1_a, k1, scaled(p1), scaled(c1));
    }
}
