package pipeline

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// mixedProblem returns combination i of batch, direction, place and norm, so that neighbouring
// lengths get different ones.
func mixedProblem(i int) plan.Problem {
	return plan.Problem{
		Batch:   []int{1, 32, 3}[i%3],
		Inverse: i/3%2 == 0,
		InPlace: i/6%2 == 0,
		Norm:    plan.Norm(i / 12 % 3),
	}
}

// forSome runs f for those of the cases 0 to n-1 that runsCase chooses, in parallel with other tests.
func forSome(t *testing.T, n int, usual []int, f func(t *testing.T, r *harness, i int)) {
	t.Helper()
	t.Parallel()
	r := newHarness(t)
	ran := 0
	for i := range n {
		if runsCase(t, i, usual...) {
			f(t, r, i)
			ran++
		}
	}
	require.True(t, ran > 0 || os.Getenv("WGFFT_SHARD") != "", "no case ran")
}

// indices returns the positions of values in a list that has all of them.
func indices[T comparable](t testing.TB, list []T, values ...T) (at []int) {
	t.Helper()
	for _, v := range values {
		at = append(at, slices.Index(list, v))
	}
	require.NotContains(t, at, -1)
	return at
}

// compileCost estimates how long a software driver compiles a kernel: live values times the
// exchanges they pass.
func compileCost(k wgsl.Kernel) int {
	w := k.Work()
	return w.Held * (2 + w.Barriers)
}

// quickPlan plans a problem with one of the planner's kernels that compile fastest. Problems of one
// length take these kernels in turn. Long tests use the planner's choice, unless it takes long to
// compile.
func (r *harness) quickPlan(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	if all := choose.Variants(p.Points(), p.Count(), r.e.Device().Limits()); !testcase.Long() && len(all) > 0 {
		var shortest []wgsl.Kernel
		for _, k := range all {
			if len(shortest) > 0 && compileCost(k) < compileCost(shortest[0]) {
				shortest = shortest[:0]
			}
			if len(shortest) == 0 || compileCost(k) == compileCost(shortest[0]) {
				shortest = append(shortest, k)
			}
		}
		return r.planWith(t, p, shortest[p.Points()*7%len(shortest)])
	}
	return r.quickestPlan(t, p, choose.Ranked(p.Points(), p.Count(), r.e.Device().Limits()))
}

// quickConvolution plans a problem as a Bluestein convolution of one pass, with a kernel that
// compiles fast.
func (r *harness) quickConvolution(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	return r.quickestPlan(t, p, choose.ConvolutionKernels(p.Points(), p.Count(), 4, r.e.Device().Limits()))
}

// quickestPlan plans a problem with the kernel that compiles fastest. Long tests use the first
// kernel, unless it takes long to compile.
func (r *harness) quickestPlan(t testing.TB, p plan.Problem, ranked []wgsl.Kernel) plan.Plan {
	t.Helper()
	require.NotEmpty(t, ranked)
	k := ranked[0]
	if compileCost(k) > 120 || !testcase.Long() {
		k = slices.MinFunc(ranked, func(a, b wgsl.Kernel) int { return compileCost(a) - compileCost(b) })
	}
	return r.planWith(t, p, k)
}

// shortLengths returns the lengths up to 512 that a single pass without a Rader stage can do.
func shortLengths() []int {
	var lengths []int
	for n := 1; n <= 512; n++ {
		if plan.LargestPrime(n) <= plan.MaxPrime {
			lengths = append(lengths, n)
		}
	}
	return lengths
}

