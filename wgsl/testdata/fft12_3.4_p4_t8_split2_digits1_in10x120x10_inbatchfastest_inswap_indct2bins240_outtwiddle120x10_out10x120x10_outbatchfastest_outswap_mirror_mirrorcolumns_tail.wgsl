// fft12_3.4_p4_t8_split2_digits1_in10x120x10_inbatchfastest_inswap_indct2bins240_outtwiddle120x10_out10x120x10_outbatchfastest_outswap_mirror_mirrorcolumns_tail
// X[k] = sum over j of x[j] w_12^(jk), w_12 = exp(-2 pi i / 12); parts swapped on load; parts swapped on store
// point j of transform q: x at (q div 10) * 120 + q mod 10 + j * 10, X at (q div 10) * 120 + q mod 10 + j * 10
// X[k] is multiplied by w_120^(k (q mod 10)) on store
// 8 transforms per workgroup, 3 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> roots: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(5) var<uniform> batch: Batch;

// V[k] of the row at a, k up to 120
fn bin(a: u32, k: u32) -> vec2<f32> {
    let w = real_root(k);
    let x = src[a + k];
    let y = select(src[a + select(240u - k, 0u, k == 0u)], 0.0, k == 0u);
    return vec2<f32>(x * w.x - y * w.y, -x * w.y - y * w.x);
}

struct Pair { p: vec2<f32>, c: vec2<f32> }

