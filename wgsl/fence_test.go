package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A fence lies before each stage or after each barrier. It needs an exchange between stages.
func TestFences(t *testing.T) {
	for _, name := range []string{
		"fft60_3.4.5_p12_t1_split_digits1down.pad1x0_convolve1_outswap",
		"fft37_folded37x4.9_1_p4_t2_split_digits0down.pad0x1",
	} {
		k, err := ParseKernel(name)
		require.NoError(t, err)
		plain := k.Module()
		const branch = "if (first >= batch.end) { return; }"
		count := func(fence Fence) int {
			k.Fence = fence
			require.NoError(t, k.Check(wide))
			require.Contains(t, k.Bindings(), BatchCount)
			return strings.Count(k.Module().Text, branch)
		}
		require.NotContains(t, plain.Text, branch)
		require.NotContains(t, plain.Bindings, BatchCount)
		require.Equal(t, len(k.steps()), count(FenceStages))
		require.Equal(t, strings.Count(plain.Text, "workgroupBarrier();"), count(FenceBarriers))
		k.Fence = FenceBarriers + 1
		require.ErrorContains(t, k.Check(wide), "a fence is before stages")
	}
	k, err := ParseKernel("fft16_16_p16_t8_complex_linear_fencestages")
	require.NoError(t, err)
	require.ErrorContains(t, k.Check(wide), "a fence is before stages")
}
