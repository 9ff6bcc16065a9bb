package plan

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/wgsl"
)

// everything says whether the long sweeps are wanted: make test-all.
func everything() bool { return ref.Everything() }

// toLength is how far every length is swept.
const toLength = 20000

// switches are lengths at which the planner turns to something else, on a device of such limits: what a butterfly is written for, what a
// workgroup holds, what it holds of a convolution, where exchanges go in rounds, the least and the largest factors of two passes.
func switches(l wgsl.Limits) []int {
	c := Capacity(l)
	all := []int{MaxPrime, MaxPrime + 1, maxAlone, minFactor * minFactor, 1024, (c + 1) / 2, c*11/16 + 3, c, minFactor * maxFactor, 2 * minFactor * maxFactor}
	for p := 64; p <= 1<<16; p *= 2 {
		all = append(all, p)
	}
	return all
}

// sweptLengths are those of TestInterpretedLengths: every one up to toLength if everything is wanted, else some on a logarithmic scale; those
// round the switches of every limits; and one up to 2^17 at random, or many up to 2^20.
func sweptLengths(all map[string]wgsl.Limits) []int {
	lengths := map[int]bool{}
	r := rand.New(rand.NewSource(20000))
	some, long, longest := 20, 1, 1<<17
	if everything() {
		some, long, longest = 0, 200, 1<<20
		for n := 1; n <= toLength; n++ {
			lengths[n] = true
		}
	}
	for range some {
		lengths[int(math.Exp(r.Float64()*math.Log(toLength)))] = true
	}
	for range long {
		lengths[toLength+1+r.Intn(longest-toLength)] = true
	}
	for _, l := range all {
		for _, n := range switches(l) {
			lengths[n-1], lengths[n], lengths[n+1] = true, true, true
		}
	}
	return slices.Sorted(maps.Keys(lengths))
}

// A planner plans as Make does, but remembers convolutions: most lengths of a sweep go through one of few lengths.
type planner struct {
	l     wgsl.Limits
	mu    sync.Mutex
	known map[string]choice
}

func (p *planner) make(problem Problem) (Plan, error) {
	n, batch := problem.Points(), min(problem.Count(), maxChoiceBatch)
	line := Axis{N: n, InnerExtent: 1}
	if _, favourite := line.measuredKernel(batch, p.l); favourite || LargestPrime(n) <= MaxPrime {
		return Make(problem, p.l)
	}
	key := fmt.Sprint(bluesteinLengths(2*n-1, Capacity(p.l)), batch) // all that the choice depends on
	p.mu.Lock()
	c, ok := p.known[key]
	p.mu.Unlock()
	if !ok {
		if c, ok = chooseBluestein(line, batch, p.l); !ok {
			return Make(problem, p.l)
		}
		p.mu.Lock()
		p.known[key] = c
		p.mu.Unlock()
	}
	if d, there := chooseDirect(line, batch, p.l); there && d.cost <= c.cost {
		c = d
	}
	return From(problem, p.l, c.kernels...)
}

// swept is the problem of a length: what varies besides is drawn, but always the same for the same length.
func swept(n int, r *rand.Rand) Problem {
	p := Problem{Shape: []int{n}, Batch: []int{1, 3, 32}[r.Intn(3)], Inverse: r.Intn(2) == 0, InPlace: r.Intn(2) == 0, Norm: Norm(r.Intn(3))}
	if n*p.Batch > 3000 {
		p.Batch = 1
	}
	return p
}

// TestInterpretedLengths plays the plans of many lengths, or of every one, for several devices.
func TestInterpretedLengths(t *testing.T) {
	names := []string{"h200", "default"}
	limits, planners := map[string]wgsl.Limits{}, map[string]*planner{}
	for _, name := range names {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		limits[name], planners[name] = l, &planner{l: l, known: map[string]choice{}}
	}
	lengths := sweptLengths(limits)
	var mu sync.Mutex
	played, done := map[string]int{}, 0
	note := func(p Plan) {
		what, _, _ := strings.Cut(strings.TrimPrefix(p.String(), "("), " ")
		if slices.ContainsFunc(p.Passes, func(k wgsl.Kernel) bool { return k.Rader.Prime > 0 }) {
			what += " with rader"
		}
		mu.Lock()
		defer mu.Unlock()
		played[fmt.Sprintf("%s, %d passes", what, len(p.Passes))]++
	}
	one := func(t *testing.T, n int, again bool) {
		r := rand.New(rand.NewSource(int64(n)))
		problem := swept(n, r)
		src := randomPoints(r, n*problem.Batch)
		var want []complex128
		for at := 0; at < len(src); at += n {
			want = append(want, transformed(src[at:at+n], problem.Inverse, problem.Scale())...)
		}
		var before [][]wgsl.Kernel
		play := func(name string, p Plan) {
			if slices.ContainsFunc(before, func(ks []wgsl.Kernel) bool { return slices.Equal(ks, p.Passes) }) {
				return // the same on this device
			}
			before = append(before, p.Passes)
			checkSchedule(t, p)
			got := interpret(t, p, src)
			for at := 0; at < len(src); at += n {
				require.LessOrEqual(t, distance(got[at:at+n], want[at:at+n]), rounded, "%s: %v: %s, transform %d", name, p, p.Passes[0].Name(), at/n)
			}
			note(p)
		}
		for _, name := range names {
			p, err := planners[name].make(problem)
			require.NoError(t, err, name)
			if again {
				made, err := Make(problem, limits[name])
				require.NoError(t, err, name)
				require.Equal(t, made, p, "the planner of the test plans as Make does")
			}
			play(name, p)
			if strings.HasPrefix(p.String(), "(four-step") && n%4 == 0 { // the other order, which the rule takes for few of these lengths
				other, err := MakeBy(problem, limits[name], Transposed)
				require.NoError(t, err, name)
				play(name, other)
			}
		}
		mu.Lock()
		done++
		mu.Unlock()
	}
	shards := runtime.GOMAXPROCS(0)
	t.Run("play", func(t *testing.T) {
		for shard := range shards {
			t.Run(strconv.Itoa(shard), func(t *testing.T) {
				t.Parallel()
				for i := shard; i < len(lengths); i += shards {
					n := lengths[i]
					t.Run(strconv.Itoa(n), func(t *testing.T) { one(t, n, i%16 < shards && LargestPrime(n) > MaxPrime) })
				}
			})
		}
	})
	t.Logf("%d of %d lengths, by plan: %v", done, len(lengths), played)
	if done < len(lengths) {
		return // asked for by name, or some failed
	}
	for _, what := range []string{
		"stockham, 1 passes", "stockham with rader, 1 passes", "four-step, 2 passes", "four-step with rader, 2 passes",
		"transposed with rader, 2 passes", "bluestein, 1 passes", "bluestein, 3 passes",
	} {
		require.Positive(t, played[what], what)
	}
}
