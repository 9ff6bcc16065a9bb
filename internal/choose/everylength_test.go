package choose

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// sweptLimits are limits with a name.
type sweptLimits struct {
	name string
	wgsl.Limits
}

// allSweptLimits returns the limits of the sweeps: those of WebGPU and of all named devices, and smaller ones.
// In double-single arithmetic, limits are half as large, and threads have a quarter of the registers.
func allSweptLimits(t *testing.T) (all []sweptLimits) {
	t.Helper()
	small := func(name string, invocations, bytes int) {
		l := wgsl.DefaultLimits()
		l.Invocations, l.WorkgroupBytes = invocations, bytes
		all = append(all, sweptLimits{name, l})
	}
	small("default", 256, 16<<10)
	small("tiny", 32, 2<<10)
	small("compatibility mode", 128, 16<<10)
	small("small", 64, 8<<10)
	for _, name := range []string{"h200", "lavapipe", "swiftshader"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		all = append(all, sweptLimits{name, l})
	}
	for _, name := range []string{"mali", wgsl.Unknown} {
		l := wgsl.DefaultLimits()
		l.Family = wgsl.NamedFamily(name)
		all = append(all, sweptLimits{name, l}, sweptLimits{name + " in double-single", l.For(wgsl.DoubleSingle{})})
	}
	return all
}

// smoothLengths returns the lengths to most that are products of the given primes, in rising order.
func smoothLengths(most int, primes ...int) []int {
	all := []int{1}
	for _, p := range primes {
		for i := 0; i < len(all); i++ {
			if all[i] <= most/p {
				all = append(all, all[i]*p)
			}
		}
	}
	slices.Sort(all)
	return all
}

// requirePasses requires factors of passes for lengths that no workgroup holds, and kernels for each pass.
func requirePasses(t *testing.T, l sweptLimits, lengths []int, inner int, transposed bool) {
	t.Helper()
	var costs []*passCosts
	for _, in := range passRanges {
		costs = append(costs, newPassCosts(l.Limits, in))
	}
	for _, n := range lengths {
		if n <= plan.Capacity(l.Limits) {
			continue
		}
		axis := Finder{plan.Axis{N: n, InnerExtent: inner, Outer: 1}}
		at := slices.IndexFunc(costs, func(c *passCosts) bool {
			factors, _ := cheapestSplit(axis, transposed, c)
			return factors != nil && plan.Product(factors) == n
		})
		if at < 0 {
			require.Failf(t, "no passes", "%s: %d points, inner extent %d, transposed %t", l.name, n, inner, transposed)
		}
	}
}

// Lengths without a factor below 7 have the fewest splits. All of them to the largest length have passes, on all
// limits. A usual run takes all of these lengths on the limits of WebGPU.
func TestHardLengthsHavePasses(t *testing.T) {
	lengths := smoothLengths(plan.MaxPoints, 7, 11, 13, 17, 19, 23, 29, 31)
	require.Greater(t, len(lengths), 7900)
	for i, l := range allSweptLimits(t) {
		for j, inner := range []int{1, 3} {
			for k, transposed := range []bool{false, true} {
				if at := 4*i + 2*j + k; at == 0 || testcase.ShardOf(t, at, 32) {
					requirePasses(t, l, lengths, inner, transposed)
				}
			}
		}
	}
}

// All lengths to 2^24 that have butterflies for their factors have passes.
func TestSmoothLengthsHavePasses(t *testing.T) {
	const blocks = 200
	lengths := smoothLengths(1<<24, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
	require.Greater(t, len(lengths), 59000)
	for i, l := range allSweptLimits(t) {
		for block := range blocks {
			if !testcase.ShardOf(t, blocks*i+block, 2000) {
				continue
			}
			var some []int
			for at := block; at < len(lengths); at += blocks {
				some = append(some, lengths[at])
			}
			requirePasses(t, l, some, 1+2*(block%2), block/2%2 > 0)
		}
	}
}

// Bluestein's convolution has kernels for every power of two, on all limits. It therefore serves every length.
func TestPowersHaveConvolutions(t *testing.T) {
	longest := bits.Len(2*plan.MaxPoints - 1)
	for i, l := range allSweptLimits(t) {
		for j, inner := range []int{1, 3} {
			var costs []*passCosts
			for _, in := range passRanges {
				costs = append(costs, newPassCosts(l.Limits, in))
			}
			for k := 3; k <= longest; k++ {
				if !testcase.ShardOf(t, (2*i+j)*longest+k, 24) {
					continue
				}
				axis := Finder{plan.Axis{N: 1 << (k - 1), InnerExtent: inner, Outer: 1}}
				require.True(t, slices.ContainsFunc(costs, func(c *passCosts) bool {
					return len(bluesteinWays(axis, 1, []int{1 << k}, maxSplitsOfLonger, c)) > 0
				}), "%s: 2^%d points, inner extent %d", l.name, k, inner)
			}
		}
	}
}

// Ten thousand problems of one or two axes, of random lengths and kinds, have plans on all limits that have the
// bindings for a convolution of the length.
func TestAnyProblemHasAPlan(t *testing.T) {
	limits := allSweptLimits(t)
	numbers := []wgsl.Number{nil, nil, wgsl.F64{}, wgsl.DoubleSingle{}}
	for i := range 10_000 {
		if !testcase.ShardOf(t, i, 2500) {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(i), 13))
		l := limits[r.IntN(len(limits))]
		p := plan.Problem{Kind: plan.Kind(r.IntN(int(plan.DST4) + 1))}
		p.Number = numbers[r.IntN(len(numbers))]
		// The arrays of a convolution have up to 4 points for each point, and 8 bindings hold two of them.
		points := float64(l.For(p.Number).BindingBytes) / plan.ElementBytes * 3 / 4
		logarithm := r.Float64() * math.Log(min(points, plan.MaxPoints/2))
		p.Shape = []int{int(math.Exp(logarithm))}
		if r.IntN(3) == 0 {
			share := r.Float64()
			p.Shape = []int{int(math.Exp(share * logarithm)), int(math.Exp((1 - share) * logarithm))}
		}
		if p.Kind == plan.DCT1 { // has at least 2 points
			for axis := range p.Shape {
				p.Shape[axis] = max(2, p.Shape[axis])
			}
		}
		_, err := Make(p, l.Limits)
		require.NoError(t, err, "case %d: %v, %s", i, p, l.name)
	}
}

// If a device has no bindings for the convolution of a length, the length takes other passes.
func TestConvolutionsWithoutBindings(t *testing.T) {
	const n = 2003 << 4
	l := wgsl.DefaultLimits()
	l.BindingBytes = (n/2 + 31) &^ 31 * plan.ElementBytes // for half of an array
	p := plan.Problem{Shape: []int{n}}
	made, err := Make(p, wgsl.DefaultLimits())
	require.NoError(t, err)
	require.Positive(t, made.Axes[0].Convolution)
	_, err = From(p, l, made.Passes...)
	require.ErrorContains(t, err, "storage bindings")
	made, err = Make(p, l)
	require.NoError(t, err)
	require.Zero(t, made.Axes[0].Convolution)
}
