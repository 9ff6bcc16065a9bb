package wisdom

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Wisdom does not change the kernels of a problem with Quick, except for rejected kernels.
func TestQuickIgnoresEntries(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{64}, Batch: 100, Options: plan.Options{Quick: true}}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	quick := plan.Join(axes)
	usual := plan.Problem{Shape: []int{64}, Batch: 100}
	forged := entryOf(t, usual, l, 1)
	require.NotEqual(t, forged.Kernels, plan.Names(quick))
	forged.Key = plan.TuningKey(p, l)
	require.NotEqual(t, plan.TuningKey(usual, l), forged.Key)
	w := someWisdom(t, l).Learn(forged)

	got, err := Chooser{Wisdom: w}.Choose(p, l)
	require.NoError(t, err)
	require.Equal(t, axes, got)
	_, known := w.Choice(p, l)
	require.False(t, known)

	w = w.Reject(Rejection{Kernels: plan.Names(quick), Evidence: "a test"})
	got, err = Chooser{Wisdom: w}.Choose(p, l)
	require.NoError(t, err)
	require.NotEqual(t, axes, got, "kernels that gave wrong results are left out")
}
