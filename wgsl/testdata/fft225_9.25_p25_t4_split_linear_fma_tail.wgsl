// fft225_9.25_p25_t4_split_linear_fma_tail
// X[k] = sum over j of x[j] w_225^(jk), w_225 = exp(-2 pi i / 225)
// point j of transform q: x at q * 225 + j * 1, X at q * 225 + j * 1
// 4 transforms per workgroup, 9 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> batch: Batch;

var<workgroup> shared_points: array<f32, 900>;

// a * w, complex
fn cmul(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
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

// y[k] = sum over j of x[j] w_9^j w_3^(jk), x[j] and x[r-j] combined
fn dft3_9_1(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let t1 = x1 + 0.83909965 * vec2<f32>(x1.y, -x1.x);
    let t2 = vec2<f32>(x2.y, -x2.x) + 0.17632698 * x2;
    let s1 = t1 + 1.2855753 * t2;
    let d1 = t1 - 1.2855753 * t2;
    let e1 = x0 + 0.76604444 * s1;
    let e2 = x0 - 0.38302222 * s1;
    let o1 = 0.66341394 * d1;
    let t3 = vec2<f32>(o1.y, -o1.x);
    let s2 = e2 + t3;
    let d2 = e2 - t3;
    return Points3(e1, s2, d2);
}

// y[k] = sum over j of x[j] w_9^(2j) w_3^(jk), x[j] and x[r-j] combined
fn dft3_9_2(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let t1 = vec2<f32>(x1.y, -x1.x) + 0.17632699 * x1;
    let t2 = x2 + 0.36397022 * vec2<f32>(-x2.y, x2.x);
    let s1 = t1 - 0.95418894 * t2;
    let d1 = t1 + 0.95418894 * t2;
    let e1 = x0 + 0.9848077 * s1;
    let e2 = x0 - 0.49240386 * s1;
    let o1 = 0.8528685 * d1;
    let t3 = vec2<f32>(o1.y, -o1.x);
    let s2 = e2 + t3;
    let d2 = e2 - t3;
    return Points3(e1, s2, d2);
}

struct Points9 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32> }

