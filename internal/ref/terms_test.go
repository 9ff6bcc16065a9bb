package ref

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/transforms"
)

// Terms returns the factors of the definition, and with ortho the factors of the orthogonal
// transforms.
func TestTerms(t *testing.T) {
	for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
		for _, n := range []int{1, 2, 3, 8, 15, 5000} {
			if kind == transforms.DCT1 && n < 2 {
				continue
			}
			x := UniformReal(uint64(n), n)
			orthogonal := TrigAxes(x, []int{n}, []int{0}, []transforms.Kind{kind}, true, 1)
			for _, k := range []int{0, n / 3, n - 1} {
				plain, ortho := Terms(kind, k, n, false), Terms(kind, k, n, true)
				sum := 0.0
				for j, v := range x {
					require.InDelta(t, term(kind, j, k, n), plain(j), 1e-14, "%v of %d, %d %d", kind, n, j, k)
					sum += float64(v) * ortho(j)
				}
				require.InDelta(t, orthogonal[k], sum, 1e-12*float64(n), "%v of %d, %d", kind, n, k)
			}
		}
	}
}
