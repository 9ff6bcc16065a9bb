//go:build linux || darwin

package worker

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/memory"
)

// TestBlockSize checks that blocks are at most a quarter larger than the requested size.
func TestBlockSize(t *testing.T) {
	for _, n := range []int64{0, 1, leastBlock, leastBlock + 1, 1<<20 - 1, 1 << 20, 1<<20 + 1, 33333333, 1 << 33} {
		size := blockSize(n)
		require.GreaterOrEqual(t, size, n)
		require.Zero(t, size%leastBlock)
		require.LessOrEqual(t, size, max(leastBlock*2, n+n/4))
	}
	require.EqualValues(t, 1<<20, blockSize(1<<20))
}

// TestBlocks checks that blocks are used again, and that idle ones give their memory back.
func TestBlocks(t *testing.T) {
	const keep = 8 << 20
	s, err := newShared(memory.Limit(2 * keep))
	require.NoError(t, err)
	s.keep = keep
	defer s.close()
	take := func(n int64) *block {
		b, err := s.take(t.Context(), nil, text("test"), n)
		require.NoError(t, err)
		require.EqualValues(t, b.size, len(b.bytes))
		b.bytes[0], b.bytes[b.size-1] = 1, 1
		return b
	}
	first := take(1 << 20)
	s.give(first)
	require.Same(t, first, take(1<<20-5))
	second := take(1 << 20)
	require.NotEqual(t, first.offset, second.offset)
	require.EqualValues(t, 2<<20, s.inUse())
	s.give(first)
	s.give(second)

	large := take(keep)
	require.EqualValues(t, keep+2<<20, s.held)
	s.give(large) // it is kept, and the others are not
	require.True(t, large.hasPages)
	require.False(t, first.hasPages)
	require.EqualValues(t, keep, s.held)
	again := take(1 << 20)
	require.Equal(t, byte(0), again.bytes[1])
	require.Contains(t, []*block{first, second}, again)

	other := take(keep + keep/2) // needs the memory of the idle block
	require.False(t, large.hasPages)
	s.give(other)
	s.give(again)
	require.Zero(t, s.inUse())
}
