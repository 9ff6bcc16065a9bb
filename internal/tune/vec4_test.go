package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// withVec4 varies a kernel that reads some table and does not use vec4 loads yet.
func TestWithVec4(t *testing.T) {
	for of, want := range map[string]string{
		"fft64_8.8_p8_t4_split": "fft64_8.8_p8_t4_split_vec4",
		"fft64_8.8_p8_t4_split_basis3_share_fencestages": "fft64_8.8_p8_t4_split_basis3_" +
			"share_vec4_fencestages",
		"fft16_16_p16_t8_filter(spectra1)": "fft16_16_p16_t8_filter(spectra1)_vec4",
		"fft64_8.8_p8_t4_split_vec4":       "",
		"fft16_16_p16_t8":                  "",
	} {
		k, err := plan.ParseKernel(of)
		require.NoError(t, err)
		like := withVec4(k)
		if want == "" {
			require.Empty(t, like, of)
			continue
		}
		require.Len(t, like, 1)
		require.Equal(t, want, like[0].Name())
	}
}
