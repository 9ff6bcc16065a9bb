// fft36_3.2x2.3_p6_t8_product_complex_linear
// the transform of 6 x 6 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 36 + j * 1, X at q * 36 + j * 1
// 8 transforms per workgroup, 6 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<vec2<f32>, 288>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk) as a matrix product, x[j] and x[r-j] combined
fn product3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk) as a matrix product, x[j] and x[r-j] combined
fn product2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
}

@compute @workgroup_size(48)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = local.x % 6u; // thread of the transform
    let q = local.x / 6u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 3 as a matrix product, 6 transforms of 6 points, 6 interleaved
    let ja0 = t;
    let ja1 = t + 6u;
    let source = seq * 36u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 12u];
    let a0_2 = src[source + ja0 + 24u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 12u];
    let a1_2 = src[source + ja1 + 24u];
    let ya0 = product3(a0_0, a0_1, a0_2);
    let ya1 = product3(a1_0, a1_1, a1_2);
    let outa0 = q * 36u + ja0 / 6u * 18u + ja0 % 6u;
    let outa1 = q * 36u + ja1 / 6u * 18u + ja1 % 6u;

    // stage 2 of 4: radix 2 as a matrix product, p = 3, twiddle w_6^(i (j div 6 mod 3)), 6 transforms of 6 points, 6 interleaved
    let jb0 = t;
    let inb0 = q * 36u + jb0;
    let jb1 = t + 6u;
    let inb1 = q * 36u + jb1;
    let jb2 = t + 12u;
    let inb2 = q * 36u + jb2;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 6u] = ya0.y1;
    shared_points[outa0 + 12u] = ya0.y2;
    shared_points[outa1] = ya1.y0;
    shared_points[outa1 + 6u] = ya1.y1;
    shared_points[outa1 + 12u] = ya1.y2;
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 18u];
    let b1_0 = shared_points[inb1];
    let b1_1 = shared_points[inb1 + 18u];
    let b2_0 = shared_points[inb2];
    let b2_1 = shared_points[inb2 + 18u];
    let wb0 = jb0 / 6u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let wb1 = jb1 / 6u;
    let b1_1t = cmul(b1_1, twiddles[wb1]);
    let wb2 = jb2 / 6u;
    let b2_1t = cmul(b2_1, twiddles[wb2]);
    let yb0 = product2(b0_0, b0_1t);
    let yb1 = product2(b1_0, b1_1t);
    let yb2 = product2(b2_0, b2_1t);
    let outb0 = q * 36u + jb0;
    let outb1 = q * 36u + jb1;
    let outb2 = q * 36u + jb2;

    // stage 3 of 4: radix 2 as a matrix product, 6 transforms of 6 points
    let jc0 = t;
    let subc0 = jc0 / 3u;
    let inc0 = q * 36u + jc0 + subc0 * 3u;
    let jc1 = t + 6u;
    let subc1 = jc1 / 3u;
    let inc1 = q * 36u + jc1 + subc1 * 3u;
    let jc2 = t + 12u;
    let subc2 = jc2 / 3u;
    let inc2 = q * 36u + jc2 + subc2 * 3u;
    // exchange
    workgroupBarrier();
    shared_points[outb0] = yb0.y0;
    shared_points[outb0 + 18u] = yb0.y1;
    shared_points[outb1] = yb1.y0;
    shared_points[outb1 + 18u] = yb1.y1;
    shared_points[outb2] = yb2.y0;
    shared_points[outb2 + 18u] = yb2.y1;
    workgroupBarrier();
    let c0_0 = shared_points[inc0];
    let c0_1 = shared_points[inc0 + 3u];
    let c1_0 = shared_points[inc1];
    let c1_1 = shared_points[inc1 + 3u];
    let c2_0 = shared_points[inc2];
    let c2_1 = shared_points[inc2 + 3u];
    let yc0 = product2(c0_0, c0_1);
    let yc1 = product2(c1_0, c1_1);
    let yc2 = product2(c2_0, c2_1);
    let outc0 = q * 36u + jc0 * 2u;
    let outc1 = q * 36u + jc1 * 2u;
    let outc2 = q * 36u + jc2 * 2u;

    // stage 4 of 4: radix 3 as a matrix product, p = 2, twiddle w_6^(i (j mod 2)), 6 transforms of 6 points
    let jd0 = t;
    let subd0 = jd0 / 2u;
    let ind0 = q * 36u + jd0 + subd0 * 4u;
    let jd1 = t + 6u;
    let subd1 = jd1 / 2u;
    let ind1 = q * 36u + jd1 + subd1 * 4u;
    // exchange
    workgroupBarrier();
    shared_points[outc0] = yc0.y0;
    shared_points[outc0 + 1u] = yc0.y1;
    shared_points[outc1] = yc1.y0;
    shared_points[outc1 + 1u] = yc1.y1;
    shared_points[outc2] = yc2.y0;
    shared_points[outc2 + 1u] = yc2.y1;
    workgroupBarrier();
    let d0_0 = shared_points[ind0];
    let d0_1 = shared_points[ind0 + 2u];
    let d0_2 = shared_points[ind0 + 4u];
    let d1_0 = shared_points[ind1];
    let d1_1 = shared_points[ind1 + 2u];
    let d1_2 = shared_points[ind1 + 4u];
    let wd0 = jd0 % 2u + 3u;
    let d0_1t = cmul(d0_1, twiddles[wd0]);
    let d0_2t = cmul(d0_2, twiddles[wd0 + 2u]);
    let wd1 = jd1 % 2u + 3u;
    let d1_1t = cmul(d1_1, twiddles[wd1]);
    let d1_2t = cmul(d1_2, twiddles[wd1 + 2u]);
    let yd0 = product3(d0_0, d0_1t, d0_2t);
    let yd1 = product3(d1_0, d1_1t, d1_2t);
    let outd0 = jd0 / 2u * 6u + jd0 % 2u;
    let outd1 = jd1 / 2u * 6u + jd1 % 2u;

    // store
    let target_seq = first + q;
    let target_base = target_seq * 36u;
    dst[target_base + outd0] = yd0.y0;
    dst[target_base + outd0 + 2u] = yd0.y1;
    dst[target_base + outd0 + 4u] = yd0.y2;
    dst[target_base + outd1] = yd1.y0;
    dst[target_base + outd1 + 2u] = yd1.y1;
    dst[target_base + outd1 + 4u] = yd1.y2;
}
