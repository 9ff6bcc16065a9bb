// fft13_rader13_by4.3_1_p4_t4
// X[k] = sum over j of x[j] w_13^(jk), w_13 = exp(-2 pi i / 13)
// x[j] of transform q: element q * 13 + j
// X[j] of transform q: element q * 13 + j
// the first 13 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_13^(g^(b-a)), g = 2
// 4 transforms per workgroup, 4 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> powers: array<u32>;

var<workgroup> shared_points: array<vec2<f32>, 52>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
}

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 4u; // thread of the transform
    let q = local.x / 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 4: radix 4, residues modulo 4, no twiddles (Good and Thomas)
    let ja0 = min(t, 2u); // threads without a butterfly repeat the last
    let power_ja0 = powers[ja0 + 3u];
    let point1_ja0 = power_ja0 * 8u % 13u;
    let point2_ja0 = 13u - power_ja0;
    let point3_ja0 = power_ja0 * 5u % 13u;
    let source = seq * 13u;
    let a0_0 = src[source + power_ja0];
    let a0_1 = src[source + point1_ja0];
    let a0_2 = src[source + point2_ja0];
    let a0_3 = src[source + point3_ja0];
    let x0_0_0 = src[source];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 13u + ja0 * 4u;
    let x0_0_out = q * 13u;

    // stage 2 of 4: radix 3, residues modulo 3, no twiddles (Good and Thomas)
    let inb0 = q * 13u + t;
    let x0_last0_in = q * 13u;
    // exchange
    workgroupBarrier();
    if (t < 3u) {
        shared_points[outa0] = ya0.y0;
        shared_points[outa0 + 1u] = ya0.y1;
        shared_points[outa0 + 2u] = ya0.y2;
        shared_points[outa0 + 3u] = ya0.y3;
    }
    if (ja0 == 0u && t < 3u) {
        shared_points[x0_0_out + 12u] = x0_0_0;
    }
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 4u];
    let b0_2 = shared_points[inb0 + 8u];
    let x0_last0_0 = shared_points[x0_last0_in + 12u];
    let yb0 = dft3(b0_0, b0_1, b0_2);
    let dc0 = x0_last0_0 + yb0.y0;
    let product0_0 = (cmul(yb0.y0, spectrum[t]) + select(vec2<f32>(0.0, 0.0), x0_last0_0, t == 0u)).yx;
    let product0_1 = cmul(yb0.y1, spectrum[t + 4u]).yx;
    let product0_2 = cmul(yb0.y2, spectrum[t + 8u]).yx;

    // stage 3 of 4: radix 3, residues modulo 3, no twiddles (Good and Thomas)
    let yc0 = dft3(product0_0, product0_1, product0_2);
    let outc0 = q * 13u + t * 3u;

    // stage 4 of 4: radix 4, residues modulo 4, no twiddles (Good and Thomas)
    let jd0 = min(t, 2u); // threads without a butterfly repeat the last
    let ind0 = q * 13u + jd0;
    // exchange
    workgroupBarrier();
    shared_points[outc0] = yc0.y0;
    shared_points[outc0 + 1u] = yc0.y1;
    shared_points[outc0 + 2u] = yc0.y2;
    workgroupBarrier();
    let d0_0 = shared_points[ind0];
    let d0_1 = shared_points[ind0 + 3u];
    let d0_2 = shared_points[ind0 + 6u];
    let d0_3 = shared_points[ind0 + 9u];
    let yd0 = dft4(d0_0, d0_1, d0_2, d0_3);

    // store
    let power_jd0 = powers[jd0];
    let point1_jd0 = power_jd0 * 5u % 13u;
    let point2_jd0 = 13u - power_jd0;
    let point3_jd0 = power_jd0 * 8u % 13u;
    let target_seq = first + q;
    let target_base = target_seq * 13u;
    if (t < 3u) {
        dst[target_base + power_jd0] = yd0.y0.yx;
        dst[target_base + point1_jd0] = yd0.y1.yx;
        dst[target_base + point2_jd0] = yd0.y2.yx;
        dst[target_base + point3_jd0] = yd0.y3.yx;
    }
    if (t == 0u) {
        dst[target_base] = dc0;
    }
}
