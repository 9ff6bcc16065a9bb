package tables

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// In a table with the given stride, each element is next to the one stride later. Only zeros are
// added.
func TestVec4Tables(t *testing.T) {
	for n := 2; n < 40; n++ {
		for stride := 1; stride < 12; stride++ {
			table := Given(Chirp(n, false), wgsl.Given{Apart: stride}, wgsl.F32{})
			all := floats(Given(Chirp(n, false), wgsl.Given{}, wgsl.F32{}))
			words := floats(table)
			require.Equal(t, 4*len(words), table.Len())
			require.Zero(t, len(words)%(4*stride))
			element := func(words []float32, at int) [2]float32 {
				if 2*at >= len(words) {
					return [2]float32{}
				}
				return [2]float32{words[2*at], words[2*at+1]}
			}
			for pair := range len(words) / 4 {
				first := pair/stride*2*stride + pair%stride
				require.Equal(t, element(all, first), element(words, 2*pair), "%d, %d apart", n, stride)
				require.Equal(t, element(all, first+stride), element(words, 2*pair+1), "%d, %d apart", n, stride)
			}
			require.Less(t, len(words)-len(all), 4*stride)
			require.Equal(t, fmt.Sprintf("chirp %d inverse false in pairs, %d apart", n, stride), table.Name())
		}
	}
	inOrder := Given(Chirp(5, false), wgsl.Given{}, wgsl.F32{})
	require.Equal(t, floatsOf(Chirp(5, false).Values()), floats(inOrder), "in order")
}

// floatsOf returns the parts of complex numbers as float32.
func floatsOf(values []complex128) (all []float32) {
	for _, z := range values {
		all = append(all, float32(real(z)), float32(imag(z)))
	}
	return all
}
