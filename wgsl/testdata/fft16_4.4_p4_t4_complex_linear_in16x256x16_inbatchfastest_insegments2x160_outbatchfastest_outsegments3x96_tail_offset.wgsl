// fft16_4.4_p4_t4_complex_linear_in16x256x16_inbatchfastest_insegments2x160_outbatchfastest_outsegments3x96_tail_offset
// X[k] = sum over j of x[j] w_16^(jk), w_16 = exp(-2 pi i / 16)
// point j of transform q: x at (q div 16) * 256 + q mod 16 + j * 16, X at q * 16 + j * 1
// the source lies in 2 pages of 160 elements
// the target lies in 3 pages of 96 elements
// 4 transforms per workgroup, 4 threads each

struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32 }
@group(0) @binding(0) var<storage, read> src1: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> src2: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> dst1: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> dst2: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read_write> dst3: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read> twiddles: array<vec2<f32>>;
@group(0) @binding(6) var<uniform> batch: Batch;

// element e of src, where it lies
fn get_src(e: u32) -> vec2<f32> {
    var v: vec2<f32>;
    if (e < 160u) {
        v = src1[e];
    } else {
        v = src2[e - 160u];
    }
    return v;
}

// element e of dst, where it lies
fn put_dst(e: u32, v: vec2<f32>) {
    if (e < 96u) {
        dst1[e] = v;
    } else if (e < 192u) {
        dst2[e - 96u] = v;
    } else {
        dst3[e - 192u] = v;
    }
}

var<workgroup> shared_points: array<vec2<f32>, 64>;

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

@compute @workgroup_size(16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = batch.first + group.x * 4u; // the workgroup's first transform
    let t = local.x / 4u; // thread of the transform
    let q = local.x % 4u; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform

    // stage 1 of 2: radix 4
    let ja0 = t;
    let source = batch.src_begin + seq / 16u * 256u;
    let column = seq % 16u;
    let a0_0 = get_src(source + column + ja0 * 16u);
    let a0_1 = get_src(source + column + ja0 * 16u + 64u);
    let a0_2 = get_src(source + column + ja0 * 16u + 128u);
    let a0_3 = get_src(source + column + ja0 * 16u + 192u);
    let ya0 = dft4(a0_0, a0_1, a0_2, a0_3);
    let outa0 = (ja0 * 4u) * 4u + q;

    // stage 2 of 2: radix 4, p = 4, twiddle w_16^(i (j mod 4))
    let jb0 = t;
    let inb0 = (jb0) * 4u + q;
    // exchange
    workgroupBarrier();
    shared_points[outa0] = ya0.y0;
    shared_points[outa0 + 4u] = ya0.y1;
    shared_points[outa0 + 8u] = ya0.y2;
    shared_points[outa0 + 12u] = ya0.y3;
    workgroupBarrier();
    let b0_0 = shared_points[inb0];
    let b0_1 = shared_points[inb0 + 16u];
    let b0_2 = shared_points[inb0 + 32u];
    let b0_3 = shared_points[inb0 + 48u];
    let wb0 = jb0;
    let b0_1t = cmul(b0_1, twiddles[wb0]);
    let b0_2t = cmul(b0_2, twiddles[wb0 + 4u]);
    let b0_3t = cmul(b0_3, twiddles[wb0 + 8u]);
    let yb0 = dft4(b0_0, b0_1t, b0_2t, b0_3t);

    // store
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = batch.dst_begin + target_seq * 16u;
        put_dst(target_base + jb0, yb0.y0);
        put_dst(target_base + jb0 + 4u, yb0.y1);
        put_dst(target_base + jb0 + 8u, yb0.y2);
        put_dst(target_base + jb0 + 12u, yb0.y3);
    }
}
