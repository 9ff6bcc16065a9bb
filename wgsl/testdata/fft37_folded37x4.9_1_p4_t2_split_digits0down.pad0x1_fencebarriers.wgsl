// fft37_folded37x4.9_1_p4_t2_split_digits0down.pad0x1_fencebarriers
// X[k] = sum over j of x[j] w_37^(jk), w_37 = exp(-2 pi i / 37)
// point j of transform q: x at q * 37 + j * 1, X at q * 37 + j * 1
// the first 37 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_37^(g^(b-a)), g = 2
// a and b by residues (Good and Thomas): 9 i_1 + 28 i_2 mod 36, i_1, i_2 below 4, 9
// 2 transforms per workgroup, 9 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> powers: array<u32>;
@group(0) @binding(4) var<uniform> batch: Batch;

var<workgroup> shared_points: array<array<array<f32, 4>, 32>, 2>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

struct Points9 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32> }

// y[k] = sum over j of x[j] w_9^(jk), as 3 by 3 (Cooley and Tukey)
fn dft9(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>) -> Points9 {
    let u0 = dft3(x0, x3, x6);
    let u1 = dft3(x1, x4, x7);
    let u2 = dft3(x2, x5, x8);
    let v0 = dft3(u0.y0, u1.y0, u2.y0);
    let v1 = dft3(u0.y1, cmul(u1.y1, vec2<f32>(0.76604444, -0.64278764)), cmul(u2.y1, vec2<f32>(0.17364818, -0.9848077)));
    let v2 = dft3(u0.y2, cmul(u1.y2, vec2<f32>(0.17364818, -0.9848077)), cmul(u2.y2, vec2<f32>(-0.9396926, -0.34202015)));
    return Points9(v0.y0, v1.y0, v2.y0, v0.y1, v1.y1, v2.y1, v0.y2, v1.y2, v2.y2);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// the butterfly of 4 points, of their sums and differences
fn sums4(e0: vec2<f32>, e1: vec2<f32>, o0: vec2<f32>, o1: vec2<f32>) -> Points4 {
    let u0 = dft2(e0, e1);
    let v0 = dft2(o0, vec2<f32>(o1.y, -o1.x));
    return Points4(u0.y0, v0.y0, u0.y1, v0.y1);
}

// the butterfly of 4 points, in two parts whose sums and differences they are
fn parts4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let u0 = dft2(x0, x2);
    let v0 = dft2(x1, x3);
    return Points4(u0.y0, u0.y1, v0.y0, vec2<f32>(v0.y1.y, -v0.y1.x));
}

