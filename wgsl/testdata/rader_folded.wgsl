// fft7_rader7_by2.3_folded_1_p2_t2_split_digits
// X[k] = sum over j of x[j] w_7^(jk), w_7 = exp(-2 pi i / 7)
// x[j] of transform q: element q * 7 + j
// X[j] of transform q: element q * 7 + j
// the first 7 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_7^(g^(b-a)), g = 3
// 2 transforms per workgroup, 3 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> powers: array<u32>;

var<workgroup> shared_points: array<array<array<f32, 2>, 32>, 2>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points2 { y0: vec2<f32>, y1: vec2<f32> }

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// the butterfly of 2 points, from their sums and differences
fn folded_dft2(e0: vec2<f32>, o0: vec2<f32>) -> Points2 {
    return Points2(e0, o0);
}

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

// the butterfly of 2 points, as parts whose sums and differences are the outputs
fn unfolded_dft2(x0: vec2<f32>, x1: vec2<f32>) -> Points2 {
    return Points2(x0, x1);
}

@compute @workgroup_size(6)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 3u; // thread of the transform
    let q = local.x / 3u; // transform of the workgroup
    let seq = first + q; // transform of the batch
    let i0 = t + 1u;
    let mirror_i0 = 7u - i0;
    let source = seq * 7u;
    let pair0_0 = src[source + i0];
    let pair0_1 = src[source + mirror_i0];
    let x0_0_0 = src[source];
    let sum0 = pair0_0 + pair0_1;
    let difference0 = pair0_0 - pair0_1;
    let place_i0 = powers[i0 + 2u];
    let x0_place_i0 = place_i0 & 1u;
    let x1_place_i0 = (place_i0 >> 1u) & 31u;

    // stage 1 of 4: radix 2, residues modulo 2, no twiddles (Good and Thomas)
    let place0_ja0 = powers[t];
    let x0_place0_ja0 = place0_ja0 & 1u;
    let x1_place0_ja0 = (place0_ja0 >> 1u) & 31u;
    // exchange real parts
    workgroupBarrier();
    shared_points[q][x1_place_i0][x0_place_i0] = sum0.x;
    shared_points[q][x1_place_i0 + 16u][x0_place_i0] = difference0.x;
    workgroupBarrier();
    let a0_0_x = shared_points[q][x1_place0_ja0][x0_place0_ja0];
    let a0_1_x = bitcast<f32>(bitcast<u32>(shared_points[q][x1_place0_ja0 + 16u][x0_place0_ja0]) ^ (place0_ja0 & 0x80000000u));
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][x1_place_i0][x0_place_i0] = sum0.y;
    shared_points[q][x1_place_i0 + 16u][x0_place_i0] = difference0.y;
    workgroupBarrier();
    let a0_0_y = shared_points[q][x1_place0_ja0][x0_place0_ja0];
    let a0_1_y = bitcast<f32>(bitcast<u32>(shared_points[q][x1_place0_ja0 + 16u][x0_place0_ja0]) ^ (place0_ja0 & 0x80000000u));
    let a0_0 = vec2<f32>(a0_0_x, a0_0_y);
    let a0_1 = vec2<f32>(a0_1_x, a0_1_y);
    let ya0 = folded_dft2(a0_0, a0_1);

    // stage 2 of 4: radix 3, residues modulo 3, no twiddles (Good and Thomas)
    let jb0 = min(t, 1u); // threads without a butterfly repeat the last
    // exchange real parts
    workgroupBarrier();
    shared_points[q][t][0u] = ya0.y0.x;
    shared_points[q][t][1u] = ya0.y1.x;
    workgroupBarrier();
    var b0_0_x: f32;
    var b0_1_x: f32;
    var b0_2_x: f32;
    if (t < 2u) {
        b0_0_x = shared_points[q][0u][jb0];
        b0_1_x = shared_points[q][1u][jb0];
        b0_2_x = shared_points[q][2u][jb0];
    }
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][t][0u] = ya0.y0.y;
    shared_points[q][t][1u] = ya0.y1.y;
    workgroupBarrier();
    var b0_0_y: f32;
    var b0_1_y: f32;
    var b0_2_y: f32;
    if (t < 2u) {
        b0_0_y = shared_points[q][0u][jb0];
        b0_1_y = shared_points[q][1u][jb0];
        b0_2_y = shared_points[q][2u][jb0];
    }
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let yb0 = dft3(b0_0, b0_1, b0_2);
    let dc0 = x0_0_0 + yb0.y0;
    let product0_0 = cmul(yb0.y0, spectrum[jb0]) + select(vec2<f32>(0.0, 0.0), x0_0_0, jb0 == 0u);
    let product0_1 = cmul(yb0.y1, spectrum[jb0 + 2u]);
    let product0_2 = cmul(yb0.y2, spectrum[jb0 + 4u]);

    // stage 3 of 4: radix 3, residues modulo 3, no twiddles (Good and Thomas)
    let jc0 = min(t, 1u); // threads without a butterfly repeat the last
    let yc0 = dft3(product0_0, product0_1, product0_2);

    // stage 4 of 4: radix 2, residues modulo 2, no twiddles (Good and Thomas)
    // exchange real parts
    if (t < 2u) {
        shared_points[q][0u][jc0] = yc0.y0.x;
        shared_points[q][1u][jc0] = yc0.y1.x;
        shared_points[q][2u][jc0] = yc0.y2.x;
    }
    workgroupBarrier();
    let d0_0_x = shared_points[q][t][0u];
    let d0_1_x = shared_points[q][t][1u];
    // exchange imaginary parts
    workgroupBarrier();
    if (t < 2u) {
        shared_points[q][0u][jc0] = yc0.y0.y;
        shared_points[q][1u][jc0] = yc0.y1.y;
        shared_points[q][2u][jc0] = yc0.y2.y;
    }
    workgroupBarrier();
    let d0_0_y = shared_points[q][t][0u];
    let d0_1_y = shared_points[q][t][1u];
    let d0_0 = vec2<f32>(d0_0_x, d0_0_y);
    let d0_1 = vec2<f32>(d0_1_x, d0_1_y);
    let yd0 = unfolded_dft2(d0_0, d0_1);
    let place0_jd0 = powers[t];
    let x0_place0_jd0 = place0_jd0 & 1u;
    let x1_place0_jd0 = (place0_jd0 >> 1u) & 31u;
    // exchange real parts
    workgroupBarrier();
    shared_points[q][x1_place0_jd0][x0_place0_jd0] = yd0.y0.x;
    shared_points[q][x1_place0_jd0 + 16u][x0_place0_jd0] = bitcast<f32>(bitcast<u32>(yd0.y1.x) ^ (place0_jd0 & 0x80000000u));
    workgroupBarrier();
    let part0_0_x = shared_points[q][x1_place_i0][x0_place_i0];
    let part0_1_x = shared_points[q][x1_place_i0 + 16u][x0_place_i0];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[q][x1_place0_jd0][x0_place0_jd0] = yd0.y0.y;
    shared_points[q][x1_place0_jd0 + 16u][x0_place0_jd0] = bitcast<f32>(bitcast<u32>(yd0.y1.y) ^ (place0_jd0 & 0x80000000u));
    workgroupBarrier();
    let part0_0_y = shared_points[q][x1_place_i0][x0_place_i0];
    let part0_1_y = shared_points[q][x1_place_i0 + 16u][x0_place_i0];
    let part0_0 = vec2<f32>(part0_0_x, part0_0_y);
    let part0_1 = vec2<f32>(part0_1_x, part0_1_y);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 7u;
    dst[target_base + i0] = part0_0 + part0_1;
    dst[target_base + mirror_i0] = part0_0 - part0_1;
    if (jb0 == 0u) {
        dst[target_base] = dc0;
    }
}
