// fft5_5_p5_t4_split_linear_inreal5.twoforone_inint8_outevenodd5.twoforone_outuint16big_tail
// X[k] = sum over j of x[j] w_5^(jk), w_5 = exp(-2 pi i / 5)
// point j of transform q: x at q * 5 + j * 1, X at q * 5 + j * 1
// the source's elements are of type int8
// the target's elements are of type uint16big, rounded to the nearest and cut off at the ends
// 4 transforms per workgroup, 1 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> batch: Batch;

// element e of src, where it lies
fn get_src(e: u32) -> f32 {
    let word = src[e >> 2u];
    let shift = (e & 3u) * 8u;
    return f32(bitcast<i32>(word << (24u - shift)) >> 24u);
}

// the uint16big nearest to v
fn sample(v: f32) -> u32 {
    let whole = floor(v + 0.5);
    let kept = select(0.0, min(whole, 65535.0), whole > 0.0);
    let value = u32(kept);
    return ((value & 255u) << 8u) | (value >> 8u);
}

// element e of dst, where it lies
fn put_dst(e: u32, v: f32) {
    let shift = (e & 1u) * 16u;
    let word = e >> 1u;
    atomicAnd(&dst[word], ~(65535u << shift));
    atomicOr(&dst[word], (sample(v) << shift));
}

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    return get_src(a + n);
}

// point n of the complex transform
fn in_point(a: u32, b: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n), number(b, n));
}

// v[n] of the row at a
fn put_number(a: u32, n: u32, v: f32) {
    let is_odd = 2u * n >= 5u;
    put_dst(a + select(2u * n, 9u - 2u * n, is_odd), v);
}

// point n of the complex transform
fn out_point(a: u32, b: u32, n: u32, z: vec2<f32>) {
    put_number(a, n, z.x);
    if (b != a) {
        put_number(b, n, z.y);
    }
}

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

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let out_a = (target_seq) * 10u;
        let out_b = select(out_a + 5u, out_a, 2u * (target_seq) + 1u >= batch.rows);
        let m0_0 = ja0;
        out_point(out_a, out_b, m0_0, ya0.y0);
        let m0_1 = ja0 + 1u;
        out_point(out_a, out_b, m0_1, ya0.y1);
        let m0_2 = ja0 + 2u;
        out_point(out_a, out_b, m0_2, ya0.y2);
        let m0_3 = ja0 + 3u;
        out_point(out_a, out_b, m0_3, ya0.y3);
        let m0_4 = ja0 + 4u;
        out_point(out_a, out_b, m0_4, ya0.y4);
    }
}
