// fft20_5x4_p2_t4_product2_one_linear_instaged_inacross_outstaged_outacross_guard
// the transform of 5 x 4 points, w_n = exp(-2 pi i / n)
// point j of transform q: x at q * 20 + j * 1, X at q * 20 + j * 1
// 4 transforms per workgroup, 10 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 80>;

struct Points5of2 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_5^(jk) as a matrix product, x[j] and x[r-j] combined: of the 2 parts part c, k = 2 c to 2 c + 1 and 5 - k
fn product5of2(c: u32, x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5of2 {
    let s1 = x1 + x4;
    let d1 = x1 - x4;
    let s2 = x2 + x3;
    let d2 = x2 - x3;
    if (c == 0u) {
        let e1 = x0 + 0.309017 * s1 - 0.809017 * s2;
        let o1 = 0.95105654 * d1 + 0.58778524 * d2;
        return Points5of2(x0 + s1 + s2, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
    }
    let e2 = x0 - 0.809017 * s1 + 0.309017 * s2;
    let o2 = 0.58778524 * d1 - 0.95105654 * d2;
    return Points5of2(vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>());
}

struct Points4of2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk) as a matrix product, x[j] and x[r-j] combined: of the 2 parts part c, k = c and 4 - c
fn product4of2(c: u32, x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4of2 {
    let s1 = x1 + x3;
    let d1 = x1 - x3;
    if (c == 0u) {
        return Points4of2(x0 + s1 + x2, x0 - s1 + x2);
    }
    let e1 = x0 - x2;
    let o1 = d1;
    return Points4of2(vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(40)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x / 4u; // thread of the transform
    let q = local.x % 4u; // transform of the workgroup

    // stage 1 of 2: radix 5 as a matrix product in 2 parts, of 4 transforms of 5 points, 4 side by side
    let ua0 = min(t, 7u); // threads without a part repeat the last
    let ja0 = ua0 % 4u;
    let ca0 = ua0 / 4u; // the part of the product
    let ina0 = q * 20u + ja0;
    let source = first * 20u + local.x;
    let x0 = src[min(source, batch.end * 20u - 1u)];
    let x1 = src[min(source + 40u, batch.end * 20u - 1u)];
    workgroupBarrier();
    shared_points[local.x] = x0.x;
    shared_points[local.x + 40u] = x1.x;
    workgroupBarrier();
    let a0_0_x = shared_points[ina0];
    let a0_1_x = shared_points[ina0 + 4u];
    let a0_2_x = shared_points[ina0 + 8u];
    let a0_3_x = shared_points[ina0 + 12u];
    let a0_4_x = shared_points[ina0 + 16u];
    workgroupBarrier();
    shared_points[local.x] = x0.y;
    shared_points[local.x + 40u] = x1.y;
    workgroupBarrier();
    let a0_0_y = shared_points[ina0];
    let a0_1_y = shared_points[ina0 + 4u];
    let a0_2_y = shared_points[ina0 + 8u];
    let a0_3_y = shared_points[ina0 + 12u];
    let a0_4_y = shared_points[ina0 + 16u];
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let a0_2 = vec2<f32>(a0_2_x, a0_2_y);
    let a0_3 = vec2<f32>(a0_3_x, a0_3_y);
    let a0_4 = vec2<f32>(a0_4_x, a0_4_y);
    let ya0 = product5of2(ca0, a0_0, a0_1, a0_2, a0_3, a0_4);
    let rowa0 = q * 20u + ja0;
    let outa0 = rowa0 + ca0 * 8u;
    let mida0 = rowa0 + 20u - ca0 * 8u;
    let backa0 = rowa0 + 16u - ca0 * 8u;

    // stage 2 of 2: radix 4 as a matrix product in 2 parts, of 5 transforms of 4 points
    let ub0 = t;
    let jb0 = ub0 % 5u;
    let cb0 = ub0 / 5u; // the part of the product
    let subb0 = jb0;
    let inb0 = q * 20u + jb0 + subb0 * 3u;
    workgroupBarrier();
    if (t < 8u) {
        shared_points[outa0] = ya0.y0.x;
    }
    if (ca0 < 1u && t < 8u) {
        shared_points[outa0 + 4u] = ya0.y1.x;
    }
    if (ca0 > 0u && t < 8u) {
        shared_points[mida0] = ya0.y2.x;
    }
    if (ca0 < 1u && t < 8u) {
        shared_points[backa0] = ya0.y3.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 1u];
    let b0_2_x = shared_points[inb0 + 2u];
    let b0_3_x = shared_points[inb0 + 3u];
    workgroupBarrier();
    if (t < 8u) {
        shared_points[outa0] = ya0.y0.y;
    }
    if (ca0 < 1u && t < 8u) {
        shared_points[outa0 + 4u] = ya0.y1.y;
    }
    if (ca0 > 0u && t < 8u) {
        shared_points[mida0] = ya0.y2.y;
    }
    if (ca0 < 1u && t < 8u) {
        shared_points[backa0] = ya0.y3.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 1u];
    let b0_2_y = shared_points[inb0 + 2u];
    let b0_3_y = shared_points[inb0 + 3u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let yb0 = product4of2(cb0, b0_0, b0_1, b0_2, b0_3);
    let rowb0 = q * 20u + jb0 * 4u;
    let outb0 = rowb0 + cb0;
    let midb0 = rowb0 + select(4u - cb0, 2u, cb0 == 0u);

    workgroupBarrier();
    shared_points[outb0] = yb0.y0.x;
    shared_points[midb0] = yb0.y1.x;
    workgroupBarrier();
    let z0_x = shared_points[local.x];
    let z1_x = shared_points[local.x + 40u];
    workgroupBarrier();
    shared_points[outb0] = yb0.y0.y;
    shared_points[midb0] = yb0.y1.y;
    workgroupBarrier();
    let z0_y = shared_points[local.x];
    let z1_y = shared_points[local.x + 40u];
    let z0 = vec2<f32>(z0_x, z0_y);
    let z1 = vec2<f32>(z1_x, z1_y);
    let target_base = first * 20u + local.x;
    if (target_base < batch.end * 20u) {
        dst[target_base] = z0;
    }
    if (target_base + 40u < batch.end * 20u) {
        dst[target_base + 40u] = z1;
    }
}
