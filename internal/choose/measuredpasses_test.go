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
			s, err := SchedulePass(k, 256*64, 4, false, l, 0.5)
			require.NoError(t, err)
			require.Len(t, s.Passes, 1)
			pass := s.Passes[0].Kernel.(wgsl.Kernel)
			require.Equal(t, 0.5, pass.Store.Scale)
			require.False(t, pass.InPlace)
			require.Equal(t, kind == Convolved, pass.ConvolutionSpectra > 0)
			rows := map[PassKind][2]bool{
				Columns: {}, ToRows: {false, true}, FromRows: {true, false}, Convolved: {true, true},
			}[kind]
			require.Equal(t, rows, [2]bool{pass.Load.Map.Stride == 1, pass.Store.Map.Stride == 1}, pass.Name())
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
	k := PassKernels(ToRows, 256, 256, l)[5]
	known := passTable()
	defer func(before map[passKey]passEntry) { passTable = func() map[passKey]passEntry { return before } }(known)
	passTable = func() map[passKey]passEntry {
		return map[passKey]passEntry{{ToRows, 256}: {measuredPass{k, 0.5}, sectors(k)}}
	}
	c, ok := multiPass(Finder{plan.Axis{N: 1 << 16, InnerExtent: 1}}, l, false)
	require.True(t, ok)
	require.Equal(t, k, c.kernels[0])
	require.Less(t, c.cost, 2*float64(1<<16))
	for key := range known {
		require.Positive(t, known[key].passes, "%v", key)
	}
	require.Len(t, known, len(measuredPasses), "each can be read, and there is one for each kind and length")
	p, err := From(plan.Problem{Shape: []int{1 << 16}}, l, c.kernels...)
	require.NoError(t, err)
	require.Len(t, p.Passes, 2)
	_, there := measuredPassOf(ToRows, 255, PassKind(ToRows).at(255, 16), l)
	require.False(t, there)
	small := l
	small.Invocations = 1
	_, there = measuredPassOf(ToRows, 256, ToRows.at(256, 16), small)
	require.False(t, there, "a device that can't run it")
}
