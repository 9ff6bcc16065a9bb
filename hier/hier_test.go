package hier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func TestSplitsAreAllOrderedFactorisations(t *testing.T) {
	require.Equal(t, [][]int{{16, 64}, {32, 32}, {64, 16}}, Splits(1024, 16, 64, 2))
	require.Empty(t, Splits(1024, 16, 1024, 1), "one factor is no split")
	require.Empty(t, Splits(1009*2, 16, 2048, 2), "a factor is too small")
	require.Empty(t, Splits(1_000_003, 16, 2048, 4))
	for _, f := range Splits(1<<24, 16, 2048, 3) {
		n := 1
		for _, r := range f {
			n *= r
		}
		require.Equal(t, 1<<24, n)
		require.LessOrEqual(t, len(f), 3)
	}
}

// Every pass touches every point once on its way in and once on its way out; the last can work in place.
func TestPassesTouchEveryPointOnce(t *testing.T) {
	for _, factors := range [][]int{{4, 6}, {2, 3, 5}, {8, 2, 4}, {3, 3, 3, 3}} {
		passes := Passes(factors)
		for s, p := range passes {
			k := p.Kernel(wgsl.FFT{Points: 1, Transforms: 1})
			in, out := map[int]bool{}, map[int]bool{}
			for q := range p.Transforms() {
				for j := range p.R {
					from, to := k.Load.Map.At(q, j), k.Store.Map.At(q, j)
					require.False(t, in[from])
					require.False(t, out[to])
					in[from], out[to] = true, true
					require.Equal(t, from, q+j*p.Transforms(), "the formula of the package")
					require.Equal(t, to, q/p.P*p.P*p.R+q%p.P+j*p.P, "the formula of the package")
					if s == len(passes)-1 {
						require.Equal(t, from, to, "the last pass can work in place")
					}
				}
			}
			require.Len(t, in, p.N)
			require.Len(t, out, p.N)
			require.Equal(t, s > 0, k.Load.Turn.Order > 0)
		}
	}
}
