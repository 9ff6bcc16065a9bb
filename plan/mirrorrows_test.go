package plan

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// oppositeProblems are arrays along whose last axis rows go with those opposite: of one axis of rows and of two, even and odd, with others in the batch.
func oppositeProblems() []Problem {
	return []Problem{
		{Shape: []int{2, 80}}, {Shape: []int{3, 96}, Batch: 2}, {Shape: []int{16, 66}, Batch: 3}, {Shape: []int{7, 130}}, {Shape: []int{100, 72}}, {Shape: []int{33, 70}},
		{Shape: []int{4, 6, 72}}, {Shape: []int{5, 3, 80}, Batch: 2}, {Shape: []int{2, 2, 128}, Batch: 3}, {Shape: []int{3, 4, 66}}, {Shape: []int{1, 8, 96}}, {Shape: []int{9, 5, 68}},
		{Shape: []int{5, 4, 88}, Axes: []int{1, 2}}, {Shape: []int{3, 5, 2, 70}, Axes: []int{-2, -1}}, {Shape: []int{2, 3, 4, 90}, Axes: []int{2, 1, 3}},
	}
}

// Half spectra made of rows and those opposite are those of the definition, there and back, whole and in parts of a batch and pages, on devices large and small.
func TestInterpretedOpposites(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(5))
	h200, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for i, l := range []wgsl.Limits{wgsl.DefaultLimits(), h200, crampedLimits(), cramped(1000)} {
		for j, p := range oppositeProblems() {
			if (i+j)%3 > 0 && !everything() {
				continue
			}
			p.Kind, p.Inverse, p.Norm = []Kind{R2C, C2R}[(i+j/3)%2], r.Intn(2) == 0, Norm(r.Intn(3))
			require.NotZero(t, p.rowGrid(l), "%v", p)
			made, err := Make(p, l)
			require.NoError(t, err, "%v", p)
			end := made.Passes[len(made.Passes)-1]
			if p.isBackward() {
				end = made.Passes[0]
			}
			require.Equal(t, p.rowGrid(l), end.MirrorRows)
			if p.Axes == nil || !slices.IsSorted(p.Axes) {
				require.Equal(t, p.rowGrid(l)[0] > 1, len(p.Shape) > 2 && p.Shape[len(p.Shape)-3] > 1)
			}
			isRealTransform(t, r, made)
			q, back, err := Reversed(p, l, rawKernels(t, p, l))
			require.NoError(t, err)
			made, err = Validate(q, l, back...)
			require.NoError(t, err, "%v", q)
			isRealTransform(t, r, made)
		}
	}
}

// Between the passes lie pairs of numbers, for which there is room in source and target: one scratch at most does, of their size.
func TestOppositesTakeLittleScratch(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, p := range []Problem{{Kind: R2C, Shape: []int{16, 128}}, {Kind: C2R, Shape: []int{16, 128}}, {Kind: R2C, Shape: []int{8, 6, 128}, Batch: 2}, {Kind: C2R, Shape: []int{8, 6, 128}, Batch: 2}} {
		made, err := Make(p, l)
		require.NoError(t, err)
		s := made.Schedule()
		require.LessOrEqual(t, len(s.Scratch), 1, "%v", p)
		require.LessOrEqual(t, s.ScratchBytes(), int64(p.Points()*p.Count())*ElementBytes/2, "%v", p)
	}
}

// rawKernels are those chosen for a problem.
func rawKernels(t *testing.T, p Problem, l wgsl.Limits) []wgsl.Kernel {
	t.Helper()
	kernels, err := Choose(p, l)
	require.NoError(t, err)
	return kernels
}

