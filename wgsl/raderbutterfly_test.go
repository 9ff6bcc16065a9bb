package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCmulIsDefined checks that a kernel defines cmul if its butterflies call it, with and without FMA.
func TestCmulIsDefined(t *testing.T) {
	called := map[bool]int{}
	for r := 2; r <= 100; r++ {
		for _, fma := range []bool{false, true} {
			k := Kernel{Radices: Radices{uint16(r)}, ElementsPerThread: r, TransformsPerGroup: 64, FMA: fma}
			k.Load.Map, k.Store.Map = Contiguous(r), Contiguous(r)
			if fma && !k.HasConstantTwiddles() {
				continue
			}
			text := k.Module().Text
			defined := strings.Count(text, "fn cmul(")
			require.LessOrEqual(t, defined, 1)
			if strings.Count(text, "cmul(") > defined {
				require.Equal(t, 1, defined, k.Name())
				called[fma]++
			}
		}
	}
	require.Positive(t, called[false])
	require.Positive(t, called[true])
}

// TestRaderButterflies checks which radices use a convolution, and that zero parts of constants
// are not rounding errors.
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
