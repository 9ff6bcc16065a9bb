package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// checkAxes runs a plan of several axes on random points and compares the result with float64.
func (r *harness) checkAxes(t testing.TB, p plan.Plan) {
	t.Helper()
	n, batch := p.Problem.Points(), p.Problem.Count()
	var axes, lengths []int
	for axis, d := range p.Problem.Shape {
		if p.Problem.IsTransformed(axis) {
			axes, lengths = append(axes, axis), append(lengths, d)
		}
	}
	src := ref.Uniform(uint64(n), n*batch)
	got := r.play(t, p.Schedule(), src, n*batch)
	for b := range batch {
		one := src[b*n : (b+1)*n]
		err := ref.RelL2(got[b*n:(b+1)*n], ref.Axes(one, p.Problem.Shape, axes, p.Problem.Inverse, p.Problem.Scale()))
		require.LessOrEqual(t, err, ref.ToleranceAxes(lengths...), "%v, inverse %v: %s, array %d", p,
			p.Problem.Inverse, p.Passes[0].Name(), b)
	}
}

// TestAxes transforms arrays of 1 to 5 axes along all or some of them. The plans have kernels of
// several axes, and columns of one and of several passes with an untransformed inner extent. Some
// columns have Rader stages or Bluestein convolutions, and some buffers are segmented.
//
// Long tests run every array in place and out of place. Usual runs have two axes, axes of length 1, one axis
// of several, and no axis.
func TestAxes(t *testing.T) {
	cases := []struct {
		shape, axes []int
	}{
		{[]int{8, 8}, nil}, {[]int{24, 24}, nil}, {[]int{32, 16}, nil}, {[]int{64, 64}, nil},
		{[]int{16, 16, 16}, nil}, {[]int{6, 10, 15}, nil}, {[]int{24, 24, 24}, nil},
		{[]int{1, 16, 1, 9}, nil}, {[]int{1, 1}, nil}, {[]int{12, 5}, []int{0}}, {[]int{3, 8, 20}, []int{1}},
		{[]int{3, 8, 20}, []int{2, 0}}, {[]int{2, 8, 9, 4}, []int{1, 2}},
		{[]int{100, 3}, []int{0}}, {[]int{1200, 2}, []int{0}}, {[]int{270, 480}, nil}, {[]int{256, 256}, nil},
		{[]int{2, 3, 2, 5, 2}, nil}, {[]int{4, 6}, []int{}},
		{[]int{37, 12}, nil}, {[]int{4, 83, 3}, []int{1}}, {[]int{2, 1009, 2}, []int{1}}, {[]int{83, 89}, nil},
		{[]int{20000, 2}, []int{0}}, {[]int{2, 10007, 2}, []int{1}},
	}
	forSome(t, len(cases), []int{0, 10, 7, 18}, func(t *testing.T, r *harness, i int) {
		for place := range 2 {
			if place != i/2%2 && !testcase.Long() {
				continue
			}
			p := plan.Problem{Shape: cases[i].shape, Axes: cases[i].axes, Batch: 1 + i%3, Inverse: (i/4+place)%2 == 0,
				InPlace: place == 1, Norm: plan.Norm(i % 3)}
			r.checkAxes(t, r.makePlan(t, p))
		}
	})
}

// TestAxesOnASmallDevice repeats TestAxes with small workgroups and bindings, which need more
// passes, parts of a batch and segmented buffers. Usual runs have an axis of several passes, and parts of a
// batch.
func TestAxesOnASmallDevice(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	small := smallBindings(l, 1000, 32)
	for i, c := range []struct {
		shape []int
		batch int
		l     wgsl.Limits
	}{
		{[]int{512, 2}, 3, l}, {[]int{64, 64}, 3, l}, {[]int{600, 20}, 1, l}, {[]int{2048, 3}, 2, l},
		{[]int{89, 12}, 2, l},
		{[]int{8, 9, 10, 4}, 1, l},
		{[]int{32, 64}, 1, small}, {[]int{8, 16}, 50, small}, {[]int{8, 16, 24}, 1, small},
	} {
		if !runsCase(t, i, 0, 7) {
			continue
		}
		p, err := choose.Make(plan.Problem{Shape: c.shape, Batch: c.batch, Inverse: i%2 == 0, InPlace: i%3 == 0}, c.l)
		require.NoError(t, err)
		r.checkAxes(t, p)
	}
}
