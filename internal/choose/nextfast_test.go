package choose

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// price returns the cost of a transform in a large batch.
func price(t *testing.T, n int, l wgsl.Limits) float64 {
	c, ok := chooseAxis(Finder{plan.Axis{N: n, InnerExtent: 1}}, plan.MaxChoiceBatch, l, passRanges)
	require.True(t, ok, n)
	return c.cost
}

func TestCheapest(t *testing.T) {
	for _, name := range []string{"h200", "default"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for _, n := range []int{1, 2, 3, 17, 19, 37, 101, 130, 257, 1009, 4099, 20011} {
			if n > 2000 && !testcase.Long() {
				continue
			}
			m := CheapestLength(n, l)
			require.GreaterOrEqual(t, m, n, name)
			power := 1
			for power < n {
				power *= 2
			}
			require.LessOrEqual(t, m, power, name)
			if m == n {
				continue
			}
			require.LessOrEqual(t, plan.LargestPrime(m), plan.MaxPrime, name)
			// CheapestLength compares fewer kernels than Kernels.
			cost := price(t, m, l)
			// primes in between are cheaper than any longer length, but their errors are larger
			if plan.LargestPrime(n) <= plan.MaxPrime || n > plan.MaxAloneElements {
				require.LessOrEqual(t, cost, 1.05*price(t, n, l), "%s: %d instead of %d", name, m, n)
			}
			require.LessOrEqual(t, cost, 1.05*price(t, power, l), "%s: %d instead of %d", name, m, power)
		}
	}
}

// CheapestLength finds the cheapest of all lengths of small prime factors.
func TestCheapestOfAllLengths(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, n := range []int{19, 53, 131} {
		if n > 19 && !testcase.Long() {
			continue
		}
		best := price(t, n, l)
		for m := n; m <= 2*n; m++ {
			if plan.LargestPrime(m) <= maxSmoothPrime {
				best = min(best, price(t, m, l))
			}
		}
		require.LessOrEqual(t, price(t, CheapestLength(n, l), l), 1.1*best, n)
	}
}

func TestCheapestAtTheLimits(t *testing.T) {
	l := wgsl.DefaultLimits()
	l.BindingBytes, l.AllocationBytes = math.MaxInt64, math.MaxInt64
	require.Equal(t, 1, CheapestLength(-5, l))
	require.Equal(t, 1, CheapestLength(0, l))
	require.Equal(t, plan.MaxPoints, CheapestLength(plan.MaxPoints, l))
	require.Equal(t, plan.MaxPoints+1, CheapestLength(plan.MaxPoints+1, l))
	require.LessOrEqual(t, CheapestLength(plan.MaxPoints-1, l), plan.MaxPoints)
}

func BenchmarkCheapest(b *testing.B) {
	l, _ := wgsl.NamedLimits("h200")
	for b.Loop() {
		CheapestLength(8209, l)
	}
}
