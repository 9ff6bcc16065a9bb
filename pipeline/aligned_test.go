package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/plan"
	"wgfft/wgsl"
)

// alignedShapes are kernels of half the numbers of a row: of few points and of many, with threads that fill warps and others that don't, with idle ones.
var alignedShapes = []struct {
	chain              string
	points, transforms int
}{
	{"3.11", 11, 1}, {"3.11", 11, 5}, {"8.8", 8, 1}, {"8.8", 16, 4}, {"16.8", 16, 4}, {"8.4.4", 8, 1}, {"8.4.4", 8, 8}, {"10.10.5", 10, 1}, {"10.10.5", 20, 3},
	{"8.8.8", 16, 1}, {"8.8.8", 16, 2}, {"8.8.8", 8, 1}, {"8.8.8", 32, 4}, {"10.12.8", 24, 1}, {"10.12.8", 24, 3}, {"37", 37, 16}, {"5.7.3", 15, 4}, {"64", 64, 8},
}

// Half spectra whose stores begin with lines of memory, in every exchange and layout, of one row in a workgroup and of several, in batches that fill the last workgroup
// or don't, in place and elsewhere. Of two shapes one is aligned by pairs and one by bins, or each by both if everything is wanted.
func TestAlignedStores(t *testing.T) {
	exchanges, layouts := everyExchange(), everyLayout()
	halves(t, 2*len(alignedShapes), func(t *testing.T, r *rig, i int) {
		if testing.Short() && i%5 > 1 || !everything() && (i+i/2)%2 > 0 {
			return
		}
		shape := alignedShapes[i/2]
		k := wgsl.FFT{Chain: chain(shape.chain), Points: shape.points, Transforms: shape.transforms, Aligned: uint8(1 + i%2), Exchange: exchanges[i*5/2%len(exchanges)], Layout: layouts[i*3%len(layouts)]}
		if shape.chain == "37" {
			k.Chain, k.Rader, k.Points = wgsl.Chain{}, wgsl.Rader{Prime: 37, Chain: chain("6.6")}, 13
		}
		p := plan.Problem{Kind: plan.R2C, Shape: []int{2 * k.N()}, Batch: []int{19, 3*shape.transforms + 1, 4 * shape.transforms}[i/2%3], Norm: plan.Norm(i % 3), InPlace: i/2%4 == 3}
		pl, err := plan.With(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		require.Equal(t, k.Aligned, pl.Passes[0].Aligned)
		require.Equal(t, wgsl.Half, pl.Passes[0].Store.Real.Form)
		if p.InPlace {
			r.checkOverlaid(t, pl)
		} else {
			r.checkReal(t, pl)
		}
	})
}

// Rows apart and backwards, of several axes, of a convolution; those of other kinds have no such kernels.
func TestAlignedStoresElsewhere(t *testing.T) {
	r := newRig(t)
	l := r.e.Device().Limits()
	none := map[int]bool{5: true}
	for i, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{128}, Batch: 7, Out: plan.Layout{Strides: []int{1}, Dist: 70, Offset: 3}}, {Kind: plan.R2C, Shape: []int{200}, Batch: 5, Out: plan.Layout{Strides: []int{-1}, Dist: 101, Offset: 100}},
		{Kind: plan.R2C, Shape: []int{166}, Batch: 5}, {Kind: plan.C2R, Shape: []int{256}, Inverse: true, Batch: 6}, {Kind: plan.R2C, Shape: []int{5, 98}, Axes: []int{1}, Batch: 3},
		{Kind: plan.R2C, Shape: []int{30, 80, 5}, Axes: []int{1}, Batch: 2}, {Kind: plan.R2C, Shape: []int{3, 80}, Batch: 2, Out: plan.Layout{Strides: []int{1, 3}, Dist: 200}},
	} {
		kernels, err := plan.Choose(p, l)
		require.NoError(t, err)
		aligned := 0
		for line := range kernels {
			for _, k := range plan.Aligned(p, l, line, kernels[line]) {
				others := append([]wgsl.FFT(nil), kernels...)
				others[line] = k
				made, err := plan.Admit(p, l, others...)
				require.NoError(t, err, "%v", p)
				r.checkScattered(t, made)
				aligned++
			}
		}
		require.Equal(t, map[bool]int{true: 0, false: 2}[none[i]], aligned, "%v", p)
	}
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
func TestAlignedStoresOfParts(t *testing.T) {
	r := newRig(t)
	l := cramped(r.e.Device().Limits(), 256, 64)
	l.StorageAlign = 256
	for _, aligned := range []uint8{1, 2} {
		for _, transforms := range []int{1, 3} {
			k := wgsl.FFT{Chain: chain("5.10"), Points: 20, Transforms: transforms, Aligned: aligned, Exchange: wgsl.Exchange{Component: true}}
			p, err := plan.With(plan.Problem{Kind: plan.R2C, Shape: []int{100}, Batch: 19}, l, k)
			require.NoError(t, err)
			require.True(t, p.Together < 19 && p.Passes[0].Part, "%v", p)
			r.checkReal(t, p)
		}
	}
}
