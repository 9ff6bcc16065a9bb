package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// A kernel with an exchange is measured with each kind of fence, and without.
func TestWithFences(t *testing.T) {
	names := func(of string) (all []string) {
		k, err := plan.ParseKernel(of)
		require.NoError(t, err)
		for _, k := range withFences(k) {
			all = append(all, k.Name())
		}
		return all
	}
	none, steps, barriers := "fft64_8.8_p8_t4_split", "fft64_8.8_p8_t4_split_fencestages",
		"fft64_8.8_p8_t4_split_fencebarriers"
	require.Equal(t, []string{steps, barriers}, names(none))
	require.Equal(t, []string{none, barriers}, names(steps))
	require.Equal(t, []string{none, steps}, names(barriers))
	require.Empty(t, names("fft16_16_p16_t8"), "there is nothing between its parts")
}
