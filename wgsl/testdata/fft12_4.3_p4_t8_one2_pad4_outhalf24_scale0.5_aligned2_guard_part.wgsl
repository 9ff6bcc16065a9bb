// fft12_4.3_p4_t8_one2_pad4_outhalf24_scale0.5_aligned2_guard_part
// X[k] = sum over j of x[j] w_12^(jk), w_12 = exp(-2 pi i / 12); times 0.5
// point j of transform q: x at q * 12 + j * 1, X at q * 12 + j * 1
// 8 transforms per workgroup, 3 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// of points k and -k of the complex transform twice bin k, or 12 - k where that is far, to element at
fn out_bin(at: u32, k: u32, far: bool, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));
    dst[at] = select(even + odd, vec2<f32>(even.x - odd.x, odd.y - even.y), far);
}

var<workgroup> shared_points: array<f32, 50>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_24^e, e up to 12
fn wave(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

struct Points4 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32>, y3: vec2<f32> }

// y[k] = sum over j of x[j] w_4^(jk)
fn dft4(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>, x3: vec2<f32>) -> Points4 {
    let a = x0 + x2;
    let b = x0 - x2;
    let c = x1 + x3;
    let d = vec2<f32>(x1.y - x3.y, x3.x - x1.x);
    return Points4(a + c, b + d, a - c, b - d);
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

fn place(i: u32) -> u32 { return i + (i >> 4u); }

@compute @workgroup_size(24)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = batch.first + group.x * 8u; // the workgroup's first transform
    let t = local.x % 3u; // thread of the transform
    let q = local.x / 3u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 4
    let ja0 = t;
    let source = batch.src_begin + seq * 12u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 3u];
    let a0_2 = src[source + ja0 + 6u];
    let a0_3 = src[source + ja0 + 9u];
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = (ja0 * 4u) * 8u + q;

    // stage 2 of 2: radix 3, p = 4, twiddle w_12^(i (j mod 4))
    let jb0 = t;
    let inb0 = (jb0) * 8u + q;
    let jb1 = min(t + 3u, 3u); // threads without a butterfly repeat the last
    let inb1 = (jb1) * 8u + q;
    workgroupBarrier();
    if ((outa0) / 48u == 0u) {
        shared_points[place(outa0)] = ya0.y0.x;
    }
    if ((outa0 + 8u) / 48u == 0u) {
        shared_points[place(outa0) + 8u] = ya0.y1.x;
    }
    if ((outa0 + 16u) / 48u == 0u) {
        shared_points[place(outa0) + 17u] = ya0.y2.x;
    }
    if ((outa0 + 24u) / 48u == 0u) {
        shared_points[place(outa0) + 25u] = ya0.y3.x;
    }
    workgroupBarrier();
    var b0_1_x: f32;
    let b0_0_x = shared_points[place(inb0)];
    if ((inb0 + 32u) / 48u == 0u) {
        b0_1_x = shared_points[place(inb0) + 34u];
    }
    let b1_0_x = shared_points[place(inb1)];
    workgroupBarrier();
    if ((outa0) / 48u == 1u) {
        shared_points[place(outa0 - 48u)] = ya0.y0.x;
    }
    if ((outa0 + 8u) / 48u == 1u) {
        shared_points[place(outa0 - 40u)] = ya0.y1.x;
    }
    if ((outa0 + 16u) / 48u == 1u) {
        shared_points[place(outa0 - 32u)] = ya0.y2.x;
    }
    if ((outa0 + 24u) / 48u == 1u) {
        shared_points[place(outa0 - 24u)] = ya0.y3.x;
    }
    workgroupBarrier();
    if ((inb0 + 32u) / 48u == 1u) {
        b0_1_x = shared_points[place(inb0 - 16u)];
    }
    let b0_2_x = shared_points[place(inb0) + 17u];
    let b1_1_x = shared_points[place(inb1 - 16u)];
    let b1_2_x = shared_points[place(inb1) + 17u];
    workgroupBarrier();
    if ((outa0) / 48u == 0u) {
        shared_points[place(outa0)] = ya0.y0.y;
    }
    if ((outa0 + 8u) / 48u == 0u) {
        shared_points[place(outa0) + 8u] = ya0.y1.y;
    }
    if ((outa0 + 16u) / 48u == 0u) {
        shared_points[place(outa0) + 17u] = ya0.y2.y;
    }
    if ((outa0 + 24u) / 48u == 0u) {
        shared_points[place(outa0) + 25u] = ya0.y3.y;
    }
    workgroupBarrier();
    var b0_1_y: f32;
    let b0_0_y = shared_points[place(inb0)];
    if ((inb0 + 32u) / 48u == 0u) {
        b0_1_y = shared_points[place(inb0) + 34u];
    }
    let b1_0_y = shared_points[place(inb1)];
    workgroupBarrier();
    if ((outa0) / 48u == 1u) {
        shared_points[place(outa0 - 48u)] = ya0.y0.y;
    }
    if ((outa0 + 8u) / 48u == 1u) {
        shared_points[place(outa0 - 40u)] = ya0.y1.y;
    }
    if ((outa0 + 16u) / 48u == 1u) {
        shared_points[place(outa0 - 32u)] = ya0.y2.y;
    }
    if ((outa0 + 24u) / 48u == 1u) {
        shared_points[place(outa0 - 24u)] = ya0.y3.y;
    }
    workgroupBarrier();
    if ((inb0 + 32u) / 48u == 1u) {
        b0_1_y = shared_points[place(inb0 - 16u)];
    }
    let b0_2_y = shared_points[place(inb0) + 17u];
    let b1_1_y = shared_points[place(inb1 - 16u)];
    let b1_2_y = shared_points[place(inb1) + 17u];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b1_0 = vec2<f32>(b1_0_x, b1_0_y);
    let b1_1 = vec2<f32>(b1_1_x, b1_1_y);
    let b1_2 = vec2<f32>(b1_2_x, b1_2_y);
    let wb0 = jb0;
    let b0_1t = turn(b0_1, twiddles[wb0]);
    let b0_2t = turn(b0_2, twiddles[wb0 + 4u]);
    let wb1 = jb1;
    let b1_1t = turn(b1_1, twiddles[wb1]);
    let b1_2t = turn(b1_2, twiddles[wb1 + 4u]);
    let yb0 = dft3(b0_0, b0_1t, b0_2t);
    let yb1 = dft3(b1_0, b1_1t, b1_2t);
    let outb0 = (jb0) * 8u + q;
    let outb1 = (jb1) * 8u + q;

    // points k and -k of a transform together, for each bin
    let begin = batch.dst_begin + first * 13u;
    let line = begin - begin % 16u; // of memory, in which the first bin lies
    let at0 = line + local.x;
    let number0 = at0 - begin;
    let bin0 = number0 % 13u;
    let of0 = number0 / 13u;
    let pair0 = min(bin0, 12u - bin0);
    let at1 = line + local.x + 24u;
    let number1 = at1 - begin;
    let bin1 = number1 % 13u;
    let of1 = number1 / 13u;
    let pair1 = min(bin1, 12u - bin1);
    let at2 = line + local.x + 48u;
    let number2 = at2 - begin;
    let bin2 = number2 % 13u;
    let of2 = number2 / 13u;
    let pair2 = min(bin2, 12u - bin2);
    let at3 = line + local.x + 72u;
    let number3 = at3 - begin;
    let bin3 = number3 % 13u;
    let of3 = number3 / 13u;
    let pair3 = min(bin3, 12u - bin3);
    let at4 = line + local.x + 96u;
    let number4 = at4 - begin;
    let bin4 = number4 % 13u;
    let of4 = number4 / 13u;
    let pair4 = min(bin4, 12u - bin4);
    workgroupBarrier();
    shared_points[place(outb0)] = yb0.y0.x;
    if ((outb0 + 32u) / 48u == 0u) {
        shared_points[place(outb0) + 34u] = yb0.y1.x;
    }
    if (t + 3u < 4u) {
        shared_points[place(outb1)] = yb1.y0.x;
        if ((outb1 + 32u) / 48u == 0u) {
            shared_points[place(outb1) + 34u] = yb1.y1.x;
        }
    }
    workgroupBarrier();
    var p0_x: f32;
    var c0_x: f32;
    if (number0 < 104u) {
        if (((pair0) * 8u + of0) / 48u == 0u) {
            p0_x = shared_points[place((pair0) * 8u + of0)];
        }
        if (((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0) / 48u == 0u) {
            c0_x = shared_points[place((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0)];
        }
    }
    var p1_x: f32;
    var c1_x: f32;
    if (((pair1) * 8u + of1) / 48u == 0u) {
        p1_x = shared_points[place((pair1) * 8u + of1)];
    }
    if (((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1) / 48u == 0u) {
        c1_x = shared_points[place((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1)];
    }
    var p2_x: f32;
    var c2_x: f32;
    if (((pair2) * 8u + of2) / 48u == 0u) {
        p2_x = shared_points[place((pair2) * 8u + of2)];
    }
    if (((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2) / 48u == 0u) {
        c2_x = shared_points[place((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2)];
    }
    var p3_x: f32;
    var c3_x: f32;
    if (((pair3) * 8u + of3) / 48u == 0u) {
        p3_x = shared_points[place((pair3) * 8u + of3)];
    }
    if (((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3) / 48u == 0u) {
        c3_x = shared_points[place((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3)];
    }
    var p4_x: f32;
    var c4_x: f32;
    if (number4 < 104u) {
        if (((pair4) * 8u + of4) / 48u == 0u) {
            p4_x = shared_points[place((pair4) * 8u + of4)];
        }
        if (((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4) / 48u == 0u) {
            c4_x = shared_points[place((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4)];
        }
    }
    workgroupBarrier();
    if ((outb0 + 32u) / 48u == 1u) {
        shared_points[place(outb0 - 16u)] = yb0.y1.x;
    }
    shared_points[place(outb0) + 17u] = yb0.y2.x;
    if (t + 3u < 4u) {
        if ((outb1 + 32u) / 48u == 1u) {
            shared_points[place(outb1 - 16u)] = yb1.y1.x;
        }
        shared_points[place(outb1) + 17u] = yb1.y2.x;
    }
    workgroupBarrier();
    if (number0 < 104u) {
        if (((pair0) * 8u + of0) / 48u == 1u) {
            p0_x = shared_points[place((pair0) * 8u + of0 - 48u)];
        }
        if (((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0) / 48u == 1u) {
            c0_x = shared_points[place((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0 - 48u)];
        }
    }
    if (((pair1) * 8u + of1) / 48u == 1u) {
        p1_x = shared_points[place((pair1) * 8u + of1 - 48u)];
    }
    if (((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1) / 48u == 1u) {
        c1_x = shared_points[place((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1 - 48u)];
    }
    if (((pair2) * 8u + of2) / 48u == 1u) {
        p2_x = shared_points[place((pair2) * 8u + of2 - 48u)];
    }
    if (((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2) / 48u == 1u) {
        c2_x = shared_points[place((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2 - 48u)];
    }
    if (((pair3) * 8u + of3) / 48u == 1u) {
        p3_x = shared_points[place((pair3) * 8u + of3 - 48u)];
    }
    if (((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3) / 48u == 1u) {
        c3_x = shared_points[place((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3 - 48u)];
    }
    if (number4 < 104u) {
        if (((pair4) * 8u + of4) / 48u == 1u) {
            p4_x = shared_points[place((pair4) * 8u + of4 - 48u)];
        }
        if (((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4) / 48u == 1u) {
            c4_x = shared_points[place((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4 - 48u)];
        }
    }
    workgroupBarrier();
    shared_points[place(outb0)] = yb0.y0.y;
    if ((outb0 + 32u) / 48u == 0u) {
        shared_points[place(outb0) + 34u] = yb0.y1.y;
    }
    if (t + 3u < 4u) {
        shared_points[place(outb1)] = yb1.y0.y;
        if ((outb1 + 32u) / 48u == 0u) {
            shared_points[place(outb1) + 34u] = yb1.y1.y;
        }
    }
    workgroupBarrier();
    var p0_y: f32;
    var c0_y: f32;
    if (number0 < 104u) {
        if (((pair0) * 8u + of0) / 48u == 0u) {
            p0_y = shared_points[place((pair0) * 8u + of0)];
        }
        if (((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0) / 48u == 0u) {
            c0_y = shared_points[place((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0)];
        }
    }
    var p1_y: f32;
    var c1_y: f32;
    if (((pair1) * 8u + of1) / 48u == 0u) {
        p1_y = shared_points[place((pair1) * 8u + of1)];
    }
    if (((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1) / 48u == 0u) {
        c1_y = shared_points[place((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1)];
    }
    var p2_y: f32;
    var c2_y: f32;
    if (((pair2) * 8u + of2) / 48u == 0u) {
        p2_y = shared_points[place((pair2) * 8u + of2)];
    }
    if (((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2) / 48u == 0u) {
        c2_y = shared_points[place((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2)];
    }
    var p3_y: f32;
    var c3_y: f32;
    if (((pair3) * 8u + of3) / 48u == 0u) {
        p3_y = shared_points[place((pair3) * 8u + of3)];
    }
    if (((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3) / 48u == 0u) {
        c3_y = shared_points[place((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3)];
    }
    var p4_y: f32;
    var c4_y: f32;
    if (number4 < 104u) {
        if (((pair4) * 8u + of4) / 48u == 0u) {
            p4_y = shared_points[place((pair4) * 8u + of4)];
        }
        if (((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4) / 48u == 0u) {
            c4_y = shared_points[place((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4)];
        }
    }
    workgroupBarrier();
    if ((outb0 + 32u) / 48u == 1u) {
        shared_points[place(outb0 - 16u)] = yb0.y1.y;
    }
    shared_points[place(outb0) + 17u] = yb0.y2.y;
    if (t + 3u < 4u) {
        if ((outb1 + 32u) / 48u == 1u) {
            shared_points[place(outb1 - 16u)] = yb1.y1.y;
        }
        shared_points[place(outb1) + 17u] = yb1.y2.y;
    }
    workgroupBarrier();
    if (number0 < 104u) {
        if (((pair0) * 8u + of0) / 48u == 1u) {
            p0_y = shared_points[place((pair0) * 8u + of0 - 48u)];
        }
        if (((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0) / 48u == 1u) {
            c0_y = shared_points[place((select(12u - pair0, 0u, pair0 == 0u)) * 8u + of0 - 48u)];
        }
    }
    if (((pair1) * 8u + of1) / 48u == 1u) {
        p1_y = shared_points[place((pair1) * 8u + of1 - 48u)];
    }
    if (((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1) / 48u == 1u) {
        c1_y = shared_points[place((select(12u - pair1, 0u, pair1 == 0u)) * 8u + of1 - 48u)];
    }
    if (((pair2) * 8u + of2) / 48u == 1u) {
        p2_y = shared_points[place((pair2) * 8u + of2 - 48u)];
    }
    if (((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2) / 48u == 1u) {
        c2_y = shared_points[place((select(12u - pair2, 0u, pair2 == 0u)) * 8u + of2 - 48u)];
    }
    if (((pair3) * 8u + of3) / 48u == 1u) {
        p3_y = shared_points[place((pair3) * 8u + of3 - 48u)];
    }
    if (((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3) / 48u == 1u) {
        c3_y = shared_points[place((select(12u - pair3, 0u, pair3 == 0u)) * 8u + of3 - 48u)];
    }
    if (number4 < 104u) {
        if (((pair4) * 8u + of4) / 48u == 1u) {
            p4_y = shared_points[place((pair4) * 8u + of4 - 48u)];
        }
        if (((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4) / 48u == 1u) {
            c4_y = shared_points[place((select(12u - pair4, 0u, pair4 == 0u)) * 8u + of4 - 48u)];
        }
    }
    let p0 = vec2<f32>(p0_x, p0_y);
    let c0 = vec2<f32>(c0_x, c0_y);
    let p1 = vec2<f32>(p1_x, p1_y);
    let c1 = vec2<f32>(c1_x, c1_y);
    let p2 = vec2<f32>(p2_x, p2_y);
    let c2 = vec2<f32>(c2_x, c2_y);
    let p3 = vec2<f32>(p3_x, p3_y);
    let c3 = vec2<f32>(c3_x, c3_y);
    let p4 = vec2<f32>(p4_x, p4_y);
    let c4 = vec2<f32>(c4_x, c4_y);
    if (number0 < 104u && first + of0 < batch.end) {
        out_bin(at0, pair0, bin0 != pair0, scaled(p0), scaled(c0));
    }
    if (first + of1 < batch.end) {
        out_bin(at1, pair1, bin1 != pair1, scaled(p1), scaled(c1));
    }
    if (first + of2 < batch.end) {
        out_bin(at2, pair2, bin2 != pair2, scaled(p2), scaled(c2));
    }
    if (first + of3 < batch.end) {
        out_bin(at3, pair3, bin3 != pair3, scaled(p3), scaled(c3));
    }
    if (number4 < 104u && first + of4 < batch.end) {
        out_bin(at4, pair4, bin4 != pair4, scaled(p4), scaled(c4));
    }
}
