package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/wgsl"
)

// Every kernel of the search space has n points and fits the device, and none occurs twice. All
// kernels of Variants are in the space, except those with too many registers.
func TestSpace(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, n := range []int{1, 2, 16, 37, 100, 243, 1024} {
		all, count := map[wgsl.Kernel]bool{}, 0
		for k := range Space(n, 100, l) {
			require.NoError(t, k.Check(l))
			require.Equal(t, n, k.N())
			all[k] = true
			count++
		}
		require.Positive(t, count)
		require.Len(t, all, count, "%d points: none twice", n)
		for _, k := range choose.Variants(n, 100, l) {
			k.Exchange.Layout = wgsl.Layout{}
			require.True(t, all[k] || !choose.HasRegisters(k, l), "%s is missing", k.Name())
		}
	}
}
