package pipeline

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// reference returns the float64 convolution of contiguous arrays, with the kernel extended to the
// axes of the arrays.
func reference(c plan.Convolution) ref.Convolution {
	r := ref.Convolution{Shape: c.Shape, Mode: c.Mode.String(), Correlate: c.Correlate}
	for range len(c.Shape) - len(c.Kernel) {
		r.Kernel = append(r.Kernel, 1)
	}
	r.Kernel = append(r.Kernel, c.Kernel...)
	return r
}

func points(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// checkConvolution runs a plan on random points and compares the result with float64. It returns
// the largest error divided by the tolerance.
func (r *harness) checkConvolution(t testing.TB, p plan.ConvolutionPlan, seed uint64) float64 {
	t.Helper()
	c := p.Convolution
	n, kept, h := points(c.Shape), points(c.Result()), ref.Uniform(seed, points(c.Kernel))
	src := ref.Uniform(seed+1, n*c.Count())
	s, err := p.Schedule(ref.Widen(h))
	require.NoError(t, err)
	got := r.play(t, s, src, kept*c.Count())
	worst := 0.0
	for b := range c.Count() {
		e, most := reference(c).Apply(src[b*n:(b+1)*n], h).Error(got[b*kept:(b+1)*kept]), reference(c).Tolerance()
		require.LessOrEqual(t, e, most, "%v: array %d, %s, seed %d", p, b, p.Passes[0].Name(), seed)
		worst = max(worst, e/most)
	}
	return worst
}

// TestConvolutions runs every form of plan, for 1 to 4 axes. Usual runs have rows, and arrays of two axes.
func TestConvolutions(t *testing.T) {
	cases := []plan.Convolution{
		{Shape: []int{500}, Kernel: []int{20}, Batch: 9},
		{Shape: []int{300}, Kernel: []int{300}, Mode: plan.ModeSame, Batch: 3, InPlace: true},
		{Shape: []int{3}, Kernel: []int{2}, Batch: 100},
		{Shape: []int{100000}, Kernel: []int{300}, Mode: plan.ModeValid},
		{Shape: []int{30000}, Kernel: []int{30000}, Mode: plan.ModeCircular, InPlace: true, Correlate: true},
		{Shape: []int{64, 64}, Kernel: []int{5, 5}, Mode: plan.ModeSame, Batch: 10},
		{Shape: []int{200, 300}, Kernel: []int{31, 17}, Correlate: true},
		{Shape: []int{37, 41}, Kernel: []int{37, 4}, Mode: plan.ModeCircular, Batch: 2, InPlace: true},
		{Shape: []int{60, 80}, Kernel: []int{15, 80}, Mode: plan.ModeCircular, Batch: 2, Correlate: true},
		{Shape: []int{9000, 7}, Kernel: []int{100, 3}, Mode: plan.ModeSame},
		{Shape: []int{250, 6}, Kernel: []int{7, 1}},
		{Shape: []int{5, 70}, Kernel: []int{9}, Mode: plan.ModeValid},
		{Shape: []int{3, 30, 40, 2}, Kernel: []int{6, 5, 1}, Batch: 2},
		{Shape: []int{16, 20, 24}, Kernel: []int{3, 5, 7}, Batch: 2},
		{Shape: []int{30, 20, 10}, Kernel: []int{4, 4, 4}, Mode: plan.ModeValid, Correlate: true},
		{Shape: []int{4, 5}, Kernel: []int{50, 30}, Mode: plan.ModeValid},
		{Shape: []int{4, 5}, Kernel: []int{50, 30}, Mode: plan.ModeSame, Batch: 5},
		{Shape: []int{5, 4, 3, 6}, Kernel: []int{2, 2, 3, 2}},
		{Shape: []int{1}, Kernel: []int{1}, Batch: 7},
		{Shape: []int{30, 9}, Kernel: []int{8, 3}, Batch: 5}, // longer than 37, for a larger error
		{Shape: []int{40}, Kernel: []int{4}, Batch: 40},      // longer than 43
	}
	forSome(t, len(cases), []int{20, 19}, func(t *testing.T, r *harness, i int) {
		p, err := choose.MakeConvolution(cases[i], r.e.Device().Limits())
		require.NoError(t, err)
		t.Logf("%.2f of the tolerance: %v", r.checkConvolution(t, p, uint64(i)), p)
	})
}

// TestConvolutionsOnASmallDevice runs pseudorandom convolutions with small workgroups and bindings,
// which need more passes, parts of a batch and segmented buffers. Usual runs have one axis of several passes,
// and two axes in segmented buffers.
func TestConvolutionsOnASmallDevice(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	small := smallBindings(l, 1000, 32)
	for seed := range uint64(12) {
		if !runsCase(t, int(seed), 0, 5) {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		c := plan.Convolution{Mode: plan.Mode(seed % 4), Correlate: rng.IntN(2) == 0, Batch: 1 + rng.IntN(3)}
		axes := 1 + int(seed/4)%3
		for range axes {
			n := 1 + rng.IntN([]int{2000, 70, 16}[axes-1])
			c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, 1+rng.IntN(n))
		}
		for j, l := range []wgsl.Limits{l, small} {
			if !testcase.Long() && int(seed%2) != j { // one of the limits each
				continue
			}
			p, err := choose.MakeConvolution(c, l)
			if err != nil && l == small && c.Batch > 1 {
				require.ErrorContains(t, err, "can't be aligned")
				continue
			}
			require.NoError(t, err)
			r.checkConvolution(t, p, seed)
		}
	}
}

// TestStreamsWhoseResultsHaveAnotherSize streams items with results that are longer or shorter than
// the items, in parts and one by one. An item consists of one or several arrays. Two of the longest items
// exceed a part.
func TestStreamsWhoseResultsHaveAnotherSize(t *testing.T) {
	r := newHarness(t)
	for i, w := range []struct {
		c           plan.Convolution
		rows, count int // arrays of an item, items
	}{
		{plan.Convolution{Shape: []int{40}, Kernel: []int{4}}, 1, 32},
		{plan.Convolution{Shape: []int{40}, Kernel: []int{4}, Mode: plan.ModeValid}, 1, 4096},
		{plan.Convolution{Shape: []int{40}, Kernel: []int{4}}, 24608, 2},
		{plan.Convolution{Shape: []int{30, 40}, Kernel: []int{5, 6}, Mode: plan.ModeValid}, 1, 700},
		{plan.Convolution{Shape: []int{160, 120, 120}, Kernel: []int{3, 3, 3}}, 1, 2},
	} {
		if !runsCase(t, i, 2, 1, 0) {
			continue
		}
		c := w.c
		n, kept, h := points(c.Shape), points(c.Result()), ref.Uniform(uint64(i), points(c.Kernel))
		s := Stream{ItemBytes: int64(w.rows*n) * 8, ResultBytes: int64(w.rows*kept) * 8, Count: w.count}
		var last int
		s.Items, last = Parts(s.maxItemBytes(), s.Count)
		compile := func(count int) *Program {
			c.Batch = count * w.rows
			p, err := choose.MakeConvolution(c, r.e.Device().Limits())
			require.NoError(t, err)
			schedule, err := p.Schedule(ref.Widen(h))
			require.NoError(t, err)
			program, err := r.e.Compile(schedule)
			require.NoError(t, err)
			t.Cleanup(func() { program.Close() })
			return program
		}
		s.Full = compile(s.Items)
		if last > 0 {
			s.Last = compile(last)
		}
		arrays := w.rows * w.count
		src, dst := ref.Uniform(uint64(i+100), n*arrays), ref.NewGuarded[complex64](kept*arrays)
		s.Src, s.Dst = bytesOf(src), bytesOf(dst.Data)
		require.NoError(t, r.e.Stream(t.Context(), s))
		require.NoError(t, dst.Check())
		require.Zero(t, ref.Poisoned(dst.Data))
		for b := 0; b < arrays; b += 1 + arrays/50 {
			e := reference(c).Apply(src[b*n:(b+1)*n], h).Error(dst.Data[b*kept : (b+1)*kept])
			require.LessOrEqual(t, e, reference(c).Tolerance(), "%v, array %d", c, b)
		}
		requireIdle(t, r.e)
	}
}

// TestUnusedTablesAreEvicted checks that the spectra of closed programs don't accumulate, and that
// the most recently used ones stay for the next program.
func TestUnusedTablesAreEvicted(t *testing.T) {
	r := newHarness(t)
	const points = 1 << 12 // of the spectra, 32 KB
	r.e.tables.maxIdle = 8 * 8 * points
	c := plan.Convolution{Shape: []int{points}, Kernel: []int{2}, Mode: plan.ModeCircular}
	p, err := choose.MakeConvolution(c, r.e.Device().Limits())
	require.NoError(t, err)
	compile := func(v complex64) *Program {
		s, err := p.Schedule([]complex128{complex128(v), 1})
		require.NoError(t, err)
		program, err := r.e.Compile(s)
		require.NoError(t, err)
		return program
	}
	kept := compile(-1)
	spectrum := kept.tables[len(kept.tables)-1]
	for i := range 12 {
		program := compile(complex(float32(i), 0))
		buffers := []*table{}
		buffers = append(buffers, program.tables...)
		require.NoError(t, program.Close())
		require.NoError(t, program.Close(), "again")
		again := compile(complex(float32(i), 0))
		require.Equal(t, buffers, again.tables, "kept for the next")
		require.NoError(t, again.Close())
	}
	_, bytes, idle := r.e.tables.usage()
	require.LessOrEqual(t, idle, r.e.tables.maxIdle)
	inUse := int64(0)
	for _, each := range kept.tables {
		inUse += each.bytes
	}
	require.Equal(t, inUse, bytes-idle)
	require.Greater(t, idle, r.e.tables.maxIdle/2)
	require.Contains(t, r.e.tables.all, spectrum.key, "in use all the time")
	require.NoError(t, kept.Close())
}
