package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// coprimeRadices returns all factorizations into coprime radices with the fewest radices, the even
// radix first.
func TestCoprimeRadices(t *testing.T) {
	factorizations := func(n int) (all []string) {
		for _, c := range coprimeRadices(n) {
			require.Equal(t, n, c.N())
			require.True(t, wgsl.Rader{Prime: n + 1, Radices: c}.IsPFA())
			all = append(all, c.String())
		}
		return all
	}
	require.ElementsMatch(t, []string{"36.35.13", "36.13.35", "28.45.13", "28.13.45"}, factorizations(16380))
	require.ElementsMatch(t, []string{"4.15", "12.5", "20.3"}, factorizations(60))
	require.Empty(t, factorizations(250), "125 is beyond what a thread holds")
	require.Empty(t, factorizations(2*37), "37 has no butterfly")
	require.Empty(t, factorizations(16), "one radix")
}
