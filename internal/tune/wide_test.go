package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// The kernel that reads two elements at a time is of one that reads any, and doesn't yet.
func TestByTwos(t *testing.T) {
	for of, want := range map[string]string{
		"fft64_8.8_p8_t4_split_linear":                          "fft64_8.8_p8_t4_split_linear_vec4",
		"fft64_8.8_p8_t4_split_linear_basis3_share_fencestages": "fft64_8.8_p8_t4_split_linear_basis3_share_vec4_fencestages",
		"fft16_16_p16_t8_complex_linear_convolve1":              "fft16_16_p16_t8_complex_linear_convolve1_vec4",
		"fft64_8.8_p8_t4_split_linear_vec4":                     "",
		"fft16_16_p16_t8_complex_linear":                        "",
	} {
		k, err := wgsl.ParseKernel(of)
		require.NoError(t, err)
		like := byTwos(k)
		if want == "" {
			require.Empty(t, like, of)
			continue
		}
		require.Len(t, like, 1)
		require.Equal(t, want, like[0].Name())
	}
}
