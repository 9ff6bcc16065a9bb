package pipeline

import (
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A lengthCase is a length and its algorithm. plan.Any is the planner's choice.
type lengthCase struct {
	n int
	a plan.Algorithm
}

// switchCases returns lengths around every switch of the planner: n-1, n and n+1, where n is the
// capacity of a butterfly, a workgroup or a pass.
func switchCases() []lengthCase {
	var all []lengthCase
	for _, n := range []int{31, 47, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536} {
		for _, n := range []int{n - 1, n, n + 1} {
			all = append(all, lengthCase{n, plan.Any})
		}
	}
	return all
}

// raderPrimes returns the primes from the largest butterfly to 127 that a Rader stage can do.
func raderPrimes() []int {
	var all []int
	for p := plan.MaxPrime + 1; p <= 127; p++ {
		if plan.LargestPrime(p) == p && plan.LargestPrime(p-1) <= plan.MaxPrime {
			all = append(all, p)
		}
	}
	return all
}

// raderCases returns multiples of the Rader primes by cofactors up to 64, each cofactor with the
// given number of primes in turn. For primes == 1, cofactors above 12 are powers of two, and the
// largest go with the primes whose stages are shortest.
func raderCases(primes int) []lengthCase {
	var all []lengthCase
	ps := raderPrimes()
	if primes == 1 {
		slices.SortStableFunc(ps, func(a, b int) int { return plan.LargestPrime(b-1) - plan.LargestPrime(a-1) })
	}
	for rest := 1; rest <= 64; rest++ {
		if plan.LargestPrime(rest) > plan.MaxPrime || primes == 1 && rest > 12 && (rest < 16 || rest&(rest-1) > 0) {
			continue
		}
		for i := range primes {
			at := rest + i
			if primes == 1 {
				at = len(all)
			}
			all = append(all, lengthCase{ps[at%len(ps)] * rest, plan.Stockham})
		}
	}
	return all
}

// primeWithoutRader returns the least prime p >= n that no Rader stage can do.
func primeWithoutRader(n int) int {
	for plan.LargestPrime(n) < n || plan.LargestPrime(n-1) <= plan.MaxPrime {
		n++
	}
	return n
}

// bluesteinCases returns count primes without a Rader stage, from convolutions of one pass to
// convolutions of three.
func bluesteinCases(count int) []lengthCase {
	var all []lengthCase
	for i := range count {
		n := primeWithoutRader(int(64 * math.Pow(512, float64(i)/float64(count-1))))
		all = append(all, lengthCase{n, plan.Any})
	}
	return all
}

// forcedCases returns lengths with algorithms that the planner would not choose.
func forcedCases() []lengthCase {
	var all []lengthCase
	for a, lengths := range map[plan.Algorithm][]int{
		plan.Stockham:   {1009, 1321},
		plan.FourStep:   {256, 1000, 2310, 4096, 37 * 64, 16384},
		plan.Transposed: {256, 1000, 2310, 4096, 37 * 64, 32768, 3 << 14},
		plan.Global:     {64, 1000, 2310, 4096, 32768, 65536, 59049},
		plan.Bluestein:  {37, 41, 74, 127, 257, 509, 1009, 37 * 37, 2039, 37 * 100, 4093, 37 << 10, 65537},
	} {
		for _, n := range lengths {
			all = append(all, lengthCase{n, a})
		}
	}
	slices.SortFunc(all, func(a, b lengthCase) int { return (a.n-b.n)*8 + int(a.a) - int(b.a) })
	return all
}

// longCases returns lengths that take two and three passes, just above and far above the capacity of a
// workgroup, with different prime factors.
func longCases(capacity int) []lengthCase {
	var all []lengthCase
	for _, n := range []int{capacity / 16 * 17, 3 * capacity, 59049, 31 * 31 * 31, 100000, 7 * 11 * 13 * 29, 1 << 18,
		1000000} {
		all = append(all, lengthCase{n, plan.Any})
	}
	return all
}

// globalCases returns lengths of three passes with kernels that compile fastest.
func globalCases() []lengthCase {
	var all []lengthCase
	for n := 520; n <= 1100; n++ {
		if p := plan.LargestPrime(n); p == 11 || p == 13 {
			all = append(all, lengthCase{n, plan.Global})
		}
	}
	return all
}

// planBy plans a problem with algorithm a, or with the planner's choice if the device is too small
// for a.
func (r *harness) planBy(t testing.TB, p plan.Problem, a plan.Algorithm) plan.Plan {
	t.Helper()
	made, err := choose.MakeBy(p, r.e.Device().Limits(), a)
	if errors.Is(err, plan.ErrInvalidLength) {
		return r.makePlan(t, p)
	}
	require.NoError(t, err)
	return made
}

// sweptCases returns the cases of TestLengthsRoundEverySwitch, except the multiples of many large primes. It
// leaves out lengths that other tests run with the same plan.
func sweptCases(most int) []lengthCase {
	others := longLengths(most)
	for _, n := range append(shortLengths(), 8191, 65537) {
		others[n] = true
	}
	cases := slices.Concat(switchCases(), raderCases(1), bluesteinCases(6), forcedCases())
	return slices.DeleteFunc(cases, func(w lengthCase) bool {
		planned, there := others[w.n]
		return w.a == plan.Any && there && planned
	})
}

// TestLengthsRoundEverySwitch runs lengths on both sides of every switch of the planner, and every
// algorithm. Usual runs have one length for each algorithm. Long tests run more lengths, with every batch,
// direction and place.
func TestLengthsRoundEverySwitch(t *testing.T) {
	capacity := plan.Capacity(openDevice(t).Limits())
	cases := append(sweptCases(capacity), switchCases()...)
	thorough := len(cases) // the leading cases that long tests run with all combinations
	for _, w := range slices.Concat(raderCases(8), bluesteinCases(80)) {
		if !slices.Contains(cases, w) {
			cases = append(cases, w)
		}
	}
	cases = slices.Concat(cases, globalCases(), longCases(capacity))
	usual := indices(t, cases, lengthCase{256, plan.FourStep}, lengthCase{64, plan.Global},
		lengthCase{37, plan.Bluestein}, lengthCase{256, plan.Transposed}, raderCases(1)[0])
	played := map[string]int{}
	forSome(t, len(cases), usual, func(t *testing.T, r *harness, i int) {
		variants := 1
		if i < thorough && testcase.Long() {
			variants = 12
		}
		for v := range variants {
			// Neighbouring cases have the same algorithm, so they get different directions and places.
			p := mixedProblem(5*(i/2) + v)
			p.Shape = []int{cases[i].n}
			if p.Batch > 1 && cases[i].n*p.Batch > 1<<16 {
				p.Batch = 1 + (i+v)%3/2*2
			}
			made := r.planBy(t, p, cases[i].a)
			if len(made.Passes) == 1 && !testcase.Long() {
				if made.Axes[0].Convolution > 0 {
					made = r.quickConvolution(t, p)
				} else {
					made = r.quickPlan(t, p)
				}
			}
			r.check(t, made)
			name, _, _ := strings.Cut(strings.TrimPrefix(made.String(), "("), " ")
			played[name]++
		}
	})
	t.Logf("plans by algorithm: %v", played)
	for a := plan.Stockham; a <= plan.Bluestein; a++ {
		require.True(t, testing.Short() || os.Getenv("WGFFT_SHARD") != "" || played[a.String()] > 0,
			"%v was not played", a)
	}
}

// TestSweepsCoverEnoughLengths checks the number of lengths that the tests of lengths have together.
func TestSweepsCoverEnoughLengths(t *testing.T) {
	for _, most := range []int{4096, 16384} {
		lengths := longLengths(most)
		for _, n := range shortLengths() {
			lengths[n] = true
		}
		onePass := len(lengths)
		for _, w := range append(sweptCases(most), globalCases()...) {
			lengths[w.n] = true
		}
		require.Greater(t, len(lengths), 400)
		require.Greater(t, len(lengths), onePass+40)
	}
}

// TestPoisonedScratchIsSeen leaves out the first pass that writes scratch. The passes behind it
// must read poison there, not the result of an earlier run.
func TestPoisonedScratchIsSeen(t *testing.T) {
	r := newHarness(t)
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	for i, w := range []lengthCase{{1024, plan.FourStep}, {64, plan.Global}, {1024, plan.Transposed},
		{1009, plan.Bluestein}} {
		if !runsCase(t, i, 0, 1) {
			continue
		}
		p, err := choose.MakeBy(plan.Problem{Shape: []int{w.n}, InPlace: true}, l, w.a)
		require.NoError(t, err)
		r.check(t, p)
		s := p.Schedule()
		require.NotEmpty(t, s.Scratch)
		i := slices.IndexFunc(s.Passes, func(pass plan.Pass) bool {
			return slices.ContainsFunc(pass.Args, func(a plan.Arg) bool { return a.Role == plan.Scratch })
		})
		s.Passes = slices.Delete(slices.Clone(s.Passes), i, i+1)
		src := ref.Uniform(uint64(w.n), w.n)
		worst, _ := ref.Worst(r.play(t, s, src, w.n), ref.Batch(src, w.n, false, 1), w.n)
		require.True(t, math.IsInf(worst, 1), "%v", p)
	}
}
