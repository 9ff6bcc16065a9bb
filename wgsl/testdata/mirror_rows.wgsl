// fft16_4.4_p4_t4_split_outrow17x0_outmirrorzero_outrows1x6_out(scale0.5)(split32)
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// x[j] of transform q: element q * 16 + j
// X[j] of transform q: number j of row q; rows have 17 elements
// store: times 0.5
// store: real row r, x[j] = r[2j] + i r[2j+1]: X[k] and X[-k] make twice its bins k and 16-k of 17, of w_32
// 4 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> real_roots: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 64>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// the mirror row of row c of an array
fn mirror_row(c: u32) -> u32 {
    return (6u - c) % 6u;
}

// the row of transform q of the dispatch: one of 0 ... 3, or its partner
fn mirrored(q: u32) -> u32 {
    let c = min(q / 4u % 2u * 2u + q % 2u, 3u);
    return q / 8u * 6u + select(c, mirror_row(c), q % 4u >= 2u);
}

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// whether transform q owns its row: each row has one owner
fn owned(q: u32) -> bool {
    let c = q / 4u % 2u * 2u + q % 2u;
    let partner = mirror_row(c);
    return c <= 3u && (c < partner || (c == partner && q % 4u < 2u));
}

// w_32^e, e up to 16
fn real_root(e: u32) -> vec2<f32> {
    return real_roots[e];
}

fn scaled_0_5(v: vec2<f32>) -> vec2<f32> {
    return v * 0.5;
}

// bin k of the row at a
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// stores the elements of the points p = X[k] and c = X[-k]
fn out_pair(a: u32, b: u32, k: u32, w: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), w);
    put_bin(a, k, even + odd);
    if (b != a) {
        put_bin(b, 16u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = mirrored(first + q); // transform of the batch

    // stage 1 of 2: radix 4
    let source = seq * 16u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 4u];
    let a0_2 = src[source + t + 8u];
    let a0_3 = src[source + t + 12u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 16u + t * 4u;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let slot = local.x / 8u; // of the workgroup's rows
    let pair_thread = local.x % 8u; // thread of the row and its mirror row
    let jb0 = min(pair_thread, 3u);
    let jb1 = select(4u - jb0, 0u, jb0 == 0u); // of the mirror row
    let qb1 = slot + 2u;
    let inb0 = slot * 16u + jb0;
    let inb1 = qb1 * 16u + jb1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
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
    let b0_1t = cmul(b0_1, twiddles[jb0]);
    let b0_2t = cmul(b0_2, twiddles[jb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[jb0 + 8u]);
    let b1_1t = cmul(b1_1, twiddles[jb1]);
    let b1_2t = cmul(b1_2, twiddles[jb1 + 4u]);
    let b1_3t = cmul(b1_3, twiddles[jb1 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);
    let yb1 = dft4(b1_0, b1_1t, b1_2t, b1_3t);

    // store
    if (owned(first + slot)) {
        let row = mirrored(first + slot);
        let partner_row = mirrored(first + slot + 2u);
        let row_a = row * 17u;
        let partner_a = partner_row * 17u;
        if (pair_thread < 4u) {
            let out_w_b0 = real_root(jb0);
            out_pair(row_a, partner_a, jb0, out_w_b0, scaled_0_5(yb0.y0),
                    scaled_0_5(select(yb1.y3, yb1.y0, jb0 == 0u)));
            out_pair(row_a, partner_a, jb0 + 4u, cmul(out_w_b0, vec2<f32>(0.70710677, -0.70710677)), scaled_0_5(yb0.y1),
                    scaled_0_5(select(yb1.y2, yb1.y3, jb0 == 0u)));
            out_pair(row_a, partner_a, jb0 + 8u, cmul(out_w_b0, vec2<f32>(-0.0, -1.0)), scaled_0_5(yb0.y2),
                    scaled_0_5(select(yb1.y1, yb1.y2, jb0 == 0u)));
            out_pair(row_a, partner_a, jb0 + 12u, cmul(out_w_b0, vec2<f32>(-0.70710677, -0.70710677)),
                    scaled_0_5(yb0.y3), scaled_0_5(select(yb1.y0, yb1.y1, jb0 == 0u)));
            if (jb0 == 0u) {
                out_pair(row_a, partner_a, 16u, vec2<f32>(-1.0, 0.0), scaled_0_5(yb0.y0), scaled_0_5(yb1.y0));
            }
        }
    }
}
