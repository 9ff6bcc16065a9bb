package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
	"wgfft/wgsl"
)

// halfExchangeShapes are kernels with an even number of elements per thread: few and many, with
// full and partial subgroups.
var halfExchangeShapes = []struct {
	chain              string
	points, transforms int
}{
	{"4.10", 20, 5}, {"4.10", 10, 7}, {"8.8", 8, 1}, {"8.8", 16, 4}, {"8.4.4", 16, 8}, {"5.10", 10, 3},
	{"10.10.5", 10, 1}, {"10.10.5", 20, 3}, {"8.8.8", 16, 1}, {"8.8.8", 16, 2},
	{"8.8.8", 32, 4}, {"16.4.8", 16, 1}, {"10.12.8", 24, 1}, {"37", 4, 4}, {"64", 64, 8}, {"12.8", 8, 5},
}

// TestHalfExchange runs kernels whose threads keep one point of each pair (k, -k) in registers, so
// that the last exchange moves half of the points. It covers every exchange of one slice, every
// layout, and every kind that stores bins in pairs. Workgroups have one row or several, the last
// one may be partial, data may be in place, and roots are separate or shared.
//
// Every second shape runs one combination of them; in long tests every shape runs two.
func TestHalfExchange(t *testing.T) {
	exchanges, layouts := allExchanges(), allLayouts()
	kinds := []plan.Kind{plan.R2C, plan.R2C, plan.DCT2, plan.R2C, plan.DST2, plan.R2C, plan.DCT1}
	forSome(t, 2*len(halfExchangeShapes), func(t *testing.T, r *harness, i int) {
		if testing.Short() && i%5 > 1 || !longTests() && i%4 != (i/4+2)%4 && i != 26 {
			return
		}
		shape := halfExchangeShapes[i/2]
		k := wgsl.FFT{Chain: parseChain(shape.chain), Points: shape.points, Transforms: shape.transforms, Keeps: true,
			Layout: layouts[i*3%len(layouts)]}
		for at := i * 5; ; at++ {
			if k.Exchange = exchanges[at%len(exchanges)]; k.Exchange.Rounds < 2 {
				break
			}
		}
		if shape.chain == "37" { // the last stage, of radix 4, gives each thread an even number of points
			k.Chain, k.Rader = parseChain("4"), wgsl.Rader{Prime: 37, Chain: parseChain("6.6")}
		}
		k.Once = i%2 > 0 && k.Twiddled()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Shape: []int{2 * k.N()},
			Batch: []int{19, 3*shape.transforms + 1, 4 * shape.transforms}[i/2%3], Norm: plan.Norm(i % 3),
			InPlace: i/2%4 == 3}
		if p.Kind == plan.DCT1 {
			p.Shape[0] = k.N() + 1
		}
		pl, err := plan.With(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		require.True(t, pl.Passes[0].Keeps)
		require.True(t, pl.Passes[0].Store.Real.Splits())
		if p.InPlace {
			r.checkInPlace(t, pl)
		} else {
			r.checkReal(t, pl)
		}
	})
}

// TestHalfExchangeWithLayouts runs half exchanges of strided and reversed rows, of several axes,
// and of columns. Kernels that read pairs can't have one.
func TestHalfExchangeWithLayouts(t *testing.T) {
	r := newHarness(t)
	l := r.e.Device().Limits()
	none := map[int]bool{2: true}
	for i, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{128}, Batch: 7, Out: plan.Layout{Strides: []int{1}, Dist: 70, Offset: 3}},
		{Kind: plan.R2C, Shape: []int{256}, Batch: 5, Out: plan.Layout{Strides: []int{-1}, Dist: 129, Offset: 128}},
		{Kind: plan.R2C, Shape: []int{166}, Batch: 5}, {Kind: plan.C2R, Shape: []int{256}, Inverse: true, Batch: 6},
		{Kind: plan.R2C, Shape: []int{5, 128}, Axes: []int{1}, Batch: 3},
		{Kind: plan.R2C, Shape: []int{30, 128, 5}, Axes: []int{1}, Batch: 2},
		{Kind: plan.R2C, Shape: []int{3, 128}, Batch: 2, Out: plan.Layout{Strides: []int{1, 3}, Dist: 200}},
	} {
		kernels, err := plan.Choose(p, l)
		require.NoError(t, err)
		kept := 0
		for line, k := range kernels {
			if k, ok := plan.Kept(p, l, line, withoutExchangeOptions(k)); ok {
				others := append([]wgsl.FFT(nil), kernels...)
				others[line] = k
				made, err := plan.Admit(p, l, others...)
				require.NoError(t, err, "%v", p)
				r.checkScattered(t, made)
				kept++
			}
		}
		require.Equal(t, map[bool]int{true: 0, false: 1}[none[i]], kept, "%v", p)
	}
}

// withoutExchangeOptions returns k with an unsliced exchange of complex points and a linear layout.
func withoutExchangeOptions(k wgsl.FFT) wgsl.FFT {
	k.Exchange, k.Layout = wgsl.Exchange{}, wgsl.Layout{}
	return k
}

// checkScattered runs a half-spectrum plan with an output layout on random numbers and compares the
// result with float64. It also checks that the plan writes nothing between the bins.
func (r *harness) checkScattered(t testing.TB, p plan.Plan) {
	t.Helper()
	problem, s := p.Problem, p.Schedule()
	src := ref.Uniform(uint64(problem.Points()), int((s.Source.Bytes+7)/8))
	got := r.play(t, s, src, int(s.Target.Bytes/8))
	numbers := floatPositions(t, problem, true)
	y := make([]float32, len(numbers))
	for i, n := range numbers {
		y[i] = floats(got)[n]
	}
	x := floats(src)[:problem.Points()*problem.Count()]
	in, out := len(x)/problem.Count(), len(y)/problem.Count()
	for from, to := range yardstick.Groups(problem) {
		err := yardstick.Expect(problem, x[from*in:to*in]).Error(y[from*out : to*out])
		require.LessOrEqual(t, err, yardstick.Tolerance(problem), "%v: %v, arrays %d to %d", problem, p, from, to)
	}
	require.Equal(t, len(got)-len(y)/2, ref.Poisoned(got), "%v: %v writes between its bins", problem, p)
}

// TestHalfExchangeInSegments divides a batch into parts that begin at an offset from their binding.
func TestHalfExchangeInSegments(t *testing.T) {
	r := newHarness(t)
	l := smallBindings(r.e.Device().Limits(), 256, 64)
	l.StorageAlign = 256
	for _, once := range []bool{false, true} {
		for _, transforms := range []int{1, 3} {
			k := wgsl.FFT{Chain: parseChain("5.10"), Points: 10, Transforms: transforms, Keeps: true, Once: once,
				Exchange: wgsl.Exchange{Component: true}}
			p, err := plan.With(plan.Problem{Kind: plan.R2C, Shape: []int{100}, Batch: 19}, l, k)
			require.NoError(t, err)
			require.True(t, p.Together < 19 && p.Passes[0].Part, "%v", p)
			r.checkReal(t, p)
		}
	}
}
