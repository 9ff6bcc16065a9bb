package tables

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// In a table with the given stride, each element is next to the one stride later. Only zeros are
// added.
func TestVec4Tables(t *testing.T) {
	for n := 2; n < 40; n++ {
		for stride := 1; stride < 12; stride++ {
			recipe := chirp{n: n}
			table, all := InVec4(recipe, stride), recipe.Words()
			words := table.Words()
			require.Len(t, words, table.Len())
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
			require.Equal(t, fmt.Sprintf("chirp %d inverse false as vec4, stride %d", n, stride), table.Name())
		}
	}
	require.Equal(t, chirp{n: 5}, InVec4(chirp{n: 5}, 0), "in order")
}
