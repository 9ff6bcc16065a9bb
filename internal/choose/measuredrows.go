package choose

import (
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// measuredRows lists the fastest row kernels measured on an NVIDIA H200 by bench/sweep, by length.
// Lengths of 37 to 47 were measured on an H100. Choose takes them before the model's choice on
// every device that can run them.
var measuredRows = strings.Fields(`
fft3_3_p3_t64_split_linear_instaged_outstaged
fft7_7_p7_t256_split_linear_instaged_outstaged
fft9_3.3_p9_t128_split_linear_instaged_outstaged
fft11_11_p11_t32_complex_linear_instaged_outstaged
fft13_13_p13_t32_split_linear_instaged_outstaged
fft16_16_p16_t32_complex_pad4_instaged_outstaged
fft17_17_p17_t32_split_linear_instaged_outstaged
fft27_27_p27_t64_split_linear_instaged_outstaged
fft31_31_p31_t64_split_linear_instaged_outstaged
fft32_8.4_p8_t8_complex_pad3
fft37_37_p37_t64_split_linear_instaged_outstaged
fft41_41_p41_t64_split_linear_instaged_outstaged
fft43_43_p43_t64_split_linear_instaged_outstaged
fft47_47_p47_t64_split_linear_instaged_outstaged
fft48_8.6_p12_t32_split_pad2
fft49_49_p49_t32_split_linear_instaged_outstaged
fft60_4.15_p15_t32_split_xor7
fft61_rader61x4.15_1_p16_t32_split_linear_instaged_inbatchfastest_outstaged_outbatchfastest
fft64_8.8_p8_t4_complex_pad3
fft80_8.10_p20_t16_split_pad2
fft81_9.9_p9_t14_split_linear_instaged_outstaged
fft96_12.8_p12_t8_split_pad2
fft100_25.4_p25_t16_split_linear_instaged_outstaged
fft120_8.15_p15_t16_split_xor6
fft121_11.11_p11_t11_split_linear
fft127_rader127x7.18_1_p19_t16_complex_linear_instaged_inbatchfastest_outstaged_outbatchfastest
fft128_16.8_p16_t4_complex_pad4
fft144_12.12_p12_t10_split_pad2
fft169_13.13_p13_t9_split_linear
fft180_12.15_p12_t8_split_xor6
fft192_24.8_p24_t16_split_pad3
fft200_8.25_p25_t8_split_xor7
fft216_8.27_p27_t8_split_xor7
fft243_9.27_p27_t3_split_digits1_basis_fencestages
fft256_16.16_p16_t2_complex_pad4
fft300_20.15_p15_t8_split_pad3
fft320_16.20_p16_t8_split_pad4
fft343_7.7.7_p7_t3_complex3_digits0down.pad0x1
fft360_20.18_p18_t3_split_pad2
fft375_3.5.25_p24_t4_split_linear
fft384_24.16_p24_t4_split_xor3
fft480_24.20_p20_t4_split_xor3
fft500_25.5.4_p25_t3_split_linear
fft512_8.8.8_p8_t1_split_xor3
fft625_25.5.5_p20_t2_split_linear
fft640_20.32_p20_t2_split_pad2
fft729_27.27_p27_t2_split_linear
fft750_5.6.25_p24_t2_split_linear
fft768_24.32_p24_t2_split_pad3
fft810_2.15.27_p26_t2_split_linear
fft896_28.32_p28_t2_split_pad5
fft900_3.12.25_p24_t3_split_linear
fft960_30.32_p30_t2_split_linear
fft1000_10.10.10_p10_t3_complex2_digits1
fft1009_folded1009x16.9.7_1_p16_t1_split_digits2down.pad2x1_fma_fencebarriers
fft1021_folded1021x20.17.3_1_p17_t1_split_digits0down.pad1x1_fencebarriers
fft1024_4.16.16_p16_t2_split_pad5
fft1080_3.18.20_p18_t1_split_linear
fft1152_24.12.4_p24_t2_split_xor3
fft1250_25.10.5_p20_t2_split_linear
fft1280_8.8.20_p40_t1_split5_xor3
fft1440_5.12.24_p24_t1_split2_linear
fft1536_8.8.24_p24_t2_split_xor3
fft1920_2.30.32_p30_t1_split_digits0.pad0x1
fft2000_5.20.20_p20_t1_split_linear_basis
fft2048_8.16.16_p16_t1_split_pad5
fft2187_27.9.9_p27_t1_split_digits0down_basis_share
fft2401_7.7.7.7_p19_t1_split_digits3.cyclic_basis3_share
fft2560_16.16.10_p16_t1_split_xor4
fft3072_16.16.12_p32_t1_split2_xor4
fft3600_25.24.6_p24_t1_split2_linear_basis_share
fft4000_25.16.10_p25_t1_split_linear
fft4093_rader4093x31.12.11_1_p22_t1_split_linear_instaged_outstaged
fft4096_32.16.8_p32_t1_split2_pad5
fft5000_25.20.10_p20_t1_split2_digits0down_basis3_share
fft6000_25.24.10_p24_t1_split2_digits0down_basis5_vec4
fft6144_32.16.12_p32_t1_split2_pad5_share
fft6561_9.27.27_p27_t1_complex3_digits1_basis_share_fma
fft7680_32.30.8_p30_t1_split2_pad5
fft8000_20.20.20_p20_t1_split2_xor5_basis5
fft8191_folded8191x26.35.9_1_p26_t1_complex2_digits0down.pad2x0_fma
fft8192_32.16.16_p32_t1_split2_digits0down.pad1x0
fft10000_25.20.20_p20_t1_split2_digits0.outer31_basis3
fft12000_32.25.15_p25_t1_split3_pad5_basis
fft12288_32.32.12_p32_t1_complex4_digits0down.pad1x0_basis_share
fft15625_25.25.25_p25_t1_complex3_digits0_basis
fft16381_folded16381x36.35.13_1_p32_t1_split2_digits2.pad1x0_fma_fencebarriers
fft16384_32.32.16_p32_t1_split2_digits0down.pad1x0_basis_share_fma_vec4
`)

// measuredConvolutions lists time and kernel: the fastest kernels measured that do a circular
// convolution in one pass. Times are in passes over the convolution's points at the speed of
// a copy.
var measuredConvolutions = []string{
	"0.804 fft256_16.16_p16_t2_split_digits0.pad1x0_vec4",
	"0.837 fft512_32.16_p32_t2_split2_digits1.pad1x0_basis2_fma_vec4_fencestages",
	"0.945 fft1024_32.32_p32_t1_split_digits1.pad1x0_basis2_share_fma_vec4_fencestages",
	"1.438 fft2048_32.8.8_p32_t1_complex4_digits0.pad1x0_basis3_fma_vec4_fencestages",
	"1.341 fft4096_16.16.16_p16_t1_complex2_digits0down.pad1x0_basis_share_fma_vec4",
	"1.599 fft8192_16.16.32_p32_t1_complex4_digits0down.pad1x0_share_vec4",
	"1.750 fft16384_16.32.32_p32_t1_complex4_digits0down.pad1x0_basis3_fma_vec4",
}

// measuredConvolution returns the measured kernel for a convolution of m points in one pass, if
// there is one.
func measuredConvolution(m int) (measuredPass, bool) {
	for _, text := range measuredConvolutions {
		trips, name, _ := strings.Cut(text, " ")
		k, err := wgsl.ParseKernel(name)
		t, malformed := strconv.ParseFloat(trips, 64)
		if err == nil && malformed == nil && k.N() == m {
			return measuredPass{k, t}, true
		}
	}
	return measuredPass{}, false
}

// measuredRow returns the measured kernel for rows of n points, if there is one.
func measuredRow(n int) (wgsl.Kernel, bool) {
	for _, name := range measuredRows {
		k, err := wgsl.ParseKernel(name)
		if err == nil && k.N() == n {
			return k, true
		}
	}
	return wgsl.Kernel{}, false
}
