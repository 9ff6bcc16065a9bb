package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestInterpretedRealConvolutions(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	halves, several := 0, 0 // of all cases; the cases of this shard are interpreted
	cases := 60
	if testcase.Long() {
		cases = 150
	}
	for i := range cases {
		r := rand.New(rand.NewSource(int64(i)))
		limits := l
		if i%5 == 0 {
			limits = wgsl.DefaultLimits()
			limits.Invocations, limits.WorkgroupBytes = 32, 2<<10
		}
		c := plan.Convolution{Real: true, Mode: plan.Mode(r.Intn(4)), Correlate: r.Intn(2) == 0, Batch: 1 + r.Intn(3)}
		for range 1 + r.Intn(3) {
			n := 2 + r.Intn(20)
			c.Shape = append(c.Shape, n)
			c.Kernel = append(c.Kernel, 1+r.Intn(min(n, 6)))
		}
		c.Kernel = c.Kernel[r.Intn(len(c.Kernel)):]
		if i%10 == 0 {
			c = plan.Convolution{Real: true, Shape: []int{1400 + i}, Kernel: []int{20 + i}, Mode: c.Mode}
		}
		p, err := choose.MakeConvolution(c, limits)
		require.NoError(t, err, "%v", c)
		if plan.HasHalfSpectra(p) {
			halves++
		}
		if len(plan.SplitOf(p)) > 1 {
			several++
		}
		if testcase.ShardOf(t, i, 20) {
			plan.RequireRealConvolution(t, r, p)
		}
	}
	require.Greater(t, halves, cases/8)
	require.Greater(t, several, 3)
}
