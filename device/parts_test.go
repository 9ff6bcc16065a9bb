package device

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// TestBuffersInParts checks that a buffer larger than an allocation consists of several, divided at
// the given cuts.
func TestBuffersInParts(t *testing.T) {
	d := open(t)
	real := d.info.Limits
	defer func() { d.info.Limits = real }()
	const size = 16 << 10
	d.info.Limits.AllocationBytes = size
	whole, err := d.NewBufferInParts("whole", size, []int64{8 << 10})
	require.NoError(t, err)
	require.Empty(t, whole.parts, "one allocation holds it")

	cuts := []int64{4 << 10, 12 << 10, 20 << 10, 36 << 10}
	b, err := d.NewBufferInParts("parts", 40<<10, cuts)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 12 << 10, 20 << 10, 36 << 10}, b.starts, "as few as hold it")
	require.EqualValues(t, 40<<10, b.Size())
	require.True(t, b.Same(b))
	require.False(t, b.Same(whole))

	// Writes and copies cross the cuts.
	d.info.Limits.AllocationBytes = real.AllocationBytes
	data := make([]byte, 40<<10)
	for i := range data {
		data[i] = byte(i * 7 >> 3)
	}
	require.NoError(t, b.WriteAt(data[:30<<10], 0))
	require.NoError(t, b.WriteAt(data[30<<10:], 30<<10))
	down, err := d.NewBuffer("down", 40<<10, Download)
	require.NoError(t, err)
	enc, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, enc.Copy(down, 0, b, 4, 40<<10-4))
	require.ErrorContains(t, enc.Copy(down, 0, b, 8, 40<<10), "do not lie within")
	_, err = enc.Submit()
	require.NoError(t, err)
	require.NoError(t, down.Map(context.Background()))
	require.Equal(t, data[4:], down.Bytes()[:40<<10-4])

	// A binding lies in one part.
	p, err := d.NewPipeline(slowModule())
	require.NoError(t, err)
	align := int64(d.info.Limits.StorageAlign)
	for _, at := range []struct {
		off, n int64
		fine   bool
	}{{0, 12 << 10, true}, {4 << 10, 4 << 10, true}, {12 << 10, 8 << 10, true}, {36 << 10, 4 << 10, true},
		{20<<10 + align, align, true}, {12<<10 - align, 2 * align, false}, {0, 40 << 10, false},
		{36 << 10, 8 << 10, false}} {
		g, err := d.NewBindings(p, Binding{b, at.off, at.n})
		if !at.fine {
			require.Error(t, err, "%d bytes at %d", at.n, at.off)
			continue
		}
		require.NoError(t, err, "%d bytes at %d", at.n, at.off)
		require.NoError(t, g.Close())
	}
	require.NoError(t, b.Close())
	require.ErrorIs(t, b.WriteAt(data, 0), ErrClosed)
	_, err = d.NewBindings(p, Binding{b, 0, 1024})
	require.ErrorIs(t, err, ErrClosed)

	d.info.Limits.AllocationBytes = size
	for _, cuts := range [][]int64{{0}, {40 << 10}, {8, 8}, {16, 8}, {6}} {
		_, err := d.NewBufferInParts("bad", 40<<10, cuts)
		require.Error(t, err, "%v", cuts)
	}
	_, err = d.NewBufferInParts("uncut", 40<<10, nil)
	require.ErrorAs(t, err, new(*wgsl.LimitError))
}
