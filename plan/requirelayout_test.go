package plan

import (
	"math/cmplx"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// RequireTransformInLayout interprets a plan on random data in the layouts of its problem. Elements that
// do not exist are zero, and gaps keep their values.
func RequireTransformInLayout(t *testing.T, r *rand.Rand, p Plan) {
	t.Helper()
	in, out, err := p.Problem.layouts()
	require.NoError(t, err)
	n, count := p.Problem.Points(), p.Problem.Count()
	src := RandomPoints(r, in.extent)
	if p.Problem.InPlace {
		src = RandomPoints(r, max(in.extent, out.extent))
	}
	got := Interpret(t, p, src)
	described := map[int]bool{}
	for b := range count {
		x := make([]complex128, n)
		for e := range x {
			if at, exists := in.At(b*n + e); exists {
				x[e] = src[at]
			}
		}
		want := transformedAxes(x, p.Problem)
		y := make([]complex128, 0, n)
		var kept []complex128
		for e, v := range want {
			if at, exists := out.At(b*n + e); exists {
				y, kept = append(y, got[at]), append(kept, v)
				require.False(t, described[at], "two elements at %d", at)
				described[at] = true
			}
		}
		require.LessOrEqual(t, Distance(y, kept), Rounded, "%v in %v out %v", p, p.Problem.In, p.Problem.Out)
	}
	for at, v := range got {
		if described[at] {
			continue
		}
		if p.Problem.InPlace {
			require.Equal(t, src[at], v, "%v touches element %d", p, at)
		} else {
			require.True(t, cmplx.IsNaN(v), "%v writes element %d", p, at)
		}
	}
}