// y[k] = sum over j of x[j] w_9^(jk), as 3 by 3 (Cooley and Tukey)
fn dft9(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>) -> Points9 {
    let u0 = dft3(x0, x3, x6);
    let u1 = dft3(x1, x4, x7);
    let u2 = dft3(x2, x5, x8);
    let v0 = dft3(u0.y0, u1.y0, u2.y0);
    let v1 = dft3_9_1(u0.y1, u1.y1, u2.y1);
    let v2 = dft3_9_2(u0.y2, u1.y2, u2.y2);
    return Points9(v0.y0, v1.y0, v2.y0, v0.y1, v1.y1, v2.y1, v0.y2, v1.y2, v2.y2);
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

// y[k] = sum over j of x[j] w_25^j w_5^(jk), x[j] and x[r-j] combined
fn dft5_25_1(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let t1 = x1 + 0.25675637 * vec2<f32>(x1.y, -x1.x);
    let t2 = x2 + 0.5497547 * vec2<f32>(x2.y, -x2.x);
    let t3 = vec2<f32>(x4.y, -x4.x) + 0.6346193 * x4;
    let t4 = x3 + 0.9390625 * vec2<f32>(x3.y, -x3.x);
    let s1 = t1 + 0.8717144 * t3;
    let d1 = t1 - 0.8717144 * t3;
    let s2 = t2 + 0.8318648 * t4;
    let d2 = t2 - 0.8318648 * t4;
    let e1 = x0 + 0.96858317 * s1 + 0.87630665 * s2;
    let e2 = x0 + 0.29930866 * s1 - 0.708947 * s2;
    let o1 = 0.9211773 * d1 + 0.51508015 * d2;
    let t5 = vec2<f32>(o1.y, -o1.x);
    let s3 = e2 + t5;
    let d3 = e2 - t5;
    let e3 = x0 - 0.7836003 * s1 + 0.27079365 * s2;
    let o2 = 0.5693189 * d1 - 0.8334172 * d2;
    let t6 = vec2<f32>(o2.y, -o2.x);
    let s4 = e3 + t6;
    let d4 = e3 - t6;
    return Points5(e1, s3, s4, d4, d3);
}

// y[k] = sum over j of x[j] w_25^(2j) w_5^(jk), x[j] and x[r-j] combined
fn dft5_25_2(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let t1 = x1 + 0.5497547 * vec2<f32>(x1.y, -x1.x);
    let t2 = vec2<f32>(x2.y, -x2.x) + 0.6346193 * x2;
    let t3 = vec2<f32>(x4.y, -x4.x) - 0.47056428 * x4;
    let t4 = vec2<f32>(x3.y, -x3.x) + 0.06291467 * x3;
    let s1 = t1 + 1.0325462 * t3;
    let d1 = t1 - 1.0325462 * t3;
    let s2 = t2 + 1.1820369 * t4;
    let d2 = t2 - 1.1820369 * t4;
    let e1 = x0 + 0.87630665 * s1 + 0.8443279 * s2;
    let e2 = x0 + 0.27079365 * s1 - 0.68307567 * s2;
    let o1 = 0.8334172 * d1 + 0.4962835 * d2;
    let t5 = vec2<f32>(o1.y, -o1.x);
    let s3 = e2 + t5;
    let d3 = e2 - t5;
    let e3 = x0 - 0.708947 * s1 + 0.26091167 * s2;
    let o2 = 0.51508015 * d1 - 0.80300355 * d2;
    let t6 = vec2<f32>(o2.y, -o2.x);
    let s4 = e3 + t6;
    let d4 = e3 - t6;
    return Points5(e1, s3, s4, d4, d3);
}

// y[k] = sum over j of x[j] w_25^(3j) w_5^(jk), x[j] and x[r-j] combined
fn dft5_25_3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let t1 = x1 + 0.93906254 * vec2<f32>(x1.y, -x1.x);
    let t2 = vec2<f32>(x2.y, -x2.x) + 0.06291467 * x2;
    let t3 = x4 + 0.12632938 * vec2<f32>(-x4.y, x4.x);
    let t4 = vec2<f32>(x3.y, -x3.x) - 0.82727194 * x3;
    let s1 = t1 - 1.3609841 * t3;
    let d1 = t1 + 1.3609841 * t3;
    let s2 = t2 + 0.7720367 * t4;
    let d2 = t2 - 0.7720367 * t4;
    let e1 = x0 + 0.7289686 * s1 + 0.9980267 * s2;
    let e2 = x0 + 0.22526368 * s1 - 0.8074206 * s2;
    let o1 = 0.69329035 * d1 + 0.5866254 * d2;
    let t5 = vec2<f32>(o1.y, -o1.x);
    let s3 = e2 + t5;
    let d3 = e2 - t5;
    let e3 = x0 - 0.589748 * s1 + 0.30840722 * s2;
    let o2 = 0.42847702 * d1 - 0.9491798 * d2;
    let t6 = vec2<f32>(o2.y, -o2.x);
    let s4 = e3 + t6;
    let d4 = e3 - t6;
    return Points5(e1, s3, s4, d4, d3);
}

