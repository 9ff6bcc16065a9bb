package plan_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// sweepEnd is the last length of the full sweep.
const sweepEnd = 20000

// everyForm holds lengths whose plans have every form. Every shard has them.
var everyForm = []int{64, 37, 83, 3407, 3 * 7 * 17 * 19, 37 * 128}

// thresholds returns the lengths at which the planner changes its method on a device. They are the
// largest radix, OnePassPoints, Capacity, the longest convolution of one pass, and the least and the
// largest factors of two passes.
func thresholds(l wgsl.Limits) []int {
	c := plan.OnePassPoints(l)
	all := []int{
		plan.MaxPrime, plan.MaxPrime + 1, plan.MaxAloneElements, plan.MinFactor * plan.MinFactor, 1024,
		(c + 1) / 2, c*11/16 + 3, c, plan.Capacity(l),
		plan.MinFactor * plan.MaxFactor, 2 * plan.MinFactor * plan.MaxFactor,
	}
	for p := 64; p <= 1<<16; p *= 2 {
		all = append(all, p)
	}
	return all
}

// sweptLengths returns the lengths of TestInterpretedLengths. A long run has every length to
// sweepEnd, 200 fixed lengths to 2^20, and the lengths around the thresholds of all limits. A usual
// run has 40 fixed lengths to 2^13, and those around the thresholds up to it.
func sweptLengths(all map[string]wgsl.Limits) []int {
	lengths := map[int]bool{}
	for _, n := range everyForm {
		lengths[n] = true
	}
	r := rand.New(rand.NewSource(20000))
	some, long, longest := 40, 0, 1<<13
	if testcase.Long() {
		some, long, longest = 0, 200, 1<<20
		for n := 1; n <= sweepEnd; n++ {
			lengths[n] = true
		}
	}
	for range some {
		lengths[int(math.Exp(r.Float64()*math.Log(float64(longest))))] = true
	}
	for range long {
		lengths[sweepEnd+1+r.Intn(longest-sweepEnd)] = true
	}
	for _, l := range all {
		for _, n := range thresholds(l) {
			if n < longest {
				lengths[n-1], lengths[n], lengths[n+1] = true, true, true
			}
		}
	}
	return slices.Sorted(maps.Keys(lengths))
}

// sweptProblem returns the problem of a length. The other properties come from r. The seed of r is the
// length.
func sweptProblem(n int, r *rand.Rand) plan.Problem {
	p := plan.Problem{Shape: []int{n}, Batch: []int{1, 3, 32}[r.Intn(3)], Inverse: r.Intn(2) == 0,
		InPlace: r.Intn(2) == 0, Norm: plan.Norm(r.Intn(3))}
	if n*p.Batch > 3000 {
		p.Batch = 1
	}
	return p
}

// The plans of all swept lengths, interpreted, are transforms.
func TestInterpretedLengths(t *testing.T) {
	names := []string{"h200", "default"}
	limits := map[string]wgsl.Limits{}
	for _, name := range names {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		limits[name] = l
	}
	var lengths []int
	for i, n := range sweptLengths(limits) {
		if slices.Contains(everyForm, n) || testcase.ShardOf(t, i, 80) {
			lengths = append(lengths, n)
		}
	}
	var mu sync.Mutex
	played, done := map[string]int{}, 0
	note := func(p plan.Plan) {
		what, _, _ := strings.Cut(strings.TrimPrefix(p.String(), "("), " ")
		if slices.ContainsFunc(p.Passes, func(k wgsl.Kernel) bool { return k.Stages.Rader.Prime > 0 }) {
			what += " with rader"
		}
		mu.Lock()
		defer mu.Unlock()
		played[fmt.Sprintf("%s, %d passes", what, len(p.Passes))]++
	}
	one := func(t *testing.T, n int) {
		r := rand.New(rand.NewSource(int64(n)))
		problem := sweptProblem(n, r)
		src := plan.RandomPoints(r, n*problem.Batch)
		var want []complex128
		for at := 0; at < len(src); at += n {
			want = append(want, plan.Transformed(src[at:at+n], problem.Inverse, problem.Scale())...)
		}
		var before [][]wgsl.Kernel
		play := func(name string, p plan.Plan) {
			if slices.ContainsFunc(before, func(ks []wgsl.Kernel) bool { return slices.Equal(ks, p.Passes) }) {
				return // the same plan as for a device before
			}
			before = append(before, p.Passes)
			plan.CheckSchedule(t, p)
			got := plan.Interpret(t, p, src)
			for at := 0; at < len(src); at += n {
				require.LessOrEqual(t, plan.Distance(got[at:at+n], want[at:at+n]), plan.Rounded,
					"%s: %v: %s, transform %d", name, p, p.Passes[0].Name(), at/n)
			}
			note(p)
		}
		for _, name := range names {
			p, err := choose.Make(problem, limits[name])
			require.NoError(t, err, name)
			play(name, p)
			// the other order of passes, which the planner takes for few of these lengths
			if strings.HasPrefix(p.String(), "(four-step") && n%4 == 0 {
				other, err := choose.MakeBy(problem, limits[name], plan.Transposed)
				require.NoError(t, err, name)
				play(name, other)
			}
		}
		mu.Lock()
		done++
		mu.Unlock()
	}
	t.Run("play", func(t *testing.T) {
		for _, n := range lengths {
			t.Run(strconv.Itoa(n), func(t *testing.T) {
				t.Parallel()
				one(t, n)
			})
		}
	})
	t.Logf("%d of %d lengths, by plan: %v", done, len(lengths), played)
	if done < len(lengths) {
		return // only selected subtests ran, or some failed
	}
	for _, what := range []string{
		"stockham, 1 passes", "stockham with rader, 1 passes", "four-step, 2 passes", "four-step with rader, 2 passes",
		"transposed with rader, 2 passes", "bluestein, 1 passes", "bluestein, 3 passes",
	} {
		require.Positive(t, played[what], what)
	}
}
