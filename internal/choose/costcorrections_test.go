package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Measured kernels have no cost correction in any position. Other rows of a convolution have one,
// and kernels with a sliced exchange have the largest.
func TestCostCorrections(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for key, f := range measured().passes {
		for _, m := range []int{64, 256, 1024} {
			require.Equal(t, 1.0, rowCorrection(key.kind.at(key.r, m)(f.kernel)), "%v of %d", key.kind, key.r)
		}
	}
	seen := map[float64]bool{}
	for _, r := range []int{128, 256, 400, 2048} {
		for _, k := range PassKernels(Convolved, r, 256, l) {
			d := rowCorrection(k)
			seen[d] = true
			if d > 1 {
				require.Equal(t, k.Exchange.Slices > 1, d == slicedExchangeFactor, k.Name())
			}
		}
		for _, k := range PassKernels(Columns, r, 256, l) {
			require.Equal(t, 1.0, rowCorrection(k))
		}
	}
	require.Equal(t, map[float64]bool{1: true, shortRowFactor: true, wholeExchangeFactor: true,
		slicedExchangeFactor: true}, seen)
	k := measured().rows[512]
	require.Equal(t, 1.0, rowCorrection(plan.Convolving(k, 1)), "a convolution in one pass")
}