// y[k] = sum over j of x[j] w_25^(4j) w_5^(jk), x[j] and x[r-j] combined
fn dft5_25_4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>) -> Points5 {
    let t1 = vec2<f32>(x1.y, -x1.x) + 0.6346193 * x1;
    let t2 = vec2<f32>(x2.y, -x2.x) - 0.47056428 * x2;
    let t3 = vec2<f32>(x4.y, -x4.x) + 0.82727194 * x4;
    let t4 = x3 + 0.12632938 * vec2<f32>(-x3.y, x3.x);
    let s1 = t1 - 0.91257584 * t3;
    let d1 = t1 + 0.91257584 * t3;
    let s2 = t2 - 1.0964689 * t4;
    let d2 = t2 + 1.0964689 * t4;
    let e1 = x0 + 0.8443279 * s1 + 0.90482706 * s2;
    let e2 = x0 + 0.26091167 * s1 - 0.73202044 * s2;
    let o1 = 0.80300355 * d1 + 0.531844 * d2;
    let t5 = vec2<f32>(o1.y, -o1.x);
    let s3 = e2 + t5;
    let d3 = e2 - t5;
    let e3 = x0 - 0.68307567 * s1 + 0.27960694 * s2;
    let o2 = 0.4962835 * d1 - 0.86054164 * d2;
    let t6 = vec2<f32>(o2.y, -o2.x);
    let s4 = e3 + t6;
    let d4 = e3 - t6;
    return Points5(e1, s3, s4, d4, d3);
}

struct Points25 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32>, y4: vec2<f32>, y5: vec2<f32>, y6: vec2<f32>, y7: vec2<f32>, y8: vec2<f32>, y9: vec2<f32>, y10: vec2<f32>, y11: vec2<f32>, y12: vec2<f32>, y13: vec2<f32>, y14: vec2<f32>, y15: vec2<f32>, y16: vec2<f32>, y17: vec2<f32>, y18: vec2<f32>, y19: vec2<f32>, y20: vec2<f32>, y21: vec2<f32>, y22: vec2<f32>, y23: vec2<f32>, y24: vec2<f32> }

// y[k] = sum over j of x[j] w_25^(jk), as 5 by 5 (Cooley and Tukey)
fn dft25(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>, x4: vec2<f32>, x5: vec2<f32>, x6: vec2<f32>, x7: vec2<f32>, x8: vec2<f32>, x9: vec2<f32>, x10: vec2<f32>, x11: vec2<f32>, x12: vec2<f32>, x13: vec2<f32>, x14: vec2<f32>, x15: vec2<f32>, x16: vec2<f32>, x17: vec2<f32>, x18: vec2<f32>, x19: vec2<f32>, x20: vec2<f32>, x21: vec2<f32>, x22: vec2<f32>, x23: vec2<f32>, x24: vec2<f32>) -> Points25 {
    let u0 = dft5(x0, x5, x10, x15, x20);
    let u1 = dft5(x1, x6, x11, x16, x21);
    let u2 = dft5(x2, x7, x12, x17, x22);
    let u3 = dft5(x3, x8, x13, x18, x23);
    let u4 = dft5(x4, x9, x14, x19, x24);
    let v0 = dft5(u0.y0, u1.y0, u2.y0, u3.y0, u4.y0);
    let v1 = dft5_25_1(u0.y1, u1.y1, u2.y1, u3.y1, u4.y1);
    let v2 = dft5_25_2(u0.y2, u1.y2, u2.y2, u3.y2, u4.y2);
    let v3 = dft5_25_3(u0.y3, u1.y3, u2.y3, u3.y3, u4.y3);
    let v4 = dft5_25_4(u0.y4, u1.y4, u2.y4, u3.y4, u4.y4);
    return Points25(v0.y0, v1.y0, v2.y0, v3.y0, v4.y0, v0.y1, v1.y1, v2.y1, v3.y1, v4.y1, v0.y2, v1.y2, v2.y2, v3.y2, v4.y2, v0.y3, v1.y3, v2.y3, v3.y3, v4.y3, v0.y4, v1.y4, v2.y4, v3.y4, v4.y4);
}

