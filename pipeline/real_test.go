package pipeline

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
	"wgfft/wgsl"
)

// floats returns the memory of s as real numbers, two per point.
func floats(s []complex64) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(s))), 2*len(s))
}

// checkReal runs a plan of real transforms on random numbers and compares the result with float64.
func (r *harness) checkReal(t testing.TB, p plan.Plan) {
	t.Helper()
	problem := p.Problem
	s := p.Schedule()
	name := p.Passes[0].Name()
	points := func(bytes int64) int { return int((bytes + 7) / 8) }
	src := ref.Uniform(uint64(problem.Points()), points(s.Source.Bytes))
	got := r.play(t, s, src, points(s.Target.Bytes))
	ends := problem.Arrays()
	in, out := int(ends[0].Bytes()/4), int(ends[1].Bytes()/4) // float32 values
	for from, to := range yardstick.Groups(problem) {
		y := floats(got)[from*out : to*out]
		err := yardstick.Expect(problem, floats(src)[from*in:to*in]).Error(y)
		require.LessOrEqual(t, err, yardstick.Tolerance(problem), "%v inverse %v axes %v %v: %v: %s, arrays %d to %d",
			problem, problem.Inverse, problem.Axes, problem.Kinds, p, name, from, to)
		if ends[0].ElementBytes < ends[1].ElementBytes {
			requireRealEdges(t, y, problem)
		}
	}
}

// requireRealEdges checks that the self-conjugate bins of a transform along one axis have no
// imaginary part.
func requireRealEdges(t testing.TB, bins []float32, p plan.Problem) {
	t.Helper()
	if len(p.Shape) > 1 {
		return
	}
	require.Zero(t, bins[1], "%v", p)
	if n := p.Shape[0]; n%2 == 0 {
		require.Zero(t, bins[n+1], "%v", p)
	}
}

// TestRealRows runs rows of every kind: short and long rows, packed rows, Rader stages,
// convolutions and several passes. They run in both directions, with every norm, in place if
// possible, and in several batches. Long tests run every length with every kind. Usual runs have one short
// length for each kind.
func TestRealRows(t *testing.T) {
	lengths := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 22, 31, 32, 37, 48, 64, 74, 83, 100, 127, 128,
		129, 243, 254, 256, 500, 512, 1000, 1009, 1024, 1025,
		2018, 2048, 4096, 4099, 8192, 20000, 32768, 65535, 131072}
	kinds := 1 + int(plan.DST4-plan.R2C)
	var usual []int // even and odd rows in turn, those of R2C and C2R first
	for i := range kinds {
		usual = append(usual, i*len(lengths)+slices.Index(lengths, []int{12, 15, 16, 9}[i%4]))
	}
	forSome(t, kinds*len(lengths), usual, func(t *testing.T, r *harness, at int) {
		i, j := at/len(lengths), at%len(lengths)
		kind, n := plan.R2C+plan.Kind(i), lengths[j]
		if kind != plan.DCT1 || n > 1 {
			p := plan.Problem{Kind: kind, Shape: []int{n}, Batch: []int{1, 3, 33}[(i+j)%3], Inverse: j%2 == 1,
				Norm: plan.Norm(j % 3), InPlace: kind.IsTrig() && j%4 == 3}
			switch {
			case ref.Together(n) > 1:
				p.Batch = max(33, ref.Together(n))
			case n > 10000:
				p.Batch = 1 + j%2
			}
			p.PackPairs = p.Batch >= 33 && j%2 == 0
			r.checkReal(t, r.makePlan(t, p))
		}
	})
}

