package wgsl_test

import (
	"math"
	"math/cmplx"
	"testing"

	"wgfft/internal/doubledouble"
	"wgfft/internal/transforms"
	"wgfft/wgsl"
)

// numbers returns the n real numbers of the bins of a half spectrum, without a factor. The first and the
// last bin are real.
func numbers(bins []complex128, n int) []complex128 {
	all := make([]complex128, n)
	for k, z := range bins {
		all[(n-k)%n], all[k] = cmplx.Conj(z), z
	}
	all[0], all[n/2] = complex(real(all[0]), 0), complex(real(all[n/2]), 0)
	return inverse(all)
}

// pairs returns points with neighboring real numbers as their parts.
func pairs(x []complex128) (all []complex128) {
	for j := 0; j < len(x); j += 2 {
		all = append(all, complex(real(x[j]), real(x[j+1])))
	}
	return all
}

// trig returns the cosine or sine transform of a row of numbers, DCT2 or DST4, times a factor:
//
//	DCT2  2 sum of x[j] cos(pi k (2j+1) / 2n)
//	DST4  2 sum of x[j] sin(pi (2k+1)(2j+1) / 4n)
func trig(kind transforms.Kind, scale float64) func(x []complex128) []complex128 {
	return func(x []complex128) []complex128 {
		n := len(x)
		all := make([]complex128, n)
		for k := range all {
			var sum doubledouble.Real
			for j, z := range x {
				factor := doubledouble.Root(8*n, 2*k*(2*j+1)%(8*n)).Re
				if kind == transforms.DST4 {
					factor = doubledouble.Root(8*n, (2*k+1)*(2*j+1)%(8*n)).Im.Neg()
				}
				sum = sum.Add(doubledouble.Real{Hi: real(z)}.Mul(factor))
			}
			all[k] = complex(2*scale*sum.Hi, 0)
		}
		return all
	}
}

// factored returns a trial of a convolution between rows, with factors on load and store.
func factored(k wgsl.Kernel, batch int) trial {
	given := map[string][]complex128{}
	for name, n := range map[string]int{
		"in_factors": k.Load.View.Bound, "spectrum": k.N(), "out_factors": k.Store.View.Bound,
	} {
		given[name] = rounded(single{}, noise(n))
	}
	factor := func(x, by []complex128) {
		for i, w := range by {
			x[i] *= w
		}
	}
	tr := convolution(k, batch, func(_ int, x []complex128) []complex128 {
		factor(x, given["in_factors"])
		x = forward(x)
		factor(x, given["spectrum"])
		x = inverse(x)
		factor(x, given["out_factors"])
		return x
	})
	tr.given, tr.bound = given, math.Sqrt2*tolerance(k.N())
	return tr
}

// axes returns the transform along all axes of an array.
func axes(extents ...int) func(q int, x []complex128) []complex128 {
	return func(_ int, x []complex128) []complex128 {
		apart := len(x)
		for _, n := range extents {
			apart /= n
			for first := range x {
				if first/apart%n > 0 {
					continue
				}
				line := make([]complex128, n)
				for j := range line {
					line[j] = x[first+j*apart]
				}
				for k, z := range forward(line) {
					x[first+k*apart] = z
				}
			}
		}
		return x
	}
}

// samples returns a trial of rows of 32 unsigned bytes, 4 apart from number 2 on.
func samples(k wgsl.Kernel, batch int) trial {
	tr := realRows(k, batch, 4*32, 17, func(x []complex128) []complex128 {
		var row []complex128
		for j := range 32 {
			row = append(row, x[4*j+2])
		}
		row = halfSpectrum(pairs(row))
		for k := range row {
			row[k] *= 2 // the split has no factor
		}
		return row
	})
	for i := range tr.source {
		tr.source[i] = complex(float64(i*i%251), 0)
	}
	return tr
}

// integers returns a trial of half spectra of rows of 32 integers, divided by 32.
func integers(k wgsl.Kernel, batch int) trial {
	tr := realRows(k, batch, 17, 32, func(bins []complex128) []complex128 {
		x := numbers(bins, 32)
		for j, z := range x {
			x[j] = complex(math.Round(real(z)/32), 0)
		}
		return x
	})
	for q := range batch {
		x := make([]complex128, 32)
		for j := range x {
			x[j] = complex(float64((q+j*j*37)%2001-1000), 0)
		}
		copy(tr.source[17*q:], halfSpectrum(pairs(x)))
	}
	return tr
}

