package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// TestLengthsOfSeveralPasses runs lengths that take two and three passes, just above and far above
// the capacity of a workgroup, with different prime factors.
func TestLengthsOfSeveralPasses(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	most := plan.Capacity(r.e.Device().Limits())
	for i, n := range []int{most / 16 * 17, 3 * most, 59049, 65536, 31 * 31 * 31, 100000, 7 * 11 * 13 * 29, 1 << 18,
		1000000} {
		if testing.Short() && n > 70000 {
			break
		}
		if !testcase.Long() && (i%2 > 0 || i == 2 || i > 5) { // TestLengthsRoundEverySwitch runs 65536 and 59049
			continue
		}
		p := plan.Problem{Shape: []int{n}, Batch: []int{1, 3}[i/2%2], Inverse: i%3 == 1, InPlace: i/4%2 == 0,
			Norm: plan.Norm(i % 3)}
		if n > 1<<18 {
			p.Batch = 1
		}
		pl := r.makePlan(t, p)
		require.Greater(t, len(pl.Passes), 1)
		r.check(t, pl)
	}
}

// TestAlgorithmsOfSeveralPasses runs every algorithm of several passes with the limits of a device
// with small workgroups, so that short lengths take three passes and more.
func TestAlgorithmsOfSeveralPasses(t *testing.T) {
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	cases := []struct {
		a plan.Algorithm
		n int
	}{
		{plan.FourStep, 2048}, {plan.FourStep, 3000}, {plan.FourStep, 1 << 13}, {plan.Transposed, 2048},
		{plan.Transposed, 3000}, {plan.Transposed, 1 << 13},
		{plan.Global, 64}, {plan.Global, 15 * 14}, {plan.Global, 4096}, {plan.Global, 9 * 8 * 7 * 5},
		{plan.Bluestein, 999}, {plan.Bluestein, 83}, {plan.Bluestein, 4093}, {plan.Bluestein, 10007},
		{plan.MatrixProduct, 24}, {plan.MatrixProduct, 31}, {plan.MatrixProduct, 180},
	}
	forSome(t, len(cases), func(t *testing.T, r *harness, i int) {
		if testing.Short() && i%3 > 0 || !testcase.Long() && (i == 2 || i == 4 || i > 11 &&
			cases[i].a == plan.Bluestein) {
			return
		}
		for place := range 2 {
			p := mixedProblem(i + 6*place)
			p.Shape = []int{cases[i].n}
			p.Batch = 1 + i%3
			made, err := choose.MakeBy(p, l, cases[i].a)
			require.NoError(t, err)
			r.check(t, made)
		}
	})
}

// planBluestein plans a problem as a Bluestein convolution, even if a Rader stage would be
// possible.
func (r *harness) planBluestein(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	pl, err := choose.MakeBy(p, r.e.Device().Limits(), plan.Bluestein)
	require.NoError(t, err)
	require.GreaterOrEqual(t, pl.Axes[0].Convolution, 2*p.Points()-1)
	return pl
}

// TestBluesteinLengths runs lengths with large prime factors as convolutions of one and of three
// passes.
func TestBluesteinLengths(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	most := plan.OnePassPoints(r.e.Device().Limits())
	for i, n := range []int{37, 41, 74, 37 * 37, 127, 509, 1009, 2039, 37 * 100, 4093, most - 3, 37 << 10, 65537} {
		if testing.Short() && n > 10000 {
			break
		}
		if plan.LargestPrime(n) <= plan.MaxPrime || (n == 74 || n > 500 && n < 65537) && !testcase.Long() {
			// Others of these lengths run in TestLengthsRoundEverySwitch. Kernels of long
			// convolutions take long to compile.
			continue
		}
		p := plan.Problem{Shape: []int{n}, Batch: []int{1, 3, 32}[i%3], Inverse: i%2 == 1, InPlace: i%4 > 1,
			Norm: plan.Norm(i % 3)}
		if n > 5000 {
			p.Batch = 1 + i%2
		}
		r.check(t, r.planBluestein(t, p))
	}
}
