// 3072 elements of shape [48 64], one for each invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> src0: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> src1: array<f32>;
@group(0) @binding(3) var<uniform> params: array<vec4<f32>, 1>;

var<private> nd2_one: f32;

// x, hidden from the optimiser
fn ds1_hidden(x: f32) -> f32 {
    return bitcast<f32>(min(bitcast<u32>(x), u32(0xfffffffeu)));
}

// a b - p for p = a b rounded, exactly
fn ds1_rest(a: f32, b: f32, p: f32) -> f32 {
    return fma(a, b, -p);
}

// hi + lo as a number (Dekker 1971)
fn ds1_normal(hi: f32, lo: f32) -> vec2<f32> {
    let h = hi + lo;
    let l = lo - (h - hi);
    return vec2<f32>(h, l);
}

// a + b of high and low parts, with the exact error of the high parts (Knuth)
fn ds1_sum(ah: f32, al: f32, bh: f32, bl: f32) -> vec2<f32> {
    let s = ah + bh;
    let v = s - ah;
    let e = (ah - (s - v)) + (bh - v) + (al + bl);
    return ds1_normal(s, e);
}

// a b of high and low parts, with the exact error of the high parts
fn ds1_product(ah: f32, al: f32, bh: f32, bl: f32) -> vec2<f32> {
    let p = ah * bh;
    return ds1_normal(p, ds1_rest(ah, bh, p) + (ah * bl + al * bh));
}

// a b - p for p = a b rounded, exactly
fn ds2_rest(a: vec2<f32>, b: vec2<f32>, p: vec2<f32>) -> vec2<f32> {
    return fma(a, b, -p);
}

// hi + lo as a number (Dekker 1971)
fn ds2_normal(hi: vec2<f32>, lo: vec2<f32>) -> vec4<f32> {
    let h = hi + lo;
    let l = lo - (h - hi);
    return vec4<f32>(h.x, l.x, h.y, l.y);
}

// a + b of high and low parts, with the exact error of the high parts (Knuth)
fn ds2_sum(ah: vec2<f32>, al: vec2<f32>, bh: vec2<f32>, bl: vec2<f32>) -> vec4<f32> {
    let s = ah + bh;
    let v = s - ah;
    let e = (ah - (s - v)) + (bh - v) + (al + bl);
    return ds2_normal(s, e);
}

fn ds_add_real(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return ds1_sum(a.x, a.y, b.x, b.y);
}

fn ds_times_real(r: vec2<f32>, v: vec2<f32>) -> vec2<f32> {
    return ds1_product(r.x, r.y, v.x, v.y);
}

// a w = re(a) w + im(a) i w, complex
fn ds_mul_complex(a: vec4<f32>, w: vec4<f32>) -> vec4<f32> {
    let iw = vec4<f32>(-w.zw, w.xy);
    let p = a.xx * w.xz;
    let q = a.zz * iw.xz;
    let e = ds2_rest(a.xx, w.xz, p) + (a.xx * w.yw + a.yy * w.xz);
    let f = ds2_rest(a.zz, iw.xz, q) + (a.zz * iw.yw + a.ww * iw.xz);
    return ds2_sum(p, e, q, f);
}

fn nd2_isnegative(a: vec2<f32>) -> bool { return bitcast<u32>(a.x) >= 0x80000000u; }

fn nd2_abs(x_: vec2<f32>) -> vec2<f32> {
	return select(x_, -x_, nd2_isnegative(x_));
}

fn nd2_less(a: vec2<f32>, b: vec2<f32>) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }

fn nd2_nan() -> vec2<f32> {
	var bits = 0x7fc00000u; // compilers refuse constant NaN
	return vec2<f32>(bitcast<f32>(bits), 0.0);
}

fn nd2_floor(a: vec2<f32>) -> vec2<f32> {
	let h = floor(a.x);
	if (h != a.x) {
		return vec2<f32>(h, 0.0);
	}
	return ds1_normal(h, floor(a.y));
}

fn nd2_quarter(z_: vec4<f32>, n_: vec2<f32>) -> vec4<f32> {
	let q_ = ds_add_real(n_, -ds_times_real(vec2<f32>(4e+00, 0.0) * nd2_one, nd2_floor(ds_times_real(vec2<f32>(2.5e-01, 0.0) * nd2_one, n_))));
	if (all(q_ == vec2<f32>(1e+00, 0.0) * nd2_one)) {
		return vec4<f32>(-z_.zw, z_.xy);
	}
	if (all(q_ == vec2<f32>(2e+00, 0.0) * nd2_one)) {
		return vec4<f32>(-z_.xy, -z_.zw);
	}
	if (all(q_ == vec2<f32>(3e+00, 0.0) * nd2_one)) {
		return vec4<f32>(z_.zw, -z_.xy);
	}
	return z_;
}