// points k and -k of the complex transform, of the bins k and 120 - k
fn pair_of(p: vec2<f32>, c: vec2<f32>, w: vec2<f32>) -> Pair {
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// points k and -k of the complex transform, k up to half its points
fn in_pair(a: u32, k: u32) -> Pair {
    return pair_of(bin(a, k), bin(a, 120u - k), real_root(4u * k));
}

// the column of transform q of all workgroups' transforms: one of 0 ... 4, or the mate of one, after those of the rows before
fn mated(q: u32) -> u32 {
    let c = min(q / 8u % 2u * 4u + q % 4u, 4u);
    return q / 16u * 10u + select(c, select(10u - c, 5u, c == 0u), q % 8u >= 4u);
}

var<workgroup> shared_points: array<array<array<f32, 8>, 2>, 3>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_120^e by way of w^(e mod 16) and w^(e - e mod 16)
fn root(e: u32) -> vec2<f32> {
    return cmul(roots[e & 15u], roots[16u + (e >> 4u)]);
}

// w_960^e, e up to 480
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
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

    // stage 1 of 2: radix 3, butterfly j of a column and 3 - j of its mirror column in one thread
    let slot = local.x % 4u; // of the workgroup's columns
    let share = local.x / 4u; // thread of the column and its mate
    let mated_column = min(first / 8u % 2u * 4u + slot, 4u);
    let ua0 = min(share, 3u); // couple
    let zeroa0 = mated_column == 0u && ua0 < 2u; // both of column 0
    let othera0 = mated_column == 0u && ua0 >= 2u; // both of the column in the place of its mate
    let ja0 = select(ua0, ua0 - 2u, othera0);
    let qa0 = slot + select(0u, 4u, othera0);
    let ja1 = select(3u - ja0, select(4u - ua0, 2u, ua0 == 0u), zeroa0); // the butterfly with the mates
    let qa1 = slot + select(4u, 0u, zeroa0);
    // points k and -k together, of a column and its mate, which one thread has
    let source_row = min(first, batch.end - 1u) / 16u;
    let in_a = (source_row) * 240u;
    let lonea0 = mated_column == 0u && ua0 == 0u; // these butterflies are their own mates
    let ka0 = select(mated_column, 5u, othera0) + ja0 * 10u;
    let ka1 = select(select(10u - mated_column, 0u, zeroa0), 5u, othera0) + ja1 * 10u;
    let pair0_0 = in_pair(in_a, ka0);
    let pair0_1 = in_pair(in_a, ka0 + 40u);
    let pair1_0 = in_pair(in_a, ka1);
    var middle: vec2<f32>;
    if (lonea0) {
        middle = in_pair(in_a, 60u).p.yx;
    }
    let a0_0 = pair0_0.p.yx;
    let a0_1 = pair0_1.p.yx;
    let a0_2 = select(pair1_0.c.yx, pair0_1.c.yx, lonea0);
    let a1_0 = pair1_0.p.yx;
    let a1_1 = select(pair0_1.c.yx, middle, lonea0);
    let a1_2 = select(pair0_0.c.yx, pair1_0.c.yx, lonea0);
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let xa0_1 = ja0;
    let xa1_1 = ja1;

    // stage 2 of 2: radix 4, p = 3, twiddle w_12^(i (j mod 3))
    let jb0 = t;
    let xb0_0 = jb0;
    // exchange real parts, slice 1 of 2
    workgroupBarrier();
    if (share < 4u) {
        if (xa0_1 / 2u == 0u) {
            shared_points[0u][xa0_1][qa0] = ya0.y0.x;
            shared_points[1u][xa0_1][qa0] = ya0.y1.x;
            shared_points[2u][xa0_1][qa0] = ya0.y2.x;
        }
    }
    if (share < 4u) {
        if (xa1_1 / 2u == 0u) {
            shared_points[0u][xa1_1][qa1] = ya1.y0.x;
            shared_points[1u][xa1_1][qa1] = ya1.y1.x;
            shared_points[2u][xa1_1][qa1] = ya1.y2.x;
        }
    }
    workgroupBarrier();
    let b0_0_x = shared_points[xb0_0][0u][q];
    let b0_1_x = shared_points[xb0_0][1u][q];
    // exchange real parts, slice 2 of 2
    workgroupBarrier();
    if (share < 4u) {
        if (xa0_1 / 2u == 1u) {
            shared_points[0u][xa0_1 - 2u][qa0] = ya0.y0.x;
            shared_points[1u][xa0_1 - 2u][qa0] = ya0.y1.x;
            shared_points[2u][xa0_1 - 2u][qa0] = ya0.y2.x;
        }
    }
    if (share < 4u) {
        if (xa1_1 / 2u == 1u) {
            shared_points[0u][xa1_1 - 2u][qa1] = ya1.y0.x;
            shared_points[1u][xa1_1 - 2u][qa1] = ya1.y1.x;
            shared_points[2u][xa1_1 - 2u][qa1] = ya1.y2.x;
        }
    }
    workgroupBarrier();
    let b0_2_x = shared_points[xb0_0][0u][q];
    let b0_3_x = shared_points[xb0_0][1u][q];
    // exchange imaginary parts, slice 1 of 2
    workgroupBarrier();
    if (share < 4u) {
        if (xa0_1 / 2u == 0u) {
            shared_points[0u][xa0_1][qa0] = ya0.y0.y;
            shared_points[1u][xa0_1][qa0] = ya0.y1.y;
            shared_points[2u][xa0_1][qa0] = ya0.y2.y;
        }
    }
    if (share < 4u) {
        if (xa1_1 / 2u == 0u) {
            shared_points[0u][xa1_1][qa1] = ya1.y0.y;
            shared_points[1u][xa1_1][qa1] = ya1.y1.y;
            shared_points[2u][xa1_1][qa1] = ya1.y2.y;
        }
    }
    workgroupBarrier();
    let b0_0_y = shared_points[xb0_0][0u][q];
    let b0_1_y = shared_points[xb0_0][1u][q];
    // exchange imaginary parts, slice 2 of 2
    workgroupBarrier();
    if (share < 4u) {
        if (xa0_1 / 2u == 1u) {
            shared_points[0u][xa0_1 - 2u][qa0] = ya0.y0.y;
            shared_points[1u][xa0_1 - 2u][qa0] = ya0.y1.y;
            shared_points[2u][xa0_1 - 2u][qa0] = ya0.y2.y;
        }
    }
    if (share < 4u) {
        if (xa1_1 / 2u == 1u) {
            shared_points[0u][xa1_1 - 2u][qa1] = ya1.y0.y;
            shared_points[1u][xa1_1 - 2u][qa1] = ya1.y1.y;
            shared_points[2u][xa1_1 - 2u][qa1] = ya1.y2.y;
        }
    }
    workgroupBarrier();
    let b0_2_y = shared_points[xb0_0][0u][q];
    let b0_3_y = shared_points[xb0_0][1u][q];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 3u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 6u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // store
    if (first + q < batch.end && first / 8u % 2u * 4u + q % 4u <= 4u) {
        let target_seq = mated(first + q);
        let target_base = target_seq / 10u * 120u;
        let target_column = target_seq % 10u;
        let twiddle_column_out = target_seq % 10u;
        let base_twiddle_out0 = root(jb0 * twiddle_column_out); // w_120^(j column)
        dst[target_base + target_column + jb0 * 10u] = cmul(yb0.y0, base_twiddle_out0).yx;
        dst[target_base + target_column + jb0 * 10u + 30u] = cmul(yb0.y1, cmul(base_twiddle_out0, roots[twiddle_column_out + 24u])).yx;
        dst[target_base + target_column + jb0 * 10u + 60u] = cmul(yb0.y2, cmul(base_twiddle_out0, roots[twiddle_column_out + 34u])).yx;
        dst[target_base + target_column + jb0 * 10u + 90u] = cmul(yb0.y3, cmul(base_twiddle_out0, roots[twiddle_column_out + 44u])).yx;
    }
}
