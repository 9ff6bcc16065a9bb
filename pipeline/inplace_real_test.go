package pipeline

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/strided"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
	"wgfft/wgsl"
)

// floatPositions returns the memory index of every float32 of the input or the output of a problem,
// in the order of contiguous arrays.
func floatPositions(t testing.TB, p plan.Problem, output bool) []int {
	t.Helper()
	end := p.Arrays()[0]
	if output {
		end = p.Arrays()[1]
	}
	in, out, err := p.Extents()
	require.NoError(t, err)
	var places []int
	each := int(end.ElementBytes / 4)
	elements := end.Elements * p.Count()
	if output { // output element e-1 lands at position i if the value there is e
		at := make([]int, elements)
		number, place := make([]complex64, elements), make([]complex64, out)
		for e := range number {
			number[e] = complex(float32((e+1)>>16), float32((e+1)&0xffff))
		}
		require.NoError(t, strided.Scatter(t.Context(), p, place, number))
		for i, v := range place {
			if e := int(real(v))<<16 + int(imag(v)); e > 0 {
				at[e-1] = i
			}
		}
		places = at
	} else {
		number, place := make([]complex64, elements), make([]complex64, in)
		for i := range place {
			place[i] = complex(float32(i>>16), float32(i&0xffff))
		}
		require.NoError(t, strided.Gather(t.Context(), p, number, place))
		for _, v := range number {
			places = append(places, int(real(v))<<16+int(imag(v)))
		}
	}
	var all []int
	for _, at := range places {
		for i := range each {
			all = append(all, at*each+i)
		}
	}
	return all
}

// checkInPlace runs a plan of in-place real transforms on random numbers and compares the result
// with float64. It also checks that numbers outside the arrays don't change.
func (r *harness) checkInPlace(t testing.TB, p plan.Plan) {
	t.Helper()
	problem, s := p.Problem, p.Schedule()
	src := ref.Uniform(uint64(problem.Points()), int((s.Target.Bytes+7)/8))
	got := floats(r.play(t, s, src, len(src)))
	from, to := floatPositions(t, problem, false), floatPositions(t, problem, true)
	pick := func(x []float32, at []int) []float32 {
		y := make([]float32, len(at))
		for i, n := range at {
			y[i] = x[n]
		}
		return y
	}
	x, y := pick(floats(src), from), pick(got, to)
	in, out := len(x)/problem.Count(), len(y)/problem.Count()
	for from, to := range yardstick.Groups(problem) {
		err := yardstick.Expect(problem, x[from*in:to*in]).Error(y[from*out : to*out])
		require.LessOrEqual(t, err, yardstick.Tolerance(problem), "%v axes %v inverse %v %v: %s, arrays %d to %d",
			problem, problem.Axes, problem.Inverse, p, s, from, to)
	}
	described := make([]bool, len(got))
	for _, n := range slices.Concat(from, to) {
		described[n] = true
	}
	for n, there := range described {
		require.True(t, there || math.Float32bits(got[n]) == math.Float32bits(floats(src)[n]),
			"%v: %v: number %d is not of the arrays", problem, p, n)
	}
}