// TestRealAxes runs arrays of several axes, along all and some of them, with one kind and with a
// kind per axis. The halved axis varies, and columns take one pass or several. Usual runs have a half
// spectrum, and a kind per axis.
func TestRealAxes(t *testing.T) {
	cases := []plan.Problem{
		{Kind: plan.R2C, Shape: []int{12, 16}}, {Kind: plan.C2R, Shape: []int{12, 15}},
		{Kind: plan.R2C, Shape: []int{6, 10, 9}, Axes: []int{2, 0}},
		{Kind: plan.R2C, Shape: []int{7, 16, 3}, Axes: []int{1}},
		{Kind: plan.R2C, Shape: []int{64, 2}, Axes: []int{1, 0}, Inverse: true},
		{Kind: plan.DCT2, Shape: []int{16, 16}}, {Kind: plan.DCT2, Shape: []int{8, 8}, InPlace: true,
			Norm: plan.Ortho}, {Kind: plan.DCT3, Shape: []int{24, 5}},
		{Kind: plan.DCT2, Shape: []int{9, 12, 5}, Kinds: []plan.Kind{plan.DST1, plan.DCT4, plan.DCT1}},
		{Kind: plan.DST4, Shape: []int{15, 33}, Axes: []int{0}},
		{Kind: plan.R2C, Shape: []int{270, 480}}, {Kind: plan.DCT2, Shape: []int{1000, 3}, Axes: []int{0}},
		{Kind: plan.R2C, Shape: []int{37, 74}},
		{Kind: plan.DCT4, Shape: []int{2, 1009, 2}, Axes: []int{1}},
		{Kind: plan.DCT3, Shape: []int{20000, 2}, Axes: []int{0}},
		{Kind: plan.DST2, Shape: []int{6, 83, 3}, Axes: []int{1}},
	}
	forSome(t, len(cases), []int{8, 0}, func(t *testing.T, r *harness, i int) {
		p := cases[i]
		p.Batch = 1 + i%3
		if yardstick.Together(p) > 1 {
			p.Batch = 33
		}
		r.checkReal(t, r.makePlan(t, p))
	})
}

// TestRealTransformsOnASmallDevice runs real transforms with small workgroups and with small
// bindings. With small workgroups the Hermitian split is a separate pass. Small bindings need parts
// of a batch and segmented buffers. Usual runs have a cosine transform in segmented
// buffers.
func TestRealTransformsOnASmallDevice(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	small := smallBindings(l, 1000, 32)
	for i, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{2048}, Batch: 3}, {Kind: plan.C2R, Shape: []int{2048}, Batch: 2},
		{Kind: plan.DCT2, Shape: []int{1200}, Batch: 2}, {Kind: plan.DCT3, Shape: []int{2048}},
		{Kind: plan.DCT4, Shape: []int{2048}}, {Kind: plan.DST1, Shape: []int{1023}},
		{Kind: plan.DCT1, Shape: []int{1025}, Batch: 2}, {Kind: plan.R2C, Shape: []int{2 * 521}, Batch: 2},
		{Kind: plan.DST3, Shape: []int{800, 4}, Axes: []int{0}}, {Kind: plan.R2C, Shape: []int{729}, Batch: 3},
		{Kind: plan.DCT2, Shape: []int{729}, Batch: 3, Options: plan.Options{PackPairs: true}},
		{Kind: plan.R2C, Shape: []int{983}}, {Kind: plan.C2R, Shape: []int{983}},
		{Kind: plan.DCT2, Shape: []int{983}}, {Kind: plan.DCT3, Shape: []int{991}},
		{Kind: plan.DCT2, Shape: []int{3, 5}, Axes: []int{}, Batch: 20},
	} {
		if !runsCase(t, i, 3) {
			continue
		}
		for _, on := range []wgsl.Limits{l, small} {
			pages := on.BindingBytes == small.BindingBytes
			if !testcase.Long() && pages != (i%2 == 1) { // one of the limits each
				continue
			}
			if pages {
				if i%3 > 0 && i < 11 {
					continue
				}
				p.Batch = 1 // half spectra of a batch don't begin at offsets that bindings allow
			}
			plan, err := choose.Make(p, on)
			require.NoError(t, err, "%v", p)
			r.checkReal(t, plan)
		}
	}
}
