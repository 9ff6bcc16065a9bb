package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func TestInCube(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	most := 0
	for _, n := range []int{100, 343, 1000, 1024, 2401, 4096, 6561, 10000, 16384} {
		free := 0
		for _, k := range Ranked(n, 1000, l)[:5] {
			cube, ok := InCube(k, l)
			if !ok {
				require.False(t, k.Cubic(), k.Name())
				continue
			}
			require.NoError(t, cube.Check(l))
			require.LessOrEqual(t, cube.WorkgroupBytes(), k.WorkgroupBytes()*3/2, cube.Name())
			require.Less(t, cube.Conflicts(), 3.0, cube.Name())
			if cube.Conflicts() < 1.15 {
				free++
			}
			cube.Layout = k.Layout
			require.Equal(t, k, cube)
		}
		most = max(most, free)
	}
	require.Greater(t, most, 2, "kernels without conflicts among five of a length")
	_, ok := InCube(wgsl.FFT{Chain: wgsl.Chain{16}, Points: 16, Transforms: 4}, l)
	require.False(t, ok, "no exchange")
}
