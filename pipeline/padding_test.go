package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// TestPadding transforms arrays that are stored without their zero padding: axes of one and of
// several passes, Bluestein convolutions, and batches. Usual runs have rows, and two axes.
func TestPadding(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	l.Invocations, l.WorkgroupBytes = 64, 8<<10
	for i, c := range []struct {
		shape, have []int
		batch       int
	}{
		{[]int{60}, []int{40}, 5}, {[]int{12, 15}, []int{5, 9}, 3}, {[]int{300}, []int{200}, 5},
		{[]int{60, 150}, []int{20, 150}, 3}, {[]int{60, 150}, []int{20, 50}, 3},
		{[]int{2048, 4}, []int{700, 3}, 2},
		{[]int{4, 2048}, []int{3, 100}, 2}, {[]int{83, 6}, []int{50, 6}, 2}, {[]int{3, 1009}, []int{2, 400}, 2},
		{[]int{24, 30, 40}, []int{5, 6, 7}, 2},
	} {
		if !runsCase(t, i, 1, 0) {
			continue
		}
		p, err := choose.Make(plan.Problem{Shape: c.shape, Batch: c.batch, In: plan.Layout{Have: c.have},
			Inverse: i%2 == 0}, l)
		require.NoError(t, err)
		n, given := points(c.shape), points(c.have)
		src := ref.Uniform(uint64(i), given*c.batch)
		got := r.play(t, p.Schedule(), src, n*c.batch)
		for b := range c.batch {
			x := make([]complex64, n)
			for e, v := range src[b*given : (b+1)*given] {
				at, side := 0, 1
				for axis := len(c.shape) - 1; axis >= 0; axis-- {
					at += e % c.have[axis] * side
					e, side = e/c.have[axis], side*c.shape[axis]
				}
				x[at] = v
			}
			axes := []int{}
			for axis := range c.shape {
				axes = append(axes, axis)
			}
			want := ref.Axes(x, c.shape, axes, p.Problem.Inverse, p.Problem.Scale())
			require.LessOrEqual(t, ref.RelL2(got[b*n:(b+1)*n], want), ref.ToleranceAxes(c.shape...),
				"%v of %v: array %d, %s", p, c.have, b, p.Passes[0].Name())
		}
	}
}
