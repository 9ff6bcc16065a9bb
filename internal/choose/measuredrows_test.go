package choose

import (
	"testing"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"

	"github.com/stretchr/testify/require"
)

func TestMeasuredKernelsFitTheirLength(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	lengths := map[int]bool{}
	for _, name := range measuredRows {
		k, err := wgsl.ParseKernel(name)
		require.NoError(t, err)
		require.False(t, lengths[k.N()], "%d has two measured kernels", k.N())
		lengths[k.N()] = true
		RequireFits(t, k.N(), l, k)
		p, err := Make(plan.Problem{Shape: []int{k.N()}, Batch: 4 * k.TransformsPerGroup}, l)
		require.NoError(t, err)
		require.Equal(t, k, p.Passes[0], "the plan takes the measured kernel unchanged")
	}
	_, ok := measuredRow(97)
	require.False(t, ok)
}

func TestRanked(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	for _, n := range []int{16, 100, 243, 1024, 4096, 16384} {
		ranked := Ranked(n, 64, l)
		require.NotEmpty(t, ranked)
		for _, k := range ranked {
			RequireFits(t, n, l, k)
		}
		p, err := Make(plan.Problem{Shape: []int{n}, Batch: 64}, l)
		require.NoError(t, err)
		want := ranked[0]
		if f, ok := measuredRow(n); ok && f.Check(l) == nil {
			want = f
		}
		require.Equal(t, want.Radices, p.Passes[0].Radices, "the plan takes the measured kernel, or else the first")
	}
}

// Every length to the capacity has variants that fit, and none twice. A short run checks all
// lengths to 512 and a shard of the others.
func TestEveryLengthUpToCapacityHasVariants(t *testing.T) {
	for _, name := range []string{"default", "h200", "lavapipe", "swiftshader"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for n := 1; n <= plan.Capacity(l); n++ {
			if plan.LargestPrime(n) > plan.MaxPrime || n > 512 && n < plan.Capacity(l) && !testcase.ShardOf(t, n, 64) {
				continue
			}
			all := Variants(n, 64, l)
			require.NotEmpty(t, all, "%d points", n)
			seen := map[wgsl.Kernel]bool{}
			for _, k := range all {
				RequireFits(t, n, l, k)
				if n%10 > 1 {
					continue
				}
				if seen[k] {
					t.Fatalf("%s is listed twice", k.Name())
				}
				seen[k] = true
			}
		}
	}
}
