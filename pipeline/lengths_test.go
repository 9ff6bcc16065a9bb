package pipeline

import (
	"fmt"
	"maps"
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

// forAll runs f for the items 0 to n-1. Even and odd items run in parallel, each on an engine of
// its own.
func forAll(t *testing.T, n int, f func(t *testing.T, r *harness, i int)) {
	t.Parallel()
	for half := range 2 {
		t.Run([]string{"even", "odd"}[half], func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			for i := half; i < n; i += 2 {
				f(t, r, i)
			}
		})
	}
}

// forSome is forAll for the items that are drawn.
func forSome(t *testing.T, n int, f func(t *testing.T, r *harness, i int)) {
	forAll(t, n, func(t *testing.T, r *harness, i int) {
		if testcase.Shard(t, i) {
			f(t, r, i)
		}
	})
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
// Butterflies of primes from 19 on take long to compile, so only every third multiple of such a
// prime is included, beginning with the prime itself. Long tests include all of them.
func shortLengths() []int {
	var lengths []int
	met := map[int]int{}
	for n := 1; n <= 512; n++ {
		p := plan.LargestPrime(n)
		if p > plan.MaxPrime {
			continue
		}
		if met[p]++; p < 19 || met[p]%3 == 1 || testcase.Long() {
			lengths = append(lengths, n)
		}
	}
	return lengths
}

func TestEveryShortLength(t *testing.T) {
	lengths := shortLengths()
	require.Greater(t, len(lengths), 200)
	forAll(t, len(lengths), func(t *testing.T, r *harness, i int) {
		n := lengths[i]
		if testing.Short() && n > 32 && i%16 > 1 {
			return
		}
		p := plan.Problem{Shape: []int{n}, Batch: 3}
		if i/2%2 == 0 {
			p = mixedProblem(i / 4)
			p.Shape = []int{n}
		}
		others := 64 // two lengths in every others are repeated
		if testcase.Long() {
			others = 32
		}
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
		add(p, p != 8192 || testcase.Long()) // the planner's kernel for 8192 takes long to compile
	}
	for base := 3; base <= plan.MaxPrime; base++ { // powers of other bases
		for n := base; n <= 3000; n *= base {
			add(n, n == 729)
		}
	}
	for _, n := range []int{768, 1000, 1023, 1025, 1536, 1920, 2310, 3072, 4095, 4097, 4100, 6561, 10000, 15015} {
		if n == 15015 && !testcase.Long() {
			continue // five stages take long to compile
		}
		add(n, n == 1000)
	}
	many, largest := 96, 7 // large primes and long lengths have long kernels
	if testcase.Long() {
		many, largest = 165, 11
	}
	for n := 513; len(planned) < many && n <= most; n++ {
		if plan.LargestPrime(n) <= largest {
			add(n, false)
		}
	}
	return planned
}

func TestLongLengths(t *testing.T) {
	dev := openDevice(t)
	planned := longLengths(plan.Capacity(dev.Limits()))
	order := slices.Sorted(maps.Keys(planned))
	t.Logf("%d lengths up to %d", len(order), order[len(order)-1])
	forAll(t, len(order), func(t *testing.T, r *harness, i int) {
		if testing.Short() && i%16 > 1 {
			return
		}
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

func TestEveryButterfly(t *testing.T) {
	var radices []int
	for r := 2; r <= wgsl.MaxRadix; r++ {
		if plan.LargestPrime(r) <= plan.MaxPrime {
			radices = append(radices, r)
		}
	}
	forSome(t, len(radices), func(t *testing.T, r *harness, i int) {
		if testing.Short() && i%5 > 0 {
			return
		}
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(fmt.Sprint(radices[i]))},
			Threads: wgsl.Ownership{Elements: radices[i], Transforms: 2}}
		r.check(t, r.planWith(t, plan.Problem{Shape: []int{radices[i]}, Batch: 3}, k))
	})
}
