package ref

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Terms returns the factors of the definition, and with ortho the factors of the orthogonal
// transforms.
func TestTerms(t *testing.T) {
	for kind := DCT1; kind <= DST4; kind++ {
		for _, n := range []int{1, 2, 3, 8, 15, 5000} {
			if kind == DCT1 && n < 2 {
				continue
			}
			x := UniformReal(uint64(n), n)
			orthogonal := TrigAxes(x, []int{n}, []int{0}, []Trig{kind}, true, 1)
			for _, k := range []int{0, n / 3, n - 1} {
				plain, ortho := kind.Terms(k, n, false), kind.Terms(k, n, true)
				sum := 0.0
				for j, v := range x {
					require.InDelta(t, kind.term(j, k, n), plain(j), 1e-14, "%v of %d, %d %d", kind, n, j, k)
					sum += float64(v) * ortho(j)
				}
				require.InDelta(t, orthogonal[k], sum, 1e-12*float64(n), "%v of %d, %d", kind, n, k)
			}
		}
	}
}
