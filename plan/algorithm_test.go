package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// requireAlgorithm plays case i: the transform of n points by an algorithm. If the algorithm can't
// compute the length, the planner must refuse it.
func requireAlgorithm(t *testing.T, i int, a plan.Algorithm, n int, l wgsl.Limits, can bool) {
	t.Helper()
	for j, s := range sides(t, i) {
		r := seeded(4*i + j)
		batch := 1 + r.Intn(2)
		if n > 2000 {
			batch = 1
		}
		p, err := choose.MakeBy(plan.Problem{Shape: []int{n}, Batch: batch, Inverse: s.inverse, InPlace: s.inPlace,
			Norm: plan.Norm(r.Intn(3))}, l, a)
		if !can {
			require.ErrorIs(t, err, plan.ErrInvalidLength, "%v of %d", a, n)
			continue
		}
		require.NoError(t, err, "%v of %d", a, n)
		require.Contains(t, p.String(), a.String())
		plan.CheckSchedule(t, p)
		plan.RequireTransform(t, r, p)
	}
}

// Every algorithm computes the lengths that it can, in and out of place, in both directions. It
// returns an error for other lengths.
func TestEveryAlgorithm(t *testing.T) {
	products, split := plan.OnePassWith(wgsl.MatrixProduct), plan.OnePassWith(wgsl.SplitRadix)
	twisted := plan.OnePassWith(wgsl.TwistedRadix3)
	for i, c := range []struct {
		a   plan.Algorithm
		n   int
		can bool
	}{
		{plan.Stockham, 256, true}, {plan.Stockham, 37, true}, {plan.Stockham, 1024, false},
		{plan.Stockham, 83, false},
		{plan.FourStep, 1024, true}, {plan.FourStep, 3 * 7 * 11 * 13, true}, {plan.FourStep, 1 << 12, true},
		{plan.FourStep, 127, false},
		{plan.Transposed, 1024, true}, {plan.Transposed, 3 * 7 * 11 * 13, true},
		{plan.Transposed, 1 << 12, true}, {plan.Transposed, 83 * 256, false},
		{plan.Global, 64, true}, {plan.Global, 4096, true}, {plan.Global, 3 * 5 * 7 * 11, true},
		{plan.Global, 1 << 13, true}, {plan.Global, 16, false}, {plan.Global, 31 * 16, false},
		{plan.Bluestein, 64, true}, {plan.Bluestein, 83, true}, {plan.Bluestein, 1009, true},
		{plan.Bluestein, 2003, true}, {plan.Bluestein, 2, true}, {plan.Bluestein, 1, false},
		{products, 2, true}, {products, 24, true}, {products, 31, true},
		{products, 32, true}, {products, 180, true},
		{split, 64, true}, {split, 256, true}, {split, 24, true},
		{split, 81, false}, {split, 1000003, false},
		{twisted, 243, true}, {twisted, 18, true}, {twisted, 64, false},
		{products, 1, false}, {products, 37, false}, {products, 1024, false},
	} {
		requireAlgorithm(t, i, c.a, c.n, smallWorkgroups(), c.can)
	}
	// Three passes, and a convolution of five.
	requireAlgorithm(t, 100, plan.Transposed, 1<<12, tinyWorkgroups(), true)
	requireAlgorithm(t, 101, plan.Bluestein, 2039, tinyWorkgroups(), true)
}

// TestEveryDFT plans and plays a transform with the DFTs of each algorithm of a radix, and reads its kernel back.
func TestEveryDFT(t *testing.T) {
	l := smallWorkgroups()
	for _, d := range wgsl.Algorithms() {
		r := 2
		for !d.Has(r) {
			r++
		}
		p, err := choose.MakeBy(plan.Problem{Shape: []int{r * r}, Batch: 3}, l, plan.OnePassWith(d))
		require.NoError(t, err, d.Name())
		require.Contains(t, p.String(), d.Name())
		require.Len(t, p.Passes, 1)
		require.Equal(t, wgsl.DFT(d), p.Passes[0].Stages.DFT)
		again, err := plan.ParseKernel(p.Passes[0].Name())
		require.NoError(t, err)
		require.Equal(t, p.Passes[0], again)
		plan.RequireTransform(t, seeded(r), p)
	}
}

func TestAlgorithmsHaveNames(t *testing.T) {
	for _, a := range plan.Algorithms() {
		got, err := plan.ParseAlgorithm(a.String())
		require.NoError(t, err)
		require.Equal(t, a, got)
	}
	_, err := plan.ParseAlgorithm("fastest")
	require.ErrorContains(t, err, "four-step")
	require.Equal(t, "algorithm(200)", plan.Algorithm(200).String())
	p, err := choose.MakeBy(plan.Problem{Shape: []int{64}}, wgsl.DefaultLimits(), plan.Any)
	require.NoError(t, err)
	require.Len(t, p.Passes, 1)
	_, err = choose.MakeBy(plan.Problem{Shape: []int{0}}, wgsl.DefaultLimits(), plan.Bluestein)
	require.ErrorIs(t, err, plan.ErrInvalidLength)
}

// Columns with a Rader stage and one more radix take more than one radix a pass, so they are not
// the algorithm Global.
func TestRaderColumnsAreNotGlobal(t *testing.T) {
	for _, n := range []int{16383, 127 * 129} {
		p, err := choose.MakeBy(plan.Problem{Shape: []int{n}}, wgsl.DefaultLimits(), plan.FourStep)
		require.NoError(t, err)
		require.Regexp(t, `^\(four-step .* 127\(`, p.String())
	}
}

// Make never chooses the algorithm Global, which takes one radix a pass. Only MakeBy does.
func TestMakeNeverChoosesGlobal(t *testing.T) {
	h200, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	limits := []wgsl.Limits{h200, wgsl.DefaultLimits(), smallWorkgroups()}
	for i := range 300 {
		if !testcase.ShardOf(t, i, 6) {
			continue
		}
		r := seeded(i)
		n := 2
		for limit := 1 << (2 + r.Intn(12)); n < limit; {
			n *= []int{2, 2, 2, 3, 5, 7, 11, 13, 31}[r.Intn(9)]
		}
		l := limits[i%len(limits)]
		if n > 1024 && i%3 == 2 {
			l = h200 // small workgroups do not hold every such length in four passes
		}
		made, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 1 + 99*(i%2)}, l)
		require.NoError(t, err, "%d points", n)
		require.NotContains(t, made.String(), plan.Global.String(), "%d points", n)
	}
	made, err := choose.MakeBy(plan.Problem{Shape: []int{4096}}, wgsl.DefaultLimits(), plan.Global)
	require.NoError(t, err)
	require.Contains(t, made.String(), plan.Global.String())
}
