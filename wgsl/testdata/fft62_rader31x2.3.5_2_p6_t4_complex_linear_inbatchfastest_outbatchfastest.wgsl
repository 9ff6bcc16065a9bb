// fft62_rader31x2.3.5_2_p6_t4_complex_linear_inbatchfastest_outbatchfastest
// X[k] = sum over j of x[j] w_62^(jk), w_62 = exp(-2 pi i / 62)
// point j of transform q: x at q * 62 + j * 1, X at q * 62 + j * 1
// the first 31 points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_31^(g^(b-a)), g = 3
// a and b by residues (Good and Thomas): 15 i_1 + 10 i_2 + 6 i_3 mod 30, i_1, i_2, i_3 below 2, 3, 5
// 4 transforms per workgroup, 11 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> spectrum: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read> powers: array<u32>;

var<workgroup> shared_points: array<vec2<f32>, 248>;

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

struct Points5 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32> }

// y[k] = sum over j of x[j] w_5^(jk), x[j] and x[r-j] combined
fn dft5(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let s1 = x1 + x4;
    let d1 = x1 - x4;
    let s2 = x2 + x3;
    let d2 = x2 - x3;
    let e1 = x0 + 0.309017 * s1 - 0.809017 * s2;
    let o1 = 0.95105654 * d1 + 0.58778524 * d2;
    let e2 = x0 - 0.809017 * s1 + 0.309017 * s2;
    let o2 = 0.58778524 * d1 - 0.95105654 * d2;
    return Points5(x0 + s1 + s2, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e2.x + o2.y, e2.y - o2.x), vec2<f32>(e2.x - o2.y, e2.y + o2.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
}

@compute @workgroup_size(44)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x / 4u; // thread of the transform
    let q = local.x % 4u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 7: radix 2, residues modulo 2, no twiddles (Good and Thomas), 2 transforms of 30 points
    let ja0 = t;
    let suba0 = ja0 / 15u;
    let ua0 = ja0 % 15u;
    let ga0 = powers[ua0 + 15u];
    let pa0_0 = suba0 + ga0 * 2u;
    let pa0_1 = suba0 + 62u - ga0 * 2u;
    let ja1 = t + 11u;
    let suba1 = ja1 / 15u;
    let ua1 = ja1 % 15u;
    let ga1 = powers[ua1 + 15u];
    let pa1_0 = suba1 + ga1 * 2u;
    let pa1_1 = suba1 + 62u - ga1 * 2u;
    let ja2 = min(t + 22u, 29u); // threads without a butterfly repeat the last
    let suba2 = ja2 / 15u;
    let ua2 = ja2 % 15u;
    let ga2 = powers[ua2 + 15u];
    let pa2_0 = suba2 + ga2 * 2u;
    let pa2_1 = suba2 + 62u - ga2 * 2u;
    let source = seq * 62u;
    let a0_0 = src[source + pa0_0];
    let a0_1 = src[source + pa0_1];
    let a1_0 = src[source + pa1_0];
    let a1_1 = src[source + pa1_1];
    let a2_0 = src[source + pa2_0];
    let a2_1 = src[source + pa2_1];
    let x0_0 = src[source + suba0];
    let x0_1 = src[source + suba1];
    let x0_2 = src[source + suba2];
    let ya0 = dft2(a0_0, a0_1);
    let ya1 = dft2(a1_0, a1_1);
    let ya2 = dft2(a2_0, a2_1);
    let outa0 = (ja0 * 2u) * 4u + q;
    let outa1 = (ja1 * 2u) * 4u + q;
    let outa2 = (ja2 * 2u) * 4u + q;

    // stage 2 of 7: radix 3, residues modulo 3, no twiddles (Good and Thomas), 2 transforms of 30 points
    let jb0 = t;
    let subb0 = jb0 / 10u;
    let ub0 = jb0 % 10u;
    let inb0 = (jb0 + subb0 * 20u) * 4u + q;
    let jb1 = min(t + 11u, 19u); // threads without a butterfly repeat the last
    let subb1 = jb1 / 10u;
    let ub1 = jb1 % 10u;
    let inb1 = (jb1 + subb1 * 20u) * 4u + q;
    let x0_out0 = (suba0) * 4u + q;
    let x0_out1 = (suba1) * 4u + q;
    let x0_out2 = (suba2) * 4u + q;
    let x0_sub0 = min(t, 11u) / 6u;
    let x0_in0 = (x0_sub0) * 4u + q;
    let x0_sub1 = min(t + 11u, 11u) / 6u;
    let x0_in1 = (x0_sub1) * 4u + q;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 4u] = ya0.y1;
    shared_points[outa1] = ya1.y0;
    shared_points[outa1 + 4u] = ya1.y1;
    if (t + 22u < 30u) {
        shared_points[outa2] = ya2.y0;
        shared_points[outa2 + 4u] = ya2.y1;
    }
    if (ua0 == 0u) {
        shared_points[x0_out0 + 240u] = x0_0;
    }
    if (ua1 == 0u) {
        shared_points[x0_out1 + 240u] = x0_1;
    }
    if (ua2 == 0u && t + 22u < 30u) {
        shared_points[x0_out2 + 240u] = x0_2;
    }
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 40u];
    let b0_2 = shared_points[inb0 + 80u];
    let b1_0 = shared_points[inb1];
    let b1_1 = shared_points[inb1 + 40u];
    let b1_2 = shared_points[inb1 + 80u];
    let x0_last0 = shared_points[x0_in0 + 240u];
    let x0_last1 = shared_points[x0_in1 + 240u];
    let yb0 = dft3(b0_0, b0_1, b0_2);
    let yb1 = dft3(b1_0, b1_1, b1_2);
    let outb0 = (jb0 / 2u * 6u + jb0 % 2u) * 4u + q;
    let outb1 = (jb1 / 2u * 6u + jb1 % 2u) * 4u + q;

    // stage 3 of 7: radix 5, residues modulo 5, no twiddles (Good and Thomas), 2 transforms of 30 points
    let jc0 = t;
    let subc0 = jc0 / 6u;
    let uc0 = jc0 % 6u;
    let inc0 = (jc0 + subc0 * 24u) * 4u + q;
    let jc1 = min(t + 11u, 11u); // threads without a butterfly repeat the last
    let subc1 = jc1 / 6u;
    let uc1 = jc1 % 6u;
    let inc1 = (jc1 + subc1 * 24u) * 4u + q;
    // exchange
    workgroupBarrier();
    shared_points[outb0] = yb0.y0;
    shared_points[outb0 + 8u] = yb0.y1;
    shared_points[outb0 + 16u] = yb0.y2;
    if (t + 11u < 20u) {
        shared_points[outb1] = yb1.y0;
        shared_points[outb1 + 8u] = yb1.y1;
        shared_points[outb1 + 16u] = yb1.y2;
    }
    workgroupBarrier();
    let c0_0 = shared_points[inc0];
    let c0_1 = shared_points[inc0 + 24u];
    let c0_2 = shared_points[inc0 + 48u];
    let c0_3 = shared_points[inc0 + 72u];
    let c0_4 = shared_points[inc0 + 96u];
    let c1_0 = shared_points[inc1];
    let c1_1 = shared_points[inc1 + 24u];
    let c1_2 = shared_points[inc1 + 48u];
    let c1_3 = shared_points[inc1 + 72u];
    let c1_4 = shared_points[inc1 + 96u];
    let yc0 = dft5(c0_0, c0_1, c0_2, c0_3, c0_4);
    let yc1 = dft5(c1_0, c1_1, c1_2, c1_3, c1_4);
    let sum0 = x0_last0 + yc0.y0; // X[0], where the butterfly is the first
    let product0_0 = (cmul(yc0.y0, spectrum[uc0]) + select(vec2<f32>(), x0_last0, uc0 == 0u)).yx;
    let sum_at0 = subc0 * 31u;
    let sum_in0 = (sum_at0) * 4u + q;
    let product0_1 = cmul(yc0.y1, spectrum[uc0 + 6u]).yx;
    let product0_2 = cmul(yc0.y2, spectrum[uc0 + 12u]).yx;
    let product0_3 = cmul(yc0.y3, spectrum[uc0 + 18u]).yx;
    let product0_4 = cmul(yc0.y4, spectrum[uc0 + 24u]).yx;
    let sum1 = x0_last1 + yc1.y0; // X[0], where the butterfly is the first
    let product1_0 = (cmul(yc1.y0, spectrum[uc1]) + select(vec2<f32>(), x0_last1, uc1 == 0u)).yx;
    let sum_at1 = subc1 * 31u;
    let sum_in1 = (sum_at1) * 4u + q;
    let product1_1 = cmul(yc1.y1, spectrum[uc1 + 6u]).yx;
    let product1_2 = cmul(yc1.y2, spectrum[uc1 + 12u]).yx;
    let product1_3 = cmul(yc1.y3, spectrum[uc1 + 18u]).yx;
    let product1_4 = cmul(yc1.y4, spectrum[uc1 + 24u]).yx;

    // stage 4 of 7: radix 5, residues modulo 5, no twiddles (Good and Thomas), 2 transforms of 30 points
    let jd0 = t;
    let jd1 = min(t + 11u, 11u); // threads without a butterfly repeat the last
    let yd0 = dft5(product0_0, product0_1, product0_2, product0_3, product0_4);
    let yd1 = dft5(product1_0, product1_1, product1_2, product1_3, product1_4);
    let outd0 = (jd0 * 5u) * 4u + q;
    let outd1 = (jd1 * 5u) * 4u + q;

    // stage 5 of 7: radix 3, residues modulo 3, no twiddles (Good and Thomas), 2 transforms of 30 points
    let je0 = t;
    let sube0 = je0 / 10u;
    let ue0 = je0 % 10u;
    let ine0 = (je0 + sube0 * 20u) * 4u + q;
    let je1 = min(t + 11u, 19u); // threads without a butterfly repeat the last
    let sube1 = je1 / 10u;
    let ue1 = je1 % 10u;
    let ine1 = (je1 + sube1 * 20u) * 4u + q;
    // exchange
    workgroupBarrier();
    shared_points[outd0] = yd0.y0;
    shared_points[outd0 + 4u] = yd0.y1;
    shared_points[outd0 + 8u] = yd0.y2;
    shared_points[outd0 + 12u] = yd0.y3;
    shared_points[outd0 + 16u] = yd0.y4;
    if (t + 11u < 12u) {
        shared_points[outd1] = yd1.y0;
        shared_points[outd1 + 4u] = yd1.y1;
        shared_points[outd1 + 8u] = yd1.y2;
        shared_points[outd1 + 12u] = yd1.y3;
        shared_points[outd1 + 16u] = yd1.y4;
    }
    workgroupBarrier();
    let e0_0 = shared_points[ine0];
    let e0_1 = shared_points[ine0 + 40u];
    let e0_2 = shared_points[ine0 + 80u];
    let e1_0 = shared_points[ine1];
    let e1_1 = shared_points[ine1 + 40u];
    let e1_2 = shared_points[ine1 + 80u];
    let ye0 = dft3(e0_0, e0_1, e0_2);
    let ye1 = dft3(e1_0, e1_1, e1_2);
    let oute0 = (je0 / 5u * 15u + je0 % 5u) * 4u + q;
    let oute1 = (je1 / 5u * 15u + je1 % 5u) * 4u + q;

    // stage 6 of 7: radix 2, residues modulo 2, no twiddles (Good and Thomas), 2 transforms of 30 points
    let jf0 = t;
    let subf0 = jf0 / 15u;
    let uf0 = jf0 % 15u;
    let inf0 = (jf0 + subf0 * 15u) * 4u + q;
    let jf1 = t + 11u;
    let subf1 = jf1 / 15u;
    let uf1 = jf1 % 15u;
    let inf1 = (jf1 + subf1 * 15u) * 4u + q;
    let jf2 = min(t + 22u, 29u); // threads without a butterfly repeat the last
    let subf2 = jf2 / 15u;
    let uf2 = jf2 % 15u;
    let inf2 = (jf2 + subf2 * 15u) * 4u + q;
    // exchange
    workgroupBarrier();
    shared_points[oute0] = ye0.y0;
    shared_points[oute0 + 20u] = ye0.y1;
    shared_points[oute0 + 40u] = ye0.y2;
    if (t + 11u < 20u) {
        shared_points[oute1] = ye1.y0;
        shared_points[oute1 + 20u] = ye1.y1;
        shared_points[oute1 + 40u] = ye1.y2;
    }
    workgroupBarrier();
    let f0_0 = shared_points[inf0];
    let f0_1 = shared_points[inf0 + 60u];
    let f1_0 = shared_points[inf1];
    let f1_1 = shared_points[inf1 + 60u];
    let f2_0 = shared_points[inf2];
    let f2_1 = shared_points[inf2 + 60u];
    let yf0 = dft2(f0_0, f0_1);
    let yf1 = dft2(f1_0, f1_1);
    let yf2 = dft2(f2_0, f2_1);
    let gf0 = powers[uf0];
    let pf0_0 = subf0 * 31u + gf0;
    let bf0_0 = (pf0_0) * 4u + q;
    let pf0_1 = subf0 * 31u + 31u - gf0;
    let bf0_1 = (pf0_1) * 4u + q;
    let gf1 = powers[uf1];
    let pf1_0 = subf1 * 31u + gf1;
    let bf1_0 = (pf1_0) * 4u + q;
    let pf1_1 = subf1 * 31u + 31u - gf1;
    let bf1_1 = (pf1_1) * 4u + q;
    let gf2 = powers[uf2];
    let pf2_0 = subf2 * 31u + gf2;
    let bf2_0 = (pf2_0) * 4u + q;
    let pf2_1 = subf2 * 31u + 31u - gf2;
    let bf2_1 = (pf2_1) * 4u + q;

    // stage 7 of 7: radix 2, p = 31, twiddle w_62^(i (j mod 31))
    let jg0 = t;
    let ing0 = (jg0) * 4u + q;
    let jg1 = t + 11u;
    let ing1 = (jg1) * 4u + q;
    let jg2 = min(t + 22u, 30u); // threads without a butterfly repeat the last
    let ing2 = (jg2) * 4u + q;
    // exchange
    workgroupBarrier();
    shared_points[bf0_0] = yf0.y0.yx;
    shared_points[bf0_1] = yf0.y1.yx;
    shared_points[bf1_0] = yf1.y0.yx;
    shared_points[bf1_1] = yf1.y1.yx;
    if (t + 22u < 30u) {
        shared_points[bf2_0] = yf2.y0.yx;
        shared_points[bf2_1] = yf2.y1.yx;
    }
    if (uc0 == 0u) {
        shared_points[sum_in0] = sum0;
    }
    if (uc1 == 0u && t + 11u < 12u) {
        shared_points[sum_in1] = sum1;
    }
    workgroupBarrier();
    let g0_0 = shared_points[ing0];
    let g0_1 = shared_points[ing0 + 124u];
    let g1_0 = shared_points[ing1];
    let g1_1 = shared_points[ing1 + 124u];
    let g2_0 = shared_points[ing2];
    let g2_1 = shared_points[ing2 + 124u];
    let wg0 = jg0;
    let g0_1t = cmul(g0_1, twiddles[wg0]);
    let wg1 = jg1;
    let g1_1t = cmul(g1_1, twiddles[wg1]);
    let wg2 = jg2;
    let g2_1t = cmul(g2_1, twiddles[wg2]);
    let yg0 = dft2(g0_0, g0_1t);
    let yg1 = dft2(g1_0, g1_1t);
    let yg2 = dft2(g2_0, g2_1t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 62u;
    dst[target_base + jg0] = yg0.y0;
    dst[target_base + jg0 + 31u] = yg0.y1;
    dst[target_base + jg1] = yg1.y0;
    dst[target_base + jg1 + 31u] = yg1.y1;
    if (t + 22u < 31u) {
        dst[target_base + jg2] = yg2.y0;
        dst[target_base + jg2 + 31u] = yg2.y1;
    }
}
