// fft16_4.4_p8_t8_split_linear_in16x256x16_inbatchfastest_inswap_inhalf512_outswap_mirror_mirrorcolumns
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16); parts swapped on load; parts swapped on store
// point j of transform q: x at (q div 16) * 256 + q mod 16 + j * 16, X at q * 16 + j * 1
// 8 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to 256
fn bin(a: u32, k: u32) -> vec2<f32> {
    let x = src[a + k];
    return vec2<f32>(x.x, select(x.y, 0.0, k == 0u || k == 256u));
}

struct Pair { p: vec2<f32>, c: vec2<f32> }

// points k and -k of the complex transform, of the bins k and 256 - k
fn pair_of(p: vec2<f32>, c: vec2<f32>, w: vec2<f32>) -> Pair {
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// points k and -k of the complex transform, k up to half its points
fn in_pair(a: u32, k: u32, w: vec2<f32>) -> Pair {
    return pair_of(bin(a, k), bin(a, 256u - k), w);
}

// the column of transform q of all workgroups' transforms: one of 0 ... 7, or the mate of one, after those of the rows before
fn mated(q: u32) -> u32 {
    let c = min(q / 8u % 2u * 4u + q % 4u, 7u);
    return q / 16u * 16u + select(c, select(16u - c, 8u, c == 0u), q % 8u >= 4u);
}

var<workgroup> shared_points: array<f32, 128>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_512^e, e up to 256
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

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t_in = local.x / 8u; // thread of the transform in the first stage
    let q_in = local.x % 8u; // transform of the workgroup in the first stage
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup

    // stage 1 of 2: radix 4, butterfly j of a column and 3 - j of its mirror column in one thread
    let slot = local.x % 4u; // of the workgroup's columns
    let share = local.x / 4u; // thread of the column and its mate
    let mated_column = first / 8u % 2u * 4u + slot;
    let ua0 = share; // couple
    let zeroa0 = mated_column == 0u && ua0 < 2u; // both of column 0
    let othera0 = mated_column == 0u && ua0 >= 2u; // both of the column in the place of its mate
    let ja0 = select(ua0, ua0 - 2u, othera0);
    let qa0 = slot + select(0u, 4u, othera0);
    let ja1 = select(3u - ja0, select(4u - ua0, 2u, ua0 == 0u), zeroa0); // the butterfly with the mates
    let qa1 = slot + select(4u, 0u, zeroa0);
    // points k and -k together, of a column and its mate, which one thread has
    let source_row = first / 16u;
    let in_a = (source_row) * 257u;
    let lonea0 = mated_column == 0u && ua0 == 0u; // these butterflies are their own mates
    let ka0 = select(mated_column, 8u, othera0) + ja0 * 16u;
    let in_w_a0 = real_root(ka0);
    let ka1 = select(select(16u - mated_column, 0u, zeroa0), 8u, othera0) + ja1 * 16u;
    let in_w_a1 = real_root(ka1);
    let pair0_0 = in_pair(in_a, ka0, in_w_a0);
    let pair0_1 = in_pair(in_a, ka0 + 64u, cmul(in_w_a0, vec2<f32>(0.70710677, -0.70710677)));
    let pair1_0 = in_pair(in_a, ka1, in_w_a1);
    let pair1_1 = in_pair(in_a, ka1 + 64u, cmul(in_w_a1, vec2<f32>(0.70710677, -0.70710677)));
    var middle: vec2<f32>;
    if (lonea0) {
        middle = in_pair(in_a, 128u, vec2<f32>(-0.0, -1.0)).p.yx;
    }
    let a0_0 = pair0_0.p.yx;
    let a0_1 = pair0_1.p.yx;
    let a0_2 = select(pair1_1.c.yx, middle, lonea0);
    let a0_3 = select(pair1_0.c.yx, pair0_1.c.yx, lonea0);
    let a1_0 = pair1_0.p.yx;
    let a1_1 = pair1_1.p.yx;
    let a1_2 = select(pair0_1.c.yx, pair1_1.c.yx, lonea0);
    let a1_3 = select(pair0_0.c.yx, pair1_0.c.yx, lonea0);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = (ja0 * 4u) * 8u + qa0;
    let outa1 = (ja1 * 4u) * 8u + qa1;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    let inb0 = (jb0) * 8u + q;
    let jb1 = t + 2u;
    let inb1 = (jb1) * 8u + q;
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
    let target_seq = mated(first + q);
    let target_base = target_seq * 16u;
    dst[target_base + jb0] = yb0.y0.yx;
    dst[target_base + jb0 + 4u] = yb0.y1.yx;
    dst[target_base + jb0 + 8u] = yb0.y2.yx;
    dst[target_base + jb0 + 12u] = yb0.y3.yx;
    dst[target_base + jb1] = yb1.y0.yx;
    dst[target_base + jb1 + 4u] = yb1.y1.yx;
    dst[target_base + jb1 + 8u] = yb1.y2.yx;
    dst[target_base + jb1 + 12u] = yb1.y3.yx;
}
