// fft12_4.3_p6_t4_split2_pad4_in15x180x15_inbatchfastest_intwiddle180x15_out15x180x15_outbatchfastest_outdct2bins360_mirror_mirrorcolumns_tail
// X[k] = sum over j of x[j] w_12^(jk), w_12 = exp(-2 pi i / 12)
// point j of transform q: x at (q div 15) * 180 + q mod 15 + j * 15, X at (q div 15) * 180 + q mod 15 + j * 15
// x[j] is multiplied by w_180^(j (q mod 15)) on load
// 4 transforms per workgroup, 2 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> roots: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(5) var<uniform> batch: Batch;

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    let x = cmul(v, real_root(k));
    dst[a + k] = x.x;
    if (k > 0u && 2u * k != 360u) {
        dst[a + 360u - k] = -x.y;
    }
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(4u * k));
    put_bin(a, k, even + odd);
    put_bin(a, 180u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

// the column of transform q of all workgroups' transforms: one of 0 ... 7, or the mate of one, after those of the rows before
fn mated(q: u32) -> u32 {
    let c = min(q / 4u % 4u * 2u + q % 2u, 7u);
    return q / 16u * 15u + select(c, (15u - c) % 15u, q % 4u >= 2u);
}

var<workgroup> shared_points: array<f32, 25>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_180^e by way of w^(e mod 16) and w^(e - e mod 16)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 15u], roots[16u + (e >> 4u)]);
}

// w_1440^e, e up to 720
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

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

