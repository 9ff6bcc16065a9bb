// fft4_4_p4_t4_split_linear_insymmetric5.ortho_outsymmetric5.ortho_scale0.5
// X[k] = sum over j of x[j] w_4^(jk), w_4 = exp(-2 pi i / 4); times 0.5
// point j of transform q: x at q * 4 + j * 1, X at q * 4 + j * 1
// 4 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read> waves: array<vec2<f32>>;

// v[n] of the row at a
fn number(a: u32, n: u32) -> f32 {
    let at = select(n, 8u - n, n > 4u);
    let x = src[a + at];
    return select(x, x * 1.4142135, at == 0u || at == 4u);
}

// point n of the complex transform
fn in_point(a: u32, n: u32) -> vec2<f32> {
    return vec2<f32>(number(a, 2u * n), number(a, 2u * n + 1u));
}

// V[k] of the row at a, k up to N/2; v is 2 V[k]
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v.x * select(1.0, 0.70710677, k == 0u || k == 4u);
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), real_root(k));
    put_bin(a, k, even + odd);
    if (2u * k != 4u) {
        put_bin(a, 4u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
    }
}

var<workgroup> shared_points: array<f32, 16>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_8^e, e up to 4
fn real_root(e: u32) -> vec2<f32> { return waves[e]; }

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

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 1: radix 4
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
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 4u + ja0;

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
    workgroupBarrier();
    let p0_x = shared_points[transform0 * 4u + pair0];
    let c0_x = shared_points[transform0 * 4u + select(4u - pair0, 0u, pair0 == 0u)];
    let p1_x = shared_points[transform1 * 4u + pair1];
    let c1_x = shared_points[transform1 * 4u + select(4u - pair1, 0u, pair1 == 0u)];
    let p2_x = shared_points[transform2 * 4u + pair2];
    let c2_x = shared_points[transform2 * 4u + select(4u - pair2, 0u, pair2 == 0u)];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    workgroupBarrier();
    let p0_y = shared_points[transform0 * 4u + pair0];
    let c0_y = shared_points[transform0 * 4u + select(4u - pair0, 0u, pair0 == 0u)];
    let p1_y = shared_points[transform1 * 4u + pair1];
    let c1_y = shared_points[transform1 * 4u + select(4u - pair1, 0u, pair1 == 0u)];
    let p2_y = shared_points[transform2 * 4u + pair2];
    let c2_y = shared_points[transform2 * 4u + select(4u - pair2, 0u, pair2 == 0u)];
    let p0 = vec2<f32>(p0_x, p0_y);
    let c0 = vec2<f32>(c0_x, c0_y);
    let p1 = vec2<f32>(p1_x, p1_y);
    let c1 = vec2<f32>(c1_x, c1_y);
    let p2 = vec2<f32>(p2_x, p2_y);
    let c2 = vec2<f32>(c2_x, c2_y);
    {
        let out0_a = (first + transform0) * 5u;
        out_pair(out0_a, pair0, scaled(p0), scaled(c0));
    }
    {
        let out1_a = (first + transform1) * 5u;
        out_pair(out1_a, pair1, scaled(p1), scaled(c1));
    }
    {
        let out2_a = (first + transform2) * 5u;
        out_pair(out2_a, pair2, scaled(p2), scaled(c2));
    }
}
