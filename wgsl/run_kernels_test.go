package wgsl_test

import (
	"maps"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"wgfft/internal/dft"
	"wgfft/internal/ref"
	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// numbers returns the n real numbers of the bins of a half spectrum, whose ends are real, without a factor.
func numbers(bins []complex128, n int) []complex128 {
	all := make([]complex128, n)
	for k, z := range bins {
		all[(n-k)%n], all[k] = cmplx.Conj(z), z
	}
	all[0], all[n/2] = complex(real(all[0]), 0), complex(real(all[n/2]), 0)
	return dft.New(n).Inverse(nil, all)
}

// pairs returns points whose parts are neighboring real numbers.
func pairs(x []complex128) (all []complex128) {
	for j := 0; j < len(x); j += 2 {
		all = append(all, complex(real(x[j]), real(x[j+1])))
	}
	return all
}

// trig returns the cosine or sine transform of a row of numbers, times a factor.
func trig(kind ref.Trig, scale float64) func(x []complex128) []complex128 {
	return func(x []complex128) []complex128 {
		row, bins, all := make([]float64, len(x)), make([]int, len(x)), make([]complex128, len(x))
		for j, z := range x {
			row[j], bins[j] = real(z), j
		}
		for k, y := range ref.TrigBins(row, kind, bins) {
			all[k] = complex(scale*y, 0)
		}
		return all
	}
}

// factored returns a trial of a convolution between rows, with factors on load and store.
func factored(k wgsl.Kernel, batch int) trial {
	given := map[string][]complex128{}
	sizes := map[string]int{"in_factors": k.Load.View.Bound, "spectrum": k.N(), "out_factors": k.Store.View.Bound}
	for name, n := range sizes {
		given[name] = rounded(single{}, noise(n))
	}
	factor := func(name string) pointFunc {
		return func(_, j int, z complex128) complex128 {
			if j >= len(given[name]) {
				return 0
			}
			return given[name][j] * z
		}
	}
	tr := transform(k, batch, func(q int, x []complex128) []complex128 {
		x = dftWith(factor("in_factors"), factor("spectrum"))(q, x)
		return factor("out_factors").all(q, dft.New(len(x)).Inverse(nil, x))
	})
	tr.given, tr.bound = given, math.Sqrt2*tolerance(k.N())
	return tr
}

// bytesToBins returns a trial of rows of 32 unsigned bytes, 4 apart from number 2 on. The split has no factor.
func bytesToBins(k wgsl.Kernel, batch int) trial {
	double := pointFunc(func(_, _ int, z complex128) complex128 { return 2 * z })
	tr := newTrial(k, batch, apart(32, 4, 2), apart(17, 1, 0), func(q int, x []complex128) []complex128 {
		return double.all(q, halfSpectrum(pairs(x)))
	})
	for i := range tr.source {
		tr.source[i] = complex(float64(i*i%251), 0)
	}
	return tr
}

// A kernel of each idea runs on the device.
func TestKernels(t *testing.T) {
	k, plain, d := func(name string) wgsl.Kernel { return parse(t, name) }, dftWith(nil, nil), testgpu.Open(t)
	fromBins := func(x []complex128) []complex128 { return pairs(numbers(x, 32)) }
	half := func(x []complex128) []complex128 { return dft.New(5).Forward(nil, x)[:3] }
	twoRows := rows(k("fft5_5_p5_t4_split_inrow5x0_in(realpoints.tworows)_outrow3x0_"+
		"out(scale0.5)(split5.tworows)_tail"), 18, 5, 3, half)
	twoRows.batch = 9 // transforms
	for _, tr := range append(slices.Collect(maps.Values(shapes(t))),
		rows(k("fft16_4.4_p4_t4_split_outrow17x0_out(scale0.5)(split32)_tail"), 9, 16, 17, halfSpectrum),
		rows(k("fft16_4.4_p8_t2_split_inrow17x0_inmirrorzero_in(halfspectrum32)(merge32)(swap)_out(swap)"),
			6, 17, 16, fromBins),
		twoRows,
		rows(k("fft32_4.8_p16_t2_split_inrow64x0_inmirrorhalf_in(evenoddpairs)_outrow64x0_outmirrorzero_"+
			"out(dct2pairs64)(dct2bins64.rotated)_tail"), 5, 64, 64, trig(ref.DCT2, 1)),
		rows(k("fft16_4.4_p8_t4_split_inrow32x0_insegments2x96_inmirrorhalf_in(dct4rotation32.sine)_"+
			"outrow32x0_outmirrorhalf_out(dct4rotation32.sine)"), 4, 32, 32, trig(ref.DST4, 0.5)),
		bytesToBins(k("fft16_4.4_p4_t4_split_inrow32x0_inarray32x4+2_inuint8_in(realpoints)_"+
			"outrow17x0_out(split32)_tail"), 7),
		factored(k("fft80_8.10_p10_t4_split_inbatch37_inbound37_in(factor)_filter(spectra1)_outbatch37_outbound37_"+
			"out(swap)(factor)_tail"), 7),
		factored(k("fft60_3.4.5_p12_t2_split_inbound29_in(factor)_filter(spectra1)_outbound29_"+
			"out(swap)(factor)_basis1_vec4"), 6),
		transform(k("fft37_rader37_by4.9_folded_1_p4_t2_split_digits_fencebarriers"), 6, plain),
		transform(k("fft127_rader127_by14.9_1_p14_t4_split_instaged_outstaged_tail"), 6, plain),
		transform(k("fft16_4.4_p4_t4_split_inarray16x3x10.20x-300+9000_outplanar_tail"), 11, plain),
		transform(k("fft16_4.4_p4_t4_inbatchfastest_inpoints16_inbatch16x1.256_insegments2x160_"+
			"outbatchfastest_outsegments3x96_tail_offset"), 16, plain),
	) {
		t.Run(tr.kernel.Name(), func(t *testing.T) { tr.run(t, d) })
	}
}
