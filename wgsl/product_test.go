package wgsl

import (
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Equations (1) to (4) of the matrix product give the DFT, in complex128.
func TestCombinedPointsAreTheTransform(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for r := 2; r <= MaxRadix; r++ {
		x := make([]complex128, r)
		for i := range x {
			x[i] = complex(rng.Float64()-0.5, rng.Float64()-0.5)
		}
		for k := range r {
			want, even, odd := complex128(0), x[0], complex128(0)
			for j, v := range x {
				want += v * Root(r, j*k)
			}
			for j := 1; j <= (r-1)/2; j++ {
				even += complex(real(Root(r, j*k)), 0) * (x[j] + x[r-j])
				odd += complex(-imag(Root(r, j*k)), 0) * (x[j] - x[r-j])
			}
			if r%2 == 0 {
				even += complex(float64(1-k%2*2), 0) * x[r/2]
			}
			require.Less(t, cmplx.Abs(even-1i*odd-want), 1e-13, "output %d of %d", k, r)
		}
	}
}

// A matrix product takes more instructions than a butterfly of composite radix, and as many as a
// butterfly of prime radix.
func TestWorkOfProducts(t *testing.T) {
	butterflies, product := row("24", 24, 4), row("24", 24, 4, products)
	require.Greater(t, product.Work().Flops, butterflies.Work().Flops)
	require.Equal(t, product.Work().Exchanged, butterflies.Work().Exchanged)
	require.Equal(t, 24, product.LiveElements())
	require.Equal(t, row("13", 13, 8).Work().Flops, row("13", 13, 8, products).Work().Flops)
}
