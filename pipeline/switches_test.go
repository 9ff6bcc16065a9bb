package pipeline

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// everything says whether the long sweeps are wanted: make test-all.
func everything() bool { return ref.Everything() }

// A way is a length and the algorithm that does it, the planner's choice where it is none.
type way struct {
	n int
	a plan.Algorithm
}

// switchWays are lengths round every switch of the planner: n-1, n and n+1 where a butterfly, a workgroup or a pass holds no more.
func switchWays() []way {
	var all []way
	for _, n := range []int{31, 47, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536} {
		for _, n := range []int{n - 1, n, n + 1} {
			if n != 16383 && n != 32767 && n != 32769 || everything() { // as 16385 and 65535
				all = append(all, way{n, plan.Any})
			}
		}
	}
	return all
}

// raderPrimes are the primes above those with butterflies among others that a Rader stage can do, to 127.
func raderPrimes() []int {
	var all []int
	for p := plan.MaxPrime + 1; p <= 127; p++ {
		if plan.LargestPrime(p) == p && plan.LargestPrime(p-1) <= plan.MaxPrime {
			all = append(all, p)
		}
	}
	return all
}

// raderWays are multiples of those primes by 1 to 64: each rest with so many of them, in turn; with one of them, every rest to 12 and
// powers of two, the greatest rests with primes whose stages are the shortest.
func raderWays(primes int) []way {
	var all []way
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
			all = append(all, way{ps[at%len(ps)] * rest, plan.Stockham})
		}
	}
	return all
}

// stubborn returns the least prime from n on that no Rader stage can do either.
func stubborn(n int) int {
	for plan.LargestPrime(n) < n || plan.LargestPrime(n-1) <= plan.MaxPrime {
		n++
	}
	return n
}

// stubbornWays are such primes, from where a convolution is one pass to where it is three.
func stubbornWays(count int) []way {
	var all []way
	for i := range count {
		n := stubborn(int(64 * math.Pow(512, float64(i)/float64(count-1))))
		if n < 1000 || n > 8192 && n < 1<<15 || everything() { // kernels of long convolutions take long to compile
			all = append(all, way{n, plan.Any})
		}
	}
	return all
}

// forcedWays are lengths by algorithms that the planner would not choose for them; every other of those of several passes, or all if everything is wanted.
func forcedWays() []way {
	var all []way
	for a, lengths := range map[plan.Algorithm][]int{
		plan.Stockham:   {1009},
		plan.FourStep:   {256, 1000, 2310, 4096, 37 * 64, 16384},
		plan.Transposed: {256, 1000, 2310, 4096, 37 * 64, 32768, 3 << 14},
		plan.Global:     {64, 1000, 2310, 4096, 32768, 65536, 59049},
		plan.Bluestein:  {37, 74, 127, 257},
	} {
		if a == plan.Bluestein && everything() {
			lengths = append(lengths, 1009)
		}
		if a == plan.Stockham && everything() {
			lengths = append(lengths, 1321)
		}
		for i, n := range lengths {
			if i%2 == int(a)%2 || a == plan.Stockham || a == plan.Bluestein || everything() {
				all = append(all, way{n, a})
			}
		}
	}
	slices.SortFunc(all, func(a, b way) int { return (a.n-b.n)*8 + int(a.a) - int(b.a) })
	return all
}

// globalWays are lengths by three passes of so few points that their kernels take the least time to compile.
func globalWays() []way {
	var all []way
	for n := 520; n <= 1100; n++ {
		if p := plan.LargestPrime(n); p == 11 || p == 13 {
			all = append(all, way{n, plan.Global})
		}
	}
	return all
}

// by plans a problem by an algorithm, or as the planner does where the device is too small for that algorithm.
func (r *rig) by(t testing.TB, p plan.Problem, a plan.Algorithm) plan.Plan {
	t.Helper()
	made, err := plan.MakeBy(p, r.e.Device().Limits(), a)
	if errors.Is(err, plan.ErrInvalidLength) {
		return r.made(t, p)
	}
	require.NoError(t, err)
	return made
}

