package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHalfSpectraInPlace(t *testing.T) {
	kernel := func(name string) FFT {
		k, err := ParseFFT(name)
		require.NoError(t, err)
		return k
	}
	for name, fine := range map[string]bool{
		"fft16_4.4_p4_t4_one_linear_outhalf32_inplace":                                            true,
		"fft16_4.4_p4_t4_one_linear_inreals32_outhalf32_inplace":                                  true,
		"fft5_5_p5_t4_one_linear_inhalf5.rows_outreals5.rows_inplace":                             true,
		"fft16_4.4_p4_t4_one_linear_inpages2x64_outhalf32_outpages2x64_inplace":                   true,
		"fft16_4.4_p4_t4_one_linear_inreals32_inpages2x128_outhalf32_outpages2x64_inplace":        true,
		"fft16_4.4_p4_t4_one_linear_inreals32_inpages2x64_outhalf32_outpages2x64_inplace":         false, // pages of other sizes
		"fft15_3.5_p3_t4_one_linear_inreals15.alone_outhalf15.rows_inplace":                       false, // other rows
		"fft4_4_p4_t4_lanes3_one_linear_in3x12x3_inhalf8.side3_out3x12x3_outreals8.side3_inplace": false, // side by side
		"fft1_1_p1_t64_complex_linear_outhalf1024_inplace":                                        false, // a pass at the end of others
	} {
		err := kernel(name).Check(wide)
		if fine {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "in place a kernel writes where it reads", name)
	}
	for _, b := range kernel("fft5_5_p5_t4_one_linear_inreals5.alone_outhalf5.alone_inplace").Bindings() {
		require.NotEqual(t, points, b.Type, "bins are pairs of numbers")
	}
	require.Equal(t, points, kernel("fft16_4.4_p4_t4_one_linear_outhalf32_inplace").Bindings()[0].Type)
}
