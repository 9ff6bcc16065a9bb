// fft32_4.8_p8_t1_one_linear_outhalf64_scale0.5_keeps
// X[k] = sum over j of x[j] w_32^(jk), w_32 = exp(-2 pi i / 32); times 0.5
// point j of transform q: x at q * 32 + j * 1, X at q * 32 + j * 1
// 1 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;

// V[k] of the row at a, k up to half its points; v is twice that
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));
    put_bin(a, k, even + odd);
    put_bin(a, 32u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

var<workgroup> shared_points: array<f32, 32>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_64^e, e up to 32
fn wave(e: u32) -> vec2<f32> { return waves[e]; }

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

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

struct Points8 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32> }

// y[k] = sum over j of x[j] w_8^(jk), as 2 by 4 (Cooley and Tukey)
fn dft8(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>) -> Points8 {
    let u0 = dft2(x0, x4);
    let u1 = dft2(x1, x5);
    let u2 = dft2(x2, x6);
    let u3 = dft2(x3, x7);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, 0.70710677 * vec2<f32>(u1.y1.x + u1.y1.y, u1.y1.y - u1.y1.x), vec2<f32>(u2.y1.y, -u2.y1.x), 0.70710677 * vec2<f32>(u3.y1.y - u3.y1.x, -u3.y1.x - u3.y1.y));
    return Points8(v0.y0, v1.y0, v0.y1, v1.y1, v0.y2, v1.y2, v0.y3, v1.y3);
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q;

    // stage 1 of 2: radix 4
    let ja0 = t;
    let ja1 = t + 4u;
    let source = seq * 32u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 8u];
    let a0_2 = src[source + ja0 + 16u];
    let a0_3 = src[source + ja0 + 24u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 8u];
    let a1_2 = src[source + ja1 + 16u];
    let a1_3 = src[source + ja1 + 24u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = ja0 * 4u;
    let outa1 = ja1 * 4u;

    // stage 2 of 2: radix 8, p = 4, twiddle w_32^(i (j mod 4))
    let jb0 = t;
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
    let b0_0_x = shared_points[jb0];
    let b0_1_x = shared_points[jb0 + 4u];
    let b0_2_x = shared_points[jb0 + 8u];
    let b0_3_x = shared_points[jb0 + 12u];
    let b0_4_x = shared_points[jb0 + 16u];
    let b0_5_x = shared_points[jb0 + 20u];
    let b0_6_x = shared_points[jb0 + 24u];
    let b0_7_x = shared_points[jb0 + 28u];
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
    let b0_0_y = shared_points[jb0];
    let b0_1_y = shared_points[jb0 + 4u];
    let b0_2_y = shared_points[jb0 + 8u];
    let b0_3_y = shared_points[jb0 + 12u];
    let b0_4_y = shared_points[jb0 + 16u];
    let b0_5_y = shared_points[jb0 + 20u];
    let b0_6_y = shared_points[jb0 + 24u];
    let b0_7_y = shared_points[jb0 + 28u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let wb0 = jb0;
    let b0_1t = turn(b0_1, twiddles[wb0]);
    let b0_2t = turn(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = turn(b0_3, twiddles[wb0 + 8u]);
    let b0_4t = turn(b0_4, twiddles[wb0 + 12u]);
    let b0_5t = turn(b0_5, twiddles[wb0 + 16u]);
    let b0_6t = turn(b0_6, twiddles[wb0 + 20u]);
    let b0_7t = turn(b0_7, twiddles[wb0 + 24u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);

    // points k and -k of a transform together: a thread has k, and the 4 of the other half come from others
    workgroupBarrier();
    shared_points[t] = yb0.y4.x;
    shared_points[t + 16u] = yb0.y4.y;
    shared_points[t + 4u] = yb0.y5.x;
    shared_points[t + 20u] = yb0.y5.y;
    shared_points[t + 8u] = yb0.y6.x;
    shared_points[t + 24u] = yb0.y6.y;
    shared_points[t + 12u] = yb0.y7.x;
    shared_points[t + 28u] = yb0.y7.y;
    workgroupBarrier();
    let back0 = min(16u - t, 15u); // point 0 is its own mate
    let c0 = select(vec2<f32>(shared_points[back0], shared_points[back0 + 16u]), yb0.y0, t == 0u);
    let back1 = 12u - t;
    let c1 = vec2<f32>(shared_points[back1], shared_points[back1 + 16u]);
    let back2 = 8u - t;
    let c2 = vec2<f32>(shared_points[back2], shared_points[back2 + 16u]);
    let back3 = 4u - t;
    let c3 = vec2<f32>(shared_points[back3], shared_points[back3 + 16u]);
    {
        let out_a = (first + q) * 33u;
        out_pair(out_a, t, scaled(yb0.y0), scaled(c0));
        out_pair(out_a, t + 4u, scaled(yb0.y1), scaled(c1));
        out_pair(out_a, t + 8u, scaled(yb0.y2), scaled(c2));
        out_pair(out_a, t + 12u, scaled(yb0.y3), scaled(c3));
        if (t == 0u) {
            out_pair(out_a, 16u, scaled(yb0.y4), scaled(yb0.y4));
        }
    }
}