// kernels returns a kernel of each idea by name, in addition to shapes.
func kernels(t *testing.T) map[string]trial {
	all := map[string]trial{}
	for name, of := range map[string]func(k wgsl.Kernel) trial{
		"fft16_4.4_p4_t4_split_outrow17x0_out(scale0.5)(split32)_tail": func(k wgsl.Kernel) trial {
			return realRows(k, 9, 16, 17, halfSpectrum)
		},
		"fft16_4.4_p8_t2_split_inrow17x0_inmirrorzero_in(halfspectrum32)(merge32)(swap)" +
			"_out(swap)": func(k wgsl.Kernel) trial {
			return realRows(k, 6, 17, 16, func(x []complex128) []complex128 { return pairs(numbers(x, 32)) })
		},
		"fft5_5_p5_t4_split_inrow5x0_in(realpoints.tworows)" +
			"_outrow3x0_out(scale0.5)(split5.tworows)_tail": func(k wgsl.Kernel) trial {
			tr := realRows(k, 18, 5, 3, func(x []complex128) []complex128 { return forward(x)[:3] })
			tr.batch = 9
			return tr
		},
		"fft32_4.8_p16_t2_split_inrow64x0_inmirrorhalf_in(evenoddpairs)" +
			"_outrow64x0_outmirrorzero_out(dct2pairs64)(dct2bins64.rotated)_tail": func(k wgsl.Kernel) trial {
			return realRows(k, 5, 64, 64, trig(transforms.DCT2, 1))
		},
		"fft16_4.4_p8_t4_split_inrow32x0_insegments2x96_inmirrorhalf_in(dct4rotation32.sine)" +
			"_outrow32x0_outmirrorhalf_out(dct4rotation32.sine)": func(k wgsl.Kernel) trial {
			return realRows(k, 4, 32, 32, trig(transforms.DST4, 0.5))
		},
		"fft16_4.4_p4_t4_split_inrow32x0_inarray32x4+2_inuint8_in(realpoints)" +
			"_outrow17x0_out(split32)_tail": func(k wgsl.Kernel) trial {
			return samples(k, 7)
		},
		"fft16_4.4_p4_t4_split_inrow17x0_in(halfspectrum32)(merge32)(swap)" +
			"_outrow32x0_outint16_out(swap)(scale0.03125)(realpoints)": func(k wgsl.Kernel) trial {
			return integers(k, 8)
		},
		"fft80_8.10_p10_t4_split_inbatch37_inbound37_in(factor)_filter(spectra1)" +
			"_outbatch37_outbound37_out(swap)(factor)_tail": func(k wgsl.Kernel) trial {
			return factored(k, 7)
		},
		"fft60_3.4.5_p12_t2_split_inbound29_in(factor)_filter(spectra1)" +
			"_outbound29_out(swap)(factor)_basis1_vec4": func(k wgsl.Kernel) trial {
			return factored(k, 6)
		},
		"fft37_rader37_by4.9_folded_1_p4_t2_split_digits_fencebarriers": func(k wgsl.Kernel) trial {
			return transform(k, 6, nil, nil)
		},
		"fft127_rader127_by14.9_1_p14_t4_split_instaged_outstaged_tail": func(k wgsl.Kernel) trial {
			return transform(k, 6, nil, nil)
		},
		"fft16_4.4_p4_t4_split_inarray16x3x10.20x-300+9000_outplanar_tail": func(k wgsl.Kernel) trial {
			return transform(k, 11, nil, nil)
		},
		"fft16_4.4_p4_t4_inbatchfastest_inpoints16_inbatch16x1.256_insegments2x160" +
			"_outbatchfastest_outsegments3x96_tail_offset": func(k wgsl.Kernel) trial {
			return transform(k, 16, nil, nil)
		},
		"fft72_2x3.2x2.3_p6_t2_vectorradix_split2_digits_share": func(k wgsl.Kernel) trial {
			return convolution(k, 4, axes(2, 6, 6))
		},
		"fft768_3.16.16_p16_t2_split3_pad5": func(k wgsl.Kernel) trial {
			return transform(k, 2, nil, nil)
		},
		"fft225_9.25_p25_t4_split_fma_tail": func(k wgsl.Kernel) trial {
			return transform(k, 5, nil, nil)
		},
	} {
		all[name] = of(parse(t, name))
	}
	return all
}

// A kernel of each idea runs on the device. A usual run takes half of them, because package pipeline runs most ideas.
func TestKernels(t *testing.T) {
	d := open(t)
	for name, tr := range usual(t, kernels(t), 2) {
		t.Run(name, func(t *testing.T) { tr.run(t, d) })
	}
}
