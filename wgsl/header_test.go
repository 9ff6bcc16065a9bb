package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The header of a text says what the kernel computes.
func TestHeader(t *testing.T) {
	k := plain(8, 16, 8, 8).with(inColumns(64)).with(func(k *Kernel) { k.Store.Ops[0] = Swap{} })
	require.Contains(t, k.Module().Text, "// "+k.Name()+`
// X[k] = sum over j of x[j] w_64^(jk), w_64 = exp(-2 pi i / 64)
// x[j] of transform q: element q div 64 * 4096 + q mod 64 + j * 64
// X[j] of transform q: element q div 64 * 4096 + q mod 64 + j * 64
// store: real and imaginary parts swapped
// 16 transforms per workgroup, 8 threads each
`)
}
