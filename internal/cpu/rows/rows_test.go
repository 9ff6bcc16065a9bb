package rows

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// TestRows compares complex and real transforms of some lengths with float64. The bound is twice the accuracy
// contract, because algo-fft misses the contract at some lengths. The test also runs in a browser, where the
// package uses package dft.
func TestRows(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 15, 16, 97, 128, 1000, 1009} {
		count := ref.Together(n)
		src := ref.Uniform(1, n*count)
		p, err := NewPlan[complex64](n)
		require.NoError(t, err)
		require.Equal(t, n, p.Len())
		got, back := make([]complex64, len(src)), make([]complex64, len(src))
		for i := 0; i < len(src); i += n {
			require.NoError(t, p.Forward(got[i:i+n], src[i:i+n]))
			require.NoError(t, p.Inverse(back[i:i+n], got[i:i+n]))
		}
		require.LessOrEqual(t, ref.RelL2(got, ref.Batch(src, n, false, 1)), 2*ref.Tolerance(n), n)
		require.LessOrEqual(t, ref.RelL2(back, ref.Widen(src)), 4*ref.Tolerance(n), n)
		if n == 1 {
			continue
		}
		x, half := ref.UniformReal(2, n*count), n/2+1
		r, err := NewRealPlan[float32, complex64](n)
		require.NoError(t, err)
		bins := make([]complex64, half*count)
		for i := range count {
			require.NoError(t, r.Forward(bins[i*half:(i+1)*half], x[i*n:(i+1)*n]))
		}
		require.LessOrEqual(t, ref.RelL2(bins, ref.RealAxes(x, []int{n}, []int{0}, 1)), 2*ref.Tolerance(n), n)
	}
	_, err := NewPlan[complex128](0)
	require.Error(t, err)
}