// TestEveryShortLength runs the planner's choice for every length up to 512 that a single pass can do. Usual
// runs have kernels without a stage, with one, and with two stages of a power of two and of other radices.
func TestEveryShortLength(t *testing.T) {
	lengths := shortLengths()
	require.Greater(t, len(lengths), 200)
	forSome(t, len(lengths), indices(t, lengths, 64, 1, 60, 11), func(t *testing.T, r *harness, i int) {
		n := lengths[i]
		p := plan.Problem{Shape: []int{n}, Batch: 3}
		if i/2%2 == 0 {
			p = mixedProblem(i / 4)
			p.Shape = []int{n}
		}
		const others = 32                            // two lengths in every others are repeated
		if n <= 24 || n&(n-1) == 0 || i%others < 2 { // with the planner's choice
			r.check(t, r.makePlan(t, p))
		} else {
			r.check(t, r.quickPlan(t, p))
		}
		if i%others < 2 { // with the opposite direction and place
			p = plan.Problem{Shape: []int{n}, Batch: 4 - min(p.Count(), 3), Inverse: !p.Inverse, InPlace: !p.InPlace,
				Norm: p.Norm}
			r.check(t, r.quickPlan(t, p))
		}
	})
}

// longLengths returns lengths from 513 to most that a single pass without a Rader stage can do. The
// value is true for lengths that run with the planner's choice.
func longLengths(most int) map[int]bool {
	planned := map[int]bool{}
	add := func(n int, exactly bool) {
		if n > 512 && n <= most && plan.LargestPrime(n) <= plan.MaxPrime {
			planned[n] = planned[n] || exactly
		}
	}
	for p := 1024; p <= most; p *= 2 {
		add(p, true)
	}
	for base := 3; base <= plan.MaxPrime; base++ { // powers of other bases
		for n := base; n <= 3000; n *= base {
			add(n, n == 729)
		}
	}
	for _, n := range []int{768, 1000, 1023, 1025, 1536, 1920, 2310, 3072, 4095, 4097, 4100, 6561, 10000, 15015} {
		add(n, n == 1000)
	}
	for n := 513; len(planned) < 165 && n <= most; n++ {
		if plan.LargestPrime(n) <= 11 {
			add(n, false)
		}
	}
	return planned
}

// TestLongLengths runs lengths from 513 to the capacity of a workgroup. Usual runs have one length with the
// planner's choice.
func TestLongLengths(t *testing.T) {
	dev := openDevice(t)
	planned := longLengths(plan.Capacity(dev.Limits()))
	order := slices.Sorted(maps.Keys(planned))
	t.Logf("%d lengths up to %d", len(order), order[len(order)-1])
	forSome(t, len(order), indices(t, order, 1024), func(t *testing.T, r *harness, i int) {
		n := order[i]
		p := mixedProblem(i / 2)
		p.Shape = []int{n}
		if planned[n] {
			r.check(t, r.makePlan(t, p))
		} else {
			r.check(t, r.quickPlan(t, p))
		}
	})
}

// TestComparisonFindsWrongNumbers compares a forward transform with wrong references and with
// changed points.
func TestComparisonFindsWrongNumbers(t *testing.T) {
	r := newHarness(t)
	const n, batch = 48, 3
	src := ref.Uniform(1, n*batch)
	got := r.play(t, r.makePlan(t, plan.Problem{Shape: []int{n}, Batch: batch}).Schedule(), src, n*batch)
	worst := func() float64 {
		e, _ := ref.Worst(got, ref.Batch(src, n, false, 1), n)
		return e
	}
	require.LessOrEqual(t, worst(), ref.Tolerance(n))
	e, _ := ref.Worst(got, ref.Batch(src, n, true, 1), n)
	require.Greater(t, e, 0.1, "the other direction")
	got[n] *= 1.00001
	require.Greater(t, worst(), ref.Tolerance(n), "one point off by a little")
	ref.Poison(got[2:3])
	require.Greater(t, worst(), 1e9, "one point not written")
}

// TestEveryButterfly runs every radix alone. Usual runs have a prime, and coprime factors.
func TestEveryButterfly(t *testing.T) {
	var radices []int
	for r := 2; r <= wgsl.MaxRadix; r++ {
		if plan.LargestPrime(r) <= plan.MaxPrime {
			radices = append(radices, r)
		}
	}
	forSome(t, len(radices), indices(t, radices, 13, 12), func(t *testing.T, r *harness, i int) {
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(fmt.Sprint(radices[i]))},
			Threads: wgsl.Ownership{Elements: radices[i], Transforms: 2}}
		r.check(t, r.planWith(t, plan.Problem{Shape: []int{radices[i]}, Batch: 3}, k))
	})
}
