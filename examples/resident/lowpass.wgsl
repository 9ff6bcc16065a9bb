// Clears all bins of rows of 1024 bins, except for those from -100 to 100.
@group(0) @binding(0) var<storage, read_write> spectrum: array<vec2<f32>>;

@compute @workgroup_size(64)
fn lowpass(@builtin(global_invocation_id) id: vec3<u32>) {
	let k = id.x % 1024u;
	if (min(k, 1024u - k) > 100u) {
		spectrum[id.x] = vec2<f32>(0.0, 0.0);
	}
}
