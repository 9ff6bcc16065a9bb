// fft64_8.8_p8_t16_split_pad5_instaged_outstaged_tail
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64)
// point j of transform q: x at q * 64 + j * 1, X at q * 64 + j * 1
// 16 transforms per workgroup, 8 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 1055>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0 + x1, x0 - x1);
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

fn shared_index(i: u32) -> u32 { return i + (i >> 5u); }

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 16u; // the workgroup's first transform
    let t = local.x % 8u; // thread of the transform
    let q = local.x / 8u; // transform of the workgroup

    // stage 1 of 2: radix 8
    let ja0 = t;
    let ina0 = q * 64u + ja0;
    let source = first * 64u + local.x;
    let x0 = src[min(source, batch.end * 64u - 1u)];
    let x1 = src[min(source + 128u, batch.end * 64u - 1u)];
    let x2 = src[min(source + 256u, batch.end * 64u - 1u)];
    let x3 = src[min(source + 384u, batch.end * 64u - 1u)];
    let x4 = src[min(source + 512u, batch.end * 64u - 1u)];
    let x5 = src[min(source + 640u, batch.end * 64u - 1u)];
    let x6 = src[min(source + 768u, batch.end * 64u - 1u)];
    let x7 = src[min(source + 896u, batch.end * 64u - 1u)];
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(local.x)] = x0.x;
    shared_points[shared_index(local.x) + 132u] = x1.x;
    shared_points[shared_index(local.x) + 264u] = x2.x;
    shared_points[shared_index(local.x) + 396u] = x3.x;
    shared_points[shared_index(local.x) + 528u] = x4.x;
    shared_points[shared_index(local.x) + 660u] = x5.x;
    shared_points[shared_index(local.x) + 792u] = x6.x;
    shared_points[shared_index(local.x) + 924u] = x7.x;
    workgroupBarrier();
    let a0_0_x = shared_points[shared_index(ina0)];
    let a0_1_x = shared_points[shared_index(ina0 + 8u)];
    let a0_2_x = shared_points[shared_index(ina0 + 16u)];
    let a0_3_x = shared_points[shared_index(ina0 + 24u)];
    let a0_4_x = shared_points[shared_index(ina0) + 33u];
    let a0_5_x = shared_points[shared_index(ina0 + 40u)];
    let a0_6_x = shared_points[shared_index(ina0 + 48u)];
    let a0_7_x = shared_points[shared_index(ina0 + 56u)];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(local.x)] = x0.y;
    shared_points[shared_index(local.x) + 132u] = x1.y;
    shared_points[shared_index(local.x) + 264u] = x2.y;
    shared_points[shared_index(local.x) + 396u] = x3.y;
    shared_points[shared_index(local.x) + 528u] = x4.y;
    shared_points[shared_index(local.x) + 660u] = x5.y;
    shared_points[shared_index(local.x) + 792u] = x6.y;
    shared_points[shared_index(local.x) + 924u] = x7.y;
    workgroupBarrier();
    let a0_0_y = shared_points[shared_index(ina0)];
    let a0_1_y = shared_points[shared_index(ina0 + 8u)];
    let a0_2_y = shared_points[shared_index(ina0 + 16u)];
    let a0_3_y = shared_points[shared_index(ina0 + 24u)];
    let a0_4_y = shared_points[shared_index(ina0) + 33u];
    let a0_5_y = shared_points[shared_index(ina0 + 40u)];
    let a0_6_y = shared_points[shared_index(ina0 + 48u)];
    let a0_7_y = shared_points[shared_index(ina0 + 56u)];
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let a0_2 = vec2<f32>(a0_2_x, a0_2_y);
    let a0_3 = vec2<f32>(a0_3_x, a0_3_y);
    let a0_4 = vec2<f32>(a0_4_x, a0_4_y);
    let a0_5 = vec2<f32>(a0_5_x, a0_5_y);
    let a0_6 = vec2<f32>(a0_6_x, a0_6_y);
    let a0_7 = vec2<f32>(a0_7_x, a0_7_y);
    let ya0 = dft8(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7);
    let outa0 = q * 64u + ja0 * 8u;

    // stage 2 of 2: radix 8, p = 8, twiddle w_64^(i (j mod 8))
    let jb0 = t;
    let inb0 = q * 64u + jb0;
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.x;
    shared_points[shared_index(outa0 + 1u)] = ya0.y1.x;
    shared_points[shared_index(outa0 + 2u)] = ya0.y2.x;
    shared_points[shared_index(outa0 + 3u)] = ya0.y3.x;
    shared_points[shared_index(outa0 + 4u)] = ya0.y4.x;
    shared_points[shared_index(outa0 + 5u)] = ya0.y5.x;
    shared_points[shared_index(outa0 + 6u)] = ya0.y6.x;
    shared_points[shared_index(outa0 + 7u)] = ya0.y7.x;
    workgroupBarrier();
    let b0_0_x = shared_points[shared_index(inb0)];
    let b0_1_x = shared_points[shared_index(inb0 + 8u)];
    let b0_2_x = shared_points[shared_index(inb0 + 16u)];
    let b0_3_x = shared_points[shared_index(inb0 + 24u)];
    let b0_4_x = shared_points[shared_index(inb0) + 33u];
    let b0_5_x = shared_points[shared_index(inb0 + 40u)];
    let b0_6_x = shared_points[shared_index(inb0 + 48u)];
    let b0_7_x = shared_points[shared_index(inb0 + 56u)];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(outa0)] = ya0.y0.y;
    shared_points[shared_index(outa0 + 1u)] = ya0.y1.y;
    shared_points[shared_index(outa0 + 2u)] = ya0.y2.y;
    shared_points[shared_index(outa0 + 3u)] = ya0.y3.y;
    shared_points[shared_index(outa0 + 4u)] = ya0.y4.y;
    shared_points[shared_index(outa0 + 5u)] = ya0.y5.y;
    shared_points[shared_index(outa0 + 6u)] = ya0.y6.y;
    shared_points[shared_index(outa0 + 7u)] = ya0.y7.y;
    workgroupBarrier();
    let b0_0_y = shared_points[shared_index(inb0)];
    let b0_1_y = shared_points[shared_index(inb0 + 8u)];
    let b0_2_y = shared_points[shared_index(inb0 + 16u)];
    let b0_3_y = shared_points[shared_index(inb0 + 24u)];
    let b0_4_y = shared_points[shared_index(inb0) + 33u];
    let b0_5_y = shared_points[shared_index(inb0 + 40u)];
    let b0_6_y = shared_points[shared_index(inb0 + 48u)];
    let b0_7_y = shared_points[shared_index(inb0 + 56u)];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 8u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 16u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 24u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 32u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 40u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 48u]);
    let yb0 = dft8(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t);
    let outb0 = q * 64u + jb0;

    // store
    // exchange real parts
    workgroupBarrier();
    shared_points[shared_index(outb0)] = yb0.y0.x;
    shared_points[shared_index(outb0 + 8u)] = yb0.y1.x;
    shared_points[shared_index(outb0 + 16u)] = yb0.y2.x;
    shared_points[shared_index(outb0 + 24u)] = yb0.y3.x;
    shared_points[shared_index(outb0) + 33u] = yb0.y4.x;
    shared_points[shared_index(outb0 + 40u)] = yb0.y5.x;
    shared_points[shared_index(outb0 + 48u)] = yb0.y6.x;
    shared_points[shared_index(outb0 + 56u)] = yb0.y7.x;
    workgroupBarrier();
    let z0_x = shared_points[shared_index(local.x)];
    let z1_x = shared_points[shared_index(local.x) + 132u];
    let z2_x = shared_points[shared_index(local.x) + 264u];
    let z3_x = shared_points[shared_index(local.x) + 396u];
    let z4_x = shared_points[shared_index(local.x) + 528u];
    let z5_x = shared_points[shared_index(local.x) + 660u];
    let z6_x = shared_points[shared_index(local.x) + 792u];
    let z7_x = shared_points[shared_index(local.x) + 924u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[shared_index(outb0)] = yb0.y0.y;
    shared_points[shared_index(outb0 + 8u)] = yb0.y1.y;
    shared_points[shared_index(outb0 + 16u)] = yb0.y2.y;
    shared_points[shared_index(outb0 + 24u)] = yb0.y3.y;
    shared_points[shared_index(outb0) + 33u] = yb0.y4.y;
    shared_points[shared_index(outb0 + 40u)] = yb0.y5.y;
    shared_points[shared_index(outb0 + 48u)] = yb0.y6.y;
    shared_points[shared_index(outb0 + 56u)] = yb0.y7.y;
    workgroupBarrier();
    let z0_y = shared_points[shared_index(local.x)];
    let z1_y = shared_points[shared_index(local.x) + 132u];
    let z2_y = shared_points[shared_index(local.x) + 264u];
    let z3_y = shared_points[shared_index(local.x) + 396u];
    let z4_y = shared_points[shared_index(local.x) + 528u];
    let z5_y = shared_points[shared_index(local.x) + 660u];
    let z6_y = shared_points[shared_index(local.x) + 792u];
    let z7_y = shared_points[shared_index(local.x) + 924u];
    let z0 = vec2<f32>(z0_x, z0_y);
    let z1 = vec2<f32>(z1_x, z1_y);
    let z2 = vec2<f32>(z2_x, z2_y);
    let z3 = vec2<f32>(z3_x, z3_y);
    let z4 = vec2<f32>(z4_x, z4_y);
    let z5 = vec2<f32>(z5_x, z5_y);
    let z6 = vec2<f32>(z6_x, z6_y);
    let z7 = vec2<f32>(z7_x, z7_y);
    let target_base = first * 64u + local.x;
    if (target_base < batch.end * 64u) {
        dst[target_base] = z0;
    }
    if (target_base + 128u < batch.end * 64u) {
        dst[target_base + 128u] = z1;
    }
    if (target_base + 256u < batch.end * 64u) {
        dst[target_base + 256u] = z2;
    }
    if (target_base + 384u < batch.end * 64u) {
        dst[target_base + 384u] = z3;
    }
    if (target_base + 512u < batch.end * 64u) {
        dst[target_base + 512u] = z4;
    }
    if (target_base + 640u < batch.end * 64u) {
        dst[target_base + 640u] = z5;
    }
    if (target_base + 768u < batch.end * 64u) {
        dst[target_base + 768u] = z6;
    }
    if (target_base + 896u < batch.end * 64u) {
        dst[target_base + 896u] = z7;
    }
}
