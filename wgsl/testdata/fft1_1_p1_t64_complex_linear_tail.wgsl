// fft1_1_p1_t64_complex_linear_tail
// X[k] = sum over j of x[j] w_1^(jk), w_1 = exp(-2 pi i / 1)
// point j of transform q: x at q * 1 + j * 1, X at q * 1 + j * 1
// 64 transforms per workgroup, 1 threads each

struct Batch { end: u32 }
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> batch: Batch;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let first = group.x * 64u; // the workgroup's first transform
    let t = 0u; // thread of the transform
    let q = local.x; // transform of the workgroup
    let seq = min(first + q, batch.end - 1u); // idle threads repeat the last transform
    let ja0 = 0u; // the only point
    let source = seq;
    let a0_0 = src[source + ja0];
    if (first + q < batch.end) {
        let target_seq = first + q;
        let target_base = target_seq;
        dst[target_base + ja0] = a0_0;
    }
}
