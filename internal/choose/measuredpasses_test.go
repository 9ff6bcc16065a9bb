package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

func TestSchedulePass(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for kind := Columns; kind <= Convolved; kind++ {
		again, err := ParsePassKind(kind.String())
		require.NoError(t, err)
		require.Equal(t, kind, again)
		ks := PassKernels(kind, 256, 64, l)
		require.Greater(t, len(ks), 8)
		for _, k := range ks {
			s, err := SchedulePass(k, plan.Problem{Shape: []int{256 * 64}, Batch: 4}, l, 0.5)
			require.NoError(t, err)
			require.Len(t, s.Passes, 1)
			pass := s.Passes[0].Kernel.(wgsl.Kernel)
			require.Contains(t, pass.Store.Ops, wgsl.Op(wgsl.Scale{By: 0.5}))
			require.False(t, pass.Dispatch.InPlace)
			require.Equal(t, kind == Convolved, plan.Spectra(pass) > 0)
			rows := map[PassKind][2]bool{
				Columns: {}, ToRows: {false, true}, FromRows: {true, false}, Convolved: {true, true},
			}[kind]
			is := [2]bool{pass.Load.View.Points[0].Stride == 1, pass.Store.View.Points[0].Stride == 1}
			require.Equal(t, rows, is, pass.Name())
		}
	}
	_, err = ParsePassKind("rows")
	require.ErrorContains(t, err, "to-rows")
	for _, k := range ConvolutionKernels(509, 100, 3, l) {
		p, err := From(plan.Problem{Shape: []int{509}}, l, k)
		require.NoError(t, err)
		require.GreaterOrEqual(t, p.Axes[0].Convolution, 1017)
	}
}

// A measured kernel replaces the model's choice and has its measured time.
func TestMeasuredPasses(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	passes := measured().passes
	c, ok := multiPass(Finder{plan.Axis{N: 1 << 16, InnerExtent: 1}}, l, false, usualPasses)
	require.True(t, ok)
	first, second := c.Kernels[0].N(), c.Kernels[1].N()
	rows, columns := passes[passKey{ToRows, first}], passes[passKey{Columns, second}]
	require.Equal(t, ToRows.at(first, second)(rows.kernel), c.Kernels[0])
	require.InDelta(t, (rows.passes+columns.passes)*(1<<16), c.cost, 1e-6)
	for key := range passes {
		require.Positive(t, passes[key].passes, "%v", key)
	}
	p, err := From(plan.Problem{Shape: []int{1 << 16}}, l, c.Kernels...)
	require.NoError(t, err)
	require.Len(t, p.Passes, 2)
	_, there := measuredPassOf(ToRows, 255, PassKind(ToRows).at(255, 16), l)
	require.False(t, there)
	small := l
	small.Invocations = 1
	_, there = measuredPassOf(ToRows, 256, ToRows.at(256, 16), small)
	require.False(t, there, "a device that can't run it")
}
