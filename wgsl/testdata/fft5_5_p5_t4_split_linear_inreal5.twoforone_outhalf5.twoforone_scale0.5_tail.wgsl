// fft5_5_p5_t4_split_linear_inreal5.twoforone_outhalf5.twoforone_scale0.5_tail
// X[k] = sum over j of x[j] w_5^(jk), w_5 = exp(-2 pi i / 5); times 0.5
// point j of transform q: x at q * 5 + j * 1, X at q * 5 + j * 1
// 4 transforms per workgroup, 1 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> batch: Batch;

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    return src[a + n];
}

// point n of the complex transform
fn in_point(a: u32, b: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n), number(b, n));
}

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

var<workgroup> shared_points: array<f32, 20>;

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

struct Points5 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32> }

// y[k] = sum over j of x[j] w_5^(jk), x[j] and x[r-j] combined
fn dft5(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let s1 = x1 + x4;
    let d1 = x1 - x4;
    let s2 = x2 + x3;
    let d2 = x2 - x3;
    let e1 = x0 + 0.309017 * s1 - 0.809017 * s2;
    let o1 = 0.95105654 * d1 + 0.58778524 * d2;
    let e2 = x0 - 0.809017 * s1 + 0.309017 * s2;
    let o2 = 0.58778524 * d1 - 0.95105654 * d2;
    return Points5(x0 + s1 + s2, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 1: radix 5
    let ja0 = t;
    let in_a = (seq) * 10u;
    let in_b = select(in_a + 5u, in_a, 2u * (seq) + 1u >= batch.rows);
    let n0_0 = ja0;
    let a0_0 = in_point(in_a, in_b, n0_0);
    let n0_1 = ja0 + 1u;
    let a0_1 = in_point(in_a, in_b, n0_1);
    let n0_2 = ja0 + 2u;
    let a0_2 = in_point(in_a, in_b, n0_2);
    let n0_3 = ja0 + 3u;
    let a0_3 = in_point(in_a, in_b, n0_3);
    let n0_4 = ja0 + 4u;
    let a0_4 = in_point(in_a, in_b, n0_4);
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);
    let outa0 = q * 5u + ja0;

    // store
    // bring points k and -k of a transform together
    let pair0 = (local.x) % 3u;
    let transform0 = (local.x) / 3u;
    let pair1 = (local.x + 4u) % 3u;
    let transform1 = (local.x + 4u) / 3u;
    let pair2 = (local.x + 8u) % 3u;
    let transform2 = (local.x + 8u) / 3u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    workgroupBarrier();
    let p0_x = shared_points[transform0 * 5u + pair0];
    let c0_x = shared_points[transform0 * 5u + select(5u - pair0, 0u, pair0 == 0u)];
    let p1_x = shared_points[transform1 * 5u + pair1];
    let c1_x = shared_points[transform1 * 5u + select(5u - pair1, 0u, pair1 == 0u)];
    let p2_x = shared_points[transform2 * 5u + pair2];
    let c2_x = shared_points[transform2 * 5u + select(5u - pair2, 0u, pair2 == 0u)];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    workgroupBarrier();
    let p0_y = shared_points[transform0 * 5u + pair0];
    let c0_y = shared_points[transform0 * 5u + select(5u - pair0, 0u, pair0 == 0u)];
    let p1_y = shared_points[transform1 * 5u + pair1];
    let c1_y = shared_points[transform1 * 5u + select(5u - pair1, 0u, pair1 == 0u)];
    let p2_y = shared_points[transform2 * 5u + pair2];
    let c2_y = shared_points[transform2 * 5u + select(5u - pair2, 0u, pair2 == 0u)];
    let p0 = vec2<f32>(p0_x, p0_y);
    let c0 = vec2<f32>(c0_x, c0_y);
    let p1 = vec2<f32>(p1_x, p1_y);
    let c1 = vec2<f32>(c1_x, c1_y);
    let p2 = vec2<f32>(p2_x, p2_y);
    let c2 = vec2<f32>(c2_x, c2_y);
    if (first + transform0 < batch.end) {
        let out0_a = (first + transform0) * 6u;
        let out0_b = select(out0_a + 3u, out0_a, 2u * (first + transform0) + 1u >= batch.rows);
        out_pair(out0_a, out0_b, pair0, scaled(p0), scaled(c0));
    }
    if (first + transform1 < batch.end) {
        let out1_a = (first + transform1) * 6u;
        let out1_b = select(out1_a + 3u, out1_a, 2u * (first + transform1) + 1u >= batch.rows);
        out_pair(out1_a, out1_b, pair1, scaled(p1), scaled(c1));
    }
    if (first + transform2 < batch.end) {
        let out2_a = (first + transform2) * 6u;
        let out2_b = select(out2_a + 3u, out2_a, 2u * (first + transform2) + 1u >= batch.rows);
        out_pair(out2_a, out2_b, pair2, scaled(p2), scaled(c2));
    }
}
