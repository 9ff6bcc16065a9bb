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
			cube, ok := WithDigitLayout(k, l)
			if !ok {
				require.False(t, k.HasDigitLayout(), k.Name())
				continue
			}
			require.NoError(t, cube.Check(l))
			require.LessOrEqual(t, cube.WorkgroupBytes(), k.WorkgroupBytes()*3/2, cube.Name())
			require.Less(t, cube.ConflictDegree(), 3.0, cube.Name())
			if cube.ConflictDegree() < 1.15 {
				free++
			}
			cube.Layout = k.Layout
			require.Equal(t, k, cube)
		}
		most = max(most, free)
	}
	require.Greater(t, most, 2, "kernels without conflicts among five of a length")
	_, ok := WithDigitLayout(wgsl.Kernel{Radices: wgsl.Radices{16}, ElementsPerThread: 16, TransformsPerGroup: 4}, l)
	require.False(t, ok, "no exchange")
}

// A kernel goes into the cube in cyclic order that has the fewest bank conflicts, and differs in nothing else.
func TestInCycle(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	found, fewer := 0, 0
	for _, n := range []int{343, 1000, 1024, 2401, 4096, 10000} {
		for _, k := range Ranked(n, 1000, l)[:5] {
			cube, there := WithDigitLayout(k, l)
			if !there {
				continue
			}
			k = cube
			cycle, ok := WithCyclicOrder(k, l)
			require.Equal(t, len(k.StageRadices()) > 2, ok, k.Name())
			if !ok {
				continue
			}
			found++
			if cycle.ConflictDegree() < k.ConflictDegree() {
				fewer++
			}
			require.True(t, cycle.Layout.CyclicOrder)
			require.Contains(t, wgsl.DigitLayouts(len(k.StageRadices())), cycle.Layout.WithoutOuterPad())
			_, err := Validate(Problem{Shape: []int{n}, Batch: 1000}, l, cycle)
			require.NoError(t, err)
			_, again := WithCyclicOrder(cycle, l)
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
		require.Equal(t, cubic, pl.Passes[0].Layout.Kind == wgsl.Digits, "%s: %s", spec, pl.Passes[0].Name())
	}
	for _, n := range []int{126, 242, 546, 8064, 9828, 12348} {
		ranking, seen := Ranked(n, 100, l), map[wgsl.Kernel]bool{}
		for _, k := range ranking {
			seen[k] = true
		}
		better := preferDigitLayouts(slices.Clone(ranking), l)
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
			if cube, ok := WithDigitLayout(k, l); ok {
				k = cube
			}
			apart, ok := WithOuterPad(k, l)
			if !ok {
				continue
			}
			found++
			require.Contains(t, wgsl.PaddedOuter(len(k.StageRadices())), apart.Layout)
			require.Less(t, apart.ConflictDegree(), k.ConflictDegree(), apart.Name())
			_, err := Validate(Problem{Shape: []int{n}, Batch: 1000}, l, apart)
			require.NoError(t, err)
			apart.Layout = k.Layout
			require.Equal(t, k, apart)
		}
	}
	require.Greater(t, found, 3)
	for _, name := range []string{"fft16_16_p16_t4_complex_linear", "fft37_folded37x4.9_1_p4_t2_split_digits0down.pad0x1", "fft256_16.16_p16_t1_complex_digits0.pad1x0"} {
		k, err := wgsl.ParseKernel(name)
		require.NoError(t, err)
		_, ok := WithOuterPad(k, l)
		require.False(t, ok, name)
	}
}
