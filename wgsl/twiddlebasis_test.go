package wgsl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// With a twiddle basis a kernel reads fewer twiddles and computes more products. Its name has the basis.
func TestTwiddleBasis(t *testing.T) {
	for name, reads := range map[string]map[uint8]int{ // by TwiddleBasis
		"fft6_2.3_p3_t1_split_linear":          {0: 2, 1: 2, 2: 2, 3: 2},
		"fft49_7.7_p7_t1_split_linear":         {0: 6, 1: 3, 2: 4, 3: 4, 8: 6},
		"fft1024_32.32_p32_t1_split_pad5":      {0: 31, 1: 5, 3: 12, 6: 10},
		"fft512_8.8.8_p16_t1_split2_xor3":      {0: 28, 1: 12, 3: 16},
		"fft625_25.25_p25_t1_complex3_digits0": {0: 24, 1: 5, 3: 10, 5: 8},
	} {
		for basis, count := range reads {
			k := named(name)
			flops := k.Work().Flops
			k.TwiddleBasis = basis
			require.NoError(t, k.Check(wide))
			text := k.Module().Text
			require.Equal(t, count, strings.Count(text, "twiddles[")-strings.Count(text, "// twiddles["), k.Name())
			tag := map[uint8]string{0: "", 1: "_basis"}
			for n := uint8(2); n <= maxBasis; n++ {
				tag[n] = fmt.Sprintf("_basis%d", n)
			}
			require.Equal(t, name+tag[basis], k.Name())
			parsed, err := ParseKernel(k.Name())
			require.NoError(t, err)
			require.Equal(t, k, parsed)
			require.Equal(t, reads[0] > count, k.Work().Flops > flops)
		}
	}
	for _, name := range []string{"fft16_16_p16_t4_complex_linear_basis", "fft16_4.4_p4_t4_complex_linear_basis9"} {
		require.ErrorContains(t, named(name).Check(wide), "twiddle basis", name)
	}
	_, err := ParseKernel("fft16_4.4_p4_t4_complex_linear_basis1")
	require.Error(t, err)
}