@compute @workgroup_size(36)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 4u; // the workgroup's first transform
    let t = local.x % 9u; // thread of the transform
    let q = local.x / 9u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 9
    let ja0 = t;
    let ja1 = t + 9u;
    let ja2 = min(t + 18u, 24u); // threads without a butterfly repeat the last
    let source = seq * 225u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 25u];
    let a0_2 = src[source + ja0 + 50u];
    let a0_3 = src[source + ja0 + 75u];
    let a0_4 = src[source + ja0 + 100u];
    let a0_5 = src[source + ja0 + 125u];
    let a0_6 = src[source + ja0 + 150u];
    let a0_7 = src[source + ja0 + 175u];
    let a0_8 = src[source + ja0 + 200u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 25u];
    let a1_2 = src[source + ja1 + 50u];
    let a1_3 = src[source + ja1 + 75u];
    let a1_4 = src[source + ja1 + 100u];
    let a1_5 = src[source + ja1 + 125u];
    let a1_6 = src[source + ja1 + 150u];
    let a1_7 = src[source + ja1 + 175u];
    let a1_8 = src[source + ja1 + 200u];
    let a2_0 = src[source + ja2];
    let a2_1 = src[source + ja2 + 25u];
    let a2_2 = src[source + ja2 + 50u];
    let a2_3 = src[source + ja2 + 75u];
    let a2_4 = src[source + ja2 + 100u];
    let a2_5 = src[source + ja2 + 125u];
    let a2_6 = src[source + ja2 + 150u];
    let a2_7 = src[source + ja2 + 175u];
    let a2_8 = src[source + ja2 + 200u];
    let ya0 = dft9(a0_0, a0_1, a0_2, a0_3, a0_4, a0_5, a0_6, a0_7, a0_8);
    let ya1 = dft9(a1_0, a1_1, a1_2, a1_3, a1_4, a1_5, a1_6, a1_7, a1_8);
    let ya2 = dft9(a2_0, a2_1, a2_2, a2_3, a2_4, a2_5, a2_6, a2_7, a2_8);
    let outa0 = q * 225u + ja0 * 9u;
    let outa1 = q * 225u + ja1 * 9u;
    let outa2 = q * 225u + ja2 * 9u;

    // stage 2 of 2: radix 25, p = 9, twiddle w_225^(i (j mod 9))
    let jb0 = t;
    let inb0 = q * 225u + jb0;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.x;
    shared_points[outa0 + 1u] = ya0.y1.x;
    shared_points[outa0 + 2u] = ya0.y2.x;
    shared_points[outa0 + 3u] = ya0.y3.x;
    shared_points[outa0 + 4u] = ya0.y4.x;
    shared_points[outa0 + 5u] = ya0.y5.x;
    shared_points[outa0 + 6u] = ya0.y6.x;
    shared_points[outa0 + 7u] = ya0.y7.x;
    shared_points[outa0 + 8u] = ya0.y8.x;
    shared_points[outa1] = ya1.y0.x;
    shared_points[outa1 + 1u] = ya1.y1.x;
    shared_points[outa1 + 2u] = ya1.y2.x;
    shared_points[outa1 + 3u] = ya1.y3.x;
    shared_points[outa1 + 4u] = ya1.y4.x;
    shared_points[outa1 + 5u] = ya1.y5.x;
    shared_points[outa1 + 6u] = ya1.y6.x;
    shared_points[outa1 + 7u] = ya1.y7.x;
    shared_points[outa1 + 8u] = ya1.y8.x;
    if (t + 18u < 25u) {
        shared_points[outa2] = ya2.y0.x;
        shared_points[outa2 + 1u] = ya2.y1.x;
        shared_points[outa2 + 2u] = ya2.y2.x;
        shared_points[outa2 + 3u] = ya2.y3.x;
        shared_points[outa2 + 4u] = ya2.y4.x;
        shared_points[outa2 + 5u] = ya2.y5.x;
        shared_points[outa2 + 6u] = ya2.y6.x;
        shared_points[outa2 + 7u] = ya2.y7.x;
        shared_points[outa2 + 8u] = ya2.y8.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 9u];
    let b0_2_x = shared_points[inb0 + 18u];
    let b0_3_x = shared_points[inb0 + 27u];
    let b0_4_x = shared_points[inb0 + 36u];
    let b0_5_x = shared_points[inb0 + 45u];
    let b0_6_x = shared_points[inb0 + 54u];
    let b0_7_x = shared_points[inb0 + 63u];
    let b0_8_x = shared_points[inb0 + 72u];
    let b0_9_x = shared_points[inb0 + 81u];
    let b0_10_x = shared_points[inb0 + 90u];
    let b0_11_x = shared_points[inb0 + 99u];
    let b0_12_x = shared_points[inb0 + 108u];
    let b0_13_x = shared_points[inb0 + 117u];
    let b0_14_x = shared_points[inb0 + 126u];
    let b0_15_x = shared_points[inb0 + 135u];
    let b0_16_x = shared_points[inb0 + 144u];
    let b0_17_x = shared_points[inb0 + 153u];
    let b0_18_x = shared_points[inb0 + 162u];
    let b0_19_x = shared_points[inb0 + 171u];
    let b0_20_x = shared_points[inb0 + 180u];
    let b0_21_x = shared_points[inb0 + 189u];
    let b0_22_x = shared_points[inb0 + 198u];
    let b0_23_x = shared_points[inb0 + 207u];
    let b0_24_x = shared_points[inb0 + 216u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.y;
    shared_points[outa0 + 1u] = ya0.y1.y;
    shared_points[outa0 + 2u] = ya0.y2.y;
    shared_points[outa0 + 3u] = ya0.y3.y;
    shared_points[outa0 + 4u] = ya0.y4.y;
    shared_points[outa0 + 5u] = ya0.y5.y;
    shared_points[outa0 + 6u] = ya0.y6.y;
    shared_points[outa0 + 7u] = ya0.y7.y;
    shared_points[outa0 + 8u] = ya0.y8.y;
    shared_points[outa1] = ya1.y0.y;
    shared_points[outa1 + 1u] = ya1.y1.y;
    shared_points[outa1 + 2u] = ya1.y2.y;
    shared_points[outa1 + 3u] = ya1.y3.y;
    shared_points[outa1 + 4u] = ya1.y4.y;
    shared_points[outa1 + 5u] = ya1.y5.y;
    shared_points[outa1 + 6u] = ya1.y6.y;
    shared_points[outa1 + 7u] = ya1.y7.y;
    shared_points[outa1 + 8u] = ya1.y8.y;
    if (t + 18u < 25u) {
        shared_points[outa2] = ya2.y0.y;
        shared_points[outa2 + 1u] = ya2.y1.y;
        shared_points[outa2 + 2u] = ya2.y2.y;
        shared_points[outa2 + 3u] = ya2.y3.y;
        shared_points[outa2 + 4u] = ya2.y4.y;
        shared_points[outa2 + 5u] = ya2.y5.y;
        shared_points[outa2 + 6u] = ya2.y6.y;
        shared_points[outa2 + 7u] = ya2.y7.y;
        shared_points[outa2 + 8u] = ya2.y8.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 9u];
    let b0_2_y = shared_points[inb0 + 18u];
    let b0_3_y = shared_points[inb0 + 27u];
    let b0_4_y = shared_points[inb0 + 36u];
    let b0_5_y = shared_points[inb0 + 45u];
    let b0_6_y = shared_points[inb0 + 54u];
    let b0_7_y = shared_points[inb0 + 63u];
    let b0_8_y = shared_points[inb0 + 72u];
    let b0_9_y = shared_points[inb0 + 81u];
    let b0_10_y = shared_points[inb0 + 90u];
    let b0_11_y = shared_points[inb0 + 99u];
    let b0_12_y = shared_points[inb0 + 108u];
    let b0_13_y = shared_points[inb0 + 117u];
    let b0_14_y = shared_points[inb0 + 126u];
    let b0_15_y = shared_points[inb0 + 135u];
    let b0_16_y = shared_points[inb0 + 144u];
    let b0_17_y = shared_points[inb0 + 153u];
    let b0_18_y = shared_points[inb0 + 162u];
    let b0_19_y = shared_points[inb0 + 171u];
    let b0_20_y = shared_points[inb0 + 180u];
    let b0_21_y = shared_points[inb0 + 189u];
    let b0_22_y = shared_points[inb0 + 198u];
    let b0_23_y = shared_points[inb0 + 207u];
    let b0_24_y = shared_points[inb0 + 216u];
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
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 9u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 18u]);
    let b0_4t = cmul(b0_4, twiddles[wb0 + 27u]);
    let b0_5t = cmul(b0_5, twiddles[wb0 + 36u]);
    let b0_6t = cmul(b0_6, twiddles[wb0 + 45u]);
    let b0_7t = cmul(b0_7, twiddles[wb0 + 54u]);
    let b0_8t = cmul(b0_8, twiddles[wb0 + 63u]);
    let b0_9t = cmul(b0_9, twiddles[wb0 + 72u]);
    let b0_10t = cmul(b0_10, twiddles[wb0 + 81u]);
    let b0_11t = cmul(b0_11, twiddles[wb0 + 90u]);
    let b0_12t = cmul(b0_12, twiddles[wb0 + 99u]);
    let b0_13t = cmul(b0_13, twiddles[wb0 + 108u]);
    let b0_14t = cmul(b0_14, twiddles[wb0 + 117u]);
    let b0_15t = cmul(b0_15, twiddles[wb0 + 126u]);
    let b0_16t = cmul(b0_16, twiddles[wb0 + 135u]);
    let b0_17t = cmul(b0_17, twiddles[wb0 + 144u]);
    let b0_18t = cmul(b0_18, twiddles[wb0 + 153u]);
    let b0_19t = cmul(b0_19, twiddles[wb0 + 162u]);
    let b0_20t = cmul(b0_20, twiddles[wb0 + 171u]);
    let b0_21t = cmul(b0_21, twiddles[wb0 + 180u]);
    let b0_22t = cmul(b0_22, twiddles[wb0 + 189u]);
    let b0_23t = cmul(b0_23, twiddles[wb0 + 198u]);
    let b0_24t = cmul(b0_24, twiddles[wb0 + 207u]);
    let yb0 = dft25(b0_0, b0_1t, b0_2t, b0_3t, b0_4t, b0_5t, b0_6t, b0_7t, b0_8t, b0_9t, b0_10t, b0_11t, b0_12t, b0_13t, b0_14t, b0_15t, b0_16t, b0_17t, b0_18t, b0_19t, b0_20t, b0_21t, b0_22t, b0_23t, b0_24t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq * 225u;
        dst[target_base + jb0] = yb0.y0;
        dst[target_base + jb0 + 9u] = yb0.y1;
        dst[target_base + jb0 + 18u] = yb0.y2;
        dst[target_base + jb0 + 27u] = yb0.y3;
        dst[target_base + jb0 + 36u] = yb0.y4;
        dst[target_base + jb0 + 45u] = yb0.y5;
        dst[target_base + jb0 + 54u] = yb0.y6;
        dst[target_base + jb0 + 63u] = yb0.y7;
        dst[target_base + jb0 + 72u] = yb0.y8;
        dst[target_base + jb0 + 81u] = yb0.y9;
        dst[target_base + jb0 + 90u] = yb0.y10;
        dst[target_base + jb0 + 99u] = yb0.y11;
        dst[target_base + jb0 + 108u] = yb0.y12;
        dst[target_base + jb0 + 117u] = yb0.y13;
        dst[target_base + jb0 + 126u] = yb0.y14;
        dst[target_base + jb0 + 135u] = yb0.y15;
        dst[target_base + jb0 + 144u] = yb0.y16;
        dst[target_base + jb0 + 153u] = yb0.y17;
        dst[target_base + jb0 + 162u] = yb0.y18;
        dst[target_base + jb0 + 171u] = yb0.y19;
        dst[target_base + jb0 + 180u] = yb0.y20;
        dst[target_base + jb0 + 189u] = yb0.y21;
        dst[target_base + jb0 + 198u] = yb0.y22;
        dst[target_base + jb0 + 207u] = yb0.y23;
        dst[target_base + jb0 + 216u] = yb0.y24;
    }
}
