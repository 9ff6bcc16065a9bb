package hier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Both passes of a fusion read and write every element of each array once. The first pass takes whole rows.
func TestFusion(t *testing.T) {
	const batch = 2
	f := Fusion{Rows: 6, Columns: 20, Factor: 4}
	n := f.Rows * f.Columns
	first, rest := f.First(wgsl.Kernel{}), f.Rest(wgsl.Kernel{})
	for _, c := range []struct {
		m      wgsl.View
		points int
	}{
		{first.Load.View, f.Factor * f.Rows}, {first.Store.View, f.Factor * f.Rows},
		{rest.Load.View, f.Columns / f.Factor}, {rest.Store.View, f.Columns / f.Factor},
	} {
		seen := make([]int, batch*n)
		for q := range batch * n / c.points {
			for j := range c.points {
				seen[c.m.At(q, j)]++
			}
		}
		for at, count := range seen {
			require.Equal(t, 1, count, "%+v at %d", c.m, at)
		}
	}
	require.Equal(t, 1, first.Load.View.At(0, 1), "a row is contiguous")
	require.Equal(t, f.Columns/f.Factor*f.Rows, first.Load.View.At(0, f.Rows),
		"the next row of a transform lies far apart")
}
