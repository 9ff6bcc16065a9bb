// fft72_72_p72_t8_complex_linear
// X[k] = sum over j of x[j] w_72^(jk), w_72 = exp(-2 pi i / 72)
// point j of transform q: x at q * 72 + j * 1, X at q * 72 + j * 1
// 8 transforms per workgroup, 1 threads each

@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
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
    let v1 = dft3(u0.y1, turn(u1.y1, vec2<f32>(0.76604444, -0.64278764)), turn(u2.y1, vec2<f32>(0.17364818, -0.9848077)));
    let v2 = dft3(u0.y2, turn(u1.y2, vec2<f32>(0.17364818, -0.9848077)), turn(u2.y2, vec2<f32>(-0.9396926, -0.34202015)));
    return Points9(v0.y0, v1.y0, v2.y0, v0.y1, v1.y1, v2.y1, v0.y2, v1.y2, v2.y2);
}

struct Points72 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32>, y16: vec2<f32>, y17: vec2<f32>, y18: vec2<f32>, y19: vec2<f32>, y20: vec2<f32>, y21: vec2<f32>, y22: vec2<f32>, y23: vec2<f32>, y24: vec2<f32>, y25: vec2<f32>, y26: vec2<f32>, y27: vec2<f32>, y28: vec2<f32>, y29: vec2<f32>, y30: vec2<f32>, y31: vec2<f32>, y32: vec2<f32>, y33: vec2<f32>, y34: vec2<f32>, y35: vec2<f32>, y36: vec2<f32>, y37: vec2<f32>, y38: vec2<f32>, y39: vec2<f32>, y40: vec2<f32>, y41: vec2<f32>, y42: vec2<f32>, y43: vec2<f32>, y44: vec2<f32>, y45: vec2<f32>, y46: vec2<f32>, y47: vec2<f32>, y48: vec2<f32>, y49: vec2<f32>, y50: vec2<f32>, y51: vec2<f32>, y52: vec2<f32>, y53: vec2<f32>, y54: vec2<f32>, y55: vec2<f32>, y56: vec2<f32>, y57: vec2<f32>, y58: vec2<f32>, y59: vec2<f32>, y60: vec2<f32>, y61: vec2<f32>, y62: vec2<f32>, y63: vec2<f32>, y64: vec2<f32>, y65: vec2<f32>, y66: vec2<f32>, y67: vec2<f32>, y68: vec2<f32>, y69: vec2<f32>, y70: vec2<f32>, y71: vec2<f32> }

