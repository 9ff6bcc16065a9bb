package plan

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// In a table whose elements lie side by side each is beside the one so far behind it, and nothing but zeros is added.
func TestTablesSideBySide(t *testing.T) {
	for n := 2; n < 40; n++ {
		for apart := 1; apart < 12; apart++ {
			of := chirp{n: n}
			table, all := inVec4(of, apart), of.Words()
			words := table.Words()
			require.Len(t, words, table.Len())
			require.Zero(t, len(words)%(4*apart))
			element := func(words []float32, at int) [2]float32 {
				if 2*at >= len(words) {
					return [2]float32{}
				}
				return [2]float32{words[2*at], words[2*at+1]}
			}
			for pair := range len(words) / 4 {
				first := pair/apart*2*apart + pair%apart
				require.Equal(t, element(all, first), element(words, 2*pair), "%d, %d apart", n, apart)
				require.Equal(t, element(all, first+apart), element(words, 2*pair+1), "%d, %d apart", n, apart)
			}
			require.Less(t, len(words)-len(all), 4*apart)
			require.Equal(t, fmt.Sprintf("chirp %d inverse false as vec4, stride %d", n, apart), table.Name())
		}
	}
	require.Equal(t, chirp{n: 5}, inVec4(chirp{n: 5}, 0), "in order")
}
