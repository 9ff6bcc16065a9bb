package plan

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// inHalves plans a problem along one axis as a convolution in halves with a kernel of so many points.
func inHalves(t *testing.T, p Problem, l wgsl.Limits, points int) Plan {
	t.Helper()
	k := wgsl.FFT{Points: points, Transforms: 1, Convolve: 1}
	var err error
	k.Chain, err = wgsl.MakeChain(wgsl.Factorisations(points, 16, wgsl.FewestStages(points, 16))[0]...)
	require.NoError(t, err)
	k.Points = k.Chain.Radices()[0]
	if p.Count() > 2 {
		k.Transforms = 2
	}
	made, err := Admit(p, l, k, k)
	require.NoError(t, err, "%v", p)
	require.True(t, made.Lines[0].Halves)
	return made
}

// Convolutions in halves are the transform: of lengths up to the kernel's points and just above half of them, both ways, in place and out of place, in parts
// of a batch, in pages.
func TestInterpretedHalves(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(7))
	parts, pages := false, false
	for i, c := range []struct{ n, points int }{{37, 40}, {37, 37 + 35}, {8, 8}, {2, 2}, {31, 32}, {17, 32}, {127, 128}, {131, 150}, {61, 64}, {32, 40}, {96, 96}, {128, 150}} {
		for j, l := range []wgsl.Limits{wgsl.DefaultLimits(), cramped(1000), cramped(32)} {
			p := Problem{Shape: []int{c.n}, Batch: []int{1, 3, 40}[(i+j)%3], Inverse: (i+j)%2 == 0, InPlace: i%2 == 0, Norm: Norm(i % 3)}
			if j > 0 && c.n%32 > 0 { // parts begin where bindings may
				p.Batch = 1 + (2-j)*i%3
			}
			made := inHalves(t, p, l, c.points)
			parts, pages = parts || made.Together < p.Count() && made.Together > 1, pages || made.Page > 0
			isTransform(t, r, made)
			checkSchedule(t, made)
			s := made.Schedule()
			require.Len(t, s.Scratch, 1)
			require.EqualValues(t, min(p.Count(), made.Together)*c.n*ElementBytes, s.Scratch[0].Bytes)
			require.Equal(t, fmt.Sprintf("(bluestein %d (halves %d", c.n, 2*c.points), made.String()[:len(fmt.Sprintf("(bluestein %d (halves %d", c.n, 2*c.points))])
		}
	}
	require.True(t, parts && pages)
}

// Both halves read a source of any layout, and the second writes a target of any.
func TestInterpretedHalvesOfLayouts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(8))
	for _, l := range []wgsl.Limits{wgsl.DefaultLimits(), cramped(64)} {
		for _, p := range []Problem{
			{Shape: []int{37}, Batch: 3, In: Layout{Strides: []int{2}, Dist: 80, Offset: 5}},
			{Shape: []int{37}, Batch: 3, Out: Layout{Strides: []int{-1}, Dist: 40, Offset: 36}},
			{Shape: []int{37}, Batch: 3, In: Layout{Strides: []int{3}, Offset: 1, Dist: 120}, Out: Layout{Strides: []int{3}, Offset: 1, Dist: 120}, InPlace: true},
			{Shape: []int{37}, Batch: 2, In: Layout{Have: []int{20}}, Out: Layout{Have: []int{30}}},
			{Shape: []int{37}, Batch: 4, In: Layout{Have: []int{20}}},
		} {
			laidOut(t, r, inHalves(t, p, l, 40))
		}
	}
	l := wgsl.DefaultLimits()
	laidOut(t, r, inHalves(t, Problem{Shape: []int{37}, Batch: 3, In: Layout{Planar: true}}, l, 40))
	laidOut(t, r, inHalves(t, Problem{Shape: []int{37}, Batch: 3, Out: Layout{Planar: true, Offset: 4}}, l, 40))
}

// Along the last of several axes a convolution goes in halves, too.
func TestInterpretedHalvesOfRows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(9))
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 16, 2<<10 // a workgroup holds 256 points
	for _, p := range []Problem{{Shape: []int{7, 179}, Batch: 100}, {Shape: []int{1019, 179}, Batch: 1}, {Shape: []int{3, 179}, Batch: 2}, {Shape: []int{3, 179}, Batch: 110, Inverse: true, InPlace: true}, {Shape: []int{1, 3, 227}, Batch: 100}} {
		if p.Shape[0] > 1000 && !testcase.Long() {
			continue
		}
		made, err := Make(p, l)
		require.NoError(t, err)
		require.Equal(t, p.Count() >= 100 || p.Shape[0] > 1000, made.Lines[0].Halves, "%v", made)
		isTransform(t, r, made)
		if made.Lines[0].Halves { // what lies between them is as large as the array, whatever other axes need
			require.Equal(t, p.Points(), made.scratch[made.addend.Index])
		}
	}
}

