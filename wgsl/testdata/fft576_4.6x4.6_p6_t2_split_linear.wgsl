// fft576_4.6x4.6_p6_t2_split_linear
// the transform of 24 x 24 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 576 + j * 1, X at q * 576 + j * 1
// 2 transforms per workgroup, 96 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 1152>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

struct Points6 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32> }

// y[k] = sum over j of x[j] w_6^(jk), as 2 by 3 (Good and Thomas)
fn dft6(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>) -> Points6 {
    let u0 = dft2(x0, x3);
    let u1 = dft2(x2, x5);
    let u2 = dft2(x4, x1);
    let v0 = dft3(u0.y0, u1.y0, u2.y0);
    let v1 = dft3(u0.y1, u1.y1, u2.y1);
    return Points6(v0.y0, v1.y1, v0.y2, v1.y0, v0.y1, v1.y2);
}

@compute @workgroup_size(192)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 96u; // thread of the transform
    let q = local.x / 96u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 4, 24 transforms of 24 points, 24 interleaved
    let ja0 = t;
    let ja1 = min(t + 96u, 143u); // threads without a butterfly repeat the last
    let source = seq * 576u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 144u];
    let a0_2 = src[source + ja0 + 288u];
    let a0_3 = src[source + ja0 + 432u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 144u];
    let a1_2 = src[source + ja1 + 288u];
    let a1_3 = src[source + ja1 + 432u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let ya1 = dft4(a1_0, a1_1, a1_2, a1_3);
    let outa0 = q * 576u + ja0 / 24u * 96u + ja0 % 24u;
    let outa1 = q * 576u + ja1 / 24u * 96u + ja1 % 24u;

    // stage 2 of 4: radix 6, p = 4, twiddle w_24^(i (j div 24 mod 4)), 24 transforms of 24 points, 24 interleaved
    let jb0 = t;
    let inb0 = q * 576u + jb0;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 24u] = ya0.y1.x;
    shared_points[outa0 + 48u] = ya0.y2.x;
    shared_points[outa0 + 72u] = ya0.y3.x;
    if (t + 96u < 144u) {
        shared_points[outa1] = ya1.y0.x;
        shared_points[outa1 + 24u] = ya1.y1.x;
        shared_points[outa1 + 48u] = ya1.y2.x;
        shared_points[outa1 + 72u] = ya1.y3.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 96u];
    let b0_2_x = shared_points[inb0 + 192u];
    let b0_3_x = shared_points[inb0 + 288u];
    let b0_4_x = shared_points[inb0 + 384u];
    let b0_5_x = shared_points[inb0 + 480u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 24u] = ya0.y1.y;
    shared_points[outa0 + 48u] = ya0.y2.y;
    shared_points[outa0 + 72u] = ya0.y3.y;
    if (t + 96u < 144u) {
        shared_points[outa1] = ya1.y0.y;
        shared_points[outa1 + 24u] = ya1.y1.y;
        shared_points[outa1 + 48u] = ya1.y2.y;
        shared_points[outa1 + 72u] = ya1.y3.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 96u];
    let b0_2_y = shared_points[inb0 + 192u];
    let b0_3_y = shared_points[inb0 + 288u];
    let b0_4_y = shared_points[inb0 + 384u];
    let b0_5_y = shared_points[inb0 + 480u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let wb0 = jb0 / 24u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 12u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 16u]);
    let yb0 = dft6(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t);
    let outb0 = q * 576u + jb0;

    // stage 3 of 4: radix 4, 24 transforms of 24 points
    let jc0 = t;
    let subc0 = jc0 / 6u;
    let inc0 = q * 576u + jc0 + subc0 * 18u;
    let jc1 = min(t + 96u, 143u); // threads without a butterfly repeat the last
    let subc1 = jc1 / 6u;
    let inc1 = q * 576u + jc1 + subc1 * 18u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[outb0 + 96u] = yb0.y1.x;
    shared_points[outb0 + 192u] = yb0.y2.x;
    shared_points[outb0 + 288u] = yb0.y3.x;
    shared_points[outb0 + 384u] = yb0.y4.x;
    shared_points[outb0 + 480u] = yb0.y5.x;
    workgroupBarrier();
    let c0_0_x = shared_points[inc0];
    let c0_1_x = shared_points[inc0 + 6u];
    let c0_2_x = shared_points[inc0 + 12u];
    let c0_3_x = shared_points[inc0 + 18u];
    let c1_0_x = shared_points[inc1];
    let c1_1_x = shared_points[inc1 + 6u];
    let c1_2_x = shared_points[inc1 + 12u];
    let c1_3_x = shared_points[inc1 + 18u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[outb0 + 96u] = yb0.y1.y;
    shared_points[outb0 + 192u] = yb0.y2.y;
    shared_points[outb0 + 288u] = yb0.y3.y;
    shared_points[outb0 + 384u] = yb0.y4.y;
    shared_points[outb0 + 480u] = yb0.y5.y;
    workgroupBarrier();
    let c0_0_y = shared_points[inc0];
    let c0_1_y = shared_points[inc0 + 6u];
    let c0_2_y = shared_points[inc0 + 12u];
    let c0_3_y = shared_points[inc0 + 18u];
    let c1_0_y = shared_points[inc1];
    let c1_1_y = shared_points[inc1 + 6u];
    let c1_2_y = shared_points[inc1 + 12u];
    let c1_3_y = shared_points[inc1 + 18u];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c1_0 = vec2<f32>(c1_0_x, c1_0_y);
    let c1_1 = vec2<f32>(c1_1_x, c1_1_y);
    let c1_2 = vec2<f32>(c1_2_x, c1_2_y);
    let c1_3 = vec2<f32>(c1_3_x, c1_3_y);
    let yc0 = dft4(c0_0, c0_1, c0_2, c0_3);
    let yc1 = dft4(c1_0, c1_1, c1_2, c1_3);
    let outc0 = q * 576u + jc0 * 4u;
    let outc1 = q * 576u + jc1 * 4u;

    // stage 4 of 4: radix 6, p = 4, twiddle w_24^(i (j mod 4)), 24 transforms of 24 points
    let jd0 = t;
    let subd0 = jd0 / 4u;
    let ind0 = q * 576u + jd0 + subd0 * 20u;
    // exchange real parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.x;
    shared_points[outc0 + 1u] = yc0.y1.x;
    shared_points[outc0 + 2u] = yc0.y2.x;
    shared_points[outc0 + 3u] = yc0.y3.x;
    if (t + 96u < 144u) {
        shared_points[outc1] = yc1.y0.x;
        shared_points[outc1 + 1u] = yc1.y1.x;
        shared_points[outc1 + 2u] = yc1.y2.x;
        shared_points[outc1 + 3u] = yc1.y3.x;
    }
    workgroupBarrier();
    let d0_0_x = shared_points[ind0];
    let d0_1_x = shared_points[ind0 + 4u];
    let d0_2_x = shared_points[ind0 + 8u];
    let d0_3_x = shared_points[ind0 + 12u];
    let d0_4_x = shared_points[ind0 + 16u];
    let d0_5_x = shared_points[ind0 + 20u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outc0] = yc0.y0.y;
    shared_points[outc0 + 1u] = yc0.y1.y;
    shared_points[outc0 + 2u] = yc0.y2.y;
    shared_points[outc0 + 3u] = yc0.y3.y;
    if (t + 96u < 144u) {
        shared_points[outc1] = yc1.y0.y;
        shared_points[outc1 + 1u] = yc1.y1.y;
        shared_points[outc1 + 2u] = yc1.y2.y;
        shared_points[outc1 + 3u] = yc1.y3.y;
    }
    workgroupBarrier();
    let d0_0_y = shared_points[ind0];
    let d0_1_y = shared_points[ind0 + 4u];
    let d0_2_y = shared_points[ind0 + 8u];
    let d0_3_y = shared_points[ind0 + 12u];
    let d0_4_y = shared_points[ind0 + 16u];
    let d0_5_y = shared_points[ind0 + 20u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let d0_4 = vec2<f32>(d0_4_x, d0_4_y);
    let d0_5 = vec2<f32>(d0_5_x, d0_5_y);
    let wd0 = jd0 % 4u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 4u]);
    let d0_3t = cmul(d0_3, twiddles[wd0 + 8u]);
    let d0_4t = cmul(d0_4, twiddles[wd0 + 12u]);
    let d0_5t = cmul(d0_5, twiddles[wd0 + 16u]);
    let yd0 = dft6(d0_0, d0_1t, d0_2t, d0_3t, d0_4t, d0_5t);
    let outd0 = jd0 / 4u * 24u + jd0 % 4u;

    // store
    let target_seq = first + q;
    let target_base = target_seq * 576u;
    dst[target_base + outd0] = yd0.y0;
    dst[target_base + outd0 + 4u] = yd0.y1;
    dst[target_base + outd0 + 8u] = yd0.y2;
    dst[target_base + outd0 + 12u] = yd0.y3;
    dst[target_base + outd0 + 16u] = yd0.y4;
    dst[target_base + outd0 + 20u] = yd0.y5;
}
