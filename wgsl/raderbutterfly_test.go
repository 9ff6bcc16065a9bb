package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A kernel defines the product that its butterflies call, with constant twiddles of either sort.
func TestCmulIsDefined(t *testing.T) {
	called := map[bool]int{}
	for r := 2; r <= 100; r++ {
		for _, tangents := range []bool{false, true} {
			k := Kernel{Radices: Radices{uint16(r)}, ElementsPerThread: r, TransformsPerGroup: 64, FMA: tangents, Load: Load{Map: Contiguous(r)}, Store: Store{Map: Contiguous(r)}}
			if tangents && !k.HasConstantTwiddles() {
				continue
			}
			text := k.Module().Text
			defined := strings.Count(text, "fn cmul(")
			require.LessOrEqual(t, defined, 1)
			if strings.Count(text, "cmul(") > defined {
				require.Equal(t, 1, defined, k.Name())
				called[tangents]++
			}
		}
	}
	require.Positive(t, called[false])
	require.Positive(t, called[true])
}

// A butterfly is a convolution where that saves operations, and no constant of one is dust: of the point in the middle one part is zero.
func TestRaderButterflies(t *testing.T) {
	var all []int
	for r := 2; r < 64; r++ {
		if !isRader(r) {
			continue
		}
		all = append(all, r)
		for k := 1; k < r-1; k++ {
			c := raderSpectrum(r, GeneratorPowers(r), k)
			for _, part := range []float64{real(c), imag(c)} {
				require.True(t, part == 0 || part > 1e-6 || part < -1e-6, "radix %d, point %d: %v", r, k, c)
			}
		}
	}
	require.Equal(t, []int{37, 41, 43, 53, 61}, all)
}
