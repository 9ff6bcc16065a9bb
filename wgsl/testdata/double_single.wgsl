// fft8_4.2_p4_t2_ds.sums_split
// X[k] = sum over j of x[j] w_8^(jk), w_8 = exp(-2 pi i / 8)
// x[j] of transform q: element q * 8 + j
// X[j] of transform q: element q * 8 + j
// 2 transforms per workgroup, 2 threads each

@group(0) @binding(0) var<storage, read> src: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec4<f32>>;

var<workgroup> shared_points: array<vec2<f32>, 16>;

// x, hidden from the optimiser
fn ds1_hidden(x: f32) -> f32 {
    return bitcast<f32>(min(bitcast<u32>(x), u32(0xfffffffeu)));
}

// hi + lo as a number (Dekker 1971)
fn ds1_normal(hi: f32, lo: f32) -> vec2<f32> {
    let h = ds1_hidden(hi + lo);
    let l = lo - (h - hi);
    return vec2<f32>(h, l);
}

// a + b of high and low parts, with the exact error of the high parts (Knuth)
fn ds1_sum(ah: f32, al: f32, bh: f32, bl: f32) -> vec2<f32> {
    let s = ds1_hidden(ah + bh);
    let v = s - ah;
    let e = (ah - (s - v)) + (bh - v) + (al + bl);
    return ds1_normal(s, e);
}

// x, hidden from the optimiser
fn ds2_hidden(x: vec2<f32>) -> vec2<f32> {
    return bitcast<vec2<f32>>(min(bitcast<vec2<u32>>(x), vec2<u32>(0xfffffffeu)));
}

// a b - p for p = a b rounded, exactly: products of halves of 12 bits are exact (Dekker 1971)
fn ds2_rest(a: vec2<f32>, b: vec2<f32>, p: vec2<f32>) -> vec2<f32> {
    let a1 = bitcast<vec2<f32>>(bitcast<vec2<u32>>(a) & vec2<u32>(0xfffff000u));
    let b1 = bitcast<vec2<f32>>(bitcast<vec2<u32>>(b) & vec2<u32>(0xfffff000u));
    let a2 = a - a1;
    let b2 = b - b1;
    var e = a1 * b1 - p;
    e = e + a1 * b2;
    e = e + a2 * b1;
    return e + a2 * b2;
}

// hi + lo as a number (Dekker 1971)
fn ds2_normal(hi: vec2<f32>, lo: vec2<f32>) -> vec4<f32> {
    let h = ds2_hidden(hi + lo);
    let l = lo - (h - hi);
    return vec4<f32>(h.x, l.x, h.y, l.y);
}

// a + b of high and low parts, with the exact error of the high parts (Knuth)
fn ds2_sum(ah: vec2<f32>, al: vec2<f32>, bh: vec2<f32>, bl: vec2<f32>) -> vec4<f32> {
    let s = ds2_hidden(ah + bh);
    let v = s - ah;
    let e = (ah - (s - v)) + (bh - v) + (al + bl);
    return ds2_normal(s, e);
}

fn ds_add_real(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return ds1_sum(a.x, a.y, b.x, b.y);
}

fn ds_add_complex(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return ds2_sum(a.xz, a.yw, b.xz, b.yw);
}

// a w = re(a) w + im(a) i w, complex
fn ds_mul_complex(a: vec4<f32>, w: vec4<f32>) -> vec4<f32> {
    let iw = vec4<f32>(-w.zw, w.xy);
    let p = ds2_hidden(a.xx * w.xz);
    let q = ds2_hidden(a.zz * iw.xz);
    let e = ds2_rest(a.xx, w.xz, p) + (a.xx * w.yw + a.yy * w.xz);
    let f = ds2_rest(a.zz, iw.xz, q) + (a.zz * iw.yw + a.ww * iw.xz);
    return ds2_sum(p, e, q, f);
}

struct Points4 { y0: vec4<f32>, y1: vec4<f32>, y2: vec4<f32>, y3: vec4<f32> }

struct Points2 { y0: vec4<f32>, y1: vec4<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec4<f32>, x1: vec4<f32>, x2: vec4<f32>, x3: vec4<f32>) -> Points4 {
    let a = ds_add_complex(x0, x2);
    let b = ds_add_complex(x0, -x2);
    let c = ds_add_complex(x1, x3);
    let d = vec4<f32>(ds_add_real(x1.zw, -x3.zw), ds_add_real(x3.xy, -x1.xy));
    return Points4(ds_add_complex(a, c), ds_add_complex(b, d), ds_add_complex(a, -c), ds_add_complex(b, -d));
}

// y[k] = sum over j of x[j] w_2^(jk)
fn dft2(x0: vec4<f32>, x1: vec4<f32>) -> Points2 {
    return Points2(ds_add_complex(x0, x1), ds_add_complex(x0, -x1));
}

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 2u; // the workgroup's first transform
    let t = local.x % 2u; // thread of the transform
    let q = local.x / 2u; // transform of the workgroup
    let seq = first + q; // transform of the batch

    // stage 1 of 2: radix 4
    let source = seq * 8u;
    let a0_0 = src[source + t];
    let a0_1 = src[source + t + 2u];
    let a0_2 = src[source + t + 4u];
    let a0_3 = src[source + t + 6u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = q * 8u + t * 4u;

    // stage 2 of 2: radix 2, p = 4, twiddle w_8^(i (j mod 4))
    let inb0 = q * 8u + t;
    let jb1 = t + 2u;
    let inb1 = q * 8u + jb1;
    // exchange real parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.xy;
    shared_points[outa0 + 1u] = ya0.y1.xy;
    shared_points[outa0 + 2u] = ya0.y2.xy;
    shared_points[outa0 + 3u] = ya0.y3.xy;
    workgroupBarrier();
    let b0_0_x = shared_points[inb0];
    let b0_1_x = shared_points[inb0 + 4u];
    let b1_0_x = shared_points[inb1];
    let b1_1_x = shared_points[inb1 + 4u];
    // exchange imaginary parts
    workgroupBarrier();
    shared_points[outa0] = ya0.y0.zw;
    shared_points[outa0 + 1u] = ya0.y1.zw;
    shared_points[outa0 + 2u] = ya0.y2.zw;
    shared_points[outa0 + 3u] = ya0.y3.zw;
    workgroupBarrier();
    let b0_0_y = shared_points[inb0];
    let b0_1_y = shared_points[inb0 + 4u];
    let b1_0_y = shared_points[inb1];
    let b1_1_y = shared_points[inb1 + 4u];
    let b0_0 = vec4<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec4<f32>(b0_1_x, b0_1_y);
    let b1_0 = vec4<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec4<f32>(b1_1_x, b1_1_y);
    let b0_1t = ds_mul_complex(b0_1, twiddles[t]);
    let b1_1t = ds_mul_complex(b1_1, twiddles[jb1]);
    let yb0 = dft2(b0_0, b0_1t);
    let yb1 = dft2(b1_0, b1_1t);

    // store
    let target_seq = first + q;
    let target_base = target_seq * 8u;
    dst[target_base + t] = yb0.y0;
    dst[target_base + t + 4u] = yb0.y1;
    dst[target_base + jb1] = yb1.y0;
    dst[target_base + jb1 + 4u] = yb1.y1;
}