// sweptWays are all those that TestLengthsRoundEverySwitch always plays, but for the lengths that other tests play as this one does: as planned or, if not everything is
// wanted, by the shortest kernel.
func sweptWays(most int) []way {
	others := longLengths(most)
	for _, n := range append(shortLengths(), 8191, 65537) {
		others[n] = true
	}
	ways := slices.Concat(switchWays(), raderWays(1), stubbornWays(6), forcedWays())
	return slices.DeleteFunc(ways, func(w way) bool {
		planned, there := others[w.n]
		return w.a == plan.Any && there && (planned || !everything())
	})
}

// TestLengthsRoundEverySwitch plays lengths on both sides of every switch of the planner, and every algorithm. If everything is wanted,
// with every batch, direction and place, and more of them.
func TestLengthsRoundEverySwitch(t *testing.T) {
	ways := sweptWays(plan.Capacity(openDevice(t).Limits()))
	thorough := 0 // of those so many in every way
	if everything() {
		ways = append(ways, switchWays()...)
		thorough = len(ways)
		for _, w := range slices.Concat(raderWays(8), stubbornWays(80)) {
			if !slices.Contains(ways, w) {
				ways = append(ways, w)
			}
		}
	}
	ways = append(ways, globalWays()...)
	var mu sync.Mutex
	played := map[string]int{}
	t.Run("play", func(t *testing.T) {
		halves(t, len(ways), func(t *testing.T, r *rig, i int) {
			if testing.Short() && i%16 > 1 {
				return
			}
			variants := 1
			if i < thorough {
				variants = 12
			}
			for v := range variants {
				p := mixed(5*(i/2) + v) // so that the ways of an algorithm, which lie together, meet both directions and places
				p.Shape = []int{ways[i].n}
				if p.Batch > 1 && ways[i].n*p.Batch > 1<<16 {
					p.Batch = 1 + (i+v)%3/2*2
				}
				made := r.by(t, p, ways[i].a)
				if len(made.Passes) == 1 && !everything() {
					if made.Axes[0].Convolution > 0 {
						made = r.quickConvolution(t, p)
					} else {
						made = r.quick(t, p)
					}
				}
				r.check(t, made)
				name, _, _ := strings.Cut(strings.TrimPrefix(made.String(), "("), " ")
				mu.Lock()
				played[name]++
				mu.Unlock()
			}
		})
	})
	t.Cleanup(func() {
		t.Logf("%d plans, by algorithm: %v", len(ways), played)
		for a := plan.Stockham; a <= plan.Bluestein; a++ {
			require.True(t, testing.Short() || played[a.String()] > 0, "%v was not played", a)
		}
	})
}

// All lengths together are more than 400, and those of every algorithm and round every switch many of them.
func TestTheLengthsAreMany(t *testing.T) {
	for _, most := range []int{4096, 16384} {
		lengths := longLengths(most)
		for _, n := range shortLengths() {
			lengths[n] = true
		}
		onePass := len(lengths)
		for _, w := range append(sweptWays(most), globalWays()...) {
			lengths[w.n] = true
		}
		require.Greater(t, len(lengths), 400)
		require.Greater(t, len(lengths), onePass+40)
	}
}

// TestPoisonedScratchIsSeen leaves out the pass that writes scratch first: what those behind it read there must not be what an
// earlier play left.
func TestPoisonedScratchIsSeen(t *testing.T) {
	r := newRig(t)
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	for _, w := range []way{{1024, plan.FourStep}, {1024, plan.Transposed}, {210, plan.Global}, {1009, plan.Bluestein}} {
		p, err := plan.MakeBy(plan.Problem{Shape: []int{w.n}, InPlace: true}, l, w.a)
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
