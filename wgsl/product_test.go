package wgsl

import (
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every output of a product belongs to one part, in one slot.
func TestSharesCoverTheOutputs(t *testing.T) {
	for r := 2; r <= MaxRadix; r++ {
		for threads := range 40 {
			h := share(r, threads)
			require.LessOrEqual(t, h.parts, max(1, threads))
			require.Positive(t, h.last())
			require.LessOrEqual(t, h.last(), h.each)
			met := make([]int, r)
			for c := range h.parts {
				outputs := h.outputs(c)
				require.Len(t, outputs, h.slots())
				require.GreaterOrEqual(t, outputs[0], 0)
				for _, k := range outputs {
					if k >= 0 {
						met[k]++
					}
				}
			}
			for k, n := range met {
				require.Equal(t, 1, n, "output %d of %d in %d parts", k, r, h.parts)
			}
		}
	}
	require.Equal(t, shares{24, 1, 12}, share(24, 0), "one thread")
	require.Equal(t, 4, share(24, 4).parts)
	require.Equal(t, 6, share(24, 4).slots())
	require.Equal(t, 3, share(9, 4).parts, "the third with one pair")
}

// The formula of product.go, in complex128.
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

// The units of a step write each point once, and its threads do all of them.
func TestUnitsWriteEveryPointOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	for range 300 {
		k := row(anyChain(rng, 60).String(), 1+rng.IntN(20), 1, axes(anyChain(rng, 30).String(), "", []int{0, 0, 3}[rng.IntN(3)]), products(1+rng.IntN(9)))
		for _, st := range k.steps() {
			require.GreaterOrEqual(t, k.perThread(st)*k.Threads(), st.units())
			met := make([]int, k.N())
			for f := range st.units() {
				butterfly, part := st.unit(f)
				for _, m := range st.shares.outputs(part) {
					if m >= 0 {
						met[butterfly/st.Butterflies()*st.N+st.Out(butterfly%st.Butterflies(), m)]++
					}
				}
				require.Equal(t, st.in(butterfly, 0, permutation{}), st.in(f, 0, permutation{}), "all parts read the same points")
			}
			for point, n := range met {
				require.Equal(t, 1, n, "%s: point %d", k.Name(), point)
			}
		}
	}
}

func TestProductsCheck(t *testing.T) {
	require.NoError(t, row("24", 6, 4, products(4)).Check(wide))
	require.ErrorContains(t, row("24", 6, 4, products(-1)).Check(wide), "by one thread or more")
	require.ErrorContains(t, row("24", 6, 4, products(4), inPlace).Check(wide), "stage a path")
	require.NoError(t, row("24", 6, 4, products(4), inPlace, staged).Check(wide))
	require.NoError(t, row("24", 24, 4, products(1), inPlace).Check(wide))
	require.NoError(t, row("4.6", 6, 4, products(3), inPlace).Check(wide), "an exchange lies between")
	require.ErrorContains(t, row("4.6", 6, 4, products(2), func(k *FFT) { k.Convolve = 1 }).Check(wide), "a convolution")
	require.NoError(t, row("4.6", 6, 4, products(1), func(k *FFT) { k.Convolve = 1 }).Check(wide))
	require.ErrorContains(t, row("1", 14, 4, rader("127x14.9"), products(2)).Check(wide), "a Rader stage")
	require.NoError(t, row("1", 14, 4, rader("127x14.9"), products(1)).Check(wide))
}

// What the model is told of products: more instructions than butterflies of composite radices, no fewer where more threads share them, and the
// reading of the same points by several.
func TestWorkOfProducts(t *testing.T) {
	butterflies := row("24", 24, 4, staged)
	one := row("24", 24, 4, staged, products(1))
	require.Greater(t, one.Work().Flops, butterflies.Work().Flops)
	require.Equal(t, one.Work().Exchanged, butterflies.Work().Exchanged)
	four := row("24", 6, 32, staged, across, products(4))
	require.InDelta(t, one.Work().Flops+3*4*11/24.0, four.Work().Flops, 0.2, "each part combines the points by itself")
	require.Equal(t, one.Work().Exchanged+6, four.Work().Exchanged)
	require.Equal(t, []int{6}, four.Outputs())
	require.Equal(t, 24, four.Held())
	require.Greater(t, row("24", 6, 32, staged, products(4)).Work().Flops, 2*four.Work().Flops, "neighbours with other parts wait for each other")
	require.Equal(t, row("13", 13, 8).Work().Flops, row("13", 13, 8, products(1)).Work().Flops, "the butterfly of a prime is one")
}
