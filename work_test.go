package wgfft

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Open takes the CPU for little work, unless the Config names a device. It opens no device: the Reason of an engine
// that found no hardware adapter is another one.
func TestShortWork(t *testing.T) {
	row := Problem{Shape: []int{1 << 21}}
	require.Equal(t, 5.0*(1<<21)*21, row.Operations())
	for _, work := range []float64{1, row.Operations(), shortWork} {
		c, err := Open(Config{Work: work})
		require.NoError(t, err)
		require.True(t, c.Adapter().CPU)
		require.Equal(t, shortReason, c.Adapter().Reason)
		require.NoError(t, c.Close())
	}
	for _, c := range []Config{
		{}, {Work: 2 * shortWork}, {Work: 1, Host: HostDevice}, {Work: 1, Device: Choice{Kind: GPU}},
		{Work: 1, Device: Choice{Kind: Software}}, {Work: 1, Device: Choice{Kind: CPU}},
		{Work: 1, Device: Choice{Kind: ByIndex}},
	} {
		require.False(t, c.isShort(), "%+v", c)
	}
	g := openGPU(t)
	dev, err := g.Device()
	require.NoError(t, err)
	require.False(t, Config{Work: 1, Use: dev}.isShort())
}

// Operations counts 5 N log2 M for complex points, and half of that for real samples. M covers transformed axes only.
func TestOperations(t *testing.T) {
	for _, c := range []struct {
		p    Problem
		want float64
	}{
		{Problem{Shape: []int{1024}, Batch: 3}, 5 * 3 * 1024 * 10},
		{Problem{Kind: R2C, Shape: []int{1024}}, 5 * 1024 * 10 / 2},
		{Problem{Shape: []int{4, 1024}, Axes: []int{-1}}, 5 * 4096 * 10},
		{Problem{Shape: []int{4, 1024}}, 5 * 4096 * 12},
		{Problem{Kinds: []Kind{DCT2, DST1}, Shape: []int{16, 4}}, 5 * 64 * 6 / 2},
		{Problem{Shape: []int{1}}, 5},
	} {
		require.Equal(t, c.want, c.p.Operations(), "%v", c.p)
	}
}

// Kind GPU takes hardware adapters only.
func TestGPUChoice(t *testing.T) {
	c, err := Open(Config{Device: Choice{Kind: GPU}})
	if err != nil {
		require.ErrorIs(t, err, ErrNoAdapter)
		return
	}
	require.False(t, c.Adapter().CPU)
	require.NoError(t, c.Close())
}
