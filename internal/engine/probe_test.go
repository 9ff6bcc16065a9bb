package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// On a device of an unknown family, plans after a probe use its result, also in the next process.
// On others they stay the same.
func TestProbe(t *testing.T) {
	dir := t.TempDir()
	g := openGPU(t, GPUConfig{Wisdom: WisdomSource{Dir: dir}, Probe: true})
	require.False(t, g.needsProbe(), "the family is known")
	require.Zero(t, g.kernels.Load().Wisdom.Speed)
	known := g.limits

	g.limits.Family = wgsl.UnknownFamily()
	require.True(t, g.needsProbe())
	require.Equal(t, g.limits, g.Limits())
	long := plan.Problem{Shape: []int{1 << 10}, Batch: 10}
	before, err := g.tree(long)
	require.NoError(t, err)
	s, err := g.Probe(ctx)
	require.NoError(t, err)
	require.Positive(t, s.Dispatch)
	require.Equal(t, s, g.kernels.Load().Wisdom.Speed)
	require.Equal(t, s.Family(wgsl.UnknownFamily()), g.Limits().Family)
	after, err := g.tree(long)
	require.NoError(t, err)
	require.Equal(t, wgsl.UnknownFamily(), before.Limits.Family)
	require.Equal(t, g.Limits().Family, after.Limits.Family)
	rightRows(t, g, 1<<10, 10)

	next := openGPU(t, GPUConfig{Wisdom: WisdomSource{Dir: dir}})
	require.Equal(t, s, next.kernels.Load().Wisdom.Speed)
	require.Equal(t, known, next.Limits())
	next.limits.Family = wgsl.UnknownFamily()
	require.Equal(t, g.Limits().Family, next.Limits().Family)
}

// A canceled probe keeps nothing.
func TestProbeIsCanceled(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	_, err := g.Probe(canceled)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, choose.Speed{}, g.kernels.Load().Wisdom.Speed)
}
