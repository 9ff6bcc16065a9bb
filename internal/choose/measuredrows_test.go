package choose

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestMeasuredKernelsFitTheirLength(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	rows, err := parseMeasured(measuredText)
	require.NoError(t, err)
	require.Len(t, measured().rows,
		len(rows)-len(measured().arrays)-len(measured().passes)-len(measured().convolutions),
		"there is one kernel for each use and length")
	for _, row := range rows {
		if k := row.kernel; row.use != "rows" {
			require.NoError(t, k.Check(l))
			require.Equal(t, row.use == "arrays", row.batch > 0, k.Name())
			require.Equal(t, row.use == "arrays", row.passes == 0, k.Name())
			continue
		}
		k, err := plan.ParseKernel(row.name)
		require.NoError(t, err)
		requireFits(t, k.N(), l, k)
		require.Equal(t, strconv.Itoa(k.N()), row.shape)
		p, err := Make(plan.Problem{Shape: []int{k.N()}, Batch: 4 * k.Threads.Transforms}, l)
		require.NoError(t, err)
		require.Equal(t, k, p.Passes[0], "the plan takes the measured kernel unchanged")
	}
	_, ok := measured().row(97)
	require.False(t, ok)
	for _, line := range []string{"rows 3 - -", "rows 3 x - fft3_3_p3_t64_split",
		"rows 3 - x fft3_3_p3_t64_split",
		"rows x - - fft3_3_p3_t64_split", "columns 3 - 1 fft"} {
		_, err := parseMeasured("# a comment\n" + line)
		require.ErrorContains(t, err, "line 2", line)
	}
}

func TestRanked(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	for _, n := range []int{16, 100, 243, 1024, 4096, 16384} {
		ranked := Ranked(n, 64, l)
		require.NotEmpty(t, ranked)
		for _, k := range ranked {
			requireFits(t, n, l, k)
		}
		p, err := Make(plan.Problem{Shape: []int{n}, Batch: 64}, l)
		require.NoError(t, err)
		want := ranked[0]
		if f, ok := measured().row(n); ok && f.Check(l) == nil {
			want = f
		}
		require.Equal(t, want.Stages.Radices, p.Passes[0].Stages.Radices,
			"the plan takes the measured kernel, or else the first")
	}
}

// Every length to the capacity has variants that fit, and none twice. A usual run checks all
// lengths to 32, the capacity, and a shard of the others.
func TestEveryLengthUpToCapacityHasVariants(t *testing.T) {
	for _, name := range []string{"default", "h200", "lavapipe", "swiftshader"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for n := 1; n <= plan.Capacity(l); n++ {
			shards := 16
			if n > 512 {
				shards = 512
			}
			if plan.LargestPrime(n) > plan.MaxPrime ||
				n > 32 && n < plan.Capacity(l) && !testcase.ShardOf(t, n, shards) {
				continue
			}
			all := Variants(n, 64, l)
			require.NotEmpty(t, all, "%d points", n)
			seen := map[wgsl.Kernel]bool{}
			for _, k := range all {
				requireFits(t, n, l, k)
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