// TestRealTransformsInPlace runs R2C and C2R transforms in place, in both directions: of one and
// several passes, convolutions, and arrays along all and some axes.
//
// Long tests run every case with both kinds and both directions. Usual runs have one kind and direction each,
// of one pass, of two axes, and of rows with gaps.
func TestRealTransformsInPlace(t *testing.T) {
	lengths := []int{1, 2, 3, 4, 5, 8, 9, 16, 31, 60, 64, 66, 83, 100, 127, 128, 254, 1000, 37, 4096, 8192, 16384,
		16385, 32768, 65536, 65537, 1009, 2018, 4099}
	var cases []plan.Problem
	for i, n := range lengths {
		p := plan.Problem{Shape: []int{n}, Batch: []int{1, 3}[i%2], Norm: plan.Norm(i % 3),
			Options: plan.Options{PackPairs: i%4 == 1}}
		if ref.Together(n) > 1 {
			p.Batch = max(33, ref.Together(n))
		}
		cases = append(cases, p)
	}
	view := func(n, rows int) plan.Problem { // rows with large distances inside a larger array
		bins := n/2 + 4
		return plan.Problem{Shape: []int{rows, n}, Axes: []int{1}, Batch: 2,
			In:  plan.Layout{Strides: []int{2 * bins, 1}, Dist: 2 * bins * rows, Offset: 10},
			Out: plan.Layout{Strides: []int{bins, 1}, Dist: bins * rows, Offset: 5}}
	}
	// real numbers without gaps
	dense := plan.Problem{Shape: []int{6, 50}, Batch: 2, In: plan.Layout{Strides: []int{50, 1}, Dist: 300}}
	cases = append(cases, plan.Problem{Shape: []int{16, 16}, Batch: 3}, plan.Problem{Shape: []int{12, 15}, Batch: 3},
		plan.Problem{Shape: []int{128, 100}},
		plan.Problem{Shape: []int{6, 10, 9}, Batch: 2}, plan.Problem{Shape: []int{16, 8, 130}},
		plan.Problem{Shape: []int{37, 74}}, plan.Problem{Shape: []int{4, 16384}},
		plan.Problem{Shape: []int{6, 10, 9}, Axes: []int{2, 0}},
		plan.Problem{Shape: []int{7, 16, 3}, Axes: []int{1}, Batch: 3},
		plan.Problem{Shape: []int{5, 300}, Axes: []int{1}, Batch: 2},
		plan.Problem{Shape: []int{1024, 3}, Axes: []int{0}}, view(100, 3), view(37, 5), view(4096, 2), dense)
	usual := []int{len(cases) - 4, len(lengths) + 1, slices.Index(lengths, 64)}
	forSome(t, len(cases), usual, func(t *testing.T, r *harness, i int) {
		for k, kind := range []plan.Kind{plan.R2C, plan.C2R} {
			if slices.Index(usual, i)%2 != k && !testcase.Long() {
				continue
			}
			p := cases[i]
			p.Kind, p.InPlace = kind, true
			if kind == plan.C2R {
				p.In, p.Out = p.Out, p.In
			}
			r.checkInPlace(t, r.makePlan(t, p))
			if !testcase.Long() {
				continue
			}
			p.Kind, p.Inverse = p.Kind.Inverse(), true
			r.checkInPlace(t, r.makePlan(t, p))
		}
	})
}

// TestRealTransformsInPlaceOnASmallDevice runs in-place transforms with small workgroups, which
// need several passes, and with small bindings, which need segmented buffers. Long tests run every
// problem with both limits and both directions. Usual runs have one problem with each of the limits.
func TestRealTransformsInPlaceOnASmallDevice(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	small := smallBindings(l, 1000, 32)
	for i, p := range []plan.Problem{
		{Shape: []int{2048}, Batch: 3}, {Shape: []int{2 * 521}, Batch: 2}, {Shape: []int{729}, Batch: 3},
		{Shape: []int{983}}, {Shape: []int{100}, Batch: 20}, {Shape: []int{33}, Batch: 70},
		{Shape: []int{30, 40}, Batch: 2}, {Shape: []int{30, 41}, Batch: 2}, {Shape: []int{48}, Batch: 50},
		{Shape: []int{12, 12, 14}, Axes: []int{2, 1}},
	} {
		if !runsCase(t, i, 5, 0) {
			continue
		}
		for j, on := range []wgsl.Limits{l, small} {
			if !testcase.Long() && i%2 != j {
				continue
			}
			p.Kind, p.InPlace = []plan.Kind{plan.R2C, plan.C2R}[(i+j)%2], true
			for back := range 2 {
				if back > 0 && !testcase.Long() {
					break
				}
				made, err := choose.Make(p, on)
				require.NoError(t, err, "%v", p)
				require.Equal(t, on.BindingBytes == small.BindingBytes, made.SegmentSize > 0, "%v", made)
				r.checkInPlace(t, made)
				p.Kind = p.Kind.Inverse()
			}
		}
	}
}
