package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// A kernel that has an exchange is measured with both kinds of breaks, whatever it has itself.
func TestBroken(t *testing.T) {
	names := func(of string) (all []string) {
		k, err := wgsl.ParseFFT(of)
		require.NoError(t, err)
		for _, k := range broken(k) {
			all = append(all, k.Name())
		}
		return all
	}
	both := []string{"fft64_8.8_p8_t4_one_linear_breaksteps", "fft64_8.8_p8_t4_one_linear_breakbarriers"}
	require.Equal(t, both, names("fft64_8.8_p8_t4_one_linear"))
	require.Equal(t, both, names(both[0]))
	require.Empty(t, names("fft16_16_p16_t8_complex_linear"), "there is nothing between its parts")
}