// What comes from outside is admitted as it would have been made, and only for complex rows.
func TestHalvesFromOutside(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := Problem{Shape: []int{37}, Batch: 4}
	k := inHalves(t, p, l, 40).Passes[0]
	k = wgsl.FFT{Chain: k.Chain, Points: k.Points, Transforms: k.Transforms, Convolve: 1}
	k.Load.Map, k.Store.Map = wgsl.Contiguous(40), wgsl.Contiguous(40)
	_, err := Admit(p, l, k)
	require.Error(t, err, "one half")
	other := k
	other.Transforms = 1
	_, err = Admit(p, l, k, other)
	require.Error(t, err, "two kernels")
	_, err = Admit(p, l, k, k, k)
	require.Error(t, err, "three halves")
	for _, p := range []Problem{{Shape: []int{41}}, {Shape: []int{37, 4}, Axes: []int{0}}, {Shape: []int{37}, Kind: DCT2}, {Shape: []int{37}, Kind: R2C}} {
		_, err = Admit(p, l, k, k)
		require.Error(t, err, "%v", p)
	}
	for _, spoil := range []func(k *wgsl.FFT){
		func(k *wgsl.FFT) { k.Store.Add = wgsl.Pages{Count: 1} }, func(k *wgsl.FFT) { k.Load.Length = 37 }, func(k *wgsl.FFT) { k.Load.Factor = true },
	} {
		spoilt := k
		spoil(&spoilt)
		_, err = Admit(p, l, spoilt, spoilt)
		require.Error(t, err)
	}
	_, err = Admit(p, l, k, k)
	require.NoError(t, err)
	parts, err := Parts(p, l, []wgsl.FFT{k, k})
	require.NoError(t, err)
	require.True(t, parts[0].Halves)
	q, back, err := Turned(p, l, []wgsl.FFT{k, k})
	require.NoError(t, err)
	_, err = Admit(q, l, back...)
	require.NoError(t, err)
}

// Halves are chosen for many rows that a workgroup holds, but not with as many zeros; for few, which it would leave the device idle with, they are not. The tuner is
// offered both.
func TestWhereHalvesAreChosen(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, c := range []struct {
		n, batch int
		halves   bool
	}{{8191, 4096, false}, {12007, 4096, true}, {16363, 4096, true}, {16363, 1, false}, {16381, 4096, false}, {16411, 4096, false}} {
		p := Problem{Shape: []int{c.n}, Batch: c.batch}
		made, err := Make(p, l)
		require.NoError(t, err)
		require.Equal(t, c.halves, made.Lines[0].Halves, "%v", made)
		if c.n == 12007 || c.n == 16381 || c.batch == 1 { // as 16363, or in one pass by pairs
			continue
		}
		all, err := Alternatives(p, l)
		require.NoError(t, err)
		offered := 0
		for _, a := range all {
			parts, err := Parts(p, l, a.Kernels)
			require.NoError(t, err)
			if parts[0].Halves {
				offered++
			}
		}
		require.Equal(t, c.n > 8192 && c.n <= 16384, offered == 1, "%v", p)
		require.Equal(t, offered > 0, len(HalfKernels(p, l, 0)) > 0)
	}
}

// Where planar arrays or pages leave no binding for what the second half adds, the convolution is done whole.
func TestHalvesThatDoNotFitTheBindings(t *testing.T) {
	r := rand.New(rand.NewSource(10))
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 16, 2<<10
	require.Equal(t, 8, l.StorageBindings)
	planar := Layout{Planar: true}
	for _, p := range []Problem{{In: planar, Out: planar}, {In: planar, Out: planar, InPlace: true}, {In: planar}, {}} {
		p.Shape, p.Batch = []int{179}, 200
		made, err := Make(p, l)
		require.NoError(t, err)
		require.Equal(t, !p.Out.Planar || p.InPlace, made.Lines[0].Halves, "%v", made)
		laidOut(t, r, made)
	}
	l.StorageBindings = 9
	made, err := Make(Problem{Shape: []int{179}, Batch: 200, In: planar, Out: planar}, l)
	require.NoError(t, err)
	require.True(t, made.Lines[0].Halves)
	laidOut(t, r, made)
}