@compute @workgroup_size(18)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 9u; // thread of the transform
    let q = local.x / 9u; // transform of the workgroup
    let seq = first + q; // transform of the batch
    let near0 = t + 1u;
    let far0 = 37u - near0;
    let pair0 = powers[near0 + 17u];
    let pair0_0 = pair0 & 3u;
    let pair0_1 = (pair0 >> 2u) & 31u;
    let near1 = t + 9u + 1u;
    let far1 = 37u - near1;
    let pair1 = powers[near1 + 17u];
    let pair1_0 = pair1 & 3u;
    let pair1_1 = (pair1 >> 2u) & 31u;
    let source = seq * 37u;
    let x_near0 = src[source + near0];
    let x_far0 = src[source + far0];
    let x_near1 = src[source + near1];
    let x_far1 = src[source + far1];
    let x0 = src[source];
    let sum0 = x_near0 + x_far0;
    let difference0 = x_near0 - x_far0;
    let sum1 = x_near1 + x_far1;
    let difference1 = x_near1 - x_far1;

    // stage 1 of 4: radix 4, residues modulo 4, no twiddles (Good and Thomas)
    let ja0 = t;
    let from0_0 = powers[ja0];
    let from0_0_0 = from0_0 & 3u;
    let from0_0_1 = (from0_0 >> 2u) & 31u;
    let from0_1 = powers[ja0 + 9u];
    let from0_1_0 = from0_1 & 3u;
    let from0_1_1 = (from0_1 >> 2u) & 31u;
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    shared_points[q][pair0_1][pair0_0] = sum0.x;
    shared_points[q][pair0_1 + 16u][pair0_0] = difference0.x;
    shared_points[q][pair1_1][pair1_0] = sum1.x;
    shared_points[q][pair1_1 + 16u][pair1_0] = difference1.x;
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    let a0_0_x = shared_points[q][from0_0_1][from0_0_0];
    let a0_2_x = bitcast<f32>(bitcast<u32>(shared_points[q][from0_0_1 + 16u][from0_0_0]) ^ (from0_0 & 0x80000000u));
    let a0_1_x = shared_points[q][from0_1_1][from0_1_0];
    let a0_3_x = bitcast<f32>(bitcast<u32>(shared_points[q][from0_1_1 + 16u][from0_1_0]) ^ (from0_1 & 0x80000000u));
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    shared_points[q][pair0_1][pair0_0] = sum0.y;
    shared_points[q][pair0_1 + 16u][pair0_0] = difference0.y;
    shared_points[q][pair1_1][pair1_0] = sum1.y;
    shared_points[q][pair1_1 + 16u][pair1_0] = difference1.y;
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    let a0_0_y = shared_points[q][from0_0_1][from0_0_0];
    let a0_2_y = bitcast<f32>(bitcast<u32>(shared_points[q][from0_0_1 + 16u][from0_0_0]) ^ (from0_0 & 0x80000000u));
    let a0_1_y = shared_points[q][from0_1_1][from0_1_0];
    let a0_3_y = bitcast<f32>(bitcast<u32>(shared_points[q][from0_1_1 + 16u][from0_1_0]) ^ (from0_1 & 0x80000000u));
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let a0_2 = vec2<f32>(a0_2_x, a0_2_y);
    let a0_3 = vec2<f32>(a0_3_x, a0_3_y);
    let ya0 = sums4(a0_0, a0_1, a0_2, a0_3);
    let xa0_1 = ja0;

    // stage 2 of 4: radix 9, residues modulo 9, no twiddles (Good and Thomas)
    let jb0 = min(t, 3u); // threads without a butterfly repeat the last
    let xb0_0 = jb0;
    // exchange real parts
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    shared_points[q][xa0_1][0u] = ya0.y0.x;
    shared_points[q][xa0_1][1u] = ya0.y1.x;
    shared_points[q][xa0_1][2u] = ya0.y2.x;
    shared_points[q][xa0_1][3u] = ya0.y3.x;
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    var b0_0_x: f32;
    var b0_1_x: f32;
    var b0_2_x: f32;
    var b0_3_x: f32;
    var b0_4_x: f32;
    var b0_5_x: f32;
    var b0_6_x: f32;
    var b0_7_x: f32;
    var b0_8_x: f32;
    if (t < 4u) {
        b0_0_x = shared_points[q][0u][xb0_0];
        b0_1_x = shared_points[q][1u][xb0_0];
        b0_2_x = shared_points[q][2u][xb0_0];
        b0_3_x = shared_points[q][3u][xb0_0];
        b0_4_x = shared_points[q][4u][xb0_0];
        b0_5_x = shared_points[q][5u][xb0_0];
        b0_6_x = shared_points[q][6u][xb0_0];
        b0_7_x = shared_points[q][7u][xb0_0];
        b0_8_x = shared_points[q][8u][xb0_0];
    }
    // exchange imaginary parts
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    shared_points[q][xa0_1][0u] = ya0.y0.y;
    shared_points[q][xa0_1][1u] = ya0.y1.y;
    shared_points[q][xa0_1][2u] = ya0.y2.y;
    shared_points[q][xa0_1][3u] = ya0.y3.y;
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    var b0_0_y: f32;
    var b0_1_y: f32;
    var b0_2_y: f32;
    var b0_3_y: f32;
    var b0_4_y: f32;
    var b0_5_y: f32;
    var b0_6_y: f32;
    var b0_7_y: f32;
    var b0_8_y: f32;
    if (t < 4u) {
        b0_0_y = shared_points[q][0u][xb0_0];
        b0_1_y = shared_points[q][1u][xb0_0];
        b0_2_y = shared_points[q][2u][xb0_0];
        b0_3_y = shared_points[q][3u][xb0_0];
        b0_4_y = shared_points[q][4u][xb0_0];
        b0_5_y = shared_points[q][5u][xb0_0];
        b0_6_y = shared_points[q][6u][xb0_0];
        b0_7_y = shared_points[q][7u][xb0_0];
        b0_8_y = shared_points[q][8u][xb0_0];
    }
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b0_8 = vec2<f32>(b0_8_x, b0_8_y);
    let yb0 = dft9(b0_0, b0_1, b0_2, b0_3, b0_4, b0_5, b0_6, b0_7, b0_8);
    let all = x0 + yb0.y0; // X[0], in the first thread
    let product0_0 = cmul(yb0.y0, spectrum[jb0]) + select(vec2<f32>(), x0, t == 0u);
    let product0_1 = cmul(yb0.y1, spectrum[jb0 + 4u]);
    let product0_2 = cmul(yb0.y2, spectrum[jb0 + 8u]);
    let product0_3 = cmul(yb0.y3, spectrum[jb0 + 12u]);
    let product0_4 = cmul(yb0.y4, spectrum[jb0 + 16u]);
    let product0_5 = cmul(yb0.y5, spectrum[jb0 + 20u]);
    let product0_6 = cmul(yb0.y6, spectrum[jb0 + 24u]);
    let product0_7 = cmul(yb0.y7, spectrum[jb0 + 28u]);
    let product0_8 = cmul(yb0.y8, spectrum[jb0 + 32u]);

    // stage 3 of 4: radix 9, residues modulo 9, no twiddles (Good and Thomas)
    let jc0 = min(t, 3u); // threads without a butterfly repeat the last
    let xc0_0 = jc0;
    let yc0 = dft9(product0_0, product0_1, product0_2, product0_3, product0_4, product0_5, product0_6, product0_7, product0_8);

    // stage 4 of 4: radix 4, residues modulo 4, no twiddles (Good and Thomas)
    let jd0 = t;
    let xd0_1 = jd0;
    // exchange real parts
    if (t < 4u) {
        shared_points[q][0u][xc0_0] = yc0.y0.x;
        shared_points[q][1u][xc0_0] = yc0.y1.x;
        shared_points[q][2u][xc0_0] = yc0.y2.x;
        shared_points[q][3u][xc0_0] = yc0.y3.x;
        shared_points[q][4u][xc0_0] = yc0.y4.x;
        shared_points[q][5u][xc0_0] = yc0.y5.x;
        shared_points[q][6u][xc0_0] = yc0.y6.x;
        shared_points[q][7u][xc0_0] = yc0.y7.x;
        shared_points[q][8u][xc0_0] = yc0.y8.x;
    }
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    let d0_0_x = shared_points[q][xd0_1][0u];
    let d0_1_x = shared_points[q][xd0_1][1u];
    let d0_2_x = shared_points[q][xd0_1][2u];
    let d0_3_x = shared_points[q][xd0_1][3u];
    // exchange imaginary parts
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    if (t < 4u) {
        shared_points[q][0u][xc0_0] = yc0.y0.y;
        shared_points[q][1u][xc0_0] = yc0.y1.y;
        shared_points[q][2u][xc0_0] = yc0.y2.y;
        shared_points[q][3u][xc0_0] = yc0.y3.y;
        shared_points[q][4u][xc0_0] = yc0.y4.y;
        shared_points[q][5u][xc0_0] = yc0.y5.y;
        shared_points[q][6u][xc0_0] = yc0.y6.y;
        shared_points[q][7u][xc0_0] = yc0.y7.y;
        shared_points[q][8u][xc0_0] = yc0.y8.y;
    }
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    let d0_0_y = shared_points[q][xd0_1][0u];
    let d0_1_y = shared_points[q][xd0_1][1u];
    let d0_2_y = shared_points[q][xd0_1][2u];
    let d0_3_y = shared_points[q][xd0_1][3u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let d0_2 = vec2<f32>(d0_2_x, d0_2_y);
    let d0_3 = vec2<f32>(d0_3_x, d0_3_y);
    let yd0 = parts4(d0_0, d0_1, d0_2, d0_3);

    let to0_0 = powers[jd0];
    let to0_0_0 = to0_0 & 3u;
    let to0_0_1 = (to0_0 >> 2u) & 31u;
    let to0_1 = powers[jd0 + 9u];
    let to0_1_0 = to0_1 & 3u;
    let to0_1_1 = (to0_1 >> 2u) & 31u;
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    shared_points[q][to0_0_1][to0_0_0] = yd0.y0.x;
    shared_points[q][to0_0_1 + 16u][to0_0_0] = bitcast<f32>(bitcast<u32>(yd0.y2.x) ^ (to0_0 & 0x80000000u));
    shared_points[q][to0_1_1][to0_1_0] = yd0.y1.x;
    shared_points[q][to0_1_1 + 16u][to0_1_0] = bitcast<f32>(bitcast<u32>(yd0.y3.x) ^ (to0_1 & 0x80000000u));
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    let even0_x = shared_points[q][pair0_1][pair0_0];
    let odd0_x = shared_points[q][pair0_1 + 16u][pair0_0];
    let even1_x = shared_points[q][pair1_1][pair1_0];
    let odd1_x = shared_points[q][pair1_1 + 16u][pair1_0];
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    shared_points[q][to0_0_1][to0_0_0] = yd0.y0.y;
    shared_points[q][to0_0_1 + 16u][to0_0_0] = bitcast<f32>(bitcast<u32>(yd0.y2.y) ^ (to0_0 & 0x80000000u));
    shared_points[q][to0_1_1][to0_1_0] = yd0.y1.y;
    shared_points[q][to0_1_1 + 16u][to0_1_0] = bitcast<f32>(bitcast<u32>(yd0.y3.y) ^ (to0_1 & 0x80000000u));
    workgroupBarrier();
    if (first >= batch.end) { return; } // hardly ever
    let even0_y = shared_points[q][pair0_1][pair0_0];
    let odd0_y = shared_points[q][pair0_1 + 16u][pair0_0];
    let even1_y = shared_points[q][pair1_1][pair1_0];
    let odd1_y = shared_points[q][pair1_1 + 16u][pair1_0];
    let even0 = vec2<f32>(even0_x, even0_y);
    let odd0 = vec2<f32>(odd0_x, odd0_y);
    let even1 = vec2<f32>(even1_x, even1_y);
    let odd1 = vec2<f32>(odd1_x, odd1_y);
    let target_seq = first + q;
    let target_base = target_seq * 37u;
    dst[target_base + near0] = (even0 + odd0);
    dst[target_base + far0] = (even0 - odd0);
    dst[target_base + near1] = (even1 + odd1);
    dst[target_base + far1] = (even1 - odd1);
    if (t == 0u) {
        dst[target_base] = all;
    }
}
