package plan

import (
	"slices"
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

// A kernel goes into the cube in cyclic order that has the fewest bank conflicts, and differs in nothing else.
func TestInCycle(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	found, fewer := 0, 0
	for _, n := range []int{343, 1000, 1024, 2401, 4096, 10000} {
		for _, k := range Ranked(n, 1000, l)[:5] {
			cube, there := InCube(k, l)
			if !there {
				continue
			}
			k = cube
			cycle, ok := InCycle(k, l)
			require.Equal(t, len(k.Radices()) > 2, ok, k.Name())
			if !ok {
				continue
			}
			found++
			if cycle.Conflicts() < k.Conflicts() {
				fewer++
			}
			require.True(t, cycle.Layout.Cyclic)
			require.Contains(t, wgsl.Cubes(len(k.Radices())), cycle.Layout.Plain())
			_, err := Admit(Problem{Shape: []int{n}, Batch: 1000}, l, cycle)
			require.NoError(t, err)
			_, again := InCycle(cycle, l)
			require.False(t, again, "it has one")
			cycle.Layout = k.Layout
			require.Equal(t, k, cycle)
		}
	}
	require.Greater(t, found, 10)
	require.Greater(t, fewer, 2)
}

// A first plan is in a cube where the model can't tell that it is faster so, and a ranking has no kernel twice.
func TestEasedPlans(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, cubic := range map[string]bool{
		"c2c:8064*100": true, "c2c:9828*100": true, "c2c:242*1000": true, "r2c:23760*100": true, "dct2:16632*100": true,
		"c2c:10290*100": false, "c2c:8232*100": false, // of four stages
		"r2c:22050*100": false, "dct2:45*1000": false, "r2c:105*1000": false, // of odd rows
		"dst2:1000*100": false, // in one round
	} {
		p, err := ParseSpec(spec)
		require.NoError(t, err)
		pl, err := Make(p, l)
		require.NoError(t, err)
		require.Equal(t, cubic, pl.Passes[0].Layout.Kind == wgsl.Cube, "%s: %s", spec, pl.Passes[0].Name())
	}
	for _, n := range []int{126, 242, 546, 8064, 9828, 12348} {
		ranking, seen := Ranked(n, 100, l), map[wgsl.FFT]bool{}
		for _, k := range ranking {
			seen[k] = true
		}
		better := eased(slices.Clone(ranking), l)
		require.NotEqual(t, ranking, better)
		require.GreaterOrEqual(t, len(better), len(ranking))
		for i, k := range better {
			require.NotContains(t, better[:i], k)
			delete(seen, k)
		}
		require.Empty(t, seen, "none is lost")
	}
}

// A kernel goes to slabs that lie apart where it meets fewer banks twice there, and differs in nothing else.
func TestInSlabs(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	found := 0
	for _, n := range []int{121, 343, 1000, 1920, 2401, 10000} {
		for _, k := range Ranked(n, 1000, l)[:5] {
			k.Layout = BestLayout(k, l)
			if cube, ok := InCube(k, l); ok {
				k = cube
			}
			apart, ok := InSlabs(k, l)
			if !ok {
				continue
			}
			found++
			require.Contains(t, wgsl.Slabs(len(k.Radices())), apart.Layout)
			require.Less(t, apart.Conflicts(), k.Conflicts(), apart.Name())
			_, err := Admit(Problem{Shape: []int{n}, Batch: 1000}, l, apart)
			require.NoError(t, err)
			apart.Layout = k.Layout
			require.Equal(t, k, apart)
		}
	}
	require.Greater(t, found, 3)
	for _, name := range []string{"fft16_16_p16_t4_complex_linear", "fft37_paired37x4.9_1_p4_t2_one_cube9", "fft256_16.16_p16_t1_complex_cube2"} {
		k, err := wgsl.ParseFFT(name)
		require.NoError(t, err)
		_, ok := InSlabs(k, l)
		require.False(t, ok, name)
	}
}
