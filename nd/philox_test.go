package nd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd/internal/expr"
	"wgfft/nd/internal/gpu"
)

// TestSeeds compares the keys of kernels. A new seed needs no new kernel.
func TestSeeds(t *testing.T) {
	key := func(source Array) string {
		b := &builder{at: map[*node]int{}, k: expr.Kernel{Extent: source.n.Extent}}
		b.operand(operand{n: source.n}, expr.Float32)
		b.k.Dst = expr.RowMajor(source.n.Extent, &expr.Memory{Type: expr.Float32, Count: 12})
		return string(gpu.AppendKernelKey(&b.k, nil, nil))
	}
	first := key(Uniform(Float32, 1, 3, 4))
	require.Equal(t, first, key(Uniform(Float32, 1<<60, 3, 4)))
	require.NotEqual(t, first, key(Uniform(Float32, 1, 4, 3)))
	require.NotEqual(t, first, key(Normal(Float32, 1, 3, 4)))
}
