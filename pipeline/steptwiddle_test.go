package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// TestStepTwiddle runs transforms with a twiddle: several passes, convolutions, and batches in parts, which have tables
// of their own. Usual runs have two passes, a convolution, and two parts.
func TestStepTwiddle(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	small := l
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	r.call = plan.Call{Row: 1<<51 - 3, Column: 1<<50 + 12345, First: 7}
	for i, c := range []struct {
		l        wgsl.Limits
		n, batch int
		passes   int
		tables   int
	}{
		{small, 1024, 3, 2, 1}, {small, 1009, 2, 3, 1}, {smallBindings(l, 1024, 256), 16, 200, 1, 4}, {l, 127, 5, 1, 1},
		{smallBindings(l, 8192, 64), 2048, 9, 2, 3}, {l, 4093, 2, 3, 1}, {l, 3000, 2, 1, 1},
	} {
		if !runsCase(t, i, 0, 1, 2) {
			continue
		}
		p := plan.Problem{Shape: []int{c.n}, Batch: c.batch, Inverse: i%2 == 0, InPlace: i%3 == 0}
		p.TwiddleOrder = 1<<52 - 47
		made, err := choose.Make(p, c.l)
		require.NoError(t, err)
		s := made.Schedule()
		require.Len(t, made.Passes, c.passes, "%v", made)
		require.Len(t, s.CallTables, c.tables, "%v", made)
		src := ref.Uniform(uint64(c.n), c.n*c.batch)
		requireStepTwiddle(t, r, made, src)
	}
}

// TestStepTwiddleOfStagedStores runs kernels in which a thread stores points of several transforms, each with roots of
// its own.
func TestStepTwiddleOfStagedStores(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.call = plan.Call{Row: 3, Column: 5}
	p := plan.Problem{Shape: []int{60}, Batch: 15, Elements: plan.Elements{Number: wgsl.F64{}}}
	l := r.e.Device().Limits()
	double, err := choose.Chooser{}.Choose(p, l) // staged
	require.NoError(t, err)
	p.Number, p.TwiddleOrder = nil, 1009
	made, err := choose.From(p, l, double[0].Kernels[0].WithNumber(nil))
	require.NoError(t, err)
	require.Equal(t, wgsl.Staged, made.Passes[0].Store.Path)
	require.Greater(t, made.Passes[0].Threads.Transforms, 1)
	requireStepTwiddle(t, r, made, ref.Uniform(60, 60*p.Batch))
}

// requireStepTwiddle runs a plan with a twiddle and compares the results with float64.
func requireStepTwiddle(t *testing.T, r *harness, made plan.Plan, src []complex64) {
	t.Helper()
	p := made.Problem
	n := p.Shape[0]
	got := r.play(t, made.Schedule(), src, len(src))
	want := ref.Batch(src, n, p.Inverse, p.Scale())
	for at := range want {
		row, column := r.call.Row+int64(at%n), r.call.Column+int64(r.call.First+at/n)
		want[at] *= ref.StepRoot(p.TwiddleOrder, row, column, p.Inverse).Complex128()
	}
	worst, row := ref.Worst(got, want, n)
	require.LessOrEqual(t, worst, ref.Tolerance(n), "%v: transform %d", made, row)
}
