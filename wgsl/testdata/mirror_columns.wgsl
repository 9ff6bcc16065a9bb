// fft16_4.4_p8_t8_split_linear_in16x256x16_inbatchfastest_intwiddle256x16_out16x256x16_outbatchfastest_outhalf512_scale0.5_mirror_mirrorcolumns
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16); times 0.5
// point j of transform q: x at (q div 16) * 256 + q mod 16 + j * 16, X at (q div 16) * 256 + q mod 16 + j * 16
// x[j] is multiplied by w_256^(j (q mod 16)) on load
// 8 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> roots: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> real_roots: array<vec2<f32>>;

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, w: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), w);
    put_bin(a, k, even + odd);
    put_bin(a, 256u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

// the column of transform q of the dispatch, counted over all rows: one of 0 ... 7, or its partner
fn mirrored(q: u32) -> u32 {
    let c = min(q / 8u % 2u * 4u + q % 4u, 7u);
    return q / 16u * 16u + select(c, select(16u - c, 8u, c == 0u), q % 8u >= 4u);
}

var<workgroup> shared_points: array<f32, 128>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_256^e = w^(e mod 16) w^(e - e mod 16)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 15u], roots[16u + (e >> 4u)]);
}

// w_512^e, e up to 256
fn real_root(e: u32) -> vec2<f32> { return real_roots[e]; }

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

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x / 8u; // thread of the transform
    let q = local.x % 8u; // transform of the workgroup
    let seq = mirrored(first + q);

    // stage 1 of 2: radix 4
    let ja0 = t;
    let ja1 = t + 2u;
    let source = seq / 16u * 256u;
    let column = seq % 16u;
    let twiddle_column_in = seq % 16u;
    let base_twiddle_in0 = root(ja0 * twiddle_column_in); // w_256^(j column)
    let a0_0 = cmul(src[source + column + ja0 * 16u], base_twiddle_in0);
    let a0_1 = cmul(src[source + column + ja0 * 16u + 64u], cmul(base_twiddle_in0, roots[twiddle_column_in + 32u]));
    let a0_2 = cmul(src[source + column + ja0 * 16u + 128u], cmul(base_twiddle_in0, roots[twiddle_column_in + 48u]));
    let a0_3 = cmul(src[source + column + ja0 * 16u + 192u], cmul(base_twiddle_in0, roots[twiddle_column_in + 64u]));
    let base_twiddle_in1 = root(ja1 * twiddle_column_in); // w_256^(j column)
    let a1_0 = cmul(src[source + column + ja1 * 16u], base_twiddle_in1);
    let a1_1 = cmul(src[source + column + ja1 * 16u + 64u], cmul(base_twiddle_in1, roots[twiddle_column_in + 32u]));
    let a1_2 = cmul(src[source + column + ja1 * 16u + 128u], cmul(base_twiddle_in1, roots[twiddle_column_in + 48u]));
    let a1_3 = cmul(src[source + column + ja1 * 16u + 192u], cmul(base_twiddle_in1, roots[twiddle_column_in + 64u]));
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = (ja0 * 4u) * 8u + q;
    let outa1 = (ja1 * 4u) * 8u + q;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4)), butterfly j of a column and 3 - j of its mirror column in one thread
    let slot = local.x % 4u; // of the workgroup's columns
    let pair_thread = local.x / 4u; // thread of the column and its partner
    let mirror_column = first / 8u % 2u * 4u + slot;
    let ub0 = pair_thread; // mirror pair
    let both_zerob0 = mirror_column == 0u && ub0 < 2u; // both of column 0
    let both_halfb0 = mirror_column == 0u && ub0 >= 2u; // both of column P/2
    let jb0 = select(ub0, ub0 - 2u, both_halfb0);
    let qb0 = slot + select(0u, 4u, both_halfb0);
    let jb1 = select(3u - jb0, select(4u - ub0, 2u, ub0 == 0u), both_zerob0); // the mirror butterfly
    let qb1 = slot + select(4u, 0u, both_zerob0);
    let inb0 = (jb0) * 8u + qb0;
    let inb1 = (jb1) * 8u + qb1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 8u] = ya0.y1.x;
    shared_points[outa0 + 16u] = ya0.y2.x;
    shared_points[outa0 + 24u] = ya0.y3.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 8u] = ya1.y1.x;
    shared_points[outa1 + 16u] = ya1.y2.x;
    shared_points[outa1 + 24u] = ya1.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 32u];
    let b0_2_x = shared_points[inb0 + 64u];
    let b0_3_x = shared_points[inb0 + 96u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 32u];
    let b1_2_x = shared_points[inb1 + 64u];
    let b1_3_x = shared_points[inb1 + 96u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 8u] = ya0.y1.y;
    shared_points[outa0 + 16u] = ya0.y2.y;
    shared_points[outa0 + 24u] = ya0.y3.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 8u] = ya1.y1.y;
    shared_points[outa1 + 16u] = ya1.y2.y;
    shared_points[outa1 + 24u] = ya1.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 32u];
    let b0_2_y = shared_points[inb0 + 64u];
    let b0_3_y = shared_points[inb0 + 96u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 32u];
    let b1_2_y = shared_points[inb1 + 64u];
    let b1_3_y = shared_points[inb1 + 96u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let b1_3 = vec2<f32>(b1_3_x, b1_3_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 4u]);
    let b1_3t = cmul(b1_3, twiddles[wb1 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);

    // store
    // points k and -k together, of a column and its partner, which one thread has
    if (mirror_column <= 7u) {
        let row = first / 16u;
        let out_a = (row) * 257u;
        let self_conjugateb0 = mirror_column == 0u && ub0 == 0u;
        let kb0 = select(mirror_column, 8u, both_halfb0) + jb0 * 16u;
        let out_w_b0 = real_root(kb0);
        let kb1 = select(select(16u - mirror_column, 0u, both_zerob0), 8u, both_halfb0) + jb1 * 16u;
        let out_w_b1 = real_root(kb1);
        out_pair(out_a, kb0, out_w_b0, scaled(yb0.y0), scaled(select(yb1.y3, yb0.y0, self_conjugateb0)));
        out_pair(out_a, kb0 + 64u, cmul(out_w_b0, vec2<f32>(0.70710677, -0.70710677)), scaled(yb0.y1), scaled(select(yb1.y2, yb0.y3, self_conjugateb0)));
        out_pair(out_a, kb1, out_w_b1, scaled(yb1.y0), scaled(select(yb0.y3, yb1.y3, self_conjugateb0)));
        out_pair(out_a, kb1 + 64u, cmul(out_w_b1, vec2<f32>(0.70710677, -0.70710677)), scaled(yb1.y1), scaled(select(yb0.y2, yb1.y2, self_conjugateb0)));
        if (self_conjugateb0) {
            let nyquist = kb0 + 128u;
            out_pair(out_a, nyquist, vec2<f32>(-0.0, -1.0), scaled(yb0.y2), scaled(yb0.y2));
        }
    }
}
