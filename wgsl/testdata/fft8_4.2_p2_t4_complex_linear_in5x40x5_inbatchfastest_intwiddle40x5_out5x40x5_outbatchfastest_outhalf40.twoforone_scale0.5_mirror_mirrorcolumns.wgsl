// fft8_4.2_p2_t4_complex_linear_in5x40x5_inbatchfastest_intwiddle40x5_out5x40x5_outbatchfastest_outhalf40.twoforone_scale0.5_mirror_mirrorcolumns
// X[k] = sum over j of x[j] w_8^(jk), w_8 = exp(-2 pi i / 8); times 0.5
// point j of transform q: x at (q div 5) * 40 + q mod 5 + j * 5, X at (q div 5) * 40 + q mod 5 + j * 5
// x[j] is multiplied by w_40^(j (q mod 5)) on load
// 4 transforms per workgroup, 4 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> roots: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, b: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    put_bin(a, k, even);
    if (b != a) {
        put_bin(b, k, vec2<f32>(p.y + c.y, c.x - p.x));
    }
}

// the column of transform q of all workgroups' transforms: one of 0 ... 2, or the mate of one, after those of the rows before
fn mated(q: u32) -> u32 {
    let c = min(q / 4u % 2u * 2u + q % 2u, 2u);
    return q / 8u * 5u + select(c, (5u - c) % 5u, q % 4u >= 2u);
}

var<workgroup> shared_points: array<vec2<f32>, 32>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_40^e by way of w^(e mod 8) and w^(e - e mod 8)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 7u], roots[8u + (e >> 3u)]);
}

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

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x / 4u; // thread of the transform
    let q = local.x % 4u; // transform of the workgroup
    let seq = mated(first + q);

    // stage 1 of 2: radix 4
    let ja0 = min(t, 1u); // threads without a butterfly repeat the last
    let source = seq / 5u * 40u;
    let column = seq % 5u;
    let twiddle_column_in = seq % 5u;
    let base_twiddle_in0 = root(ja0 * twiddle_column_in); // w_40^(j column)
    let a0_0 = cmul(src[source + column + ja0 * 5u], base_twiddle_in0);
    let a0_1 = cmul(src[source + column + ja0 * 5u + 10u], cmul(base_twiddle_in0, roots[twiddle_column_in + 13u]));
    let a0_2 = cmul(src[source + column + ja0 * 5u + 20u], cmul(base_twiddle_in0, roots[twiddle_column_in + 18u]));
    let a0_3 = cmul(src[source + column + ja0 * 5u + 30u], cmul(base_twiddle_in0, roots[twiddle_column_in + 23u]));
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = (ja0 * 4u) * 4u + q;

    // stage 2 of 2: radix 2, p = 4, twiddle w_8^(i (j mod 4)), butterfly j of a column and 3 - j of its mirror column in one thread
    let slot = local.x % 2u; // of the workgroup's columns
    let share = local.x / 2u; // thread of the column and its mate
    let mated_column = first / 4u % 2u * 2u + slot;
    let ub0 = min(share, 3u); // couple
    let zerob0 = mated_column == 0u && ub0 < 2u; // both of column 0
    let otherb0 = mated_column == 0u && ub0 >= 2u; // both of the column in the place of its mate
    let jb0 = select(ub0, ub0 - 2u, otherb0);
    let qb0 = slot + select(0u, 2u, otherb0);
    let jb1 = select(3u - jb0, select(4u - ub0, 2u, ub0 == 0u), zerob0); // the butterfly with the mates
    let qb1 = slot + select(2u, 0u, zerob0);
    let inb0 = (jb0) * 4u + qb0;
    let inb1 = (jb1) * 4u + qb1;
    // exchange
    workgroupBarrier();
    if (t < 2u) {
        shared_points[outa0] = ya0.y0;
        shared_points[outa0 + 4u] = ya0.y1;
        shared_points[outa0 + 8u] = ya0.y2;
        shared_points[outa0 + 12u] = ya0.y3;
    }
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 16u];
    let b1_0 = shared_points[inb1];
    let b1_1 = shared_points[inb1 + 16u];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);

    // store
    // points k and -k together, of a column and its mate, which one thread has
    if (mated_column <= 2u) {
        let row = first / 8u;
        let out_a = (row) * 42u;
        let out_b = select(out_a + 21u, out_a, 2u * (row) + 1u >= batch.rows);
        if (share < 4u && !otherb0) {
            let loneb0 = mated_column == 0u && ub0 == 0u; // these butterflies are their own mates
            let kb0 = mated_column + jb0 * 5u;
            let kb1 = select(5u - mated_column, 0u, zerob0) + jb1 * 5u;
            out_pair(out_a, out_b, select(kb0, 40u - kb0, kb0 > 20u), select(scaled(yb0.y0), scaled(select(yb1.y1, yb0.y0, loneb0)), kb0 > 20u), select(scaled(select(yb1.y1, yb0.y0, loneb0)), scaled(yb0.y0), kb0 > 20u));
            out_pair(out_a, out_b, select(kb1, 40u - kb1, kb1 > 20u), select(scaled(yb1.y0), scaled(select(yb0.y1, yb1.y1, loneb0)), kb1 > 20u), select(scaled(select(yb0.y1, yb1.y1, loneb0)), scaled(yb1.y0), kb1 > 20u));
            if (loneb0) {
                let middle = kb0 + 20u;
                out_pair(out_a, out_b, select(middle, 40u - middle, middle > 20u), select(scaled(yb0.y1), scaled(yb0.y1), middle > 20u), select(scaled(yb0.y1), scaled(yb0.y1), middle > 20u));
            }
        }
    }
}
