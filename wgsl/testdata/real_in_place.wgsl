// fft4_4_p4_t4_split_inrow8x0_inarray8x1.99x10+0_in(realpoints)_outrow5x0_outarray5x1.99x5+0_outmirrorzero_out(split8)_inplace
// X[k] = sum over j of x[j] w_4^(jk), w_4 = exp(-2 pi i / 4)
// x[j] of transform q: number j of row q; rows have 8 elements
// load: array of extent x stride of each dimension, the innermost first, + offset: 8x1.99x10+0
// load: point n is numbers 2n and 2n+1
// X[j] of transform q: number j of row q; rows have 5 elements
// store: array of extent x stride of each dimension, the innermost first, + offset: 5x1.99x5+0
// store: real row r, x[j] = r[2j] + i r[2j+1]: X[k] and X[-k] make twice its bins k and 4-k of 5, of w_8
// 4 transforms per workgroup, 1 thread each

@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@group(0) @binding(1) var<storage, read> real_roots: array<vec2<f32>>;

// element e of data
fn get_data(e: u32) -> f32 {
    let e1 = e / 8u;
    let i = e % 8u + e1 * 10u;
    return data[i];
}

// element e of data
fn put_data(e: u32, v: vec2<f32>) {
    let e1 = e / 5u;
    let i = e % 5u + e1 * 5u;
    data[2u * i] = v.x;
    data[2u * i + 1u] = v.y;
}

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// number n of the row at a
fn number(a: u32, n: u32) -> f32 {
    return get_data(a + n);
}

// point n of the row at a
fn in_point(a: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, n * 2u), number(a, n * 2u + 1u));
}

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// w_8^e, e up to 4
fn real_root(e: u32) -> vec2<f32> {
    return real_roots[e];
}

// bin k of the row at a
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    put_data(a + k, v);
}

// stores the elements of the points p = X[k] and c = X[-k]
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    put_bin(a, 4u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 1: radix 4
    let in_a = seq * 8u;
    let a0_0 = in_point(in_a, t);
    let n0_1 = t + 1u;
    let a0_1 = in_point(in_a, n0_1);
    let n0_2 = t + 2u;
    let a0_2 = in_point(in_a, n0_2);
    let n0_3 = t + 3u;
    let a0_3 = in_point(in_a, n0_3);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);

    // store
    let target_seq = first + q;
    let out_a = target_seq * 5u;
    out_pair(out_a, t, ya0.y0, ya0.y0);
    out_pair(out_a, t + 1u, ya0.y1, ya0.y3);
    out_pair(out_a, 2u, ya0.y2, ya0.y2);
}
