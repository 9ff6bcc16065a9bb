package plan

import (
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// favourites are the fastest kernels measured on an NVIDIA H200 (bench/sweep, 2^26 points, November 2026), by length; 37 to 47 points on an H100. They
// serve other devices too where they fit: they come first in the rule, and the model speaks where they are silent.
var favourites = strings.Fields(`
fft3_3_p3_t64_one_linear_instaged_outstaged
fft7_7_p7_t256_one_linear_instaged_outstaged
fft9_3.3_p9_t128_one_linear_instaged_outstaged
fft11_11_p11_t32_complex_linear_instaged_outstaged
fft13_13_p13_t32_one_linear_instaged_outstaged
fft16_16_p16_t32_complex_pad4_instaged_outstaged
fft17_17_p17_t32_one_linear_instaged_outstaged
fft27_27_p27_t64_one_linear_instaged_outstaged
fft31_31_p31_t64_one_linear_instaged_outstaged
fft32_8.4_p8_t8_complex_pad3
fft37_37_p37_t64_one_linear_instaged_outstaged
fft41_41_p41_t64_one_linear_instaged_outstaged
fft43_43_p43_t64_one_linear_instaged_outstaged
fft47_47_p47_t64_one_linear_instaged_outstaged
fft48_8.6_p12_t32_one_pad2
fft49_49_p49_t32_one_linear_instaged_outstaged
fft60_4.15_p15_t32_one_xor7
fft61_rader61x4.15_1_p16_t32_one_linear_instaged_inacross_outstaged_outacross
fft64_8.8_p8_t4_complex_pad3
fft80_8.10_p20_t16_one_pad2
fft81_9.9_p9_t14_one_linear_instaged_outstaged
fft96_12.8_p12_t8_one_pad2
fft100_25.4_p25_t16_one_linear_instaged_outstaged
fft120_8.15_p15_t16_one_xor6
fft121_11.11_p11_t11_one_linear
fft127_rader127x7.18_1_p19_t16_complex_linear_instaged_inacross_outstaged_outacross
fft128_16.8_p16_t4_complex_pad4
fft144_12.12_p12_t10_one_pad2
fft169_13.13_p13_t9_one_linear
fft180_12.15_p12_t8_one_xor6
fft192_24.8_p24_t16_one_pad3
fft200_8.25_p25_t8_one_xor7
fft216_8.27_p27_t8_one_xor7
fft243_9.27_p27_t3_one_cube16_few_breaksteps
fft256_16.16_p16_t2_complex_pad4
fft300_20.15_p15_t8_one_pad3
fft320_16.20_p16_t8_one_pad4
fft343_7.7.7_p7_t3_complex3_cube9
fft360_20.18_p18_t3_one_pad2
fft375_3.5.25_p24_t4_one_linear
fft384_24.16_p24_t4_one_xor3
fft480_24.20_p20_t4_one_xor3
fft500_25.5.4_p25_t3_one_linear
fft512_8.8.8_p8_t1_one_xor3
fft625_25.5.5_p20_t2_one_linear
fft640_20.32_p20_t2_one_pad2
fft729_27.27_p27_t2_one_linear
fft750_5.6.25_p24_t2_one_linear
fft768_24.32_p24_t2_one_pad3
fft810_2.15.27_p26_t2_one_linear
fft896_28.32_p28_t2_one_pad5
fft900_3.12.25_p24_t3_one_linear
fft960_30.32_p30_t2_one_linear
fft1000_10.10.10_p10_t3_complex2_cube16
fft1009_paired1009x16.9.7_1_p16_t1_one_cube45_tangents_breakbarriers
fft1021_paired1021x20.17.3_1_p17_t1_one_cube11_breakbarriers
fft1024_4.16.16_p16_t2_one_pad5
fft1080_3.18.20_p18_t1_one_linear
fft1152_24.12.4_p24_t2_one_xor3
fft1250_25.10.5_p20_t2_one_linear
fft1280_8.8.20_p40_t1_one5_xor3
fft1440_5.12.24_p24_t1_one2_linear
fft1536_8.8.24_p24_t2_one_xor3
fft1920_2.30.32_p30_t1_one_cube1
fft2000_5.20.20_p20_t1_one_linear_few
fft2048_8.16.16_p16_t1_one_pad5
fft2187_27.9.9_p27_t1_one_cube8_few_once
fft2401_7.7.7.7_p19_t1_one_cube48cyclic_few3_once
fft2560_16.16.10_p16_t1_one_xor4
fft3072_16.16.12_p32_t1_one2_xor4
fft3600_25.24.6_p24_t1_one2_linear_few_once
fft4000_25.16.10_p25_t1_one_linear
fft4093_rader4093x31.12.11_1_p22_t1_one_linear_instaged_outstaged
fft4096_32.16.8_p32_t1_one2_pad5
fft5000_25.20.10_p20_t1_one2_cube8_few3_once
fft6000_25.24.10_p24_t1_one2_cube8_few5_wide
fft6144_32.16.12_p32_t1_one2_pad5_once
fft6561_9.27.27_p27_t1_complex3_cube16_few_once_tangents
fft7680_32.30.8_p30_t1_one2_pad5
fft8000_20.20.20_p20_t1_one2_xor5_few5
fft8191_paired8191x26.35.9_1_p26_t1_complex2_cube12_tangents
fft8192_32.16.16_p32_t1_one2_cube10
fft10000_25.20.20_p20_t1_one2_cube0gap31_few3
fft12000_32.25.15_p25_t1_one3_pad5_few
fft12288_32.32.12_p32_t1_complex4_cube10_few_once
fft15625_25.25.25_p25_t1_complex3_cube0_few
fft16381_paired16381x36.35.13_1_p32_t1_one2_cube34_tangents_breakbarriers
fft16384_32.32.16_p32_t1_one2_cube10_few_once_tangents_wide
`)

// favouriteConvolutions are lines of trips and kernel: the fastest measured that convolve in one pass what has half as many points, and their time over that
// of a trip of the convolution's points through memory.
var favouriteConvolutions = []string{
	"0.804 fft256_16.16_p16_t2_one_cube2_wide",
	"0.837 fft512_32.16_p32_t2_one2_cube18_few2_tangents_wide_breaksteps",
	"0.945 fft1024_32.32_p32_t1_one_cube18_few2_once_tangents_wide_breaksteps",
	"1.438 fft2048_32.8.8_p32_t1_complex4_cube2_few3_tangents_wide_breaksteps",
	"1.341 fft4096_16.16.16_p16_t1_complex2_cube10_few_once_tangents_wide",
	"1.599 fft8192_16.16.32_p32_t1_complex4_cube10_once_wide",
	"1.750 fft16384_16.32.32_p32_t1_complex4_cube10_few3_tangents_wide",
}

// favouriteConvolution returns the measured kernel for a convolution of m points in one pass, if there is one.
func favouriteConvolution(m int) (measured, bool) {
	for _, line := range favouriteConvolutions {
		trips, name, _ := strings.Cut(line, " ")
		k, err := wgsl.ParseFFT(name)
		t, malformed := strconv.ParseFloat(trips, 64)
		if err == nil && malformed == nil && k.N() == m {
			return measured{k, t}, true
		}
	}
	return measured{}, false
}

// favourite returns the measured kernel for n points, if there is one.
func favourite(n int) (wgsl.FFT, bool) {
	for _, name := range favourites {
		k, err := wgsl.ParseFFT(name)
		if err == nil && k.N() == n {
			return k, true
		}
	}
	return wgsl.FFT{}, false
}
