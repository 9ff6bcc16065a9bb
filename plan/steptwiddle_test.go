package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// stepped multiplies transformed arrays of a problem by its twiddle, with exponents of any size. The problem has one
// transformed axis.
func stepped(y []complex128, p plan.Problem, c plan.Call) []complex128 {
	axis := p.TransformedAxes()[0]
	n, side := p.Shape[axis], plan.Product(p.Shape[axis+1:])
	all := slices.Clone(y)
	for at := range all {
		k, i := at/side%n, at/(n*side)*side+at%side+c.First*p.Points()/n
		all[at] *= ref.StepRoot(p.TwiddleOrder, c.Row+int64(k), c.Column+int64(i), p.Inverse).Complex128()
	}
	return all
}

// The last store along the axis multiplies by the twiddle, whatever passes and parts of the batch a plan has.
func TestStepTwiddle(t *testing.T) {
	large, small, parts := wgsl.DefaultLimits(), smallWorkgroups(), smallBindings(4096)
	parts.Invocations, parts.WorkgroupBytes = 32, 4<<10
	for i, c := range []struct {
		l           wgsl.Limits
		shape       []int
		axis, batch int
		passes      int
	}{
		{large, []int{1000}, 0, 2, 1}, {small, []int{2048}, 0, 2, 2}, {large, []int{127}, 0, 2, 1},
		{small, []int{1009}, 0, 1, 3}, {small, []int{509, 3}, 0, 1, 3}, {large, []int{40, 12}, 0, 2, 1},
		{tinyWorkgroups(), []int{4096}, 0, 1, 3}, {tinyWorkgroups(), []int{3, 256, 3}, 1, 2, 2},
		{large, []int{7, 3, 2}, 1, 2, 1}, {large, []int{1, 5}, 0, 2, 1},
		{parts, []int{64}, 0, 100, 1}, {parts, []int{512, 3}, 0, 4, 2},
	} {
		for j, s := range sides(t, i) {
			r := seeded(4*i + j)
			p := plan.Problem{Shape: c.shape, Axes: []int{c.axis}, Batch: c.batch}
			p.Inverse, p.InPlace = s.inverse, s.inPlace
			p.TwiddleOrder = []int64{int64(p.Points()), 1<<52 - 47, 1 << 40}[i%3]
			made, err := choose.Make(p, c.l)
			require.NoError(t, err)
			require.Len(t, made.Passes, c.passes, "%v", p)
			call := plan.Call{Row: r.Int63() / 2, Column: r.Int63() / 2, First: r.Intn(1 << 20)}
			n, src := p.Points(), plan.RandomPoints(r, p.Points()*p.Count())
			if c.l == parts {
				require.Greater(t, len(made.Schedule().CallTables), 1)
			}
			var want []complex128
			for q := range p.Count() {
				want = append(want, plan.TransformedAxes(src[q*n:(q+1)*n], p)...)
			}
			got := plan.InterpretCall(t, made, call, src)
			require.LessOrEqual(t, plan.Distance(got, stepped(want, p, call)), plan.Rounded, "%v", made)
			for _, k := range made.Passes {
				parsed, err := plan.ParseKernel(k.Name())
				require.NoError(t, err)
				require.Equal(t, k, parsed)
			}
		}
	}
}

// Names of kernels with a twiddle that no plan has are errors.
func TestStepTwiddleNames(t *testing.T) {
	p := plan.Problem{Shape: []int{64}, Options: plan.Options{TwiddleOrder: 64}}
	made, err := choose.Make(p, wgsl.DefaultLimits())
	require.NoError(t, err)
	const tag = "steptwiddle64x3x6"
	name := made.Passes[0].Name()
	require.Contains(t, name, tag)
	for _, bad := range []string{
		"steptwiddle", "steptwiddle64x3", "steptwiddle64x3x6x0", "steptwiddle64x3x6x1x1x1", "steptwiddle64x3xa",
		"steptwiddle0x3x6", "steptwiddle64x-3x6", "steptwiddle64x99x6", "steptwiddle64x3x99", "steptwiddle64x3x6x0x1",
		"steptwiddle64x3x6x1x0", "steptwiddle64x3x6x1xb",
	} {
		_, err := plan.ParseKernel(strings.Replace(name, tag, bad, 1))
		require.Error(t, err, bad)
	}
}

// A load or a store has at most six ops. One op more is an error of the plan, not an op less.
func TestTooManyOps(t *testing.T) {
	l, p := wgsl.DefaultLimits(), plan.Problem{Shape: []int{4096, 4096}, Inverse: true, Norm: plan.Ortho}
	choice, err := choose.Chooser{}.Choose(p, l)
	require.NoError(t, err)
	ops := p.Ops()
	for i := range 7 {
		ops.Load = append(ops.Load, weigh{add: i})
		_, err := plan.FromWithOps(p, l, choose.Chooser{}, ops, choice)
		if i < 5 {
			require.NoError(t, err, i)
		} else {
			require.Error(t, err, i)
		}
	}
}