fn shared_index(i: u32) -> u32 { return i + (i >> 4u); }

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x / 4u; // thread of the transform
    let q = local.x % 4u; // transform of the workgroup
    let seq = mated(min(first + q, batch.end - 1u)); // idle threads repeat the last transform

    // stage 1 of 2: radix 4
    let ja0 = t;
    let ja1 = min(t + 2u, 2u); // threads without a butterfly repeat the last
    let source = seq / 15u * 180u;
    let column = seq % 15u;
    let twiddle_column_in = seq % 15u;
    let base_twiddle_in0 = root(ja0 * twiddle_column_in); // w_180^(j column)
    let a0_0 = cmul(src[source + column + ja0 * 15u], base_twiddle_in0);
    let a0_1 = cmul(src[source + column + ja0 * 15u + 45u], cmul(base_twiddle_in0, roots[twiddle_column_in + 28u]));
    let a0_2 = cmul(src[source + column + ja0 * 15u + 90u], cmul(base_twiddle_in0, roots[twiddle_column_in + 43u]));
    let a0_3 = cmul(src[source + column + ja0 * 15u + 135u], cmul(base_twiddle_in0, roots[twiddle_column_in + 58u]));
    let base_twiddle_in1 = root(ja1 * twiddle_column_in); // w_180^(j column)
    let a1_0 = cmul(src[source + column + ja1 * 15u], base_twiddle_in1);
    let a1_1 = cmul(src[source + column + ja1 * 15u + 45u], cmul(base_twiddle_in1, roots[twiddle_column_in + 28u]));
    let a1_2 = cmul(src[source + column + ja1 * 15u + 90u], cmul(base_twiddle_in1, roots[twiddle_column_in + 43u]));
    let a1_3 = cmul(src[source + column + ja1 * 15u + 135u], cmul(base_twiddle_in1, roots[twiddle_column_in + 58u]));
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = (ja0 * 4u) * 4u + q;
    let outa1 = (ja1 * 4u) * 4u + q;

    // stage 2 of 2: radix 3, p = 4, twiddle w_12^(i (j mod 4)), butterfly j of a column and 3 - j of its mirror column in one thread
    let slot = local.x % 2u; // of the workgroup's columns
    let share = local.x / 2u; // thread of the column and its mate
    let mated_column = first / 4u % 4u * 2u + slot;
    let ub0 = share; // couple
    let zerob0 = mated_column == 0u && ub0 < 2u; // both of column 0
    let otherb0 = mated_column == 0u && ub0 >= 2u; // both of the column in the place of its mate
    let jb0 = select(ub0, ub0 - 2u, otherb0);
    let qb0 = slot + select(0u, 2u, otherb0);
    let jb1 = select(3u - jb0, select(4u - ub0, 2u, ub0 == 0u), zerob0); // the butterfly with the mates
    let qb1 = slot + select(2u, 0u, zerob0);
    let inb0 = (jb0) * 4u + qb0;
    let inb1 = (jb1) * 4u + qb1;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.x;
    shared_points[shared_index(outa0) + 4u] = ya0.y1.x;
    if ((outa0 + 8u) / 24u == 0u) {
        shared_points[shared_index(outa0) + 8u] = ya0.y2.x;
    }
    if ((outa0 + 12u) / 24u == 0u) {
        shared_points[shared_index(outa0) + 12u] = ya0.y3.x;
    }
    if (t + 2u < 3u) {
    }
    workgroupBarrier();
    var b0_1_x: f32;
    let b0_0_x = shared_points[shared_index(inb0)];
    if ((inb0 + 16u) / 24u == 0u) {
        b0_1_x = shared_points[shared_index(inb0) + 17u];
    }
    var b1_1_x: f32;
    let b1_0_x = shared_points[shared_index(inb1)];
    if ((inb1 + 16u) / 24u == 0u) {
        b1_1_x = shared_points[shared_index(inb1) + 17u];
    }
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if ((outa0 + 8u) / 24u == 1u) {
        shared_points[shared_index(outa0 - 16u)] = ya0.y2.x;
    }
    if ((outa0 + 12u) / 24u == 1u) {
        shared_points[shared_index(outa0 - 12u)] = ya0.y3.x;
    }
    if (t + 2u < 3u) {
        shared_points[shared_index(outa1 - 24u)] = ya1.y0.x;
        shared_points[shared_index(outa1 - 20u)] = ya1.y1.x;
        shared_points[shared_index(outa1 - 16u)] = ya1.y2.x;
        shared_points[shared_index(outa1 - 12u)] = ya1.y3.x;
    }
    workgroupBarrier();
    if ((inb0 + 16u) / 24u == 1u) {
        b0_1_x = shared_points[shared_index(inb0 - 8u)];
    }
    let b0_2_x = shared_points[shared_index(inb0 + 8u)];
    if ((inb1 + 16u) / 24u == 1u) {
        b1_1_x = shared_points[shared_index(inb1 - 8u)];
    }
    let b1_2_x = shared_points[shared_index(inb1 + 8u)];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.y;
    shared_points[shared_index(outa0) + 4u] = ya0.y1.y;
    if ((outa0 + 8u) / 24u == 0u) {
        shared_points[shared_index(outa0) + 8u] = ya0.y2.y;
    }
    if ((outa0 + 12u) / 24u == 0u) {
        shared_points[shared_index(outa0) + 12u] = ya0.y3.y;
    }
    if (t + 2u < 3u) {
    }
    workgroupBarrier();
    var b0_1_y: f32;
    let b0_0_y = shared_points[shared_index(inb0)];
    if ((inb0 + 16u) / 24u == 0u) {
        b0_1_y = shared_points[shared_index(inb0) + 17u];
    }
    var b1_1_y: f32;
    let b1_0_y = shared_points[shared_index(inb1)];
    if ((inb1 + 16u) / 24u == 0u) {
        b1_1_y = shared_points[shared_index(inb1) + 17u];
    }
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if ((outa0 + 8u) / 24u == 1u) {
        shared_points[shared_index(outa0 - 16u)] = ya0.y2.y;
    }
    if ((outa0 + 12u) / 24u == 1u) {
        shared_points[shared_index(outa0 - 12u)] = ya0.y3.y;
    }
    if (t + 2u < 3u) {
        shared_points[shared_index(outa1 - 24u)] = ya1.y0.y;
        shared_points[shared_index(outa1 - 20u)] = ya1.y1.y;
        shared_points[shared_index(outa1 - 16u)] = ya1.y2.y;
        shared_points[shared_index(outa1 - 12u)] = ya1.y3.y;
    }
    workgroupBarrier();
    if ((inb0 + 16u) / 24u == 1u) {
        b0_1_y = shared_points[shared_index(inb0 - 8u)];
    }
    let b0_2_y = shared_points[shared_index(inb0 + 8u)];
    if ((inb1 + 16u) / 24u == 1u) {
        b1_1_y = shared_points[shared_index(inb1 - 8u)];
    }
    let b1_2_y = shared_points[shared_index(inb1 + 8u)];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let wb1 = jb1;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let b1_2t = cmul(b1_2, twiddles[wb1 + 4u]);
    let yb0 = dft3(b0_0, b0_1t, b0_2t);
    let yb1 = dft3(b1_0, b1_1t, b1_2t);

    // store
    // points k and -k together, of a column and its mate, which one thread has
    if (mated_column <= 7u && first + slot < batch.end) {
        let row = first / 16u;
        let out_a = (row) * 360u;
        if (!otherb0) {
            let loneb0 = mated_column == 0u && ub0 == 0u; // these butterflies are their own mates
            let kb0 = mated_column + jb0 * 15u;
            let kb1 = select(15u - mated_column, 0u, zerob0) + jb1 * 15u;
            out_pair(out_a, kb0, yb0.y0, select(yb1.y2, yb0.y0, loneb0));
            out_pair(out_a, kb0 + 60u, yb0.y1, select(yb1.y1, yb0.y2, loneb0));
            out_pair(out_a, kb1, yb1.y0, select(yb0.y2, yb1.y2, loneb0));
            if (loneb0) {
                let middle = kb1 + 60u;
                out_pair(out_a, middle, yb1.y1, yb1.y1);
            }
        }
    }
}
