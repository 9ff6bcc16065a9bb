package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
	"wgfft/wgsl"
)

// keptShapes are kernels of an even number of points a thread: of few points and of many, with threads that fill warps and others that don't.
var keptShapes = []struct {
	chain              string
	points, transforms int
}{
	{"4.10", 20, 5}, {"4.10", 10, 7}, {"8.8", 8, 1}, {"8.8", 16, 4}, {"8.4.4", 16, 8}, {"5.10", 10, 3}, {"10.10.5", 10, 1}, {"10.10.5", 20, 3}, {"8.8.8", 16, 1}, {"8.8.8", 16, 2},
	{"8.8.8", 32, 4}, {"16.4.8", 16, 1}, {"10.12.8", 24, 1}, {"37", 4, 4}, {"64", 64, 8}, {"12.8", 8, 5},
}

// Threads that keep points of the pairs they store, in every exchange of one round and every layout, of one row in a workgroup and of several, in batches that fill the last workgroup
// or don't, in place and elsewhere, with roots of their own for each pair and without, for every kind of bins that are stored in pairs; of every other shape one such combination, and of each two if everything is wanted.
func TestKeptPoints(t *testing.T) {
	exchanges, layouts := everyExchange(), everyLayout()
	kinds := []plan.Kind{plan.R2C, plan.R2C, plan.DCT2, plan.R2C, plan.DST2, plan.R2C, plan.DCT1}
	some(t, 2*len(keptShapes), func(t *testing.T, r *rig, i int) {
		if testing.Short() && i%5 > 1 || !testcase.Long() && i%4 != (i/4+2)%4 && i != 26 {
			return
		}
		shape := keptShapes[i/2]
		k := wgsl.FFT{Chain: chain(shape.chain), Points: shape.points, Transforms: shape.transforms, Keeps: true, Layout: layouts[i*3%len(layouts)]}
		for at := i * 5; ; at++ {
			if k.Exchange = exchanges[at%len(exchanges)]; k.Exchange.Rounds < 2 {
				break
			}
		}
		if shape.chain == "37" { // of which a thread has an even number after the last stage, which is another
			k.Chain, k.Rader = chain("4"), wgsl.Rader{Prime: 37, Chain: chain("6.6")}
		}
		k.Once = i%2 > 0 && k.Twiddled()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Shape: []int{2 * k.N()}, Batch: []int{19, 3*shape.transforms + 1, 4 * shape.transforms}[i/2%3], Norm: plan.Norm(i % 3), InPlace: i/2%4 == 3}
		if p.Kind == plan.DCT1 {
			p.Shape[0] = k.N() + 1
		}
		pl, err := plan.With(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		require.True(t, pl.Passes[0].Keeps)
		require.True(t, pl.Passes[0].Store.Real.Splits())
		if p.InPlace {
			r.checkOverlaid(t, pl)
		} else {
			r.checkReal(t, pl)
		}
	})
}

// Rows apart and backwards, of several axes, columns side by side; those that are read in pairs have no such kernels.
func TestKeptPointsElsewhere(t *testing.T) {
	r := newRig(t)
	l := r.e.Device().Limits()
	none := map[int]bool{2: true}
	for i, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{128}, Batch: 7, Out: plan.Layout{Strides: []int{1}, Dist: 70, Offset: 3}}, {Kind: plan.R2C, Shape: []int{256}, Batch: 5, Out: plan.Layout{Strides: []int{-1}, Dist: 129, Offset: 128}},
		{Kind: plan.R2C, Shape: []int{166}, Batch: 5}, {Kind: plan.C2R, Shape: []int{256}, Inverse: true, Batch: 6}, {Kind: plan.R2C, Shape: []int{5, 128}, Axes: []int{1}, Batch: 3},
		{Kind: plan.R2C, Shape: []int{30, 128, 5}, Axes: []int{1}, Batch: 2}, {Kind: plan.R2C, Shape: []int{3, 128}, Batch: 2, Out: plan.Layout{Strides: []int{1, 3}, Dist: 200}},
	} {
		kernels, err := plan.Choose(p, l)
		require.NoError(t, err)
		kept := 0
		for line, k := range kernels {
			if k, ok := plan.Kept(p, l, line, plainest(k)); ok {
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

// plainest is a kernel with one exchange of all points.
func plainest(k wgsl.FFT) wgsl.FFT {
	k.Exchange, k.Layout = wgsl.Exchange{}, wgsl.Layout{}
	return k
}

// checkScattered runs a plan of half spectra with an output layout on random numbers, and compares them with float64; what lies between is not touched.
func (r *rig) checkScattered(t testing.TB, p plan.Plan) {
	t.Helper()
	problem, s := p.Problem, p.Schedule()
	src := ref.Uniform(uint64(problem.Points()), int((s.Source.Bytes+7)/8))
	got := r.play(t, s, src, int(s.Target.Bytes/8))
	numbers := numbersOf(t, problem, true)
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

// Rows of bins of a batch that is done in parts, which begin beyond where they are bound.
func TestKeptPointsOfParts(t *testing.T) {
	r := newRig(t)
	l := cramped(r.e.Device().Limits(), 256, 64)
	l.StorageAlign = 256
	for _, once := range []bool{false, true} {
		for _, transforms := range []int{1, 3} {
			k := wgsl.FFT{Chain: chain("5.10"), Points: 10, Transforms: transforms, Keeps: true, Once: once, Exchange: wgsl.Exchange{Component: true}}
			p, err := plan.With(plan.Problem{Kind: plan.R2C, Shape: []int{100}, Batch: 19}, l, k)
			require.NoError(t, err)
			require.True(t, p.Together < 19 && p.Passes[0].Part, "%v", p)
			r.checkReal(t, p)
		}
	}
}
