// fft16_4.4_p8_t2_split_linear_inswap_inhalf32_outswap_mirrorrows3x4_mirror_mirrorcolumns_tail
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16); parts swapped on load; parts swapped on store
// point j of transform q: x at q * 16 + j * 1, X at q * 16 + j * 1
// 2 transforms per workgroup, 2 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// point k of a row and point -k of the one opposite
struct Pair { p: vec2<f32>, c: vec2<f32> }

fn in_pair(a: u32, b: u32, k: u32, w: vec2<f32>) -> Pair {
    let p = src[a + k];
    let c = src[b + 16u - k];
    let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// points 0 of both: the first and the last bin of a row are conjugates of those opposite, and what says otherwise does not count
fn in_ends(a: u32, b: u32) -> Pair {
    let p0 = src[a];
    let p1 = src[b];
    let c0 = src[b + 16u];
    let c1 = src[a + 16u];
    let p = 0.5 * vec2<f32>(p0.x + p1.x, p0.y - p1.y);
    let c = 0.5 * vec2<f32>(c0.x + c1.x, c0.y - c1.y);
    let d = vec2<f32>(p.x - c.x, p.y + c.y);
    let s = vec2<f32>(p.x + c.x, p.y - c.y);
    return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));
}

// the row opposite to row c of an array
fn opposite(c: u32) -> u32 {
    return (3u - c / 4u) % 3u * 4u + (4u - c % 4u) % 4u;
}

// the row of transform q of all workgroups' transforms: one of 0 ... 7, or the one opposite, after those of the arrays before
fn mated(q: u32) -> u32 {
    let c = min(q / 2u % 8u, 7u);
    return q / 16u * 12u + select(c, opposite(c), q % 2u >= 1u);
}

// whether transform q is the only one of its row: each row has one such
fn owned(q: u32) -> bool {
    let c = q / 2u % 8u;
    let other = opposite(c);
    return c <= 7u && (c < other || (c == other && q % 2u < 1u));
}

var<workgroup> shared_points: array<f32, 32>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_32^e, e up to 16
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

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup

    // stage 1 of 2: radix 4, butterfly j of a row and 4 - j of its mirror row in one thread
    let slot = local.x / 4u; // of the workgroup's rows
    let share = local.x % 4u; // thread of the row and the one opposite
    let ja0 = share;
    let ja1 = select(4u - ja0, 0u, ja0 == 0u); // of the row opposite
    let qa0 = slot;
    let qa1 = slot + 1u;
    // points k of a row and -k of the one opposite, which one thread has
    let row = mated(min(first, batch.end - 2u) + slot);
    let other_row = mated(min(first, batch.end - 2u) + slot + 1u);
    let row_a = (row) * 17u;
    let other_a = (other_row) * 17u;
    let in_w_a0 = real_root(ja0);
    var pair0_0: Pair;
    if (ja0 == 0u) {
        pair0_0 = in_ends(row_a, other_a);
    } else {
        pair0_0 = in_pair(row_a, other_a, ja0, in_w_a0);
    }
    let pair0_1 = in_pair(row_a, other_a, ja0 + 4u, cmul(in_w_a0, vec2<f32>(0.70710677, -0.70710677)));
    let pair0_2 = in_pair(row_a, other_a, ja0 + 8u, cmul(in_w_a0, vec2<f32>(-0.0, -1.0)));
    let pair0_3 = in_pair(row_a, other_a, ja0 + 12u, cmul(in_w_a0, vec2<f32>(-0.70710677, -0.70710677)));
    let a0_0 = pair0_0.p.yx;
    let a1_0 = select(pair0_3.c.yx, pair0_0.c.yx, ja0 == 0u);
    let a0_1 = pair0_1.p.yx;
    let a1_1 = select(pair0_2.c.yx, pair0_3.c.yx, ja0 == 0u);
    let a0_2 = pair0_2.p.yx;
    let a1_2 = select(pair0_1.c.yx, pair0_2.c.yx, ja0 == 0u);
    let a0_3 = pair0_3.p.yx;
    let a1_3 = select(pair0_0.c.yx, pair0_1.c.yx, ja0 == 0u);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = qa0 * 16u + ja0 * 4u;
    let outa1 = qa1 * 16u + ja1 * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    let inb0 = q * 16u + jb0;
    let jb1 = t + 2u;
    let inb1 = q * 16u + jb1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 1u] = ya1.y1.x;
    shared_points[outa1 + 2u] = ya1.y2.x;
    shared_points[outa1 + 3u] = ya1.y3.x;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b0_2_x = shared_points[inb0 + 8u];
    let b0_3_x = shared_points[inb0 + 12u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 4u];
    let b1_2_x = shared_points[inb1 + 8u];
    let b1_3_x = shared_points[inb1 + 12u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 1u] = ya1.y1.y;
    shared_points[outa1 + 2u] = ya1.y2.y;
    shared_points[outa1 + 3u] = ya1.y3.y;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b0_2_y = shared_points[inb0 + 8u];
    let b0_3_y = shared_points[inb0 + 12u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 4u];
    let b1_2_y = shared_points[inb1 + 8u];
    let b1_3_y = shared_points[inb1 + 12u];
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
    if (first + q < batch.end && owned(first + q)) {
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
}
