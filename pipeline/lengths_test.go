package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// mixed returns the i-th of all combinations of batch, direction, norm and place, so that neighbouring lengths meet
// different ones.
func mixed(i int) plan.Problem {
	return plan.Problem{
		Batch:   []int{1, 32, 3}[i%3],
		Inverse: i/3%2 == 0,
		InPlace: i/6%2 == 0,
		Norm:    plan.Norm(i / 12 % 3),
	}
}

// halves runs f for the even and for the odd items, each on an engine of its own, at the same time.
func halves(t *testing.T, n int, f func(t *testing.T, r *rig, i int)) {
	t.Parallel()
	for half := range 2 {
		t.Run([]string{"even", "odd"}[half], func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			for i := half; i < n; i += 2 {
				f(t, r, i)
			}
		})
	}
}

// some is halves of those items that are drawn.
func some(t *testing.T, n int, f func(t *testing.T, r *rig, i int)) {
	halves(t, n, func(t *testing.T, r *rig, i int) {
		if ref.Drawn(t, i) {
			f(t, r, i)
		}
	})
}

// length estimates how long a kernel is: values held by the exchanges they pass. A software driver compiles one of 100 in
// 0.2 s, one of 300 in 0.8 s, one of 500 in 2.6 s (lavapipe, 2025).
func length(k wgsl.Kernel) int {
	w := k.Work()
	return w.Held * (2 + w.Barriers)
}

// quick plans a problem with one of the shortest kernels of the planner's, which a software driver compiles in half the time of its choices: lengths take those of
// one length in turn, with their exchanges, layouts and orders. If everything is wanted, with what the planner chooses, or the shortest it ranks where that takes long.
func (r *rig) quick(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	if all := plan.Variants(p.Points(), p.Count(), r.e.Device().Limits()); !everything() && len(all) > 0 {
		var shortest []wgsl.Kernel
		for _, k := range all {
			if len(shortest) > 0 && length(k) < length(shortest[0]) {
				shortest = shortest[:0]
			}
			if len(shortest) == 0 || length(k) == length(shortest[0]) {
				shortest = append(shortest, k)
			}
		}
		return r.forced(t, p, shortest[p.Points()*7%len(shortest)])
	}
	return r.quickest(t, p, plan.Ranked(p.Points(), p.Count(), r.e.Device().Limits()))
}

// quickConvolution plans a problem as Bluestein's convolution in one pass, by the planner's kernel or a shorter one in the same way.
func (r *rig) quickConvolution(t testing.TB, p plan.Problem) plan.Plan {
	t.Helper()
	return r.quickest(t, p, plan.ConvolutionKernels(p.Points(), p.Count(), 4, r.e.Device().Limits()))
}

// quickest plans a problem by the shortest of the kernels or, if everything is wanted, by the first where that is not long.
func (r *rig) quickest(t testing.TB, p plan.Problem, ranked []wgsl.Kernel) plan.Plan {
	t.Helper()
	require.NotEmpty(t, ranked)
	k := ranked[0]
	if length(k) > 120 || !everything() {
		k = slices.MinFunc(ranked, func(a, b wgsl.Kernel) int { return length(a) - length(b) })
	}
	return r.forced(t, p, k)
}

// shortLengths are all lengths to 512 that a single pass without a Rader stage can do. Of the multiples of each prime from 19 on, whose butterflies take long to compile,
// the prime itself and every third other, or all if everything is wanted.
func shortLengths() []int {
	var lengths []int
	met := map[int]int{}
	for n := 1; n <= 512; n++ {
		p := plan.LargestPrime(n)
		if p > plan.MaxPrime {
			continue
		}
		if met[p]++; p < 19 || met[p]%3 == 1 || everything() {
			lengths = append(lengths, n)
		}
	}
	return lengths
}

func TestEveryShortLength(t *testing.T) {
	lengths := shortLengths()
	require.Greater(t, len(lengths), 200)
	halves(t, len(lengths), func(t *testing.T, r *rig, i int) {
		n := lengths[i]
		if testing.Short() && n > 32 && i%16 > 1 {
			return
		}
		p := plan.Problem{Shape: []int{n}, Batch: 3}
		if i/2%2 == 0 {
			p = mixed(i / 4)
			p.Shape = []int{n}
		}
		others := 64 // of so many two
		if everything() {
			others = 32
		}
		if n <= 24 || n&(n-1) == 0 || i%others < 2 { // certainly as planned
			r.check(t, r.made(t, p))
		} else {
			r.check(t, r.quick(t, p))
		}
		if i%others < 2 { // and the other way round
			p = plan.Problem{Shape: []int{n}, Batch: 4 - min(p.Count(), 3), Inverse: !p.Inverse, InPlace: !p.InPlace, Norm: p.Norm}
			r.check(t, r.quick(t, p))
		}
	})
}

// longLengths are lengths from 513 to most that such a pass can do, by whether they have to be done as planned.
func longLengths(most int) map[int]bool {
	planned := map[int]bool{}
	add := func(n int, exactly bool) {
		if n > 512 && n <= most && plan.LargestPrime(n) <= plan.MaxPrime {
			planned[n] = planned[n] || exactly
		}
	}
	for p := 1024; p <= most; p *= 2 {
		add(p, p != 8192 || everything()) // of which the planner's kernel takes long to compile
	}
	for base := 3; base <= plan.MaxPrime; base++ { // powers of others
		for n := base; n <= 3000; n *= base {
			add(n, n == 729)
		}
	}
	for _, n := range []int{768, 1000, 1023, 1025, 1536, 1920, 2310, 3072, 4095, 4097, 4100, 6561, 10000, 15015} {
		if n == 15015 && !everything() {
			continue // of five stages, which take long to compile
		}
		add(n, n == 1000)
	}
	many, largest := 96, 7 // large primes make long kernels, and so do long lengths
	if everything() {
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
	halves(t, len(order), func(t *testing.T, r *rig, i int) {
		if testing.Short() && i%16 > 1 {
			return
		}
		n := order[i]
		p := mixed(i / 2)
		p.Shape = []int{n}
		if planned[n] {
			r.check(t, r.made(t, p))
		} else {
			r.check(t, r.quick(t, p))
		}
	})
}

// TestTheComparisonFindsWrongNumbers plays a forward transform and compares it with others.
func TestTheComparisonFindsWrongNumbers(t *testing.T) {
	r := newRig(t)
	const n, batch = 48, 3
	src := ref.Uniform(1, n*batch)
	got := r.play(t, r.made(t, plan.Problem{Shape: []int{n}, Batch: batch}).Schedule(), src, n*batch)
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
	some(t, len(radices), func(t *testing.T, r *rig, i int) {
		if testing.Short() && i%5 > 0 {
			return
		}
		k := wgsl.Kernel{Radices: chain(fmt.Sprint(radices[i])), ElementsPerThread: radices[i], TransformsPerGroup: 2}
		r.check(t, r.forced(t, plan.Problem{Shape: []int{radices[i]}, Batch: 3}, k))
	})
}
