package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A binding holds twice as many halves as points of float32, between passes as well as in source and target.
func TestHalvesInOneBinding(t *testing.T) {
	const points = 1 << 15
	l := smallBindings(points / 2)
	half := wgsl.Halves{}
	p := plan.Problem{Shape: []int{64, 512}}
	p.Scratch = half
	made, err := choose.Make(p, l)
	require.NoError(t, err)
	s := made.Schedule()
	require.EqualValues(t, 4*points, s.ScratchBytes())
	require.Len(t, s.Source.Cuts, 1, "float32 goes in segments")
	requireBindings(t, made, l)

	p.In.Element, p.Out.Element = half, half
	made, err = choose.Make(p, l)
	require.NoError(t, err)
	require.EqualValues(t, 4*points, made.Source().Bytes)
	require.Empty(t, made.Source().Cuts)
	requireBindings(t, made, l)

	p.Batch = 2
	_, err = choose.Make(p, l)
	var limit *wgsl.LimitError
	require.ErrorAs(t, err, &limit)
	require.EqualValues(t, []int64{8 * points, 4 * points}, []int64{limit.Need, limit.Have})
	require.ErrorContains(t, err, "bytes of a binding of type float16")
	p.In.Element, p.Out.Element = nil, nil
	_, err = choose.Make(p, l)
	require.ErrorAs(t, err, &limit)
	require.EqualValues(t, []int64{8 * points, 4 * points}, []int64{limit.Need, limit.Have})
	require.ErrorContains(t, err, "between passes")
}

// A pass of real halves from scratch to scratch has two buffers, also if float32 would stay in one because of its
// size.
func TestRealHalvesBetweenPasses(t *testing.T) {
	l := wgsl.DefaultLimits()
	l.BindingBytes, l.AllocationBytes = 1<<34, 1<<34
	p := plan.Problem{Kind: plan.DCT4, Shape: []int{729, 243, 729}, Batch: 8}
	made, err := choose.Make(p, l)
	require.NoError(t, err)
	require.Len(t, made.Schedule().Scratch, 1)
	p.Scratch = wgsl.Halves{}
	made, err = choose.Make(p, l)
	require.NoError(t, err)
	require.Len(t, made.Schedule().Scratch, 2)
}

// requireBindings requires that each range of a schedule fits into one binding.
func requireBindings(t *testing.T, p plan.Plan, l wgsl.Limits) {
	t.Helper()
	for _, pass := range p.Schedule().Passes {
		for _, a := range pass.Args {
			require.LessOrEqual(t, a.Bytes, l.BindingBytes)
		}
	}
}