fn nd2_cis(x_: vec2<f32>) -> vec4<f32> {
	if (nd2_less(nd2_abs(x_), vec2<f32>(1e-08, 6.0774707e-17) * nd2_one)) {
		return vec4<f32>(vec2<f32>(1e+00, 0.0) * nd2_one, x_);
	}
	if (!nd2_less(nd2_abs(x_), vec2<f32>(4.2949673e+09, 0.0) * nd2_one)) {
		return vec4<f32>(nd2_nan(), nd2_nan());
	}
	let n_ = nd2_floor(ds_add_real(ds_times_real(vec2<f32>(6.3661975e-01, 2.5682553e-08) * nd2_one, x_), vec2<f32>(5e-01, 0.0) * nd2_one));
	let a_ = ds_add_real(ds_times_real(n_, vec2<f32>(4.4535846e-06, 0.0) * nd2_one), ds_add_real(ds_times_real(n_, -vec2<f32>(1.5708008e+00, 0.0) * nd2_one), x_));
	let b_ = ds_add_real(ds_times_real(n_, vec2<f32>(8.706138e-10, 0.0) * nd2_one), a_);
	let r_ = ds_add_real(ds_times_real(n_, -vec2<f32>(5.721189e-18, -1.903489e-25) * nd2_one), ds_add_real(ds_times_real(n_, -vec2<f32>(6.2228e-14, 0.0) * nd2_one), b_));
	let z_ = ds_times_real(r_, r_);
	let u_ = ds_add_real(vec2<f32>(2.7557314e-06, -6.757695e-14) * nd2_one, ds_times_real(z_, ds_add_real(-vec2<f32>(2.5050747e-08, 5.085174e-16) * nd2_one, ds_times_real(z_, vec2<f32>(1.589623e-10, -7.8583477e-20) * nd2_one))));
	let v_ = ds_add_real(vec2<f32>(8.333334e-03, -4.3462842e-10) * nd2_one, ds_times_real(z_, ds_add_real(-vec2<f32>(1.984127e-04, -2.8424e-12) * nd2_one, ds_times_real(z_, u_))));
	let s_ = ds_add_real(r_, ds_times_real(ds_times_real(r_, z_), ds_add_real(-vec2<f32>(1.6666667e-01, -4.9670543e-09) * nd2_one, ds_times_real(z_, v_))));
	let g_ = ds_add_real(-vec2<f32>(2.7557314e-07, -1.178585e-15) * nd2_one, ds_times_real(z_, ds_add_real(vec2<f32>(2.0875701e-09, -3.25736e-17) * nd2_one, ds_times_real(z_, -vec2<f32>(1.13585365e-11, 1.4198806e-20) * nd2_one))));
	let h_ = ds_add_real(-vec2<f32>(1.3888889e-03, -3.3632677e-11) * nd2_one, ds_times_real(z_, ds_add_real(vec2<f32>(2.4801588e-05, -3.534352e-13) * nd2_one, ds_times_real(z_, g_))));
	let c_ = ds_add_real(vec2<f32>(1e+00, 0.0) * nd2_one, -ds_add_real(ds_times_real(vec2<f32>(5e-01, 0.0) * nd2_one, z_), -ds_times_real(ds_times_real(z_, z_), ds_add_real(vec2<f32>(4.1666668e-02, -1.2417635e-09) * nd2_one, ds_times_real(z_, h_)))));
	return nd2_quarter(vec4<f32>(c_, s_), n_);
}

fn nd2_f0_kick(psi_: vec4<f32>, v_: vec2<f32>, dt_: vec2<f32>) -> vec4<f32> {
	if (all(v_ == vec2<f32>(0.0, 0.0))) {
		return psi_;
	}
	return ds_mul_complex(psi_, nd2_cis(ds_times_real(-dt_, v_)));
}

fn nd2_quotient(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
	let s = select(1.0, 0.25, abs(b.x) > 4.25352959e37); // 1/b is denormal for b above 2^126
	return vec2<f32>(ds1_hidden((a.x * s) / (b.x * s)), 0.0);
}

fn nd2_div(a_: vec2<f32>, b_: vec2<f32>) -> vec2<f32> {
	let q_ = nd2_quotient(a_, b_);
	let r_ = ds_add_real(a_, -ds_times_real(q_, b_));
	let p_ = nd2_quotient(r_, b_);
	return ds_add_real(q_, ds_add_real(p_, nd2_quotient(ds_add_real(r_, -ds_times_real(p_, b_)), b_)));
}

fn nd2_divide(a_: vec4<f32>, b_: vec2<f32>) -> vec4<f32> {
	return vec4<f32>(nd2_div(a_.xy, b_), nd2_div(a_.zw, b_));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
	nd2_one = f32(1u + group.z);
	let i = i32((group.y * 32768u + group.x) * 64u + local);
	if (i >= 3072) {
		return;
	}
	let v0 = dst[i];
	let v1 = src0[i];
	let v2 = params[0].xy;
	let v3 = nd2_f0_kick(v0, v1, v2);
	let v4 = src1[i];
	let v5 = vec2<f32>(v4, 0.0);
	let v6 = nd2_divide(v3, v5);
	dst[i] = v6;
}
