package nd

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every type of elements has a block in memory.
func TestBlockIn(t *testing.T) {
	for d := range DType(255) {
		if !d.isValid() {
			continue
		}
		b := blockIn(d, make([]byte, 3*16), 3)
		require.Len(t, b.bytes(), 3*d.Size(), "%v", d)
		b.bytes()[d.Size()] = 1
		fresh := newBlock(d, 3)
		require.IsType(t, fresh, b)
		require.Len(t, fresh.bytes(), 3*d.Size(), "%v", d)
	}
	b := blockIn(Float32, make([]byte, 8), 3)
	require.Empty(t, b.bytes(), "not enough memory")
}
