// fft96_3x4.8_p12_t2_split_linear_in1280x12800x40x32_tail
// the transform of 3 x 32 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at (q div 40) * 12800 + (q mod 40) * 32 + (j div 32) * 1280 + j mod 32, X at q * 96 + j * 1
// 2 transforms per workgroup, 8 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 192>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

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

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 8u; // thread of the transform
    let q = local.x / 8u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 3: radix 3, 32 transforms of 3 points, 32 interleaved
    let ja0 = t;
    let ja1 = t + 8u;
    let ja2 = t + 16u;
    let ja3 = t + 24u;
    let source = seq / 40u * 12800u;
    let column = seq % 40u * 32u;
    let a0_0 = src[source + column + ja0];
    let a0_1 = src[source + column + ja0 + 1280u];
    let a0_2 = src[source + column + ja0 + 2560u];
    let a1_0 = src[source + column + ja1];
    let a1_1 = src[source + column + ja1 + 1280u];
    let a1_2 = src[source + column + ja1 + 2560u];
    let a2_0 = src[source + column + ja2];
    let a2_1 = src[source + column + ja2 + 1280u];
    let a2_2 = src[source + column + ja2 + 2560u];
    let a3_0 = src[source + column + ja3];
    let a3_1 = src[source + column + ja3 + 1280u];
    let a3_2 = src[source + column + ja3 + 2560u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let ya2 = dft3(a2_0, a2_1, a2_2);
    let ya3 = dft3(a3_0, a3_1, a3_2);

    // stage 2 of 3: radix 4, its points are in registers, 3 transforms of 32 points
    let jb0 = t;
    let jb1 = t + 8u;
    let jb2 = t + 16u;
    let yb0 = dft4(ya0.y0, ya1.y0, ya2.y0, ya3.y0);
    let yb1 = dft4(ya0.y1, ya1.y1, ya2.y1, ya3.y1);
    let yb2 = dft4(ya0.y2, ya1.y2, ya2.y2, ya3.y2);
    let outb0 = q * 96u + jb0 * 4u;
    let outb1 = q * 96u + jb1 * 4u;
    let outb2 = q * 96u + jb2 * 4u;

    // stage 3 of 3: radix 8, p = 4, twiddle w_32^(i (j mod 4)), 3 transforms of 32 points
    let jc0 = t;
    let subc0 = jc0 / 4u;
    let inc0 = q * 96u + jc0 + subc0 * 28u;
    let jc1 = min(t + 8u, 11u); // threads without a butterfly repeat the last
    let subc1 = jc1 / 4u;
    let inc1 = q * 96u + jc1 + subc1 * 28u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 1u] = yb0.y1.x;
    shared_points[outb0 + 2u] = yb0.y2.x;
    shared_points[outb0 + 3u] = yb0.y3.x;
    shared_points[outb1] = yb1.y0.x;
    shared_points[outb1 + 1u] = yb1.y1.x;
    shared_points[outb1 + 2u] = yb1.y2.x;
    shared_points[outb1 + 3u] = yb1.y3.x;
    shared_points[outb2] = yb2.y0.x;
    shared_points[outb2 + 1u] = yb2.y1.x;
    shared_points[outb2 + 2u] = yb2.y2.x;
    shared_points[outb2 + 3u] = yb2.y3.x;
    workgroupBarrier();
    let c0_0_x = shared_points[inc0];
    let c0_1_x = shared_points[inc0 + 4u];
    let c0_2_x = shared_points[inc0 + 8u];
    let c0_3_x = shared_points[inc0 + 12u];
    let c0_4_x = shared_points[inc0 + 16u];
    let c0_5_x = shared_points[inc0 + 20u];
    let c0_6_x = shared_points[inc0 + 24u];
    let c0_7_x = shared_points[inc0 + 28u];
    let c1_0_x = shared_points[inc1];
    let c1_1_x = shared_points[inc1 + 4u];
    let c1_2_x = shared_points[inc1 + 8u];
    let c1_3_x = shared_points[inc1 + 12u];
    let c1_4_x = shared_points[inc1 + 16u];
    let c1_5_x = shared_points[inc1 + 20u];
    let c1_6_x = shared_points[inc1 + 24u];
    let c1_7_x = shared_points[inc1 + 28u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 1u] = yb0.y1.y;
    shared_points[outb0 + 2u] = yb0.y2.y;
    shared_points[outb0 + 3u] = yb0.y3.y;
    shared_points[outb1] = yb1.y0.y;
    shared_points[outb1 + 1u] = yb1.y1.y;
    shared_points[outb1 + 2u] = yb1.y2.y;
    shared_points[outb1 + 3u] = yb1.y3.y;
    shared_points[outb2] = yb2.y0.y;
    shared_points[outb2 + 1u] = yb2.y1.y;
    shared_points[outb2 + 2u] = yb2.y2.y;
    shared_points[outb2 + 3u] = yb2.y3.y;
    workgroupBarrier();
    let c0_0_y = shared_points[inc0];
    let c0_1_y = shared_points[inc0 + 4u];
    let c0_2_y = shared_points[inc0 + 8u];
    let c0_3_y = shared_points[inc0 + 12u];
    let c0_4_y = shared_points[inc0 + 16u];
    let c0_5_y = shared_points[inc0 + 20u];
    let c0_6_y = shared_points[inc0 + 24u];
    let c0_7_y = shared_points[inc0 + 28u];
    let c1_0_y = shared_points[inc1];
    let c1_1_y = shared_points[inc1 + 4u];
    let c1_2_y = shared_points[inc1 + 8u];
    let c1_3_y = shared_points[inc1 + 12u];
    let c1_4_y = shared_points[inc1 + 16u];
    let c1_5_y = shared_points[inc1 + 20u];
    let c1_6_y = shared_points[inc1 + 24u];
    let c1_7_y = shared_points[inc1 + 28u];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c0_4 = vec2<f32>(c0_4_x, c0_4_y);
    let c0_5 = vec2<f32>(c0_5_x, c0_5_y);
    let c0_6 = vec2<f32>(c0_6_x, c0_6_y);
    let c0_7 = vec2<f32>(c0_7_x, c0_7_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c1_2 = vec2<f32>(c1_2_x, c1_2_y);
    let c1_3 = vec2<f32>(c1_3_x, c1_3_y);
    let c1_4 = vec2<f32>(c1_4_x, c1_4_y);
    let c1_5 = vec2<f32>(c1_5_x, c1_5_y);
    let c1_6 = vec2<f32>(c1_6_x, c1_6_y);
    let c1_7 = vec2<f32>(c1_7_x, c1_7_y);
    let wc0 = jc0 % 4u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 4u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 8u]);
    let c0_4t = cmul(c0_4, twiddles[wc0 + 12u]);
    let c0_5t = cmul(c0_5, twiddles[wc0 + 16u]);
    let c0_6t = cmul(c0_6, twiddles[wc0 + 20u]);
    let c0_7t = cmul(c0_7, twiddles[wc0 + 24u]);
    let wc1 = jc1 % 4u;
    let c1_1t = cmul(c1_1, twiddles[wc1]);
    let c1_2t = cmul(c1_2, twiddles[wc1 + 4u]);
    let c1_3t = cmul(c1_3, twiddles[wc1 + 8u]);
    let c1_4t = cmul(c1_4, twiddles[wc1 + 12u]);
    let c1_5t = cmul(c1_5, twiddles[wc1 + 16u]);
    let c1_6t = cmul(c1_6, twiddles[wc1 + 20u]);
    let c1_7t = cmul(c1_7, twiddles[wc1 + 24u]);
    let yc0 = dft8(c0_0, c0_1t, c0_2t, c0_3t, c0_4t, c0_5t, c0_6t, c0_7t);
    let yc1 = dft8(c1_0, c1_1t, c1_2t, c1_3t, c1_4t, c1_5t, c1_6t, c1_7t);
    let outc0 = jc0 / 4u * 32u + jc0 % 4u;
    let outc1 = jc1 / 4u * 32u + jc1 % 4u;

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 96u;
        dst[target_base + outc0] = yc0.y0;
        dst[target_base + outc0 + 4u] = yc0.y1;
        dst[target_base + outc0 + 8u] = yc0.y2;
        dst[target_base + outc0 + 12u] = yc0.y3;
        dst[target_base + outc0 + 16u] = yc0.y4;
        dst[target_base + outc0 + 20u] = yc0.y5;
        dst[target_base + outc0 + 24u] = yc0.y6;
        dst[target_base + outc0 + 28u] = yc0.y7;
        if (t + 8u < 12u) {
            dst[target_base + outc1] = yc1.y0;
            dst[target_base + outc1 + 4u] = yc1.y1;
            dst[target_base + outc1 + 8u] = yc1.y2;
            dst[target_base + outc1 + 12u] = yc1.y3;
            dst[target_base + outc1 + 16u] = yc1.y4;
            dst[target_base + outc1 + 20u] = yc1.y5;
            dst[target_base + outc1 + 24u] = yc1.y6;
            dst[target_base + outc1 + 28u] = yc1.y7;
        }
    }
}
