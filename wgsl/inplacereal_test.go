package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHalfSpectraInPlace(t *testing.T) {
	kernel := func(name string) Kernel {
		k, err := ParseKernel(name)
		require.NoError(t, err)
		return k
	}
	for name, fine := range map[string]bool{
		"fft16_4.4_p4_t4_split_linear_outhalf32_inplace":                                                  true,
		"fft16_4.4_p4_t4_split_linear_inreal32_outhalf32_inplace":                                         true,
		"fft5_5_p5_t4_split_linear_inhalf5.twoforone_outreal5.twoforone_inplace":                          true,
		"fft16_4.4_p4_t4_split_linear_insegments2x64_outhalf32_outsegments2x64_inplace":                   true,
		"fft16_4.4_p4_t4_split_linear_inreal32_insegments2x128_outhalf32_outsegments2x64_inplace":         true,
		"fft16_4.4_p4_t4_split_linear_inreal32_insegments2x64_outhalf32_outsegments2x64_inplace":          false, // pages of other sizes
		"fft15_3.5_p3_t4_split_linear_inreal15.zeroimag_outhalf15.twoforone_inplace":                      false, // other rows
		"fft4_4_p4_t4_interleave3_split_linear_in3x12x3_inhalf8.inner3_out3x12x3_outreal8.inner3_inplace": false, // side by side
		"fft1_1_p1_t64_complex_linear_outhalf1024_inplace":                                                false, // a pass at the end of others
	} {
		err := kernel(name).Check(wide)
		if fine {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "in place a kernel writes where it reads", name)
	}
	for _, b := range kernel("fft5_5_p5_t4_split_linear_inreal5.zeroimag_outhalf5.zeroimag_inplace").Bindings() {
		require.NotEqual(t, points, b.Type, "bins are pairs of numbers")
	}
	require.Equal(t, points, kernel("fft16_4.4_p4_t4_split_linear_outhalf32_inplace").Bindings()[0].Type)
}
