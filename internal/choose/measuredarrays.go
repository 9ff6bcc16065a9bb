package choose

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"wgfft/plan"
	"wgfft/wgsl"
)

// measuredArrays lists shape, batch and kernel: the fastest kernels measured on an NVIDIA H200 for
// batches of small arrays. The cost model chooses for other shapes.
var measuredArrays = []string{
	"2x2 1 fft4_2x2_p4_t1_product_complex_linear",
	"2x2 8192 fft4_2x2_p2_t32_product_complex_pad4_instaged_outstaged",
	"12x12 1 fft144_12x12_p12_t1_complex_pad3_instaged_outstaged",
	"12x12 8192 fft144_12x12_p12_t8_product_split_pad2_instaged_outstaged",
	"16x16 1 fft256_4.4x4.4_p4_t1_product_split_xor3",
	"16x16 262144 fft256_16x16_p16_t2_split_pad4_instaged_outstaged",
	"8x12 1 fft96_8x12_p8_t1_product_complex_pad5_instaged_outstaged",
	"8x12 8192 fft96_8x12_p24_t8_split_pad3_instaged_outstaged",
	"12x20 1 fft240_12x20_p12_t1_product_complex_xor6_instaged_outstaged",
	"12x20 8192 fft240_3.4x4.5_p15_t2_split_xor7",
	"24x24x24 4854 fft13824_24x3.8x8.3_p24_t1_split2_digits3down.pad2x0_basis_share_vectorradix",
	"32x32 65536 fft1024_32x32_p32_t1_split_pad5_instaged_outstaged",
	"64x64 16384 fft4096_8.8x4.16_p32_t1_split2_digits0down.pad2x1",
	"128x128 4096 fft16384_16.8x4.32_p32_t1_split2_digits1down.pad1x1_basis_share",
}

// measuredArray returns the measured kernel for arrays with these axes. It takes the one whose
// measured batch is nearest by ratio. It returns false if the device can run none.
func measuredArray(axes []plan.Axis, batch int, l wgsl.Limits) (wgsl.Kernel, bool) {
	var shape []int
	for _, axis := range slices.Backward(axes) {
		shape = append(shape, axis.N)
	}
	var best wgsl.Kernel
	nearest := math.Inf(1)
	for _, favourite := range measuredArrays {
		fields := strings.Fields(favourite)
		if len(fields) != 3 || fields[0] != plan.Dims(shape) || axes[0].InnerExtent > 1 {
			continue
		}
		measured, err := strconv.Atoi(fields[1])
		if err != nil || measured < 1 {
			continue
		}
		k, err := wgsl.ParseKernel(fields[2])
		if err != nil {
			continue
		}
		inPlace := k
		inPlace.InPlace = true
		_, count := plan.JointAxis(k, axes)
		away := math.Abs(math.Log(float64(batch) / float64(measured)))
		if away < nearest && count == len(axes) && k.Check(l) == nil && inPlace.Check(l) == nil {
			best, nearest = k, away
		}
	}
	return best, !math.IsInf(nearest, 1)
}
