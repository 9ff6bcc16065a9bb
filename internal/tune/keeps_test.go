package tune

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A row kernel of an even number of real points is measured with the half exchange, too. Other
// lines have none.
func TestKeptPointsAreMeasured(t *testing.T) {
	e := openEngine(t)
	n := 36
	if testcase.Long() {
		n = 128
	}
	for _, c := range []struct {
		p    plan.Problem
		want int
	}{
		{plan.Problem{Kind: plan.R2C, Shape: []int{2 * n}, Batch: 40}, 1},
		{plan.Problem{Kind: plan.C2R, Shape: []int{2 * n}, Batch: 40}, 0},
		{plan.Problem{Shape: []int{n}, Batch: 40}, 0},
	} {
		met := 0
		laid(t, e, c.p, func(p plan.Problem, l wgsl.Limits) kernel {
			all := plan.OnePass(p, l, 0, 1, Options{}.Rules)
			return all[slices.IndexFunc(all,
				func(k kernel) bool { return len(k.Radices()) == 2 && k.Points%4 == 0 && k.Exchange.Rounds < 2 })]
		}, func(k kernel) {
			if k.Keeps && k.Few == 0 && !k.Once && !k.Tangents {
				met++
				require.False(t, k.Coupled)
			}
		})
		require.Equal(t, c.want, met, "%v", c.p)
	}
}
