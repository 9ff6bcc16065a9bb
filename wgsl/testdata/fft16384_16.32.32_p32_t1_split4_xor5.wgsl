// fft16384_16.32.32_p32_t1_split4_xor5
// X[k] = sum over j of x[j] w_16384^(jk), w_16384 = exp(-2 pi i / 16384)
// point j of transform q: x at q * 16384 + j * 1, X at q * 16384 + j * 1
// 1 transforms per workgroup, 512 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;

var<workgroup> shared_points: array<f32, 4096>;

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

struct Points16 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32> }

// y[k] = sum over j of x[j] w_16^(jk), as 4 by 4 (Cooley and Tukey)
fn dft16(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>) -> Points16 {
    let u0 = dft4(x0, x4, x8, x12);
    let u1 = dft4(x1, x5, x9, x13);
    let u2 = dft4(x2, x6, x10, x14);
    let u3 = dft4(x3, x7, x11, x15);
    let v0 = dft4(u0.y0, u1.y0, u2.y0, u3.y0);
    let v1 = dft4(u0.y1, cmul(u1.y1, vec2<f32>(0.9238795, -0.38268343)), 0.70710677 * vec2<f32>(u2.y1.x + u2.y1.y, u2.y1.y - u2.y1.x), cmul(u3.y1, vec2<f32>(0.38268343, -0.9238795)));
    let v2 = dft4(u0.y2, 0.70710677 * vec2<f32>(u1.y2.x + u1.y2.y, u1.y2.y - u1.y2.x), vec2<f32>(u2.y2.y, -u2.y2.x), 0.70710677 * vec2<f32>(u3.y2.y - u3.y2.x, -u3.y2.x - u3.y2.y));
    let v3 = dft4(u0.y3, cmul(u1.y3, vec2<f32>(0.38268343, -0.9238795)), 0.70710677 * vec2<f32>(u2.y3.y - u2.y3.x, -u2.y3.x - u2.y3.y), cmul(u3.y3, vec2<f32>(-0.9238795, 0.38268343)));
    return Points16(v0.y0, v1.y0, v2.y0, v3.y0, v0.y1, v1.y1, v2.y1, v3.y1, v0.y2, v1.y2, v2.y2, v3.y2, v0.y3, v1.y3, v2.y3, v3.y3);
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

struct Points32 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32>, y16: vec2<f32>, y17: vec2<f32>, y18: vec2<f32>, y19: vec2<f32>, y20: vec2<f32>, y21: vec2<f32>, y22: vec2<f32>, y23: vec2<f32>, y24: vec2<f32>, y25: vec2<f32>, y26: vec2<f32>, y27: vec2<f32>, y28: vec2<f32>, y29: vec2<f32>, y30: vec2<f32>, y31: vec2<f32> }

// y[k] = sum over j of x[j] w_32^(jk), as 4 by 8 (Cooley and Tukey)
fn dft32(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>, x16: vec2<f32>, x17: vec2<f32>, x18: vec2<f32>, x19: vec2<f32>, x20: vec2<f32>, x21: vec2<f32>, x22: vec2<f32>, x23: vec2<f32>, x24: vec2<f32>, x25: vec2<f32>, x26: vec2<f32>, x27: vec2<f32>, x28: vec2<f32>, x29: vec2<f32>, x30: vec2<f32>, x31: vec2<f32>) -> Points32 {
    let u0 = dft4(x0, x8, x16, x24);
    let u1 = dft4(x1, x9, x17, x25);
    let u2 = dft4(x2, x10, x18, x26);
    let u3 = dft4(x3, x11, x19, x27);
    let u4 = dft4(x4, x12, x20, x28);
    let u5 = dft4(x5, x13, x21, x29);
    let u6 = dft4(x6, x14, x22, x30);
    let u7 = dft4(x7, x15, x23, x31);
    let v0 = dft8(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0, u5.y0, u6.y0, u7.y0);
    let v1 = dft8(u0.y1, cmul(u1.y1, vec2<f32>(0.98078525, -0.19509032)), cmul(u2.y1, vec2<f32>(0.9238795, -0.38268343)), cmul(u3.y1, vec2<f32>(0.8314696, -0.55557024)), 0.70710677 * vec2<f32>(u4.y1.x + u4.y1.y, u4.y1.y - u4.y1.x), cmul(u5.y1, vec2<f32>(0.55557024, -0.8314696)), cmul(u6.y1, vec2<f32>(0.38268343, -0.9238795)), cmul(u7.y1, vec2<f32>(0.19509032, -0.98078525)));
    let v2 = dft8(u0.y2, cmul(u1.y2, vec2<f32>(0.9238795, -0.38268343)), 0.70710677 * vec2<f32>(u2.y2.x + u2.y2.y, u2.y2.y - u2.y2.x), cmul(u3.y2, vec2<f32>(0.38268343, -0.9238795)), vec2<f32>(u4.y2.y, -u4.y2.x), cmul(u5.y2, vec2<f32>(-0.38268343, -0.9238795)), 0.70710677 * vec2<f32>(u6.y2.y - u6.y2.x, -u6.y2.x - u6.y2.y), cmul(u7.y2, vec2<f32>(-0.9238795, -0.38268343)));
    let v3 = dft8(u0.y3, cmul(u1.y3, vec2<f32>(0.8314696, -0.55557024)), cmul(u2.y3, vec2<f32>(0.38268343, -0.9238795)), cmul(u3.y3, vec2<f32>(-0.19509032, -0.98078525)), 0.70710677 * vec2<f32>(u4.y3.y - u4.y3.x, -u4.y3.x - u4.y3.y), cmul(u5.y3, vec2<f32>(-0.98078525, -0.19509032)), cmul(u6.y3, vec2<f32>(-0.9238795, 0.38268343)), cmul(u7.y3, vec2<f32>(-0.55557024, 0.8314696)));
    return Points32(v0.y0, v1.y0, v2.y0, v3.y0, v0.y1, v1.y1, v2.y1, v3.y1, v0.y2, v1.y2, v2.y2, v3.y2, v0.y3, v1.y3, v2.y3, v3.y3, v0.y4, v1.y4, v2.y4, v3.y4, v0.y5, v1.y5, v2.y5, v3.y5, v0.y6, v1.y6, v2.y6, v3.y6, v0.y7, v1.y7, v2.y7, v3.y7);
}

fn shared_index(i: u32) -> u32 { return i ^ ((i >> 5u) & 31u); }

