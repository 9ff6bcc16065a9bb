package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestLengths(t *testing.T) {
	for _, c := range []struct{ from, to, count int }{
		{1, 1, 1}, {1, 10, 10}, {1, 10, 4}, {7, 1000, 993}, {7, 1000, 994}, {1, 1 << 16, 2000},
		{1, 1 << 20, 150}, {100, 1 << 22, 3}, {5000, 5001, 2},
	} {
		all, err := lengths(c.from, c.to, c.count)
		require.NoError(t, err, "%v", c)
		require.Len(t, all, c.count)
		require.True(t, slices.IsSorted(all))
		require.Len(t, slices.Compact(slices.Clone(all)), c.count, "each once")
		require.Equal(t, c.from, all[0])
		if c.count > 1 {
			require.Equal(t, c.to, all[c.count-1])
		}
	}
	for _, c := range []struct{ from, to, count int }{
		{0, 10, 2}, {10, 9, 1}, {1, 10, 11}, {1, 10, 0}, {1, longest + 1, 5},
	} {
		_, err := lengths(c.from, c.to, c.count)
		require.ErrorContains(t, err, "lengths from", "%v", c)
	}
}

func TestLengthsAreSpread(t *testing.T) {
	all, err := lengths(1, 1<<20, 2000)
	require.NoError(t, err)
	octaves, found := map[int]int{}, [3]int{}
	for _, n := range all {
		octaves[int(math.Log2(float64(n)))]++
		for i, kind := range []func(int) bool{isSmooth, hasRaderStage, needsConvolution} {
			if kind(n) {
				found[i]++
			}
		}
	}
	for e := 8; e < 20; e++ {
		require.InDelta(t, 150, octaves[e], 50, "from 2^%d", e)
	}
	require.Equal(t, len(all), found[0]+found[1]+found[2], "each is of one kind")
	for _, count := range found {
		require.Greater(t, count, 350)
	}
}

func TestKinds(t *testing.T) {
	for n, want := range map[int]string{
		1: "smooth", 961: "smooth", 1 << 20: "smooth",
		37: "rader", 37 * 31: "rader", 65537: "rader",
		37 * 37: "convolution", 83: "convolution",
	} {
		for name, kind := range map[string]func(int) bool{
			"smooth": isSmooth, "rader": hasRaderStage, "convolution": needsConvolution,
		} {
			require.Equal(t, name == want, kind(n), "%d %s", n, name)
		}
	}
}

func TestProblemsDependOnTheLengthOnly(t *testing.T) {
	seen := map[[2]bool]int{}
	batches := map[int]int{}
	for n := 1; n <= 2000; n++ {
		p := problem(n)
		require.Equal(t, p, problem(n))
		seen[[2]bool{p.Inverse, p.InPlace}]++
		batches[p.Batch]++
	}
	require.Len(t, seen, 4)
	require.Len(t, batches, 3)
	for _, count := range seen {
		require.Greater(t, count, 400)
	}
	for n := mostPoints - 5; n < mostPoints+5; n++ {
		require.Equal(t, 1, problem(n).Batch)
	}
}

func TestPlansOfALength(t *testing.T) {
	l := wgsl.DefaultLimits()
	for i, want := range map[int]int{0: 1, 5: 1, 6: 5, 13: 5} {
		all, err := plans(i, plan.Problem{Shape: []int{4096}}, l)
		require.NoError(t, err)
		require.Len(t, all, want, "the planner's choice, the cost model's, and other algorithms")
		require.Equal(t, 1, len(all[0].Passes))
	}
	all, err := plans(6, plan.Problem{Shape: []int{1009}}, l)
	require.NoError(t, err)
	require.Len(t, all, 3, "a measured folded Rader stage, an unfolded one, and a convolution")
	_, err = plans(0, plan.Problem{Shape: []int{0}}, l)
	require.ErrorIs(t, err, plan.ErrInvalidLength)
}

// rowOf returns a row of n points with an error.
func rowOf(t *testing.T, n int, err float64) row {
	t.Helper()
	problem := plan.Problem{Shape: []int{n}, Batch: 3, Inverse: n%2 == 0, InPlace: n%3 == 0}
	p, failed := choose.Make(problem, wgsl.DefaultLimits())
	require.NoError(t, failed)
	return row{p, err}
}

func TestRows(t *testing.T) {
	r := rowOf(t, 16, ref.Tolerance(16)/2)
	require.Equal(t, "16,3,inverse,out,"+r.p.String()+",5.960e-08,1.192e-07,0.500", r.String())
	require.Contains(t, rowOf(t, 27, 0).String(), "27,3,forward,in,(stockham 27 ")
	require.Equal(t, strings.Count(head, ","), strings.Count(r.String(), ","), "no plan has a comma")
}

func TestSummary(t *testing.T) {
	var s summary
	require.Equal(t, "no plans, 0 failed", s.String())
	require.NoError(t, s.err())
	s.add(result{rows: []row{rowOf(t, 16, 1e-8), rowOf(t, 16, ref.Tolerance(16))}})
	s.add(result{rows: []row{rowOf(t, 83, 1e-9)}})
	require.NoError(t, s.err(), "the tolerance itself is tolerable")
	require.Contains(t, s.String(), "2 lengths, 3 plans "+
		"(stockham 2, four-step 0, transposed 0, global 0, bluestein 1), "+
		"0 above their tolerance, 0 failed; worst ratio 1.000: 16,3,")
	for _, e := range []float64{1, math.Inf(1), math.NaN()} {
		bad := s
		bad.add(result{rows: []row{rowOf(t, 49, e)}})
		require.ErrorContains(t, bad.err(), "49,3,forward,out,(stockham 49")
	}
	s.add(result{rows: []row{rowOf(t, 64, 1e-8)}, err: plan.ErrInvalidLength})
	require.ErrorIs(t, s.err(), plan.ErrInvalidLength)
	require.Contains(t, s.String(), "1 failed")
}
