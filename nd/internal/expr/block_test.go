package expr

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBlockIn makes blocks of every element type in memory.
func TestBlockIn(t *testing.T) {
	for d := range DType(255) {
		if !d.IsValid() {
			continue
		}
		b := BlockIn(d, make([]byte, 3*16), 3)
		require.Len(t, b.Bytes(), 3*d.Size(), "%v", d)
		b.Bytes()[d.Size()] = 1
		fresh := NewBlock(d, 3)
		require.IsType(t, fresh, b)
		require.Len(t, fresh.Bytes(), 3*d.Size(), "%v", d)
	}
	b := BlockIn(Float32, make([]byte, 8), 3)
	require.Empty(t, b.Bytes(), "not enough memory")
}
