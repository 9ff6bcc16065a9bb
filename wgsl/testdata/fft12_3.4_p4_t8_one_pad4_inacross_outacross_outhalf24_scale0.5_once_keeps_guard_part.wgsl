// fft12_3.4_p4_t8_one_pad4_inacross_outacross_outhalf24_scale0.5_once_keeps_guard_part
// X[k] = sum over j of x[j] w_12^(jk), w_12 = exp(-2 pi i / 12); times 0.5
// point j of transform q: x at q * 12 + j * 1, X at q * 12 + j * 1
// 8 transforms per workgroup, 3 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read> waves: array<vec2<f32>>;
@group(0) @binding(4) var<uniform> batch: Batch;

// V[k] of the row at a, k up to half its points; v is twice that
fn put_bin(a: u32, k: u32, v: vec2<f32>) {
    dst[a + k] = v;
}

// points k and -k of the complex transform: twice the bins they make
fn out_pair(a: u32, k: u32, w: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {
    let even = vec2<f32>(p.x + c.x, p.y - c.y);
    let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), w);
    put_bin(a, k, even + odd);
    put_bin(a, 12u - k, vec2<f32>(even.x - odd.x, odd.y - even.y));
}

var<workgroup> shared_points: array<f32, 101>;

// a * w, complex
fn turn(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}

// w_24^e, e up to 12
fn wave(e: u32) -> vec2<f32> { return waves[e]; }

fn scaled(v: vec2<f32>) -> vec2<f32> { return v * 0.5; }

struct Points3 { y0: vec2<f32>, y1: vec2<f32>, y2: vec2<f32> }

// y[k] = sum over j of x[j] w_3^(jk), x[j] and x[r-j] combined
fn dft3(x0: vec2<f32>, x1: vec2<f32>, x2: vec2<f32>) -> Points3 {
    let s1 = x1 + x2;
    let d1 = x1 - x2;
    let e1 = x0 - 0.5 * s1;
    let o1 = 0.8660254 * d1;
    return Points3(x0 + s1, vec2<f32>(e1.x + o1.y, e1.y - o1.x), vec2<f32>(e1.x - o1.y, e1.y + o1.x));
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

fn place(i: u32) -> u32 { return i + (i >> 4u); }

@compute @workgroup_size(24)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = batch.first + group.x * 8u; // the workgroup's first transform
    let t = local.x / 8u; // thread of the transform
    let q = local.x % 8u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 3
    let ja0 = t;
    let ja1 = min(t + 3u, 3u); // threads without a butterfly repeat the last
    let source = batch.src_begin + seq * 12u;
    let a0_0 = src[source + ja0];
    let a0_1 = src[source + ja0 + 4u];
    let a0_2 = src[source + ja0 + 8u];
    let a1_0 = src[source + ja1];
    let a1_1 = src[source + ja1 + 4u];
    let a1_2 = src[source + ja1 + 8u];
    let ya0 = dft3(a0_0, a0_1, a0_2);
    let ya1 = dft3(a1_0, a1_1, a1_2);
    let outa0 = (ja0 * 3u) * 8u + q;
    let outa1 = (ja1 * 3u) * 8u + q;

    // stage 2 of 2: radix 4, p = 3, twiddle w_12^(i (j mod 3))
    let jb0 = t;
    let inb0 = (jb0) * 8u + q;
    workgroupBarrier();
    shared_points[place(outa0)] = ya0.y0.x;
    shared_points[place(outa0 + 8u)] = ya0.y1.x;
    shared_points[place(outa0) + 17u] = ya0.y2.x;
    if (t + 3u < 4u) {
        shared_points[place(outa1)] = ya1.y0.x;
        shared_points[place(outa1 + 8u)] = ya1.y1.x;
        shared_points[place(outa1) + 17u] = ya1.y2.x;
    }
    workgroupBarrier();
    let b0_0_x = shared_points[place(inb0)];
    let b0_1_x = shared_points[place(inb0 + 24u)];
    let b0_2_x = shared_points[place(inb0) + 51u];
    let b0_3_x = shared_points[place(inb0 + 72u)];
    workgroupBarrier();
    shared_points[place(outa0)] = ya0.y0.y;
    shared_points[place(outa0 + 8u)] = ya0.y1.y;
    shared_points[place(outa0) + 17u] = ya0.y2.y;
    if (t + 3u < 4u) {
        shared_points[place(outa1)] = ya1.y0.y;
        shared_points[place(outa1 + 8u)] = ya1.y1.y;
        shared_points[place(outa1) + 17u] = ya1.y2.y;
    }
    workgroupBarrier();
    let b0_0_y = shared_points[place(inb0)];
    let b0_1_y = shared_points[place(inb0 + 24u)];
    let b0_2_y = shared_points[place(inb0) + 51u];
    let b0_3_y = shared_points[place(inb0 + 72u)];
    let b0_0 = vec2<f32>(b0_0_x, b0_0_y);
    let b0_1 = vec2<f32>(b0_1_x, b0_1_y);
    let b0_2 = vec2<f32>(b0_2_x, b0_2_y);
    let b0_3 = vec2<f32>(b0_3_x, b0_3_y);
    let wb0 = jb0;
    let wb0_1 = twiddles[wb0];
    let b0_1t = turn(b0_1, wb0_1);
    let wb0_2 = twiddles[wb0 + 3u];
    let b0_2t = turn(b0_2, wb0_2);
    let wb0_3 = twiddles[wb0 + 6u];
    let b0_3t = turn(b0_3, wb0_3);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // points k and -k of a transform together: a thread has k, and the 2 of the other half come from others
    workgroupBarrier();
    shared_points[place((t) * 8u + q)] = yb0.y2.x;
    shared_points[place((t) * 8u + q + 48u)] = yb0.y2.y;
    shared_points[place((t) * 8u + q + 24u)] = yb0.y3.x;
    shared_points[place((t) * 8u + q + 72u)] = yb0.y3.y;
    workgroupBarrier();
    let back0 = min(6u - t, 5u); // point 0 is its own mate
    let c0 = select(vec2<f32>(shared_points[place((back0) * 8u + q)], shared_points[place((back0) * 8u + q + 48u)]), yb0.y0, t == 0u);
    let back1 = 3u - t;
    let c1 = vec2<f32>(shared_points[place((back1) * 8u + q)], shared_points[place((back1) * 8u + q + 48u)]);
    if (first + q < batch.end) {
        let out_a = batch.dst_begin + (first + q) * 13u;
        let out_w_0 = wave(t);
        out_pair(out_a, t, out_w_0, scaled(yb0.y0), scaled(c0));
        out_pair(out_a, t + 3u, turn(out_w_0, vec2<f32>(0.70710677, -0.70710677)), scaled(yb0.y1), scaled(c1));
        if (t == 0u) {
            out_pair(out_a, 6u, vec2<f32>(-0.0, -1.0), scaled(yb0.y2), scaled(yb0.y2));
        }
    }
}