// y[k] = sum over j of x[j] w_72^(jk), as 8 by 9 (Good and Thomas)
fn dft72(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>, x16: vec2<f32>, x17: vec2<f32>, x18: vec2<f32>, x19: vec2<f32>, x20: vec2<f32>, x21: vec2<f32>, x22: vec2<f32>, x23: vec2<f32>, x24: vec2<f32>, x25: vec2<f32>, x26: vec2<f32>, x27: vec2<f32>, x28: vec2<f32>, x29: vec2<f32>, x30: vec2<f32>, x31: vec2<f32>, x32: vec2<f32>, x33: vec2<f32>, x34: vec2<f32>, x35: vec2<f32>, x36: vec2<f32>, x37: vec2<f32>, x38: vec2<f32>, x39: vec2<f32>, x40: vec2<f32>, x41: vec2<f32>, x42: vec2<f32>, x43: vec2<f32>, x44: vec2<f32>, x45: vec2<f32>, x46: vec2<f32>, x47: vec2<f32>, x48: vec2<f32>, x49: vec2<f32>, x50: vec2<f32>, x51: vec2<f32>, x52: vec2<f32>, x53: vec2<f32>, x54: vec2<f32>, x55: vec2<f32>, x56: vec2<f32>, x57: vec2<f32>, x58: vec2<f32>, x59: vec2<f32>, x60: vec2<f32>, x61: vec2<f32>, x62: vec2<f32>, x63: vec2<f32>, x64: vec2<f32>, x65: vec2<f32>, x66: vec2<f32>, x67: vec2<f32>, x68: vec2<f32>, x69: vec2<f32>, x70: vec2<f32>, x71: vec2<f32>) -> Points72 {
    let u_0 = dft8(x0, x9, x18, x27, x36, x45, x54, x63);
    let u_1 = dft8(x8, x17, x26, x35, x44, x53, x62, x71);
    let u_2 = dft8(x16, x25, x34, x43, x52, x61, x70, x7);
    let u_3 = dft8(x24, x33, x42, x51, x60, x69, x6, x15);
    let u_4 = dft8(x32, x41, x50, x59, x68, x5, x14, x23);
    let u_5 = dft8(x40, x49, x58, x67, x4, x13, x22, x31);
    let u_6 = dft8(x48, x57, x66, x3, x12, x21, x30, x39);
    let u_7 = dft8(x56, x65, x2, x11, x20, x29, x38, x47);
    let u_8 = dft8(x64, x1, x10, x19, x28, x37, x46, x55);
    let v_0 = dft9(u_0.y0, u_1.y0, u_2.y0, u_3.y0, u_4.y0, u_5.y0, u_6.y0, u_7.y0, u_8.y0);
    let v_1 = dft9(u_0.y1, u_1.y1, u_2.y1, u_3.y1, u_4.y1, u_5.y1, u_6.y1, u_7.y1, u_8.y1);
    let v_2 = dft9(u_0.y2, u_1.y2, u_2.y2, u_3.y2, u_4.y2, u_5.y2, u_6.y2, u_7.y2, u_8.y2);
    let v_3 = dft9(u_0.y3, u_1.y3, u_2.y3, u_3.y3, u_4.y3, u_5.y3, u_6.y3, u_7.y3, u_8.y3);
    let v_4 = dft9(u_0.y4, u_1.y4, u_2.y4, u_3.y4, u_4.y4, u_5.y4, u_6.y4, u_7.y4, u_8.y4);
    let v_5 = dft9(u_0.y5, u_1.y5, u_2.y5, u_3.y5, u_4.y5, u_5.y5, u_6.y5, u_7.y5, u_8.y5);
    let v_6 = dft9(u_0.y6, u_1.y6, u_2.y6, u_3.y6, u_4.y6, u_5.y6, u_6.y6, u_7.y6, u_8.y6);
    let v_7 = dft9(u_0.y7, u_1.y7, u_2.y7, u_3.y7, u_4.y7, u_5.y7, u_6.y7, u_7.y7, u_8.y7);
    return Points72(v_0.y0, v_1.y1, v_2.y2, v_3.y3, v_4.y4, v_5.y5, v_6.y6, v_7.y7, v_0.y8, v_1.y0, v_2.y1, v_3.y2, v_4.y3, v_5.y4, v_6.y5, v_7.y6, v_0.y7, v_1.y8, v_2.y0, v_3.y1, v_4.y2, v_5.y3, v_6.y4, v_7.y5, v_0.y6, v_1.y7, v_2.y8, v_3.y0, v_4.y1, v_5.y2, v_6.y3, v_7.y4, v_0.y5, v_1.y6, v_2.y7, v_3.y8, v_4.y0, v_5.y1, v_6.y2, v_7.y3, v_0.y4, v_1.y5, v_2.y6, v_3.y7, v_4.y8, v_5.y0, v_6.y1, v_7.y2, v_0.y3, v_1.y4, v_2.y5, v_3.y6, v_4.y7, v_5.y8, v_6.y0, v_7.y1, v_0.y2, v_1.y3, v_2.y4, v_3.y5, v_4.y6, v_5.y7, v_6.y8, v_7.y0, v_0.y1, v_1.y2, v_2.y3, v_3.y4, v_4.y5, v_5.y6, v_6.y7, v_7.y8);
}

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 8u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = first + q;

    // stage 1 of 1: radix 72
    let ja0 = t;
    let source = seq * 72u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 1u];
    let a0_2 = src[source + ja0 + 2u];
    let a0_3 = src[source + ja0 + 3u];
    let a0_4 = src[source + ja0 + 4u];
    let a0_5 = src[source + ja0 + 5u];
    let a0_6 = src[source + ja0 + 6u];
    let a0_7 = src[source + ja0 + 7u];
    let a0_8 = src[source + ja0 + 8u];
    let a0_9 = src[source + ja0 + 9u];
    let a0_10 = src[source + ja0 + 10u];
    let a0_11 = src[source + ja0 + 11u];
    let a0_12 = src[source + ja0 + 12u];
    let a0_13 = src[source + ja0 + 13u];
    let a0_14 = src[source + ja0 + 14u];
    let a0_15 = src[source + ja0 + 15u];
    let a0_16 = src[source + ja0 + 16u];
    let a0_17 = src[source + ja0 + 17u];
    let a0_18 = src[source + ja0 + 18u];
    let a0_19 = src[source + ja0 + 19u];
    let a0_20 = src[source + ja0 + 20u];
    let a0_21 = src[source + ja0 + 21u];
    let a0_22 = src[source + ja0 + 22u];
    let a0_23 = src[source + ja0 + 23u];
    let a0_24 = src[source + ja0 + 24u];
    let a0_25 = src[source + ja0 + 25u];
    let a0_26 = src[source + ja0 + 26u];
    let a0_27 = src[source + ja0 + 27u];
    let a0_28 = src[source + ja0 + 28u];
    let a0_29 = src[source + ja0 + 29u];
    let a0_30 = src[source + ja0 + 30u];
    let a0_31 = src[source + ja0 + 31u];
    let a0_32 = src[source + ja0 + 32u];
    let a0_33 = src[source + ja0 + 33u];
    let a0_34 = src[source + ja0 + 34u];
    let a0_35 = src[source + ja0 + 35u];
    let a0_36 = src[source + ja0 + 36u];
    let a0_37 = src[source + ja0 + 37u];
    let a0_38 = src[source + ja0 + 38u];
    let a0_39 = src[source + ja0 + 39u];
    let a0_40 = src[source + ja0 + 40u];
    let a0_41 = src[source + ja0 + 41u];
    let a0_42 = src[source + ja0 + 42u];
    let a0_43 = src[source + ja0 + 43u];
    let a0_44 = src[source + ja0 + 44u];
    let a0_45 = src[source + ja0 + 45u];
    let a0_46 = src[source + ja0 + 46u];
    let a0_47 = src[source + ja0 + 47u];
    let a0_48 = src[source + ja0 + 48u];
    let a0_49 = src[source + ja0 + 49u];
    let a0_50 = src[source + ja0 + 50u];
    let a0_51 = src[source + ja0 + 51u];
    let a0_52 = src[source + ja0 + 52u];
    let a0_53 = src[source + ja0 + 53u];
    let a0_54 = src[source + ja0 + 54u];
    let a0_55 = src[source + ja0 + 55u];
    let a0_56 = src[source + ja0 + 56u];
    let a0_57 = src[source + ja0 + 57u];
    let a0_58 = src[source + ja0 + 58u];
    let a0_59 = src[source + ja0 + 59u];
    let a0_60 = src[source + ja0 + 60u];
    let a0_61 = src[source + ja0 + 61u];
    let a0_62 = src[source + ja0 + 62u];
    let a0_63 = src[source + ja0 + 63u];
    let a0_64 = src[source + ja0 + 64u];
    let a0_65 = src[source + ja0 + 65u];
    let a0_66 = src[source + ja0 + 66u];
    let a0_67 = src[source + ja0 + 67u];
    let a0_68 = src[source + ja0 + 68u];
    let a0_69 = src[source + ja0 + 69u];
    let a0_70 = src[source + ja0 + 70u];
    let a0_71 = src[source + ja0 + 71u];
    let ya0 = dft72(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8, a0_9, a0_10, a0_11, a0_12, a0_13, a0_14, a0_15, a0_16, a0_17, a0_18, a0_19, a0_20, a0_21, a0_22, a0_23, a0_24, a0_25, a0_26, a0_27, a0_28, a0_29, a0_30, a0_31, a0_32, a0_33, a0_34, a0_35, a0_36, a0_37, a0_38, a0_39, a0_40, a0_41, a0_42, a0_43, a0_44, a0_45, a0_46, a0_47, a0_48, a0_49, a0_50, a0_51, a0_52, a0_53, a0_54, a0_55, a0_56, a0_57, a0_58, a0_59, a0_60, a0_61, a0_62, a0_63, a0_64, a0_65, a0_66, a0_67, a0_68, a0_69, a0_70, a0_71);

    let target_seq = first + q;
    let target_base = target_seq * 72u;
    dst[target_base + ja0] = ya0.y0;
    dst[target_base + ja0 + 1u] = ya0.y1;
    dst[target_base + ja0 + 2u] = ya0.y2;
    dst[target_base + ja0 + 3u] = ya0.y3;
    dst[target_base + ja0 + 4u] = ya0.y4;
    dst[target_base + ja0 + 5u] = ya0.y5;
    dst[target_base + ja0 + 6u] = ya0.y6;
    dst[target_base + ja0 + 7u] = ya0.y7;
    dst[target_base + ja0 + 8u] = ya0.y8;
    dst[target_base + ja0 + 9u] = ya0.y9;
    dst[target_base + ja0 + 10u] = ya0.y10;
    dst[target_base + ja0 + 11u] = ya0.y11;
    dst[target_base + ja0 + 12u] = ya0.y12;
    dst[target_base + ja0 + 13u] = ya0.y13;
    dst[target_base + ja0 + 14u] = ya0.y14;
    dst[target_base + ja0 + 15u] = ya0.y15;
    dst[target_base + ja0 + 16u] = ya0.y16;
    dst[target_base + ja0 + 17u] = ya0.y17;
    dst[target_base + ja0 + 18u] = ya0.y18;
    dst[target_base + ja0 + 19u] = ya0.y19;
    dst[target_base + ja0 + 20u] = ya0.y20;
    dst[target_base + ja0 + 21u] = ya0.y21;
    dst[target_base + ja0 + 22u] = ya0.y22;
    dst[target_base + ja0 + 23u] = ya0.y23;
    dst[target_base + ja0 + 24u] = ya0.y24;
    dst[target_base + ja0 + 25u] = ya0.y25;
    dst[target_base + ja0 + 26u] = ya0.y26;
    dst[target_base + ja0 + 27u] = ya0.y27;
    dst[target_base + ja0 + 28u] = ya0.y28;
    dst[target_base + ja0 + 29u] = ya0.y29;
    dst[target_base + ja0 + 30u] = ya0.y30;
    dst[target_base + ja0 + 31u] = ya0.y31;
    dst[target_base + ja0 + 32u] = ya0.y32;
    dst[target_base + ja0 + 33u] = ya0.y33;
    dst[target_base + ja0 + 34u] = ya0.y34;
    dst[target_base + ja0 + 35u] = ya0.y35;
    dst[target_base + ja0 + 36u] = ya0.y36;
    dst[target_base + ja0 + 37u] = ya0.y37;
    dst[target_base + ja0 + 38u] = ya0.y38;
    dst[target_base + ja0 + 39u] = ya0.y39;
    dst[target_base + ja0 + 40u] = ya0.y40;
    dst[target_base + ja0 + 41u] = ya0.y41;
    dst[target_base + ja0 + 42u] = ya0.y42;
    dst[target_base + ja0 + 43u] = ya0.y43;
    dst[target_base + ja0 + 44u] = ya0.y44;
    dst[target_base + ja0 + 45u] = ya0.y45;
    dst[target_base + ja0 + 46u] = ya0.y46;
    dst[target_base + ja0 + 47u] = ya0.y47;
    dst[target_base + ja0 + 48u] = ya0.y48;
    dst[target_base + ja0 + 49u] = ya0.y49;
    dst[target_base + ja0 + 50u] = ya0.y50;
    dst[target_base + ja0 + 51u] = ya0.y51;
    dst[target_base + ja0 + 52u] = ya0.y52;
    dst[target_base + ja0 + 53u] = ya0.y53;
    dst[target_base + ja0 + 54u] = ya0.y54;
    dst[target_base + ja0 + 55u] = ya0.y55;
    dst[target_base + ja0 + 56u] = ya0.y56;
    dst[target_base + ja0 + 57u] = ya0.y57;
    dst[target_base + ja0 + 58u] = ya0.y58;
    dst[target_base + ja0 + 59u] = ya0.y59;
    dst[target_base + ja0 + 60u] = ya0.y60;
    dst[target_base + ja0 + 61u] = ya0.y61;
    dst[target_base + ja0 + 62u] = ya0.y62;
    dst[target_base + ja0 + 63u] = ya0.y63;
    dst[target_base + ja0 + 64u] = ya0.y64;
    dst[target_base + ja0 + 65u] = ya0.y65;
    dst[target_base + ja0 + 66u] = ya0.y66;
    dst[target_base + ja0 + 67u] = ya0.y67;
    dst[target_base + ja0 + 68u] = ya0.y68;
    dst[target_base + ja0 + 69u] = ya0.y69;
    dst[target_base + ja0 + 70u] = ya0.y70;
    dst[target_base + ja0 + 71u] = ya0.y71;
}
