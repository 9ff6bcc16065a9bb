package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A butterfly of R points reads as many twiddles as R-1 has binary digits, where few are read, and each of its R-1 others is one product.
func TestFewTwiddlesAreRead(t *testing.T) {
	for name, reads := range map[string][2]int{
		"fft6_2.3_p3_t1_one_linear":          {2, 2},
		"fft49_7.7_p7_t1_one_linear":         {6, 3},
		"fft1024_32.32_p32_t1_one_pad5":      {31, 5},
		"fft512_8.8.8_p16_t1_one2_xor3":      {28, 12},
		"fft625_25.25_p25_t1_complex3_cube0": {24, 5},
	} {
		k := named(name)
		count := func() int { return strings.Count(k.Module().Text, "= twiddles[") + strings.Count(k.Module().Text, ", twiddles[") }
		require.Equal(t, reads[0], count(), name)
		flops := k.Work().Flops
		k.Few = true
		require.NoError(t, k.Check(wide))
		require.Equal(t, name+"_few", k.Name())
		parsed, err := ParseFFT(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
		require.Equal(t, reads[1], count(), k.Name())
		require.Equal(t, reads[0] > reads[1], k.Work().Flops > flops)
	}
	k := named("fft16_16_p16_t4_complex_linear")
	k.Few = true
	require.ErrorContains(t, k.Check(wide), "few")
}