@compute @workgroup_size(512)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x; // the workgroup's first transform
    let t = local.x; // thread of the transform
    let q = 0u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 3: radix 16
    let ja0 = t;
    let ja1 = t + 512u;
    let source = seq * 16384u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 1024u];
    let a0_2 = src[source + ja0 + 2048u];
    let a0_3 = src[source + ja0 + 3072u];
    let a0_4 = src[source + ja0 + 4096u];
    let a0_5 = src[source + ja0 + 5120u];
    let a0_6 = src[source + ja0 + 6144u];
    let a0_7 = src[source + ja0 + 7168u];
    let a0_8 = src[source + ja0 + 8192u];
    let a0_9 = src[source + ja0 + 9216u];
    let a0_10 = src[source + ja0 + 10240u];
    let a0_11 = src[source + ja0 + 11264u];
    let a0_12 = src[source + ja0 + 12288u];
    let a0_13 = src[source + ja0 + 13312u];
    let a0_14 = src[source + ja0 + 14336u];
    let a0_15 = src[source + ja0 + 15360u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 1024u];
    let a1_2 = src[source + ja1 + 2048u];
    let a1_3 = src[source + ja1 + 3072u];
    let a1_4 = src[source + ja1 + 4096u];
    let a1_5 = src[source + ja1 + 5120u];
    let a1_6 = src[source + ja1 + 6144u];
    let a1_7 = src[source + ja1 + 7168u];
    let a1_8 = src[source + ja1 + 8192u];
    let a1_9 = src[source + ja1 + 9216u];
    let a1_10 = src[source + ja1 + 10240u];
    let a1_11 = src[source + ja1 + 11264u];
    let a1_12 = src[source + ja1 + 12288u];
    let a1_13 = src[source + ja1 + 13312u];
    let a1_14 = src[source + ja1 + 14336u];
    let a1_15 = src[source + ja1 + 15360u];
    let ya0 = dft16(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14, a0_15);
    let ya1 = dft16(a1_0, a1_1, a1_2, a1_3, a1_4, a1_5, a1_6, a1_7, a1_8, a1_9, a1_10, a1_11, a1_12, a1_13, a1_14, a1_15);
    let outa0 = ja0 * 16u;
    let outa1 = ja1 * 16u;

    // stage 2 of 3: radix 32, p = 16, twiddle w_512^(i (j mod 16))
    let jb0 = t;
    // exchange real parts, slice 1 of 4
    workgroupBarrier();
    if (outa0 / 4096u == 0u) {
        shared_points[shared_index(outa0)] = ya0.y0.x;
        shared_points[shared_index(outa0 + 1u)] = ya0.y1.x;
        shared_points[shared_index(outa0 + 2u)] = ya0.y2.x;
        shared_points[shared_index(outa0 + 3u)] = ya0.y3.x;
        shared_points[shared_index(outa0 + 4u)] = ya0.y4.x;
        shared_points[shared_index(outa0 + 5u)] = ya0.y5.x;
        shared_points[shared_index(outa0 + 6u)] = ya0.y6.x;
        shared_points[shared_index(outa0 + 7u)] = ya0.y7.x;
        shared_points[shared_index(outa0 + 8u)] = ya0.y8.x;
        shared_points[shared_index(outa0 + 9u)] = ya0.y9.x;
        shared_points[shared_index(outa0 + 10u)] = ya0.y10.x;
        shared_points[shared_index(outa0 + 11u)] = ya0.y11.x;
        shared_points[shared_index(outa0 + 12u)] = ya0.y12.x;
        shared_points[shared_index(outa0 + 13u)] = ya0.y13.x;
        shared_points[shared_index(outa0 + 14u)] = ya0.y14.x;
        shared_points[shared_index(outa0 + 15u)] = ya0.y15.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[shared_index(jb0)];
    let b0_1_x = shared_points[shared_index(jb0 + 512u)];
    let b0_2_x = shared_points[shared_index(jb0) + 1024u];
    let b0_3_x = shared_points[shared_index(jb0 + 1536u)];
    let b0_4_x = shared_points[shared_index(jb0) + 2048u];
    let b0_5_x = shared_points[shared_index(jb0 + 2560u)];
    let b0_6_x = shared_points[shared_index(jb0) + 3072u];
    let b0_7_x = shared_points[shared_index(jb0 + 3584u)];
    // exchange real parts, slice 2 of 4
    workgroupBarrier();
    if (outa0 / 4096u == 1u) {
        shared_points[shared_index(outa0 - 4096u)] = ya0.y0.x;
        shared_points[shared_index(outa0 - 4095u)] = ya0.y1.x;
        shared_points[shared_index(outa0 - 4094u)] = ya0.y2.x;
        shared_points[shared_index(outa0 - 4093u)] = ya0.y3.x;
        shared_points[shared_index(outa0 - 4092u)] = ya0.y4.x;
        shared_points[shared_index(outa0 - 4091u)] = ya0.y5.x;
        shared_points[shared_index(outa0 - 4090u)] = ya0.y6.x;
        shared_points[shared_index(outa0 - 4089u)] = ya0.y7.x;
        shared_points[shared_index(outa0 - 4088u)] = ya0.y8.x;
        shared_points[shared_index(outa0 - 4087u)] = ya0.y9.x;
        shared_points[shared_index(outa0 - 4086u)] = ya0.y10.x;
        shared_points[shared_index(outa0 - 4085u)] = ya0.y11.x;
        shared_points[shared_index(outa0 - 4084u)] = ya0.y12.x;
        shared_points[shared_index(outa0 - 4083u)] = ya0.y13.x;
        shared_points[shared_index(outa0 - 4082u)] = ya0.y14.x;
        shared_points[shared_index(outa0 - 4081u)] = ya0.y15.x;
    }
    workgroupBarrier();
    let b0_8_x = shared_points[shared_index(jb0)];
    let b0_9_x = shared_points[shared_index(jb0 + 512u)];
    let b0_10_x = shared_points[shared_index(jb0) + 1024u];
    let b0_11_x = shared_points[shared_index(jb0 + 1536u)];
    let b0_12_x = shared_points[shared_index(jb0) + 2048u];
    let b0_13_x = shared_points[shared_index(jb0 + 2560u)];
    let b0_14_x = shared_points[shared_index(jb0) + 3072u];
    let b0_15_x = shared_points[shared_index(jb0 + 3584u)];
    // exchange real parts, slice 3 of 4
    workgroupBarrier();
    if (outa1 / 4096u == 2u) {
        shared_points[shared_index(outa1 - 8192u)] = ya1.y0.x;
        shared_points[shared_index(outa1 - 8191u)] = ya1.y1.x;
        shared_points[shared_index(outa1 - 8190u)] = ya1.y2.x;
        shared_points[shared_index(outa1 - 8189u)] = ya1.y3.x;
        shared_points[shared_index(outa1 - 8188u)] = ya1.y4.x;
        shared_points[shared_index(outa1 - 8187u)] = ya1.y5.x;
        shared_points[shared_index(outa1 - 8186u)] = ya1.y6.x;
        shared_points[shared_index(outa1 - 8185u)] = ya1.y7.x;
        shared_points[shared_index(outa1 - 8184u)] = ya1.y8.x;
        shared_points[shared_index(outa1 - 8183u)] = ya1.y9.x;
        shared_points[shared_index(outa1 - 8182u)] = ya1.y10.x;
        shared_points[shared_index(outa1 - 8181u)] = ya1.y11.x;
        shared_points[shared_index(outa1 - 8180u)] = ya1.y12.x;
        shared_points[shared_index(outa1 - 8179u)] = ya1.y13.x;
        shared_points[shared_index(outa1 - 8178u)] = ya1.y14.x;
        shared_points[shared_index(outa1 - 8177u)] = ya1.y15.x;
    }
    workgroupBarrier();
    let b0_16_x = shared_points[shared_index(jb0)];
    let b0_17_x = shared_points[shared_index(jb0 + 512u)];
    let b0_18_x = shared_points[shared_index(jb0) + 1024u];
    let b0_19_x = shared_points[shared_index(jb0 + 1536u)];
    let b0_20_x = shared_points[shared_index(jb0) + 2048u];
    let b0_21_x = shared_points[shared_index(jb0 + 2560u)];
    let b0_22_x = shared_points[shared_index(jb0) + 3072u];
    let b0_23_x = shared_points[shared_index(jb0 + 3584u)];
    // exchange real parts, slice 4 of 4
    workgroupBarrier();
    if (outa1 / 4096u == 3u) {
        shared_points[shared_index(outa1 - 12288u)] = ya1.y0.x;
        shared_points[shared_index(outa1 - 12287u)] = ya1.y1.x;
        shared_points[shared_index(outa1 - 12286u)] = ya1.y2.x;
        shared_points[shared_index(outa1 - 12285u)] = ya1.y3.x;
        shared_points[shared_index(outa1 - 12284u)] = ya1.y4.x;
        shared_points[shared_index(outa1 - 12283u)] = ya1.y5.x;
        shared_points[shared_index(outa1 - 12282u)] = ya1.y6.x;
        shared_points[shared_index(outa1 - 12281u)] = ya1.y7.x;
        shared_points[shared_index(outa1 - 12280u)] = ya1.y8.x;
        shared_points[shared_index(outa1 - 12279u)] = ya1.y9.x;
        shared_points[shared_index(outa1 - 12278u)] = ya1.y10.x;
        shared_points[shared_index(outa1 - 12277u)] = ya1.y11.x;
        shared_points[shared_index(outa1 - 12276u)] = ya1.y12.x;
        shared_points[shared_index(outa1 - 12275u)] = ya1.y13.x;
        shared_points[shared_index(outa1 - 12274u)] = ya1.y14.x;
        shared_points[shared_index(outa1 - 12273u)] = ya1.y15.x;
    }
    workgroupBarrier();
    let b0_24_x = shared_points[shared_index(jb0)];
    let b0_25_x = shared_points[shared_index(jb0 + 512u)];
    let b0_26_x = shared_points[shared_index(jb0) + 1024u];
    let b0_27_x = shared_points[shared_index(jb0 + 1536u)];
    let b0_28_x = shared_points[shared_index(jb0) + 2048u];
    let b0_29_x = shared_points[shared_index(jb0 + 2560u)];
    let b0_30_x = shared_points[shared_index(jb0) + 3072u];
    let b0_31_x = shared_points[shared_index(jb0 + 3584u)];
    // exchange imaginary parts, slice 1 of 4
    workgroupBarrier();
    if (outa0 / 4096u == 0u) {
        shared_points[shared_index(outa0)] = ya0.y0.y;
        shared_points[shared_index(outa0 + 1u)] = ya0.y1.y;
        shared_points[shared_index(outa0 + 2u)] = ya0.y2.y;
        shared_points[shared_index(outa0 + 3u)] = ya0.y3.y;
        shared_points[shared_index(outa0 + 4u)] = ya0.y4.y;
        shared_points[shared_index(outa0 + 5u)] = ya0.y5.y;
        shared_points[shared_index(outa0 + 6u)] = ya0.y6.y;
        shared_points[shared_index(outa0 + 7u)] = ya0.y7.y;
        shared_points[shared_index(outa0 + 8u)] = ya0.y8.y;
        shared_points[shared_index(outa0 + 9u)] = ya0.y9.y;
        shared_points[shared_index(outa0 + 10u)] = ya0.y10.y;
        shared_points[shared_index(outa0 + 11u)] = ya0.y11.y;
        shared_points[shared_index(outa0 + 12u)] = ya0.y12.y;
        shared_points[shared_index(outa0 + 13u)] = ya0.y13.y;
        shared_points[shared_index(outa0 + 14u)] = ya0.y14.y;
        shared_points[shared_index(outa0 + 15u)] = ya0.y15.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[shared_index(jb0)];
    let b0_1_y = shared_points[shared_index(jb0 + 512u)];
    let b0_2_y = shared_points[shared_index(jb0) + 1024u];
    let b0_3_y = shared_points[shared_index(jb0 + 1536u)];
    let b0_4_y = shared_points[shared_index(jb0) + 2048u];
    let b0_5_y = shared_points[shared_index(jb0 + 2560u)];
    let b0_6_y = shared_points[shared_index(jb0) + 3072u];
    let b0_7_y = shared_points[shared_index(jb0 + 3584u)];
    // exchange imaginary parts, slice 2 of 4
    workgroupBarrier();
    if (outa0 / 4096u == 1u) {
        shared_points[shared_index(outa0 - 4096u)] = ya0.y0.y;
        shared_points[shared_index(outa0 - 4095u)] = ya0.y1.y;
        shared_points[shared_index(outa0 - 4094u)] = ya0.y2.y;
        shared_points[shared_index(outa0 - 4093u)] = ya0.y3.y;
        shared_points[shared_index(outa0 - 4092u)] = ya0.y4.y;
        shared_points[shared_index(outa0 - 4091u)] = ya0.y5.y;
        shared_points[shared_index(outa0 - 4090u)] = ya0.y6.y;
        shared_points[shared_index(outa0 - 4089u)] = ya0.y7.y;
        shared_points[shared_index(outa0 - 4088u)] = ya0.y8.y;
        shared_points[shared_index(outa0 - 4087u)] = ya0.y9.y;
        shared_points[shared_index(outa0 - 4086u)] = ya0.y10.y;
        shared_points[shared_index(outa0 - 4085u)] = ya0.y11.y;
        shared_points[shared_index(outa0 - 4084u)] = ya0.y12.y;
        shared_points[shared_index(outa0 - 4083u)] = ya0.y13.y;
        shared_points[shared_index(outa0 - 4082u)] = ya0.y14.y;
        shared_points[shared_index(outa0 - 4081u)] = ya0.y15.y;
    }
    workgroupBarrier();
    let b0_8_y = shared_points[shared_index(jb0)];
    let b0_9_y = shared_points[shared_index(jb0 + 512u)];
    let b0_10_y = shared_points[shared_index(jb0) + 1024u];
    let b0_11_y = shared_points[shared_index(jb0 + 1536u)];
    let b0_12_y = shared_points[shared_index(jb0) + 2048u];
    let b0_13_y = shared_points[shared_index(jb0 + 2560u)];
    let b0_14_y = shared_points[shared_index(jb0) + 3072u];
    let b0_15_y = shared_points[shared_index(jb0 + 3584u)];
    // exchange imaginary parts, slice 3 of 4
    workgroupBarrier();
    if (outa1 / 4096u == 2u) {
        shared_points[shared_index(outa1 - 8192u)] = ya1.y0.y;
        shared_points[shared_index(outa1 - 8191u)] = ya1.y1.y;
        shared_points[shared_index(outa1 - 8190u)] = ya1.y2.y;
        shared_points[shared_index(outa1 - 8189u)] = ya1.y3.y;
        shared_points[shared_index(outa1 - 8188u)] = ya1.y4.y;
        shared_points[shared_index(outa1 - 8187u)] = ya1.y5.y;
        shared_points[shared_index(outa1 - 8186u)] = ya1.y6.y;
        shared_points[shared_index(outa1 - 8185u)] = ya1.y7.y;
        shared_points[shared_index(outa1 - 8184u)] = ya1.y8.y;
        shared_points[shared_index(outa1 - 8183u)] = ya1.y9.y;
        shared_points[shared_index(outa1 - 8182u)] = ya1.y10.y;
        shared_points[shared_index(outa1 - 8181u)] = ya1.y11.y;
        shared_points[shared_index(outa1 - 8180u)] = ya1.y12.y;
        shared_points[shared_index(outa1 - 8179u)] = ya1.y13.y;
        shared_points[shared_index(outa1 - 8178u)] = ya1.y14.y;
        shared_points[shared_index(outa1 - 8177u)] = ya1.y15.y;
    }
    workgroupBarrier();
    let b0_16_y = shared_points[shared_index(jb0)];
    let b0_17_y = shared_points[shared_index(jb0 + 512u)];
    let b0_18_y = shared_points[shared_index(jb0) + 1024u];
    let b0_19_y = shared_points[shared_index(jb0 + 1536u)];
    let b0_20_y = shared_points[shared_index(jb0) + 2048u];
    let b0_21_y = shared_points[shared_index(jb0 + 2560u)];
    let b0_22_y = shared_points[shared_index(jb0) + 3072u];
    let b0_23_y = shared_points[shared_index(jb0 + 3584u)];
    // exchange imaginary parts, slice 4 of 4
    workgroupBarrier();
    if (outa1 / 4096u == 3u) {
        shared_points[shared_index(outa1 - 12288u)] = ya1.y0.y;
        shared_points[shared_index(outa1 - 12287u)] = ya1.y1.y;
        shared_points[shared_index(outa1 - 12286u)] = ya1.y2.y;
        shared_points[shared_index(outa1 - 12285u)] = ya1.y3.y;
        shared_points[shared_index(outa1 - 12284u)] = ya1.y4.y;
        shared_points[shared_index(outa1 - 12283u)] = ya1.y5.y;
        shared_points[shared_index(outa1 - 12282u)] = ya1.y6.y;
        shared_points[shared_index(outa1 - 12281u)] = ya1.y7.y;
        shared_points[shared_index(outa1 - 12280u)] = ya1.y8.y;
        shared_points[shared_index(outa1 - 12279u)] = ya1.y9.y;
        shared_points[shared_index(outa1 - 12278u)] = ya1.y10.y;
        shared_points[shared_index(outa1 - 12277u)] = ya1.y11.y;
        shared_points[shared_index(outa1 - 12276u)] = ya1.y12.y;
        shared_points[shared_index(outa1 - 12275u)] = ya1.y13.y;
        shared_points[shared_index(outa1 - 12274u)] = ya1.y14.y;
        shared_points[shared_index(outa1 - 12273u)] = ya1.y15.y;
    }
    workgroupBarrier();
    let b0_24_y = shared_points[shared_index(jb0)];
    let b0_25_y = shared_points[shared_index(jb0 + 512u)];
    let b0_26_y = shared_points[shared_index(jb0) + 1024u];
    let b0_27_y = shared_points[shared_index(jb0 + 1536u)];
    let b0_28_y = shared_points[shared_index(jb0) + 2048u];
    let b0_29_y = shared_points[shared_index(jb0 + 2560u)];
    let b0_30_y = shared_points[shared_index(jb0) + 3072u];
    let b0_31_y = shared_points[shared_index(jb0 + 3584u)];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let b0_4 = vec2<f32>(b0_4_x, b0_4_y);
    let b0_5 = vec2<f32>(b0_5_x, b0_5_y);
    let b0_6 = vec2<f32>(b0_6_x, b0_6_y);
    let b0_7 = vec2<f32>(b0_7_x, b0_7_y);
    let b0_8 = vec2<f32>(b0_8_x, b0_8_y);
    let b0_9 = vec2<f32>(b0_9_x, b0_9_y);
    let b0_10 = vec2<f32>(b0_10_x, b0_10_y);
    let b0_11 = vec2<f32>(b0_11_x, b0_11_y);
    let b0_12 = vec2<f32>(b0_12_x, b0_12_y);
    let b0_13 = vec2<f32>(b0_13_x, b0_13_y);
    let b0_14 = vec2<f32>(b0_14_x, b0_14_y);
    let b0_15 = vec2<f32>(b0_15_x, b0_15_y);
    let b0_16 = vec2<f32>(b0_16_x, b0_16_y);
    let b0_17 = vec2<f32>(b0_17_x, b0_17_y);
    let b0_18 = vec2<f32>(b0_18_x, b0_18_y);
    let b0_19 = vec2<f32>(b0_19_x, b0_19_y);
    let b0_20 = vec2<f32>(b0_20_x, b0_20_y);
    let b0_21 = vec2<f32>(b0_21_x, b0_21_y);
    let b0_22 = vec2<f32>(b0_22_x, b0_22_y);
    let b0_23 = vec2<f32>(b0_23_x, b0_23_y);
    let b0_24 = vec2<f32>(b0_24_x, b0_24_y);
    let b0_25 = vec2<f32>(b0_25_x, b0_25_y);
    let b0_26 = vec2<f32>(b0_26_x, b0_26_y);
    let b0_27 = vec2<f32>(b0_27_x, b0_27_y);
    let b0_28 = vec2<f32>(b0_28_x, b0_28_y);
    let b0_29 = vec2<f32>(b0_29_x, b0_29_y);
    let b0_30 = vec2<f32>(b0_30_x, b0_30_y);
    let b0_31 = vec2<f32>(b0_31_x, b0_31_y);
    let wb0 = jb0 % 16u;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 16u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 32u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 48u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 64u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 80u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 96u]);
    let b0_8t = cmul(b0_8, twiddles[wb0 + 112u]);
    let b0_9t = cmul(b0_9, twiddles[wb0 + 128u]);
    let b0_10t = cmul(b0_10, twiddles[wb0 + 144u]);
    let b0_11t = cmul(b0_11, twiddles[wb0 + 160u]);
    let b0_12t = cmul(b0_12, twiddles[wb0 + 176u]);
    let b0_13t = cmul(b0_13, twiddles[wb0 + 192u]);
    let b0_14t = cmul(b0_14, twiddles[wb0 + 208u]);
    let b0_15t = cmul(b0_15, twiddles[wb0 + 224u]);
    let b0_16t = cmul(b0_16, twiddles[wb0 + 240u]);
    let b0_17t = cmul(b0_17, twiddles[wb0 + 256u]);
    let b0_18t = cmul(b0_18, twiddles[wb0 + 272u]);
    let b0_19t = cmul(b0_19, twiddles[wb0 + 288u]);
    let b0_20t = cmul(b0_20, twiddles[wb0 + 304u]);
    let b0_21t = cmul(b0_21, twiddles[wb0 + 320u]);
    let b0_22t = cmul(b0_22, twiddles[wb0 + 336u]);
    let b0_23t = cmul(b0_23, twiddles[wb0 + 352u]);
    let b0_24t = cmul(b0_24, twiddles[wb0 + 368u]);
    let b0_25t = cmul(b0_25, twiddles[wb0 + 384u]);
    let b0_26t = cmul(b0_26, twiddles[wb0 + 400u]);
    let b0_27t = cmul(b0_27, twiddles[wb0 + 416u]);
    let b0_28t = cmul(b0_28, twiddles[wb0 + 432u]);
    let b0_29t = cmul(b0_29, twiddles[wb0 + 448u]);
    let b0_30t = cmul(b0_30, twiddles[wb0 + 464u]);
    let b0_31t = cmul(b0_31, twiddles[wb0 + 480u]);
    let yb0 = dft32(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t, b0_8t, b0_9t, b0_10t, b0_11t, b0_12t, b0_13t, b0_14t, b0_15t, b0_16t, b0_17t, b0_18t, b0_19t, b0_20t, b0_21t, b0_22t, b0_23t, b0_24t, b0_25t, b0_26t, b0_27t, b0_28t, b0_29t, b0_30t, b0_31t);
    let outb0 = jb0 / 16u * 512u + jb0 % 16u;

    // stage 3 of 3: radix 32, p = 512, twiddle w_16384^(i (j mod 512))
    let jc0 = t;
    // exchange real parts, slice 1 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 0u) {
        shared_points[shared_index(outb0)] = yb0.y0.x;
        shared_points[shared_index(outb0 + 16u)] = yb0.y1.x;
        shared_points[shared_index(outb0 + 32u)] = yb0.y2.x;
        shared_points[shared_index(outb0 + 48u)] = yb0.y3.x;
        shared_points[shared_index(outb0 + 64u)] = yb0.y4.x;
        shared_points[shared_index(outb0 + 80u)] = yb0.y5.x;
        shared_points[shared_index(outb0 + 96u)] = yb0.y6.x;
        shared_points[shared_index(outb0 + 112u)] = yb0.y7.x;
        shared_points[shared_index(outb0 + 128u)] = yb0.y8.x;
        shared_points[shared_index(outb0 + 144u)] = yb0.y9.x;
        shared_points[shared_index(outb0 + 160u)] = yb0.y10.x;
        shared_points[shared_index(outb0 + 176u)] = yb0.y11.x;
        shared_points[shared_index(outb0 + 192u)] = yb0.y12.x;
        shared_points[shared_index(outb0 + 208u)] = yb0.y13.x;
        shared_points[shared_index(outb0 + 224u)] = yb0.y14.x;
        shared_points[shared_index(outb0 + 240u)] = yb0.y15.x;
        shared_points[shared_index(outb0 + 256u)] = yb0.y16.x;
        shared_points[shared_index(outb0 + 272u)] = yb0.y17.x;
        shared_points[shared_index(outb0 + 288u)] = yb0.y18.x;
        shared_points[shared_index(outb0 + 304u)] = yb0.y19.x;
        shared_points[shared_index(outb0 + 320u)] = yb0.y20.x;
        shared_points[shared_index(outb0 + 336u)] = yb0.y21.x;
        shared_points[shared_index(outb0 + 352u)] = yb0.y22.x;
        shared_points[shared_index(outb0 + 368u)] = yb0.y23.x;
        shared_points[shared_index(outb0 + 384u)] = yb0.y24.x;
        shared_points[shared_index(outb0 + 400u)] = yb0.y25.x;
        shared_points[shared_index(outb0 + 416u)] = yb0.y26.x;
        shared_points[shared_index(outb0 + 432u)] = yb0.y27.x;
        shared_points[shared_index(outb0 + 448u)] = yb0.y28.x;
        shared_points[shared_index(outb0 + 464u)] = yb0.y29.x;
        shared_points[shared_index(outb0 + 480u)] = yb0.y30.x;
        shared_points[shared_index(outb0 + 496u)] = yb0.y31.x;
    }
    workgroupBarrier();
    let c0_0_x = shared_points[shared_index(jc0)];
    let c0_1_x = shared_points[shared_index(jc0 + 512u)];
    let c0_2_x = shared_points[shared_index(jc0) + 1024u];
    let c0_3_x = shared_points[shared_index(jc0 + 1536u)];
    let c0_4_x = shared_points[shared_index(jc0) + 2048u];
    let c0_5_x = shared_points[shared_index(jc0 + 2560u)];
    let c0_6_x = shared_points[shared_index(jc0) + 3072u];
    let c0_7_x = shared_points[shared_index(jc0 + 3584u)];
    // exchange real parts, slice 2 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 1u) {
        shared_points[shared_index(outb0 - 4096u)] = yb0.y0.x;
        shared_points[shared_index(outb0 - 4080u)] = yb0.y1.x;
        shared_points[shared_index(outb0 - 4064u)] = yb0.y2.x;
        shared_points[shared_index(outb0 - 4048u)] = yb0.y3.x;
        shared_points[shared_index(outb0 - 4032u)] = yb0.y4.x;
        shared_points[shared_index(outb0 - 4016u)] = yb0.y5.x;
        shared_points[shared_index(outb0 - 4000u)] = yb0.y6.x;
        shared_points[shared_index(outb0 - 3984u)] = yb0.y7.x;
        shared_points[shared_index(outb0 - 3968u)] = yb0.y8.x;
        shared_points[shared_index(outb0 - 3952u)] = yb0.y9.x;
        shared_points[shared_index(outb0 - 3936u)] = yb0.y10.x;
        shared_points[shared_index(outb0 - 3920u)] = yb0.y11.x;
        shared_points[shared_index(outb0 - 3904u)] = yb0.y12.x;
        shared_points[shared_index(outb0 - 3888u)] = yb0.y13.x;
        shared_points[shared_index(outb0 - 3872u)] = yb0.y14.x;
        shared_points[shared_index(outb0 - 3856u)] = yb0.y15.x;
        shared_points[shared_index(outb0 - 3840u)] = yb0.y16.x;
        shared_points[shared_index(outb0 - 3824u)] = yb0.y17.x;
        shared_points[shared_index(outb0 - 3808u)] = yb0.y18.x;
        shared_points[shared_index(outb0 - 3792u)] = yb0.y19.x;
        shared_points[shared_index(outb0 - 3776u)] = yb0.y20.x;
        shared_points[shared_index(outb0 - 3760u)] = yb0.y21.x;
        shared_points[shared_index(outb0 - 3744u)] = yb0.y22.x;
        shared_points[shared_index(outb0 - 3728u)] = yb0.y23.x;
        shared_points[shared_index(outb0 - 3712u)] = yb0.y24.x;
        shared_points[shared_index(outb0 - 3696u)] = yb0.y25.x;
        shared_points[shared_index(outb0 - 3680u)] = yb0.y26.x;
        shared_points[shared_index(outb0 - 3664u)] = yb0.y27.x;
        shared_points[shared_index(outb0 - 3648u)] = yb0.y28.x;
        shared_points[shared_index(outb0 - 3632u)] = yb0.y29.x;
        shared_points[shared_index(outb0 - 3616u)] = yb0.y30.x;
        shared_points[shared_index(outb0 - 3600u)] = yb0.y31.x;
    }
    workgroupBarrier();
    let c0_8_x = shared_points[shared_index(jc0)];
    let c0_9_x = shared_points[shared_index(jc0 + 512u)];
    let c0_10_x = shared_points[shared_index(jc0) + 1024u];
    let c0_11_x = shared_points[shared_index(jc0 + 1536u)];
    let c0_12_x = shared_points[shared_index(jc0) + 2048u];
    let c0_13_x = shared_points[shared_index(jc0 + 2560u)];
    let c0_14_x = shared_points[shared_index(jc0) + 3072u];
    let c0_15_x = shared_points[shared_index(jc0 + 3584u)];
    // exchange real parts, slice 3 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 2u) {
        shared_points[shared_index(outb0 - 8192u)] = yb0.y0.x;
        shared_points[shared_index(outb0 - 8176u)] = yb0.y1.x;
        shared_points[shared_index(outb0 - 8160u)] = yb0.y2.x;
        shared_points[shared_index(outb0 - 8144u)] = yb0.y3.x;
        shared_points[shared_index(outb0 - 8128u)] = yb0.y4.x;
        shared_points[shared_index(outb0 - 8112u)] = yb0.y5.x;
        shared_points[shared_index(outb0 - 8096u)] = yb0.y6.x;
        shared_points[shared_index(outb0 - 8080u)] = yb0.y7.x;
        shared_points[shared_index(outb0 - 8064u)] = yb0.y8.x;
        shared_points[shared_index(outb0 - 8048u)] = yb0.y9.x;
        shared_points[shared_index(outb0 - 8032u)] = yb0.y10.x;
        shared_points[shared_index(outb0 - 8016u)] = yb0.y11.x;
        shared_points[shared_index(outb0 - 8000u)] = yb0.y12.x;
        shared_points[shared_index(outb0 - 7984u)] = yb0.y13.x;
        shared_points[shared_index(outb0 - 7968u)] = yb0.y14.x;
        shared_points[shared_index(outb0 - 7952u)] = yb0.y15.x;
        shared_points[shared_index(outb0 - 7936u)] = yb0.y16.x;
        shared_points[shared_index(outb0 - 7920u)] = yb0.y17.x;
        shared_points[shared_index(outb0 - 7904u)] = yb0.y18.x;
        shared_points[shared_index(outb0 - 7888u)] = yb0.y19.x;
        shared_points[shared_index(outb0 - 7872u)] = yb0.y20.x;
        shared_points[shared_index(outb0 - 7856u)] = yb0.y21.x;
        shared_points[shared_index(outb0 - 7840u)] = yb0.y22.x;
        shared_points[shared_index(outb0 - 7824u)] = yb0.y23.x;
        shared_points[shared_index(outb0 - 7808u)] = yb0.y24.x;
        shared_points[shared_index(outb0 - 7792u)] = yb0.y25.x;
        shared_points[shared_index(outb0 - 7776u)] = yb0.y26.x;
        shared_points[shared_index(outb0 - 7760u)] = yb0.y27.x;
        shared_points[shared_index(outb0 - 7744u)] = yb0.y28.x;
        shared_points[shared_index(outb0 - 7728u)] = yb0.y29.x;
        shared_points[shared_index(outb0 - 7712u)] = yb0.y30.x;
        shared_points[shared_index(outb0 - 7696u)] = yb0.y31.x;
    }
    workgroupBarrier();
    let c0_16_x = shared_points[shared_index(jc0)];
    let c0_17_x = shared_points[shared_index(jc0 + 512u)];
    let c0_18_x = shared_points[shared_index(jc0) + 1024u];
    let c0_19_x = shared_points[shared_index(jc0 + 1536u)];
    let c0_20_x = shared_points[shared_index(jc0) + 2048u];
    let c0_21_x = shared_points[shared_index(jc0 + 2560u)];
    let c0_22_x = shared_points[shared_index(jc0) + 3072u];
    let c0_23_x = shared_points[shared_index(jc0 + 3584u)];
    // exchange real parts, slice 4 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 3u) {
        shared_points[shared_index(outb0 - 12288u)] = yb0.y0.x;
        shared_points[shared_index(outb0 - 12272u)] = yb0.y1.x;
        shared_points[shared_index(outb0 - 12256u)] = yb0.y2.x;
        shared_points[shared_index(outb0 - 12240u)] = yb0.y3.x;
        shared_points[shared_index(outb0 - 12224u)] = yb0.y4.x;
        shared_points[shared_index(outb0 - 12208u)] = yb0.y5.x;
        shared_points[shared_index(outb0 - 12192u)] = yb0.y6.x;
        shared_points[shared_index(outb0 - 12176u)] = yb0.y7.x;
        shared_points[shared_index(outb0 - 12160u)] = yb0.y8.x;
        shared_points[shared_index(outb0 - 12144u)] = yb0.y9.x;
        shared_points[shared_index(outb0 - 12128u)] = yb0.y10.x;
        shared_points[shared_index(outb0 - 12112u)] = yb0.y11.x;
        shared_points[shared_index(outb0 - 12096u)] = yb0.y12.x;
        shared_points[shared_index(outb0 - 12080u)] = yb0.y13.x;
        shared_points[shared_index(outb0 - 12064u)] = yb0.y14.x;
        shared_points[shared_index(outb0 - 12048u)] = yb0.y15.x;
        shared_points[shared_index(outb0 - 12032u)] = yb0.y16.x;
        shared_points[shared_index(outb0 - 12016u)] = yb0.y17.x;
        shared_points[shared_index(outb0 - 12000u)] = yb0.y18.x;
        shared_points[shared_index(outb0 - 11984u)] = yb0.y19.x;
        shared_points[shared_index(outb0 - 11968u)] = yb0.y20.x;
        shared_points[shared_index(outb0 - 11952u)] = yb0.y21.x;
        shared_points[shared_index(outb0 - 11936u)] = yb0.y22.x;
        shared_points[shared_index(outb0 - 11920u)] = yb0.y23.x;
        shared_points[shared_index(outb0 - 11904u)] = yb0.y24.x;
        shared_points[shared_index(outb0 - 11888u)] = yb0.y25.x;
        shared_points[shared_index(outb0 - 11872u)] = yb0.y26.x;
        shared_points[shared_index(outb0 - 11856u)] = yb0.y27.x;
        shared_points[shared_index(outb0 - 11840u)] = yb0.y28.x;
        shared_points[shared_index(outb0 - 11824u)] = yb0.y29.x;
        shared_points[shared_index(outb0 - 11808u)] = yb0.y30.x;
        shared_points[shared_index(outb0 - 11792u)] = yb0.y31.x;
    }
    workgroupBarrier();
    let c0_24_x = shared_points[shared_index(jc0)];
    let c0_25_x = shared_points[shared_index(jc0 + 512u)];
    let c0_26_x = shared_points[shared_index(jc0) + 1024u];
    let c0_27_x = shared_points[shared_index(jc0 + 1536u)];
    let c0_28_x = shared_points[shared_index(jc0) + 2048u];
    let c0_29_x = shared_points[shared_index(jc0 + 2560u)];
    let c0_30_x = shared_points[shared_index(jc0) + 3072u];
    let c0_31_x = shared_points[shared_index(jc0 + 3584u)];
    // exchange imaginary parts, slice 1 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 0u) {
        shared_points[shared_index(outb0)] = yb0.y0.y;
        shared_points[shared_index(outb0 + 16u)] = yb0.y1.y;
        shared_points[shared_index(outb0 + 32u)] = yb0.y2.y;
        shared_points[shared_index(outb0 + 48u)] = yb0.y3.y;
        shared_points[shared_index(outb0 + 64u)] = yb0.y4.y;
        shared_points[shared_index(outb0 + 80u)] = yb0.y5.y;
        shared_points[shared_index(outb0 + 96u)] = yb0.y6.y;
        shared_points[shared_index(outb0 + 112u)] = yb0.y7.y;
        shared_points[shared_index(outb0 + 128u)] = yb0.y8.y;
        shared_points[shared_index(outb0 + 144u)] = yb0.y9.y;
        shared_points[shared_index(outb0 + 160u)] = yb0.y10.y;
        shared_points[shared_index(outb0 + 176u)] = yb0.y11.y;
        shared_points[shared_index(outb0 + 192u)] = yb0.y12.y;
        shared_points[shared_index(outb0 + 208u)] = yb0.y13.y;
        shared_points[shared_index(outb0 + 224u)] = yb0.y14.y;
        shared_points[shared_index(outb0 + 240u)] = yb0.y15.y;
        shared_points[shared_index(outb0 + 256u)] = yb0.y16.y;
        shared_points[shared_index(outb0 + 272u)] = yb0.y17.y;
        shared_points[shared_index(outb0 + 288u)] = yb0.y18.y;
        shared_points[shared_index(outb0 + 304u)] = yb0.y19.y;
        shared_points[shared_index(outb0 + 320u)] = yb0.y20.y;
        shared_points[shared_index(outb0 + 336u)] = yb0.y21.y;
        shared_points[shared_index(outb0 + 352u)] = yb0.y22.y;
        shared_points[shared_index(outb0 + 368u)] = yb0.y23.y;
        shared_points[shared_index(outb0 + 384u)] = yb0.y24.y;
        shared_points[shared_index(outb0 + 400u)] = yb0.y25.y;
        shared_points[shared_index(outb0 + 416u)] = yb0.y26.y;
        shared_points[shared_index(outb0 + 432u)] = yb0.y27.y;
        shared_points[shared_index(outb0 + 448u)] = yb0.y28.y;
        shared_points[shared_index(outb0 + 464u)] = yb0.y29.y;
        shared_points[shared_index(outb0 + 480u)] = yb0.y30.y;
        shared_points[shared_index(outb0 + 496u)] = yb0.y31.y;
    }
    workgroupBarrier();
    let c0_0_y = shared_points[shared_index(jc0)];
    let c0_1_y = shared_points[shared_index(jc0 + 512u)];
    let c0_2_y = shared_points[shared_index(jc0) + 1024u];
    let c0_3_y = shared_points[shared_index(jc0 + 1536u)];
    let c0_4_y = shared_points[shared_index(jc0) + 2048u];
    let c0_5_y = shared_points[shared_index(jc0 + 2560u)];
    let c0_6_y = shared_points[shared_index(jc0) + 3072u];
    let c0_7_y = shared_points[shared_index(jc0 + 3584u)];
    // exchange imaginary parts, slice 2 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 1u) {
        shared_points[shared_index(outb0 - 4096u)] = yb0.y0.y;
        shared_points[shared_index(outb0 - 4080u)] = yb0.y1.y;
        shared_points[shared_index(outb0 - 4064u)] = yb0.y2.y;
        shared_points[shared_index(outb0 - 4048u)] = yb0.y3.y;
        shared_points[shared_index(outb0 - 4032u)] = yb0.y4.y;
        shared_points[shared_index(outb0 - 4016u)] = yb0.y5.y;
        shared_points[shared_index(outb0 - 4000u)] = yb0.y6.y;
        shared_points[shared_index(outb0 - 3984u)] = yb0.y7.y;
        shared_points[shared_index(outb0 - 3968u)] = yb0.y8.y;
        shared_points[shared_index(outb0 - 3952u)] = yb0.y9.y;
        shared_points[shared_index(outb0 - 3936u)] = yb0.y10.y;
        shared_points[shared_index(outb0 - 3920u)] = yb0.y11.y;
        shared_points[shared_index(outb0 - 3904u)] = yb0.y12.y;
        shared_points[shared_index(outb0 - 3888u)] = yb0.y13.y;
        shared_points[shared_index(outb0 - 3872u)] = yb0.y14.y;
        shared_points[shared_index(outb0 - 3856u)] = yb0.y15.y;
        shared_points[shared_index(outb0 - 3840u)] = yb0.y16.y;
        shared_points[shared_index(outb0 - 3824u)] = yb0.y17.y;
        shared_points[shared_index(outb0 - 3808u)] = yb0.y18.y;
        shared_points[shared_index(outb0 - 3792u)] = yb0.y19.y;
        shared_points[shared_index(outb0 - 3776u)] = yb0.y20.y;
        shared_points[shared_index(outb0 - 3760u)] = yb0.y21.y;
        shared_points[shared_index(outb0 - 3744u)] = yb0.y22.y;
        shared_points[shared_index(outb0 - 3728u)] = yb0.y23.y;
        shared_points[shared_index(outb0 - 3712u)] = yb0.y24.y;
        shared_points[shared_index(outb0 - 3696u)] = yb0.y25.y;
        shared_points[shared_index(outb0 - 3680u)] = yb0.y26.y;
        shared_points[shared_index(outb0 - 3664u)] = yb0.y27.y;
        shared_points[shared_index(outb0 - 3648u)] = yb0.y28.y;
        shared_points[shared_index(outb0 - 3632u)] = yb0.y29.y;
        shared_points[shared_index(outb0 - 3616u)] = yb0.y30.y;
        shared_points[shared_index(outb0 - 3600u)] = yb0.y31.y;
    }
    workgroupBarrier();
    let c0_8_y = shared_points[shared_index(jc0)];
    let c0_9_y = shared_points[shared_index(jc0 + 512u)];
    let c0_10_y = shared_points[shared_index(jc0) + 1024u];
    let c0_11_y = shared_points[shared_index(jc0 + 1536u)];
    let c0_12_y = shared_points[shared_index(jc0) + 2048u];
    let c0_13_y = shared_points[shared_index(jc0 + 2560u)];
    let c0_14_y = shared_points[shared_index(jc0) + 3072u];
    let c0_15_y = shared_points[shared_index(jc0 + 3584u)];
    // exchange imaginary parts, slice 3 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 2u) {
        shared_points[shared_index(outb0 - 8192u)] = yb0.y0.y;
        shared_points[shared_index(outb0 - 8176u)] = yb0.y1.y;
        shared_points[shared_index(outb0 - 8160u)] = yb0.y2.y;
        shared_points[shared_index(outb0 - 8144u)] = yb0.y3.y;
        shared_points[shared_index(outb0 - 8128u)] = yb0.y4.y;
        shared_points[shared_index(outb0 - 8112u)] = yb0.y5.y;
        shared_points[shared_index(outb0 - 8096u)] = yb0.y6.y;
        shared_points[shared_index(outb0 - 8080u)] = yb0.y7.y;
        shared_points[shared_index(outb0 - 8064u)] = yb0.y8.y;
        shared_points[shared_index(outb0 - 8048u)] = yb0.y9.y;
        shared_points[shared_index(outb0 - 8032u)] = yb0.y10.y;
        shared_points[shared_index(outb0 - 8016u)] = yb0.y11.y;
        shared_points[shared_index(outb0 - 8000u)] = yb0.y12.y;
        shared_points[shared_index(outb0 - 7984u)] = yb0.y13.y;
        shared_points[shared_index(outb0 - 7968u)] = yb0.y14.y;
        shared_points[shared_index(outb0 - 7952u)] = yb0.y15.y;
        shared_points[shared_index(outb0 - 7936u)] = yb0.y16.y;
        shared_points[shared_index(outb0 - 7920u)] = yb0.y17.y;
        shared_points[shared_index(outb0 - 7904u)] = yb0.y18.y;
        shared_points[shared_index(outb0 - 7888u)] = yb0.y19.y;
        shared_points[shared_index(outb0 - 7872u)] = yb0.y20.y;
        shared_points[shared_index(outb0 - 7856u)] = yb0.y21.y;
        shared_points[shared_index(outb0 - 7840u)] = yb0.y22.y;
        shared_points[shared_index(outb0 - 7824u)] = yb0.y23.y;
        shared_points[shared_index(outb0 - 7808u)] = yb0.y24.y;
        shared_points[shared_index(outb0 - 7792u)] = yb0.y25.y;
        shared_points[shared_index(outb0 - 7776u)] = yb0.y26.y;
        shared_points[shared_index(outb0 - 7760u)] = yb0.y27.y;
        shared_points[shared_index(outb0 - 7744u)] = yb0.y28.y;
        shared_points[shared_index(outb0 - 7728u)] = yb0.y29.y;
        shared_points[shared_index(outb0 - 7712u)] = yb0.y30.y;
        shared_points[shared_index(outb0 - 7696u)] = yb0.y31.y;
    }
    workgroupBarrier();
    let c0_16_y = shared_points[shared_index(jc0)];
    let c0_17_y = shared_points[shared_index(jc0 + 512u)];
    let c0_18_y = shared_points[shared_index(jc0) + 1024u];
    let c0_19_y = shared_points[shared_index(jc0 + 1536u)];
    let c0_20_y = shared_points[shared_index(jc0) + 2048u];
    let c0_21_y = shared_points[shared_index(jc0 + 2560u)];
    let c0_22_y = shared_points[shared_index(jc0) + 3072u];
    let c0_23_y = shared_points[shared_index(jc0 + 3584u)];
    // exchange imaginary parts, slice 4 of 4
    workgroupBarrier();
    if (outb0 / 4096u == 3u) {
        shared_points[shared_index(outb0 - 12288u)] = yb0.y0.y;
        shared_points[shared_index(outb0 - 12272u)] = yb0.y1.y;
        shared_points[shared_index(outb0 - 12256u)] = yb0.y2.y;
        shared_points[shared_index(outb0 - 12240u)] = yb0.y3.y;
        shared_points[shared_index(outb0 - 12224u)] = yb0.y4.y;
        shared_points[shared_index(outb0 - 12208u)] = yb0.y5.y;
        shared_points[shared_index(outb0 - 12192u)] = yb0.y6.y;
        shared_points[shared_index(outb0 - 12176u)] = yb0.y7.y;
        shared_points[shared_index(outb0 - 12160u)] = yb0.y8.y;
        shared_points[shared_index(outb0 - 12144u)] = yb0.y9.y;
        shared_points[shared_index(outb0 - 12128u)] = yb0.y10.y;
        shared_points[shared_index(outb0 - 12112u)] = yb0.y11.y;
        shared_points[shared_index(outb0 - 12096u)] = yb0.y12.y;
        shared_points[shared_index(outb0 - 12080u)] = yb0.y13.y;
        shared_points[shared_index(outb0 - 12064u)] = yb0.y14.y;
        shared_points[shared_index(outb0 - 12048u)] = yb0.y15.y;
        shared_points[shared_index(outb0 - 12032u)] = yb0.y16.y;
        shared_points[shared_index(outb0 - 12016u)] = yb0.y17.y;
        shared_points[shared_index(outb0 - 12000u)] = yb0.y18.y;
        shared_points[shared_index(outb0 - 11984u)] = yb0.y19.y;
        shared_points[shared_index(outb0 - 11968u)] = yb0.y20.y;
        shared_points[shared_index(outb0 - 11952u)] = yb0.y21.y;
        shared_points[shared_index(outb0 - 11936u)] = yb0.y22.y;
        shared_points[shared_index(outb0 - 11920u)] = yb0.y23.y;
        shared_points[shared_index(outb0 - 11904u)] = yb0.y24.y;
        shared_points[shared_index(outb0 - 11888u)] = yb0.y25.y;
        shared_points[shared_index(outb0 - 11872u)] = yb0.y26.y;
        shared_points[shared_index(outb0 - 11856u)] = yb0.y27.y;
        shared_points[shared_index(outb0 - 11840u)] = yb0.y28.y;
        shared_points[shared_index(outb0 - 11824u)] = yb0.y29.y;
        shared_points[shared_index(outb0 - 11808u)] = yb0.y30.y;
        shared_points[shared_index(outb0 - 11792u)] = yb0.y31.y;
    }
    workgroupBarrier();
    let c0_24_y = shared_points[shared_index(jc0)];
    let c0_25_y = shared_points[shared_index(jc0 + 512u)];
    let c0_26_y = shared_points[shared_index(jc0) + 1024u];
    let c0_27_y = shared_points[shared_index(jc0 + 1536u)];
    let c0_28_y = shared_points[shared_index(jc0) + 2048u];
    let c0_29_y = shared_points[shared_index(jc0 + 2560u)];
    let c0_30_y = shared_points[shared_index(jc0) + 3072u];
    let c0_31_y = shared_points[shared_index(jc0 + 3584u)];
    let c0_0 = vec2<f32>(c0_0_x, c0_0_y);
    let c0_1 = vec2<f32>(c0_1_x, c0_1_y);
    let c0_2 = vec2<f32>(c0_2_x, c0_2_y);
    let c0_3 = vec2<f32>(c0_3_x, c0_3_y);
    let c0_4 = vec2<f32>(c0_4_x, c0_4_y);
    let c0_5 = vec2<f32>(c0_5_x, c0_5_y);
    let c0_6 = vec2<f32>(c0_6_x, c0_6_y);
    let c0_7 = vec2<f32>(c0_7_x, c0_7_y);
    let c0_8 = vec2<f32>(c0_8_x, c0_8_y);
    let c0_9 = vec2<f32>(c0_9_x, c0_9_y);
    let c0_10 = vec2<f32>(c0_10_x, c0_10_y);
    let c0_11 = vec2<f32>(c0_11_x, c0_11_y);
    let c0_12 = vec2<f32>(c0_12_x, c0_12_y);
    let c0_13 = vec2<f32>(c0_13_x, c0_13_y);
    let c0_14 = vec2<f32>(c0_14_x, c0_14_y);
    let c0_15 = vec2<f32>(c0_15_x, c0_15_y);
    let c0_16 = vec2<f32>(c0_16_x, c0_16_y);
    let c0_17 = vec2<f32>(c0_17_x, c0_17_y);
    let c0_18 = vec2<f32>(c0_18_x, c0_18_y);
    let c0_19 = vec2<f32>(c0_19_x, c0_19_y);
    let c0_20 = vec2<f32>(c0_20_x, c0_20_y);
    let c0_21 = vec2<f32>(c0_21_x, c0_21_y);
    let c0_22 = vec2<f32>(c0_22_x, c0_22_y);
    let c0_23 = vec2<f32>(c0_23_x, c0_23_y);
    let c0_24 = vec2<f32>(c0_24_x, c0_24_y);
    let c0_25 = vec2<f32>(c0_25_x, c0_25_y);
    let c0_26 = vec2<f32>(c0_26_x, c0_26_y);
    let c0_27 = vec2<f32>(c0_27_x, c0_27_y);
    let c0_28 = vec2<f32>(c0_28_x, c0_28_y);
    let c0_29 = vec2<f32>(c0_29_x, c0_29_y);
    let c0_30 = vec2<f32>(c0_30_x, c0_30_y);
    let c0_31 = vec2<f32>(c0_31_x, c0_31_y);
    let wc0 = jc0 + 496u;
    let c0_1t = cmul(c0_1, twiddles[wc0]);
    let c0_2t = cmul(c0_2, twiddles[wc0 + 512u]);
    let c0_3t = cmul(c0_3, twiddles[wc0 + 1024u]);
    let c0_4t = cmul(c0_4, twiddles[wc0 + 1536u]);
    let c0_5t = cmul(c0_5, twiddles[wc0 + 2048u]);
    let c0_6t = cmul(c0_6, twiddles[wc0 + 2560u]);
    let c0_7t = cmul(c0_7, twiddles[wc0 + 3072u]);
    let c0_8t = cmul(c0_8, twiddles[wc0 + 3584u]);
    let c0_9t = cmul(c0_9, twiddles[wc0 + 4096u]);
    let c0_10t = cmul(c0_10, twiddles[wc0 + 4608u]);
    let c0_11t = cmul(c0_11, twiddles[wc0 + 5120u]);
    let c0_12t = cmul(c0_12, twiddles[wc0 + 5632u]);
    let c0_13t = cmul(c0_13, twiddles[wc0 + 6144u]);
    let c0_14t = cmul(c0_14, twiddles[wc0 + 6656u]);
    let c0_15t = cmul(c0_15, twiddles[wc0 + 7168u]);
    let c0_16t = cmul(c0_16, twiddles[wc0 + 7680u]);
    let c0_17t = cmul(c0_17, twiddles[wc0 + 8192u]);
    let c0_18t = cmul(c0_18, twiddles[wc0 + 8704u]);
    let c0_19t = cmul(c0_19, twiddles[wc0 + 9216u]);
    let c0_20t = cmul(c0_20, twiddles[wc0 + 9728u]);
    let c0_21t = cmul(c0_21, twiddles[wc0 + 10240u]);
    let c0_22t = cmul(c0_22, twiddles[wc0 + 10752u]);
    let c0_23t = cmul(c0_23, twiddles[wc0 + 11264u]);
    let c0_24t = cmul(c0_24, twiddles[wc0 + 11776u]);
    let c0_25t = cmul(c0_25, twiddles[wc0 + 12288u]);
    let c0_26t = cmul(c0_26, twiddles[wc0 + 12800u]);
    let c0_27t = cmul(c0_27, twiddles[wc0 + 13312u]);
    let c0_28t = cmul(c0_28, twiddles[wc0 + 13824u]);
    let c0_29t = cmul(c0_29, twiddles[wc0 + 14336u]);
    let c0_30t = cmul(c0_30, twiddles[wc0 + 14848u]);
    let c0_31t = cmul(c0_31, twiddles[wc0 + 15360u]);
    let yc0 = dft32(c0_0, c0_1t, c0_2t, c0_3t, c0_4t, c0_5t, c0_6t, c0_7t, c0_8t, c0_9t, c0_10t, c0_11t, c0_12t, c0_13t, c0_14t, c0_15t, c0_16t, c0_17t, c0_18t, c0_19t, c0_20t, c0_21t, c0_22t, c0_23t, c0_24t, c0_25t, c0_26t, c0_27t, c0_28t, c0_29t, c0_30t, c0_31t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 16384u;
    dst[target_base + jc0] = yc0.y0;
    dst[target_base + jc0 + 512u] = yc0.y1;
    dst[target_base + jc0 + 1024u] = yc0.y2;
    dst[target_base + jc0 + 1536u] = yc0.y3;
    dst[target_base + jc0 + 2048u] = yc0.y4;
    dst[target_base + jc0 + 2560u] = yc0.y5;
    dst[target_base + jc0 + 3072u] = yc0.y6;
    dst[target_base + jc0 + 3584u] = yc0.y7;
    dst[target_base + jc0 + 4096u] = yc0.y8;
    dst[target_base + jc0 + 4608u] = yc0.y9;
    dst[target_base + jc0 + 5120u] = yc0.y10;
    dst[target_base + jc0 + 5632u] = yc0.y11;
    dst[target_base + jc0 + 6144u] = yc0.y12;
    dst[target_base + jc0 + 6656u] = yc0.y13;
    dst[target_base + jc0 + 7168u] = yc0.y14;
    dst[target_base + jc0 + 7680u] = yc0.y15;
    dst[target_base + jc0 + 8192u] = yc0.y16;
    dst[target_base + jc0 + 8704u] = yc0.y17;
    dst[target_base + jc0 + 9216u] = yc0.y18;
    dst[target_base + jc0 + 9728u] = yc0.y19;
    dst[target_base + jc0 + 10240u] = yc0.y20;
    dst[target_base + jc0 + 10752u] = yc0.y21;
    dst[target_base + jc0 + 11264u] = yc0.y22;
    dst[target_base + jc0 + 11776u] = yc0.y23;
    dst[target_base + jc0 + 12288u] = yc0.y24;
    dst[target_base + jc0 + 12800u] = yc0.y25;
    dst[target_base + jc0 + 13312u] = yc0.y26;
    dst[target_base + jc0 + 13824u] = yc0.y27;
    dst[target_base + jc0 + 14336u] = yc0.y28;
    dst[target_base + jc0 + 14848u] = yc0.y29;
    dst[target_base + jc0 + 15360u] = yc0.y30;
    dst[target_base + jc0 + 15872u] = yc0.y31;
}
