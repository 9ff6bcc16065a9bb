// fft5_5_p5_t4_split_linear_inreal5.zeroimag_inview5x1.3x6+0_outhalf5.zeroimag_inplace_tail
// X[k] = sum over j of x[j] w_5^(jk), w_5 = exp(-2 pi i / 5)
// point j of transform q: x at q * 5 + j * 1, X at q * 5 + j * 1
// the source's elements lie at 5x1.3x6+0 (elements x stride, the innermost first)
// 4 transforms per workgroup, 1 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(1) var<uniform> batch: Batch;

// element e of data, where it lies
fn get_data(e: u32) -> f32 {
    let e1 = e / 5u;
    let i = e % 5u + e1 * 6u;
    return data[i];
}

// element e of data, where it lies: two numbers
fn put_data(e: u32, v: vec2<f32>) {
    data[2u * e] = v.x;
    data[2u * e + 1u] = v.y;
}

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    return get_data(a + n);
}

// point n of the complex transform
fn in_point(a: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n), 0.0);
}

// V[k] of the row at a, k up to N/2
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    put_data(a + k, v);
}

// bin n of the complex transform; bins beyond N/2 are conjugates and are not stored
fn out_point(a: u32, n: u32, z: vec2<f32>) {
    if (n <= 2u) {
        put_bin(a, n, vec2<f32>(z.x, select(z.y, 0.0, n == 0u)));
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
    let in_a = (seq) * 5u;
    let n0_0 = ja0;
    let a0_0 = in_point(in_a, n0_0);
    let n0_1 = ja0 + 1u;
    let a0_1 = in_point(in_a, n0_1);
    let n0_2 = ja0 + 2u;
    let a0_2 = in_point(in_a, n0_2);
    let n0_3 = ja0 + 3u;
    let a0_3 = in_point(in_a, n0_3);
    let n0_4 = ja0 + 4u;
    let a0_4 = in_point(in_a, n0_4);
    let ya0 = dft5(a0_0, a0_1, a0_2, a0_3, a0_4);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let out_a = (target_seq) * 3u;
        let m0_0 = ja0;
        out_point(out_a, m0_0, ya0.y0);
        let m0_1 = ja0 + 1u;
        out_point(out_a, m0_1, ya0.y1);
        let m0_2 = ja0 + 2u;
        out_point(out_a, m0_2, ya0.y2);
        let m0_3 = ja0 + 3u;
        out_point(out_a, m0_3, ya0.y3);
        let m0_4 = ja0 + 4u;
        out_point(out_a, m0_4, ya0.y4);
    }
}
