package wgfft

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStats(t *testing.T) {
	c := openOwnGPU(t)
	before := c.Stats()
	p, err := c.PlanResident(ctx, Problem{Shape: []int{240}, Batch: 3})
	require.NoError(t, err)
	b, err := p.NewBuffer()
	require.NoError(t, err)
	require.NoError(t, c.Upload(ctx, Region{Buffer: b}, make([]complex64, 720)))
	require.NoError(t, p.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}))
	s := c.Stats()
	require.GreaterOrEqual(t, s.BufferBytes, before.BufferBytes+b.Size())
	require.Greater(t, s.Buffers, before.Buffers)
	require.Positive(t, s.Kernels)
	require.Positive(t, s.KernelBytes)
	require.Positive(t, s.Tables)
	require.GreaterOrEqual(t, s.Submissions, before.Submissions+2)
	require.NoError(t, b.Close())
	require.Equal(t, s.BufferBytes-b.Size(), c.Stats().BufferBytes)
	require.NoError(t, p.Close())
	require.Equal(t, s.Kernels, c.Stats().Kernels, "kept for the next plan")
	require.Positive(t, c.Stats().IdleKernelBytes)
	require.NoError(t, c.Close())
	require.Zero(t, c.Stats().Buffers)
	require.Zero(t, c.Stats().Kernels)
}