// Rows go with those opposite only where they lie whole and contiguous, with one or two axes before them, and two fit a workgroup.
func TestWhatHasOpposites(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, p := range []Problem{
		{Shape: []int{80}}, {Shape: []int{6, 64}}, {Shape: []int{6, 81}}, {Shape: []int{1, 80}}, {Shape: []int{6, 80}, Axes: []int{1}}, {Shape: []int{80, 6}, Axes: []int{1, 0}},
		{Shape: []int{6, 4, 80}, Axes: []int{0, 2}}, {Shape: []int{2, 2, 2, 80}}, {Shape: []int{6, 2 * 37}}, {Shape: []int{6, 80}, InPlace: true}, {Shape: []int{6, 80}, PackPairs: true, Kind: DCT2},
		{Shape: []int{6, 80}, Out: Layout{Strides: []int{44, 1}}}, {Shape: []int{6, 80}, In: Layout{Have: []int{5, 80}}}, {Shape: []int{6, 80}, In: Layout{Offset: 2}}, {Shape: []int{6, 8192}},
	} {
		if p.Kind != DCT2 {
			p.Kind = R2C
		}
		require.Zero(t, p.rowGrid(l), "%v", p)
		require.NotContains(t, TuningKey(p, l), "opposite")
		_, err := Make(p, l)
		require.NoError(t, err)
	}
	p := Problem{Kind: R2C, Shape: []int{6, 80}, In: Layout{Strides: []int{80, 1}}}
	require.Equal(t, wgsl.RowGrid{1, 6}, p.rowGrid(l), "as they lie without a layout")
	require.Contains(t, TuningKey(p, l), "opposite")
	require.Equal(t, wgsl.RowGrid{1, 6}, Problem{Kind: R2C, Shape: []int{6, 4096}}.rowGrid(l))
}

// Every row that goes with the one opposite has a kernel, on every device, and what has none is planned otherwise.
func TestOppositesHaveKernels(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(9))
	all := []wgsl.Limits{wgsl.DefaultLimits(), crampedLimits()}
	for _, name := range []string{"h200", "lavapipe", "swiftshader"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		all = append(all, l)
	}
	for range 12 { // devices that nobody has
		l := wgsl.DefaultLimits()
		l.Invocations, l.WorkgroupBytes = 16*(1+r.Intn(64)), 1<<10*(2+r.Intn(46))
		all = append(all, l)
	}
	lengths := []int{1450, 1508, 1550, 1612, 1682, 1798, 1922, 1984} // of two radices too large for couples
	rarely := 16
	if everything() {
		rarely = 1
	}
	for n := maxZeroImagRow + 2; n <= maxMirrorRowPoints; n += 2 {
		if n <= 160 && n%6 == 0 || r.Intn(rarely+rarely*n/64) == 0 {
			lengths = append(lengths, n)
		}
	}
	opposed := 0
	for i, l := range all {
		for j, n := range lengths {
			p := Problem{Kind: []Kind{R2C, C2R}[r.Intn(2)], Shape: []int{2 + r.Intn(3), n}, Batch: 1 + r.Intn(2)*500}
			there := p.rowGrid(l) != wgsl.RowGrid{}
			if !there && j >= 8 || i > 4 && !there || i > 2 && (i+j)%4 > 0 || !everything() && (i+j)%3 > 0 {
				continue
			}
			if there {
				opposed++
			}
			_, err := Choose(p, l)
			require.NoError(t, err, "%d invocations, %d bytes, %v", l.Invocations, l.WorkgroupBytes, p)
		}
	}
	require.Greater(t, opposed, map[bool]int{true: 100, false: 30}[everything()])
}

// Kernels of rows that go with those opposite come from outside only as those of whole rows in couples.
func TestOppositesFromOutside(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := Problem{Kind: R2C, Shape: []int{16, 128}, Batch: 2}
	kernels := rawKernels(t, p, l)
	require.Len(t, kernels, 2)
	require.True(t, kernels[1].MirrorInRow && !kernels[1].MirrorColumns && kernels[1].MirrorRows == wgsl.RowGrid{})
	_, err := Validate(p, l, kernels...)
	require.NoError(t, err)
	for _, spoil := range []func(k *wgsl.Kernel){
		func(k *wgsl.Kernel) { k.MirrorInRow = false }, func(k *wgsl.Kernel) { k.MirrorColumns = true }, func(k *wgsl.Kernel) { k.MirrorRows = wgsl.RowGrid{1, 16} }, func(k *wgsl.Kernel) { k.MirrorHalf = true },
		func(k *wgsl.Kernel) { k.TransformsPerGroup = 1 }, func(k *wgsl.Kernel) { k.MirrorColumns, k.MirrorRows = true, wgsl.RowGrid{1, 16} },
	} {
		spoilt := slices.Clone(kernels)
		spoil(&spoilt[1])
		_, err := Validate(p, l, spoilt...)
		require.Error(t, err)
	}
	columns, err := wgsl.MakeRadices(8)
	require.NoError(t, err)
	_, err = From(p, l, kernels[0], wgsl.Kernel{Radices: columns, ElementsPerThread: 8, TransformsPerGroup: 8}, wgsl.Kernel{Radices: columns, ElementsPerThread: 8, TransformsPerGroup: 8})
	require.ErrorContains(t, err, "one pass")
}
