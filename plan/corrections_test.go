package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Measured kernels have no cost correction in any position. Other rows of a convolution have one,
// and kernels with a sliced exchange have the largest.
func TestCostCorrections(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for key, f := range passTable() {
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
	k, _ := measuredRow(512)
	k.ConvolutionSpectra = 1
	require.Equal(t, 1.0, rowCorrection(k), "a convolution in one pass")
}

// Long primes use measured rows, even if another convolution length has fewer points.
func TestLongPrimesTakeMeasuredRows(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for n, m := range map[int]int{
		32749: 1 << 16, 65521: 1 << 17, 65537: 135168, 131071: 1 << 18, 262139: 1 << 19, 524287: 1 << 20,
		1000003: 1 << 21,
	} {
		p, err := Make(Problem{Shape: []int{n}}, l)
		require.NoError(t, err)
		require.Len(t, p.Passes, 3)
		require.Equal(t, m, p.Axes[0].Convolution, "%d points", n)
		require.Contains(t, []int{256, 512, 1024, 2048}, p.Passes[1].N(), "%d points", n)
	}
}

// A workgroup may hold one long row of a convolution and exchange it in one slice. Such
// convolutions are right.
func TestOneLongRowPerGroup(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := Problem{Shape: []int{8191}}
	seen := map[int]bool{}
	for _, c := range bluesteinWays(Finder{p.axes(l)[0]}, 1, []int{1 << 14}, 1000, &passCosts{l: l,
		known: map[costKey]choice{}}) {
		kernels := c.choice(1, l).kernels
		if kernels[1].N() != 1024 {
			continue
		}
		_, places := ConvolutionPasses(p, l, 0, kernels)
		for _, k := range places[1].Kernels(l) {
			if seen[k.TransformsPerGroup] || k.TransformsPerGroup > 2 || k.Exchange.Slices > 1 {
				continue
			}
			seen[k.TransformsPerGroup] = true
			kernels[1] = k
			made, err := Validate(p, l, kernels...)
			require.NoError(t, err)
			requireTransform(t, rand.New(rand.NewSource(5)), made)
		}
	}
	require.Equal(t, map[int]bool{1: true, 2: true}, seen)
}
